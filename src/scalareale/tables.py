"""From a ruleset and a pack to the entries of a table: the one place where rules become numbers.

A *class* of hands is a multiset of five ranks (jokers count as a rank) and whether all suits are the same. Hands of
one class differ by suits only, and all that suits can still decide has one form:

    strength = base + step * (value of the best suit among the cards of one rank)

so a class needs three numbers, base, rank and step. The build tool packs them for every named ruleset; an evaluator
of a user's ruleset packs them at run time.
"""

from __future__ import annotations

from array import array
from bisect import bisect
from itertools import combinations, pairwise

from .packs import listed
from .rules import CATEGORY_BY_NAME, SUIT_KEYS, Category, Tier

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Protocol

    from .packs import Pack
    from .rules import Rules, Selector

    Class = tuple[tuple[int, ...], bool]
    Range = tuple[int, int]

    class PerfectHash(Protocol):
        """What `sr_hash` of the C header holds, in Python."""

        @property
        def weight(self) -> Sequence[int]: ...
        @property
        def mask(self) -> int: ...
        @property
        def flush_row(self) -> int: ...
        @property
        def n_slots(self) -> int: ...
        @property
        def shift(self) -> Sequence[int]: ...


ACE = 14
JOKER = 15
"""A joker in a class, where ranks are 2 to 14."""
NOTHING: Range = (1, 0)
"""A closed range of strengths that holds none."""

SUIT_KINDS = {
    "flush_suit": 1,
    "suit_of_top": 1,
    "suit_of_group0": 2,
    "suit_of_kicker0": 3,
    "suit_of_rank0": 4,
    "suit_of_rank1": 5,
}
"""The kinds of suits that break ties, as the C header numbers them; 0 is none."""

STEP_BITS = 12
MAX_STRENGTH = 0xFFFF


