"""The reference evaluator is right: exact counts, worked verdicts, and two ways of judging that agree."""

from __future__ import annotations

import doctest
import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import reference
from counts import COUNTS, DISTINCT, JOKER_COUNTS, NO_SUITS, counts_of, expanded
from reference import CATEGORIES, RULESETS, SHORT, Reference, Ruleset, Vectorised, all_hands, card, packs

DATA = Path(__file__).parent / "data"
SHOWDOWNS: list[dict[str, Any]] = json.loads((DATA / "showdowns.json").read_text("utf-8"))["showdowns"]
DECKS: dict[str, dict[str, Any]] = json.loads((DATA / "counts.json").read_text("utf-8"))["decks"]
CASES: list[dict[str, Any]] = json.loads((DATA / "cases.json").read_text("utf-8"))["cases"]
COMPARISONS = [case for case in CASES if case["kind"] == "compare"]
SINGLE_HANDS = [case for case in CASES if case["kind"] == "category"]

EVERY = [(name, cards) for name in RULESETS for cards in packs(name)]


def hand(text: str | list[str]) -> list[int]:
    return [card(c) for c in (text.split() if isinstance(text, str) else text)]


def own(base: str, **changes: Any) -> Ruleset:
    return {**RULESETS[base], **changes}


GREEK = own("classic", id="greek", straight_flush={"exceptions": [["quads:lowest_rank", "maximum:highest_suit"]]})
LOW_SUITS = own("classic", id="low-suits", low=True, suit_order=["s", "c", "d", "h"], straight_flush={"exceptions": []})
RAZZ_32 = own("ace-to-six", id="low-32", deck={"lowest": 7})
STRANGE = own(
    "fantini-santelia",
    id="strange",
    category_order=[
        "quads", "straight_flush", "pair", "flush", "straight", "full_house", "trips", "two_pair", "high_card"
    ],
    keys={
        **RULESETS["fantini-santelia"]["keys"],
        "full_house": ["groups", "suit_of_rank1"],
        "pair": ["suit_of_rank1", "ranks", "suit_of_group0"],
        "straight": ["suit_of_rank1", "suit_of_top", "top"],
    },
)  # fmt: skip
LOW_WILD = own("wild", id="low-wild", low=True)


def count(categories: Any) -> dict[str, int]:
    found = np.bincount(categories, minlength=10).tolist()
    return {name: n for name, n in zip(CATEGORIES, found, strict=True) if n}


def test_docstring_examples_hold() -> None:
    assert doctest.testmod(reference).failed == 0


@pytest.mark.parametrize("cards", [24, 28, 53])
def test_all_hands_are_the_combinations_in_order(cards: int) -> None:
    first = max(0, 52 - cards)
    rows = all_hands(cards)
    some = range(0, len(rows), 997)
    expected = np.array(list(combinations(range(first, first + cards), 5))[::997], dtype=np.uint8)
    assert rows.dtype == np.uint8
    assert (rows[some] == expected).all()


@pytest.mark.parametrize("cards", COUNTS)
def test_category_counts_are_exact(cards: int) -> None:
    expected = expanded(COUNTS[cards])
    assert count(Vectorised("classic", cards).categories(all_hands(cards))) == expected
    data = DECKS[str(cards)]["counts"]
    assert {SHORT.get(name, name): n for name, n in data.items()} == expected


@pytest.mark.parametrize("cards", [44, 48])
def test_category_counts_of_the_packs_between_are_those_of_the_data(cards: int) -> None:
    data = DECKS[str(cards)]["counts"]
    found = count(Vectorised("classic", cards).categories(all_hands(cards)))
    assert found == {SHORT.get(name, name): n for name, n in data.items()}


@pytest.mark.parametrize(("name", "cards"), JOKER_COUNTS)
def test_joker_counts_are_exact(name: str, cards: int) -> None:
    assert count(Vectorised(name, cards).categories(all_hands(cards))) == counts_of(name, cards)


