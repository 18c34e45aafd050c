"""Italian poker in PokerKit: packs, hands, and games whose payoffs are those of an independent settlement."""

from __future__ import annotations

import importlib
import importlib.metadata
import random
import sys
import warnings
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from reference import Reference

import scalareale as sr

pytest.importorskip("pokerkit")

import pokerkit  # type: ignore[import-not-found, unused-ignore]
from reckonings import chip_by_chip
from test_settle import straight_flushes

from scalareale.pokerkit import AUTOMATIONS, ItalianState, deck, five_card_draw, hand_type

BY_HAND = [automation for automation in AUTOMATIONS if automation.name != "HOLE_DEALING"]
MINIMUM, MEDIUM, MAXIMUM = "Ah6h7h8h9h", "8c9cTcJcQc", "TdJdQdKdAd"


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """PokerKit warns when the pack runs out and when a bet is odd; neither is of interest here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def code(card: pokerkit.Card) -> int:
    return sr.parse_cards(repr(card))[0]


# -- packs and hands ---


@pytest.mark.parametrize("cards", [24, 28, 32, 36, 40, 52])
def test_pack_is_that_of_the_package(cards: int) -> None:
    assert bytes(map(code, deck(cards))) == sr.Pack(cards).codes


@pytest.mark.parametrize("cards", [30, 53, 54])
def test_pack_that_pokerkit_cannot_have_is_refused(cards: int) -> None:
    with pytest.raises(sr.HandError):
        deck(cards)
    with pytest.raises(sr.HandError):
        hand_type(cards, "wild" if cards > 52 else "classic")


def test_hands_are_ordered_as_the_evaluator_compares_them() -> None:
    kind, ev = hand_type(32), sr.Evaluator("classic", cards=32)
    rng = random.Random(1)
    flushes = [hand for tier in straight_flushes(32).values() for hand in tier]
    for case in range(2_000):
        a, b = (bytes(rng.sample(range(20, 52), 5)) if case % 2 else rng.choice(flushes) for _ in range(2))
        verdict = ev.compare(a, b)
        first, second = kind(sr.format_cards(a)), kind(sr.format_cards(b))
        assert (first > second) == (verdict > 0)
        assert (first < second) == (verdict < 0)
        assert (first == second) == (verdict == 0)
        assert (first >= second, first <= second) == (verdict >= 0, verdict <= 0)
        assert first != second or hash(first) == hash(second)


def test_hand_knows_its_cards_and_its_name() -> None:
    hand = hand_type(36).from_game("Ah6h7h8h9h")
    assert isinstance(hand, pokerkit.Hand)
    assert repr(hand) == "Ah6h7h8h9h"
    assert str(hand) == "minimum straight flush of hearts (Ah6h7h8h9h)"
    assert hand.cards == tuple(pokerkit.Card.parse("Ah6h7h8h9h"))
    assert hand.entry.label is pokerkit.Label.STRAIGHT_FLUSH
    assert hand_type(36)("AhAd6c6sKh").entry.label is pokerkit.Label.TWO_PAIR
    assert hand_type(36)("AhJh9h8h6h").entry.label is pokerkit.Label.FLUSH
    assert (hand == "AhJh9h8h6h", hand != 5) == (False, True)
    with pytest.raises(TypeError):
        _ = hand < hand_type(40)("Ah5h6h7h8h")


def test_best_five_of_hole_and_board_count() -> None:
    kind = hand_type(32, "no-cycle")
    assert sorted(map(repr, kind.from_game("AhKh", "QhJhTh9h7c").cards)) == ["Ah", "Jh", "Kh", "Qh", "Th"]
    assert kind.from_game("AhKh", "QhJhTh") == kind("TdJdQdKdAd") or kind.from_game("AhKh", "QhJhTh") > kind(
        "TdJdQdKdAd"
    )


@pytest.mark.parametrize("cards", ["", "Ah", "AhKhQhJh", "AhKhQhJhTh9h8h7h", "AhKhQhJh??", "AhKhQhJh2h", "AhKhQhJhAh"])
def test_cards_that_make_no_hand_are_a_value_error(cards: str) -> None:
    kind = hand_type(32)
    with pytest.raises(ValueError):
        kind.from_game(cards)
    assert kind.from_game_or_none(cards) is None


def test_hand_types_are_made_once() -> None:
    assert hand_type(36) is hand_type(36) is hand_type(36, "classic")
    assert hand_type(36) is not hand_type(40)
    for wrong in ([36], np.arange(3)):
        with pytest.raises(TypeError, match="the size of the pack, is an int, not"):
            hand_type(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not list"):
        hand_type(36, ["classic"])  # type: ignore[arg-type]
    assert hand_type(36).evaluator == sr.Evaluator("classic", cards=36)
    house = sr.Rules.named("classic").replace(name="house", suits="shdc")
    assert hand_type(36, house).evaluator.rules == house


def test_equities_of_pokerkit_work_with_the_hand_type() -> None:
    random.seed(3)
    hands = [pokerkit.parse_range("KhKdKc9s8c"), pokerkit.parse_range("AhAdQcJsTs")]
    pack: Any = deck(32)
    found = pokerkit.calculate_equities(hands, (), 5, 0, pack, (hand_type(32),), sample_count=20)
    assert found == [1, 0]


# -- games ---


def dealt(state: ItalianState, hands: list[str]) -> None:
    for hand in hands:
        state.deal_hole(hand)


def called_down(state: ItalianState) -> None:
    while state.status:
        if state.actor_indices:
            state.check_or_call()
        elif state.stand_patter_or_discarder_index is not None:
            state.stand_pat_or_discard()
        else:
            raise AssertionError(state.operations[-1])


def played(state: ItalianState, rng: random.Random, draw: bool) -> tuple[list[int], list[bytes | None]]:
    """Play at random; the stakes, and the hands of those who had not folded when the betting was over."""
    hands: list[bytes] = []
    folded = set()
    while state.status:
        if state.actor_indices:
            kind = rng.random()
            seat = state.actor_index
            if kind < 0.12 and state.can_fold():
                state.fold()
                folded.add(seat)
            elif kind < 0.45 and state.can_complete_bet_or_raise_to():
                least = state.min_completion_betting_or_raising_to_amount
                most = state.max_completion_betting_or_raising_to_amount
                assert least is not None and most is not None
                amount = most if rng.random() < 0.4 else min(most, least + int(rng.expovariate(1 / 8)))
                state.complete_bet_or_raise_to(amount)
            else:
                state.check_or_call()
        elif state.stand_patter_or_discarder_index is not None:
            seat = state.stand_patter_or_discarder_index
            cards = list(state.hole_cards[seat])
            state.stand_pat_or_discard(rng.sample(cards, rng.randint(0, 3)) if draw else ())
        else:
            # Nothing but showing, pushing and pulling is left, which this state was told to wait with.
            if not hands:
                hands = [bytes(map(code, cards)) for cards in state.hole_cards]
                stakes = [-payoff for payoff in state.payoffs]
            if state.showdown_index is not None:
                state.show_or_muck_hole_cards()
            elif state.can_kill_hand():
                state.kill_hand()
            elif state.can_push_chips():
                state.push_chips()
            else:
                state.pull_chips()
    return stakes, [None if seat in folded else hand for seat, hand in enumerate(hands)]


STEPS = ("HOLE_CARDS_SHOWING_OR_MUCKING", "HAND_KILLING", "CHIPS_PUSHING", "CHIPS_PULLING")
SLOWLY = [automation for automation in AUTOMATIONS if automation.name not in STEPS]


def some_games(name: str, games: int, circle: bool, seed: int) -> tuple[int, int, int]:
    """Play games and compare their payoffs with the independent settlement: showdowns, circles, side pots."""
    rng = random.Random(f"{name} {circle} {seed}")
    random.seed(seed)
    showdowns = circles = side_pots = 0
    for _ in range(games):
        cards = rng.choice([32, 36]) if name == "loto-quebec" else rng.choice([24, 32, 40])
        seats = rng.randint(3 if circle else 2, {24: 4, 32: 5}.get(cards, 6))
        stacks = [rng.choice([rng.randint(1, 12), rng.randint(1, 80), 40]) for _ in range(seats)]
        automations = [a for a in SLOWLY if not (circle and a.name == "HOLE_DEALING")]
        state = five_card_draw(
            stacks,
            cards=cards,
            ante=rng.randint(1, 3),
            blinds=rng.choice([(0, 0), (1, 2)]),
            ruleset=name,
            automations=automations,
            mode=rng.choice(list(pokerkit.Mode)),
        )
        if circle:
            tiers = straight_flushes(cards)
            hands: list[bytes] = []
            for tier in ("MINIMUM", "MEDIUM", "MAXIMUM"):
                hands.append(rng.choice([h for h in tiers[tier] if not any(set(h) & set(o) for o in hands)]))
            rest = [card for card in range(52 - cards, 52) if all(card not in hand for hand in hands)]
            rng.shuffle(rest)
            hands += [bytes(rest[5 * i : 5 * i + 5]) for i in range(seats - 3)]
            rng.shuffle(hands)
            dealt(state, [sr.format_cards(hand) for hand in hands])
        stakes, left = played(state, rng, draw=not circle)
        wanted, layers = chip_by_chip(stakes, left, Reference(name, cards).showdown, button=seats - 1)
        payoffs = [take - stake for take, stake in zip(wanted, stakes, strict=True)]
        assert state.payoffs == payoffs, (stacks, stakes, left)
        assert sum(state.stacks) == sum(stacks)
        live = [hand for hand in left if hand is not None]
        showdowns += len(live) > 1
        side_pots += len(layers) > 1
        if name == "classic" and len(live) > 2:
            judge = Reference(name, cards)
            tiers_left = {judge.tier(hand) for hand in live}
            circles += {"minimum", "medium", "maximum"} <= tiers_left
    return showdowns, circles, side_pots


@pytest.mark.parametrize(
    ("name", "seed"), [("classic", 1), ("classic", 2), ("classic", 3), ("loto-quebec", 4), ("guide", 5)]
)
def test_payoffs_of_random_games_are_those_of_the_settlement(name: str, seed: int) -> None:
    """5,000 games in all, at random stacks, with folds and all-ins."""
    showdowns, _, side_pots = some_games(name, 1_000, circle=False, seed=seed)
    assert showdowns > 500 and side_pots > 200


def test_payoffs_with_a_circle_are_those_of_the_settlement() -> None:
    showdowns, circles, side_pots = some_games("classic", 700, circle=True, seed=6)
    assert showdowns > 400 and circles > 200 and side_pots > 200
    some_games("guide", 200, circle=True, seed=7)


def test_circle_pays_nobody_in_all_six_seatings() -> None:
    for seating in permutations([MINIMUM, MEDIUM, MAXIMUM]):
        state = five_card_draw([100] * 3, cards=36, automations=BY_HAND)
        dealt(state, list(seating))
        state.complete_bet_or_raise_to(20)
        called_down(state)
        assert state.payoffs == [0, 0, 0]


@pytest.mark.parametrize("short", range(3))
def test_circle_shares_the_main_pot_and_the_side_pot_goes_by_pairs(short: int) -> None:
    hands = [MINIMUM, MEDIUM, MAXIMUM]
    stacks = [50, 50, 50]
    stacks[short] = 10
    state = five_card_draw(stacks, cards=36, automations=BY_HAND)
    dealt(state, hands)
    state.complete_bet_or_raise_to(state.max_completion_betting_or_raising_to_amount)
    while state.actor_indices:
        if state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to(state.max_completion_betting_or_raising_to_amount)
        else:
            state.check_or_call()
    called_down(state)
    winner = {0: 2, 1: 0, 2: 1}[short]  # maximum over medium, minimum over maximum, medium over minimum
    loser = ({0, 1, 2} - {short, winner}).pop()
    assert (state.payoffs[short], state.payoffs[winner], state.payoffs[loser]) == (0, 40, -40)


@pytest.mark.parametrize("seating", list(permutations([MINIMUM, MEDIUM, MAXIMUM])))
def test_nobody_in_a_circle_mucks(seating: tuple[str, str, str]) -> None:
    state = five_card_draw([100] * 3, cards=36, automations=BY_HAND)
    dealt(state, list(seating))
    called_down(state)
    shown = [op for op in state.operations if isinstance(op, pokerkit.HoleCardsShowingOrMucking)]
    assert [len(op.hole_cards) for op in shown] == [5, 5, 5]
    assert not any(isinstance(op, pokerkit.HandKilling) for op in state.operations)


def test_hand_that_is_beaten_for_good_is_mucked() -> None:
    state = five_card_draw([100] * 3, cards=36, automations=BY_HAND)
    dealt(state, ["AhAdKcQs9h", "KhKdAcQd9s", "QhQcAsKs8d"])
    called_down(state)
    shown = [op for op in state.operations if isinstance(op, pokerkit.HoleCardsShowingOrMucking)]
    assert [len(op.hole_cards) for op in shown] == [5, 0, 0]
    assert state.payoffs == [2, -1, -1]


def test_odd_chips_go_one_each_from_the_dealers_left() -> None:
    same = ["AhKh9c8d7h", "AdKd9h8c7s", "AcKc9s8h7d"]
    for place in range(4):
        hands = [*same[:place], "QsJsTs8s7c", *same[place:]]
        state = five_card_draw([100] * 4, cards=32, ante=2, ruleset="loto-quebec", automations=BY_HAND)
        dealt(state, hands)
        called_down(state)
        takes = [payoff + 2 for payoff in state.payoffs]
        wanted = sr_settle([2] * 4, hands)
        assert takes == wanted
        assert sorted(takes) == [0, 2, 3, 3]


def sr_settle(stakes: list[int], hands: list[Any]) -> list[int]:
    from scalareale.settle import settle

    return settle(stakes, hands, sr.Evaluator("loto-quebec", cards=32), button=len(stakes) - 1)


def test_mucking_by_choice_gives_the_pot_away() -> None:
    automations = [a for a in BY_HAND if a.name != "HOLE_CARDS_SHOWING_OR_MUCKING"]
    state = five_card_draw([100, 30, 100], cards=36, automations=automations)
    dealt(state, ["QhQcAsKs8d", "KhKdAcQd9s", "AhAdKcQs9h"])
    state.complete_bet_or_raise_to(60)
    state.check_or_call()
    state.check_or_call()
    while state.street_index == 0 or state.stand_patter_or_discarder_index is not None or state.actor_indices:
        if state.actor_indices:
            state.check_or_call()
        else:
            state.stand_pat_or_discard()
    while state.showdown_index is not None:
        state.show_or_muck_hole_cards(state.showdown_index != 2)  # the aces muck
    assert state.payoffs == [1, 60, -61]


def test_rake_is_taken_before_the_shares() -> None:
    kind = hand_type(36)
    pack: Any = deck(36)
    street = pokerkit.Street(False, (False,) * 5, 0, False, pokerkit.Opening.POSITION, 2, None)
    state = ItalianState(
        tuple(BY_HAND),
        pack,
        (kind,),
        (street,),
        pokerkit.BettingStructure.NO_LIMIT,
        True,
        10,
        0,
        0,
        (100,) * 3,
        3,
        rake=lambda amount, state: (3, amount - 3),
    )
    dealt(state, [MINIMUM, MEDIUM, MAXIMUM])
    called_down(state)
    assert state.payoffs == [-1, -1, -1]


def test_state_refuses_other_hand_types() -> None:
    with pytest.raises(TypeError, match="an ItalianState plays with hand types of hand_type"):
        ItalianState(
            (),
            pokerkit.Deck.STANDARD,
            (pokerkit.StandardHighHand,),
            (pokerkit.Street(False, (False,) * 5, 0, False, pokerkit.Opening.POSITION, 2, None),),
            pokerkit.BettingStructure.NO_LIMIT,
            True,
            1,
            0,
            0,
            (10, 10),
            2,
        )


def test_too_many_players_for_the_pack_are_refused() -> None:
    with pytest.raises(ValueError, match="5 players need 25 cards, and the pack has 24"):
        five_card_draw([10] * 5, cards=24)
    with pytest.raises(sr.HandError, match="no ruleset is called 'poker'"):
        five_card_draw([10] * 2, cards=24, ruleset="poker")


def test_games_are_those_of_the_seed() -> None:
    results = []
    for _ in range(2):
        random.seed(11)
        state = five_card_draw([50] * 4, cards=32, blinds=(1, 2), ante=0)
        called_down(state)
        results.append(state.payoffs)
    assert results[0] == results[1]


def test_missing_or_other_pokerkit_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = sys.modules["scalareale.pokerkit"]
    try:
        monkeypatch.setattr(importlib.metadata, "version", lambda name: "0.8.0")
        del sys.modules["scalareale.pokerkit"]
        with pytest.raises(ImportError, match=r"not 0\.8\.0: pip install 'scalareale\[pokerkit\]'"):
            importlib.import_module("scalareale.pokerkit")
        monkeypatch.setitem(sys.modules, "pokerkit", None)
        sys.modules.pop("scalareale.pokerkit", None)
        with pytest.raises(ImportError, match=r"pip install 'scalareale\[pokerkit\]'"):
            importlib.import_module("scalareale.pokerkit")
    finally:
        sys.modules["scalareale.pokerkit"] = real
