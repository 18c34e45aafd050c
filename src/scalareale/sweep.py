"""Every hand of a pack, in order, as an array, and counts of them all."""

from __future__ import annotations

from math import comb

from . import _core
from .cards import _show, integer
from .packs import Pack
from .rules import Category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from numpy import int64, uint8
    from numpy.typing import NDArray

    from .evaluator import Evaluator

_lib, _ffi = _core.lib, _core.ffi
_BLOCK = 1 << 13
"""Hands that are counted together: they and their strengths stay in the cache."""


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
    start, stop = integer(start, "start"), total if stop is None else integer(stop, "stop")
    for name, value in (("start", start), ("stop", stop)):
        if value < 0:
            raise ValueError(f"{name} is not negative, but {_show(value)} is")
    start, stop = min(start, total), min(stop, total)
    hands = np.empty((max(stop - start, 0), 5), np.uint8)
    if len(hands):
        _lib.sr_all_hands(pack.codes[0], pack.size, start, len(hands), _ffi.from_buffer("uint8_t[]", hands))
    return hands


def strength_counts(ev: Evaluator) -> NDArray[int64]:
    """How many hands of the pack have each strength, by strength; nothing has strength 0."""
    import numpy as np

    counts = np.zeros(ev.strengths + 1, np.int64)
    for start in range(0, comb(ev.pack.size, 5), _BLOCK):
        strengths = ev.evaluate_many(all_hands(ev.pack, start, start + _BLOCK))
        counts += np.bincount(strengths, minlength=len(counts))
    return counts


def category_counts(ev: Evaluator) -> dict[Category, int]:
    """The number of hands of each category that the rules know, best category first; they add up to C(pack, 5).

    >>> from scalareale import Evaluator
    >>> counts = category_counts(Evaluator("classic", cards=32))
    >>> counts[Category.FLUSH], counts[Category.FOUR_OF_A_KIND], sum(counts.values())
    (204, 224, 201376)

    Counted by looking at every hand, 0.7 to 4 ms. Where the lowest hand wins the best category is the lowest.
    """
    pack, total = ev.pack, comb(ev.pack.size, 5)
    hands = _ffi.new("uint8_t[]", 5 * _BLOCK)
    strengths, categories = _ffi.new("uint16_t[]", _BLOCK), _ffi.new("uint8_t[]", _BLOCK)
    counts = dict.fromkeys(reversed(ev.rules.categories) if ev.rules.low else ev.rules.categories, 0)
    for start in range(0, total, _BLOCK):
        n = _lib.sr_all_hands(pack.codes[0], pack.size, start, min(_BLOCK, total - start), hands)
        _lib.sr_evaluate_rows(ev._table, hands, n, strengths)
        _lib.sr_category_batch(ev._table, strengths, n, categories)
        found = bytes(_ffi.buffer(categories, n))
        for category in counts:
            counts[category] += found.count(category)
    return counts
