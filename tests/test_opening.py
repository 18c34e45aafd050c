"""Opening: jacks, queens, kings, aces or better, and four to a straight flush, against the rules and exact counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from reckonings import has_four, may_open
from reference import RULESETS, Reference, packs

import scalareale as sr
from scalareale.opening import can_open, can_open_many

COUNTS = json.loads((Path(__file__).parent / "data" / "counts.json").read_text(encoding="utf-8"))["decks"]
PACKS = [int(cards) for cards, deck in COUNTS.items() if deck.get("openers")]
RANK = {"J": 11, "Q": 12, "K": 13, "A": 14}
HIGH_GAMES = [(name, cards) for name in RULESETS for cards in packs(name) if not RULESETS[name].get("low")]


def test_packs_of_the_exact_counts_are_the_italian_ones() -> None:
    assert PACKS == [24, 28, 32, 36, 40]


@pytest.mark.parametrize("cards", PACKS)
def test_opening_frequencies_are_the_exact_counts(cards: int) -> None:
    openers = COUNTS[str(cards)]["openers"]
    hands = sr.all_hands(cards)
    for name in ("classic", "suit-first", "no-cycle"):
        ev = sr.Evaluator(name, cards=cards)
        for minimum in "JQKA":
            pairs = can_open_many(ev, hands, minimum, False)
            both = can_open_many(ev, hands, minimum)
            assert int(pairs.sum()) == openers[minimum * 2]
            assert int((both & ~pairs).sum()) == openers[f"bil_without_{minimum * 2}"]
            assert not (pairs & ~both).any()
    four = np.array([has_four(hand) for hand in hands.tolist()]) if cards <= 28 else None
    if four is not None:
        assert int(four.sum()) == openers["bil"]
        assert (both == (pairs | four)).all()


def test_share_of_opening_hands_in_32_cards_is_that_of_the_rules() -> None:
    opens = can_open_many(sr.Evaluator("classic", cards=32), sr.all_hands(32), four_to_a_straight_flush=False)
    assert round(100 * float(opens.mean()), 2) == 47.47


@pytest.mark.parametrize(("name", "cards"), HIGH_GAMES)
def test_openers_of_every_ruleset_are_those_of_the_reference(name: str, cards: int) -> None:
    ev, judge = sr.Evaluator(name, cards=cards), Reference(name, cards)
    rng = np.random.default_rng(cards)
    hands = np.array([rng.choice(np.frombuffer(ev.pack.codes, np.uint8), 5, replace=False) for _ in range(400)])
    if cards > 52:
        hands[::2, 0] = 52  # enough hands with a joker
        hands = hands[[len(set(hand)) == 5 for hand in hands.tolist()]]
    for minimum, rank in RANK.items():
        wanted = [may_open(judge, hand, rank) for hand in hands.tolist()]
        assert can_open_many(ev, hands, minimum, False).tolist() == wanted
        assert [can_open(ev, hand, minimum, False) for hand in hands.tolist()] == wanted
        wanted = [opens or has_four(hand) for opens, hand in zip(wanted, hands.tolist(), strict=True)]
        assert can_open_many(ev, hands, minimum).tolist() == wanted
        assert [can_open(ev, bytes(hand), minimum) for hand in hands.tolist()] == wanted


def test_pairs_that_a_house_orders_by_other_cards_first_open_by_their_rank() -> None:
    for keys in (["ranks"], ["suit_of_rank0", "groups"]):
        rules = sr.Rules.named("classic").replace(name="house", keys={"pair": keys})
        ev = sr.Evaluator(rules, cards=24)
        hands = sr.all_hands(24)
        for minimum in "JQKA":
            assert int(can_open_many(ev, hands, minimum, False).sum()) == COUNTS["24"]["openers"][minimum * 2]


@pytest.mark.parametrize(
    ("hand", "opens"),
    [
        ("Jh Qh Kh Th 7c", True),
        ("7h 8h 9h Th Kc", True),
        ("7h 8h 9h Th Qs", True),
        ("Jh Qh Kh Ah 7c", False),  # the ace is at one end
        ("7h 8h 9h Ah Kc", False),
        ("7h 8h Th Jh Ac", False),  # a gap
        ("7h 8h 9h Td Kc", False),  # another suit
        ("7h 9h Th Qh Kc", False),
        ("7h 8h 9h Kh Qc", False),
    ],
)
def test_four_to_a_straight_flush_are_open_at_both_ends(hand: str, opens: bool) -> None:
    ev = sr.Evaluator("classic", cards=32)
    assert can_open(ev, hand) is opens
    assert can_open(ev, hand, "A") is opens
    assert can_open(ev, hand, "A", four_to_a_straight_flush=False) is False


@pytest.mark.parametrize("lowest", ["2c 3c 4c 5c Kd", "9c Tc Jc Qc 2d", "Tc Jc Qc Kc 2d"])
def test_four_of_the_full_pack_open_too(lowest: str) -> None:
    assert can_open(sr.Evaluator("standard"), lowest)


def test_minimum_goes_up_from_level_to_level() -> None:
    ev = sr.Evaluator("classic", cards=32)
    for rank, levels in (("T", ""), ("J", "J"), ("Q", "JQ"), ("K", "JQK"), ("A", "JQKA")):
        side = [r for r in "AK98" if r != rank][:3]
        hand = f"{rank}h {rank}d " + " ".join(r + s for r, s in zip(side, "csc", strict=True))
        assert "".join(m for m in "JQKA" if can_open(ev, hand, m)) == levels


def test_shape_of_the_hands_is_kept_and_any_memory_will_do() -> None:
    ev = sr.Evaluator("classic", cards=28)
    hands = sr.all_hands(28)[:24_000]
    wanted = can_open_many(ev, hands)
    assert wanted.dtype == np.bool_
    assert (can_open_many(ev, hands.reshape(4, 6, 1000, 5)) == wanted.reshape(4, 6, 1000)).all()
    assert (can_open_many(ev, np.asfortranarray(hands)) == wanted).all()
    assert (can_open_many(ev, hands[::-3]) == wanted[::-3]).all()
    assert (can_open_many(ev, hands.astype(np.int64)) == wanted).all()
    assert can_open_many(ev, hands[:3].tolist()).tolist() == wanted[:3].tolist()
    one = can_open_many(ev, hands[7])
    assert one.shape == () and bool(one) is bool(wanted[7])
    assert can_open_many(ev, np.empty((0, 5), np.uint8)).shape == (0,)
    assert can_open_many(ev, np.empty((3, 0, 5), np.uint8)).shape == (3, 0)


@pytest.mark.parametrize("minimum", ["T", "10", "j", "jacks", "", "JJ"])
def test_other_minimum_is_refused(minimum: str) -> None:
    ev = sr.Evaluator("classic", cards=32)
    with pytest.raises(ValueError, match=f"unknown minimum '{minimum}', must be one of 'J', 'Q', 'K', 'A'"):
        can_open(ev, "Jh Jd 9s 8c 7d", minimum)
    with pytest.raises(ValueError, match="must be one of 'J', 'Q', 'K', 'A'"):
        can_open_many(ev, [[51, 50, 49, 48, 47]], minimum)


def test_minimum_that_is_no_text_is_a_type_error() -> None:
    wrong: Any = 11
    with pytest.raises(TypeError, match="unknown minimum 11, must be one of 'J', 'Q', 'K', 'A'"):
        can_open(sr.Evaluator("classic", cards=32), "Jh Jd 9s 8c 7d", wrong)


@pytest.mark.parametrize("name", ["deuce-to-seven", "ace-to-six", "ace-to-five"])
def test_no_pair_opens_where_the_lowest_hand_wins(name: str) -> None:
    with pytest.raises(ValueError, match=f"no pair opens under '{name}': the lowest hand wins"):
        can_open(sr.Evaluator(name), "Jh Jd 9s 8c 7d")


def test_bad_hands_are_refused_as_by_the_evaluator() -> None:
    ev = sr.Evaluator("classic", cards=32)
    with pytest.raises(sr.HandError, match="hand: 6d"):
        can_open(ev, "Ah 6d 7c 8s 9h")
    with pytest.raises(sr.HandError, match="a hand has 5 cards, not 2"):
        can_open(ev, "Ah Kd")
    with pytest.raises(sr.HandError, match="row 1: Ah twice"):
        can_open_many(ev, [[51, 50, 49, 48, 47], [50, 50, 49, 48, 47]])
    with pytest.raises(TypeError, match="float64"):
        can_open_many(ev, [[51.0, 50, 49, 48, 47]])
    with pytest.raises(ValueError, match="shape"):
        can_open_many(ev, [51, 50, 49, 48])


def test_two_pair_that_a_house_ranks_below_a_pair_does_not_open() -> None:
    names = [category.name.lower() for category in sr.Rules.named("classic").categories]
    pair, two_pair = names.index("pair"), names.index("two_pair")
    names[pair], names[two_pair] = names[two_pair], names[pair]
    ev = sr.Evaluator(sr.Rules.named("classic").replace(name="house", categories=names), cards=24)
    aces_up, aces = "Ah Ad Kh Kd Qc", "Ah Ad Kh Qd Jc"
    assert ev.compare(aces, aces_up) == 1
    for minimum in "JQKA":
        assert [can_open(ev, hand, minimum, False) for hand in (aces_up, aces)] == [False, True]
        rows = [[*sr.parse_cards(hand)] for hand in (aces_up, aces)]
        assert can_open_many(ev, rows, minimum, False).tolist() == [False, True]


def test_kings_do_not_open_at_aces_where_the_ace_is_low_and_they_are_the_strongest_pair() -> None:
    ev = sr.Evaluator(sr.Rules(packs=(52,), ace="low", straights=("ace-low", "middle")))
    hands = ["Kh Kd Qs Jc Td", "Ah Ad 4s 3c 2d"]
    assert ev.compare(*hands) == 1
    rows = [[*sr.parse_cards(hand)] for hand in hands]
    for minimum, wanted in (("K", [True, True]), ("A", [False, True])):
        assert [can_open(ev, hand, minimum, False) for hand in hands] == wanted
        assert can_open_many(ev, rows, minimum, False).tolist() == wanted
