"""Every hand of a pack under one ruleset, and all that must be true of them.

A check takes a `Sweep`, fails with an AssertionError that names the first thing that is wrong, and returns how many
things it looked at. The tests make some of them on the named rulesets, `python -m tests.prove` all of them, on house
rules too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import pairwise, permutations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from counts import counts_of
from numpy.typing import NDArray
from reference import CATEGORIES, JOKER, Reference, Ruleset, Vectorised, all_hands

import scalareale as sr
from scalareale._core import lib

Hands = NDArray[np.uint8]
Strengths = NDArray[np.uint16]

TIERS = ("minimum", "medium", "maximum")
DIGESTS = Path(__file__).parent / "data" / "strength_digests.txt"


def scalar(ev: sr.Evaluator, hands: Hands) -> Strengths:
    """Strengths by the function for one hand."""
    codes = np.ascontiguousarray(hands).tobytes()
    rows = (codes[i : i + 5] for i in range(0, len(codes), 5))
    return np.fromiter(map(ev.evaluate, rows), np.uint16, len(hands))


def dealt(ev: sr.Evaluator, n: int, seed: int, held: int = 5) -> Hands:
    """Random cards of the evaluator's pack, in no order."""
    rng = np.random.default_rng(seed)
    pack = np.frombuffer(ev.pack.codes, np.uint8)
    return np.ascontiguousarray(rng.permuted(np.tile(pack, (n, 1)), axis=1)[:, :held])


@contextmanager
def using(kernel: str) -> Iterator[None]:
    """With another kernel, and the one that was in use again at the end."""
    before = sr.kernel()
    sr.use_kernel(kernel)
    try:
        yield
    finally:
        sr.use_kernel(before)


def disjoint(hands: Iterable[Sequence[int]]) -> bool:
    """Whether no card is in two of the hands."""
    cards = [card for hand in hands for card in hand]
    return len(set(cards)) == len(cards)


def told(*hands: Iterable[int] | None) -> str:
    """Hands as a message names them; None is a hand that was folded."""
    return ", ".join("folded" if hand is None else sr.format_cards(hand) for hand in hands)


class Remembering(Reference):
    """The reference, which judges each hand once; jokers are alike, so the other cards say all."""

    def __init__(self, ruleset: str | Ruleset, cards: int) -> None:
        super().__init__(ruleset, cards)
        self._known: dict[frozenset[int], Any] = {}

    def worth(self, hand: Iterable[int]) -> Any:
        cards = list(hand)
        key = frozenset(card for card in cards if card < JOKER)
        if key not in self._known:
            self._known[key] = super().worth(sorted(cards))
        return self._known[key]


class Sweep:
    """All hands of a pack under one ruleset; what is asked of them is found out once, when it is first needed."""

    def __init__(self, rules: str | sr.Rules, cards: int, ruleset: str | Ruleset | None = None) -> None:
        self.evaluator = sr.Evaluator(rules, cards=cards)
        self.name, self.cards = self.evaluator.rules.name, cards
        self.named = ruleset is None
        self.ruleset: str | Ruleset = self.name if ruleset is None else ruleset
        self.judge = Remembering(self.ruleset, cards)

    @cached_property
    def hands(self) -> Hands:
        """As the reference counts them out."""
        return all_hands(self.cards)

    @cached_property
    def strengths(self) -> Strengths:
        """By the function for one hand."""
        return scalar(self.evaluator, self.hands)

    @cached_property
    def keys(self) -> NDArray[np.int64]:
        """The reference's."""
        return self.vectorised.keys(self.hands)

    @cached_property
    def vectorised(self) -> Vectorised:
        return Vectorised(self.ruleset, self.cards)

    @cached_property
    def judged(self) -> NDArray[np.uint8]:
        """The reference's categories."""
        return self.vectorised.categories_of(self.keys)

    @cached_property
    def categories(self) -> NDArray[np.int64]:
        """The package's."""
        table, strengths = self.evaluator._table, range(self.evaluator.strengths + 1)
        of_strength = np.array([lib.sr_category(table, s) for s in strengths], dtype=np.int64)
        found: NDArray[np.int64] = of_strength[self.strengths]
        return found

    @cached_property
    def straight_flushes(self) -> Hands:
        """Those that the reference calls so."""
        found: Hands = self.hands[self.judged == sr.Category.STRAIGHT_FLUSH]
        return found

    def same(self, found: Any, wanted: Any, what: str) -> None:
        """Fail unless the two are equal for every hand, and name the first for which they are not."""
        if found.shape == wanted.shape and (found == wanted).all():
            return
        at = int(np.flatnonzero(found != wanted)[0]) if found.shape == wanted.shape else None
        assert at is not None, f"{what}: {found.shape} are found, {wanted.shape} wanted"
        hand = sr.format_cards(self.hands[at].tobytes())
        raise AssertionError(f"{what} of {hand} is {found[at]}, wanted is {wanted[at]}")


