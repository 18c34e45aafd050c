"""An OpenSpiel game in Python whose returns are ours: OpenSpiel numbers the cards as we do.

state = italian_showdown(players=3, cards=40).new_initial_state()
"""

from __future__ import annotations

from typing import Any

import pyspiel

import scalareale as sr
from scalareale import settle


def italian_showdown(players: int, cards: int) -> Any:
    """A small game: five cards each, one chip in, and everybody in turn goes in with four more or folds."""
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
