# ruff: noqa: RUF001  (look-alikes and Russian are what some tests are about)
"""The evaluator as its user meets it: how it is made, what it takes, what it refuses, and house rules."""

from __future__ import annotations

import array
import copy
import ctypes
import pickle
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import _cffi_backend
import numpy as np
import pytest
from houses import GREEK, HOUSES, own
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import RULESETS, Reference, Vectorised, all_hands, packs
from sweeps import Sweep, check_tiers, scalar

import scalareale as sr
from scalareale import evaluator
from scalareale._core import lib
from scalareale.describe import CATEGORY_NAMES, RANK_NAMES, SUIT_NAMES, TIER_NAMES

EVERY = [(name, cards) for name in RULESETS for cards in packs(name)]
CLASSIC = sr.Evaluator("classic", cards=32)
STANDARD = sr.Evaluator("standard")
WILD = sr.Evaluator("wild", cards=54)
GOOD, OTHER = "Ah Kd Qc Js 9h", "Td 8d 7c 7s 9d"
HOUSE = sr.Rules.named("classic").replace(
    name="ours",
    source="Thursday's table",
    suits="scdh",
    upset=(sr.Selector("straight_flush", tier="minimum", suit="h"), sr.Selector("straight_flush", tier="maximum")),
)


# -- how it is made -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULESETS)
def test_pack_is_named_by_its_size(name: str) -> None:
    for cards in packs(name):
        ev = sr.Evaluator(name, cards=cards)
        assert (ev.rules, ev.pack) == (sr.Rules.named(name), sr.Pack(cards))
        assert sr.Evaluator(sr.Rules.named(name), cards=cards) == ev


@pytest.mark.parametrize("name", RULESETS)
def test_pack_is_named_by_the_players_where_the_ruleset_has_a_table(name: str) -> None:
    table = RULESETS[name]["deck"].get("lowest_by_players", {})
    for players in range(1, 8):
        if str(players) in table:
            wanted = 4 * (15 - table[str(players)])
            assert sr.Evaluator(name, players=players).pack.size == wanted
        else:
            with pytest.raises(ValueError, match=name):
                sr.Evaluator(name, players=players)


@pytest.mark.parametrize("name", RULESETS)
def test_pack_need_not_be_named_if_there_is_one_only(name: str) -> None:
    sizes = packs(name)
    if len(sizes) == 1:
        assert sr.Evaluator(name).pack.size == sizes[0]
    else:
        with pytest.raises(TypeError, match=f"needs cards={sizes[0]}"):
            sr.Evaluator(name)


def test_ruleset_is_classic_if_none_is_given() -> None:
    assert sr.Evaluator(cards=32) == CLASSIC


def test_pack_is_never_named_twice() -> None:
    with pytest.raises(TypeError, match="not both"):
        sr.Evaluator("classic", cards=32, players=4)


