"""Many hands at once, against a plain C loop over the same rows of five that loads, adds and stores."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

import scalareale as sr

from . import floor
from .hands import random_hands, random_pots
from .measure import Case, Figure, Work, measured

if TYPE_CHECKING:
    from numpy.typing import NDArray

GROUP = "many"
MANY = 1_000_000
FEW = 20_000
MOST = 10_000_000
SEATS = 6
WORKERS = "two workers: times faster"
THREADS = "two threads: times faster"

KERNEL_GOALS = {("rows", "avx2"): (1.5, 1.1), ("rows", "portable"): (8.0, 3.4)}
"""What the kernels must reach, and should, each for itself."""
BEST_GOALS = {("rows", "classic"): (1.35, 0.85), ("columns", "classic"): (1.1, 0.6), ("rows", "standard"): (2.2, 1.4)}
"""The same of the best kernel of the machine, where it is one of vector instructions."""


class Table:
    """Random hands of one pack as rows and as columns, with room for their strengths and the floor's."""

    def __init__(self, rules: str, cards: int, n: int = MANY) -> None:
        self.name = f"{cards} cards {rules}"
        self.rules = rules
        self.ev = sr.Evaluator(rules, cards=cards)
        self.rows: NDArray[np.uint8] = random_hands(n, cards)
        self.columns = [np.ascontiguousarray(self.rows[:, i]) for i in range(5)]
        self.out = np.empty(n, np.uint16)
        self.floor_out = np.empty(2 * n, np.uint16)
        self.floor = floor.rows(self.rows, self.floor_out[:n])

    def case(self, what: str, work: Work, *goals: float, before: Work | None = None, per: int | None = None) -> Case:
        """A case whose floor is the C loop over these hands."""
        must, aim = goals or (None, None)
        n = len(self.rows)
        return Case(what, work, per or n, self.floor, n, must, aim, before)

    def evaluate_rows(self) -> Any:
        return self.ev.evaluate_many(self.rows, out=self.out)

    def evaluate_columns(self) -> Any:
        return self.ev.evaluate_columns(*self.columns, out=self.out)


def by_kernel(tables: list[Table]) -> Iterator[Case]:
    """Rows and columns of each pack by each kernel, the best first."""
    kernels = sr.kernels()[::-1]
    for table in tables:
        for kernel in kernels:
            use = partial(sr.use_kernel, kernel)
            doors = {"rows": table.evaluate_rows}
            if table.rules == "classic":
                doors["columns"] = table.evaluate_columns
            for form, work in doors.items():
                goals: tuple[float, ...] = ()
                if table.rules == "classic":
                    goals = KERNEL_GOALS.get((form, kernel), ())
                if kernel == kernels[0] != "portable":
                    goals = BEST_GOALS.get((form, table.rules), ())
                yield table.case(f"{form}, {table.name}, {kernel}", work, *goals, before=use)


def best_kernel() -> None:
    sr.use_kernel(sr.kernels()[-1])


