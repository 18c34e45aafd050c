"""Other evaluators from PyPI, on the same hands of 52 cards, against `ev.evaluate` and `ev.evaluate_many`.

A peer must first put every one of the sampled hands into the order that we put them in; one that does not gets no
time but "wrong". Each is called as it is fastest: with cards already in its own type, with text (cards already
apart, where it wants them so), with a batch where it takes one. A peer that is not installed is passed over.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise, starmap
from statistics import median
from typing import Any

import numpy as np

import scalareale as sr

from .hands import random_hands, single
from .measure import Figure, spread, timed, turn_done, undisturbed

GROUP = "peers"
HANDS = 100_000
FEW_HANDS = 20_000
"""For peers of several microseconds a hand."""
CHUNK = 1_000
"""Hands in one timed turn."""

Hands = list[bytes]
NAMES = [sr.format_cards(bytes([card])) for card in range(52)]


@dataclass(frozen=True)
class Door:
    """One way to ask a peer: hands are made ready before the clock starts, and asked for all at once."""

    form: str
    ready: Callable[[Hands], Sequence[Any]]
    ask: Callable[[Sequence[Any]], Iterable[Any]]
    batch: bool = False


@dataclass(frozen=True)
class Peer:
    """A package on PyPI, the doors it has, and how to read its answers as numbers of which the greater wins."""

    name: str
    doors: Callable[[], list[Door]]
    strength: Callable[[Any], Any] = int
    hands: int = HANDS


# -- how hands are made ready, and asked for ---


def cards(card: Callable[[str], Any]) -> Callable[[Hands], list[list[Any]]]:
    """Hands as lists of the peer's own cards, which it makes from text like "Ah"."""
    own = [card(name) for name in NAMES]
    return lambda hands: [[own[code] for code in hand] for hand in hands]


def numbers(hands: Hands) -> list[list[int]]:
    return [list(hand) for hand in hands]


def words(hands: Hands) -> list[list[str]]:
    return [[NAMES[code] for code in hand] for hand in hands]


def texts(hands: Hands) -> list[str]:
    return [sr.format_cards(hand) for hand in hands]


def each(call: Callable[[Any], Any]) -> Callable[[Sequence[Any]], Iterable[Any]]:
    """A call a hand, with no more of a loop around it than `map` is."""
    return lambda hands: map(call, hands)


def each_spread(call: Callable[..., Any]) -> Callable[[Sequence[Any]], Iterable[Any]]:
    return lambda hands: starmap(call, hands)


def negative(value: Any) -> int:
    """Of peers whose smallest number wins."""
    return -int(value)


# -- the peers ---


def pkrbot() -> list[Door]:
    peer = import_module("pkrbot")
    card, evaluate = peer.Card, peer.evaluate

    def from_text(hand: list[str]) -> Any:
        return evaluate([card(name) for name in hand])

    return [Door("cards parsed", cards(card), each(evaluate)), Door("text", words, each(from_text))]


def phevaluator() -> list[Door]:
    evaluate = import_module("phevaluator").evaluate_cards
    return [Door("cards parsed", numbers, each_spread(evaluate)), Door("text", words, each_spread(evaluate))]


def eval7() -> list[Door]:
    peer = import_module("eval7")
    card, evaluate = peer.Card, peer.evaluate

    def from_text(hand: list[str]) -> Any:
        return evaluate([card(name) for name in hand])

    return [Door("cards parsed", cards(card), each(evaluate)), Door("text", words, each(from_text))]


def treys() -> list[Door]:
    peer = import_module("treys")
    card, evaluate = peer.Card.new, peer.Evaluator().evaluate

    def from_cards(hand: list[int]) -> Any:
        return evaluate(hand, [])

    def from_text(hand: list[str]) -> Any:
        return evaluate([card(name) for name in hand], [])

    return [Door("cards parsed", cards(card), each(from_cards)), Door("text", words, each(from_text))]