@pytest.mark.parametrize("cards", [np.int64(32), np.uint8(32)])
def test_sizes_may_be_any_integer(cards: Any) -> None:
    assert sr.Evaluator("classic", cards=cards) == CLASSIC
    assert sr.Evaluator("classic", players=cards // 8) == CLASSIC


@pytest.mark.parametrize("players", ["4", 4.0, True, [4]])
def test_players_of_the_wrong_kind_are_a_type_error(players: Any) -> None:
    with pytest.raises(TypeError, match="players is an int"):
        sr.Evaluator("classic", players=players)


@pytest.mark.parametrize("rules", [None, 32, b"classic", RULESETS["classic"], sr.Rules])
def test_rules_of_the_wrong_kind_are_a_type_error(rules: Any) -> None:
    with pytest.raises(TypeError, match="a name or a Rules"):
        sr.Evaluator(rules, cards=32)


@pytest.mark.parametrize("name", ["Classic", "", "holdem", "classic ", "classic\0"])
def test_unknown_ruleset_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(ValueError, match=r"there are classic, .* and wild"):
        sr.Evaluator(name, cards=32)


def test_options_are_named_never_placed() -> None:
    with pytest.raises(TypeError):
        sr.Evaluator("classic", 32)  # type: ignore[call-arg]


# -- values -------------------------------------------------------------------------------------------------------


def evaluators() -> list[sr.Evaluator]:
    return [*(sr.Evaluator(name, cards=cards) for name, cards in EVERY), sr.Evaluator(HOUSE, cards=40)]


def values() -> list[Any]:
    """One of each public value."""
    upset = HOUSE.upset
    assert upset is not None
    rank = sr.Evaluator(HOUSE, cards=32).rank(GOOD)
    joker = WILD.rank("Ah Kd Qc Jk Jk")
    return [*evaluators(), HOUSE, sr.Rules.named("guide"), *upset, sr.Pack(53), CLASSIC.rank(GOOD), rank, joker]


@pytest.mark.parametrize("value", values(), ids=repr)
def test_value_is_copied_and_pickled_as_an_equal_one(value: Any) -> None:
    """A04"""
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value
        assert hash(again) == hash(value)
        assert repr(again) == repr(value)
    assert copy.copy(value) == copy.deepcopy(value) == value
    assert {value: "found"}[copy.deepcopy(value)] == "found"


@pytest.mark.parametrize("value", values(), ids=repr)
def test_repr_evaluates_back(value: Any) -> None:
    assert eval(repr(value), {**vars(sr)}) == value


@pytest.mark.parametrize("value", values(), ids=repr)
def test_value_cannot_be_changed(value: Any) -> None:
    value = copy.deepcopy(value)  # where it can be changed after all, the others stay whole
    names = [name for name in type(value).__slots__ if not name.startswith("__")]
    assert names
    for name in [*names, "anything"]:
        before = getattr(value, name, None)
        with pytest.raises(AttributeError):
            setattr(value, name, before)
        with pytest.raises(AttributeError):
            delattr(value, name)
        assert getattr(value, name, None) is before or getattr(value, name, None) == before


def test_values_are_equal_just_if_they_say_the_same() -> None:
    every = values()
    assert len(set(every)) == len(every)
    for i, a in enumerate(every):
        assert [j for j, b in enumerate(every) if a == b] == [i]
        assert a != "something else"
        assert not a == None  # noqa: E711
    same_but_for_the_name = sr.Rules.named("classic").replace(name="mine")
    assert sr.Evaluator(same_but_for_the_name, cards=32) != CLASSIC


def test_named_rules_by_another_way_give_the_same_evaluator() -> None:
    again = sr.Evaluator(sr.Rules.named("classic").replace(), cards=32)
    assert again == CLASSIC
    assert hash(again) == hash(CLASSIC)
    assert repr(again) == "Evaluator('classic', cards=32)"


def test_house_rules_under_a_known_name_are_not_taken_for_the_known_ones() -> None:
    impostor = sr.Rules.named("classic").replace(suits="cdhs", upset=None)
    assert impostor.name == "classic"
    ev = sr.Evaluator(impostor, cards=32)
    assert ev != CLASSIC
    assert ev.upset is None
    assert ev.compare("Ac Kd Qc Js 9h", "Ah Ks Qd Jc 9s") == 1
    assert pickle.loads(pickle.dumps(ev)) == ev
    assert eval(repr(ev), {**vars(sr)}) == ev


def test_evaluator_outlives_many_others_with_tables_of_their_own() -> None:
    """Tables of house rules are made at run time and kept a while; an evaluator keeps its own."""
    first = sr.Evaluator(HOUSE, cards=24)
    hands = [row.tobytes() for row in all_hands(24)[::97]]
    before = list(map(first.evaluate, hands))
    for i in range(150):
        sr.Evaluator(HOUSE.replace(name=f"ours {i}"), cards=24)
    assert list(map(first.evaluate, hands)) == before
    assert sr.Evaluator(HOUSE, cards=24) == first


# -- what a hand is worth -----------------------------------------------------------------------------------------


def test_rank_holds_the_strength_and_all_that_goes_with_it() -> None:
    rank = CLASSIC.rank("Th 9h 8h 7h Ah")
    assert rank.strength == CLASSIC.evaluate("Th 9h 8h 7h Ah")
    assert rank.category is sr.Category.STRAIGHT_FLUSH
    assert rank.tier is sr.Tier.MINIMUM
    assert sr.format_cards(rank.cards) == "Th9h8h7hAh"
    assert str(rank) == "minimum straight flush of hearts"
    assert not isinstance(rank, int)


@pytest.mark.parametrize(("name", "cards"), EVERY)
def test_rank_agrees_with_evaluate_and_the_reference(name: str, cards: int) -> None:
    ev, judge = sr.Evaluator(name, cards=cards), Reference(name, cards)
    hands = all_hands(cards)
    rng = np.random.default_rng(cards)
    rows = rng.integers(0, len(hands), 40 if cards > 52 else 300)
    for hand in rng.permuted(hands[rows], axis=1).tolist():
        rank = ev.rank(hand)
        assert type(rank.strength) is int
        assert rank.strength == ev.evaluate(bytes(hand))
        assert rank.category.name.lower() == judge.category(hand)
        assert (rank.tier.name.lower() if rank.tier else None) == judge.tier(hand)
        assert sorted(rank.cards) == sorted(hand)
        assert ev.rank(rank.cards) == rank
        assert str(rank) == ev.describe(hand) == ev.describe(hand, "en")


ORDERED = [
    ("classic", 32, "9h Th Tc Ad Js", "ThTcAdJs9h"),
    ("classic", 32, "7c 9s 7s 9h Kd", "9h9s7c7sKd"),
    ("classic", 32, "As 8c Ac 8s Ad", "AdAcAs8c8s"),
    ("classic", 32, "9s 9c Kd 9d 9h", "9h9d9c9sKd"),
    ("classic", 32, "7s Kd 7d Ac 7h", "7h7d7sAcKd"),
    ("classic", 32, "Ah 7s 9c 8d Ts", "Ts9c8d7sAh"),
    ("classic", 32, "Ah Ts Kc Qd Js", "AhKcQdJsTs"),
    ("classic", 32, "Td Ad 8d Kd 9d", "AdKdTd9d8d"),
    ("classic", 24, "As 9s Js Ts Qs", "QsJsTs9sAs"),
    ("classic", 32, "7h Ah 8d Kc Qs", "AhKcQs8d7h"),
    ("standard", 52, "Ah 2d 3c 4s 5h", "5h4s3c2dAh"),
    ("ace-to-five", 52, "Ah 2d 3c 4s 5h", "5h4s3c2dAh"),
    ("ace-to-five", 52, "Ah Ad Kc 4s 5h", "AhAdKc5h4s"),
    ("ace-to-six", 52, "Ah Kd Qc Js Th", "KdQcJsThAh"),
    ("deuce-to-seven", 52, "Ad 5h 4s 3h 2c", "Ad5h4s3h2c"),
]


@pytest.mark.parametrize(("name", "cards", "text", "wanted"), ORDERED)
def test_cards_stand_in_deciding_order(name: str, cards: int, text: str, wanted: str) -> None:
    assert sr.format_cards(sr.Evaluator(name, cards=cards).rank(text).cards) == wanted


@pytest.mark.parametrize(
    ("text", "category", "wanted"),
    [
        ("Jk Kh Qh Jh Th", sr.Category.STRAIGHT_FLUSH, "JkKhQhJhTh"),
        ("Ah Jk Qh Jh Th", sr.Category.STRAIGHT_FLUSH, "AhJkQhJhTh"),
        ("2h 3d 4c Jk Ah", sr.Category.STRAIGHT, "Jk4c3d2hAh"),
        ("2h 2d 2c Jk Jk", sr.Category.FIVE_OF_A_KIND, "2h2d2cJkJk"),
        ("2h 2d 9c Jk Kd", sr.Category.THREE_OF_A_KIND, "2h2dJkKd9c"),
        ("2h 2d 9c Jk 9d", sr.Category.FULL_HOUSE, "9d9cJk2h2d"),
        ("2h 9h 4h Jk Kh", sr.Category.FLUSH, "JkKh9h4h2h"),
        ("2h 9d 4h Jk Kh", sr.Category.PAIR, "KhJk9d4h2h"),
    ],
)
def test_jokers_stand_where_the_card_they_stand_for_would(text: str, category: sr.Category, wanted: str) -> None:
    rank = WILD.rank(text)
    assert (rank.category, sr.format_cards(rank.cards)) == (category, wanted)


SAMPLES = {
    sr.Category.HIGH_CARD: "Ah Kd Qc 9s 8h",
    sr.Category.PAIR: "Jh Jd As 9c 7d",
    sr.Category.TWO_PAIR: "9h 9s 7s 7c Kd",
    sr.Category.THREE_OF_A_KIND: "Th Td Tc 7s 8d",
    sr.Category.STRAIGHT: "7h 8d 9c Ts Jh",
    sr.Category.FULL_HOUSE: "Kh Kd Ks 7s 7d",
    sr.Category.FLUSH: "7s 8s 9s Ts Qs",
    sr.Category.FOUR_OF_A_KIND: "9h 9d 9c 9s 7d",
    sr.Category.STRAIGHT_FLUSH: "8h 9h Th Jh Qh",
    sr.Category.FIVE_OF_A_KIND: "Ah Ad Ac As Jk",
}


@pytest.mark.parametrize("language", ["en", "it", "fr", "ru"])
@pytest.mark.parametrize("category", sr.Category)
def test_hand_of_each_category_is_described_in_each_language(category: sr.Category, language: str) -> None:
    ev = WILD if category is sr.Category.FIVE_OF_A_KIND else CLASSIC
    text = ev.describe(SAMPLES[category], language)
    assert ev.rank(SAMPLES[category]).category is category
    top = ev.rank(SAMPLES[category]).cards[0] // 4 + 2
    assert RANK_NAMES[language][top][:2] in text  # the beginning is common to all forms of the word
    if (category, language) != (sr.Category.HIGH_CARD, "en"):
        assert CATEGORY_NAMES[language][category] in text
    assert "{" not in text
    assert text == text.strip()


@pytest.mark.parametrize(
    ("text", "english", "italian"),
    [
        ("Ah 7h 8h 9h Th", "minimum straight flush of hearts", "scala reale minima di cuori"),
        ("Jh Jd As 9c 7d", "pair of jacks, ace nine seven", None),
    ],
)
def test_samples_of_the_design_are_worded_so(text: str, english: str, italian: str | None) -> None:
    assert CLASSIC.describe(text) == english
    if italian:
        assert CLASSIC.describe(text, "it") == italian


@pytest.mark.parametrize("language", ["en", "it", "fr", "ru"])
def test_tier_and_suit_of_a_straight_flush_are_named(language: str) -> None:
    words = [CLASSIC.describe(text, language) for text in ("As 7s 8s 9s Ts", "8s 9s Ts Js Qs", "Ts Js Qs Ks As")]
    assert len(set(words)) == 3
    for tier, text in zip(sr.Tier, words, strict=True):
        assert SUIT_NAMES[language][3][:3] in text
        if tier is not sr.Tier.MEDIUM:
            assert TIER_NAMES[language][tier] in text


def test_hands_that_differ_by_the_deciding_suit_read_differently() -> None:
    for one, other in (("Ah Kd Qc Js 9h", "As Kd Qc Js 9h"), ("7h 8d 9c Ts Jh", "7h 8d 9c Ts Jd")):
        assert CLASSIC.compare(one, other)
        assert CLASSIC.describe(one) != CLASSIC.describe(other)
        assert STANDARD.describe(one) == STANDARD.describe(other)


@pytest.mark.parametrize("language", ["de", "EN", "", None, 1, ["en"]])
def test_unknown_language_is_refused_with_the_known_ones(language: Any) -> None:
    with pytest.raises((ValueError, TypeError), match=r"en.*it.*fr.*ru"):
        CLASSIC.describe(GOOD, language)


# -- the best five ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [5, 6, 7])
@pytest.mark.parametrize(("name", "cards"), EVERY)
def test_best_five_are_those_of_the_reference(name: str, cards: int, n: int) -> None:
    """Among equals the greater codes."""
    ev, judge = sr.Evaluator(name, cards=cards), Reference(name, cards)
    rng = np.random.default_rng(n)
    codes = np.frombuffer(ev.pack.codes, dtype=np.uint8)
    for _ in range(6 if cards > 52 else 40):
        held = rng.permutation(codes)[:n].tolist()
        wanted = max(combinations(sorted(held, reverse=True), 5), key=lambda five: (judge.key(five), five))
        found = ev.best(bytes(held))
        assert sorted(found, reverse=True) == list(wanted), sr.format_cards(held)
        assert found == ev.rank(found).cards
        if 53 not in held:
            assert ev.best(sr.format_cards(held)) == found


def test_best_five_are_of_the_greatest_strength_under_an_upset_too() -> None:
    held = "Ah Kh Qh Jh Th 9h As"
    assert sr.format_cards(sr.Evaluator("classic", cards=24).best(held)) == "AhKhQhJhTh"


@pytest.mark.parametrize("n", [0, 1, 4, 8, 12])
def test_best_takes_five_to_seven_cards(n: int) -> None:
    for held in (bytes(range(20, 20 + n)), list(range(20, 20 + n)), sr.format_cards(range(20, 20 + n))):
        with pytest.raises(sr.HandError, match=f"5, 6 or 7 cards, not {n}$"):
            CLASSIC.best(held)


# -- what is refused ----------------------------------------------------------------------------------------------

DOORS: dict[str, Callable[[sr.Evaluator, Any], object]] = {
    "evaluate": lambda ev, hand: ev.evaluate(hand),
    "rank": lambda ev, hand: ev.rank(hand),
    "describe": lambda ev, hand: ev.describe(hand),
    "describe in Italian": lambda ev, hand: ev.describe(hand, "it"),
    "compare first": lambda ev, hand: ev.compare(hand, GOOD),
    "compare second": lambda ev, hand: ev.compare(sr.parse_cards(GOOD), hand),
    "compare both": lambda ev, hand: ev.compare(hand, hand),
    "showdown first": lambda ev, hand: ev.showdown([hand, sr.parse_cards(OTHER)]),
    "showdown second": lambda ev, hand: ev.showdown([sr.parse_cards(OTHER), hand]),
    "showdown of a tuple": lambda ev, hand: ev.showdown((OTHER, None, hand)),
    "best": lambda ev, hand: ev.best(hand),
}


class Sized:
    """Counts and indexes like a sequence, but gives no items."""

    def __len__(self) -> int:
        return 5


class Broken:
    """Claims to be an integer."""

    def __index__(self) -> int:
        return "Ah"  # type: ignore[return-value]


def good(kind: Any = bytes) -> Any:
    return kind(sr.parse_cards(GOOD))


# What is wrong, how, and what of it the message must name. Makers, since some are used up by one reading.
WRONG: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    # Cards that are none, or not of the pack, or there already.
    "repeated card": (lambda: "Ah Ah Kd Qc Js", sr.HandError, r"Ah twice \(card 2\)"),
    "repeated code": (lambda: bytes([50, 46, 42, 38, 50]), sr.HandError, r"Ah twice \(card 5\)"),
    "one card five times": (lambda: bytes([50] * 5), sr.HandError, r"Ah twice \(card 2\)"),
    "card below the pack": (lambda: "Ah Kd 6c Js 9h", sr.HandError, r"6c \(card 3\).*32 cards \(7 to A\)"),
    "code below the pack": (lambda: bytes([50, 46, 42, 38, 0]), sr.HandError, r"2c \(card 5\).*32 cards"),
    "last code below the pack": (lambda: [50, 46, 42, 38, 19], sr.HandError, r"6s \(card 5\).*32 cards"),
    "joker": (lambda: "Ah Kd Qc Js Jk", sr.HandError, r"Jk \(card 5\).*32 cards"),
    "two jokers": (lambda: bytes([50, 46, 42, 52, 53]), sr.HandError, r"Jk \(card 4\)"),
    "code of no card": (lambda: bytes([50, 46, 42, 38, 54]), sr.HandError, r"54 \(card 5\)"),
    "code 255": (lambda: bytes([255, 46, 42, 38, 30]), sr.HandError, r"255 \(card 1\)"),
    "code of a card and 64": (lambda: bytes([50, 46, 42, 38, 94]), sr.HandError, r"94 \(card 5\)"),
    "code of a card and 256": (lambda: [50, 46, 42, 38, 286], sr.HandError, r"286 \(card 5\)"),
    "negative code": (lambda: [-1, 46, 42, 38, 30], sr.HandError, r"-1 \(card 1\)"),
    "negative code that wraps round": (lambda: [50 - 256, 46, 42, 38, 30], sr.HandError, r"-206 \(card 1\)"),
    "code in a tuple": (lambda: (50, 46, 300, 38, 30), sr.HandError, r"300 \(card 3\)"),
    "huge code": (lambda: [50, 46, 42, 38, 2**40], sr.HandError, r"1099511627776 \(card 5\)"),
    "code too long for decimals": (lambda: [50, 46, 42, 38, 1 << 10**5], sr.HandError, r"\(card 5\)"),
    # Items that are no integers.
    "True": (lambda: [True, 46, 42, 38, 30], TypeError, r"True \(card 1\)"),
    "1.0": (lambda: [50, 46.0, 42, 38, 30], TypeError, r"46.0 \(card 2\)"),
    "None inside": (lambda: [50, 46, None, 38, 30], TypeError, r"None \(card 3\)"),
    "text inside": (lambda: ["Ah", "Kd", "Qc", "Js", "9h"], TypeError, r"'Ah' \(card 1\)"),
    "bytes inside": (lambda: [b"2", 46, 42, 38, 30], TypeError, r"b'2' \(card 1\)"),
    "list inside": (lambda: [[50], 46, 42, 38, 30], TypeError, r"\[50\] \(card 1\)"),
    "complex": (lambda: [50j, 46, 42, 38, 30], TypeError, r"50j \(card 1\)"),
    "broken index": (lambda: [Broken(), 46, 42, 38, 30], TypeError, r"\(card 1\)"),
    # What is no hand by its kind.
    "True alone": (lambda: True, TypeError, "True"),
    "integer": (lambda: 50, TypeError, "50"),
    "float": (lambda: 1.5, TypeError, "1.5"),
    "set": (lambda: good(set), TypeError, "must have an order, not be a set"),
    "frozenset": (lambda: good(frozenset), TypeError, "must have an order, not be a frozenset"),
    "dict": (lambda: dict.fromkeys(good()), TypeError, "must have an order, not be a dict"),
    "keys of a dict": (lambda: dict.fromkeys(good()).keys(), TypeError, "must have an order"),
    "object": (object, TypeError, "object"),
    "sized": (Sized, TypeError, "Sized"),
    "type": (lambda: bytes, TypeError, "bytes"),
    "rank": (lambda: CLASSIC.rank(GOOD), TypeError, r"rank\("),
    # Arrays.
    "float array": (lambda: np.array([50.0, 46, 42, 38, 30]), TypeError, r"\(card 1\)"),
    "bool array": (lambda: np.ones(5, dtype=bool), TypeError, r"\(card 1\)"),
    "text array": (lambda: np.array(["Ah", "Kd", "Qc", "Js", "9h"]), TypeError, r"\(card 1\)"),
    "object array": (lambda: np.array([50, None, 42, 38, 30], dtype=object), TypeError, r"\(card 2\)"),
    "int8 array below zero": (lambda: np.array([50, -1, 42, 38, 30], dtype=np.int8), sr.HandError, "-1"),
    "int16 array": (lambda: np.array([50, 300, 42, 38, 30], dtype=np.int16), sr.HandError, "300"),
    "uint64 array": (lambda: np.array([50, 2**63, 42, 38, 30], dtype=np.uint64), sr.HandError, r"\(card 2\)"),
    "uint8 array": (lambda: np.array([50, 255, 42, 38, 30], dtype=np.uint8), sr.HandError, "255"),
    "dates": (lambda: np.array([50, 46, 42, 38, 30], dtype="M8[s]"), TypeError, r"\(card 1\)"),
    "array without dimensions": (lambda: np.array(50), TypeError, "50"),
    "numpy integer": (lambda: np.uint8(50), TypeError, "50"),
    "array.array of floats": (lambda: array.array("d", [50, 46, 42, 38, 30]), TypeError, r"\(card 1\)"),
    "ctypes array": (lambda: (ctypes.c_float * 5)(50, 46, 42, 38, 30), TypeError, r"\(card 1\)"),
    "one row": (lambda: np.array([[50, 46, 42, 38, 30]], dtype=np.uint8), ValueError, r"\(1, 5\)"),
    "one column": (lambda: memoryview(good()).cast("B", (5, 1)), ValueError, r"\(5, 1\)"),
    "one item of five bytes": (lambda: np.array([good()], dtype="V5"), TypeError, r"\(card 1\)"),
    "one string of five bytes": (lambda: np.array([good()], dtype="S5"), TypeError, r"\(card 1\)"),
    # Text.
    "junk": (lambda: "junk", sr.HandError, "'junk'"),
    "sentence": (lambda: "my hand is Ah Kd Qc Js 9h", sr.HandError, "'my' at position 0"),
    "something behind": (lambda: "Ah Kd Qc Js 9h.", sr.HandError, r"'\.' at position 14"),
    "NUL behind": (lambda: "AhKdQcJs9h\0", sr.HandError, r"position 10"),
    "NUL inside": (lambda: "AhKdQcJs\x009h", sr.HandError, r"position 8"),
    "NUL and a card behind": (lambda: "AhKdQcJs9h\0Th", sr.HandError, r"position 10"),
    "NUL before": (lambda: "\0AhKdQcJs9h", sr.HandError, r"position 0"),
    "other junk behind": (lambda: "AhKdQcJs9h\u00e9", sr.HandError, r"U\+00E9"),
    "lone surrogate": (lambda: "AhKdQcJs9h\udc80", sr.HandError, r"U\+DC80"),
    "lone surrogate inside": (lambda: "AhKd\ud800QcJs9h", sr.HandError, r"U\+D800"),
    "Cyrillic es": (lambda: "Ah Kd Q\u0441 Js 9h", sr.HandError, r"U\+0441.*Cyrillic"),
    "Greek alpha": (lambda: "\u0391h Kd Qc Js 9h", sr.HandError, r"U\+0391.*Greek"),
    "full width": (lambda: "\uff21h Kd Qc Js 9h", sr.HandError, r"U\+FF21.*full-width"),
    "Kelvin sign": (lambda: "Ah \u212ad Qc Js 9h", sr.HandError, r"U\+212A"),
    "Arabic nine": (lambda: "Ah Kd Qc Js \u0669h", sr.HandError, r"U\+0669"),
    "star for a suit": (lambda: "Ah Kd Qc Js 9\u2605", sr.HandError, r"U\+2605"),
    "neighbour of the suits": (lambda: "Ah Kd Qc Js 9\u2668", sr.HandError, r"U\+2668"),
    "byte order mark": (lambda: "\ufeffAh Kd Qc Js 9h", sr.HandError, r"U\+FEFF"),
    "zero width space": (lambda: "Ah\u200bKd Qc Js 9h", sr.HandError, r"U\+200B"),
    "selector behind a letter": (lambda: "Ah\ufe0f Kd Qc Js 9h", sr.HandError, r"U\+FE0F"),
    "ten without a suit": (lambda: "Ah Kd Qc Js 10", sr.HandError, "'10'.*suit is missing"),
    "one": (lambda: "Ah Kd Qc Js 1h", sr.HandError, "'1h'"),
    "three jokers": (lambda: "Jk Jk Jk Ah Kd", sr.HandError, "third joker"),
    "semicolons": (lambda: "Ah;Kd;Qc;Js;9h", sr.HandError, "';'"),
    "Italian letters": (lambda: "AC KQ QF JP 9C", sr.HandError, "italian"),
    "huge text": (lambda: "Ah Kd Qc Js 9h " + "x" * 10**6, sr.HandError, "'x"),
}  # fmt: skip