def other_doors(table: Table) -> Iterator[Case]:
    """The rest of the interface for many hands, by the best kernel."""
    ev, rows = table.ev, table.rows

    def case(what: str, work: Work, *goals: float, per: int | None = None) -> Case:
        return table.case(what, work, *goals, before=best_kernel, per=per)

    yield case("evaluate_many, a new array each time", lambda: ev.evaluate_many(rows))
    flat, strengths = rows.tobytes(), array("H", bytes(2 * len(rows)))
    yield case("evaluate_into, bytes to array('H')", lambda: ev.evaluate_into(flat, strengths))

    pots = ev.evaluate_many(random_pots(len(rows) // SEATS, SEATS, ev.pack.size))
    winners = np.empty(pots.shape, np.bool_)
    yield case(
        f"showdown_many, {SEATS} players, a hand",
        lambda: ev.showdown_many(pots, out=winners),
        *(0.7, 0.2),
        per=pots.size,
    )
    a = ev.evaluate_many(rows)
    b = a[::-1].copy()
    verdicts = np.empty(len(a), np.int8)
    yield case("compare_many, a pair", lambda: ev.compare_many(a, b, out=verdicts))
    yield case("category_many, a strength", lambda: ev.category_many(a))
    total = comb(ev.pack.size, 5)
    stop = min(total, len(rows))
    yield case("all_hands, a hand", lambda: sr.all_hands(ev.pack, 0, stop), per=stop)


def sizes(table: Table, few: Table, most: Table) -> list[Case]:
    """Rows of other numbers of hands, and the longest against the usual."""
    times = max(1, len(table.rows) // len(few.rows) // 5)

    def again(work: Work) -> Callable[[], None]:
        def repeated() -> None:
            for _ in range(times):
                work()

        return repeated

    def short(what: str, work: Work) -> Case:
        n = times * len(few.rows)
        return Case(f"rows, {len(few.rows):,} hands, {what}", again(work), n, again(few.floor), n, before=best_kernel)

    long = most.case(f"rows, {len(most.rows):,} hands", most.evaluate_rows, before=best_kernel)
    against = Case(
        f"rows, {len(most.rows):,} hands / {len(table.rows):,} hands, a hand",
        most.evaluate_rows,
        len(most.rows),
        table.evaluate_rows,
        len(table.rows),
        *(1.2, 1.05),
        before=best_kernel,
    )
    floors = Case(
        f"floor, {len(most.rows):,} hands / {len(table.rows):,} hands, a hand",
        most.floor,
        len(most.rows),
        table.floor,
        len(table.rows),
    )
    return [
        short("out given", few.evaluate_rows),
        short("a new array each time", lambda: few.ev.evaluate_many(few.rows)),
        long,
        against,
        floors,
    ]


def two_workers(most: Table) -> list[Case]:
    """How much faster two threads are than one; and how much the machine lets the floor be."""
    n = len(most.rows)
    half = n // 2
    halves = [floor.rows(most.rows[part], most.floor_out[part]) for part in (slice(0, half), slice(half, n))]
    pool = ThreadPoolExecutor(1)

    def floor_by_two() -> None:
        other = pool.submit(halves[1])
        halves[0]()
        other.result()

    def both() -> object:
        return most.ev.evaluate_many(most.rows, out=most.out, workers=2)

    return [
        Case(
            f"rows, {n:,} hands, {WORKERS}",
            both,
            n,
            most.evaluate_rows,
            n,
            *(1.8, 1.95),
            before=best_kernel,
            faster=True,
        ),
        Case(f"floor, {n:,} hands, {THREADS}", floor_by_two, n, most.floor, n, faster=True),
    ]


def judged(found: list[Figure]) -> list[Figure]:
    """The same figures; two workers are not judged where the machine has no second core to give."""
    possible = next((figure.ratio for figure in found if figure.what.endswith(THREADS)), None)

    def fair(figure: Figure) -> Figure:
        if not figure.what.endswith(WORKERS) or possible is None or figure.must is None or possible >= figure.must:
            return figure
        note = f"not judged (must {figure.must}, aim {figure.aim}): two threads speed the floor up {possible:.2f} times"
        return replace(figure, must=None, aim=None, note=note)

    return [fair(figure) for figure in found]


def tables(n: int = MANY) -> list[Table]:
    return [Table("classic", 40, n), Table("standard", 52, n), Table("wild", 54, n)]


def figures(quick: bool) -> list[Figure]:
    """All figures of this group, the floor's first; the kernel in use is the same afterwards."""
    in_use = sr.kernel()
    shrink = 10 if quick else 1
    packs = tables(MANY // shrink)
    classic = packs[0]
    copied = np.empty(7 * len(classic.rows) // 2, np.uint8)
    copy = floor.copy(classic.rows, copied)
    floors = [
        classic.case("floor: load five bytes, add, store two", classic.floor),
        classic.case("memcpy, as much traffic", copy),
    ]
    best = sr.kernels()[-1]
    against_copy = [
        Case(
            f"{form}, {classic.name}, {best}, against memcpy",
            work,
            len(classic.rows),
            copy,
            len(classic.rows),
            before=best_kernel,
        )
        for form, work in (("rows", classic.evaluate_rows), ("columns", classic.evaluate_columns))
    ]
    house = sr.Rules.named("classic").replace(name="house", suits="dchs", upset=None)
    ours = sr.Evaluator(house, cards=40)
    n = len(classic.rows)
    against_classic = Case(
        "rows, house rules / classic",
        lambda: ours.evaluate_many(classic.rows, out=classic.out),
        n,
        classic.evaluate_rows,
        n,
        1.05,
        before=best_kernel,
    )
    most = Table("classic", 40, MOST // shrink)
    short = [*floors, *by_kernel(packs), *other_doors(classic), *against_copy, against_classic]
    long = sizes(classic, Table("classic", 40, FEW), most)
    if (os.cpu_count() or 1) > 1:
        long += two_workers(most)
    try:
        found = measured(GROUP, short, rounds=3 if quick else 15, pairs=5)
        found += measured(GROUP, long, rounds=3 if quick else 8, pairs=3)
    finally:
        sr.use_kernel(in_use)
    return judged(found)
