"""Every hand of every pack of every ruleset has the place and the category that the reference gives it."""

from __future__ import annotations

from itertools import permutations
from math import comb

import numpy as np
import pytest
import sweeps
from counts import DISTINCT
from reference import RULESETS, packs
from sweeps import Sweep, committed_digests, digest, scalar, using

import scalareale as sr
from scalareale._core import ffi, lib
from scalareale.sweep import strength_counts

EVERY = [(name, cards) for name in sr.rulesets() for cards in sr.Rules.named(name).packs]


@pytest.fixture(scope="module", params=EVERY, ids=lambda pair: f"{pair[0]}-{pair[1]}")
def sweep(request: pytest.FixtureRequest) -> Sweep:
    return Sweep(*request.param)


@pytest.mark.parametrize("kernel", sr.kernels())
def test_strengths_of_every_hand_are_those_committed_in_rows_and_columns(kernel: str) -> None:
    """First and fast, since a wrong number anywhere shows here; that the numbers are right is what the others show."""
    committed = committed_digests()
    assert set(committed) == set(EVERY)
    with using(kernel):
        for cards in sorted({cards for _, cards in EVERY}):
            hands = sr.all_hands(cards)
            columns = np.ascontiguousarray(hands.T)
            for name in (name for name, size in EVERY if size == cards):
                ev = sr.Evaluator(name, cards=cards)
                strengths = ev.evaluate_many(hands)
                assert digest(strengths) == committed[name, cards], (name, cards)
                assert (ev.evaluate_columns(*columns) == strengths).all(), (name, cards)


@pytest.mark.parametrize("cards", [24, 28, 32, 36, 40, 54])
def test_perfect_hash_says_rightly_how_much_it_holds(cards: int) -> None:
    """Also what no function here reads, but whoever writes tables of his own or copies one."""
    hashed = lib.sr_hash_for(cards)
    jokers, ranks = max(0, cards - 52), min(cards, 52) // 4
    # No rank is there five times.
    multisets = sum(comb(ranks + 4 - held, 5 - held) for held in range(jokers + 1)) - ranks
    suited = sum(comb(ranks, 5 - held) for held in range(jokers + 1))
    assert hashed.n_classes == multisets + suited
    shift = ffi.unpack(hashed.shift, 2 * hashed.flush_row)
    assert hashed.n_slots == max(shift) + 256
    if hashed.shift32 != ffi.NULL:
        assert [32 * byte for byte in ffi.unpack(hashed.shift32, len(shift))] == shift
    high = hashed.mask >> 11
    assert hashed.mask & 0x7FF == 255
    assert (high & 255) + 1 << (high >> 11).bit_length() == hashed.flush_row


def test_rulesets_and_packs_are_those_of_the_reference() -> None:
    assert set(sr.rulesets()) == set(RULESETS)
    assert {name: list(sr.Rules.named(name).packs) for name in sr.rulesets()} == {n: packs(n) for n in RULESETS}


def test_tables_of_all_rulesets_are_compiled_in() -> None:
    """Else they would be built when they are asked for, which takes time only."""
    found: list[tuple[str, int]] = []
    while table := lib.sr_table_at(len(found)):
        found.append((ffi.string(lib.sr_table_name(len(found))).decode(), table.cards))
        assert table.first == min(sr.Pack(table.cards).codes)
    assert sorted(found) == sorted(EVERY)


def test_hash_for_any_number_of_cards_is_that_of_the_next_greater_pack() -> None:
    sizes = [24, 28, 32, 36, 40, 54]
    assert len({lib.sr_hash_for(size) for size in sizes}) == 6
    for cards in range(55):
        assert lib.sr_hash_for(cards) == lib.sr_hash_for(next(size for size in sizes if size >= cards)), cards
    assert lib.sr_hash_for(55) == lib.sr_hash_for(2**32 - 1) == ffi.NULL


def test_strength_is_the_place_in_the_order_of_the_reference(sweep: Sweep) -> None:
    """R26: no hand is without strength, each strength occurs, and equal hands are equal."""
    assert sweeps.check_order(sweep) == len(sweep.hands)


def test_no_other_code_is_a_card(sweep: Sweep) -> None:
    ev = sweep.evaluator
    others = [code for code in range(256) if code not in ev.pack.codes]
    good = list(ev.pack.codes[:2] + ev.pack.codes[-2:])
    hands = np.array([[*good[:2], code, *good[2:]] for code in others], np.uint8)
    assert [lib.sr_evaluate(ev._table, bytes(hand)) for hand in hands.tolist()] == [0] * len(others)
    beside = [code for code in (ev.pack.codes[0] - 1, ev.pack.codes[-1] + 1) if code >= 0]
    for kernel in sr.kernels():
        with using(kernel):
            for code in (*beside, 255):
                rows = np.tile(np.array([*good, ev.pack.codes[3]], np.uint8), (200, 1))
                rows[150, 2] = code
                with pytest.raises(sr.HandError, match=r"^row 150: \S+ \(card 3\)"):
                    ev.evaluate_many(rows)


def test_category_is_that_of_the_reference(sweep: Sweep) -> None:
    assert sweeps.check_categories(sweep) == len(sweep.hands)


def test_category_counts_are_exact(sweep: Sweep) -> None:
    """R26: as many hands of each category as the tables of counts say."""
    assert sweeps.check_counts(sweep) == 10


def test_hands_of_each_strength_are_counted(sweep: Sweep) -> None:
    strengths, counts = np.unique(sweep.strengths, return_counts=True)
    assert strength_counts(sweep.evaluator).tolist() == [0, *counts.tolist()]
    assert strengths.tolist() == list(range(1, sweep.evaluator.strengths + 1))


def test_distinct_strengths_are_as_many_as_the_rules_say(sweep: Sweep) -> None:
    assert sweep.evaluator.strengths == DISTINCT[sweep.name][sweep.cards]


def test_tier_of_every_straight_flush_is_that_of_the_reference_and_nothing_else_has_one(sweep: Sweep) -> None:
    """Y10 among others: with 24 cards there are four of each tier."""
    assert sweeps.check_tiers(sweep) == np.count_nonzero(sweep.categories == sr.Category.STRAIGHT_FLUSH)


def test_upset_is_what_the_reference_says(sweep: Sweep) -> None:
    """Y08: the two ranges of strength between which the greater number does not win."""
    assert (sweeps.check_upset(sweep) > 0) == bool(RULESETS[sweep.name]["straight_flush"]["exceptions"])


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
    assert (scalar(sweep.evaluator, shuffled) == sweep.strengths[rows]).all()


@pytest.mark.parametrize("style", ["ascii", "unicode"])
def test_text_has_the_strength_of_its_codes(sweep: Sweep, style: str) -> None:
    rows = np.random.default_rng(3).integers(0, len(sweep.hands), 2_000)
    texts = [sr.format_cards(hand.tobytes(), style=style) for hand in sweep.hands[rows]]
    assert list(map(sweep.evaluator.evaluate, texts)) == sweep.strengths[rows].tolist()