# A wrong number of cards; five to seven are right for `best`.
MISCOUNTED: dict[str, tuple[Callable[[], Any], int]] = {
    "no text": (lambda: "", 0),
    "blanks": (lambda: " ,\t\n", 0),
    "no bytes": (lambda: b"", 0),
    "no items": (list, 0),
    "no more items": (lambda: iter(()), 0),
    "four cards": (lambda: "Ah Kd Qc Js", 4),
    "four bytes": (lambda: good()[:4], 4),
    "four bytes and a NUL behind": (lambda: memoryview(good() + b"\0")[:4], 4),
    "four items": (lambda: tuple(good()[:4]), 4),
    "empty array": (lambda: np.array([], dtype=np.uint8), 0),
    "short array": (lambda: np.array(list(good()[:3])), 3),
    "six cards": (lambda: "Ah Kd Qc Js 9h 8h", 6),
    "six bytes": (lambda: good() + b"\x1a", 6),
    "seven items": (lambda: [*good(), 26, 22], 7),
    "every card": (lambda: CLASSIC.pack.codes, 32),
    "huge text": (lambda: "Ah" * 10**5, 10**5),
}


def refused(call: Callable[[], object], error: type[Exception], named: str) -> None:
    """Check that the call ends in just this error, and that nothing else is a part of what is shown."""
    with pytest.raises(error, match=named) as caught:
        call()
    assert isinstance(caught.value, sr.HandError) or type(caught.value) in (TypeError, ValueError)
    assert (error is sr.HandError) == isinstance(caught.value, sr.HandError)
    assert caught.value.__cause__ is None
    message = str(caught.value)
    assert len(message) < 300
    assert not message.endswith(".")


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_hand_is_refused_by_name(what: str, door: str) -> None:
    make, error, named = WRONG[what]
    hand = make()
    refused(lambda: DOORS[door](CLASSIC, hand), error, named)


