"""Many deals played to the showdown, and counted: by one thread or by any executor, always with the same counts."""

from __future__ import annotations

from functools import partial

from . import _core
from .cards import _show
from .deal import bits_of, refuse_too_many, refuse_wrong_help, seed_of, whole
from .executors import results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from concurrent.futures import Executor
    from typing import Any, TypeAlias

    from .deal import Source
    from .evaluator import Evaluator

    Counts: TypeAlias = Any
    """An array of `uint64`: pots by number of winners and seat, then hands by seat and category."""
    Roots: TypeAlias = tuple[Any, tuple[int, ...], int]
    """What a `SeedSequence` is made of: entropy, spawn key, pool size."""

_lib, _ffi = _core.lib, _core.ffi
_CATEGORIES = _lib.SR_CATEGORIES

CHUNK = 1 << 16
"""Deals that have a random stream of their own. Part of the interface: counts depend on it, and on nothing else."""
_TASK = 8
"""Chunks that are handed to an executor at once: a tenth of a second at most."""
_AHEAD = 512
"""Tasks that an executor is given before the first of them is done."""
_MOST_DEALS = (1 << 63) - 1


class Simulation:
    """What became of some deals: exact counts, by seat.

    Made by `Evaluator.simulate`; immutable, hashable, picklable, equal by value.

    >>> found = Simulation(4, ((2, 1), (1, 1)), ((1, 3, 0, 0, 0, 0, 0, 0, 0, 0), (4, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    >>> found.wins, found.splits, found.share
    ((2, 1), (1, 1), (0.625, 0.375))
    """

    __slots__ = ("categories", "deals", "pots")

    deals: int
    """Number of deals."""
    pots: tuple[tuple[int, ...], ...]
    """By seat: pots that it won alone, with one other, with two others and so on."""
    categories: tuple[tuple[int, ...], ...]
    """By seat: hands of each `Category`."""

    def __init__(self, deals: int, pots: tuple[tuple[int, ...], ...], categories: tuple[tuple[int, ...], ...]) -> None:
        put = object.__setattr__
        put(self, "deals", deals)
        put(self, "pots", pots)
        put(self, "categories", categories)

    @property
    def wins(self) -> tuple[int, ...]:
        """By seat: pots that it won alone."""
        return tuple(seat[0] for seat in self.pots)

    @property
    def splits(self) -> tuple[int, ...]:
        """By seat: pots that it shared with others, in a tie or in a circle."""
        return tuple(sum(seat[1:]) for seat in self.pots)

    @property
    def share(self) -> tuple[float, ...]:
        """By seat: its part of all pots, from 0 to 1, where a pot that k share counts 1/k; NaN without deals."""
        from fractions import Fraction

        if not self.deals:
            return (float("nan"),) * len(self.pots)
        return tuple(
            float(sum(Fraction(pots, sharers) for sharers, pots in enumerate(seat, 1)) / self.deals)
            for seat in self.pots
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Simulation is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Simulation is immutable: {name} cannot be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        return Simulation, (self.deals, self.pots, self.categories)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Simulation):
            return NotImplemented
        return (self.deals, self.pots, self.categories) == (other.deals, other.pots, other.categories)

    def __hash__(self) -> int:
        return hash((self.deals, self.pots, self.categories))

    def __repr__(self) -> str:
        return f"Simulation({self.deals}, {self.pots}, {self.categories})"


