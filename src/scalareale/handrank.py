"""What a hand is worth, as a value."""

from __future__ import annotations

from .rules import Category, Tier

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .evaluator import Evaluator


class HandRank:
    """A hand under a ruleset: its strength, category and tier, and its cards in deciding order.

    Made by `Evaluator.rank`; immutable, hashable, picklable. Two are equal if they are the same cards under the same
    evaluator: to know who wins compare `strength`, or ask `Evaluator.compare`, which knows the upset.

    >>> from scalareale import Evaluator, format_cards
    >>> rank = Evaluator("classic", cards=32).rank("9h Th Tc Ad Js")
    >>> rank.category, rank.tier, format_cards(rank.cards)
    (<Category.PAIR: 1>, None, 'ThTcAdJs9h')
    >>> print(rank)
    pair of tens, ace jack nine
    """

    __slots__ = ("_evaluator", "cards", "category", "strength", "tier")

    strength: int
    """From 1; the greater wins, but for the upset."""
    category: Category
    tier: Tier | None
    """Of a straight flush, else None."""
    cards: bytes
    """The five codes in deciding order; of equal ranks hearts, diamonds, clubs, spades."""
    _evaluator: Evaluator

    def __init__(
        self, evaluator: Evaluator, strength: int, category: Category, tier: Tier | None, cards: bytes
    ) -> None:
        put = object.__setattr__
        put(self, "_evaluator", evaluator)
        put(self, "strength", strength)
        put(self, "category", category)
        put(self, "tier", tier)
        put(self, "cards", cards)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a HandRank is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a HandRank is immutable: {name} cannot be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self._evaluator, self.cards)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HandRank):
            return NotImplemented
        return self.cards == other.cards and self._evaluator == other._evaluator

    def __hash__(self) -> int:
        return hash((self.cards, self._evaluator))

    def __str__(self) -> str:
        return self._evaluator.describe(self.cards)

    def __repr__(self) -> str:
        from .cards import format_cards, parse_cards

        shown = format_cards(self.cards)
        # Text numbers jokers as they come, so it cannot name the second one alone.
        return f"{self._evaluator!r}.rank({shown if parse_cards(shown) == self.cards else self.cards!r})"


def _again(evaluator: Evaluator, cards: bytes) -> HandRank:
    """What was pickled: a hand may come from anywhere, so it is ranked anew."""
    return evaluator.rank(cards)