@pytest.mark.parametrize("door", [door for door in DOORS if "showdown" not in door])
def test_none_is_no_hand(door: str) -> None:
    refused(lambda: DOORS[door](CLASSIC, None), TypeError, "None")


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("what", MISCOUNTED)
def test_wrong_number_of_cards_is_refused_with_the_number(what: str, door: str) -> None:
    make, n = MISCOUNTED[what]
    if door == "best" and 5 <= n <= 7:
        assert len(CLASSIC.best(make())) == 5
    else:
        hand = make()
        refused(lambda: DOORS[door](CLASSIC, hand), sr.HandError, f"cards, not {n}$")


def test_error_says_which_hand_is_meant() -> None:
    with pytest.raises(sr.HandError, match="first hand"):
        CLASSIC.compare("Ah Kd Qc Js", GOOD)
    with pytest.raises(sr.HandError, match="second hand"):
        CLASSIC.compare(GOOD, "Ah Kd Qc Js 6h")
    for second in ("xx", [0] * 5, b"12345"):  # and a hand that can be read once only is
        with pytest.raises(sr.HandError, match="second hand"):
            CLASSIC.compare(iter(sr.parse_cards(GOOD)), second)
    with pytest.raises(sr.HandError, match="hand 2"):
        CLASSIC.showdown([GOOD, None, "Ah Kd Qc Js 9x"])
    with pytest.raises(TypeError, match="hand 1"):
        CLASSIC.showdown([GOOD, 5])  # type: ignore[list-item]


