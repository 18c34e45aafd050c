"""Evaluators that others wrote order hands as ours does, where their games are the same; each where it is installed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import scalareale as sr


def has_the_order_of(ours: Any, theirs: Any) -> bool:
    """Whether two arrays of strengths rank the same hands alike, ties included; the greater is better in both."""
    pairs = np.unique(np.stack([ours.astype(np.int64), theirs.astype(np.int64)], axis=1), axis=0)
    return bool((np.diff(pairs[:, 0]) > 0).all() and (np.diff(pairs[:, 1]) > 0).all())


def some_hands(cards: int, step: int) -> Any:
    """Every `step`-th hand of a pack, and one of every class: among them each strength occurs."""
    hands = sr.all_hands(cards)
    suitless = "standard" if cards == 52 else sr.Rules.named("six-plus").replace(name="all packs", packs=(cards,))
    _, first = np.unique(sr.Evaluator(suitless, cards=cards).evaluate_many(hands), return_index=True)
    return np.concatenate([hands[::step], hands[first]])


def names(hands: Any) -> list[str]:
    return [sr.format_cards(hand.tobytes()) for hand in hands]


def test_order_that_differs_is_seen() -> None:
    ours = np.array([1, 2, 3, 3])
    assert has_the_order_of(ours, np.array([10, 20, 30, 30]))
    assert not has_the_order_of(ours, np.array([10, 20, 30, 31]))
    assert not has_the_order_of(ours, np.array([10, 20, 20, 20]))
    assert not has_the_order_of(ours, np.array([20, 10, 30, 30]))


@pytest.mark.parametrize("cards", [24, 28, 32, 36, 40])
def test_suitless_order_of_every_italian_pack_is_that_of_clubs(cards: int) -> None:
    clubs = pytest.importorskip("clubs")
    order = ["sf", "fk", "fl", "fh", "st", "tk", "tp", "pa", "hc"]
    theirs = clubs.Evaluator(4, cards // 4, 5, 0, low_end_straight=True, order=order)
    card = [clubs.Card(sr.format_cards([code])) for code in range(52)]
    hands = some_hands(cards, 1 if cards <= 32 else 7)
    ours = sr.Evaluator(sr.Rules.named("six-plus").replace(name="all packs", packs=(cards,)), cards=cards)
    ranks = np.array([theirs.evaluate([card[code] for code in hand], []) for hand in hands.tolist()])
    assert ours.strengths == theirs.table.max_rank
    assert has_the_order_of(ours.evaluate_many(hands), -ranks)


def test_order_of_36_cards_is_that_of_pokerkit() -> None:
    pokerkit = pytest.importorskip("pokerkit")
    hands = some_hands(36, 31)
    entries = np.array([pokerkit.ShortDeckHoldemHand(name).entry.index for name in names(hands)])
    assert has_the_order_of(sr.Evaluator("six-plus").evaluate_many(hands), entries)


def test_standard_order_is_that_of_phevaluator() -> None:
    phevaluator = pytest.importorskip("phevaluator")
    hands = some_hands(52, 101)
    ranks = np.array([phevaluator.evaluate_cards(*hand) for hand in hands.tolist()])
    assert has_the_order_of(sr.Evaluator("standard").evaluate_many(hands), -ranks)


def test_standard_order_is_that_of_eval7_and_so_is_the_best_of_seven() -> None:
    eval7 = pytest.importorskip("eval7")
    card = [eval7.Card(sr.format_cards([code])) for code in range(52)]
    ev = sr.Evaluator("standard")
    hands = some_hands(52, 101)
    ranks = np.array([eval7.evaluate([card[code] for code in hand]) for hand in hands.tolist()])
    assert has_the_order_of(ev.evaluate_many(hands), ranks)
    rng = np.random.default_rng(7)
    sevens = np.argsort(rng.random((200_000, 52)), axis=1)[:, :7].astype(np.uint8)
    ranks = np.array([eval7.evaluate([card[code] for code in hand]) for hand in sevens.tolist()])
    assert has_the_order_of(ev.evaluate_best_many(sevens), ranks)


@pytest.mark.parametrize(
    ("ruleset", "kernel"),
    [("standard", "high"), ("deuce-to-seven", "deuce_seven"), ("ace-to-five", "low_a5"), ("six-plus", "short_deck")],
)
def test_order_is_that_of_poker_equity(ruleset: str, kernel: str) -> None:
    poker_equity = pytest.importorskip("poker_equity")
    ev = sr.Evaluator(ruleset)
    hands = some_hands(ev.pack.size, 11)
    ranks = np.array(poker_equity.score_batch(kernel, names(hands)))
    assert has_the_order_of(ev.evaluate_many(hands), -ranks)
