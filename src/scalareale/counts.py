"""How many hands of a pack are of each category."""

from __future__ import annotations

from math import comb

from . import _core
from .rules import Category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .evaluator import Evaluator

_lib, _ffi = _core.lib, _core.ffi
_BLOCK = 1 << 13
"""Hands that are looked at together: they and their strengths stay in the cache."""


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