def simulate(
    ev: Evaluator,
    n: int,
    players: int,
    *,
    rng: Source = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Simulation:
    """n deals of five cards to each player and a showdown of all of them in each: who wins, and with what.

    >>> from scalareale import Category, Evaluator
    >>> found = simulate(Evaluator("classic", cards=32), 100_000, 4, rng=1)
    >>> found.wins, found.splits
    ((25022, 25182, 24928, 24868), (0, 0, 0, 0))
    >>> found.share
    (0.25022, 0.25182, 0.24928, 0.24868)
    >>> found.categories[0][Category.FULL_HOUSE]
    684
    >>> simulate(Evaluator("classic", cards=32), 1, 7)
    Traceback (most recent call last):
    ...
    scalareale.HandError: 7 hands take 35 cards, and the pack of 32 has 32

    `executor` is anything with the interface of `concurrent.futures.Executor`: threads (the work is done without the
    GIL), processes, `dask.distributed.Client.get_executor()`; None is this thread alone. `progress(done, total)` is
    called in the caller's thread as deals are counted.

    The counts depend on the seed only, not on who does the work or in what order. Chunk c of 65,536 deals has the
    generator `PCG64DXSM(SeedSequence(entropy, spawn_key=(c,)))`, which deals as `deal` does. An int or a
    `SeedSequence` (whose own spawn key comes first) gives the same counts each time; a `Generator` or `BitGenerator`
    gives the entropy by two draws of 64 bits, None asks the operating system for it.

    The error of a worker, and of one that died, is raised here; the rest is called off and nothing is returned, so
    the same call can be made again. HandError for more players than the pack has cards for, ValueError for other
    wrong values, TypeError for wrong kinds. Needs numpy.
    """
    from contextlib import closing

    refuse_wrong_help(executor, progress)
    with closing(so_far(ev, n, players, rng=rng, executor=executor)) as steps:
        for done, result in steps:  # noqa: B007  (the last one is the answer)
            if progress is not None and done:
                progress(done, n)
    return result()


def so_far(
    ev: Evaluator, n: int, players: int, *, rng: Source = None, executor: Executor | None = None
) -> Generator[tuple[int, Callable[[], Simulation]], None, None]:
    """The steps of `simulate`: how many deals are done, at first none, and the simulation of those that are."""
    n = whole(n, "n", 0)
    players = whole(players, "players", 2)
    refuse_too_many(players, ev.pack, ev.pack.size)
    if n > _MOST_DEALS:
        raise ValueError(f"{_show(n)} deals are more than can be counted")

    from contextlib import closing

    import numpy as np

    roots = _roots(rng)
    total = np.zeros(players * (players + _CATEGORIES), np.uint64)
    done = 0
    step, chunks = 1 if executor is None else _TASK, -(-n // CHUNK)
    calls = ((ev, players, n, first, min(first + step, chunks), roots) for first in range(0, chunks, step))
    yield done, partial(_result, 0, players, total)
    with closing(results(executor, count_chunks, calls, _AHEAD)) as parts:  # calls the rest off, whatever happens here
        for (*_, first, stop, _), counts in parts:
            total = total + counts
            done += min(stop * CHUNK, n) - first * CHUNK
            yield done, partial(_result, done, players, total)


def _result(deals: int, players: int, total: Any) -> Simulation:
    pots, categories = total[: players * players], total[players * players :]
    return Simulation(
        deals, _tuples(pots.reshape(players, players).T), _tuples(categories.reshape(players, _CATEGORIES))
    )


def count_chunks(ev: Evaluator, players: int, n: int, first: int, stop: int, roots: Roots) -> Counts:
    """The counts of the chunks first .. stop - 1 of n deals: what a worker does."""
    import numpy as np
    from numpy import random

    counts = np.zeros(players * (players + _CATEGORIES), np.uint64)
    pots = _ffi.cast("uint64_t *", _ffi.from_buffer(counts, require_writable=True))
    categories = pots + players * players
    entropy, key, pool_size = roots
    for chunk in range(first, stop):
        seed = random.SeedSequence(entropy, spawn_key=(*key, chunk), pool_size=pool_size)
        generator = random.Generator(random.PCG64DXSM(seed))
        deals = min(CHUNK, n - chunk * CHUNK)
        if _lib.sr_simulate(ev._table, bits_of(generator), players, deals, pots, categories) != deals:
            raise RuntimeError(f"a deal of chunk {chunk} was refused: the table and the pack of {ev!r} differ")
    return counts


def _roots(rng: Any) -> Roots:
    seed = seed_of(rng)
    return seed.entropy, tuple(seed.spawn_key), seed.pool_size


def _tuples(array: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row) for row in array.tolist())
