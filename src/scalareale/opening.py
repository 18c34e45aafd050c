"""Opening: who may open the bets, by a pair ("coppia vestita") or by four to a straight flush."""

from __future__ import annotations

from functools import lru_cache

from . import _core
from .cards import _show, _unknown, codes
from .rules import Category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from numpy import bool_
    from numpy.typing import ArrayLike, NDArray

    from .evaluator import Cards, Evaluator

__all__ = ["can_open", "can_open_many"]

# A hand is also a set of cards, bit 4 * (rank - 2) + suit for each: the four bits of a rank lie together. The
# expressions below do for Python's integers and for numpy's alike.
_MINIMA = {"J": 4 * 9, "Q": 4 * 10, "K": 4 * 11, "A": 4 * 12}
"""The first bit of each rank that may be asked for."""
_ONE_SUIT = 0x1111111111111
"""The bits of one suit."""
_BELOW_THE_JACK = (1 << 4 * 9) - 1
"""The ranks that four ranks in sequence without an ace start with, up to 10-J-Q-K."""
_BLOCK = 1 << 13
"""Hands that are looked at together: their sets take 64 KB."""


def can_open(ev: Evaluator, hand: Cards, minimum: str = "J", four_to_a_straight_flush: bool = True) -> bool:
    """Whether a hand may open: it has a pair of at least `minimum` or better, or four to a straight flush.

    >>> from scalareale import Evaluator
    >>> ev = Evaluator("classic", cards=32)
    >>> can_open(ev, "Jh Jd 9s 8c 7d"), can_open(ev, "Jh Jd 9s 8c 7d", "Q"), can_open(ev, "7h 7d 8s 8c 9d", "A")
    (True, False, True)
    >>> can_open(ev, "8h 9h Th Jh Ac"), can_open(ev, "8h 9h Th Jh Ac", four_to_a_straight_flush=False)
    (True, False)
    >>> can_open(ev, "Jh Qh Kh Ah 7c")  # closed at one end
    False
    >>> can_open(ev, "Jh Jd 9s 8c 7d", "10")
    Traceback (most recent call last):
    ...
    ValueError: unknown minimum '10', must be one of 'J', 'Q', 'K', 'A'

    `minimum` is J, Q, K or A: jacks at first, higher after a hand that nobody opened. What beats a pair is for the
    ruleset to say. Four to a straight flush (bilaterale reale) are four suited cards in sequence, open at both ends;
    since the ace borders both ends of the pack, that is four suited ranks in sequence without an ace. A joker counts
    for the pair that it makes, not for these four. Houses let them open at every level, at the first only or never:
    the switch is for the caller to set at each level. It is read literally under every ruleset, also where the ace
    does not go below the lowest card.

    HandError for what is no hand, ValueError for any other minimum and for games in which the lowest hand wins.
    """
    first = _first_bit(ev, minimum)
    _refuse_no_bool(four_to_a_straight_flush)
    held = codes(hand, "hand")
    strength = ev.evaluate(held)
    lowest_pair, highest_pair = _pairs(ev)
    if strength > highest_pair:
        return True
    cards = sum(1 << card for card in held)
    if strength >= lowest_pair and _has_a_pair(cards, first, ev.rules.jokers):
        return True
    return bool(four_to_a_straight_flush) and _has_four_in_sequence(cards) != 0


def can_open_many(
    ev: Evaluator, hands: ArrayLike, minimum: str = "J", four_to_a_straight_flush: bool = True
) -> NDArray[bool_]:
    """Which hands of an array of shape (..., 5) may open, as `bool` of shape (...); for the rest see `can_open`.

    >>> from scalareale import Evaluator, all_hands
    >>> int(can_open_many(Evaluator("classic", cards=32), all_hands(32), four_to_a_straight_flush=False).sum())
    95596

    The array is read as by `evaluate_many`, with the same errors.
    """
    import numpy as np

    from .arrays import integers

    first = _first_bit(ev, minimum)
    _refuse_no_bool(four_to_a_straight_flush)
    strengths = ev.evaluate_many(hands)
    rows = integers(hands, "hands", "uint8 codes").reshape(-1, 5)
    bit = np.uint64(1) << np.arange(54, dtype=np.uint64)
    lowest_pair, highest_pair = _pairs(ev)
    result = np.empty(strengths.shape, np.bool_)
    verdicts, strengths = result.reshape(-1), strengths.reshape(-1)
    for start in range(0, len(rows), _BLOCK):
        some = strengths[start : start + _BLOCK]
        held = rows[start : start + _BLOCK].astype(np.uint8, copy=False)
        cards, more = np.empty((2, len(some)), np.uint64)
        bit.take(held[:, 0], out=cards, mode="clip")
        for column in range(1, 5):
            cards |= bit.take(held[:, column], out=more, mode="clip")
        opens = (some >= lowest_pair) & _has_a_pair(cards, first, ev.rules.jokers)
        opens |= some > highest_pair
        if four_to_a_straight_flush:
            opens |= _has_four_in_sequence(cards) != 0
        verdicts[start : start + _BLOCK] = opens
    return result


def _first_bit(ev: Evaluator, minimum: str) -> int:
    if not isinstance(minimum, str) or minimum not in _MINIMA:
        raise _unknown("minimum", minimum, _MINIMA)
    if ev.rules.low:
        raise ValueError(f"no pair opens under {ev.rules.name!r}: the lowest hand wins")
    return _MINIMA[minimum]


def _refuse_no_bool(value: object) -> None:
    if type(value).__name__ not in ("bool", "bool_"):
        raise TypeError(f"four_to_a_straight_flush is True or False, not {type(value).__name__}: {_show(value)}")


@lru_cache(maxsize=128)
def _pairs(ev: Evaluator) -> tuple[int, int]:
    """The least and the greatest strength of a pair; hands above it are better than any pair."""
    category = [_core.lib.sr_category(ev._table, strength) for strength in range(1, ev.strengths + 1)]
    return category.index(Category.PAIR) + 1, ev.strengths - category[::-1].index(Category.PAIR)


def _has_a_pair(cards: Any, first: int, jokers: str | None) -> Any:
    """Whether the pair of a hand, which has one and nothing better, is of the rank of bit `first` or a higher one."""
    high = cards >> _same(cards, first)
    once, twice, thrice = high >> _same(cards, 1), high >> _same(cards, 2), high >> _same(cards, 3)
    found = (high & (once | twice | thrice) | once & (twice | thrice) | twice & thrice) & _same(cards, _ONE_SUIT)
    if jokers is None:
        return found != 0
    # The jokers are the bits behind the aces. A wild one pairs the highest card, a bug is an ace.
    aces_up = (1 << 52 - first) - 1
    natural = high & _same(cards, aces_up if jokers == "wild" else aces_up - (1 << 48 - first) + 1)
    found = found & _same(cards, aces_up)
    return (found != 0) | ((cards >> _same(cards, 52) != 0) & (natural != 0))


def _has_four_in_sequence(cards: Any) -> Any:
    """Four suited cards in sequence without an ace, by the lowest bit of the four; 0 if there are none."""
    pairs = cards & cards >> _same(cards, 4)
    return pairs & pairs >> _same(cards, 8) & _same(cards, _BELOW_THE_JACK)


def _same(cards: Any, number: int) -> Any:
    """A number of the kind of `cards`, since old numpy mixes its unsigned integers with Python's to floats."""
    return number if isinstance(cards, int) else cards.dtype.type(number)