@pytest.mark.parametrize(
    "hands", [None, 5, GOOD, b"", good(), bytearray(good()), True, 1.5, [].append], ids=lambda hands: repr(hands)[:20]
)
def test_showdown_takes_a_list_of_hands(hands: Any) -> None:
    with pytest.raises(TypeError, match="a list of hands"):
        CLASSIC.showdown(hands)


@pytest.mark.parametrize("kind", [set, frozenset, dict.fromkeys], ids=["set", "frozenset", "dict"])
def test_showdown_takes_no_collection_without_an_order(kind: Any) -> None:
    """Indices of the winners would mean nothing."""
    with pytest.raises(TypeError):
        CLASSIC.showdown(kind([GOOD, OTHER]))


FORMS: list[Callable[[bytes], Any]] = [
    bytes, list, tuple, iter, bytearray, memoryview, sr.format_cards,
    lambda b: sr.format_cards(b, style="unicode"),
    lambda b: (code for code in b),
    lambda b: array.array("B", b),
    lambda b: array.array("q", list(b)),
    lambda b: memoryview(bytes(c for code in b for c in (code, 99)))[::2],
    lambda b: memoryview(b[::-1])[::-1],
    lambda b: (ctypes.c_uint8 * 5)(*b),
    *(
        lambda b, t=t: np.array(list(b), dtype=t)
        for t in ("u1", "i1", "<u2", ">u2", "<i4", ">i4", "<i8", ">i8", "u8", object)
    ),
    lambda b: np.repeat(np.frombuffer(b, dtype=np.uint8), 3)[::3],
    lambda b: np.array(list(b)[::-1])[::-1],
]  # fmt: skip


