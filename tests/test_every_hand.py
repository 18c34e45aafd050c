"""Every hand of every pack of every ruleset has the place and the category that the reference gives it."""

from __future__ import annotations

from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from reference import CATEGORIES, RULESETS, Reference, Vectorised, all_hands, packs
from test_reference import COUNTS, DISTINCT, JOKER_COUNTS, expanded

import scalareale as sr
from scalareale._core import lib

EVERY = [(name, cards) for name in sr.rulesets() for cards in sr.Rules.named(name).packs]

# Games with other straights than the ten of the tables of counts, in the same order: a straight that does not exist
# leaves 4 flushes and 1,020 hands of nothing.
OTHER_COUNTS = {
    ("german", 32): (16, 224, 208, 1344, 4080, 10752, 24192, 107520, 53040),
    ("deuce-to-seven", 52): (36, 624, 5112, 3744, 9180, 54912, 123552, 1098240, 1303560),
    ("ace-to-six", 52): (36, 624, 5112, 3744, 9180, 54912, 123552, 1098240, 1303560),
    ("ace-to-five", 52): (0, 624, 0, 3744, 0, 54912, 123552, 1098240, 1317888),
}


class Sweep(NamedTuple):
    """All hands under one ruleset, as the package and the reference judge them."""

    name: str
    evaluator: sr.Evaluator
    hands: NDArray[np.uint8]
    strengths: NDArray[np.uint16]
    keys: NDArray[np.int64]
    categories: NDArray[np.int64]


