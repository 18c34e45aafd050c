# ruff: noqa: RUF001  (look-alikes of letters are what some tests are about)
"""Who wins: the worked showdowns, the distilled cases, the circle of the straight flushes, and the laws of order."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from reference import RULESETS, SHORT, Reference, all_hands, packs
from sweeps import Sweep, check_pairs, check_triples, disjoint, scalar

import scalareale as sr
from scalareale._core import lib

DATA = Path(__file__).parent / "data"
WORKED: dict[str, Any] = json.loads((DATA / "showdowns.json").read_text("utf-8"))
DECKS: dict[str, dict[str, Any]] = json.loads((DATA / "counts.json").read_text("utf-8"))["decks"]
CASES: list[dict[str, Any]] = json.loads((DATA / "cases.json").read_text("utf-8"))["cases"]
COMPARISONS = [case for case in CASES if case["kind"] == "compare"]
SINGLE_HANDS = [case for case in CASES if case["kind"] == "category"]

ITALIAN_PACKS = (24, 28, 32, 36, 40)
EVERY = [(name, cards) for name in RULESETS for cards in packs(name)]
UPSET = [name for name in RULESETS if RULESETS[name]["straight_flush"]["exceptions"]]
SUITED = [(name, cards) for name, cards in EVERY if RULESETS[name]["suit_order"]]
TIERS = {sr.Tier.MINIMUM: " (min)", sr.Tier.MEDIUM: " (med)", sr.Tier.MAXIMUM: " (max)", None: ""}

# Hands of 32 cards that beat one another in a circle.
MINIMUM, MEDIUM, MAXIMUM = "Ah 7h 8h 9h Th", "8c 9c Tc Jc Qc", "Td Jd Qd Kd Ad"


def identity(case: dict[str, Any]) -> str:
    return str(case["id"])


def spoken(rank: sr.HandRank) -> str:
    """The category and tier as the data files write them."""
    return rank.category.name.lower().replace("_", " ") + TIERS[rank.tier]


def straight_flushes(cards: int) -> list[bytes]:
    """Every straight flush of a pack, found without the package."""
    judge = Reference("classic", cards)
    suits = [[card for card in range(52 - cards, 52) if card % 4 == suit] for suit in range(4)]
    return [bytes(hand) for suit in suits for hand in combinations(suit, 5) if judge.tier(hand)]


# -- the worked showdowns -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", WORKED["showdowns"], ids=identity)
def test_worked_showdown_ends_as_written_in_every_seating(case: dict[str, Any]) -> None:
    cards = 4 * (15 - case["lowest"])
    for name, winners in case["winners"].items():
        ev = sr.Evaluator(name, cards=cards)
        players = list(case["hands"])
        for seating in permutations(players) if len(players) < 6 else (players, players[::-1]):
            texts = ["".join(case["hands"][player]) for player in seating]
            for hands in (texts, [sr.parse_cards(text) for text in texts]):
                assert {seating[i] for i in ev.showdown(hands)} == set(winners), (name, seating)


@pytest.mark.parametrize("case", WORKED["showdowns"], ids=identity)
def test_worked_showdown_has_the_categories_written(case: dict[str, Any]) -> None:
    for name in case["winners"]:
        ev = sr.Evaluator(name, cards=4 * (15 - case["lowest"]))
        judge = Reference(name, ev.pack.size)
        for player, hand in case["hands"].items():
            found = ev.rank(" ".join(hand)).category.name.lower()
            written = case["categories"].get(player)  # the low games have none
            wanted = SHORT.get(written, written) if written else judge.category(sr.parse_cards("".join(hand)))
            assert found == wanted, (name, player)


@pytest.mark.parametrize("case", WORKED["illegal"], ids=identity)
def test_illegal_showdown_is_refused(case: dict[str, Any]) -> None:
    ev = sr.Evaluator("classic", cards=4 * (15 - case["deck_lowest"]))
    hands = [" ".join(hand) for hand in case["hands"].values()]
    with pytest.raises(sr.HandError):
        ev.showdown(hands)
    with pytest.raises(sr.HandError):
        ev.showdown(hands[::-1])


@pytest.mark.parametrize("case", WORKED["illegal"][:-1], ids=identity)
def test_illegal_showdown_is_refused_when_the_cards_are_parsed_first(case: dict[str, Any]) -> None:
    ev = sr.Evaluator("classic", cards=4 * (15 - case["deck_lowest"]))
    with pytest.raises(sr.HandError):
        ev.showdown([sr.parse_cards(" ".join(hand)) for hand in case["hands"].values()])


CODES = {
    "ace of hearts": "Ah",
    "ace of clubs": "Ac",
    "ace of spades": "As",
    "king of diamonds": "Kd",
    "queen of clubs": "Qc",
    "queen of diamonds": "Qd",
    "queen of hearts": "Qh",
    "jack of clubs": "Jc",
    "nine of spades": "9s",
    "ten of hearts": "Th",
}
# The list says "fante di fiori with F for fante" for FF; rules.md section 7 has it as the jack of clubs.
ITALIAN_READING = {"FF": "Jc"}


def in_english(reading: str) -> str:
    """`asso di cuori = ace of hearts` is the ace of hearts."""
    return CODES[reading.rpartition(" = ")[2]]


@pytest.mark.parametrize("entry", WORKED["notation"], ids=lambda entry: ascii(entry["text"]))
def test_text_of_one_card_means_what_each_notation_says_and_nothing_else(entry: dict[str, str | None]) -> None:
    text = entry["text"]
    assert text is not None
    # "two ranks ace-ten" is no card.
    anywhere = entry.get("any")
    english, italian = entry.get("en") or anywhere, entry.get("it") or anywhere
    wanted = {
        "international": in_english(english) if english and "two ranks" not in english else None,
        "italian": ITALIAN_READING.get(text) or (in_english(italian) if italian else None),
    }
    if text in ("10h", "Th"):
        assert wanted["italian"] is None
    for notation, card in wanted.items():
        if card is None:
            with pytest.raises(sr.HandError):
                sr.parse_cards(text, notation=notation)
        else:
            assert sr.format_cards(sr.parse_cards(text, notation=notation)) == card


# -- the distilled cases ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", COMPARISONS, ids=identity)
def test_distilled_comparison_comes_out_as_written(case: dict[str, Any]) -> None:
    ev = sr.Evaluator("classic", cards=case["deck"])
    a, b = case["a"], case["b"]
    assert ev.compare(a, b) == case["expected_sign"]
    assert ev.compare(sr.parse_cards(b), sr.parse_cards(a)) == -case["expected_sign"]
    assert ev.showdown([a, b]) == [0 if case["expected_sign"] == 1 else 1]
    assert (spoken(ev.rank(a)), spoken(ev.rank(b))) == (case["a_category"], case["b_category"])


@pytest.mark.parametrize("case", SINGLE_HANDS, ids=identity)
def test_distilled_category_comes_out_as_written(case: dict[str, Any]) -> None:
    ev = sr.Evaluator("classic", cards=case["deck"])
    assert spoken(ev.rank(case["input"])) == case["expected"]


def test_greater_strength_is_the_stronger_hand() -> None:
    """R23"""
    ev = sr.Evaluator("classic", cards=32)
    assert ev.evaluate("7d 7c 7h Kc Jh") > ev.evaluate("Kd Js Jd 9c 8h")
    assert "greater" in (sr.Evaluator.evaluate.__doc__ or "")


def test_card_below_the_pack_is_named_with_the_pack() -> None:
    """S06"""
    ev = sr.Evaluator("classic", cards=32)
    with pytest.raises(ValueError, match=r"6d .*not in the pack of 32 cards"):
        ev.evaluate("Ah 6d 7c 8s 9h")


def test_best_of_each_class_shares_whatever_the_order() -> None:
    """Y07"""
    ev = sr.Evaluator("classic", cards=32)
    for hands in permutations([MINIMUM, MAXIMUM, MEDIUM]):
        assert ev.showdown(hands) == ev.showdown(list(hands)) == [0, 1, 2]


def test_sorting_by_strength_is_wrong_for_minimum_against_maximum_only() -> None:
    """Y08"""
    ev = sr.Evaluator("classic", cards=32)
    assert ev.upset is not None
    winner, loser = ev.upset
    assert max([MINIMUM, MEDIUM, MAXIMUM], key=ev.evaluate) == MAXIMUM
    assert winner[0] <= ev.evaluate(MINIMUM) <= winner[1] < ev.evaluate(MEDIUM)
    assert ev.evaluate(MEDIUM) < loser[0] <= ev.evaluate(MAXIMUM) <= loser[1]
    assert ev.compare(MINIMUM, MAXIMUM) == 1
    assert "upset" in (sr.Evaluator.evaluate.__doc__ or "")


def test_twelve_straight_flushes_of_24_cards_are_four_of_each_class() -> None:
    """Y10"""
    ev = sr.Evaluator("classic", cards=24)
    tiers = [ev.rank(hand).tier for hand in straight_flushes(24)]
    assert {tier: tiers.count(tier) for tier in tiers} == dict.fromkeys(sr.Tier, 4)
    assert ev.rank("As 9s Ts Js Qs").tier is sr.Tier.MINIMUM
    assert ev.rank("9d Td Jd Qd Kd").tier is sr.Tier.MEDIUM
    assert ev.rank("Tc Jc Qc Kc Ac").tier is sr.Tier.MAXIMUM


def test_flush_beats_full_house_by_default_and_a_house_rule_turns_it_round() -> None:
    """Y11"""
    flush, full = "8d Td Qd Kd Ad", "Kc Kh Ks 9c 9h"
    classic = sr.Rules.named("classic")
    order = list(classic.categories)
    i, j = order.index(sr.Category.FLUSH), order.index(sr.Category.FULL_HOUSE)
    order[i], order[j] = order[j], order[i]
    turned = sr.Evaluator(classic.replace(name="turned", categories=order), cards=32)
    assert sr.Evaluator(classic, cards=32).compare(flush, full) == 1
    assert turned.compare(flush, full) == -1


@pytest.mark.parametrize(("name", "cards"), SUITED)
def test_hands_without_a_common_card_never_tie_where_suits_count(name: str, cards: int) -> None:
    """U04: exhaustive, since all hands of one strength turn out to share cards pairwise."""
    ev = sr.Evaluator(name, cards=cards)
    hands = all_hands(cards)
    strengths = scalar(ev, hands)
    masks = np.bitwise_or.reduce(np.left_shift(np.uint64(1), hands.astype(np.uint64)), axis=1)
    order = np.argsort(strengths, kind="stable")
    starts = np.flatnonzero(np.diff(strengths[order], prepend=0))
    common = np.bitwise_and.reduceat(masks[order], starts)
    ends = np.append(starts[1:], len(order))
    pairwise = 0
    for group in np.flatnonzero(common == 0).tolist():
        some = masks[order[starts[group] : ends[group]]]
        assert (some[:, None] & some[None, :]).all(), sr.format_cards(hands[order[starts[group]]].tobytes())
        pairwise += 1
    assert 0 < pairwise < len(starts)


def test_hands_without_suits_to_part_them_tie() -> None:
    ev = sr.Evaluator("loto-quebec", cards=32)
    assert ev.compare("Ah Kd Qc 9s 8h", "As Kh Qd 9c 8s") == 0
    assert ev.showdown(["Ah Kd Qc 9s 8h", "7h 7s Td Jc 9d", "As Kh Qd 9c 8s", "7d 7c Ts Jh 9h"]) == [1, 3]


@pytest.mark.parametrize("cards", ITALIAN_PACKS)
def test_hands_that_share_the_deciding_card_can_tie(cards: int) -> None:
    ev = sr.Evaluator("classic", cards=cards)
    a, b = "Ah Kd Qc Js 9h", "Ah Ks Qd Jc 9s"
    assert ev.compare(a, b) == 0
    assert ev.showdown([a, b], shared="Ah") == [0, 1]
    with pytest.raises(sr.HandError, match="Ah is in hand 0 and in hand 1"):
        ev.showdown([a, b])


def test_equal_straights_rank_hearts_diamonds_clubs_spades() -> None:
    """U05"""
    ev = sr.Evaluator("classic", cards=32)
    strengths = [ev.evaluate(f"7c 8d 9h Ts J{suit}") for suit in "hdcs"]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == 4
    # In the minimum straight the ten decides, not the ace.
    lows = [ev.evaluate(f"A{other} 7c 8d 9h T{suit}") for suit, other in zip("hdcs", "scdh", strict=True)]
    assert lows == sorted(lows, reverse=True)
    assert len(set(lows)) == 4


@pytest.mark.parametrize(("text", "card"), [("As As Ks 9s 8s", "As"), ("8s 8s 8h 9d Kc", "8s")])
def test_repeated_card_is_named(text: str, card: str) -> None:
    """I01"""
    ev = sr.Evaluator("classic", cards=32)
    with pytest.raises(sr.HandError, match=rf"{card} twice \(card 2\)"):
        ev.evaluate(text)


@pytest.mark.parametrize("n", [0, 2, 4, 6, 7])
def test_hand_of_other_than_five_cards_is_refused_with_the_number(n: int) -> None:
    """I02"""
    ev = sr.Evaluator("classic", cards=32)
    cards = bytes(range(20, 20 + n))
    for hand in (cards, list(cards), sr.format_cards(cards)):
        with pytest.raises(sr.HandError, match=f"a hand has 5 cards, not {n}$"):
            ev.evaluate(hand)


def test_any_letter_case_is_accepted() -> None:
    """I04"""
    ev = sr.Evaluator("classic", cards=32)
    assert ev.describe("ts 7S 9s jS 8s") == ev.describe("Ts 7s 9s Js 8s")
    assert ev.rank("ts 7S 9s jS 8s").category is sr.Category.STRAIGHT_FLUSH


def test_cyrillic_look_alike_is_named_by_position_and_code_point() -> None:
    """I05"""
    with pytest.raises(ValueError, match=r"position 0 .*U\+0441") as caught:
        sr.parse_cards("8сTc9h")
    assert isinstance(caught.value, sr.HandError)
    with pytest.raises(sr.HandError, match=r"U\+0441"):
        sr.Evaluator("classic", cards=32).evaluate("8сTc9hJdQd")


def test_characters_for_whole_cards_are_refused_clearly() -> None:
    """I07"""
    ev = sr.Evaluator("classic", cards=32)
    for character in "🂱🂬🂼🃌🃜":
        with pytest.raises(sr.HandError, match="a character for a whole card"):
            ev.evaluate(character + " Kh Qh Jh Th")


def test_italian_letters_are_read_only_on_request() -> None:
    """I08"""
    ev = sr.Evaluator("classic", cards=32)
    text = "AC KQ QF JP 9C"
    assert sr.format_cards(sr.parse_cards(text, notation="italian")) == "AhKdQcJs9h"
    with pytest.raises(sr.HandError, match="italian"):
        ev.evaluate(text)
    for ten in ("Xh", "0h"):
        with pytest.raises(sr.HandError, match="not a rank"):
            sr.parse_cards(ten)


@pytest.mark.parametrize("text", ["(nothing dealt yet)", "Ts 7s junk", "cards: Ts 7s 9s Js 8s", "Ts 7s 9s Js 8s."])
def test_parser_never_searches_for_cards_inside_other_text(text: str) -> None:
    """I10"""
    for read in (sr.parse_cards, sr.Evaluator("classic", cards=32).evaluate):
        with pytest.raises(sr.HandError):
            read(text)


@pytest.mark.parametrize("text", [b"Ts", bytearray(b"Ts"), memoryview(b"Ts")])
def test_bytes_are_never_text(text: Any) -> None:
    """I11"""
    with pytest.raises(TypeError, match="codes, not text"):
        sr.parse_cards(text)


def test_whatever_has_an_index_is_a_code_but_bool_and_float_are_not() -> None:
    """I13"""
    ev = sr.Evaluator("standard")
    for kind in (np.int64, np.uint8, np.int16, int):
        assert ev.evaluate([kind(code) for code in range(5)]) == ev.evaluate(bytes(range(5)))
    wrong: list[Any] = [True, 0.0, np.True_, np.float64(0), None, "2c"]
    for item in wrong:
        with pytest.raises(TypeError, match="codes are integers"):
            ev.evaluate([item, 1, 2, 3, 4])


@pytest.mark.parametrize(
    ("text", "named"), [("Ts 7s 9s Js 8x", "'8x'"), ("1h", "'1h'"), ("sT", "'sT'"), ("", "5 cards, not 0")]
)
def test_token_that_is_no_card_is_named(text: str, named: str) -> None:
    """I14"""
    with pytest.raises(sr.HandError, match=named):
        sr.Evaluator("classic", cards=32).evaluate(text)


@pytest.mark.parametrize("cards", [20, 30, 44, 48, 52, 0, -24, 2**70])
def test_number_that_is_no_pack_of_the_ruleset_is_refused_with_its_packs(cards: int) -> None:
    """I16"""
    with pytest.raises(ValueError, match="24, 28, 32, 36 or 40 cards"):
        sr.Evaluator("classic", cards=cards)


@pytest.mark.parametrize("cards", ["32", None, 32.0, True, [32]])
def test_pack_of_the_wrong_kind_is_a_type_error(cards: Any) -> None:
    """I16"""
    with pytest.raises(TypeError):
        sr.Evaluator("classic", cards=cards)


def test_sentence_and_bare_category_are_both_to_be_had() -> None:
    """A01"""
    ev = sr.Evaluator("classic", cards=32)
    rank = ev.rank("Jh Jd As 9c 7d")
    assert str(rank) == ev.describe("Jh Jd As 9c 7d") == "pair of jacks, ace nine seven"
    assert rank.category is sr.Category.PAIR
    assert str(ev.rank("Ah Kd Qc 9s 8h")).strip()


def test_cards_come_back_in_deciding_order() -> None:
    """A02"""
    ev = sr.Evaluator("classic", cards=32)
    assert sr.format_cards(ev.rank("9h Th Tc Ad Js").cards) == "ThTcAdJs9h"


def test_pretty_cards_are_str_and_plain_ones_fit_any_console() -> None:
    """A07"""
    cards = bytes(range(54))
    assert isinstance(sr.format_cards(cards, style="unicode"), str)
    assert sr.format_cards(cards).encode("ascii").decode() == sr.format_cards(cards)


def all_winners(cards: int) -> list[list[int]]:
    """The winners of the showdowns of all pairs of straight flushes: work for threads and processes."""
    ev = sr.Evaluator("classic", cards=cards)
    return [ev.showdown(pair) for pair in combinations(straight_flushes(cards), 2) if disjoint(pair)]


def test_sixteen_threads_may_make_evaluators_at_the_same_time() -> None:
    """T01: named rulesets and house rules, whose tables are built on the spot."""
    start = threading.Barrier(16)
    house = sr.Rules.named("classic").replace(name="threads", suits="scdh", upset=None)
    hand = "Ah Kd Qc Js 9h"

    def first_call(i: int) -> tuple[int, int, int]:
        start.wait()
        cards = ITALIAN_PACKS[i % 5]
        mine = sr.Evaluator(house, cards=cards)
        return cards, sr.Evaluator("classic", cards=cards).evaluate(hand), mine.evaluate(hand)

    with ThreadPoolExecutor(16) as pool:
        found = set(pool.map(first_call, range(16)))
    alone = {
        (cards, sr.Evaluator("classic", cards=cards).evaluate(hand), sr.Evaluator(house, cards=cards).evaluate(hand))
        for cards in ITALIAN_PACKS
    }
    assert found == alone


def test_threads_with_parts_of_the_work_get_what_one_gets() -> None:
    """T02"""
    ev = sr.Evaluator("classic", cards=32)
    hands = [row.tobytes() for row in np.random.default_rng(4).permutation(all_hands(32))[:20_000]]
    alone = list(map(ev.evaluate, hands))
    with ThreadPoolExecutor(2) as pool:
        halves = pool.map(lambda part: list(map(ev.evaluate, part)), (hands[:10_000], hands[10_000:]))
        assert [strength for half in halves for strength in half] == alone


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_evaluators_work_behind_a_fork_after_threads() -> None:
    """T03: in a process of its own, since forking with threads alive is what is tried."""
    program = """
