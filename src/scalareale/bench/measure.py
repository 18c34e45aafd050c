"""Times on a machine that others use too: each measurement has one of the floor right beside it.

What counts is the median of the ratios of many such short pairs. The speed of the core, and whoever else is on it,
changes slowly against a pair, so it is in both halves and drops out; the median drops the pairs that were disturbed
in one half only.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter_ns

Work = Callable[[], object]


@dataclass(frozen=True)
class Case:
    """Something to time and what to time beside it; one turn of each does `per` and `beside_per` things."""

    what: str
    work: Work
    per: int
    beside: Work
    beside_per: int
    must: float | None = None
    aim: float | None = None
    before: Work | None = None
    """Done, untimed, when the turn comes to this case: to choose a kernel."""
    faster: bool = False
    """The figure is how often the work is done while what is beside it is done once: more is better."""


@dataclass(frozen=True)
class Figure:
    """A ratio that was measured, and what it should be."""

    group: str
    what: str
    ratio: float | None
    ns: float | None = None
    """Nanoseconds a hand, or a call; the ratio is the better figure."""
    quartiles: tuple[float, float] | None = None
    must: float | None = None
    aim: float | None = None
    faster: bool = False
    note: str = ""
    against_batch: float | None = None
    """Of peers: the ratio to `ev.evaluate_many`."""


_tell: list[Callable[[int, int], None]] = []


@contextmanager
def watched(tell: Callable[[int, int], None]) -> Iterator[None]:
    """While this lasts, whoever measures tells how many of how many turns are done."""
    _tell.append(tell)
    try:
        yield
    finally:
        _tell.pop()


def turn_done(done: int, total: int) -> None:
    """Tell whoever watches; between measurements, so that it costs none of their time."""
    if _tell:
        _tell[-1](done, total)


@contextmanager
def undisturbed() -> Iterator[None]:
    """No garbage collection while a clock runs."""
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def timed(work: Work) -> int:
    """The nanoseconds of one turn."""
    start = perf_counter_ns()
    work()
    return perf_counter_ns() - start


def measured(group: str, cases: Sequence[Case], *, rounds: int, pairs: int) -> list[Figure]:
    """The figures of cases that take turns: in each round each case is timed some times, in pairs."""
    times: list[list[tuple[float, float]]] = [[] for _ in cases]
    with undisturbed():
        for turn in range(rounds):
            for place, (case, taken) in enumerate(zip(cases, times, strict=True)):
                turn_done(turn * len(cases) + place, rounds * len(cases))
                if case.before:
                    case.before()
                # The first turn of both finds other data in the caches.
                case.beside()
                case.work()
                for _ in range(pairs):
                    beside = timed(case.beside) / case.beside_per
                    taken.append((timed(case.work) / case.per, beside))
    return [figure(group, case, taken) for case, taken in zip(cases, times, strict=True)]


def figure(group: str, case: Case, taken: Iterable[tuple[float, float]]) -> Figure:
    """The figure of pairs of times: of the work, and of what was done beside it."""
    taken = list(taken)
    ratios = [beside / time if case.faster else time / beside for time, beside in taken]
    ns = median(time for time, _ in taken)
    return Figure(group, case.what, median(ratios), ns, spread(ratios), case.must, case.aim, case.faster)


def spread(ratios: Sequence[float]) -> tuple[float, float]:
    """The quartiles, between which half of the ratios lie."""
    low, _, high = quantiles(ratios, n=4) if len(ratios) > 1 else (ratios[0],) * 3
    return low, high