@pytest.mark.parametrize("form", range(len(FORMS)))
def test_every_form_of_a_hand_is_the_same_hand(form: int) -> None:
    hand, other = sr.parse_cards(GOOD), sr.parse_cards(OTHER)

    def formed() -> Any:
        return FORMS[form](hand)

    assert CLASSIC.evaluate(formed()) == CLASSIC.evaluate(hand)
    assert CLASSIC.rank(formed()) == CLASSIC.rank(hand)
    assert CLASSIC.describe(formed()) == CLASSIC.describe(hand)
    assert CLASSIC.compare(formed(), other) == CLASSIC.compare(hand, other) == -1
    assert CLASSIC.showdown([formed(), other]) == CLASSIC.showdown([FORMS[form](other), formed()][::-1]) == [1]
    assert CLASSIC.best(formed()) == CLASSIC.best(hand)


class Letters(str):
    __slots__ = ()


class Codes(bytes):
    __slots__ = ()


def test_subclasses_of_text_and_bytes_are_hands() -> None:
    strength = CLASSIC.evaluate(GOOD)
    assert CLASSIC.evaluate(Letters(GOOD)) == strength
    assert CLASSIC.evaluate(Codes(good())) == strength
    assert CLASSIC.compare(Codes(good()), Letters(GOOD)) == 0


def outcome(door: str, ev: sr.Evaluator, hand: Any) -> object:
    """What a door gives, or the error it may end in; anything else fails the test that asks."""
    try:
        return DOORS[door](ev, hand)
    except (sr.HandError, TypeError) as error:
        return error


def is_hand(ev: sr.Evaluator, codes: bytes) -> bool:
    return len(codes) == 5 == len(set(codes)) and all(code in ev.pack.codes for code in codes)


anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=3),
    st.binary(max_size=3),
    st.complex_numbers(),
)
cards_as_text = st.lists(
    st.sampled_from([*"23456789TJQKA10cdhsCDHS♥♦♣♠ ,\0\ufe0fх", "Ah", "Kd", "10c", "Jk", "9♠", "7h"]), max_size=12
).map("".join)
some_evaluators = st.sampled_from([CLASSIC, STANDARD, WILD, sr.Evaluator(HOUSE, cards=40)])


@given(some_evaluators, st.one_of(st.binary(max_size=9), st.binary(min_size=5, max_size=5)))
@settings(max_examples=500, derandomize=True, deadline=None)
def test_any_bytes_are_a_hand_or_refused(ev: sr.Evaluator, hand: bytes) -> None:
    found = outcome("evaluate", ev, hand)
    if is_hand(ev, hand):
        assert isinstance(found, int)
        assert 1 <= found <= ev.strengths
    else:
        assert isinstance(found, sr.HandError)
        assert isinstance(outcome("compare first", ev, hand), sr.HandError)
        assert isinstance(outcome("showdown first", ev, hand), sr.HandError)


@given(some_evaluators, st.lists(st.integers(0, 55), min_size=4, max_size=6))
@settings(max_examples=500, derandomize=True, deadline=None)
def test_any_codes_are_a_hand_or_refused(ev: sr.Evaluator, hand: list[int]) -> None:
    found = outcome("evaluate", ev, hand)
    if is_hand(ev, bytes(hand)):
        assert found == ev.evaluate(bytes(hand))
    else:
        assert isinstance(found, sr.HandError)


@given(some_evaluators, st.one_of(st.text(max_size=20), cards_as_text))
@settings(max_examples=1000, derandomize=True, deadline=None)
def test_any_text_is_a_hand_just_if_the_parser_reads_one(ev: sr.Evaluator, hand: str) -> None:
    """Two readers, the parser in Python and the fast one in C, say the same."""
    found = outcome("evaluate", ev, hand)
    try:
        codes = sr.parse_cards(hand)
    except sr.HandError:
        assert isinstance(found, sr.HandError)
        return
    if is_hand(ev, codes):
        assert found == ev.evaluate(codes)
    else:
        assert isinstance(found, sr.HandError)


@given(st.lists(st.one_of(st.integers(0, 53), anything), max_size=7), st.sampled_from(sorted(DOORS)))
@settings(max_examples=500, derandomize=True, deadline=None)
def test_any_list_is_a_hand_or_refused_at_every_door(hand: list[Any], door: str) -> None:
    found = outcome(door, STANDARD, hand)
    ints = all(type(item) is int and 0 <= item < 54 for item in hand)
    sizes = (5, 6, 7) if door == "best" else (5,)
    if not ints or len(hand) not in sizes or len(set(hand)) != len(hand) or max(hand) > 51:
        assert isinstance(found, (sr.HandError, TypeError))
    elif "showdown" not in door:
        assert not isinstance(found, Exception)


@given(st.lists(st.one_of(st.binary(min_size=5, max_size=5), st.binary(max_size=12)), min_size=2, max_size=18))
@settings(max_examples=500, derandomize=True, deadline=None)
def test_any_list_of_bytes_is_a_showdown_or_refused(hands: list[bytes]) -> None:
    cards = [card for hand in hands for card in hand]
    legal = all(is_hand(STANDARD, hand) for hand in hands) and len(set(cards)) == len(cards)
    try:
        found = STANDARD.showdown(hands)
    except sr.HandError:
        assert not legal
    else:
        assert legal
        assert found == Reference("standard", 52).showdown([list(hand) for hand in hands])


# -- house rules --------------------------------------------------------------------------------------------------


def named(base: str) -> sr.Rules:
    return sr.Rules.named(base)


@pytest.mark.parametrize("which", HOUSES)
def test_house_rules_order_every_hand_as_the_reference_does(which: str) -> None:
    rules, ruleset, cards = HOUSES[which]
    ev = sr.Evaluator(rules, cards=cards)
    hands = all_hands(cards)
    strengths = scalar(ev, hands)
    reference = Vectorised(ruleset, cards)
    distinct, places = np.unique(reference.keys(hands), return_inverse=True)
    found, own_places = np.unique(strengths, return_inverse=True)
    assert (places.reshape(-1) == own_places.reshape(-1)).all()
    assert len(found) == len(distinct)
    assert found[0] >= 1
    assert found[-1] <= ev.strengths
    by_strength = np.array([lib.sr_category(ev._table, s) for s in range(ev.strengths + 1)])
    assert (by_strength[strengths] == reference.categories(hands)).all()