class Entries:
    """The table of one ruleset with one pack, before it is laid out in slots.

    `words` maps each class to its entry, base | rank << 16 | step << 20 (rank 0 for twos to 12 for aces, step signed);
    `strengths` is the greatest strength; `categories`, `tiers` and `upset` are closed ranges of strengths. The values
    of the suits c d h s, the kind of suit that decides in each category, and flags (1: the lowest hand wins, 2: the
    ace always counts 1) are as the C header has them.
    """

    __slots__ = (
        "categories",
        "deciding",
        "flags",
        "strengths",
        "suit_values",
        "suited",
        "tiers",
        "upset",
        "words",
    )

    words: dict[Class, int]
    strengths: int
    suited: bool
    categories: list[Range]
    tiers: list[Range]
    upset: tuple[Range, Range] | None
    suit_values: list[int]
    deciding: list[int]
    flags: int

    def __init__(self, rules: Rules, pack: Pack) -> None:
        if pack.size not in rules.packs:
            raise ValueError(f"{rules.name!r} is played with {listed(rules.packs)} cards, not {pack.size}")
        ladder = Ladder(rules, pack)
        members: dict[Category, list[Hand]] = {category: [] for category in rules.categories}
        fives = [] if not pack.jokers else ladder.ranks if rules.jokers == "wild" else [ACE]
        for hand in ladder.hands(fives):
            members[hand.category].append(hand)

        self.words = {}
        self.strengths = 0
        self.suited = False
        self.categories = [NOTHING] * len(Category)
        won: dict[Hand, range] = {}
        for category in rules.categories if rules.low else reversed(rules.categories):
            if not members[category]:
                continue
            below = self.strengths
            self._number(members[category], rules, won)
            self.categories[category] = (below + 1, self.strengths)
        if self.strengths > MAX_STRENGTH:
            raise ValueError(f"rules {rules.name!r} tell {self.strengths} strengths apart, more than {MAX_STRENGTH}")
        self.tiers = [NOTHING, *(self._tier(won, tier) or NOTHING for tier in Tier)]
        self.upset = self._upset(rules, pack, ladder, won)
        self.suit_values = [3 - (rules.suits or "hdcs").index(suit) for suit in "cdhs"]
        self.deciding = [0] * len(Category)
        for category, keys in rules.keys:
            self.deciding[category] = next((SUIT_KINDS[key] for key in keys if key in SUIT_KINDS), 0)
        self.flags = (1 if rules.low else 0) | (2 if rules.ace == "low" else 0)
        if pack.jokers:
            self._add_jokers(rules, ladder.ranks, pack.jokers)

    def _number(self, hands: list[Hand], rules: Rules, won: dict[Hand, range]) -> None:
        """Give the hands of one category the next strengths and their entries."""
        keys = rules.key_of(hands[0].category)
        at = next((i for i, key in enumerate(keys) if key in SUIT_KEYS), len(keys))
        before, suit_key, after = keys[:at], keys[at : at + 1], keys[at + 1 :]
        rows = [
            (
                hand,
                tuple(hand.values(key) for key in before),
                tuple(hand.values(key) for key in after),
                *(hand.deciding(suit_key[0]) if suit_key else (2, 0)),
            )
            for hand in hands
        ]
        # The best suit of k cards of a rank takes only the values k - 1 to 3, and strengths leave no gap where the
        # others would be. Only if the suit is compared before ranks, and k differs inside the category, the strengths
        # of a hand would not be evenly spaced then; such a category keeps the gaps.
        for gaps in (False, True):
            spans = [range(0 if gaps else copies - 1, 4) if copies else range(1) for *_, copies in rows]
            order = sorted(
                {
                    (head, value, tail)
                    for (_, head, tail, _, _), span in zip(rows, spans, strict=True)
                    for value in span
                },
                reverse=rules.low,
            )
            number = {key: self.strengths + 1 + i for i, key in enumerate(order)}
            words = []
            for (hand, head, tail, rank, _), span in zip(rows, spans, strict=True):
                low, high = number[head, span[0], tail], number[head, span[-1], tail]
                step = (high - low) // (len(span) - 1) if len(span) > 1 else 0
                if any(number[head, value, tail] != low + step * i for i, value in enumerate(span)):
                    break
                won[hand] = range(low, high + 1, step) if step > 0 else range(low, high - 1, step or -1)
                words.append((low - step * span[0], rank if step else 2, step))
            else:
                break
        for hand, (base, rank, step) in zip(hands, words, strict=True):
            if not -(1 << STEP_BITS - 1) <= step < 1 << STEP_BITS - 1:
                raise ValueError(
                    f"rules {rules.name!r}: {hand.category.name.lower()} compared by {listed(keys, 'and')} "
                    f"puts {abs(step)} strengths between two suits, more than {(1 << STEP_BITS - 1) - 1}"
                )
            self.suited |= step != 0
            self.words[hand.ranks, hand.flush] = base & 0xFFFF | rank - 2 << 16 | (step & 0xFFF) << 20
        self.strengths += len(order)

    def _tier(self, won: dict[Hand, range], tier: Tier) -> Range | None:
        """The strengths of a tier; None where they are not one range (straight flushes by suit first)."""
        sequences = [hand for hand in won if hand.category is Category.STRAIGHT_FLUSH]
        inside = [hand for hand in sequences if hand.tier == tier]
        others = [hand for hand in sequences if hand.tier != tier]
        return _one_range({s for hand in inside for s in won[hand]}, {s for hand in others for s in won[hand]})

    def _upset(self, rules: Rules, pack: Pack, ladder: Ladder, won: dict[Hand, range]) -> tuple[Range, Range] | None:
        if rules.upset is None:
            return None
        found = []
        for who, selector in zip(("winner", "loser"), rules.upset, strict=True):
            inside, outside = ladder.selected(selector, pack, won)
            if not inside:
                raise ValueError(
                    f"rules {rules.name!r}: no hand of {pack.size} cards is the {who} of the upset, {selector!r}"
                )
            span = _one_range(inside, outside)
            if span is None:
                raise ValueError(
                    f"rules {rules.name!r}: the {who} of the upset is not one range of strength: {selector!r}"
                )
            found.append(span)
        winner, loser = found
        if not winner[1] < loser[0]:
            raise ValueError(
                f"rules {rules.name!r}: the winner of the upset must be weaker than its loser; "
                f"{rules.upset[0]!r} is not below {rules.upset[1]!r}"
            )
        return winner, loser

    def _add_jokers(self, rules: Rules, ranks: list[int], jokers: int) -> None:
        """Entries of the hands with jokers: each is worth the best hand that it can stand for."""
        natural = self.words
        self.words = {key: word for key, word in natural.items() if key[0][0] != key[0][-1]}
        worth = {key: word & 0xFFFF for key, word in natural.items()}
        completes = {
            strength
            for category in (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH)
            for strength in range(self.categories[category][0], self.categories[category][1] + 1)
        }
        for held in range(1, jokers + 1):
            others, all_held = (JOKER,) * (held - 1), (JOKER,) * held
            for cards in _multisets(ranks, 5 - held):
                distinct = all(a < b for a, b in pairwise(cards))
                made = [(rank, (*cards[: (i := bisect(cards, rank))], rank, *cards[i:], *others)) for rank in ranks]
                for flush in (False, True) if distinct else (False,):
                    values = [(rank, worth.get((more, False), 0)) for rank, more in made]
                    if flush:
                        # The joker's card may not be in the hand already: a repeated rank is of another suit.
                        values += [(rank, worth.get((more, True), 0)) for rank, more in made if rank not in cards]
                    if rules.jokers == "bug":
                        values = [(rank, value) for rank, value in values if rank == ACE or value in completes]
                    key = cards + all_held, flush
                    worth[key] = self.words[key] = max(value for _, value in values)

    def slots(self, hashed: PerfectHash) -> array[int]:
        """The entries laid out in the slots of a perfect hash (`uint32`, as `sr_table` wants them).

        A slot that is taken twice is a ValueError: the hash is not perfect for this pack.
        """
        weight = {rank: hashed.weight[4 * (rank - 2)] for rank in range(2, 15)}
        weight[JOKER] = hashed.weight[52]
        mask, flush_row, shift = hashed.mask, hashed.flush_row, hashed.shift
        slots = array("I", bytes(4 * hashed.n_slots))
        for (ranks, flush), word in self.words.items():
            total = sum([weight[rank] for rank in ranks]) & mask
            row = total >> 11 & 255 | total >> 22 << 8
            slot = shift[row + flush_row if flush else row] + (total & 255)
            if slots[slot]:
                raise ValueError(f"two hands share slot {slot}: the hash is not perfect")
            slots[slot] = word
        return slots