# -- each hand ---------------------------------------------------------------------------------------------------------


def check_hands(sweep: Sweep) -> int:
    """The package counts out the hands that the reference does."""
    found = sr.all_hands(sweep.evaluator.pack)
    assert found.shape == (comb(sweep.cards, 5), 5), found.shape
    assert (found == sweep.hands).all(), sweep.hands[(found != sweep.hands).any(axis=1)][0].tolist()
    return len(found)


def check_order(sweep: Sweep) -> int:
    """R26: each hand's strength is its place in the reference's order, none missing and none left over.

    House rules may leave strengths out, those of hands that jokers always better among them.
    """
    ev, found = sweep.evaluator, sweep.strengths.astype(np.int64)
    distinct, places = np.unique(sweep.keys, return_inverse=True)
    if sweep.named:
        assert ev.strengths == len(distinct), (ev.strengths, len(distinct))
    else:
        assert found.min() > 0 and found.max() <= ev.strengths, (found.min(), found.max())
        found = np.unique(found, return_inverse=True)[1].reshape(-1) + 1
    sweep.same(found, places.reshape(-1) + 1, "the place")
    return len(sweep.hands)


def check_categories(sweep: Sweep) -> int:
    """Each hand's category is the reference's."""
    sweep.same(sweep.categories, sweep.judged, "the category")
    sweep.same(sweep.evaluator.category_many(sweep.strengths), sweep.judged, "the category")
    for strength in (0, sweep.evaluator.strengths + 1, 0xFFFF):
        assert lib.sr_category(sweep.evaluator._table, strength) == lib.SR_NOT_A_STRENGTH, strength
    return len(sweep.hands)


def check_counts(sweep: Sweep) -> int:
    """R26: there are as many hands of each category as is known."""
    found = dict(zip(CATEGORIES, np.bincount(sweep.categories, minlength=10).tolist(), strict=True))
    if sweep.named:
        assert found == counts_of(sweep.name, sweep.cards), found
    assert sum(found.values()) == comb(sweep.cards, 5)
    return len(found)


def check_tiers(sweep: Sweep) -> int:
    """Y10: each straight flush has the reference's tier, by itself and by its strength, and nothing else has one."""
    ev = sweep.evaluator
    strengths: dict[str, set[int]] = {tier: set() for tier in TIERS}
    hands = sweep.straight_flushes
    for hand in hands.tolist():
        rank, tier = ev.rank(hand), sweep.judge.tier(hand)
        assert tier is not None, told(hand)
        assert rank.tier == 1 + TIERS.index(tier), (told(hand), rank.tier, tier)
        strengths[tier].add(rank.strength)
    of_strength = tiers_of_strengths(strengths)
    for strength in (*range(ev.strengths + 2), 0xFFFF):
        wanted = of_strength.get(strength, 0) if 1 <= strength <= ev.strengths else lib.SR_NOT_A_STRENGTH
        assert lib.sr_tier(ev._table, strength) == wanted, (strength, wanted)
    return len(hands)


def tiers_of_strengths(strengths: dict[str, set[int]]) -> dict[int, int]:
    """What C says of strengths: a tier, but only if its strengths are one range, of no other tier's."""
    found: dict[int, int] = {}
    for tier, inside in strengths.items():
        others = {strength for other, some in strengths.items() if other != tier for strength in some}
        if inside and not inside & others and max(inside) - min(inside) + 1 == len(inside):
            found |= dict.fromkeys(inside, 1 + TIERS.index(tier))
    return found


