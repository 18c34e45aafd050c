"""The floor: a plain C loop over rows of five, a copy, and a bare cffi call."""

from __future__ import annotations

from typing import Any

from .. import _core

_lib, _ffi = _core.lib, _core.ffi

bare_call: Any = _lib.sr_floor_call
"""A function of one `bytes` argument, which does nothing."""


def rows(hands: Any, out: Any) -> Any:
    """A call, ready to be timed, of the loop that loads five bytes, adds them and stores two."""
    loop, codes, n = _lib.sr_floor_rows, _bytes(hands), len(out)
    to = _ffi.cast("uint16_t *", out.ctypes.data)
    return lambda: loop(codes, n, to)


def copy(hands: Any, out: Any) -> Any:
    """The same of memcpy with the traffic of the hands: 7 bytes a hand, read and written together."""
    loop, codes, n = _lib.sr_floor_copy, _bytes(hands), len(hands)
    to = _ffi.cast("uint8_t *", out.ctypes.data)
    return lambda: loop(codes, n, to)


def compiler() -> str:
    """What compiled the floor and the package."""
    return str(_ffi.string(_lib.sr_compiler()).decode())


def _bytes(array: Any) -> Any:
    return _ffi.cast("uint8_t *", array.ctypes.data)
