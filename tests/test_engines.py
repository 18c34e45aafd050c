"""Recipes: our hands in the engines of others, each where it is installed.

RLCard asks a judge for the payoffs; an OpenSpiel game in Python has its `returns`. Both need a settlement only.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from reference import Reference
from test_settle import MAXIMUM, MEDIUM, MINIMUM, chip_by_chip

import scalareale as sr
from scalareale.settle import settle

# -- RLCard: a judge ---


class ItalianJudger:
    """RLCard's judge for hands of five to seven cards: put it in the place of a game's `judger`."""

    def __init__(self, ev: sr.Evaluator, button: int = 0) -> None:
        self.ev = ev
        self.button = button

    def judge_game(self, players: Sequence[Any], hands: Sequence[list[Any] | None]) -> list[int]:
        """The payoff of each player; a card of RLCard is called suit first, "HA"."""
        held = [None if hand is None else self.codes(hand) for hand in hands]
        live = [hand for hand in held if hand is not None]
        board = b""
        if len(live) > 1:  # the last one left may have two cards, and wins unseen
            board = bytes(set(live[0]).intersection(*live[1:]))
            held = [None if hand is None else self.ev.best(hand) for hand in held]
        stakes = [player.in_chips for player in players]
        takes = settle(stakes, held, self.ev, button=self.button, shared=board)
        return [take - stake for take, stake in zip(takes, stakes, strict=True)]

    @staticmethod
    def codes(hand: list[Any]) -> bytes:
        return sr.parse_cards("".join(card.rank + card.suit for card in hand))


def test_judge_of_rlcard_pays_every_pot_by_its_own_showdown() -> None:
    card = pytest.importorskip("rlcard.games.base").Card
    judger = ItalianJudger(sr.Evaluator("classic", cards=40))
    hands = [[card(text[1].upper(), text[0]) for text in hand.split()] for hand in (MINIMUM, MEDIUM, MAXIMUM)]
    players = [SimpleNamespace(in_chips=chips) for chips in (10, 50, 50)]
    assert judger.judge_game(players, hands) == [0, -40, 40]
    assert judger.judge_game(players, [None, hands[1][:2], None]) == [-10, 60, -50]


@pytest.mark.parametrize("cards", [32, 40])
def test_games_of_rlcard_with_an_italian_pack_end_as_the_settlement_says(cards: int) -> None:
    holdem = pytest.importorskip("rlcard.games.limitholdem")
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
            takes = chip_by_chip(stakes, hands, judge, button=0)[0]
        else:
            takes = [sum(stakes) if alive else 0 for alive in left]
        assert payoffs == [take - stake for take, stake in zip(takes, stakes, strict=True)]
    assert showdowns > 60


def short(card: Any, cards: int) -> bool:
    return ItalianJudger.codes([card])[0] >= 52 - cards


# -- OpenSpiel: a game in Python ---


def italian_showdown(players: int, cards: int) -> Any:
    """A small game: five cards each, one chip in, and everybody in turn goes in with four more or folds."""
    pyspiel = pytest.importorskip("pyspiel")
    ev = sr.Evaluator("classic", cards=cards)
    kind = pyspiel.GameType(
        short_name=f"italian_showdown_{players}_{cards}",
        long_name="Italian showdown",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=2,
        max_chance_outcomes=52,  # OpenSpiel numbers the cards as we do
        num_players=players,
        min_utility=-5.0,
        max_utility=5.0 * (players - 1),
        utility_sum=0.0,
        max_game_length=players,
    )

    class Game(pyspiel.Game):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> Any:
            return State(self)

    class State(pyspiel.State):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.dealt: list[int] = []
            self.choices: list[int] = []

        def current_player(self) -> Any:
            if len(self.dealt) < 5 * players:
                return pyspiel.PlayerId.CHANCE
            return pyspiel.PlayerId.TERMINAL if self.is_terminal() else len(self.choices)

        def chance_outcomes(self) -> list[tuple[int, float]]:
            left = sorted(set(ev.pack.codes) - set(self.dealt))
            return [(card, 1 / len(left)) for card in left]

        def _legal_actions(self, player: int) -> list[int]:
            last = len(self.choices) == players - 1 and not any(self.choices)
            return [1] if last else [0, 1]  # somebody stays in

        def _apply_action(self, action: int) -> None:
            (self.dealt if self.is_chance_node() else self.choices).append(action)

        def _action_to_string(self, player: int, action: int) -> str:
            if player == pyspiel.PlayerId.CHANCE:
                return sr.format_cards([action])
            return ("fold", "in")[action]

        def is_terminal(self) -> bool:
            return len(self.choices) == players

        def hands(self) -> list[bytes]:
            return [bytes(self.dealt[5 * seat : 5 * seat + 5]) for seat in range(players)]

        def stakes(self) -> list[int]:
            return [1 + 4 * choice for choice in self.choices]

        def returns(self) -> list[float]:
            if not self.is_terminal():
                return [0.0] * players
            left = [hand if choice else None for hand, choice in zip(self.hands(), self.choices, strict=True)]
            takes = settle(self.stakes(), left, ev, button=players - 1)
            return [float(take - stake) for take, stake in zip(takes, self.stakes(), strict=True)]

        def information_state_string(self, player: int) -> str:
            return f"{sr.format_cards(self.dealt[5 * player : 5 * player + 5])} {self.choices}"

        def __str__(self) -> str:
            return f"{sr.format_cards(self.dealt)} {self.choices}"

    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, Game)
    return Game()


@pytest.mark.parametrize(("players", "cards"), [(2, 24), (3, 32), (4, 40)])
def test_games_of_openspiel_end_as_the_settlement_says(players: int, cards: int) -> None:
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
        takes, _ = chip_by_chip(state.stakes(), left, judge, button=players - 1)
        assert state.returns() == [take - stake for take, stake in zip(takes, state.stakes(), strict=True)]
        assert sum(state.returns()) == 0
        assert state.clone().returns() == state.returns()


def test_circle_in_openspiel_pays_nobody() -> None:
    state = italian_showdown(3, 40).new_initial_state()
    for card in sr.parse_cards(MEDIUM + MAXIMUM + MINIMUM):
        state.apply_action(card)
    for _ in range(3):
        state.apply_action(1)
    assert state.returns() == [0.0, 0.0, 0.0]