def check_upset(sweep: Sweep) -> int:
    """Y08: the two ranges of strength between which the greater number does not win are the reference's."""
    ev, judge = sweep.evaluator, sweep.judge
    if judge.upset is None:
        assert ev.upset is None, ev.upset
        return 0
    assert ev.upset is not None
    # Both sides are of the categories of four of a kind or straight flush.
    rare = np.flatnonzero(np.isin(sweep.judged, (sr.Category.FOUR_OF_A_KIND, sr.Category.STRAIGHT_FLUSH)))
    hands = list(zip(sweep.hands[rare].tolist(), sweep.strengths[rare].tolist(), strict=True))
    for inside, (low, high) in zip((judge.in_upset_winner, judge.in_upset_loser), ev.upset, strict=True):
        found = {strength for hand, strength in hands if inside(hand)}
        assert found == set(range(low, high + 1)), (sorted(found), low, high)
        for hand, strength in hands:
            assert inside(hand) == (low <= strength <= high), told(hand)
    return len(hands)


def check_kernel(sweep: Sweep, kernel: str) -> int:
    """A kernel gives every hand its strength: in rows and in columns, with the cards in order and in any order."""
    ev, wanted = sweep.evaluator, sweep.strengths
    with using(kernel):
        for hands in (sweep.hands, np.random.default_rng(sweep.cards).permuted(sweep.hands, axis=1)):
            sweep.same(ev.evaluate_many(hands), wanted, f"{kernel}, rows: the strength")
            columns = np.ascontiguousarray(hands.T)
            sweep.same(ev.evaluate_columns(*columns), wanted, f"{kernel}, columns: the strength")
        assert sr.kernel() == kernel
    return 4 * len(wanted)


# -- the circle --------------------------------------------------------------------------------------------------------


def _masks(hands: Hands) -> NDArray[np.uint64]:
    masks: NDArray[np.uint64] = np.bitwise_or.reduce(np.left_shift(np.uint64(1), hands.astype(np.uint64)), axis=1)
    return masks


def disjoint_pairs(hands: Hands) -> NDArray[np.intp]:
    """The pairs of rows that have no card in common, the lower number first."""
    masks = _masks(hands)
    return np.argwhere(np.triu((masks[:, None] & masks[None, :]) == 0, 1))


def disjoint_triples(hands: Hands, across: Sequence[int] | None = None) -> Iterator[NDArray[np.intp]]:
    """The triples of rows that have no card in common; with `across`, a number a row, only those of three numbers."""
    masks = _masks(hands)
    apart = (masks[:, None] & masks[None, :]) == 0
    if across is not None:
        number = np.asarray(across)
        apart &= number[:, None] != number[None, :]
    apart = np.triu(apart, 1)
    for first in range(len(hands)):
        second, third = np.nonzero(apart[first][:, None] & apart[first][None, :] & apart)
        if len(second):
            yield np.column_stack([np.full_like(second, first), second, third])


def check_pairs(sweep: Sweep) -> int:
    """Every two straight flushes without a common card, in both seats, by every function that says who wins."""
    ev, judge = sweep.evaluator, sweep.judge
    hands = [row.tobytes() for row in sweep.straight_flushes]
    strengths = scalar(ev, sweep.straight_flushes)
    pairs = disjoint_pairs(sweep.straight_flushes)
    wanted = np.zeros(len(pairs), np.int8)
    for at, (i, j) in enumerate(pairs.tolist()):
        a, b = hands[i], hands[j]
        verdict = wanted[at] = judge.compare(a, b)
        assert (ev.compare(a, b), ev.compare(b, a)) == (verdict, -verdict), f"compare: {told(a, b)}"
        seats = judge.showdown([a, b])
        assert seats == {1: [0], 0: [0, 1], -1: [1]}[int(verdict)], f"the reference: {told(a, b)}"
        assert ev.showdown([a, b]) == seats, f"showdown: {told(a, b)}"
        assert ev.showdown([b, a]) == [1 - seat for seat in reversed(seats)], f"showdown: {told(b, a)}"
    shares = np.column_stack([wanted >= 0, wanted <= 0])
    for kernel in sr.kernels():
        with using(kernel):
            for order, sign in ((slice(None), 1), (slice(None, None, -1), -1)):
                seated = pairs[:, order]
                both = np.ascontiguousarray(strengths[seated])
                right = ev.compare_many(both[:, 0], both[:, 1]) == sign * wanted
                _all_right(f"{kernel}: compare_many", right, seated, hands)
                right = (ev.showdown_many(both) == shares[:, order]).all(axis=1)
                _all_right(f"{kernel}: showdown_many", right, seated, hands)
    return len(pairs)