def holdem_hand_evaluator() -> list[Door]:
    return [Door("text", texts, each(import_module("holdem_hand_evaluator").evaluate_hand))]


def poker_equity() -> list[Door]:
    score = import_module("poker_equity").score_batch

    def one(hand: str) -> Any:
        return score("high", [hand])[0]

    return [
        Door("text", texts, each(one)),
        Door("batch of text", texts, lambda hands: score("high", hands), batch=True),
    ]


def pyo3_poker_eval() -> list[Door]:
    with silenced():
        rank = import_module("pyo3_poker_eval").PokerEval().rank_five

    def one(hand: list[int]) -> Any:
        return rank({"hands": [hand]})[0]

    return [
        Door("cards parsed", numbers, each(one)),
        Door("batch of lists", numbers, lambda hands: rank({"hands": hands}), batch=True),
    ]


def xiapl() -> list[Door]:
    card = import_module("xiapl.card").Card.from_string
    peer = import_module("xiapl.eval")

    mask_of = import_module("xiapl.utils").cards_to_mask
    bits = [mask_of([card(name)]) for name in NAMES]

    def masks(hands: Hands) -> list[int]:
        return [sum(bits[code] for code in hand) for hand in hands]

    def from_text(hand: list[str]) -> Any:
        return peer.evaluate_cards([card(name) for name in hand])

    return [
        Door("cards parsed", cards(card), each(peer.evaluate_cards)),
        Door("a mask", masks, each(peer.evaluate_mask)),
        Door("text", words, each(from_text)),
    ]


def xiapl_strength(value: Any) -> tuple[int, list[int]]:
    return int(value.category), value.kickers


def pokerkit() -> list[Door]:
    peer = import_module("pokerkit")
    hand_of, ranks, suits = peer.StandardHighHand, list(peer.RankOrder.STANDARD), peer.Suit

    def card(name: str) -> Any:
        return peer.Card(next(rank for rank in ranks if rank.value == name[0]), suits(name[1]))

    def entry(hand: Any) -> Any:
        return hand_of(hand).entry

    return [Door("cards parsed", cards(card), each(entry)), Door("text", texts, each(entry))]


def pokerkit_strength(entry: Any) -> int:
    return int(entry.index)


PEERS = [
    Peer("pkrbot", pkrbot),
    Peer("phevaluator", phevaluator, negative),
    Peer("eval7", eval7),
    Peer("treys", treys, negative, FEW_HANDS),
    Peer("holdem-hand-evaluator", holdem_hand_evaluator),
    Peer("poker-equity", poker_equity, negative),
    Peer("pyo3-poker-eval", pyo3_poker_eval),
    Peer("xiapl", xiapl, xiapl_strength),
    Peer("pokerkit", pokerkit, pokerkit_strength, FEW_HANDS),
]


@contextmanager
def silenced() -> Iterator[None]:
    """What is printed from outside Python does not reach the table."""
    sys.stdout.flush()
    kept, nothing = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nothing)


def misplaced(ours: Sequence[int], theirs: Sequence[Any]) -> int:
    """How many hands stand wrongly to the hand before them, when all lie in our order: 0 is the same order of all."""
    order = sorted(range(len(ours)), key=ours.__getitem__)
    wrong = 0
    for before, hand in pairwise(order):
        if ours[before] == ours[hand]:
            wrong += theirs[before] != theirs[hand]
        else:
            wrong += not theirs[before] < theirs[hand]
    return wrong


class Sample:
    """The hands that the peers get, and what we say of them."""

    def __init__(self, n: int) -> None:
        self.ev = sr.Evaluator("standard", cards=52)
        self.rows = random_hands(n, 52)
        self.out = np.empty(n, np.uint16)
        self.hands = single(self.rows)
        self.strengths: list[int] = self.ev.evaluate_many(self.rows).tolist()

    def batch_ns(self) -> float:
        """Nanoseconds a hand of all of them at once; the first turn brings them back into the caches."""

        def work() -> object:
            return self.ev.evaluate_many(self.rows, out=self.out)

        work()
        return timed(work) / len(self.rows)

    def chunks(self, n: int, rounds: int) -> Iterator[Hands]:
        """Other hands in each round, as long as there are some."""
        for i in range(rounds):
            start = i * CHUNK % n
            yield self.hands[start : start + CHUNK]