@pytest.mark.parametrize("cards", COUNTS)
def test_straight_flush_tiers_are_as_many_as_the_rules_say(cards: int) -> None:
    classic = Reference("classic", cards)
    codes = range(52 - cards, 52)
    suited = [h for suit in range(4) for h in combinations([c for c in codes if c % 4 == suit], 5)]
    tiers = [classic.tier(h) for h in suited]
    medium = {24: 1, 28: 2, 32: 3, 36: 4, 40: 5, 52: 8}[cards]
    assert {t: tiers.count(t) for t in tiers if t} == {"minimum": 4, "medium": 4 * medium, "maximum": 4}
    assert DECKS[str(cards)]["straight_flush_classes"] == {"minimum": 4, "medium": 4 * medium, "maximum": 4}


@pytest.mark.parametrize("cards", COUNTS)
def test_straight_flush_triples_that_go_round_are_counted(cards: int) -> None:
    classic = Reference("classic", cards)
    codes = range(52 - cards, 52)
    suited = [h for suit in range(4) for h in combinations([c for c in codes if c % 4 == suit], 5)]
    straights = [h for h in suited if classic.tier(h)]
    circles = sum(
        len(set().union(*three)) == 15 and len(classic.showdown(three)) == 3 for three in combinations(straights, 3)
    )
    assert circles == DECKS[str(cards)]["straight_flush_confrontations"]["cyclic_triples"]


@pytest.mark.parametrize(("name", "cards"), [(n, c) for n, sizes in DISTINCT.items() for c in sizes])
def test_distinct_strengths_are_as_many_as_the_rules_say(name: str, cards: int) -> None:
    assert sorted(DISTINCT[name]) == packs(name)
    assert len(np.unique(Vectorised(name, cards).keys(all_hands(cards)))) == DISTINCT[name][cards]


@pytest.mark.parametrize("cards", NO_SUITS)
def test_distinct_strengths_without_suits_are_as_many_as_the_rules_say(cards: int) -> None:
    keys = Vectorised(own("classic", suit_order=None), cards).keys(all_hands(cards))
    assert len(np.unique(keys)) == NO_SUITS[cards]


@pytest.mark.parametrize("case", SHOWDOWNS, ids=lambda case: str(case["id"]))
def test_worked_showdowns_end_as_written(case: dict[str, Any]) -> None:
    players = list(case["hands"])
    hands = [hand(case["hands"][p]) for p in players]
    for name, winners in case["winners"].items():
        judge = Reference(name, 4 * (15 - case["lowest"]))
        assert [players[i] for i in judge.showdown(hands)] == winners, name
        back = judge.showdown(hands[::-1])
        assert sorted(players[::-1][i] for i in back) == sorted(winners), name


@pytest.mark.parametrize("case", SHOWDOWNS, ids=lambda case: str(case["id"]))
def test_worked_showdowns_have_the_categories_written(case: dict[str, Any]) -> None:
    for player, category in case["categories"].items():
        for name in case["winners"]:
            found = Reference(name, 4 * (15 - case["lowest"])).category(hand(case["hands"][player]))
            assert found == SHORT.get(category, category), (player, name)


@pytest.mark.parametrize("case", COMPARISONS, ids=lambda case: str(case["id"]))
def test_distilled_comparisons_come_out_as_written(case: dict[str, Any]) -> None:
    judge = Reference("classic", case["deck"])
    assert judge.compare(hand(case["a"]), hand(case["b"])) == case["expected_sign"]
    assert judge.compare(hand(case["b"]), hand(case["a"])) == -case["expected_sign"]


@pytest.mark.parametrize("case", SINGLE_HANDS, ids=lambda case: str(case["id"]))
def test_distilled_categories_come_out_as_written(case: dict[str, Any]) -> None:
    judge = Reference("classic", case["deck"])
    cards = hand(case["input"])
    tier = {"minimum": " (min)", "medium": " (med)", "maximum": " (max)", None: ""}[judge.tier(cards)]
    assert judge.category(cards).replace("_", " ") + tier == case["expected"]