@pytest.mark.parametrize("which", HOUSES)
def test_tiers_of_house_rules_are_those_of_the_reference(which: str) -> None:
    rules, ruleset, cards = HOUSES[which]
    sweep = Sweep(rules, cards, ruleset)
    assert check_tiers(sweep) == np.count_nonzero(sweep.categories == sr.Category.STRAIGHT_FLUSH)


@pytest.mark.parametrize("which", ["greek", "guide in other suits"])
def test_upset_of_house_rules_is_that_of_the_reference(which: str) -> None:
    rules, ruleset, cards = HOUSES[which]
    ev, judge = sr.Evaluator(rules, cards=cards), Reference(ruleset, cards)
    assert ev.upset is not None
    rare = [h for h in all_hands(cards).tolist() if len({c // 4 for c in h}) == 2 or len({c % 4 for c in h}) == 1]
    for inside, (low, high) in zip((judge.in_upset_winner, judge.in_upset_loser), ev.upset, strict=True):
        assert {hand for hand in map(bytes, rare) if inside(hand)} == {
            hand for hand in map(bytes, rare) if low <= ev.evaluate(hand) <= high
        }
    rng = np.random.default_rng(8)
    for _ in range(2000):
        a, b = (rare[i] for i in rng.integers(0, len(rare), 2).tolist())
        assert ev.compare(a, b) == judge.compare(a, b), (a, b)


def test_greek_rule_lets_four_sevens_beat_the_imperial_flush() -> None:
    greek = sr.Evaluator(HOUSES["greek"][0], cards=32)
    imperial, royal = "Th Jh Qh Kh Ah", "Td Jd Qd Kd Ad"
    sevens, eights = "7h 7d 7c 7s 9c", "8h 8d 8c 8s 9d"
    assert greek.compare(sevens, imperial) == 1
    assert greek.compare(sevens, royal) == greek.compare(eights, imperial) == -1
    assert greek.showdown([imperial, sevens]) == [1]
    assert greek.showdown([imperial, sevens, eights, None]) == [0, 1, 2]


def test_replacing_changes_what_it_names_and_nothing_else() -> None:
    rules = named("classic")
    changed = rules.replace(name="mine", keys={"flush": ["flush_suit", "ranks"]})
    assert changed.key_of("flush") == ("flush_suit", "ranks")
    assert rules.key_of("flush") == ("ranks", "flush_suit")
    assert all(changed.key_of(c) == rules.key_of(c) for c in rules.categories if c is not sr.Category.FLUSH)
    assert (changed.packs, changed.players, changed.upset) == (rules.packs, rules.players, rules.upset)
    assert rules.replace() == rules


ITALIAN = [category.name.lower() for category in named("classic").categories]
CONTRADICTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("classic", {"suits": None}, "straight_flush compares flush_suit, but suits do not count"),
    ("classic", {"packs": (30,), "players": {}}, "a pack has .* cards, not 30"),
    ("classic", {"packs": (), "players": {}}, "at least one pack"),
    ("standard", {"packs": (16,)}, "16 cards is too small for a straight"),
    ("standard", {"packs": (20,)}, "20 cards is too small for an ace-low straight"),
    ("standard", {"packs": (53,)}, "53 cards has jokers, but the rules give them no meaning"),
    ("bug", {"packs": (54,)}, "there is one bug"),
    ("wild", {"packs": (52,)}, "jokers need a pack"),
    ("classic", {"players": {0: 32}}, "number of players is at least 1, not 0"),
    ("classic", {"players": {4: 52}}, "4 players use 52 cards, but the packs are 24, 28, 32, 36 and 40"),
    ("classic", {"players": [(4, 32), (4, 36)]}, "two packs"),
    ("standard", {"ace": "low"}, "always low makes no ace-high straight"),
    ("wild", {"suits": "hdcs"}, "jokers go with rulesets without suits only"),
    ("classic", {"categories": ITALIAN[1:], "keys": {}}, "straight_flush|categories"),
    ("standard", {"categories": ["five_of_a_kind", *ITALIAN]}, "five_of_a_kind cannot occur"),
    ("standard", {"categories": [*ITALIAN, "pair"]}, "stands twice in categories"),
    ("standard", {"categories": [*ITALIAN[:-1], "nothing"]}, "'nothing'"),
    ("standard", {"flushes": False}, "flush"),
    ("standard", {"straights": ()}, "straight"),
    ("standard", {"straights": ("ace-low", "round-the-corner")}, "'round-the-corner'"),
    ("classic", {"keys": {"flush": ["colour"]}}, "'colour' is no key"),
    ("classic", {"keys": {"flush": ["ranks", "ranks"]}}, "flush: a key stands twice"),
    ("classic", {"keys": {"flush": ["flush_suit", "suit_of_rank0"]}}, "flush: two suits are compared"),
    ("classic", {"keys": {"flush": ["top"]}}, "flush cannot be compared by top"),
    ("classic", {"keys": {"flush": ["suit_of_top"]}}, "flush cannot be compared by suit_of_top"),
    ("classic", {"keys": {"pair": ["flush_suit"]}}, "pair cannot be compared by flush_suit"),
    ("classic", {"keys": {"full_house": ["suit_of_kicker0"]}}, "full_house cannot be compared by suit_of_kicker0"),
    ("classic", {"keys": {"six_of_a_kind": ["ranks"]}}, "'six_of_a_kind'"),
    ("classic", {"keys": {"five_of_a_kind": ["ranks"]}}, "five_of_a_kind, which is none of its categories"),
    ("classic", {"suits": "hdc"}, "each once, not 'hdc'"),
    ("classic", {"suits": "hhdc"}, "each once, not 'hhdc'"),
    ("classic", {"ace": "middle"}, "ace is .* not 'middle'"),
    ("wild", {"jokers": "tame"}, "jokers is .* not 'tame'"),
]


@pytest.mark.parametrize(("base", "changes", "why"), CONTRADICTIONS, ids=lambda value: repr(value)[:40])
def test_contradictory_rules_are_refused_with_the_reason(base: str, changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        named(base).replace(**changes)


WRONG_KINDS: list[tuple[dict[str, Any], str]] = [
    ({"name": 5}, "name is text"),
    ({"source": None}, "source is text"),
    ({"packs": [32.0]}, "a pack is an int"),
    ({"packs": [True]}, "a pack is an int"),
    ({"packs": 32}, "packs is a list"),
    ({"players": {"4": 32}}, "players is an int"),
    ({"categories": "pair"}, "categories is a list"),
    ({"keys": {"pair": "groups"}}, "is a list"),
    ({"straights": "middle"}, "straights is a list"),
    ({"flushes": 1}, "flushes is true or false"),
    ({"low": None}, "low is true or false"),
    ({"suits": ["h", "d", "c", "s"]}, "suits is text"),
    ({"upset": "minimum"}, "upset is a pair of Selector"),
    ({"upset": ("minimum", "maximum")}, "upset is a pair of Selector"),
    ({"upset": GREEK[:1]}, "upset is a pair of Selector"),
    ({"colour": "red"}, "'colour' is no field"),
]


@pytest.mark.parametrize(("changes", "why"), WRONG_KINDS, ids=repr)
def test_rules_of_wrong_kinds_are_type_errors(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(TypeError, match=why):
        named("classic").replace(**changes)


SF = "straight_flush"
IMPOSSIBLE_UPSETS: list[tuple[str, tuple[sr.Selector, sr.Selector], str]] = [
    ("classic", (sr.Selector(SF, tier="maximum"), sr.Selector(SF, tier="minimum")), "weaker than its loser"),
    ("classic", (sr.Selector(SF, tier="minimum"), sr.Selector(SF, tier="minimum")), "weaker than its loser"),
    ("classic", (sr.Selector("pair", rank="2"), sr.Selector(SF, tier="maximum")), "no hand of 40 cards is the winner"),
    ("classic", (sr.Selector("pair", suit="h"), sr.Selector(SF, tier="maximum")), "not one range of strength"),
    ("loto-quebec", (sr.Selector("pair", suit="h"), sr.Selector(SF)), "suits do not decide in pair"),
]


@pytest.mark.parametrize(("base", "upset", "why"), IMPOSSIBLE_UPSETS, ids=range(len(IMPOSSIBLE_UPSETS)))
def test_upset_that_no_table_can_hold_is_refused(base: str, upset: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        sr.Evaluator(named(base).replace(name="upside down", upset=upset), cards=32)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("royal",), "'royal'"),
        (("pair", "minimum"), "only straight flushes have a tier"),
        ((SF, "lowest"), "'lowest'"),
        ((SF, None, "x"), "'x'"),
        ((SF, None, None, "1"), "'1'"),
    ],
)
def test_selector_of_no_hands_is_refused(arguments: tuple[Any, ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        sr.Selector(*arguments)


SUITS_FIRST = {
    "high_card": ["suit_of_rank0", "ranks"],
    "two_pair": ["suit_of_kicker0", "groups"],
    "flush": ["flush_suit", "ranks"],
    "straight": ["suit_of_top", "top"],
    "straight_flush": ["flush_suit", "top"],
}


def test_suits_may_come_before_ranks_with_52_cards_too() -> None:
    """1,277 strengths lie between the suits of high cards and of flushes."""
    ev = sr.Evaluator(named("standard").replace(name="suits first", suits="hdcs", keys=SUITS_FIRST))
    ruleset = own("standard", suit_order=[*"hdcs"], keys={**RULESETS["standard"]["keys"], **SUITS_FIRST})
    rng = np.random.default_rng(5)
    every = all_hands(52)
    hands = every[rng.integers(0, len(every), 100_000)]
    _, places = np.unique(Vectorised(ruleset, 52).keys(hands), return_inverse=True)
    _, own_places = np.unique(scalar(ev, hands), return_inverse=True)
    assert (places.reshape(-1) == own_places.reshape(-1)).all()


def test_rules_that_put_too_many_strengths_between_two_suits_are_refused() -> None:
    """There are 13 * 220 pairs to tell apart before the next suit."""
    keys = {"pair": ["suit_of_group0", "groups"]}
    rules = named("standard").replace(name="pairs by suit", suits="hdcs", keys=keys)
    with pytest.raises(ValueError, match=r"pairs by suit.*2860 strengths between two suits, more than 2047"):
        sr.Evaluator(rules)


# -- what importing costs -----------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.implementation.name == "pypy", reason="PyPy has cffi built in, and other slow modules")
def test_import_loads_neither_numpy_nor_anything_slow() -> None:
    """A05, P12, P15: of cffi only the run time; `-S` since site may load things of its own."""
    program = (
        "import sys\n"
        f"sys.path[:0] = {[str(Path(sr.__file__).parent.parent), str(Path(_cffi_backend.__file__).parent)]!r}\n"
        "import scalareale as sr\n"
        "assert sr.Evaluator('classic', cards=32).describe('Ah Kd Qc Js 9h')\n"
        "print(*sorted(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True, timeout=60)
    loaded = set(done.stdout.split())
    assert {"scalareale", "_cffi_backend", "scalareale._core"} <= loaded
    slow = {
        "numpy",
        "dataclasses",
        "typing",
        "inspect",
        "click",
        "rich",
        "cffi",
        "pycparser",
        "tomllib",
        "json",
    }
    assert not slow & loaded


def test_any_batch_may_be_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [[*sr.parse_cards(GOOD)], [*sr.parse_cards(OTHER)]]
    a, b = STANDARD.evaluate(GOOD), STANDARD.evaluate(OTHER)
    firsts: list[tuple[Callable[[], Any], list[Any]]] = [
        (lambda: STANDARD.evaluate_many(hands), [a, b]),
        (lambda: STANDARD.evaluate_columns(*map(list, zip(*hands, strict=True))), [a, b]),
        (lambda: STANDARD.evaluate_best_many([[*hand, 0] for hand in hands]), [a, b]),
        (lambda: STANDARD.compare_many([a, b, a], [a, a, b]), [0, 1, -1]),
        (lambda: STANDARD.showdown_many([[a, b]]), [[False, True]]),
        (lambda: STANDARD.category_many([a, b]), [0, 1]),
    ]
    for first, wanted in firsts:
        monkeypatch.setattr(evaluator, "_batch", None)
        assert first().tolist() == wanted


def test_every_public_name_is_there() -> None:
    assert len(set(sr.__all__)) == len(sr.__all__)
    assert all(hasattr(sr, name) for name in sr.__all__)
    assert issubclass(sr.HandError, ValueError)


def test_an_ace_behind_two_pair_is_the_highest_card_and_its_suit_is_named() -> None:
    ev = sr.Evaluator("russian", cards=32)
    assert ev.describe("Kh Kd Qc Qs Ah") == "two pair, kings and queens, ace (hearts)"
    assert ev.compare("Kh Kd Qc Qs Ah", "Kc Ks Qd Qh As") == 1
