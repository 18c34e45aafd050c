"""Which batch kernel runs here: the instructions that the processor has, or what the caller asks for."""

from __future__ import annotations

import os

from . import _core
from .cards import _show

_lib, _ffi = _core.lib, _core.ffi
VARIABLE = "SCALAREALE_KERNEL"


def kernel() -> str:
    """The name of the batch kernel in use: "portable", "avx2" or "avx512".

    >>> kernel() in kernels()
    True

    The fastest one that this machine can run is chosen when the package is loaded, unless the environment variable
    SCALAREALE_KERNEL names another. All of them give the same answers.
    """
    return _ffi.string(_lib.sr_kernel()).decode()  # type: ignore[no-any-return]


def kernels() -> tuple[str, ...]:
    """The kernels that can run on this machine, the slowest first.

    >>> kernels()[0]
    'portable'
    """
    names: list[str] = []
    while (name := _lib.sr_kernel_at(len(names))) != _ffi.NULL:
        names.append(_ffi.string(name).decode())
    return tuple(names)


def use_kernel(name: str) -> None:
    """Use another batch kernel from now on, in the whole process; for tests and benchmarks.

    >>> use_kernel(kernel())

    ValueError for one that cannot run here.
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a kernel is a str, not {type(name).__name__}: {_show(name)}")
    if name not in kernels():
        raise ValueError(f"no kernel {_show(name)} can run here: there are {', '.join(kernels())}")
    _lib.sr_use_kernel(name.encode())


def _from_environment() -> None:
    name = os.environ.get(VARIABLE)
    if name:
        try:
            use_kernel(name)
        except ValueError as error:
            raise ImportError(f"{VARIABLE}: {error}") from None


_from_environment()
