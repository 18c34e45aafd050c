"""Who wins how often: known and unknown hands, discards and dead cards, by every deal or by samples."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import combinations
from math import comb, lcm, nan, sqrt

from . import _core
from .cards import HandError, _show, format_cards
from .deal import refuse_wrong_help, seed_of, whole
from .draw import dead_cards, named_cards
from .executors import results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from concurrent.futures import Executor
    from typing import Any, TypeAlias

    from .evaluator import Cards, Evaluator

    Kept: TypeAlias = tuple[bytes, ...]
    """What each player keeps; he draws up to five cards."""
    Steps: TypeAlias = Generator[tuple[int, int, Callable[[], "Equity"]], None, None]
    """Deals done, deals in all, the equity so far."""
    Counts: TypeAlias = list[int]
    """For each player _SEATS numbers: the deals of which he is the only winner, one of two winners, and so on."""

_lib, _ffi = _core.lib, _core.ffi
_SEATS: int = _lib.SR_SEATS
_SHARES = lcm(*range(1, _SEATS + 1))
"""A pot in parts, so that every split is a whole number of them."""

MOST_DEALS = 10**10
"""More are not enumerated: it would take minutes."""
_SLICE = 1 << 21
"""Deals in one call of C, which takes 5 to 50 ms and cannot be interrupted."""
_CHUNK = 1 << 23
"""Deals that an executor is given at a time: it takes a millisecond to hand one over to another machine."""
_SAMPLES = 1 << 14
"""Samples of one stream of random numbers. Another number here would be other samples."""
_IN_FLIGHT = 256
"""Chunks that an executor knows of at a time."""


class Equity:
    """What each player wins on average, as tuples of fractions of the deals.

    Made by `Evaluator.equity`; immutable, hashable, picklable, equal by value.
    """

    __slots__ = ("deals", "exact", "share", "split", "stderr", "win")

    share: tuple[float, ...]
    """Of the pots, a split pot counting as the player's part of it; the shares add up to 1."""
    win: tuple[float, ...]
    """Of the deals, those that the player wins alone."""
    split: tuple[float, ...]
    """Of the deals, those in which the player is one of several winners."""
    stderr: tuple[float, ...] | None
    """Standard errors of `share`; None if it is exact, nan of a single sample."""
    deals: int
    """How many deals there are, or were sampled."""
    exact: bool
    """Whether these were all deals."""

    def __init__(
        self,
        share: tuple[float, ...],
        win: tuple[float, ...],
        split: tuple[float, ...],
        stderr: tuple[float, ...] | None,
        deals: int,
        exact: bool,
    ) -> None:
        put = object.__setattr__
        put(self, "share", share)
        put(self, "win", win)
        put(self, "split", split)
        put(self, "stderr", stderr)
        put(self, "deals", deals)
        put(self, "exact", exact)

    def _state(self) -> tuple[Any, ...]:
        return self.share, self.win, self.split, self.stderr, self.deals, self.exact

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an Equity is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"an Equity is immutable: {name} cannot be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        return Equity, self._state()

    def __eq__(self, other: object) -> bool:
        return self._state() == other._state() if isinstance(other, Equity) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._state())

    def __repr__(self) -> str:
        return (
            f"Equity(share={self.share!r}, win={self.win!r}, split={self.split!r}, stderr={self.stderr!r}, "
            f"deals={self.deals!r}, exact={self.exact!r})"
        )