def asked(answers: Callable[[], Iterable[Any]]) -> float:
    """Nanoseconds an answer of a chunk; none is kept."""
    return timed(lambda: deque(answers(), maxlen=0)) / CHUNK


def asked_all(door: Door, ready: Sequence[Any]) -> None:
    """All that a door answers; none is kept."""
    deque(door.ask(ready), maxlen=0)


def own_figures(sample: Sample, rounds: int) -> list[Figure]:
    """Our own doors to the same hands."""
    evaluate = sample.ev.evaluate
    one, text, many = [], [], []
    with undisturbed():
        for chunk in sample.chunks(len(sample.hands), rounds):
            written = texts(chunk)
            one.append(asked(partial(map, evaluate, chunk)))
            text.append(asked(partial(map, evaluate, written)))
            many.append(sample.batch_ns())

    def own(what: str, taken: list[float], beside: list[float]) -> Figure:
        ratios, batch_ratios = divided(taken, beside), divided(taken, many)
        against = median(batch_ratios) if taken is not many else None
        return Figure(GROUP, what, median(ratios), median(taken), spread(ratios), against_batch=against)

    return [
        own("scalareale, bytes", one, one),
        own("scalareale, text", text, text),
        own("scalareale, batch", many, many),
    ]


def divided(times: Iterable[float], beside: Iterable[float]) -> list[float]:
    return [a / b for a, b in zip(times, beside, strict=True)]


def door_figure(sample: Sample, peer: Peer, door: Door, what: str, n: int, rounds: int) -> Figure:
    """The order is compared for all n hands; then chunks of them are timed with ours beside them."""
    answers = [peer.strength(answer) for answer in door.ask(door.ready(sample.hands[:n]))]
    wrong = misplaced(sample.strengths[:n], answers)
    if wrong:
        return Figure(GROUP, what, None, note=f"wrong: {wrong:,} of {n:,}")
    evaluate = sample.ev.evaluate
    times, one, many = [], [], []
    with undisturbed():
        for chunk in sample.chunks(n, rounds):
            ready = door.ready(chunk)
            own = texts(chunk) if door.form == "text" else chunk
            times.append(asked(partial(door.ask, ready)))
            one.append(asked(partial(map, evaluate, own)))
            many.append(sample.batch_ns())
    ratios, batch_ratios = divided(times, one), divided(times, many)
    return Figure(
        GROUP,
        what,
        median(batch_ratios if door.batch else ratios),
        median(times),
        spread(batch_ratios if door.batch else ratios),
        note=f"agrees on {n:,} hands",
        against_batch=median(batch_ratios),
    )


def peer_figures(sample: Sample, peer: Peer, rounds: int) -> list[Figure]:
    try:
        name = f"{peer.name} {version(peer.name)}"
    except PackageNotFoundError:
        return [Figure(GROUP, peer.name, None, note="not installed")]
    n = min(peer.hands, len(sample.hands))
    try:
        return [door_figure(sample, peer, door, f"{name}, {door.form}", n, rounds) for door in peer.doors()]
    except Exception as error:
        # A peer of another release, or one that breaks, is no reason to print nothing of the others.
        return [Figure(GROUP, name, None, note=f"fails: {type(error).__name__}")]


def figures(quick: bool) -> list[Figure]:
    """All figures of this group, our own first."""
    sample = Sample(5_000 if quick else HANDS)
    rounds = 5 if quick else 40
    found = own_figures(sample, 2 * rounds)
    for place, peer in enumerate(PEERS):
        turn_done(place + 1, len(PEERS) + 1)
        found += peer_figures(sample, peer, rounds)
    return found
