"""Random hands in random order, the same in every run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import scalareale as sr

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEED = 1526
BLOCK = 1 << 20


def random_hands(n: int, cards: int, seed: int = SEED) -> NDArray[np.uint8]:
    """n hands of five different cards of a pack, each hand as likely as any other."""
    codes = sr.Pack(cards).codes
    rng = np.random.default_rng(seed)
    hands = np.empty((n, 5), np.uint8)
    filled = 0
    while filled < n:
        drawn = rng.integers(codes[0], codes[-1] + 1, (BLOCK, 5), np.uint8)
        ordered = np.sort(drawn, axis=1)
        fair = drawn[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)][: n - filled]
        hands[filled : filled + len(fair)] = fair
        filled += len(fair)
    return hands


def random_pots(n: int, players: int, cards: int, seed: int = SEED) -> NDArray[np.uint8]:
    """The hands of n deals, of the shape (n, players, 5): no card is in two hands of a deal."""
    pack = np.frombuffer(sr.Pack(cards).codes, np.uint8)
    dealt = np.random.default_rng(seed).permuted(np.tile(pack, (n, 1)), axis=1)
    return np.ascontiguousarray(dealt[:, : 5 * players]).reshape(n, players, 5)


def single(hands: NDArray[np.uint8]) -> list[bytes]:
    """Each hand as bytes."""
    return [hand.tobytes() for hand in hands]
