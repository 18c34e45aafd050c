"""Many hands without numpy: from a buffer of codes to a buffer of strengths."""

from __future__ import annotations

import sys

from . import _core
from .cards import HandError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from typing_extensions import Buffer

    from .evaluator import Evaluator

_lib, _ffi = _core.lib, _core.ffi
_BYTE_FORMATS = ("B", "b", "c")
_SHORT_FORMATS = ("H", "@H", "=H", "<H" if sys.byteorder == "little" else ">H")
_evaluate_rows = _lib.sr_evaluate_rows
_BLOCK = 1 << 14


def row_fault(evaluator: Evaluator, row: int, hand: Any) -> HandError:
    """The error for a bad row, from the values that the caller gave."""
    from .evaluator import fault

    return HandError(f"row {row}: {fault(evaluator.pack, [int(card) for card in hand])}")


def evaluate_into(evaluator: Evaluator, hands: Buffer, out: Buffer) -> None:
    """The work of `Evaluator.evaluate_into`."""
    codes = _view(hands, "hands")
    strengths = _view(out, "out")
    if codes.format.lstrip("@=<>!") not in _BYTE_FORMATS:
        raise TypeError(f"hands are bytes (format 'B'), not items of format {codes.format!r}: convert them to bytes")
    if strengths.format not in _SHORT_FORMATS or strengths.itemsize != 2:
        raise TypeError(f"out holds native uint16 (format 'H'), not items of format {strengths.format!r}")
    if strengths.readonly:
        raise TypeError("out cannot be written: it is read-only")
    if codes.nbytes % 5:
        raise ValueError(f"hands has {codes.nbytes} bytes, which is no multiple of 5")
    n = codes.nbytes // 5
    if strengths.nbytes != 2 * n:
        raise ValueError(f"out has room for {strengths.nbytes // 2} strengths, not for {n}")
    if not strengths.c_contiguous:
        raise ValueError("out is not contiguous")
    if not n:
        return
    if codes.ndim != 1 and not codes.c_contiguous:
        raise ValueError("hands of more than one dimension must be contiguous")
    to = _ffi.cast("uint16_t *", _ffi.from_buffer(strengths))
    flat = codes.cast("B") if codes.c_contiguous else codes
    ends = sorted((_address(flat[:1]), _address(flat[-1:])))
    start = _address(strengths)
    if ends[0] < start + 2 * n and start <= ends[1]:
        raise ValueError("out overlaps hands")
    if codes.c_contiguous:
        bad = _evaluate_rows(evaluator._table, _ffi.from_buffer("uint8_t[]", flat), n, to)
        if bad < n:
            raise row_fault(evaluator, bad, _values(flat[5 * bad : 5 * bad + 5], codes.format))
        return
    for first in range(0, n, _BLOCK):
        block = codes[5 * first : 5 * (first + _BLOCK)].tobytes()
        rows = len(block) // 5
        bad = _evaluate_rows(evaluator._table, _ffi.from_buffer("uint8_t[]", block), rows, to + first)
        if bad < rows:
            raise row_fault(evaluator, first + bad, _values(block[5 * bad : 5 * bad + 5], codes.format))


def _values(hand: Iterable[int], kind: str) -> list[int]:
    """The numbers of a hand as the caller gave them."""
    return [byte - 256 if kind.endswith("b") and byte > 127 else byte for byte in hand]


def _address(view: memoryview) -> int:
    return int(_ffi.cast("uintptr_t", _ffi.from_buffer(view)))


def _view(buffer: Buffer, what: str) -> memoryview:
    if isinstance(buffer, str):
        raise TypeError(f"{what} is a bytes-like object, not str: read text with parse_cards")
    try:
        return memoryview(buffer)
    except TypeError:
        raise TypeError(f"{what} is a bytes-like object, not {type(buffer).__name__}") from None
