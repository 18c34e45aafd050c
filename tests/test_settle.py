"""Settlement: side pots, folded seats, a showdown per pot, odd chips, and chips that never appear or vanish."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from reckonings import chip_by_chip
from reference import Reference

import scalareale as sr
from scalareale.settle import pots, settle, shares

CLASSIC = sr.Evaluator("classic", cards=40)
SPLITS = sr.Evaluator("loto-quebec", cards=32)
MINIMUM, MEDIUM, MAXIMUM = "Ah 5h 6h 7h 8h", "8c 9c Tc Jc Qc", "Td Jd Qd Kd Ad"
KINGS, QUEENS, JACKS, TENS = "Kh Kc 9s 7c 6d", "Qh Qs 9h 7s 6c", "Jh Js 9d 7d 6s", "Th Ts 9c 8d 5s"


def straight_flushes(cards: int) -> dict[str, list[bytes]]:
    ev = sr.Evaluator("classic", cards=cards)
    tiers: dict[str, list[bytes]] = {"MINIMUM": [], "MEDIUM": [], "MAXIMUM": []}
    for suit in range(4):
        run = [suit + 48, *range(52 - cards + suit, 52, 4)]
        for first in range(len(run) - 4):
            hand = bytes(run[first : first + 5])
            tier = ev.rank(hand).tier
            assert tier is not None
            tiers[tier.name].append(hand)
    return tiers


def table(rng: random.Random, cards: int, circle: list[bytes]) -> tuple[list[int], list[bytes | None], int]:
    """Random stakes, many of them alike or just different, and hands of which some are folded."""
    pack = [card for card in range(52 - cards, 52) if all(card not in hand for hand in circle)]
    rng.shuffle(pack)
    seats = rng.randint(max(2, len(circle)), len(circle) + len(pack) // 5)
    hands: list[bytes | None] = [*circle]
    hands += [bytes(pack[5 * i : 5 * i + 5]) for i in range(seats - len(circle))]
    hands = [None if rng.random() < 0.25 else hand for hand in hands]
    rng.shuffle(hands)
    if all(hand is None for hand in hands):
        hands[rng.randrange(seats)] = bytes(pack[:5])
    levels = [rng.randint(0, 30) for _ in range(3)]
    stakes = [rng.choice(levels) if rng.random() < 0.6 else rng.randint(0, 40) for _ in range(seats)]
    stakes[rng.randrange(seats)] += 1
    return stakes, hands, rng.randrange(seats)


@pytest.mark.parametrize("name", ["classic", "loto-quebec", "guide", "fantini-santelia"])
def test_random_settlement_is_that_of_an_independent_reckoning(name: str) -> None:
    """2,500 settlements under each of four rulesets, 10,000 in all; a circle or straights that split among them."""
    rng = random.Random(name)
    odd = circles = several = folded_on_top = 0
    for case in range(2_500):
        cards = 32 if name == "loto-quebec" else rng.choice([24, 32, 40])
        ev, judge = sr.Evaluator(name, cards=cards), Reference(name, cards)
        circle: list[bytes] = []
        if name == "loto-quebec":  # the same straight in two to four mixtures of suits
            first, suits = rng.randint(5, 8), [rng.randrange(4) for _ in range(4)]
            for turn in range(rng.randint(2, 4)):
                held = [4 * (first + i) + (suit + turn) % 4 for i, suit in enumerate([*suits, 1 - suits[0] & 3])]
                circle.append(bytes(held))
        elif case % 2:
            tiers = straight_flushes(cards)
            for tier in ("MINIMUM", "MEDIUM", "MAXIMUM"):
                free = [h for h in tiers[tier] if not any(set(h) & set(other) for other in circle)]
                circle.append(rng.choice(free))
        stakes, hands, button = table(rng, cards, circle)
        wanted, layers = chip_by_chip(stakes, hands, judge.showdown, button)
        found = settle(stakes, hands, ev, button=button)
        assert found == wanted, (stakes, hands, button)
        assert sum(found) == sum(stakes)
        live = [seat for seat, hand in enumerate(hands) if hand is not None]
        for chips, contenders in pots(stakes, live):
            winners = judge.showdown([h if seat in contenders else None for seat, h in enumerate(hands)])
            odd += chips % len(winners) != 0
            circles += len(winners) == 3
        several += len(layers) > 2
        folded_on_top += max(stakes) > max(stakes[seat] for seat in live)
    assert several > 500 and folded_on_top > 100
    assert odd > (10 if name == "guide" else 100)
    assert name == "loto-quebec" or circles > (20 if name == "guide" else 200)


# -- examples ---


def test_circle_in_the_main_pot_shares_and_the_side_pot_is_decided_in_pairs() -> None:
    assert settle([10, 50, 50], [MINIMUM, MEDIUM, MAXIMUM], CLASSIC) == [10, 10, 90]
    assert settle([50, 10, 50], [MINIMUM, MEDIUM, MAXIMUM], CLASSIC) == [90, 10, 10]
    assert settle([50, 50, 10], [MINIMUM, MEDIUM, MAXIMUM], CLASSIC) == [10, 90, 10]


def test_circle_shares_equally_in_all_six_seatings() -> None:
    for seating in permutations([MINIMUM, MEDIUM, MAXIMUM]):
        assert settle([7, 7, 7], list(seating), CLASSIC) == [7, 7, 7]


def test_loser_of_a_circle_that_is_left_out_of_a_pot_changes_its_winner() -> None:
    # In the main pot the minimum beats the maximum; in the side pot, where it is not, the maximum beats the kings.
    assert settle([10, 30, 30], [MINIMUM, MAXIMUM, KINGS], CLASSIC) == [30, 40, 0]


def test_minimum_beats_maximum_once_the_medium_has_folded() -> None:
    assert settle([10, 10, 10], [MINIMUM, None, MAXIMUM], CLASSIC) == [30, 0, 0]


def test_each_side_pot_goes_to_the_best_of_its_own_contenders() -> None:
    assert settle([10, 20, 30, 40], [KINGS, QUEENS, JACKS, TENS], CLASSIC) == [40, 30, 20, 10]
    assert settle([10, 20, 30, 40], [QUEENS, JACKS, TENS, KINGS], CLASSIC) == [0, 0, 0, 100]


def test_uncalled_excess_returns_to_its_owner() -> None:
    assert settle([20, 100], [KINGS, QUEENS], CLASSIC) == [40, 80]


def test_layer_that_only_folded_seats_paid_joins_the_pot_below() -> None:
    assert settle([10, 10, 25], [KINGS, QUEENS, None], CLASSIC) == [45, 0, 0]
    assert settle([10, 20, 25, 22], [KINGS, QUEENS, None, None], CLASSIC) == [40, 37, 0, 0]


def test_chips_of_folded_seats_go_to_the_layer_they_were_put_in() -> None:
    assert settle([10, 30, 30, 15], [KINGS, QUEENS, JACKS, None], CLASSIC) == [40, 45, 0, 0]


def test_last_hand_left_in_wins_unseen() -> None:
    assert settle([5, 10, 2], [None, "not even cards", None], CLASSIC) == [0, 17, 0]


def test_odd_chips_go_one_each_clockwise_from_the_dealers_left() -> None:
    same = ["Ah Kh 9c 8d 7h", "Ad Kd 9h 8c 7s", "Ac Kc 9s 8h 7d"]
    folded = [*same, None]
    assert settle([3, 3, 3, 2], folded, SPLITS, button=3) == [4, 4, 3, 0]
    assert settle([3, 3, 3, 2], folded, SPLITS, button=0) == [3, 4, 4, 0]
    assert settle([3, 3, 3, 2], folded, SPLITS, button=1) == [4, 3, 4, 0]
    assert settle([3, 3, 3, 1], folded, SPLITS, button=2) == [4, 3, 3, 0]
    assert settle([3, 3, 3, 1], folded, SPLITS) == [3, 4, 3, 0]


def test_every_pot_has_odd_chips_of_its_own() -> None:
    same = ["Ah Kh 9c 8d 7h", "Ad Kd 9h 8c 7s"]
    # 11 and 7 chips: two odd ones, each to the first winner from the dealer's left.
    assert settle([3, 6, 6, 3], [None, *same, "Qs Js Ts 8s 7c"], SPLITS, button=0) == [0, 9, 9, 0]
    assert settle([4, 7, 6, 3], [None, *same, "Qs Js Ts 8s 7c"], SPLITS, button=0) == [0, 11, 9, 0]


def test_seats_without_a_stake_take_nothing_of_what_others_staked() -> None:
    assert settle([0, 10, 10], [KINGS, QUEENS, JACKS], CLASSIC) == [0, 20, 0]
    assert settle([0, 0], [KINGS, QUEENS], CLASSIC) == [0, 0]
    assert settle([0, 0, 5], [KINGS, QUEENS, None], CLASSIC) == [5, 0, 0]


def test_hands_and_stakes_come_in_any_form() -> None:
    hands: Any = (sr.parse_cards(KINGS), list(sr.parse_cards(QUEENS)), np.frombuffer(sr.parse_cards(JACKS), np.uint8))
    found = settle(np.array([10, 20, 30]), hands, CLASSIC, button=np.int64(1))  # type: ignore[arg-type]
    assert found == [30, 20, 10]
    assert all(type(chips) is int for chips in found)


def test_stakes_may_exceed_every_machine_integer() -> None:
    big = 10**30
    assert settle([big, big + 1], [KINGS, QUEENS], CLASSIC) == [2 * big, 1]


def test_shared_cards_of_the_vela_may_be_in_several_hands() -> None:
    hands = ["Ah Kh Qh 9c 9d", "Ah Kh Qh Jd Js"]
    assert settle([5, 5], hands, CLASSIC, shared="Ah Kh Qh") == [0, 10]
    with pytest.raises(sr.HandError, match="Ah is in hand 0 and in hand 1"):
        settle([5, 5], hands, CLASSIC)


def test_hands_that_can_be_read_once_are_read_once_for_all_pots() -> None:
    def once() -> list[Any]:
        return [iter(sr.parse_cards(KINGS)), map(int, sr.parse_cards(QUEENS)), (c for c in sr.parse_cards(JACKS)), None]

    assert settle([10, 20, 30, 0], once(), CLASSIC) == [30, 20, 10, 0]
    assert settle([30, 20, 10, 40], once(), CLASSIC) == [100, 0, 0, 0]
    assert settle([5, 20, 30, 40], iter(once()), CLASSIC) == [20, 45, 30, 0]  # type: ignore[arg-type]
    assert settle([10, 30, 30], [iter(sr.parse_cards(hand)) for hand in (MINIMUM, MAXIMUM, KINGS)], CLASSIC) == [
        30,
        40,
        0,
    ]


@pytest.mark.parametrize("form", [iter, list, sr.format_cards, lambda codes: (code for code in codes)])
def test_shared_cards_that_can_be_read_once_are_shared_in_all_pots(form: Any) -> None:
    hands = ["Ah Kh Qh 9c 9d", "Ah Kh Qh Jd Js", "Ah Kh Qh Tc Td", "Ah Kh Qh 8c 7d"]
    shared = sr.parse_cards("Ah Kh Qh")
    assert settle([10, 20, 20, 20], hands, CLASSIC, shared=form(shared)) == [0, 70, 0, 0]
    assert settle([10, 5, 20, 20], hands, CLASSIC, shared=form(shared)) == [0, 20, 35, 0]
    with pytest.raises(sr.HandError, match="9c is in hand 0 and in hand 1"):
        settle([5, 5], [hands[0], "Ah Kh Qh 9c 9s"], CLASSIC, shared=form(shared))
    with pytest.raises(sr.HandError, match="9c is in hand 1 and in hand 2"):
        settle([5, 5, 5], [None, hands[0], "Ah Kh Qh 9c 9s"], CLASSIC, shared=form(shared))


def test_shares_start_left_of_the_dealer() -> None:
    assert shares(10, [0, 1, 2], 2, 3) == [(0, 4), (1, 3), (2, 3)]
    assert shares(9, [1], 0, 3) == [(1, 9)]


# -- bad input ---


@pytest.mark.parametrize(
    ("stakes", "hands", "options", "error", "message"),
    [
        ([5, -1], [KINGS, QUEENS], {}, ValueError, "stake 1 is negative: -1"),
        ([5, 1.0], [KINGS, QUEENS], {}, TypeError, r"stake 1 is an int, not float: 1\.0"),
        ([True, 5], [KINGS, QUEENS], {}, TypeError, "stake 0 is an int, not bool: True"),
        ([5, np.True_], [KINGS, QUEENS], {}, TypeError, "stake 1 is an int, not bool"),
        ([5, "5"], [KINGS, QUEENS], {}, TypeError, "stake 1 is an int, not str: '5'"),
        ([5, None], [KINGS, QUEENS], {}, TypeError, "stake 1 is an int, not NoneType"),
        ([np.arange(2), 3], [KINGS, QUEENS], {}, TypeError, "stake 0 is an int, not ndarray"),
        (5, [KINGS], {}, TypeError, "stakes are a list, one for each seat, not int"),
        (b"\x05\x05", [KINGS, QUEENS], {}, TypeError, "stakes are a list, one for each seat, not bytes"),
        ({5, 6}, [KINGS, QUEENS], {}, TypeError, "stakes are a list, .* not set: seats have an order"),
        ([5, 5], KINGS, {}, TypeError, "hands are a list, one for each seat, not str"),
        ([5], [KINGS, QUEENS], {}, ValueError, "a stake for each hand, but 1 stakes and 2 hands"),
        ([5, 5], [None, None], {}, sr.HandError, "nobody is left in: every hand was folded"),
        ([], [], {}, sr.HandError, "nobody is left in"),
        ([5, 5], [KINGS, QUEENS], {"button": 2}, ValueError, "button is a seat, 0 to 1, not 2"),
        ([5, 5], [KINGS, QUEENS], {"button": -1}, ValueError, "button is a seat, 0 to 1, not -1"),
        ([5, 5], [KINGS, QUEENS], {"button": True}, TypeError, "button is an int, not bool"),
        ([5, 5], [KINGS, "Ah"], {}, sr.HandError, "hand 1 has 5 cards, not 1"),
        ([5, 5], [KINGS, KINGS], {}, sr.HandError, "Kh is in hand 0 and in hand 1"),
        ([0, 5, 5], ["2h 2d 3c 3s 4h", KINGS, QUEENS], {}, sr.HandError, "hand 0: 2h .* is not in the pack"),
        ([5, 5, 5], [None, KINGS, "Kd Kh 5c 5d 5h"], {}, sr.HandError, "Kh is in hand 1 and in hand 2"),
        ([5, 5], [KINGS, QUEENS], {"shared": "2c"}, sr.HandError, "shared: 2c .* is not in the pack"),
    ],
)
def test_bad_input_is_named(stakes: Any, hands: Any, options: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        settle(stakes, hands, CLASSIC, **options)


def test_evaluator_is_told_from_other_things() -> None:
    wrong: Any = "classic"
    with pytest.raises(TypeError, match="ev is an Evaluator, not str"):
        settle([5, 5], [KINGS, QUEENS], wrong)
