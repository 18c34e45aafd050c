"""The best five of seven cards, all in one array, beside peers that take seven cards a call."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

import scalareale as sr

from .measure import Case, Figure, measured
from .peers import Door, asked_all, eval7, misplaced, negative, phevaluator

GROUP = "seven"
HANDS = 1_000_000
CALLS = 20_000
"""Hands of these that a peer is timed with; its order is compared on all of them."""
PEERS: dict[str, tuple[Callable[[], list[Door]], Callable[[Any], int]]] = {
    "eval7": (eval7, int),
    "phevaluator": (phevaluator, negative),
}


def figures(quick: bool) -> list[Figure]:
    """Ours first, then each peer as a ratio to ours."""
    n = HANDS // (50 if quick else 1)
    ev = sr.Evaluator("standard")
    rows = np.argsort(np.random.default_rng(7).random((n, 52)), axis=1)[:, :7].astype(np.uint8)
    hands = [row.tobytes() for row in rows]
    out = np.empty(n, np.uint16)

    def ours() -> object:
        return ev.evaluate_best_many(rows, out=out)

    ours()
    strengths = out.tolist()
    cases, notes = [Case("scalareale, evaluate_best_many", ours, n, ours, n)], [""]
    for name, (doors, strength) in PEERS.items():
        try:
            what = f"{name} {version(name)}, cards parsed"
        except PackageNotFoundError:
            notes.append(f"{name}: not installed")
            continue
        door: Door = doors()[0]
        wrong = misplaced(strengths, [strength(answer) for answer in door.ask(door.ready(hands))])
        if wrong:
            notes.append(f"{name} is wrong: {wrong:,} of {n:,}")
            continue
        ready = door.ready(hands[:CALLS])
        cases.append(Case(what, partial(asked_all, door, ready), len(ready), ours, n))
        notes.append(f"agrees on {n:,} hands")
    found = measured(GROUP, cases, rounds=3 if quick else 7, pairs=2)
    said = [note for note in notes if not note.startswith(tuple(PEERS))]
    missing = [Figure(GROUP, note, None, note=note) for note in notes if note.startswith(tuple(PEERS))]
    return [
        Figure(GROUP, figure.what, figure.ratio, figure.ns, figure.quartiles, note=note)
        for figure, note in zip(found, said, strict=True)
    ] + missing
