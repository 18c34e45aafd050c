"""Slow ways to reckon what the package reckons: settlements, openers, deals. The rules come from the reference."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from itertools import groupby, pairwise
from typing import Any

import numpy as np
from numpy.random import Generator
from reference import Reference


def chip_by_chip(
    stakes: list[int],
    hands: list[bytes | None],
    showdown: Callable[[list[bytes | None]], list[int]],
    button: int,
) -> tuple[list[int], list[frozenset[int]]]:
    """What each seat takes, reckoned chip by chip, and the contenders of the pots; `showdown` says who wins one.

    The h-th chip of every seat lies in one layer. A layer is contested by those left in who put a chip into it; layers
    with the same contenders are one pot.
    """
    contents: dict[frozenset[int], int] = {}
    contenders = frozenset(seat for seat, hand in enumerate(hands) if hand is not None)
    for height in range(1, max(stakes) + 1):
        payers = {seat for seat, stake in enumerate(stakes) if stake >= height}
        contenders = frozenset(seat for seat in payers if hands[seat] is not None) or contenders
        contents[contenders] = contents.get(contenders, 0) + len(payers)
    takes = [0] * len(stakes)
    for contenders, chips in contents.items():
        winners = showdown([hand if seat in contenders else None for seat, hand in enumerate(hands)])
        seat = button
        while chips % len(winners):  # odd chips: one to each winner that the dealer meets on his way round
            seat = (seat + 1) % len(stakes)
            if seat in winners:
                takes[seat] += 1
                chips -= 1
        for seat in winners:
            takes[seat] += chips // len(winners)
    return takes, list(contents)


def has_four(hand: Any) -> bool:
    """Four suited cards in sequence without an ace, by looking at the ranks of each suit."""
    by_suit = sorted((card & 3, card // 4 + 2) for card in hand if card < 48)
    for _, cards in groupby(by_suit, lambda card: card[0]):
        ranks = {rank for _, rank in cards}
        if any({rank, rank + 1, rank + 2, rank + 3} <= ranks for rank in ranks):
            return True
    return False


def may_open(judge: Reference, hand: list[int], minimum: int) -> bool:
    """A pair of at least a rank or something better, by the reference evaluator alone."""
    category = judge.category(hand)
    if category != "pair":
        return category != "high_card"
    ranks = sorted(card // 4 + 2 for card in hand if card < 52)
    paired = [a for a, b in pairwise(ranks) if a == b]
    # A joker pairs the highest card; the bug does so with an ace only.
    return (paired or ranks[-1:])[0] >= minimum


def dealt_from(draw: Callable[[], int], hands: int, cards: list[int]) -> list[list[int]]:
    """One deal as the docstring of `deal` says it, with Python's long integers."""
    cards, found = sorted(cards), []
    for _ in range(hands):
        while True:
            x, product, places = draw(), 1, []
            for left in range(len(cards), len(cards) - 5, -1):
                place, x = divmod(x * left, 1 << 64)
                places.append(place)
                product *= left
            if x >= (1 << 64) % product:
                break
        hand = []
        for place in places:
            hand.append(cards[place])
            last = cards.pop()
            if place < len(cards):
                cards[place] = last
        found.append(hand)
    return found


def draws_for(hands: list[list[int]], cards: list[int]) -> list[int]:
    """Draws of 64 bits from which these hands are dealt, in this order of cards, and none is refused."""
    cards, draws = sorted(cards), []
    for hand in hands:
        number, product = 0, 1
        for card in hand:
            place, left = cards.index(card), len(cards)
            number, product = number * left + place, product * left
            last = cards.pop()
            if place < len(cards):
                cards[place] = last
        draws.append(((2 * number + 1) << 63) // product)
    return draws


def words_of(generator: Generator) -> Callable[[], int]:
    return lambda: int(generator.integers(0, 1 << 64, dtype=np.uint64))


ODD = 0x9E3779B97F4A7C15


class Rigged:
    """A source of bits that gives what it is told, as numpy's struct, which lies at `address`."""

    class Struct(ctypes.Structure):
        _fields_ = [
            ("state", ctypes.c_void_p),
            ("next_uint64", ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)),
            *((name, ctypes.c_void_p) for name in ("next_uint32", "next_double", "next_raw")),
        ]

    def __init__(self, draws: list[int]) -> None:
        self.draws: Iterator[int] = iter(draws)
        # Whoever asks for more than there is gets a number that no deal refuses.
        next_uint64 = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)(lambda state: next(self.draws, ODD))
        self.struct = self.Struct(None, next_uint64)
        self.address = ctypes.addressof(self.struct)
