"""RLCard with our hands: a judge that settles every pot by its own showdown.

RLCard asks `game.judger` for the payoffs at the end of a game, so an Italian judge is all it takes:

    game.judger = ItalianJudger(sr.Evaluator("classic", cards=40))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import scalareale as sr
from scalareale import settle


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
