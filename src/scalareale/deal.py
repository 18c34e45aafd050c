"""Dealing at random, in C, by numpy's own bit generators."""

from __future__ import annotations

import sys

from . import _core
from .cards import HandError, _show, codes, format_cards, integer
from .evaluator import fault
from .packs import Pack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, SupportsIndex, TypeAlias

    from numpy import uint8
    from numpy.random import BitGenerator, Generator, SeedSequence
    from numpy.typing import NDArray

    from .evaluator import Cards

    Source: TypeAlias = Generator | BitGenerator | SeedSequence | SupportsIndex | None
    """Where randomness comes from, as for `numpy.random.default_rng`."""

_lib, _ffi = _core.lib, _core.ffi

WHAT_RNG_IS = "rng is a numpy Generator, BitGenerator or SeedSequence, an int or None"
_HAND = 5
_MOST_BYTES = sys.maxsize
_BLOCK = 1 << 20
"""Hands of a call into C, so that an interrupt waits for some hundredths of a second only."""


def deal(
    n: int,
    players: int,
    pack: Pack | int,
    rng: Source = None,
    *,
    dead: Cards = b"",
    given: Sequence[Cards | None] | None = None,
) -> NDArray[uint8]:
    """n deals of five cards to each player, at random: `uint8` of shape (n, players, 5).

    >>> deal(1, 3, 32, rng=1).tolist()
    [[[36, 31, 41, 43, 34], [45, 37, 25, 35, 27], [23, 49, 32, 20, 50]]]
    >>> from scalareale import format_cards
    >>> [format_cards(hand) for hand in deal(1, 2, 24, rng=1, dead="9h 9d", given=["Ah Kh Qh Jh Th", None])[0]]
    ['AhKhQhJhTh', 'QcKcTdAcKs']
    >>> deal(1, 7, 32)
    Traceback (most recent call last):
    ...
    scalareale.HandError: 7 hands take 35 cards, and the pack of 32 has 32

    All deals are equally likely, with nothing lost to rounding, and independent of each other. `rng` is what
    `numpy.random.default_rng` takes: a `Generator` or `BitGenerator`, which goes on from where it was and is locked
    meanwhile, a `SeedSequence`, an int, or None for a new seed. `dead` are cards that were removed from the pack;
    `given` has a hand for each player who has one already, which is kept as it is, and None for each who gets one.

    The stream is part of the interface: the same generator gives the same deals in every version and on every
    machine, and 400 deals and then 600 are the same as 1,000. For each deal the cards of the pack, without those
    dead or given, lie in ascending order, m of them. Each player without a hand, in turn, takes one draw x of 64 bits
    (`next_uint64`). For five cards, x times m is a number of 128 bits: the upper half is the place of the card (from
    0), the lower half the next x; the last card that lies there goes to that place, and m is one less. If x is at
    last below 2**64 modulo the product of the five m, all five are drawn anew.

    HandError for more hands than the pack has cards for, for a card that is dead or given twice or is not in the
    pack, and for a given hand that is none; ValueError for other wrong values, TypeError for wrong kinds. Needs numpy.
    """
    n = whole(n, "n", 0)
    players = whole(players, "players", 1)
    pack = pack if isinstance(pack, Pack) else Pack(pack)
    removed, kept = _removed(pack, dead), _kept(pack, given, players)
    for seat, hand in kept.items():
        for card in hand:
            if card in removed:
                raise HandError(f"{format_cards([card])} is dead and given to player {seat}")
    out_of_pack = {*removed, *(card for hand in kept.values() for card in hand)}
    left = bytes(card for card in pack.codes if card not in out_of_pack)
    refuse_too_many(players - len(kept), pack, len(left))
    if n * players * _HAND > _MOST_BYTES:
        raise ValueError(f"{_show(n)} deals are more than fit into memory")

    import numpy as np

    generator = generator_of(rng)
    out = np.empty((n, players, _HAND), np.uint8)
    for seat, hand in kept.items():
        out[:, seat] = np.frombuffer(hand, np.uint8)
    seats = bytes(seat for seat in range(players) if seat not in kept)
    if not n or not seats:
        return out
    bits, row = bits_of(generator), players * _HAND
    to = _ffi.cast("uint8_t *", _ffi.from_buffer(out, require_writable=True))
    block = max(1, _BLOCK // len(seats))
    with _bit_generator(generator).lock:
        for first in range(0, n, block):
            deals = min(block, n - first)
            _lib.sr_deal(bits, left, len(left), seats, len(seats), row, deals, to + first * row)
    return out


def whole(value: object, what: str, least: int) -> int:
    """An int that is not too small."""
    number = integer(value, what)
    if number < least:
        shown = _show(number)
        raise ValueError(
            f"{what} is not negative, but {shown} is" if not least else f"{what} is at least {least}, not {shown}"
        )
    return number


def refuse_too_many(hands: int, pack: Pack, left: int) -> None:
    """HandError if that many hands cannot be dealt from the cards that are left of a pack."""
    if _HAND * hands > left:
        still = "has" if left == pack.size else "without the dead and given cards has"
        raise HandError(
            f"{_show(hands)} hands take {_show(_HAND * hands)} cards, and the pack of {pack.size} {still} {left}"
        )


def refuse_wrong_help(executor: Any, progress: Any) -> None:
    """TypeError for an executor that takes no work, or for progress that cannot be told."""
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise TypeError(f"executor has the interface of concurrent.futures.Executor, not {type(executor).__name__}")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function of (done, total), not {type(progress).__name__}")


def generator_of(rng: Any) -> Generator:
    """numpy's generator from whatever `numpy.random.default_rng` takes, and from what has `__index__`."""
    from numpy.random import default_rng

    try:
        return default_rng(_plain(rng))
    except TypeError:
        raise TypeError(f"{WHAT_RNG_IS}, not {type(rng).__name__}: {_show(rng)}") from None
    except ValueError:
        raise ValueError(f"{WHAT_RNG_IS}, and a seed is not negative: {_show(rng)}") from None


def seed_of(rng: Any) -> SeedSequence:
    """The seed sequence for work in pieces, from the same; of a generator it takes 128 bits."""
    from numpy import random

    if isinstance(rng, random.SeedSequence):
        return rng
    generator = generator_of(rng)
    if isinstance(rng, (random.Generator, random.BitGenerator, random.RandomState)):
        return random.SeedSequence(generator.integers(0, 1 << 64, 2, "uint64").tolist())
    return random.SeedSequence(_plain(rng))


def _plain(rng: Any) -> Any:
    """An int for what is one by its own word; truth values are no seeds."""
    try:
        return integer(rng, "rng")
    except TypeError:
        if type(rng).__name__ in ("bool", "bool_"):
            raise
        return rng


def bits_of(generator: Generator) -> Any:
    """A generator's source of bits as C knows it; it lives as long as the generator, whose lock the caller holds."""
    return _ffi.cast("sr_bitgen *", _bit_generator(generator).ctypes.bit_generator.value)


def _bit_generator(generator: Generator) -> Any:
    """numpy's own word for it, whatever a subclass says."""
    from numpy.random import Generator

    return Generator.bit_generator.__get__(generator)


def _removed(pack: Pack, dead: Cards) -> bytes:
    removed = codes(dead, "dead")
    if wrong := fault(pack, removed):
        raise HandError(f"dead: {wrong}")
    return removed


def _kept(pack: Pack, given: Sequence[Cards | None] | None, players: int) -> dict[int, bytes]:
    """The hands that players have already, by seat."""
    if given is None:
        return {}
    if not isinstance(given, (list, tuple)):
        raise TypeError(
            f"given is a list of a hand or None for each player, not {type(given).__name__}: {_show(given)}"
        )
    if len(given) != players:
        raise ValueError(f"given has a hand or None for each of {players} players, not {len(given)}")
    kept: dict[int, bytes] = {}
    owner: dict[int, int] = {}
    for seat, cards in enumerate(given):
        if cards is None:
            continue
        hand = codes(cards, f"hand of player {seat}")
        if wrong := fault(pack, hand):
            raise HandError(f"hand of player {seat}: {wrong}")
        if len(hand) != _HAND:
            raise HandError(f"hand of player {seat}: a hand has 5 cards, not {len(hand)}")
        for card in hand:
            if owner.setdefault(card, seat) != seat:
                raise HandError(f"{format_cards([card])} is given to player {owner[card]} and to player {seat}")
        kept[seat] = hand
    return kept