def equity(
    evaluator: Evaluator,
    hands: Sequence[Cards | None],
    discards: Sequence[Cards | None] | None = None,
    dead: Cards = b"",
    samples: int | None = None,
    rng: Any = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Equity:
    """What each of 1 to 16 players wins on average, by every deal of the cards that are still to come.

    >>> from scalareale import Evaluator
    >>> ev = Evaluator("classic", cards=32)
    >>> result = equity(ev, ["Ah As 9d 8c 7s", "Kh Kd Ks Qd Jc"], discards=["9d 8c 7s", "Qd Jc"])
    >>> result.deals, [round(share, 4) for share in result.share]
    (263340, [0.2194, 0.7806])
    >>> equity(ev, ["Ah 7h 8h 9h 10h", "8c 9c 10c Jc Qc", "10d Jd Qd Kd Ad"]).split  # the circle
    (1.0, 1.0, 1.0)
    >>> equity(ev, ["Ah As 9d 8c 7s", None, None, None])
    Traceback (most recent call last):
    ...
    ValueError: 13155340358160 deals are more than can be enumerated (10000000000): use samples
    >>> result = equity(ev, ["Ah As 9d 8c 7s", None, None, None], samples=20_000, rng=1)
    >>> result.deals, abs(result.share[0] - 0.45) < 4 * result.stderr[0]
    (20000, True)

    A hand of None is unknown and dealt at random. `discards` are the cards that each player throws away, None or no
    cards for nobody's; everybody draws as many from the one stub that is left, and nobody sees a discard or a `dead`
    card again. A player with an unknown hand discards nothing. Then all show down: splits and the circle share.

    Exact by default: the deals are all ways to give each player the set of cards that he lacks. ValueError, naming
    their number, if they are more than 10**10. With `samples`, so many deals are drawn at random (this needs numpy),
    and `stderr` says how far the shares may be off. They come from `rng`: a numpy Generator or BitGenerator, of which
    128 bits are taken, a SeedSequence, which is not changed, an int, or None for fresh entropy.

    An `executor` is anything with the interface of `concurrent.futures.Executor`; results do not depend on who does
    the work, nor in what order. `progress(done, total)` is called with numbers of deals, from the caller's thread.

    HandError for what is no hand, cards in two hands, dead cards that are held, discards that are not, and for more
    cards to come than are left; TypeError for what is of the wrong kind.
    """
    from contextlib import closing

    refuse_wrong_help(executor, progress)
    with closing(so_far(evaluator, hands, discards, dead, samples, rng, executor)) as steps:
        for done, total, result in steps:  # noqa: B007  (the last one is the answer)
            if progress is not None:
                progress(done, total)
    return result()


def so_far(
    evaluator: Evaluator,
    hands: Sequence[Cards | None],
    discards: Sequence[Cards | None] | None = None,
    dead: Cards = b"",
    samples: int | None = None,
    rng: Any = None,
    executor: Executor | None = None,
) -> Steps:
    """The steps of `equity`: how many deals are done, of how many, and the equity of those that are.

    Whoever stops in between has that of fewer samples; or of the first deals, which are no fair sample of all.
    """
    held = _hands(evaluator, hands)
    names = [f"hand {i}" for i, hand in enumerate(held) if hand is not None]
    seen = dead_cards(evaluator.pack, dead, [hand for hand in held if hand is not None], names)
    thrown = _discards(evaluator, held, discards)
    kept = tuple(bytes(sorted(set(hand or b"") - set(cards))) for hand, cards in zip(held, thrown, strict=True))
    gone = set(seen).union(*(hand for hand in held if hand is not None))
    stub = bytes(card for card in evaluator.pack.codes if card not in gone)
    needed = sum(5 - len(cards) for cards in kept)
    if needed > len(stub):
        raise HandError(f"{needed} cards are to come, but {len(stub)} are left")
    if samples is not None:
        yield from _sampled(evaluator, kept, stub, whole(samples, "samples", 1), rng, executor)
    else:
        yield from _exact(evaluator, kept, stub, executor)


def _exact(evaluator: Evaluator, kept: Kept, stub: bytes, executor: Executor | None) -> Steps:
    # The hands of the last player are counted fastest, so it is the one who draws most.
    order = sorted(range(len(kept)), key=lambda player: -len(kept[player]))
    left, ways = len(stub), []
    for player in order:
        ways.append(comb(left, 5 - len(kept[player])))
        left -= 5 - len(kept[player])
    prefixes, each = 1, ways[-1]
    for n in ways[:-1]:
        prefixes *= n
    total = prefixes * each
    if total > MOST_DEALS:
        raise ValueError(f"{_show(total)} deals are more than can be enumerated ({MOST_DEALS}): use samples")
    step = max((_SLICE if executor is None else _CHUNK) // each, 1)
    in_order = tuple(kept[player] for player in order)
    calls = (
        (evaluator, in_order, stub, start, min(step, prefixes - start), each) for start in range(0, prefixes, step)
    )
    for done, found in _summed(executor, _exact_chunk, calls, len(kept)):
        counts = [0] * len(found)
        for place, player in enumerate(order):
            counts[player * _SEATS : (player + 1) * _SEATS] = found[place * _SEATS : (place + 1) * _SEATS]
        yield done, total, partial(_result, counts, done, exact=True)


def _exact_chunk(evaluator: Evaluator, kept: Kept, stub: bytes, start: int, n: int, each: int) -> tuple[int, Counts]:
    # Both are held here: of two threads that miss the cache at once, one gets what the cache does not keep alive.
    deals, _tables = _deals(evaluator, kept, stub)
    counts = _ffi.new("uint64_t[]", len(kept) * _SEATS)
    if _lib.sr_count_deals(evaluator._table, deals, start, n, counts) != n:
        raise AssertionError(f"no {n} prefixes from {start}")
    return n * each, _ffi.unpack(counts, len(counts))


@lru_cache(maxsize=2)
def _deals(evaluator: Evaluator, kept: Kept, stub: bytes) -> tuple[Any, object]:
    """The C structure of the deals, and what must live as long as it."""
    deals = _ffi.new("sr_deals *")
    deals.players, deals.stub = len(kept), len(stub)
    tables = {}
    for player, cards in enumerate(kept):
        deals.draws[player] = 5 - len(cards)
        if cards not in tables:
            n = comb(len(stub), 5 - len(cards))
            tables[cards] = _ffi.new("uint16_t[]", n)
            if _lib.sr_made(evaluator._table, cards, len(cards), stub, len(stub), tables[cards]) != n:
                raise AssertionError(f"{format_cards(cards)} and cards of the stub make hands")
        deals.made[player] = tables[cards]
    return deals, tables


def _sampled(
    evaluator: Evaluator,
    kept: Kept,
    stub: bytes,
    samples: int,
    rng: Any,
    executor: Executor | None,
) -> Steps:
    from numpy.random import SeedSequence

    root = seed_of(rng)

    def child(i: int) -> SeedSequence:
        return SeedSequence(root.entropy, spawn_key=(*root.spawn_key, i), pool_size=root.pool_size)

    calls = (
        (evaluator, kept, stub, child(start // _SAMPLES), min(_SAMPLES, samples - start))
        for start in range(0, samples, _SAMPLES)
    )
    for done, counts in _summed(executor, _sampled_chunk, calls, len(kept)):
        yield done, samples, partial(_result, counts, done, exact=False)


def _sampled_chunk(evaluator: Evaluator, kept: Kept, stub: bytes, seed: Any, n: int) -> tuple[int, Counts]:
    import numpy as np

    rng = np.random.Generator(np.random.PCG64(seed))
    # The stub of each deal is a column; its first cards are shuffled, as many as are needed (Fisher and Yates).
    stubs = np.repeat(np.frombuffer(stub, np.uint8)[:, None], n, axis=1)
    deal = np.arange(n)
    for place in range(sum(5 - len(cards) for cards in kept)):
        other = rng.integers(place, len(stub), n, dtype=np.uint8)
        drawn = stubs[other, deal]
        stubs[other, deal] = stubs[place]
        stubs[place] = drawn
    strengths = np.empty((n, len(kept)), np.uint16)
    first = 0
    for player, cards in enumerate(kept):
        draws = 5 - len(cards)
        hands = np.empty((5, n), np.uint8)
        hands[:draws] = stubs[first : first + draws]
        hands[draws:] = np.frombuffer(cards, np.uint8)[:, None]
        strengths[:, player] = evaluator.evaluate_columns(*hands)
        first += draws
    winners = evaluator.showdown_many(strengths) if len(kept) > 1 else strengths > 0
    many = winners.sum(axis=1)
    counts: Counts = []
    for player in range(len(kept)):
        counts += np.bincount(many[winners[:, player]], minlength=_SEATS + 1)[1:].tolist()
    return n, counts


def _summed(
    executor: Executor | None,
    chunk: Callable[..., tuple[int, Counts]],
    calls: Iterable[tuple[Any, ...]],
    players: int,
) -> Iterator[tuple[int, Counts]]:
    """The sums of the deals and of the counts of the calls so far, each counted once and in any order."""
    from contextlib import closing

    counts, done = [0] * (players * _SEATS), 0
    with closing(results(executor, chunk, calls, _IN_FLIGHT)) as parts:
        for _, (deals, more) in parts:
            done += deals
            counts = [old + new for old, new in zip(counts, more, strict=True)]
            yield done, counts


def _result(counts: Counts, deals: int, *, exact: bool) -> Equity:
    share, win, split, stderr = [], [], [], []
    for start in range(0, len(counts), _SEATS):
        won = counts[start : start + _SEATS]
        parts = [(_SHARES // many, n) for many, n in enumerate(won, 1)]
        mean = sum(part * n for part, n in parts)
        share.append(mean / (_SHARES * deals))
        win.append(won[0] / deals)
        split.append(sum(won[1:]) / deals)
        # deals**2 times the variance, in whole numbers: a difference of floats could be negative
        spread = deals * sum(part * part * n for part, n in parts) - mean * mean
        stderr.append(sqrt(spread / (_SHARES**2 * deals**2 * (deals - 1))) if deals > 1 else nan)
    return Equity(tuple(share), tuple(win), tuple(split), None if exact else tuple(stderr), deals, exact)


# -- the doors ---


def _hands(evaluator: Evaluator, hands: Any) -> list[bytes | None]:
    given = _a_player(hands, "hands", "a hand")
    if not 1 <= len(given) <= _SEATS:
        raise HandError(f"1 to {_SEATS} players have an equity, not {len(given)}")
    held = [None if hand is None else evaluator._hand(hand, f"hand {i}")[0] for i, hand in enumerate(given)]
    for (i, a), (j, b) in combinations(((i, hand) for i, hand in enumerate(held) if hand is not None), 2):
        for card in a:
            if card in b:
                raise HandError(f"{format_cards([card])} is in hand {i} and in hand {j}")
    return held


def _discards(evaluator: Evaluator, held: list[bytes | None], discards: Any) -> list[bytes]:
    if discards is None:
        return [b""] * len(held)
    given = _a_player(discards, "discards", "the cards thrown away")
    if len(given) != len(held):
        raise ValueError(f"discards has an entry a player, {len(held)}, not {len(given)}")
    found = []
    for i, (hand, cards) in enumerate(zip(held, given, strict=True)):
        thrown = b"" if cards is None else named_cards(evaluator.pack, cards, f"discard {i}")
        for place, card in enumerate(thrown):
            if hand is None:
                raise HandError(f"discard {i}: hand {i} is unknown, so nothing of it can be thrown away")
            if card not in hand:
                raise HandError(f"discard {i}: {format_cards([card])} (card {place + 1}) is not in hand {i}")
        found.append(thrown)
    return found


def _a_player(values: Any, what: str, each: str) -> list[Any]:
    if isinstance(values, (str, bytes, bytearray, set, frozenset, dict)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{what} is a list with {each} or None for each player, not {type(values).__name__}")
    return list(values)
