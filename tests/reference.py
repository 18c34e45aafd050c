"""A slow evaluator written from the rules alone, to check the fast one against.

Nothing here comes from the package: no table, no import, no shared idea of what a strength is. The rules are
read from the rulesets in ``data/showdowns.json``; ``bug`` and ``wild`` are added below in the same format.

A card is ``4 * (rank - 2) + suit`` with the suits clubs, diamonds, hearts, spades = 0..3 (2c is 0, As is
51); jokers are 52 and 53. A pack of n cards is the top part of the 52: codes 52 - n..51. Packs of 53 and 54
cards are the whole 52 and one or two jokers.

`Reference` judges single hands with sorting, counting and tuples. `Vectorised` judges arrays of hands in
another way (bit masks, patterns of equal neighbours), so that the two also check each other.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ruleset = dict[str, Any]
Key = tuple[int, ...]

CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "full_house",
    "flush",
    "four_of_a_kind",
    "straight_flush",
    "five_of_a_kind",
)
SHORT = {"quads": "four_of_a_kind", "trips": "three_of_a_kind"}  # the names the data uses
SUITS = "cdhs"
RANKS = "23456789TJQKA"
ACE = 14
JOKER = 52


def _load() -> dict[str, Ruleset]:
    """Return the rulesets of the data file by name, and the two with jokers."""
    text = (Path(__file__).parent / "data" / "showdowns.json").read_text(encoding="utf-8")
    rulesets: dict[str, Ruleset] = {r["id"]: r for r in json.loads(text)["rulesets"]}
    for jokers in ("bug", "wild"):
        standard = rulesets["standard"]
        rulesets[jokers] = {
            **standard,
            "id": jokers,
            "title": f"International poker, jokers {jokers}",
            "category_order": ["five_of_a_kind", *standard["category_order"]],
            "keys": {**standard["keys"], "five_of_a_kind": ["groups"]},
            "jokers": jokers,
        }
    return rulesets


RULESETS: dict[str, Ruleset] = _load()


def packs(ruleset: str | Ruleset) -> list[int]:
    """Return the packs a ruleset is played with, in cards, smallest first."""
    rules = RULESETS[ruleset] if isinstance(ruleset, str) else ruleset
    if rules.get("jokers"):
        return [53] if rules["jokers"] == "bug" else [53, 54]
    deck = rules["deck"]
    lowest = deck["lowest_by_players"].values() if "lowest_by_players" in deck else [deck["lowest"]]
    return sorted({4 * (15 - rank) for rank in lowest})


def card(text: str) -> int:
    """Return the code of a card written as in the data files, such as ``Th``.

    >>> card("2c"), card("As")
    (0, 51)
    """
    return 4 * RANKS.index(text[0]) + SUITS.index(text[1])


def _straights(rules: Ruleset, lowest: int) -> dict[frozenset[int], int]:
    """Return every set of ranks that is a straight, with its top; the ace is 14 in the sets."""
    if not {"straight", "straight_flush"} & set(rules["category_order"]):
        return {}
    if rules["straights"].get("wrap"):
        raise ValueError("no straight goes round the corner")
    found = {frozenset(range(bottom, bottom + 5)): bottom + 4 for bottom in range(lowest, 10)}
    if rules["straights"]["ace_low"]:
        found[frozenset([ACE, *range(lowest, lowest + 4)])] = lowest + 3
    if rules["straights"]["ace_high"]:
        found[frozenset(range(10, 15))] = ACE
    return found


class _Rules:
    """A ruleset made ready for one pack."""

    def __init__(self, ruleset: str | Ruleset, cards: int) -> None:
        rules = RULESETS[ruleset] if isinstance(ruleset, str) else ruleset
        self.jokers: str | None = rules.get("jokers")
        in_pack = max(0, cards - 52)
        if in_pack > (0, 1, 2)[(None, "bug", "wild").index(self.jokers)]:
            raise ValueError(f"no pack of {cards} cards with jokers {self.jokers!r}")
        plain = cards - in_pack
        if not 24 <= plain <= 52 or plain % 4:
            raise ValueError(f"no pack of {cards} cards")
        self.lowest = 15 - plain // 4
        self.codes = range(52 - plain, 52 + in_pack)
        self.straights = _straights(rules, self.lowest)
        order = [SHORT.get(name, name) for name in rules["category_order"]]
        self.value = {name: len(order) - place for place, name in enumerate(order)}
        self.fields: dict[str, list[str]] = {SHORT.get(k, k): list(v) for k, v in rules["keys"].items()}
        self.flushes = bool(rules.get("flushes", True))
        self.low = bool(rules.get("low", False))
        self.ace = 1 if rules.get("ace") == "always low" else ACE
        self.suit_order: str = "".join(rules["suit_order"] or "")
        if self.jokers and self.suit_order:
            raise ValueError("jokers go with rulesets without suits only")
        # What a suit is worth, by its place in SUITS: nothing where suits do not count.
        self.suits = [3 - self.suit_order.index(s) if self.suit_order else 0 for s in SUITS]
        exceptions = rules["straight_flush"]["exceptions"] if "straight_flush" in rules else []
        if len(exceptions) > 1:
            raise ValueError("a ruleset has one upset at most")
        self.upset: tuple[str, str] | None = tuple(exceptions[0]) if exceptions else None


class Worth(NamedTuple):
    """What five cards are worth, and what the upset asks about them."""

    key: Key
    category: str
    tier: str | None
    rank: int
    suit: str


class Reference:
    """Judge hands one by one under a ruleset (a name or data in the format of the data file) and a pack.

    >>> classic = Reference("classic", 32)
    >>> low = [card(c) for c in "As 7s 8s 9s Ts".split()]
    >>> top = [card(c) for c in "Ah Kh Qh Jh Th".split()]
    >>> classic.category(low), classic.tier(low), classic.tier(top)
    ('straight_flush', 'minimum', 'maximum')
    >>> classic.key(low) < classic.key(top), classic.compare(low, top)
    (True, 1)
    """

    def __init__(self, ruleset: str | Ruleset, cards: int) -> None:
        self.cards = cards
        self._rules = _Rules(ruleset, cards)

    @property
    def upset(self) -> tuple[str, str] | None:
        """Which hands beat which although weaker, by their names."""
        return self._rules.upset

    def key(self, hand: Iterable[int]) -> Key:
        """Return a tuple that is greater for a better hand, the upset apart."""
        return self.worth(hand).key

    def category(self, hand: Iterable[int]) -> str:
        """Return the name of the category."""
        return self.worth(hand).category

    def tier(self, hand: Iterable[int]) -> str | None:
        """Return minimum, medium or maximum for a straight flush, else None."""
        return self.worth(hand).tier

    def in_upset_winner(self, hand: Iterable[int]) -> bool:
        """Tell whether the hand is one of those that win the upset."""
        return self._rules.upset is not None and self._is(self.worth(hand), self._rules.upset[0])

    def in_upset_loser(self, hand: Iterable[int]) -> bool:
        """Tell whether the hand is one of those that lose the upset."""
        return self._rules.upset is not None and self._is(self.worth(hand), self._rules.upset[1])

    def compare(self, a: Iterable[int], b: Iterable[int]) -> int:
        """Return 1 if a beats b, -1 if b beats a, 0 if they are equal."""
        a, b = list(a), list(b)
        if self.in_upset_winner(a) and self.in_upset_loser(b):
            return 1
        if self.in_upset_winner(b) and self.in_upset_loser(a):
            return -1
        ka, kb = self.key(a), self.key(b)
        return (ka > kb) - (ka < kb)

    def showdown(self, hands: Sequence[Sequence[int] | None]) -> list[int]:
        """Return the indices of the hands that share one pot; None is a hand that folded."""
        keys = {i: self.key(hand) for i, hand in enumerate(hands) if hand is not None}
        if not keys:
            return []
        upper = {i for i in keys if self.in_upset_winner(hands[i] or ())}
        lower = {i for i in keys if self.in_upset_loser(hands[i] or ())}
        v = max(keys, key=keys.__getitem__)
        if v not in lower or not upper:
            return [i for i in keys if keys[i] == keys[v]]
        u = max(upper, key=keys.__getitem__)
        between = [i for i in keys if keys[i] > keys[u] and i not in lower]
        if not between:
            return [i for i in keys if keys[i] == keys[u]]
        m = max(between, key=keys.__getitem__)
        return [i for i in keys if keys[i] in (keys[u], keys[m], keys[v])]

    def _is(self, worth: Worth, which: str) -> bool:
        """Tell whether a hand is one the ruleset calls, say, ``minimum:lowest_suit``."""
        rules = self._rules
        name, _, rest = which.partition(":")
        if name in ("minimum", "medium", "maximum"):
            order = rules.suit_order
            wanted = {"lowest_suit": order[-1:], "highest_suit": order[:1], "": worth.suit}
            return worth.tier == name and worth.suit == wanted[rest]
        if SHORT.get(name, name) == "four_of_a_kind":
            ranks = {"lowest_rank": rules.lowest, "highest_rank": ACE, "": worth.rank}
            return worth.category == "four_of_a_kind" and worth.rank == ranks[rest]
        raise ValueError(f"no hands are called {which!r}")

    def worth(self, hand: Iterable[int]) -> Worth:
        """Judge a hand; with jokers, as the best hand it can stand for."""
        cards = list(hand)
        if len(cards) != 5 or len(set(cards)) != 5 or not all(c in self._rules.codes for c in cards):
            raise ValueError(f"{cards!r} are not five cards of the pack")
        natural = [c for c in cards if c < JOKER]
        jokers = 5 - len(natural)
        if not jokers:
            return self._plain(natural)
        bug = self._rules.jokers == "bug"
        missing = [c for c in self._rules.codes if c < JOKER and c not in natural]
        found = []
        for stands_for in combinations(missing, jokers):
            worth = self._plain([*natural, *stands_for])
            # The bug is an ace, or it completes a straight or a flush.
            aces = all(c // 4 + 2 == ACE for c in stands_for)
            if not bug or aces or worth.category in ("straight", "flush", "straight_flush"):
                found.append(worth)
        ranks = {c // 4 + 2 for c in natural}
        if len(ranks) == 1 and "five_of_a_kind" in self._rules.value and (not bug or ranks == {ACE}):
            found.append(self._plain([natural[0]] * 5))
        return max(found, key=lambda worth: worth.key)

    def _plain(self, hand: list[int]) -> Worth:
        """Judge five cards without jokers; five equal ones stand for five of a kind."""
        rules = self._rules
        faces = [(c // 4 + 2, SUITS[c % 4]) for c in hand]
        cards = [(rules.ace if rank == ACE else rank, suit) for rank, suit in faces]
        count = Counter(rank for rank, _ in cards)
        groups = sorted(count, key=lambda rank: (count[rank], rank), reverse=True)
        top = rules.straights.get(frozenset(rank for rank, _ in faces))
        flush = rules.flushes and len(count) == 5 and len({suit for _, suit in cards}) == 1
        category = self._name(sorted(count.values(), reverse=True), flush, top is not None)

        def best_suit(chosen: Iterable[str]) -> int:
            return max(rules.suits[SUITS.index(suit)] for suit in chosen)

        def suit_of(rank: int) -> int:
            return best_suit(suit for r, suit in cards if r == rank)

        field: dict[str, Callable[[], list[int]]] = {
            "ranks": lambda: sorted((rank for rank, _ in cards), reverse=True),
            "groups": lambda: groups,
            "top": lambda: [top or 0],
            "flush_suit": lambda: [best_suit(suit for _, suit in cards)],
            "suit_of_top": lambda: [best_suit(suit for rank, suit in faces if rank == top)],
            "suit_of_group0": lambda: [suit_of(groups[0])],
            "suit_of_kicker0": lambda: [suit_of(max(rank for rank in count if count[rank] == 1))],
            "suit_of_rank0": lambda: [suit_of(max(count))],
            "suit_of_rank1": lambda: [suit_of(sorted(count)[-2])],
        }
        key = [rules.value[category]]
        for name in rules.fields[category]:
            key += field[name]()
        tier = None
        if category == "straight_flush":
            tier = {rules.lowest + 3: "minimum", ACE: "maximum"}.get(top or 0, "medium")
        sign = -1 if rules.low else 1
        rank = ACE if groups[0] == rules.ace else groups[0]
        return Worth(tuple(sign * k for k in key), category, tier, rank, cards[0][1])

    def _name(self, shape: list[int], flush: bool, straight: bool) -> str:
        """Return the category of a hand whose ranks occur so often."""
        names = {
            (5,): "five_of_a_kind",
            (4, 1): "four_of_a_kind",
            (3, 2): "full_house",
            (3, 1, 1): "three_of_a_kind",
            (2, 2, 1): "two_pair",
            (2, 1, 1, 1): "pair",
        }
        if len(shape) < 5:
            return names[tuple(shape)]
        value = self._rules.value
        if flush and straight and "straight_flush" in value:
            return "straight_flush"
        fits = ["high_card"] + ["flush"] * flush + ["straight"] * straight
        return max((name for name in fits if name in value), key=value.__getitem__)


def all_hands(cards: int) -> NDArray[np.uint8]:
    """Return every hand of a pack, codes ascending, in lexicographic order: shape (C(cards, 5), 5).

    >>> all_hands(24)[0].tolist(), all_hands(54)[-1].tolist()
    ([28, 29, 30, 31, 32], [49, 50, 51, 52, 53])
    """
    first = max(0, 52 - cards)
    end = first + cards
    rows = np.arange(first, end - 4, dtype=np.uint8)[:, None]
    for left in (3, 2, 1, 0):  # how many cards must still fit after the next one
        last = rows[:, -1].astype(np.intp)
        choices = end - left - 1 - last
        starts = np.cumsum(choices) - choices
        old = np.repeat(np.arange(len(rows)), choices)
        new = np.arange(len(old)) - starts[old] + last[old] + 1
        rows = np.column_stack([rows[old], new.astype(np.uint8)])
    if rows.shape != (comb(cards, 5), 5):
        raise AssertionError(rows.shape)
    return rows


_BITS = 4  # a rank is at most 14, a suit at most 3, a category at most 10
_FIELDS = 14  # as many as fit in 63 bits with the category in front
_BLOCK = 1 << 18
_WORST = np.iinfo(np.int64).min


def _pattern(equal: int) -> tuple[str, list[int], dict[str, int]]:
    """Read a pattern of equal neighbours among five cards sorted by rank and then suit, greatest first.

    Bit i of `equal` is set if cards i and i + 1 have one rank. Returns the category (straights and flushes
    apart), where the ranks of the groups stand, and where the suits of the ranks stand: sorting put the best
    suit of a rank first.
    """
    runs: list[list[int]] = [[0]]
    for i in range(4):
        if equal >> i & 1:
            runs[-1].append(i + 1)
        else:
            runs.append([i + 1])
    by_size = sorted(runs, key=len, reverse=True)  # stable: equal sizes stay in order of rank
    name = {
        (5,): "five_of_a_kind",
        (4, 1): "four_of_a_kind",
        (3, 2): "full_house",
        (3, 1, 1): "three_of_a_kind",
        (2, 2, 1): "two_pair",
        (2, 1, 1, 1): "pair",
        (1, 1, 1, 1, 1): "high_card",
    }[tuple(len(run) for run in by_size)]
    places = {"suit_of_group0": by_size[0][0], "suit_of_rank0": 0}
    if len(runs) > 1:
        places["suit_of_rank1"] = runs[1][0]
    single = [run[0] for run in runs if len(run) == 1]
    if single:
        places["suit_of_kicker0"] = single[0]
    return name, [run[0] for run in by_size], places


class Vectorised:
    """Judge arrays of hands: the same verdicts as `Reference`, as integers."""

    def __init__(self, ruleset: str | Ruleset, cards: int) -> None:
        rules = self._rules = _Rules(ruleset, cards)
        # The top of a straight by its set of ranks, bit 0 for the 2, bit 12 for the ace; 0 is no straight.
        self._top = np.zeros(1 << 13, dtype=np.int64)
        for ranks, top in rules.straights.items():
            self._top[sum(1 << rank - 2 for rank in ranks)] = top
        sort = [4 * (rules.ace if c // 4 + 2 == ACE else c // 4 + 2) + rules.suits[c % 4] for c in range(52)]
        self._sort = np.array(sort, dtype=np.uint8)
        self._index = np.zeros(16, dtype=np.uint8)  # from what a category is worth to its place in CATEGORIES
        for name, value in rules.value.items():
            self._index[value] = CATEGORIES.index(name)

    def keys(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return one integer for each row of five codes, in the order of `Reference.key`."""
        hands = np.asarray(hands, dtype=np.uint8)
        keys = np.empty(len(hands), dtype=np.int64)
        if not self._rules.jokers:
            for start in range(0, len(hands), _BLOCK):
                keys[start : start + _BLOCK] = self._plain(hands[start : start + _BLOCK])
            return keys
        jokers = (hands >= JOKER).sum(axis=1)
        plain = np.flatnonzero(jokers == 0)
        for start in range(0, len(plain), _BLOCK):
            rows = plain[start : start + _BLOCK]
            keys[rows] = self._plain(hands[rows])
        for n in (1, 2):
            rows = np.flatnonzero(jokers == n)
            if len(rows):
                keys[rows] = self._with_jokers(np.sort(hands[rows], axis=1)[:, : 5 - n], n)
        return keys

    def categories(self, hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the place of each hand's category in CATEGORIES."""
        return self.categories_of(self.keys(hands))

    def categories_of(self, keys: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return the same from the keys of the hands."""
        index: NDArray[np.uint8] = self._index[np.abs(keys) >> _BITS * _FIELDS]
        return index

    def _plain(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Judge hands without jokers; rows of one card five times are five of a kind."""
        rules = self._rules
        # Columns sorted by a network for five, greatest first.
        column: list[NDArray[np.uint8]] = [self._sort[hands[:, i]] for i in range(5)]
        for i, j in ((0, 1), (3, 4), (2, 4), (2, 3), (1, 4), (0, 3), (0, 2), (1, 3), (1, 2)):
            column[i], column[j] = np.maximum(column[i], column[j]), np.minimum(column[i], column[j])
        rank: list[NDArray[Any]] = [c >> 2 for c in column]
        suit: list[NDArray[Any]] = [c & 3 for c in column]
        pattern = np.zeros(len(hands), dtype=np.uint8)
        for i in range(4):
            pattern |= (rank[i] == rank[i + 1]).astype(np.uint8) << i
        seen = np.zeros(len(hands), dtype=np.int64)
        for i in range(5):
            seen |= np.left_shift(1, (hands[:, i] >> 2).astype(np.int64))
        top = self._top[seen]
        first = hands[:, 0] & 3
        flush = np.full(len(hands), rules.flushes)
        for i in range(1, 5):
            flush &= (hands[:, i] & 3) == first
        keys = np.empty(len(hands), dtype=np.int64)
        for equal in np.unique(pattern).tolist():
            name, groups, places = _pattern(equal)
            of_pattern = pattern == equal
            split = {name: of_pattern}
            if equal == 0:
                split = self._split(of_pattern, flush, top > 0)
            for category, mask in split.items():
                rows = np.flatnonzero(mask)
                if not len(rows):
                    continue
                key = np.full(len(rows), rules.value[category], dtype=np.int64)
                parts = self._parts(category, rows, rank, suit, top, groups, places)
                if len(parts) > _FIELDS:
                    raise ValueError(f"{len(parts)} things to compare in {category}, at most {_FIELDS}")
                for part in parts:
                    key = key << _BITS | part
                keys[rows] = key << _BITS * (_FIELDS - len(parts))
        return -keys if rules.low else keys

    def _split(
        self, rows: NDArray[np.bool_], flush: NDArray[np.bool_], straight: NDArray[np.bool_]
    ) -> dict[str, NDArray[np.bool_]]:
        """Tell straights and flushes among hands of five ranks apart, each hand once."""
        value = self._rules.value
        tests = {"straight_flush": flush & straight, "flush": flush, "straight": straight, "high_card": rows}
        order = sorted((n for n in tests if n in value), key=lambda n: (n == "straight_flush", value[n]))
        split = {}
        for name in reversed(order):
            split[name] = rows & tests[name]
            rows = rows & ~tests[name]
        return split

    def _parts(
        self,
        category: str,
        rows: NDArray[np.intp],
        rank: list[NDArray[Any]],
        suit: list[NDArray[Any]],
        top: NDArray[np.int64],
        groups: list[int],
        places: dict[str, int],
    ) -> list[NDArray[Any]]:
        """Return what is compared inside a category, in order."""
        parts: list[NDArray[Any]] = []
        for name in self._rules.fields[category]:
            if name == "ranks":
                parts += [rank[i][rows] for i in range(5)]
            elif name == "groups":
                parts += [rank[i][rows] for i in groups]
            elif name == "top":
                parts.append(top[rows])
            elif name == "flush_suit":
                parts.append(suit[0][rows])
            elif name == "suit_of_top":
                value = top[rows]
                value = np.where(value == ACE, self._rules.ace, value)
                parts.append(sum((rank[i][rows] == value) * suit[i][rows] for i in range(5)))
            else:
                parts.append(suit[places[name]][rows])
        return parts

    def _with_jokers(self, natural: NDArray[np.uint8], jokers: int) -> NDArray[np.int64]:
        """Judge hands with jokers by the cards beside them, ascending.

        Suits do not count, so a hand is worth what its ranks and "all of one suit or not" say: one hand of
        each such class is enough, and it may stand for every choice of missing cards.
        """
        bug = self._rules.jokers == "bug"
        classes = ((natural & 3) == (natural[:, :1] & 3)).all(axis=1).astype(np.int64)
        for i in range(natural.shape[1]):
            classes = classes << 4 | natural[:, i] >> 2
        _, index, inverse = np.unique(classes, return_index=True, return_inverse=True)
        chosen = natural[index]
        best = np.full(len(chosen), _WORST, dtype=np.int64)
        for group in range(0, len(chosen), 256):
            some = chosen[group : group + 256]
            choices = np.array(list(combinations(range(52), jokers)), dtype=np.uint8)
            left = np.repeat(some, len(choices), axis=0)
            right = np.tile(choices, (len(some), 1))
            keys = self._plain(np.concatenate([left, right], axis=1))
            legal = ~(left[:, :, None] == right[:, None, :]).any(axis=(1, 2))
            if bug:
                made = self.categories_of(keys)
                completes = [CATEGORIES.index(n) for n in ("straight", "flush", "straight_flush")]
                legal &= ((right >> 2) == ACE - 2).all(axis=1) | np.isin(made, completes)
            keys[~legal] = _WORST
            best[group : group + 256] = keys.reshape(len(some), len(choices)).max(axis=1)
        if "five_of_a_kind" in self._rules.value:
            one_rank = ((chosen >> 2) == (chosen[:, :1] >> 2)).all(axis=1)
            if bug:
                one_rank &= (chosen[:, 0] >> 2) == ACE - 2
            if one_rank.any():
                five = self._plain(np.repeat(chosen[one_rank][:, :1], 5, axis=1))
                best[one_rank] = np.maximum(best[one_rank], five)
        result: NDArray[np.int64] = best[inverse.reshape(-1)]
        return result
