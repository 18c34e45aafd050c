"""Every hand of a pack, in order, as an array."""

from __future__ import annotations

from math import comb
from operator import index

from . import _core
from .packs import Pack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray

_lib, _ffi = _core.lib, _core.ffi


def all_hands(pack: Pack | int, start: int = 0, stop: int | None = None) -> NDArray[uint8]:
    """Every hand of a pack: `uint8` of shape (C(n, 5), 5), codes ascending in a row, rows in lexicographic order.

    >>> all_hands(Pack(24)).shape
    (42504, 5)
    >>> all_hands(24, 42502).tolist()
    [[46, 48, 49, 50, 51], [47, 48, 49, 50, 51]]

    `start` and `stop` choose the rows of a block, so that large packs can be swept in little memory:
    `for start in range(0, total, 100_000): all_hands(pack, start, start + 100_000)`. As in a slice, a `stop` beyond
    the last row is that row; ValueError if one is negative. Needs numpy.
    """
    import numpy as np

    pack = pack if isinstance(pack, Pack) else Pack(pack)
    total = comb(pack.size, 5)
    stop = total if stop is None else stop
    for name, value in (("start", start), ("stop", stop)):
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise TypeError(f"{name} is an int, not {type(value).__name__}: {value!r}")
        if index(value) < 0:
            raise ValueError(f"{name} is not negative, but {value} is")
    start, stop = min(index(start), total), min(index(stop), total)
    hands = np.empty((max(stop - start, 0), 5), np.uint8)
    if len(hands):
        _lib.sr_all_hands(pack.codes[0], pack.size, start, len(hands), _ffi.from_buffer("uint8_t[]", hands))
    return hands
