"""Hands that nobody here dealt, where they can be had: in `../shared/data` beside the checkout."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

import scalareale as sr

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
UCI = DATA / "uci_poker_hands.csv"


@pytest.mark.checkout
@pytest.mark.skipif(not UCI.exists(), reason="the UCI poker hands are not beside the checkout")
def test_labels_of_the_uci_poker_hands_agree_and_their_italian_hands_evaluate() -> None:
    with UCI.open(newline="") as file:
        rows = np.array([[int(cell) for cell in row] for row in list(csv.reader(file))[1:]])
    suit = np.array([0, 2, 3, 1, 0])  # hearts, spades, diamonds, clubs are 1 to 4 there
    rank = np.array([0, 12, *range(12)])
    hands = (4 * rank[rows[:, 1:10:2]] + suit[rows[:, 0:10:2]]).astype(np.uint8)
    ev = sr.Evaluator("standard")
    ours = ev.category_many(ev.evaluate_many(hands))
    # Their order is the international one, with the royal flush apart.
    names = "HIGH_CARD PAIR TWO_PAIR THREE_OF_A_KIND STRAIGHT FLUSH FULL_HOUSE FOUR_OF_A_KIND STRAIGHT_FLUSH".split()
    theirs = np.array([sr.Category[name] for name in [*names, "STRAIGHT_FLUSH"]])
    assert len(hands) == 25_010
    assert (ours == theirs[rows[:, 10]]).all()
    fitting = []
    for cards in (24, 28, 32, 36, 40):
        some = hands[(hands >= 52 - cards).all(axis=1)]
        fitting.append(len(some))
        assert (sr.Evaluator("classic", cards=cards).evaluate_many(some) > 0).all()
    assert fitting == [427, 1_002, 1_974, 3_649, 6_273]
