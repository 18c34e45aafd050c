"""Recipes: our hands in the engines of others, each where it is installed.

RLCard asks a judge for the payoffs; an OpenSpiel game in Python has its `returns`. Both need a settlement only.
"""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from reckonings import chip_by_chip
from reference import Reference
from test_settle import MAXIMUM, MEDIUM, MINIMUM

import scalareale as sr

RECIPES = Path(__file__).resolve().parent.parent / "docs" / "recipes"

pytestmark = pytest.mark.checkout


@pytest.fixture(autouse=True)
def recipes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(RECIPES))


# -- RLCard: a judge ---


def test_judge_of_rlcard_pays_every_pot_by_its_own_showdown() -> None:
    card = pytest.importorskip("rlcard.games.base").Card
    from rlcard_judge import ItalianJudger

    judger = ItalianJudger(sr.Evaluator("classic", cards=40))
    hands = [[card(text[1].upper(), text[0]) for text in hand.split()] for hand in (MINIMUM, MEDIUM, MAXIMUM)]
    players = [SimpleNamespace(in_chips=chips) for chips in (10, 50, 50)]
    assert judger.judge_game(players, hands) == [0, -40, 40]
    assert judger.judge_game(players, [None, hands[1][:2], None]) == [-10, 60, -50]


@pytest.mark.parametrize("cards", [32, 40])
def test_games_of_rlcard_with_an_italian_pack_end_as_the_settlement_says(cards: int) -> None:
    holdem = pytest.importorskip("rlcard.games.limitholdem")
    from rlcard_judge import ItalianJudger

    ev, judge = sr.Evaluator("classic", cards=cards), Reference("classic", cards)
    showdowns = 0
    for seed in range(150):
        rng = random.Random(seed)
        game = holdem.Game(num_players=rng.randint(2, 4))
        game.np_random = np.random.RandomState(seed)
        # Deal from the short pack: init_game takes the cards off the end of a new 52-card one.
        game.init_game()
        pack = [card for card in game.dealer.deck + [c for p in game.players for c in p.hand] if short(card, cards)]
        rng.shuffle(pack)
        for player in game.players:
            player.hand[:] = [pack.pop(), pack.pop()]
        game.dealer.deck = pack
        game.judger = ItalianJudger(ev, button=0)
        while not game.is_over():
            legal = game.get_legal_actions()
            game.step(rng.choice([action for action in legal if action != "fold"] * 9 + legal))
        payoffs = [int(payoff * game.big_blind) for payoff in game.get_payoffs()]
        left = [player.status == holdem.PlayerStatus.ALIVE for player in game.players]
        hands: list[bytes | None] = [None] * len(left)
        for seat, player in enumerate(game.players):
            if left[seat]:
                both = ItalianJudger.codes(player.hand + game.public_cards)
                hands[seat] = ev.best(both) if sum(left) > 1 else b""
        stakes = [player.in_chips for player in game.players]
        takes = stakes
        if sum(left) > 1:
            showdowns += 1
            takes = chip_by_chip(stakes, hands, judge.showdown, button=0)[0]
        else:
            takes = [sum(stakes) if alive else 0 for alive in left]
        assert payoffs == [take - stake for take, stake in zip(takes, stakes, strict=True)]
    assert showdowns > 60


def short(card: Any, cards: int) -> bool:
    from rlcard_judge import ItalianJudger

    return bool(ItalianJudger.codes([card])[0] >= 52 - cards)


# -- OpenSpiel: a game in Python ---


@pytest.mark.parametrize(("players", "cards"), [(2, 24), (3, 32), (4, 40)])
def test_games_of_openspiel_end_as_the_settlement_says(players: int, cards: int) -> None:
    pytest.importorskip("pyspiel")
    from openspiel_game import italian_showdown

    game = italian_showdown(players, cards)
    judge = Reference("classic", cards)
    rng = random.Random(players)
    for _ in range(100):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        left = [hand if choice else None for hand, choice in zip(state.hands(), state.choices, strict=True)]
        takes, _ = chip_by_chip(state.stakes(), left, judge.showdown, button=players - 1)
        assert state.returns() == [take - stake for take, stake in zip(takes, state.stakes(), strict=True)]
        assert sum(state.returns()) == 0
        assert state.clone().returns() == state.returns()


def test_circle_in_openspiel_pays_nobody() -> None:
    pytest.importorskip("pyspiel")
    from openspiel_game import italian_showdown

    state = italian_showdown(3, 40).new_initial_state()
    for card in sr.parse_cards(MEDIUM + MAXIMUM + MINIMUM):
        state.apply_action(card)
    for _ in range(3):
        state.apply_action(1)
    assert state.returns() == [0.0, 0.0, 0.0]