class Hand:
    """A class of hands without jokers, and what rules can ask of it."""

    __slots__ = ("_values", "cards", "category", "flush", "groups", "ranks", "singles", "tier")

    def __init__(
        self,
        values: dict[int, int],
        category: Category,
        groups: tuple[int, ...],
        cards: tuple[int, ...],
        flush: bool = False,
        tier: Tier | None = None,
        singles: int = 0,
    ) -> None:
        self._values = values
        self.category = category
        self.groups = groups
        """Ranks by how often they occur, then by rank."""
        self.cards = cards
        """Five ranks in deciding order."""
        self.ranks = tuple(sorted(cards))
        self.flush = flush
        self.tier = tier
        self.singles = singles
        """The last so many of `groups` occur once."""

    def values(self, key: str) -> tuple[int, ...]:
        """What a key compares, greater first."""
        values = self._values
        if key == "groups":
            return tuple([values[rank] for rank in self.groups])
        if key == "top":
            return (values[self.cards[0]],)
        if self.singles == 5:  # in an ace-low straight the ace comes last
            low_ace = self.tier is Tier.MINIMUM
            return tuple([1 if low_ace and rank == ACE else values[rank] for rank in self.cards])
        return tuple(sorted([values[rank] for rank in self.cards], reverse=True))

    def deciding(self, key: str) -> tuple[int, int]:
        """The rank whose best suit a key compares, and how many cards of it there are."""
        if key in ("flush_suit", "suit_of_top"):
            rank = self.cards[0]
        elif key == "suit_of_group0":
            rank = self.groups[0]
        elif key == "suit_of_kicker0":
            rank = self.groups[len(self.groups) - self.singles]
        else:
            by_rank = self.cards if self.singles == 5 else sorted(set(self.cards), key=self._values.__getitem__)[::-1]
            rank = by_rank[int(key[-1])]
        return rank, self.cards.count(rank)


