"""Many tables at once for reinforcement learning: a vectorised environment of two decisions a deal, with numpy only.

Every table has the same number of players. Each pays one chip and gets five cards; then all throw away what they want
and draw; then each goes in with four more chips or folds. The reward is what comes back, less what was paid.

    env = ItalianDraw(tables=4096, players=4, seed=1)
    hands = env.reset()
    hands = env.draw(discards)             # bool, (tables, players, 5): what is thrown away
    rewards = env.bet(stays)               # bool, (tables, players): who goes in
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import scalareale as sr

ANTE, BET = 1, 4


class ItalianDraw:
    def __init__(self, tables: int, players: int, cards: int = 40, seed: int = 0) -> None:
        self.ev = sr.Evaluator("classic", cards=cards)
        self.tables, self.players, self.cards = tables, players, cards
        self.rng = np.random.default_rng(seed)

    def reset(self) -> NDArray[np.uint8]:
        """New hands, (tables, players, 5)."""
        # Five more cards a player lie ready: whatever he throws away, what he draws for it is random and unseen.
        deals = sr.deal(self.tables, 2 * self.players, self.cards, self.rng)
        self.hands, self.stub = deals[:, : self.players], deals[:, self.players :]
        return self.hands

    def draw(self, discards: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """The hands after the draw."""
        self.hands = np.where(discards, self.stub, self.hands)
        return self.hands

    def bet(self, stays: NDArray[np.bool_]) -> NDArray[np.float64]:
        """The reward of each player, (tables, players); where everybody folds, nobody wins or loses anything."""
        played = stays.any(axis=1)
        strengths = self.ev.evaluate_many(self.hands)
        wins = np.zeros(stays.shape, np.bool_)
        wins[played] = self.ev.showdown_many(strengths[played], contenders=stays[played])
        paid = (ANTE + BET * stays) * played[:, np.newaxis]
        pot = paid.sum(axis=1, keepdims=True)
        return np.where(wins, pot / np.maximum(wins.sum(axis=1, keepdims=True), 1), 0) - paid