def agree(ruleset: str | Ruleset, cards: int, hands: Any) -> None:
    """Check that both ways of judging give one order and one category to each hand."""
    judge, fast = Reference(ruleset, cards), Vectorised(ruleset, cards)
    rows = hands.tolist()
    keys = [judge.key(row) for row in rows]
    place = {key: i for i, key in enumerate(sorted(set(keys)))}
    _, places = np.unique(fast.keys(hands), return_inverse=True)
    assert places.reshape(-1).tolist() == [place[key] for key in keys]
    assert [CATEGORIES[i] for i in fast.categories(hands).tolist()] == [judge.category(row) for row in rows]


def sample(cards: int, size: int, seed: int) -> Any:
    """Return hands in no order, half of them drawn from all, half from one suit or a few ranks."""
    rng = np.random.default_rng(seed)
    hands = all_hands(cards)
    drawn = hands[rng.integers(0, len(hands), size // 2)]
    # Rare categories: all flushes and straight flushes, and hands of three ranks at most.
    suited = ((hands & 3) == (hands[:, :1] & 3)).all(axis=1) & (hands < 52).all(axis=1)
    ranks = 1 + ((hands[:, 1:] >> 2) != (hands[:, :-1] >> 2)).sum(axis=1)
    rare = np.flatnonzero(suited | (ranks <= 3))
    both = np.concatenate([drawn, hands[rng.choice(rare, size // 2)]])
    return rng.permuted(both, axis=1)


@pytest.mark.parametrize(("name", "cards"), EVERY)
def test_both_ways_of_judging_agree_on_samples(name: str, cards: int) -> None:
    agree(name, cards, sample(cards, 500 if RULESETS[name].get("jokers") else 4000, cards))


@pytest.mark.parametrize(
    ("ruleset", "cards"),
    [(GREEK, 32), (LOW_SUITS, 36), (RAZZ_32, 32), (STRANGE, 24), (STRANGE, 40), (LOW_WILD, 53)],
    ids=lambda value: value["id"] if isinstance(value, dict) else str(value),
)
def test_both_ways_of_judging_agree_on_house_rules(ruleset: Ruleset, cards: int) -> None:
    agree(ruleset, cards, sample(cards, 400 if ruleset.get("jokers") else 4000, 1))


def test_both_ways_of_judging_agree_on_every_hand_of_24_cards() -> None:
    agree("classic", 24, all_hands(24))


@pytest.mark.parametrize("name", ["bug", "wild"])
def test_both_ways_of_judging_agree_on_hands_with_one_joker(name: str) -> None:
    rng = np.random.default_rng(5)
    natural = np.array([rng.choice(52, 4, replace=False) for _ in range(600)], dtype=np.uint8)
    agree(name, 53, np.column_stack([natural, np.full(len(natural), 52, dtype=np.uint8)]))


def test_both_ways_of_judging_agree_on_hands_with_two_jokers() -> None:
    hands = all_hands(54)
    agree("wild", 54, np.random.default_rng(6).choice(hands[(hands >= 52).sum(axis=1) == 2], 100))


@pytest.mark.parametrize("name", [n for n in RULESETS if RULESETS[n]["straight_flush"]["exceptions"]])
@pytest.mark.parametrize("cards", [24, 28, 32, 36, 40])
def test_upset_is_a_pair_of_unbroken_ranges(name: str, cards: int) -> None:
    hands = all_hands(cards)
    judge, keys = Reference(name, cards), Vectorised(name, cards).keys(hands)
    suited = ((hands & 3) == (hands[:, :1] & 3)).all(axis=1)
    rows = np.flatnonzero(suited)
    winner = {int(keys[i]) for i in rows if judge.in_upset_winner(hands[i].tolist())}
    loser = {int(keys[i]) for i in rows if judge.in_upset_loser(hands[i].tolist())}
    assert max(winner) < min(loser)
    for side in (winner, loser):
        assert len(side) == (1 if name == "guide" else 4)
        assert set(keys[(keys >= min(side)) & (keys <= max(side))].tolist()) == side


def test_greek_rule_lets_four_of_the_lowest_rank_beat_the_imperial_flush() -> None:
    greek = Reference(GREEK, 32)
    imperial, royal = hand("Th Jh Qh Kh Ah"), hand("Td Jd Qd Kd Ad")
    sevens, eights = hand("7h 7d 7c 7s 9c"), hand("8h 8d 8c 8s 9c")
    assert greek.in_upset_winner(sevens) and not greek.in_upset_winner(eights)
    assert greek.in_upset_loser(imperial) and not greek.in_upset_loser(royal)
    assert greek.compare(sevens, imperial) == 1
    assert greek.compare(imperial, sevens) == -1
    assert greek.compare(sevens, royal) == -1
    assert greek.compare(eights, imperial) == -1
    assert greek.showdown([imperial, sevens]) == [1]
    assert greek.showdown([imperial, sevens, eights, None]) == [0, 1, 2]


def test_folded_hands_win_nothing_and_change_nothing() -> None:
    classic = Reference("classic", 32)
    least, middle, most = hand("As 7s 8s 9s Ts"), hand("8h 9h Th Jh Qh"), hand("Ad Kd Qd Jd Td")
    assert classic.showdown([None, None]) == []
    assert classic.showdown([None, middle]) == [1]
    assert classic.showdown([least, middle, most]) == [0, 1, 2]
    assert classic.showdown([None, middle, most]) == [2]
    assert classic.showdown([least, None, most]) == [0]


def test_lowest_hand_wins_a_low_game_suits_included() -> None:
    low = Reference(LOW_SUITS, 36)
    spade, heart = hand("As Kh Qd Jc 9d"), hand("Ah Ks Qc Jd 9s")
    assert low.compare(heart, spade) == 1  # here spades are the highest suit
    assert low.compare(spade, hand("6s 6h 7d 8c 9s")) == 1


def test_best_low_hands_are_the_ones_the_rules_name() -> None:
    for name, best in {
        "deuce-to-seven": "7s 5c 4d 3d 2c",
        "ace-to-six": "6c 4s 3h 2h Ad",
        "ace-to-five": "5s 4s 3s 2s As",
    }.items():
        hands = all_hands(52)
        keys = Vectorised(name, 52).keys(hands)
        top = hands[int(keys.argmax())].tolist()
        assert Reference(name, 52).compare(top, hand(best)) == 0


def test_jokers_stand_for_the_best_card_allowed() -> None:
    bug, wild = Reference("bug", 53), Reference("wild", 54)
    assert bug.category([*hand("Kc Kd Ks 2h"), 52]) == "three_of_a_kind"
    assert wild.category([*hand("Kc Kd Ks 2h"), 52]) == "four_of_a_kind"
    assert bug.category([*hand("Ac Ad As Ah"), 52]) == "five_of_a_kind"
    assert bug.category([*hand("Kc Kd Ks Kh"), 52]) == "four_of_a_kind"
    assert wild.category([*hand("2c 2d 2s"), 52, 53]) == "five_of_a_kind"
    assert bug.tier([*hand("Kh Qh Jh Th"), 52]) == "maximum"
    assert wild.key([*hand("Ah Kh 9h 5h"), 53]) == wild.key(hand("As Ks Qs 9s 5s"))
    assert wild.compare([*hand("2c 2d 2s"), 52, 53], hand("Ts Js Qs Ks As")) == 1


@pytest.mark.parametrize(
    ("name", "cards"), [("classic", 53), ("bug", 54), ("wild", 55), ("classic", 30), ("classic", 20)]
)
def test_packs_that_do_not_exist_are_refused(name: str, cards: int) -> None:
    with pytest.raises(ValueError, match="no pack of"):
        Reference(name, cards)


@pytest.mark.parametrize("cards", [[20, 21, 22, 23], [20, 20, 21, 22, 23], [19, 20, 21, 22, 23], [20, 21, 22, 23, 52]])
def test_what_is_not_five_cards_of_the_pack_is_refused(cards: list[int]) -> None:
    with pytest.raises(ValueError, match="five cards of the pack"):
        Reference("classic", 32).key(cards)