def _all_right(door: str, right: NDArray[np.bool_], seated: NDArray[np.intp], hands: list[bytes]) -> None:
    """Fail and name the hands, known by number, of the first row that is not right."""
    if not right.all():
        raise AssertionError(f"{door}: {told(*(hands[i] for i in seated[int(np.argmin(right))]))}")


def check_triples(sweep: Sweep, across: bool = False) -> int:
    """Every three straight flushes without a common card, or only those of three tiers, in every seating."""
    ev, judge = sweep.evaluator, sweep.judge
    hands = [row.tobytes() for row in sweep.straight_flushes]
    strengths = scalar(ev, sweep.straight_flushes)
    tiers = [TIERS.index(judge.tier(hand) or "") for hand in hands] if across else None
    found = 0
    for triples in disjoint_triples(sweep.straight_flushes, tiers):
        found += len(triples)
        shares = np.zeros((len(triples), 3), bool)
        for at, three in enumerate(triples.tolist()):
            a, b, c = (hands[i] for i in three)
            winners = judge.showdown([a, b, c])
            shares[at, winners] = True
            for order in permutations(range(3)):
                seated = [(a, b, c)[i] for i in order]
                seats = ev.showdown(seated)
                assert sorted(order[seat] for seat in seats) == winners, f"showdown: {told(*seated)}"
        for kernel in sr.kernels():
            with using(kernel):
                for seating in permutations(range(3)):
                    won = ev.showdown_many(strengths[triples[:, seating]])
                    right = (won == shares[:, seating]).all(axis=1)
                    _all_right(f"{kernel}: showdown_many", right, triples[:, seating], hands)
    return found


# -- hand by hand ------------------------------------------------------------------------------------------------------


def judge_by_hand(sweep: Sweep, rows: NDArray[np.int64] | slice) -> tuple[int, dict[tuple[int, ...], int]]:
    """Some hands by the reference's slower judge, which shares little with its faster one: category and tier of each.

    Returns how many, and the strength of each of the reference's keys: see `check_by_hand`.
    """
    ev, kind = sweep.evaluator, Remembering if sweep.cards > 52 else Reference
    hands, judge = sweep.hands[rows], kind(sweep.ruleset, sweep.cards)
    strengths = scalar(ev, hands)
    categories = ev.category_many(strengths)
    strength_of: dict[tuple[int, ...], int] = {}
    for hand, strength, category in zip(hands.tolist(), strengths.tolist(), categories.tolist(), strict=True):
        worth = judge.worth(hand)
        assert strength_of.setdefault(worth.key, strength) == strength, (told(hand), strength)
        assert CATEGORIES[category] == worth.category, (told(hand), category)
        if worth.tier or category == sr.Category.STRAIGHT_FLUSH:
            tier = ev.rank(hand).tier
            assert tier and tier.name.lower() == worth.tier, (told(hand), tier, worth.tier)
    return len(hands), strength_of


def check_by_hand(strength_of: dict[tuple[int, ...], int], all_of: int | None = None) -> None:
    """A greater key is a greater strength; if these are `all_of` them, they are 1, 2 and so on."""
    ascending = [strength_of[key] for key in sorted(strength_of)]
    assert all(a < b for a, b in pairwise(ascending)), "keys and strengths differ in order"
    if all_of is not None:
        assert ascending == list(range(1, all_of + 1))


# -- digests -----------------------------------------------------------------------------------------------------------


def digest(strengths: Strengths) -> str:
    """SHA-256 of the strengths of all hands in lexicographic order, two bytes each, the lower first."""
    return hashlib.sha256(strengths.astype("<u2").tobytes()).hexdigest()


def committed_digests() -> dict[tuple[str, int], str]:
    """By ruleset and pack."""
    lines = DIGESTS.read_text(encoding="ascii").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {(name, int(cards)): digest for digest, name, cards in rows}


def check_digest(sweep: Sweep) -> int:
    """The strengths of all hands, as numbers, are those that are committed."""
    if not sweep.named:
        return 0
    found, wanted = digest(sweep.strengths), committed_digests().get((sweep.name, sweep.cards), "missing")
    assert found == wanted, f"the digest is {found}, committed is {wanted}"
    return 1


CHECKS: dict[str, Callable[[Sweep], int]] = {
    "hands": check_hands,
    "order": check_order,
    "categories": check_categories,
    "counts": check_counts,
    "tiers": check_tiers,
    "upset": check_upset,
    "pairs": check_pairs,
    "triples": check_triples,
    "digest": check_digest,
}
