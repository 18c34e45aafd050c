"""How other packages number the cards, as tables, and the way from their arrays to ours and back."""

from __future__ import annotations

from collections.abc import Mapping

from .cards import RANKS, SUITS, HandError, _show, _unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from numpy import uint8
    from numpy.typing import ArrayLike, NDArray

__all__ = ["CONVENTIONS", "convert_from", "convert_to"]

_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
"""What Cactus Kev's evaluator multiplies for the ranks, from the 2 to the ace."""


def _cactus_kev(rank: int, suit: str) -> int:
    """`xxxbbbbb bbbbbbbb cdhsrrrr xxpppppp`: a bit for the rank, one for the suit, the rank, its prime."""
    return 1 << 16 + rank | {"c": 8, "d": 4, "h": 2, "s": 1}[suit] << 12 | rank << 8 | _PRIMES[rank]


# Each is the dtype of a table and what stands in it for a rank, 0 to 12 from the 2 to the ace, and a suit.
_MADE_OF: dict[str, tuple[str, Callable[[int, str], int | tuple[int, int]]]] = {
    "openspiel": ("uint8", lambda rank, suit: 4 * rank + "cdhs".index(suit)),
    "phevaluator": ("uint8", lambda rank, suit: 4 * rank + "cdhs".index(suit)),
    "eval7": ("uint64", lambda rank, suit: 1 << 13 * "cdhs".index(suit) + rank),
    "cactus-kev": ("uint32", _cactus_kev),
    "rlcard": ("uint8", lambda rank, suit: 13 * "shdc".index(suit) + (rank + 1) % 13),
    "pypokerengine": ("uint8", lambda rank, suit: 13 * "cdhs".index(suit) + (rank + 1) % 13 + 1),
    "uci": ("uint8", lambda rank, suit: ("hsdc".index(suit) + 1, (rank + 1) % 13 + 1)),
}


class _Conventions(Mapping[str, "NDArray[Any]"]):
    """How others number the cards: a read-only array of 52 for each, our code -> theirs.

    >>> [int(CONVENTIONS[name][51]) for name in ("phevaluator", "rlcard", "pypokerengine", "cactus-kev")]  # As
    [51, 0, 40, 268442665]
    >>> CONVENTIONS["uci"][[51, 0]].tolist()  # As and 2c
    [[2, 1], [4, 2]]

    * `openspiel` (ACPC too), `phevaluator`: the number that is our code.
    * `eval7`: the bit of the card in a mask, as `uint64`.
    * `cactus-kev`: the 32 bits of Cactus Kev's evaluator, in Python those of treys, deuces, clubs and texasholdem.
    * `rlcard`: the index of the card in an observation.
    * `pypokerengine`: the id, 1 to 52.
    * `uci`: the pair (suit, rank) of the UCI poker hands, in a table of shape (52, 2): hearts, spades, diamonds, clubs
      are 1 to 4, ranks 1 (ace) to 13 (king).

    A table is made, and numpy imported, when it is first asked for.
    """

    def __init__(self) -> None:
        self._made: dict[str, NDArray[Any]] = {}

    def __getitem__(self, name: str) -> NDArray[Any]:
        if name not in self._made:
            import numpy as np

            dtype, number = _MADE_OF[name]
            table = np.array([number(rank, suit) for rank in range(len(RANKS)) for suit in SUITS], dtype)
            table.flags.writeable = False
            self._made[name] = table
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_MADE_OF)

    def __len__(self) -> int:
        return len(_MADE_OF)

    def __contains__(self, name: object) -> bool:
        return name in _MADE_OF

    def __repr__(self) -> str:
        return f"<card conventions {', '.join(_MADE_OF)}>"


CONVENTIONS: Mapping[str, NDArray[Any]] = _Conventions()


