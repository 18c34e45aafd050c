"""Dealing at random, against the floor and against numpy's unbiased ways; and a simulation against a numpy loop."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.random import Generator

import scalareale as sr
from scalareale.deal import deal
from scalareale.simulate import simulate

from . import floor
from .hands import random_hands
from .measure import Case, Figure, measured

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Way = Callable[[int, int, NDArray[np.uint8], Generator], NDArray[np.uint8]]
    """Deals for a number of deals, players and the cards of a pack: the shape (n, players, 5)."""

GROUP = "deal"
CARDS = 40
HANDS = 300_000
SEED = 40
BLOCK = 1 << 14
"""Deals that numpy's ways make at once: the power of two that is the fastest for most."""
GOALS = (30.0, 20.0)
SIMULATE_GOALS = (39.0, 26.0)
NUMPY_GOAL = 1 / 3


def fisher_yates(n: int, players: int, pack: NDArray[np.uint8], rng: Generator) -> NDArray[np.uint8]:
    """A partial Fisher-Yates shuffle of all deals at once, place by place; numpy draws 16 bits the fastest."""
    deck = np.repeat(pack[None], n, axis=0)
    flat, start = deck.reshape(-1), np.arange(0, n * len(pack), len(pack))
    for i in range(5 * players):
        place = start + rng.integers(i, len(pack), n, np.uint16)
        drawn = flat.take(place)
        flat[place] = deck[:, i]
        deck[:, i] = drawn
    return deck[:, : 5 * players].reshape(n, players, 5)


def sorted_keys(n: int, players: int, pack: NDArray[np.uint8], rng: Generator) -> NDArray[np.uint8]:
    """Each card with a random key of 58 bits above it, sorted."""
    keys = rng.integers(0, 1 << 64, (n, len(pack)), np.uint64) & np.uint64(~63 & (1 << 64) - 1) | pack
    keys.sort(axis=1)
    return (keys[:, : 5 * players] & np.uint64(63)).astype(np.uint8).reshape(n, players, 5)


def argsorted(n: int, players: int, pack: NDArray[np.uint8], rng: Generator) -> NDArray[np.uint8]:
    """The places of the least of random numbers of 53 bits."""
    return pack[rng.random((n, len(pack))).argsort(axis=1)[:, : 5 * players]].reshape(n, players, 5)


def permuted(n: int, players: int, pack: NDArray[np.uint8], rng: Generator) -> NDArray[np.uint8]:
    """numpy's own shuffle of each row."""
    dealt = rng.permuted(np.broadcast_to(pack, (n, len(pack))), axis=1)
    return np.ascontiguousarray(dealt[:, : 5 * players]).reshape(n, players, 5)


WAYS: dict[str, Way] = {
    "Fisher-Yates place by place": fisher_yates,
    "sorted keys of 58 bits": sorted_keys,
    "argsort of random": argsorted,
    "permuted": permuted,
}
"""Ties of keys of 53 bits and more are no bias that could be seen; of 24 bits, in half the time, they are one."""


def by_blocks(way: Way, n: int, players: int, pack: NDArray[np.uint8], rng: Generator) -> NDArray[np.uint8]:
    """The same in pieces that stay in the cache."""
    out = np.empty((n, players, 5), np.uint8)
    for first in range(0, n, BLOCK):
        out[first : first + BLOCK] = way(min(BLOCK, n - first), players, pack, rng)
    return out


def numpy_loop(ev: sr.Evaluator, n: int, players: int, pack: NDArray[np.uint8], rng: Generator) -> Any:
    """What `simulate` counts, from hands that numpy dealt, by our functions for many hands."""
    pots = np.zeros((players, players + 1), np.int64)
    categories = np.zeros((players, 10), np.int64)
    for first in range(0, n, BLOCK):
        strengths = ev.evaluate_many(fisher_yates(min(BLOCK, n - first), players, pack, rng))
        winners = ev.showdown_many(strengths)
        sharers = winners.sum(axis=1)
        made = ev.category_many(strengths)
        for seat in range(players):
            pots[seat] += np.bincount(sharers[winners[:, seat]], minlength=players + 1)
            categories[seat] += np.bincount(made[:, seat], minlength=10)
    return pots, categories


def figures(quick: bool) -> list[Figure]:
    """Ours against the floor, then against each way of numpy; a figure of those is ours as a part of theirs."""
    hands = HANDS // (20 if quick else 1)
    ev = sr.Evaluator("classic", cards=CARDS)
    pack = np.frombuffer(ev.pack.codes, np.uint8)
    rows, rng = random_hands(hands, CARDS), np.random.default_rng(SEED)
    floor_out = np.empty(hands, np.uint16)  # has a name to live on: the floor knows its address only
    bare = floor.rows(rows, floor_out)
    ours, others = [], []
    for players in (2, 5):
        n = hands // players
        work = partial(deal, n, players, CARDS, rng)
        ours.append(Case(f"deal, {players} players, a hand", work, n * players, bare, hands, *GOALS))
        for name, way in WAYS.items():
            theirs = partial(by_blocks, way, n, players, pack, rng)
            what = f"deal, {players} players / numpy, {name}"
            others.append(Case(what, work, n * players, theirs, n * players, NUMPY_GOAL))
    for players in (2, 6):
        n = hands // players
        played = partial(simulate, ev, n, players, rng=SEED)
        ours.append(Case(f"simulate, {players} players, a hand", played, n * players, bare, hands, *SIMULATE_GOALS))
        loop = partial(numpy_loop, ev, n, players, pack, rng)
        what = f"simulate, {players} players / numpy, Fisher-Yates place by place and our functions for many hands"
        others.append(Case(what, played, n * players, loop, n * players, NUMPY_GOAL))
    found = measured(GROUP, ours, rounds=3 if quick else 15, pairs=5)
    return found + measured(GROUP, others, rounds=2 if quick else 5, pairs=2)