def strengths_of(evaluator: sr.Evaluator, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    codes = hands.tobytes()
    rows = (codes[i : i + 5] for i in range(0, len(codes), 5))
    return np.fromiter(map(evaluator.evaluate, rows), np.uint16, len(hands))


def categories_of(evaluator: sr.Evaluator, strengths: NDArray[np.uint16]) -> NDArray[np.int64]:
    by_strength = [lib.sr_category(evaluator._table, s) for s in range(evaluator.strengths + 1)]
    found: NDArray[np.int64] = np.array(by_strength, dtype=np.int64)[strengths]
    return found


@pytest.fixture(scope="module", params=EVERY, ids=lambda pair: f"{pair[0]}-{pair[1]}")
def sweep(request: pytest.FixtureRequest) -> Sweep:
    name, cards = request.param
    evaluator = sr.Evaluator(name, cards=cards)
    hands = all_hands(cards)
    strengths = strengths_of(evaluator, hands)
    keys = Vectorised(name, cards).keys(hands)
    return Sweep(name, evaluator, hands, strengths, keys, categories_of(evaluator, strengths))


def first_difference(sweep: Sweep, found: Any, wanted: Any) -> str:
    """Say where two arrays differ first, for the message of a failure."""
    at = int(np.flatnonzero(found != wanted)[0]) if (found != wanted).any() else -1
    hand = sr.format_cards(sweep.hands[at].tobytes())
    return f"{sweep.name} {sweep.evaluator.pack.size}: {hand} is {found[at]}, the reference says {wanted[at]}"


def test_rulesets_and_packs_are_those_of_the_reference() -> None:
    assert set(sr.rulesets()) == set(RULESETS)
    assert {name: list(sr.Rules.named(name).packs) for name in sr.rulesets()} == {n: packs(n) for n in RULESETS}


def test_strength_is_the_place_in_the_order_of_the_reference(sweep: Sweep) -> None:
    """R26: no hand is without strength, each strength occurs, and equal hands are equal."""
    distinct, places = np.unique(sweep.keys, return_inverse=True)
    wanted = places.reshape(-1) + 1
    same = bool((sweep.strengths == wanted).all())
    assert same, first_difference(sweep, sweep.strengths, wanted)
    assert sweep.evaluator.strengths == len(distinct)


def test_category_is_that_of_the_reference(sweep: Sweep) -> None:
    wanted = Vectorised(sweep.name, sweep.evaluator.pack.size).categories(sweep.hands)
    same = bool((sweep.categories == wanted).all())
    assert same, first_difference(sweep, sweep.categories, wanted)


def test_category_counts_are_exact(sweep: Sweep) -> None:
    """R26: as many hands of each category as the tables of counts say."""
    cards = sweep.evaluator.pack.size
    pair = sweep.name, cards
    if pair in JOKER_COUNTS:
        five, sf, four, full, flush, *rest = JOKER_COUNTS[pair]
        wanted = {"five_of_a_kind": five, **expanded((sf, four, flush, full, *rest))}
    else:
        wanted = expanded(OTHER_COUNTS.get(pair, COUNTS[cards]))
    found = np.bincount(sweep.categories, minlength=10).tolist()
    assert dict(zip(CATEGORIES, found, strict=True)) == {"five_of_a_kind": 0, **wanted}


def test_distinct_strengths_are_as_many_as_the_rules_say(sweep: Sweep) -> None:
    wanted = DISTINCT.get(sweep.name, {53: 7462 + (1 if sweep.name == "bug" else 13), 54: 7462 + 13})
    assert sweep.evaluator.strengths == wanted[sweep.evaluator.pack.size]


def test_tier_of_every_straight_flush_is_that_of_the_reference(sweep: Sweep) -> None:
    """Y10 among others: with 24 cards there are four of each tier."""
    evaluator = sweep.evaluator
    judge = Reference(sweep.name, evaluator.pack.size)
    rows = np.flatnonzero(sweep.categories == sr.Category.STRAIGHT_FLUSH)
    if len(rows) > 200:  # only packs with jokers have so many, and there the reference takes its time
        rows = np.random.default_rng(1).choice(rows, 200, replace=False)
    for hand in sweep.hands[rows].tolist():
        rank = evaluator.rank(hand)
        assert rank.tier is not None
        assert rank.tier.name.lower() == judge.tier(hand), hand
        assert lib.sr_tier(evaluator._table, rank.strength) == rank.tier, hand


def test_tier_is_of_straight_flushes_only(sweep: Sweep) -> None:
    table = sweep.evaluator._table
    for strength in range(1, sweep.evaluator.strengths + 1):
        has_tier = lib.sr_tier(table, strength) > 0
        assert has_tier == (lib.sr_category(table, strength) == sr.Category.STRAIGHT_FLUSH), strength


def test_upset_is_what_the_reference_says(sweep: Sweep) -> None:
    """Y08: the two ranges of strength between which the greater number does not win."""
    judge = Reference(sweep.name, sweep.evaluator.pack.size)
    upset = sweep.evaluator.upset
    if not RULESETS[sweep.name]["straight_flush"]["exceptions"]:
        assert upset is None
        return
    assert upset is not None
    rows = np.flatnonzero(sweep.categories == sr.Category.STRAIGHT_FLUSH)
    hands = list(zip(sweep.hands[rows].tolist(), sweep.strengths[rows].tolist(), strict=True))
    for inside, (low, high) in zip((judge.in_upset_winner, judge.in_upset_loser), upset, strict=True):
        assert {strength for hand, strength in hands if inside(hand)} == set(range(low, high + 1))


def test_every_order_of_a_hand_of_each_category_has_one_strength(sweep: Sweep) -> None:
    """R25: all 120 orders, as codes and as text."""
    evaluator = sweep.evaluator
    rng = np.random.default_rng(sweep.evaluator.pack.size)
    for category in np.unique(sweep.categories):
        row = int(rng.choice(np.flatnonzero(sweep.categories == category)))
        wanted = {int(sweep.strengths[row])}
        orders = [bytes(order) for order in permutations(sweep.hands[row].tolist())]
        assert set(map(evaluator.evaluate, orders)) == wanted
        assert {evaluator.evaluate(sr.format_cards(order)) for order in orders} == wanted


def test_order_of_the_cards_never_matters(sweep: Sweep) -> None:
    rng = np.random.default_rng(2)
    rows = rng.integers(0, len(sweep.hands), 20_000)
    shuffled = rng.permuted(sweep.hands[rows], axis=1)
    found = strengths_of(sweep.evaluator, shuffled)
    assert (found == sweep.strengths[rows]).all()


@pytest.mark.parametrize("style", ["ascii", "unicode"])
def test_text_has_the_strength_of_its_codes(sweep: Sweep, style: str) -> None:
    rows = np.random.default_rng(3).integers(0, len(sweep.hands), 2_000)
    texts = [sr.format_cards(hand.tobytes(), style=style) for hand in sweep.hands[rows]]
    assert list(map(sweep.evaluator.evaluate, texts)) == sweep.strengths[rows].tolist()