import os, sys
from concurrent.futures import ThreadPoolExecutor
import scalareale as sr
ev = sr.Evaluator("classic", cards=32)
with ThreadPoolExecutor(4) as pool:
    before = list(pool.map(ev.evaluate, ["Ah Kh Qh Jh Th"] * 100))[0]
    child = os.fork()
    if child == 0:
        os._exit(0 if ev.evaluate("Ah Kh Qh Jh Th") == before == sr.Evaluator("classic", cards=32).strengths else 1)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], timeout=60, check=False)
    assert done.returncode == 0


def test_spawned_processes_get_evaluators_and_give_the_same_winners() -> None:
    """T03, A04"""
    ev = sr.Evaluator("classic", cards=24)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(all_winners, (24,)) == all_winners(24)
        assert pool.apply(ev.describe, (MAXIMUM, "it")) == ev.describe(MAXIMUM, "it")
        assert pool.apply(ev.rank, (MAXIMUM,)) == ev.rank(MAXIMUM)


def test_isolated_subinterpreter_ends_in_an_import_error_never_in_a_crash() -> None:
    """T04: or it works, once cffi can."""
    program = """
import sys
import scalareale
inside = "import sys\\nsys.path[:] = %r\\ntry:\\n import scalareale\\nexcept ImportError:\\n pass\\n" % (sys.path,)
try:
    import _interpreters as interpreters
except ImportError:
    try:
        import _xxsubinterpreters as interpreters
    except ImportError:
        sys.exit(77)
one = interpreters.create()
failure = interpreters.run_string(one, inside)
interpreters.destroy(one)
assert scalareale.Evaluator("standard").strengths == 7462
sys.exit(failure is not None)
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program], timeout=60, check=False, capture_output=True, text=True
    )
    if done.returncode == 77:
        pytest.skip("this Python has no subinterpreters")
    assert done.returncode == 0, done.stderr


# -- the circle ---------------------------------------------------------------------------------------------------


def test_every_pair_of_straight_flushes_ends_as_the_reference_says_in_both_seats() -> None:
    assert sum(check_pairs(Sweep("classic", cards)) for cards in ITALIAN_PACKS) == 818


@pytest.mark.parametrize("cards", ITALIAN_PACKS)
def test_every_minimum_beats_every_maximum_and_every_maximum_every_medium(cards: int) -> None:
    ev = sr.Evaluator("classic", cards=cards)
    of: dict[sr.Tier | None, list[bytes]] = {tier: [] for tier in sr.Tier}
    for hand in straight_flushes(cards):
        of[ev.rank(hand).tier].append(hand)
    minimum, medium, maximum = (of[tier] for tier in sr.Tier)
    for better, worse in ((minimum, maximum), (maximum, medium), (medium, minimum)):
        assert {ev.compare(a, b) for a in better for b in worse} == {1}


@pytest.mark.parametrize("name", UPSET)
@pytest.mark.parametrize("cards", ITALIAN_PACKS)
def test_every_three_straight_flushes_in_every_seating_end_as_the_reference_says(name: str, cards: int) -> None:
    assert check_triples(Sweep(name, cards)) > check_triples(Sweep(name, cards), across=True) > 0


@pytest.mark.parametrize("name", UPSET)
@pytest.mark.parametrize("cards", ITALIAN_PACKS)
def test_as_many_triples_go_round_as_the_data_say(name: str, cards: int) -> None:
    ev = sr.Evaluator(name, cards=cards)
    triples = filter(disjoint, combinations(straight_flushes(cards), 3))
    circles = sum(len(ev.showdown(list(three))) == 3 for three in triples)
    if name != "guide":
        assert circles == DECKS[str(cards)]["straight_flush_confrontations"]["cyclic_triples"]
    else:
        assert 0 < circles < DECKS[str(cards)]["straight_flush_confrontations"]["cyclic_triples"]


def test_literal_guide_goes_round_only_with_the_minimum_of_spades_and_the_maximum_of_hearts() -> None:
    for cards in ITALIAN_PACKS:
        guide = sr.Evaluator("guide", cards=cards)
        spades = [hand for hand in straight_flushes(cards) if guide.rank(hand).tier is sr.Tier.MINIMUM]
        for low in spades:
            for suit in "cdhs":
                high = sr.parse_cards("".join(rank + suit for rank in "TJQKA"))
                upset = low[0] % 4 == 3 and suit == "h"
                if disjoint((low, high)):
                    assert guide.showdown([low, high]) == [0 if upset else 1]
                assert guide.compare(low, high) == (1 if upset else -1)
    guide = sr.Evaluator("guide", cards=32)
    literal, imperial = "As 7s 8s 9s Ts", "Ah Kh Qh Jh Th"
    assert guide.showdown([literal, imperial, "Ad Kd Qd Jd Td"]) == [0, 1, 2]
    assert guide.showdown([literal, imperial, "Ad 7d 8d 9d Td"]) == [0, 1, 2]
    assert guide.showdown([literal, imperial, "Ac 7d 8c Jd Td"]) == [0]


def groups_of_straight_flushes(cards: int, n: int, wanted: int, seed: int) -> Iterator[list[bytes]]:
    """Disjoint straight flushes, drawn at random: with n over three some class occurs more than once."""
    rng = np.random.default_rng(seed)
    every = straight_flushes(cards)
    found = 0
    while found < wanted:
        group: list[bytes] = []
        for i in rng.permutation(len(every)).tolist():
            if disjoint([*group, every[i]]):
                group.append(every[i])
        if len(group) >= n:
            found += 1
            yield [group[i] for i in rng.permutation(len(group))[:n].tolist()]


@pytest.mark.parametrize("name", UPSET)
@pytest.mark.parametrize(("cards", "n"), [(24, 4), (28, 4), (32, 4), (36, 4), (40, 4), (40, 5), (40, 6)])
def test_showdown_of_many_straight_flushes_ends_as_the_reference_says(name: str, cards: int, n: int) -> None:
    ev, judge = sr.Evaluator(name, cards=cards), Reference(name, cards)
    numbers = set()
    for group in groups_of_straight_flushes(cards, n, 300, seed=n):
        winners = judge.showdown(group)
        numbers.add(len(winners))
        assert ev.showdown(group) == winners, (name, group)
        assert ev.showdown(group[::-1]) == [n - 1 - i for i in reversed(winners)], (name, group)
    if name != "guide":
        assert numbers == {1, 3}


def test_showdown_of_two_of_each_class_is_shared_by_the_best_of_each_in_every_seating() -> None:
    """Six players with 40 cards, two minimums, two mediums and two maximums."""
    best = ["Ah 5h 6h 7h 8h", "9c Tc Jc Qc Kc", "Td Jd Qd Kd Ad"]
    rest = ["As 5s 6s 7s 8s", "5d 6d 7d 8d 9d"]
    ev, judge = sr.Evaluator("classic", cards=40), Reference("classic", 40)
    for hands in permutations([sr.parse_cards(text) for text in (*best, *rest)]):
        winners = ev.showdown(list(hands))
        assert {sr.format_cards(hands[i]) for i in winners} == {text.replace(" ", "") for text in best}
        assert winners == judge.showdown(hands)


@pytest.mark.parametrize("tiers", [(2, 1, 1), (1, 2, 1), (1, 1, 2), (2, 0, 2), (2, 2, 0), (0, 2, 2)])
def test_several_of_a_class_end_as_the_reference_says(tiers: tuple[int, int, int]) -> None:
    """All ways to have so many minimums, mediums and maximums of four suits with 32 cards."""
    ev, judge = sr.Evaluator("classic", cards=32), Reference("classic", 32)
    of: dict[str | None, list[bytes]] = {"minimum": [], "medium": [], "maximum": []}
    for hand in straight_flushes(32):
        of[judge.tier(hand)].append(hand)
    tried = 0
    for low in combinations(of["minimum"], tiers[0]):
        for middle in combinations(of["medium"], tiers[1]):
            for high in combinations(of["maximum"], tiers[2]):
                hands = [*low, *middle, *high]
                if disjoint(hands):
                    tried += 1
                    assert ev.showdown(hands) == judge.showdown(hands), hands
    assert tried


def test_leaving_out_a_loser_changes_the_winner() -> None:
    """Each pot needs a showdown of its own: with a second minimum out, or the maximum, another hand wins."""
    ev = sr.Evaluator("classic", cards=32)
    low, high, other = "As 7s 8s 9s Ts", "Ad Kd Qd Jd Td", "8h 9h Th Jh Qh"
    assert ev.showdown([low, high]) == [0]
    assert ev.showdown([low, high, other]) == [0, 1, 2]
    assert ev.showdown([None, high, other]) == [1]
    assert ev.showdown([low, None, other]) == [2]
    guide = sr.Evaluator("guide", cards=32)
    # In the literal reading a loser can take the pot from the winner by going home.
    imperial, medium, full = "Ah Kh Qh Jh Th", "7d 8d 9d Td Jd", "8h 8c 8d Kc Kd"
    assert guide.showdown([low, imperial, full]) == [0]
    assert guide.showdown([None, imperial, full]) == [1]
    assert guide.showdown([low, None, full]) == [0]
    assert guide.showdown([low, imperial, medium]) == [0, 1, 2]
    assert guide.showdown([low, None, medium]) == [2]


# -- random showdowns ---------------------------------------------------------------------------------------------


def deals(cards: int, n: int, seed: int, rare: bool) -> Iterator[list[bytes | None]]:
    """Showdowns of two to six hands, some of them folded; the rare ones hold straight flushes."""
    rng = np.random.default_rng(seed)
    codes = np.arange(max(0, 52 - cards), max(0, 52 - cards) + cards, dtype=np.uint8)
    flushes = straight_flushes(min(cards, 52))
    for _ in range(n):
        seats = int(rng.integers(2, min(6, cards // 5) + 1))
        hands: list[bytes | None] = []
        if rare:
            for i in rng.permutation(len(flushes))[: int(rng.integers(1, 6))].tolist():
                if disjoint([hand for hand in [*hands, flushes[i]] if hand]) and len(hands) < seats:
                    hands.append(flushes[i])
        used = [card for hand in hands if hand for card in hand]
        left = rng.permutation(np.setdiff1d(codes, np.array(used, dtype=np.uint8)))
        hands += [left[5 * i : 5 * i + 5].tobytes() for i in range(seats - len(hands))]
        hands = [hands[i] for i in rng.permutation(seats).tolist()]
        folded = rng.random(seats) < 0.2
        folded[rng.integers(seats)] = False
        yield [None if out else hand for hand, out in zip(hands, folded.tolist(), strict=True)]


@pytest.mark.parametrize("rare", [False, True], ids=["any", "rare"])
@pytest.mark.parametrize(("name", "cards"), EVERY)
def test_random_showdown_ends_as_the_reference_says(name: str, cards: int, rare: bool) -> None:
    ev, judge = sr.Evaluator(name, cards=cards), Reference(name, cards)
    for hands in deals(cards, 60 if cards > 52 else 250, seed=cards, rare=rare):
        wanted = judge.showdown(hands)
        assert ev.showdown(hands) == wanted, hands
        assert ev.showdown(tuple(hands)) == wanted, hands
        live = [hand for hand in hands if hand is not None]
        places = [i for i, hand in enumerate(hands) if hand is not None]
        assert [places[i] for i in ev.showdown(live)] == wanted, hands


@pytest.mark.parametrize(("name", "cards"), EVERY)
def test_random_showdown_with_shared_cards_ends_as_the_reference_says(name: str, cards: int) -> None:
    """Vela: one to four cards that are part of every hand."""
    ev, judge = sr.Evaluator(name, cards=cards), Reference(name, cards)
    codes = np.frombuffer(ev.pack.codes, dtype=np.uint8)
    rng = np.random.default_rng(cards)
    ties = 0
    for _ in range(20 if cards > 52 else 150):
        common = int(rng.integers(1, 5))
        seats = int(rng.integers(2, 6))
        cut = rng.permutation(codes)
        vela, rest = cut[:common].tolist(), cut[common:]
        own = 5 - common
        hands: list[bytes | None] = [
            bytes(rng.permutation([*vela, *rest[own * i : own * (i + 1)].tolist()]).tolist()) for i in range(seats)
        ]
        if seats > 2 and rng.random() < 0.3:
            hands[int(rng.integers(seats))] = None
        wanted = judge.showdown(hands)
        ties += len(wanted) > 1
        assert ev.showdown(hands, shared=bytes(vela)) == wanted, hands
        if 53 not in vela:  # as text the first joker named is 52
            assert ev.showdown(hands, shared=sr.format_cards(vela)) == wanted, hands
        with pytest.raises(sr.HandError, match="is in hand"):
            ev.showdown(hands, shared=bytes(vela[1:]))
    assert ties or name not in ("loto-quebec", "six-plus", "standard")


def test_shared_cards_come_in_every_form_that_a_hand_has() -> None:
    ev = sr.Evaluator("classic", cards=32)
    hands = [sr.parse_cards(text) for text in ("Ah Kh Qc Js 9h", "Ah Kh Qd Jc 9s")]
    forms: list[Any] = [
        "Ah Kh", b"\x32\x2e", bytearray(b"\x32\x2e"), [50, 46], (50, 46), iter([50, 46]), memoryview(b"\x32\x2e"),
        np.array([50, 46], dtype=np.uint8), np.array([50, 46]),
    ]  # fmt: skip
    for shared in forms:
        assert ev.showdown(hands, shared=shared) == [0, 1], shared
    none: list[Any] = ["", b"", [], (), bytearray(), iter([]), np.array([], dtype=np.uint8)]
    for shared in none:
        assert ev.showdown([sr.parse_cards(MINIMUM), sr.parse_cards(MAXIMUM)], shared=shared) == [0], shared


def test_single_shared_card_in_an_array_is_shared_even_if_its_code_is_zero() -> None:
    ev = sr.Evaluator("standard")
    hands = [sr.parse_cards(text) for text in ("2c 7d 9h Js Kd", "2c 8d 9s Jh Ks")]
    for shared in ([0], b"\0", np.array([0], dtype=np.uint8), np.array([0])):
        assert ev.showdown(hands, shared=shared) == [1]


@pytest.mark.parametrize("wrong", [None, 0, False, 0.0, {}, set()], ids=repr)
def test_shared_of_the_wrong_kind_is_refused_though_it_be_empty(wrong: Any) -> None:
    ev = sr.Evaluator("classic", cards=32)
    with pytest.raises(TypeError):
        ev.showdown([sr.parse_cards(MINIMUM), sr.parse_cards(MAXIMUM)], shared=wrong)


def test_shared_cards_need_not_be_held_by_anybody() -> None:
    ev = sr.Evaluator("classic", cards=32)
    assert ev.showdown([MINIMUM, MAXIMUM], shared="As Ks") == [0]


def test_shared_card_outside_the_pack_is_refused() -> None:
    ev = sr.Evaluator("classic", cards=32)
    with pytest.raises(sr.HandError, match="6h"):
        ev.showdown([MINIMUM, MAXIMUM], shared="6h")


def test_single_live_hand_wins_unseen() -> None:
    ev = sr.Evaluator("classic", cards=32)
    assert ev.showdown([None, MINIMUM, None]) == [1]
    assert ev.showdown([MINIMUM]) == ev.showdown([sr.parse_cards(MINIMUM)]) == [0]
    assert ev.showdown(["the cards of a winner whom nobody called"]) == [0]


@pytest.mark.parametrize("hands", [[], [None], [None] * 4, (), (None, None)])
def test_showdown_without_a_live_hand_is_refused(hands: Sequence[None]) -> None:
    with pytest.raises(sr.HandError, match="at least one hand"):
        sr.Evaluator("classic", cards=32).showdown(hands)


def test_sixteen_hands_are_a_showdown_and_seventeen_are_refused() -> None:
    ev, judge = sr.Evaluator("standard"), Reference("standard", 52)
    vela = [48, 44, 41, 37]
    others = [card for card in range(52) if card not in vela]
    hands: list[bytes] = [bytes([*vela, card]) for card in others]
    for n in (7, 8, 15, 16):
        assert ev.showdown(hands[:n], shared=bytes(vela)) == judge.showdown(hands[:n])
    with pytest.raises(sr.HandError, match="at most 16 hands, not 17"):
        ev.showdown(hands[:17], shared=bytes(vela))
    seventeen: list[bytes | None] = [None, *hands[:16]]
    assert ev.showdown(seventeen, shared=bytes(vela)) == judge.showdown(seventeen)


def test_more_than_six_hands_show_the_right_winners_without_shared_cards() -> None:
    ev, judge = sr.Evaluator("standard"), Reference("standard", 52)
    rng = np.random.default_rng(9)
    for _ in range(300):
        cut = rng.permutation(52).astype(np.uint8)
        hands = [cut[5 * i : 5 * i + 5].tobytes() for i in range(int(rng.integers(7, 11)))]
        assert ev.showdown(hands) == judge.showdown(hands), hands


def test_list_of_winners_belongs_to_the_caller() -> None:
    ev = sr.Evaluator("classic", cards=32)
    hands = [sr.parse_cards(MINIMUM), sr.parse_cards(MAXIMUM)]
    ev.showdown(hands).clear()
    assert ev.showdown(hands) == [0]


# -- laws of order ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "cards"), [(n, c) for n, c in EVERY if c <= 52])
def test_comparison_is_that_of_the_reference_and_turns_round_with_its_hands(name: str, cards: int) -> None:
    """Also for hands that share cards."""
    ev, judge = sr.Evaluator(name, cards=cards), Reference(name, cards)
    rng = np.random.default_rng(cards)
    hands = all_hands(cards)
    drawn = [row.tobytes() for row in hands[rng.integers(0, len(hands), 60)]] + straight_flushes(cards)
    for a in drawn:
        assert ev.compare(a, a) == 0
        for b in (drawn[i] for i in rng.integers(0, len(drawn), 25).tolist()):
            wanted = judge.compare(a, b)
            assert (ev.compare(a, b), ev.compare(b, a)) == (wanted, -wanted), (a, b)
            assert ev.compare(list(a), sr.format_cards(b)) == wanted, (a, b)


@pytest.mark.parametrize("name", UPSET)
@pytest.mark.parametrize("cards", ITALIAN_PACKS)
def test_comparison_of_all_strengths_is_transitive_outside_the_upset(name: str, cards: int) -> None:
    """The strengths are in their order, but for exactly the pairs of the upset: so all else is transitive."""
    ev = sr.Evaluator(name, cards=cards)
    assert ev.upset is not None
    (low, high), (under, over) = ev.upset
    table, compare = ev._table, lib.sr_compare_strengths
    reversed_pairs = {(a, b) for a in range(low, high + 1) for b in range(under, over + 1)}
    others = range(1, ev.strengths + 1, 7)
    interesting = sorted({*others, *range(low - 3, ev.strengths + 1)})
    found = {(a, b) for a in interesting for b in interesting if a < b and compare(table, a, b) != -1}
    assert found == reversed_pairs
    back = {(a, b) for a in interesting for b in interesting if a < b and compare(table, b, a) != 1}
    assert back == reversed_pairs


@pytest.mark.parametrize(("name", "cards"), [pair for pair in EVERY if pair[0] not in UPSET])
def test_greater_strength_wins_everything_without_an_upset(name: str, cards: int) -> None:
    ev = sr.Evaluator(name, cards=cards)
    assert ev.upset is None
    some = range(1, ev.strengths + 1, max(1, ev.strengths // 300))
    for a in some:
        assert all(lib.sr_compare_strengths(ev._table, a, b) == (a > b) - (a < b) for b in some)
