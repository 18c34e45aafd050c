"""What to throw away: every discard of a hand with the exact distribution of what the draw makes."""

from __future__ import annotations

from math import comb

from . import _core
from .cards import HandError, _show, codes, format_cards, integer
from .evaluator import fault
from .rules import Category

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .evaluator import Cards, Evaluator
    from .packs import Pack

_lib, _ffi = _core.lib, _core.ffi
_WAYS = _lib.SR_DISCARDS
_CATEGORIES = tuple(Category)


class Draw:
    """One discard of a hand, and what the draw after it makes.

    Made by `Evaluator.draws`; immutable, hashable, picklable, equal by value.

    >>> from scalareale import Evaluator
    >>> stand_pat = draws(Evaluator("classic", cards=32), "Jh Js Jd 9c 9d")[0]
    >>> stand_pat
    <Draw of none: 1 draw, percentile 0.9947, improves 0.0000>
    >>> stand_pat.counts[Category.FULL_HOUSE], stand_pat.total
    (1, 1)
    """

    __slots__ = ("_counts", "discard", "improves", "percentile", "total")

    discard: bytes
    """The codes thrown away, in the order in which the hand was given."""
    total: int
    """In how many ways the new cards can come."""
    improves: float
    """Probability of a better category than the hand held, by the ruleset's order of categories."""
    percentile: float
    """Mean over the draws, 0..1, of the share of the pack's hands that are weaker, equal ones counting half."""
    _counts: tuple[int, ...]

    def __init__(self, discard: bytes, total: int, counts: Iterable[int], improves: float, percentile: float) -> None:
        put = object.__setattr__
        put(self, "discard", discard)
        put(self, "total", total)
        put(self, "_counts", tuple(counts))
        put(self, "improves", improves)
        put(self, "percentile", percentile)

    @property
    def counts(self) -> dict[Category, int]:
        """In how many of the ways the hand is of each category; all categories are there."""
        return dict(zip(_CATEGORIES, self._counts, strict=True))

    def _state(self) -> tuple[Any, ...]:
        return self.discard, self.total, self._counts, self.improves, self.percentile

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Draw is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Draw is immutable: {name} cannot be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        return Draw, self._state()

    def __eq__(self, other: object) -> bool:
        return self._state() == other._state() if isinstance(other, Draw) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._state())

    def __repr__(self) -> str:
        return (
            f"<Draw of {format_cards(self.discard) or 'none'}: {self.total} draw{'s' if self.total != 1 else ''}, "
            f"percentile {self.percentile:.4f}, improves {self.improves:.4f}>"
        )


def draws(evaluator: Evaluator, hand: Cards, dead: Cards = b"", most: int = 4) -> list[Draw]:
    """Every discard of 0 to `most` (at most 5) cards of a hand, by falling percentile, then fewer discards.

    >>> from scalareale import Evaluator
    >>> ev = Evaluator("classic", cards=32)
    >>> draws(ev, "Jh Js 9d 9c Kd")[0]
    <Draw of Kd: 27 draws, percentile 0.8533, improves 0.1481>
    >>> draws(ev, "Jh Js 9d 9c Kd", dead="Jd Jc")[0]
    <Draw of Kd: 25 draws, percentile 0.8420, improves 0.0800>
    >>> draws(ev, "Jh Js 9d 9c Kd", dead="Jh")
    Traceback (most recent call last):
    ...
    scalareale.HandError: dead: Jh (card 1) is in the hand

    The new cards come from the pack without the hand and without the `dead` cards: those one has seen. The percentile
    compares with all hands of the pack, dead cards or not, by strength alone, so an upset does not count. If fewer
    cards are left than a discard asks for, that discard is not in the list; keeping all five always is.

    Exact: each hand of the pack is evaluated once, for all discards together. HandError for a hand that is none and
    for dead cards that are held, given twice or not in the pack; ValueError for a `most` that is not 0 to 5.
    """
    held, _ = evaluator._hand(hand, "hand")
    dead_set = sum(1 << card for card in dead_cards(evaluator.pack, dead, [held], ["the hand"]))
    most = _most(most)
    size = _lib.sr_draws_sizeof(evaluator._table)
    work = _ffi.new("uint64_t[]", size // 8 + 1)
    ways = _ffi.new("sr_draw[]", _WAYS)
    if _lib.sr_draws(evaluator._table, held, dead_set, work, size, ways, _ffi.NULL, _ffi.NULL) != _lib.SR_OK:
        raise AssertionError(f"{format_cards(held)} is a hand without dead cards")
    all_hands = comb(evaluator.pack.size, 5)
    found = []
    for kept, way in enumerate(ways):
        discard = bytes(card for i, card in enumerate(held) if not kept >> i & 1)
        if len(discard) <= most and way.total:
            percentile = way.standing / (2 * all_hands * way.total)
            found.append(Draw(discard, way.total, way.count, way.better / way.total, percentile))
    found.sort(key=lambda draw: (-draw.percentile, len(draw.discard)))
    return found


def named_cards(pack: Pack, cards: Cards, what: str) -> bytes:
    """The codes of any number of cards, in the pack and each once; the errors name `what`."""
    try:
        found = codes(cards, what)
    except HandError as error:
        raise (error if str(error).startswith(what) else HandError(f"{what}: {error}")) from None
    wrong = fault(pack, found)
    if wrong:
        raise HandError(f"{what}: {wrong}")
    return found


def dead_cards(pack: Pack, dead: Cards, hands: list[bytes], names: list[str]) -> bytes:
    """The codes of dead cards, which are in none of the hands."""
    seen = named_cards(pack, dead, "dead")
    for place, card in enumerate(seen):
        for held, name in zip(hands, names, strict=True):
            if card in held:
                raise HandError(f"dead: {format_cards([card])} (card {place + 1}) is in {name}")
    return seen


def _most(most: object) -> int:
    number = integer(most, "most, the number of cards that may be discarded,")
    if not 0 <= number <= 5:
        raise ValueError(f"at most 0 to 5 cards are discarded, not {_show(number)}")
    return number
