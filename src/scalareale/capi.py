"""The C functions of the compiled module, for extensions in other languages: where the header is, and addresses."""

from __future__ import annotations

from . import _core
from .cards import _show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from .evaluator import Evaluator

_lib, _ffi = _core.lib, _core.ffi


def get_include() -> str:
    """The folder of `scalareale.h`, which declares what `c_address` has the addresses of; for a compiler's `-I`.

    >>> from pathlib import Path
    >>> "sr_evaluate_batch" in Path(get_include(), "scalareale.h").read_text(encoding="utf-8")
    True

    Beside it are the sources that the module was compiled from. To link them into a program of your own, have
    `python -m scalareale.embed DIR` write one file of them.
    """
    return str(sources())


def sources() -> Path:
    """The folder of the C sources: in the installed package, or in the checkout that it is imported from."""
    from pathlib import Path

    here = Path(__file__).resolve().parent
    installed = here / "csrc"
    return installed if installed.is_dir() else here.parent.parent / "csrc"


def c_address(what: str | Evaluator) -> int:
    """The address of a C function of the installed module by its name, or of an evaluator to give to them.

    >>> import ctypes
    >>> from scalareale import Evaluator
    >>> ev = Evaluator("classic", cards=32)
    >>> evaluate = ctypes.CFUNCTYPE(ctypes.c_uint16, ctypes.c_void_p, ctypes.c_char_p)(c_address("sr_evaluate"))
    >>> evaluate(c_address(ev), bytes([50, 46, 42, 38, 34])) == ev.evaluate("Ah Kh Qh Jh Th")
    True
    >>> c_address("sr_shuffle")
    Traceback (most recent call last):
    ...
    ValueError: the header declares no function 'sr_shuffle'

    Every function that `scalareale.h` declares is there, with that signature, and may be called from any thread
    without the GIL; ctypes, numba, Cython and pybind11 call such an address. That of an evaluator is a
    `const sr_evaluator *`, good for as long as that `Evaluator` lives.
    """
    from .evaluator import Evaluator

    if isinstance(what, Evaluator):
        return _number(what._table)
    if not isinstance(what, str):
        raise TypeError(f"the name of a C function is a str, not {type(what).__name__}: {_show(what)}")
    try:
        return _number(_ffi.addressof(_lib, what))
    except (AttributeError, TypeError):  # the latter: a constant has no address
        raise ValueError(f"the header declares no function {_show(what)}") from None


def _number(pointer: Any) -> int:
    return int(_ffi.cast("uintptr_t", pointer))