class Ladder:
    """The ranks of a pack in the order of a ruleset, and every class of hands they make."""

    def __init__(self, rules: Rules, pack: Pack) -> None:
        self.rules = rules
        self.values = {rank: rank for rank in range(pack.lowest, ACE + 1)}
        if rules.ace == "low":
            self.values[ACE] = 1
        self.ranks = list(range(pack.lowest, ACE + 1))
        self.downward = sorted(self.ranks, key=self.values.__getitem__, reverse=True)
        self.sequences = dict(self._sequences(pack))

    def _sequences(self, pack: Pack) -> Iterator[tuple[frozenset[int], tuple[Tier, tuple[int, ...]]]]:
        kinds = dict(zip(("ace-low", "middle", "ace-high"), Tier, strict=True))
        allowed = {kinds[kind] for kind in self.rules.straights}
        runs = [(Tier.MINIMUM, (*range(pack.lowest + 3, pack.lowest - 1, -1), ACE))]
        for top in range(pack.lowest + 4, ACE + 1):
            runs.append((Tier.MAXIMUM if top == ACE else Tier.MEDIUM, tuple(range(top, top - 5, -1))))
        for tier, cards in runs:
            if tier in allowed:
                yield frozenset(cards), (tier, cards)

    def hands(self, fives: Sequence[int]) -> Iterator[Hand]:
        """Every class without jokers, and five of a kind of the ranks of which jokers can make it."""
        values, ranks = self.values, self.downward
        for five in combinations(ranks, 5):
            sequence = self.sequences.get(frozenset(five))
            tier, cards = sequence or (None, five)
            yield Hand(values, Category.STRAIGHT if tier else Category.HIGH_CARD, cards, cards, False, tier, 5)
            if not self.rules.flushes:
                category = Category.STRAIGHT if tier else Category.HIGH_CARD
            else:
                category = Category.STRAIGHT_FLUSH if tier else Category.FLUSH
            yield Hand(values, category, cards, cards, True, tier, 5)
        for a in ranks:
            rest = [rank for rank in ranks if rank != a]
            for b in rest:
                yield Hand(values, Category.FOUR_OF_A_KIND, (a, b), (a, a, a, a, b), singles=1)
                yield Hand(values, Category.FULL_HOUSE, (a, b), (a, a, a, b, b))
            for two in combinations(rest, 2):
                yield Hand(values, Category.THREE_OF_A_KIND, (a, *two), (a, a, a, *two), singles=2)
                b, c = two
                yield Hand(values, Category.TWO_PAIR, (b, c, a), (b, b, c, c, a), singles=1)
            for three in combinations(rest, 3):
                yield Hand(values, Category.PAIR, (a, *three), (a, a, *three), singles=3)
        for a in fives:
            yield Hand(values, Category.FIVE_OF_A_KIND, (a,), (a,) * 5)

    def selected(self, selector: Selector, pack: Pack, won: dict[Hand, range]) -> tuple[set[int], set[int]]:
        """The strengths of the hands that a selector names, and those of all other hands."""
        rank = None
        if selector.rank is not None:
            rank = pack.lowest if selector.rank == "lowest" else "23456789TJQKA".index(selector.rank) + 2
        value = None
        if selector.suit is not None and self.rules.suits is not None:
            value = 3 - self.rules.suits.index(selector.suit)
        suit_key = [key for key in self.rules.key_of(selector.category) if key in SUIT_KEYS]
        if selector.suit is not None and not suit_key:
            raise ValueError(
                f"rules {self.rules.name!r}: the upset names the suit {selector.suit}, but suits do not decide "
                f"in {selector.category.name.lower()}"
            )
        inside: set[int] = set()
        outside: set[int] = set()
        for hand, strengths in won.items():
            if (
                hand.category is not selector.category
                or (selector.tier is not None and hand.tier is not selector.tier)
                or (rank is not None and hand.cards[0] != rank)
            ):
                outside.update(strengths)
            elif value is None:
                inside.update(strengths)
            else:
                # The strengths of a hand are those of the suit values up to 3.
                first = 4 - len(strengths)
                for i, strength in enumerate(strengths):
                    (inside if first + i == value else outside).add(strength)
        return inside, outside


def _one_range(inside: set[int], outside: set[int]) -> Range | None:
    if not inside or inside & outside or max(inside) - min(inside) + 1 != len(inside):
        return None
    return min(inside), max(inside)


def _multisets(ranks: list[int], size: int) -> Iterator[tuple[int, ...]]:
    """Ascending tuples of so many ranks, four at most."""
    if size == 0:
        yield ()
        return
    for i, rank in enumerate(ranks):
        for copies in range(size, 0, -1):
            for rest in _multisets(ranks[i + 1 :], size - copies):
                yield (rank,) * copies + rest


assert max(CATEGORY_BY_NAME.values()) == 9  # the C header has ten categories
