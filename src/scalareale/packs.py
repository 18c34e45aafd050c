"""Packs: the cards that a game is played with."""

from __future__ import annotations

from .cards import HandError, _show, integer

PACK_SIZES = (*range(4, 53, 4), 53, 54)
"""Every size a pack can have: the top ranks of the 52-card pack, or 52 cards and one or two jokers."""


class Pack:
    """The top `size` cards of the 52-card pack: the ranks from some lowest one up to the ace, in four suits.

    53 and 54 add one and two jokers to the full pack. Packs are immutable, equal by value and hashable.

    >>> pack = Pack(36)
    >>> pack.size, pack.lowest, pack.codes[0], pack.codes[-1]
    (36, 6, 16, 51)
    >>> Pack(30)
    Traceback (most recent call last):
    ...
    scalareale.HandError: a pack has 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 53 or 54 cards, not 30

    HandError for any other size, TypeError for what is no integer.
    """

    __slots__ = ("codes", "jokers", "lowest", "size")

    size: int
    """Number of cards."""
    lowest: int
    """Rank of the lowest cards, 2 to 14."""
    jokers: int
    """Number of jokers, 0 to 2."""
    codes: bytes
    """The codes of the cards, ascending, jokers last."""

    def __init__(self, size: int) -> None:
        size = integer(size, "the size of a pack")
        if size not in PACK_SIZES:
            raise HandError(f"a pack has {listed(PACK_SIZES)} cards, not {_show(size)}")
        jokers = max(size - 52, 0)
        ranked = size - jokers
        put = object.__setattr__
        put(self, "size", size)
        put(self, "lowest", 15 - ranked // 4)
        put(self, "jokers", jokers)
        put(self, "codes", bytes(range(52 - ranked, 52 + jokers)))

    @classmethod
    def for_players(cls, players: int) -> Pack:
        """The Italian table: for n players the lowest rank is 11 - n (rules of the game, two to six players).

        >>> Pack.for_players(4)
        Pack(32)

        HandError for fewer than two or more than six, TypeError for what is no integer.
        """
        players = integer(players, "players")
        if not 2 <= players <= 6:
            raise HandError(f"two to six players have a pack, not {_show(players)}")
        return cls(16 + 4 * players)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Pack is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Pack is immutable: {name} cannot be deleted")

    def __reduce__(self) -> tuple[type[Pack], tuple[int]]:
        return Pack, (self.size,)

    def __eq__(self, other: object) -> bool:
        return self.size == other.size if isinstance(other, Pack) else NotImplemented

    def __hash__(self) -> int:
        return hash((Pack, self.size))

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"Pack({self.size})"


def listed(items: object, last: str = "or") -> str:
    """`a, b or c`: how messages name the values that would have done."""
    words = [str(item) for item in items]  # type: ignore[attr-defined]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