def convert_from(name: str, array: ArrayLike) -> NDArray[uint8]:
    """Our codes of cards in the numbers of a convention: an array of any shape, as `uint8` of the same shape.

    >>> convert_from("cactus-kev", [[268442665, 98306]])
    array([[51,  0]], dtype=uint8)
    >>> convert_from("uci", [[2, 1], [4, 2]])  # pairs, so the last dimension is theirs
    array([51,  0], dtype=uint8)
    >>> convert_from("pypokerengine", [1, 53])
    Traceback (most recent call last):
    ...
    scalareale.HandError: index 1: 53 is no card of 'pypokerengine'

    HandError names the first number that is no card (the flat index). ValueError for an unknown name and for pairs of
    another shape, TypeError for arrays of anything but integers.
    """
    import numpy as np

    from .arrays import clipped, integers

    theirs = _table(name)
    numbers = integers(array, f"cards of {name!r}", "integers")
    plain = clipped(numbers)
    if theirs.ndim == 2:
        if numbers.ndim < 1 or numbers.shape[-1] != 2:
            raise ValueError(f"cards of {name!r} have the shape (..., 2), suit and rank, not {numbers.shape}")
        # What is out of range must not spill over into the other one's place.
        good = ((plain >= 0) & (plain < 16)).all(axis=-1)
        pairs = plain.astype(np.int64)
        keys = np.where(good, pairs[..., 0] * 16 + pairs[..., 1], -1)
        known = theirs[:, 0].astype(np.int64) * 16 + theirs[:, 1]
    else:
        keys = plain.astype(np.int64, copy=False)  # numbers too large become negative, which no card is
        known = theirs.astype(np.int64)
    modulus, guess = _guesses(known)
    found: NDArray[uint8] = np.asarray(guess[keys % modulus])
    bad = np.flatnonzero(known[found] != keys)
    if bad.size:
        at = np.unravel_index(bad[0], keys.shape)
        shown = ", ".join(map(_show, np.atleast_1d(numbers[at]).tolist()))
        raise HandError(f"index {bad[0]}: {shown if theirs.ndim == 1 else f'[{shown}]'} is no card of {name!r}")
    return found


def convert_to(name: str, array: ArrayLike) -> NDArray[Any]:
    """The numbers that a convention has for our codes: an array of any shape, or `bytes`, as an array of that shape.

    >>> convert_to("rlcard", [[51, 0]])
    array([[ 0, 40]], dtype=uint8)
    >>> convert_to("eval7", b"\\x33\\x00").tolist()
    [2251799813685248, 1]
    >>> convert_to("uci", [[51, 0]]).shape
    (1, 2, 2)

    The dtype is that of the table in `CONVENTIONS`. HandError names the first number that is no code of a card (the
    flat index; jokers have no number elsewhere), ValueError an unknown name; TypeError for anything but integers.
    """
    import numpy as np

    from .arrays import integers

    theirs = _table(name)
    if isinstance(array, (bytes, bytearray)):
        array = np.frombuffer(array, np.uint8)
    codes = integers(array, "codes", "integers")
    bad = np.flatnonzero((codes < 0) | (codes > 51))
    if bad.size:
        raise HandError(
            f"index {bad[0]}: {_show(int(codes.flat[bad[0]]))} has no number in {name!r}, cards are 0 to 51"
        )
    return np.asarray(theirs[codes.astype(np.uint8, copy=False)])


def _table(name: str) -> NDArray[Any]:
    if not isinstance(name, str) or name not in _MADE_OF:
        raise _unknown("convention", name, _MADE_OF)
    return CONVENTIONS[name]


def _guesses(known: NDArray[Any]) -> tuple[int, NDArray[uint8]]:
    """The least modulus that tells 52 numbers apart, and the code of each remainder (0 where there is none)."""
    import numpy as np

    modulus = next(m for m in range(52, 1 << 16) if len(np.unique(known % m)) == 52)
    codes = np.zeros(modulus, np.uint8)
    codes[known % modulus] = np.arange(52)
    return modulus, codes
