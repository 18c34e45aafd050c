"""One hand at a time from Python, against a bare cffi call with one bytes argument; and what the import costs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable

import numpy as np

import scalareale as sr

from . import floor
from .hands import random_hands, random_pots, single
from .measure import Case, Figure, figure, measured

GROUP = "single"
CALLS = 1_000
"""In one timed turn: a clock reading costs as much as a call."""
PACK = 40


def bare() -> Callable[[], None]:
    call, hands = floor.bare_call, single(random_hands(CALLS, PACK))

    def work() -> None:
        for hand in hands:
            call(hand)

    return work


def evaluate_bytes() -> Callable[[], None]:
    ev, hands = sr.Evaluator("classic", cards=PACK), single(random_hands(CALLS, PACK))

    def work() -> None:
        for hand in hands:
            ev.evaluate(hand)

    return work


def evaluate_text() -> Callable[[], None]:
    ev = sr.Evaluator("classic", cards=PACK)
    texts = [sr.format_cards(hand) for hand in single(random_hands(CALLS, PACK))]

    def work() -> None:
        for text in texts:
            ev.evaluate(text)

    return work


def compare() -> Callable[[], None]:
    ev = sr.Evaluator("classic", cards=PACK)
    pairs = [(a.tobytes(), b.tobytes()) for a, b in random_pots(CALLS, 2, PACK)]

    def work() -> None:
        for a, b in pairs:
            ev.compare(a, b)

    return work


def showdown() -> Callable[[], None]:
    ev = sr.Evaluator("classic", cards=PACK)
    pots = [single(hands) for hands in random_pots(CALLS, 3, PACK)]

    def work() -> None:
        for hands in pots:
            ev.showdown(hands)

    return work


def batch_of_one() -> Callable[[], None]:
    ev = sr.Evaluator("classic", cards=PACK)
    batches = [np.array([hand]) for hand in random_hands(CALLS, PACK)]

    def work() -> None:
        for batch in batches:
            ev.evaluate_many(batch)

    return work


def cases() -> list[Case]:
    """Each call, as the thousand of them that are timed together."""
    floor = bare()

    def case(what: str, work: Callable[[], None], must: float, aim: float) -> Case:
        return Case(what, work, CALLS, floor, CALLS, must, aim)

    return [
        case("ev.evaluate(bytes)", evaluate_bytes(), 3.2, 2),
        case("ev.evaluate(str)", evaluate_text(), 4, 3),
        case("ev.compare, two bytes hands", compare(), 4.5, 3),
        case("ev.showdown, three bytes hands", showdown(), 12, 8),
        case("ev.evaluate_many, one hand", batch_of_one(), 15, 8),
    ]


def import_time(module: str, folder: str) -> float:
    """The nanoseconds that a fresh interpreter needs for `import module`, all that it imports included."""
    command = [sys.executable, "-X", "importtime", "-c", f"import {module}"]
    # Compiled once and for all, as installed packages are.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    report = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder, env=environment).stderr
    # "import time: self [us] | cumulative | name"
    for line in reversed(report.splitlines()):
        _, cumulative, name = line.split("|")
        if name.strip() == module:
            return 1_000 * float(cumulative)
    raise RuntimeError(f"{module} is imported before anything else: its time cannot be told")


def import_figure(rounds: int) -> Figure:
    """`import scalareale` against `import dataclasses`, in interpreters that run one after the other."""
    case = Case("import scalareale / import dataclasses", bare, 1, bare, 1, 1.5, 0.6)
    with tempfile.TemporaryDirectory() as folder:
        pairs = [(import_time("scalareale", folder), import_time("dataclasses", folder)) for _ in range(rounds + 1)]
    # The first interpreters may compile, and find nothing in the cache of files.
    return figure(GROUP, case, pairs[1:])


def figures(quick: bool) -> list[Figure]:
    """All figures of this group, the floor's first."""
    all_cases = cases()
    floor = Case("bare cffi call, one bytes argument", all_cases[0].beside, CALLS, all_cases[0].beside, CALLS)
    found = measured(GROUP, [floor, *all_cases], rounds=3 if quick else 25, pairs=10)
    return [*found, import_figure(5 if quick else 31)]
