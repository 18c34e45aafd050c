"""Showdowns that the reference has decided, put to every function that says what a hand is, who wins or who is paid.

The hands are drawn so that what matters is met in every number of seats: all categories, both sides of the upset and
what is between them, ties, hands that nobody shows.
"""

from __future__ import annotations

import pickle
import random
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.random import PCG64DXSM, Generator, SeedSequence
from numpy.typing import NDArray
from reckonings import Rigged, chip_by_chip, dealt_from, draws_for, has_four, may_open, words_of
from reference import CATEGORIES, JOKER, RANKS, RULESETS, SUITS
from sweeps import TIERS, Hands, Strengths, Sweep, check_by_hand, told, using

import scalareale as sr
from scalareale._core import ffi, lib

EACH = 15
"""Showdowns of each number of seats."""
SEATS = range(2, 17)
ROWS = 40
"""Arrays have one row, two rows and so on, up to so many: beyond that a kernel goes round again."""
LONG = 300
"""Rows of which a kernel takes its greatest blocks, and more than one of them."""
LONGEST = (1 << 20) + 77
"""Rows whose strengths are written past the caches."""
OPENERS = {"J": 11, "Q": 12, "K": 13, "A": 14}


class Shown(NamedTuple):
    """A showdown: the hands, which of them contend, and the seats that the reference lets share the pot."""

    hands: list[bytes]
    contend: list[bool]
    winners: list[int]

    @property
    def left(self) -> list[bytes | None]:
        return [hand if contends else None for hand, contends in zip(self.hands, self.contend, strict=True)]

    @property
    def shared(self) -> bytes:
        """The cards that two contenders hold."""
        cards = [card for hand in self.left if hand for card in hand]
        return bytes({card for card in cards if cards.count(card) > 1}) if len(cards) > len(set(cards)) else b""


class Lot:
    """Draws hands and showdowns of one sweep, always the same."""

    def __init__(self, sweep: Sweep, each: int) -> None:
        self.of_a_kind = 4 + each // 8
        self.rng = random.Random(f"{sweep.name} {sweep.cards}")
        self.judge = sweep.judge
        self.pack = list(range(int(sweep.hands[0, 0]), int(sweep.hands[-1, -1]) + 1))
        self.pools = {CATEGORIES[made]: self._some(sweep, made) for made in np.unique(sweep.judged).tolist()}
        self.families = [self._equal(sweep, self.rng.choice(hands)) for hands in self.pools.values()]
        rare: list[str] = [
            name for name in ("four_of_a_kind", "straight_flush", "five_of_a_kind") if name in self.pools
        ]
        if sweep.judge.upset:
            every = sweep.hands[np.isin(sweep.judged, [CATEGORIES.index(name) for name in rare])].tolist()
            for side, inside in (("winner", self.judge.in_upset_winner), ("loser", self.judge.in_upset_loser)):
                hands = [bytes(hand) for hand in every if inside(hand)]
                self.pools[side] = self.rng.sample(hands, min(self.of_a_kind, len(hands)))
                rare.append(side)
        self.rare = rare

    def _some(self, sweep: Sweep, category: int) -> list[bytes]:
        return self._sample(sweep, np.flatnonzero(sweep.judged == category), self.of_a_kind)

    def _equal(self, sweep: Sweep, hand: bytes) -> list[bytes]:
        """Hands that are worth the same as this one; the hand alone where suits tell all hands apart."""
        key = sweep.vectorised.keys(np.frombuffer(hand, np.uint8)[None])[0]
        return self._sample(sweep, np.flatnonzero(sweep.keys == key), 4)

    def _sample(self, sweep: Sweep, rows: NDArray[np.intp], most: int) -> list[bytes]:
        chosen = self.rng.sample(range(len(rows)), min(most, len(rows)))
        return [sweep.hands[rows[at]].tobytes() for at in chosen]

    def shuffled(self, hand: bytes) -> bytes:
        return bytes(self.rng.sample(hand, len(hand)))

    def hands(self, kind: str, seats: int) -> list[bytes]:
        rng = self.rng
        if kind == "ties":
            families = rng.sample(self.families, min(rng.randint(1, 3), len(self.families)))
            return [rng.choice(rng.choice(families)) for _ in range(seats)]
        if kind in ("dealt", "apart") and 5 * seats <= len(self.pack):
            held: list[bytes] = []
            for _ in range(2 * seats if kind == "apart" else 0):
                hand = rng.choice(self.pools[rng.choice(self.rare)])
                if len(held) < seats and not any(set(hand) & set(other) for other in held):
                    held.append(hand)
            left = [card for card in self.pack if all(card not in hand for hand in held)]
            left = rng.sample(left, 5 * (seats - len(held)))
            held += [bytes(left[at : at + 5]) for at in range(0, len(left), 5)]
            return rng.sample(held, seats)
        names = self.rare
        if kind in ("mixed", "dealt"):
            names = rng.sample(list(self.pools), min(rng.randint(1, 4), len(self.pools)))
        return [rng.choice(self.pools[rng.choice(names)]) for _ in range(seats)]

    def showdown(self, kind: str, seats: int) -> Shown:
        hands = [self.shuffled(hand) for hand in self.hands(kind, seats)]
        contend = [True] * seats
        if self.rng.random() < 0.5:
            contend = [self.rng.random() < 0.7 for _ in range(seats)]
            contend[self.rng.randrange(seats)] = True
        shown = Shown(hands, contend, [])
        return shown._replace(winners=self.judge.showdown(shown.left))


KINDS = ("mixed", "rare", "ties", "dealt", "apart")


def check_doors(sweep: Sweep, each: int = EACH) -> int:
    """Every function that judges hands or showdowns agrees with the reference, whatever it is given them as."""
    lot = Lot(sweep, each)
    shows = [lot.showdown(KINDS[at % len(KINDS)], seats) for seats in SEATS for at in range(each)]
    strength_of = Known(sweep)
    hands = list({bytes(sorted(hand)): hand for show in shows for hand in show.hands}.values())
    check_hands_by_hand(sweep, hands, strength_of)
    check_texts(sweep, hands, strength_of)
    check_short_arrays(sweep, lot, hands, strength_of)
    check_long_arrays(sweep, lot, hands, strength_of)
    check_copies(sweep, hands, strength_of)
    for show in shows:
        check_two(sweep, lot, show, strength_of)
        check_showdown(sweep, show, strength_of)
        if lot.rng.random() < 0.2:
            check_equity(sweep, lot, show)
        if lot.rng.random() < 0.2:
            check_settlement(sweep, lot, show)
    tables = [Rows(sweep, [show for show in shows if len(show.hands) == seats], strength_of) for seats in SEATS]
    for kernel in sr.kernels():
        with using(kernel):
            for table in tables:
                table.check(sweep.evaluator, kernel)
    for seats in range(2, sweep.cards // 5 + 1):
        some = [show for show in shows if len(show.hands) == seats and all(show.contend) and not show.shared]
        check_rigged_simulation(sweep, some)
    check_deals(sweep, lot)
    return len(shows)


class Known(dict[bytes, int]):
    """Strengths by the function for one hand with its cards ascending, which other checks make of every hand."""

    def __init__(self, sweep: Sweep) -> None:
        self._evaluate = sweep.evaluator.evaluate

    def __missing__(self, hand: bytes) -> int:
        found = self[hand] = self._evaluate(bytes(sorted(hand)))
        return found


def same(door: str, found: Any, wanted: Any, *hands: Iterable[int] | None) -> None:
    assert found == wanted, f"{door} of {told(*hands)} is {found}, wanted is {wanted}"


def all_same(door: str, found: Any, wanted: Any, hands: Callable[[int], Sequence[bytes | None]]) -> None:
    """The same of arrays: `hands` gives those of a row."""
    assert found.shape == wanted.shape, f"{door}: {found.shape} are found, {wanted.shape} wanted"
    wrong = found != wanted
    if wrong.any():
        at = int(np.flatnonzero(wrong.reshape(len(wrong), -1).any(axis=1))[0])
        same(f"{door}, row {at} of {len(wrong)},", found[at].tolist(), wanted[at].tolist(), *hands(at))


# -- one hand ----------------------------------------------------------------------------------------------------------


def check_hands_by_hand(sweep: Sweep, hands: list[bytes], strength_of: dict[bytes, int]) -> None:
    """Strength, category, tier and openers by the slower judge."""
    ev, judge = sweep.evaluator, sweep.judge
    by_key: dict[tuple[int, ...], int] = {}
    opens = sweep.named and not ev.rules.low
    may: dict[tuple[str, bool], list[tuple[bytes, bool]]] = {}
    for at, hand in enumerate(hands):
        worth, strength = judge.worth(hand), strength_of[hand]
        same("the strength", strength, by_key.setdefault(worth.key, strength), hand)
        form = (bytes, bytearray, list, tuple, np.array)[at % 5]
        same(f"evaluate of {form.__name__}", ev.evaluate(form(list(hand))), strength, hand)
        rank = ev.rank(hand)
        same("the strength by rank", rank.strength, strength, hand)
        same("the category", rank.category.name.lower(), worth.category, hand)
        same("the tier", rank.tier and rank.tier.name.lower(), worth.tier, hand)
        same("sr_category", CATEGORIES[lib.sr_category(ev._table, strength)], worth.category, hand)
        tier = lib.sr_tier(ev._table, strength)
        same("sr_tier", tier, tier and 1 + TIERS.index(str(worth.tier)), hand)
        same("the cards by rank", sorted(rank.cards), sorted(hand), hand)
        if opens:
            minimum, four = "JQKA"[at % 4], at % 3 == 0
            wanted = may_open(judge, list(hand), OPENERS[minimum]) or (four and has_four(hand))
            same(f"can_open({minimum}, {four})", ev.can_open(hand, minimum, four), wanted, hand)
            may.setdefault((minimum, four), []).append((hand, wanted))
    for arguments, some in may.items():
        found = ev.can_open_many(array_of([hand for hand, _ in some]), *arguments)
        openers = np.array([opener for _, opener in some])
        all_same(f"can_open_many{arguments}", found, openers, lambda at, some=some: [some[at][0]])  # type: ignore[misc]
    check_by_hand(by_key)


SPELLINGS: dict[str, tuple[str, Sequence[str], str]] = {
    "letters": (RANKS, SUITS, ""),
    "10 and capitals": (RANKS, SUITS.upper(), " "),
    "small letters": (RANKS.lower(), SUITS, ","),
    "symbols": (RANKS, "♣♦♥♠", " "),
    "outlines": (RANKS, "♧♢♡♤", ""),
    "emoji": (RANKS, [symbol + "\N{VARIATION SELECTOR-16}" for symbol in "♣♦♥♠"], ", "),
}
"""Letters of ranks and suits, and what is between cards."""
ITALIAN = ("23456789TJQKA", "FQCP", " ")


def spelt(hand: bytes, ranks: str, suits: Sequence[str], between: str, ten: bool) -> str:
    cards = ["Jk" if card >= JOKER else ranks[card // 4] + suits[card % 4] for card in hand]
    return between.join("10" + card[1:] if ten and card[0] in "Tt" else card for card in cards)


def as_read(hand: bytes) -> bytes:
    """Jokers look the same: the first that is read is 52."""
    jokers = iter((JOKER, JOKER + 1))
    return bytes(card if card < JOKER else next(jokers) for card in hand)


def check_texts(sweep: Sweep, hands: list[bytes], strength_of: dict[bytes, int]) -> None:
    """Each hand in two spellings, one by one and as lines."""
    ev, room = sweep.evaluator, ffi.new("uint8_t[]", 5)
    codes = [as_read(hand) for hand in hands]
    for turn, (what, (ranks, suits, between)) in enumerate(SPELLINGS.items()):
        some = [at for at in range(len(hands)) if (at + turn) % 3 == 0]
        texts = [spelt(hands[at], ranks, suits, between, at % 2 == 0 or what.startswith("10")) for at in some]
        for at, text in zip(some, texts, strict=True):
            hand, strength, raw = hands[at], strength_of[hands[at]], text.encode()
            same(f"evaluate({text!r})", ev.evaluate(text), strength, hand)
            same(f"sr_evaluate_text({text!r})", lib.sr_evaluate_text(ev._table, raw, len(raw)), strength, hand)
            same(f"parse_cards({text!r})", list(sr.parse_cards(text)), list(codes[at]), hand)
            same(f"sr_parse_cards({text!r})", lib.sr_parse_cards(raw, len(raw), room, 5), 5, hand)
            same(f"sr_parse_cards({text!r})", list(room), list(codes[at]), hand)
        check_lines(f"parse_hands of {what}", "international", texts, [codes[at] for at in some])
    texts = [spelt(hand, *ITALIAN, at % 2 == 0) for at, hand in enumerate(hands)]
    check_lines("parse_hands of Italian letters", "italian", texts, codes)


def check_lines(door: str, notation: str, lines: list[str], codes: list[bytes]) -> None:
    found = sr.parse_hands("\n".join(lines).encode(), notation)
    all_same(door, found, array_of(codes), lambda at: [codes[at]])


# -- many hands --------------------------------------------------------------------------------------------------------


def array_of(hands: Sequence[bytes]) -> Hands:
    return np.frombuffer(b"".join(hands), np.uint8).reshape(len(hands), -1)


def strengths_of(hands: Sequence[bytes], strength_of: dict[bytes, int]) -> Strengths:
    return np.array([strength_of[hand] for hand in hands], np.uint16)


def check_short_arrays(sweep: Sweep, lot: Lot, known: list[bytes], strength_of: dict[bytes, int]) -> None:
    """Arrays of one row, two rows and so on, by every kernel."""
    ev, judge = sweep.evaluator, sweep.judge
    hands = [lot.shuffled(lot.rng.choice(known)) for _ in range(ROWS)]
    others = [lot.rng.choice(known) for _ in hands]
    others[::7] = hands[::7]
    rows, wanted, against = array_of(hands), strengths_of(hands, strength_of), strengths_of(others, strength_of)
    verdicts = np.array([judge.compare(*pair) for pair in zip(hands, others, strict=True)], np.int8)
    made = np.array([CATEGORIES.index(judge.category(hand)) for hand in hands], np.uint8)
    best = [best_of(lot, held, hands, strength_of) for held in (6, 7)]

    def one(at: int) -> list[bytes]:
        return [hands[at]]

    def two(at: int) -> list[bytes]:
        return [hands[at], others[at]]

    for kernel in sr.kernels():
        with using(kernel):
            for n in range(1, ROWS + 1):
                some, of = rows[:n], f"{kernel}:"
                all_same(f"{of} evaluate_many", ev.evaluate_many(some), wanted[:n], one)
                backwards = ev.evaluate_many(some[::-1])[::-1]
                all_same(f"{of} evaluate_many, backwards,", backwards, wanted[:n], one)
                columns = np.ascontiguousarray(some.T)
                all_same(f"{of} evaluate_columns", ev.evaluate_columns(*columns), wanted[:n], one)
                out = array("H", [0] * n)
                ev.evaluate_into(some.tobytes(), out)
                all_same(f"{of} evaluate_into", np.array(out), wanted[:n], one)
                for cards, greatest in best:
                    found = ev.evaluate_best_many(cards[:n])
                    all_same(f"{of} evaluate_best_many", found, greatest[:n], lambda at, c=cards: [c[at].tobytes()])  # type: ignore[misc]
                all_same(f"{of} category_many", ev.category_many(wanted[:n]), made[:n], one)
                all_same(f"{of} compare_many", ev.compare_many(wanted[:n], against[:n]), verdicts[:n], two)
                all_same(f"{of} compare_many", ev.compare_many(against[:n], wanted[:n]), -verdicts[:n], two)


def check_long_arrays(sweep: Sweep, lot: Lot, known: list[bytes], strength_of: dict[bytes, int]) -> None:
    """Arrays of many rows, of any numbers and into any memory."""
    ev = sweep.evaluator
    hands = [lot.shuffled(lot.rng.choice(known)) for _ in range(LONG)]
    rows, wanted = array_of(hands), strengths_of(hands, strength_of)
    best = [best_of(lot, held, hands, strength_of) for held in (6, 7)]
    for cards, greatest in best:
        for row, strength in zip(cards[:40], greatest.tolist(), strict=False):
            five = ev.best(row.tobytes())
            same("best", (set(five) <= set(row.tolist()), ev.evaluate(five)), (True, strength), row.tolist())
    many, long = np.resize(rows, (LONGEST, 5)), np.resize(wanted, LONGEST)
    columns, apart = np.ascontiguousarray(many.T), np.zeros(2 * LONG, np.uint16)[::2]

    def one(at: int) -> list[bytes]:
        return [hands[at % LONG]]

    for kernel in sr.kernels():
        with using(kernel):
            for kind in ("int64", ">i4", "uint16"):
                all_same(f"{kernel}: evaluate_many of {kind}", ev.evaluate_many(rows.astype(kind)), wanted, one)
            ev.evaluate_many(rows, out=apart)
            all_same(f"{kernel}: evaluate_many with gaps", apart, wanted, one)
            for cards, greatest in best:
                found = ev.evaluate_best_many(cards)
                all_same(f"{kernel}: evaluate_best_many", found, greatest, lambda at, c=cards: [c[at].tobytes()])  # type: ignore[misc]
            all_same(f"{kernel}: evaluate_many of many", ev.evaluate_many(many, workers=2), long, one)
            all_same(f"{kernel}: evaluate_columns of many", ev.evaluate_columns(*columns), long, one)


def check_copies(sweep: Sweep, hands: list[bytes], strength_of: dict[bytes, int]) -> None:
    """Evaluators that were pickled, saved or chosen by the number of players, and house rules by the name of others."""
    ev, rows, wanted = sweep.evaluator, array_of(hands), strengths_of(hands, strength_of)
    copies = {"a pickled evaluator": pickle.loads(pickle.dumps(ev))}
    if sweep.named:
        for players, lowest in RULESETS[sweep.name]["deck"].get("lowest_by_players", {}).items():
            if 4 * (15 - lowest) == sweep.cards:
                copies[f"an evaluator for {players} players"] = sr.Evaluator(sweep.name, players=int(players))
    else:
        house = ev.rules.replace(name="classic")
        copies["house rules called classic"] = pickle.loads(pickle.dumps(sr.Evaluator(house, cards=sweep.cards)))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "saved.table"
        sr.save_table(ev, path)
        copies["a saved evaluator"] = sr.load_table(path)
        data = path.read_bytes()
    for door, copy in copies.items():
        assert copy.pack == ev.pack, f"{door} has {copy.pack}"
        all_same(door, copy.evaluate_many(rows), wanted, lambda at: [hands[at]])
    memory = ffi.new("uint64_t[]", lib.sr_load_sizeof(data, len(data)) // 8 + 1)
    loaded = ffi.cast("sr_evaluator *", memory)
    assert lib.sr_load(loaded, 8 * len(memory), data, len(data)) == lib.SR_OK, "sr_load"
    for hand, other in zip(hands, [*hands[1:], hands[0]], strict=True):
        same("sr_evaluate of a loaded table", lib.sr_evaluate(loaded, hand), strength_of[hand], hand)
        verdict = sweep.judge.compare(hand, other)
        same("sr_compare of a loaded table", lib.sr_compare(loaded, hand, other), verdict, hand, other)
        tier = lib.sr_tier(ev._table, strength_of[hand])
        same("sr_tier of a loaded table", lib.sr_tier(loaded, strength_of[hand]), tier, hand)


def best_of(lot: Lot, held: int, hands: list[bytes], strength_of: dict[bytes, int]) -> tuple[Hands, Strengths]:
    """Hands with a card or two more, and the greatest strength that any five of these cards have."""
    more = [lot.shuffled(hand + bytes(lot.rng.sample(sorted({*lot.pack} - {*hand}), held - 5))) for hand in hands]
    best = [max(strength_of[bytes(five)] for five in combinations(sorted(cards), 5)) for cards in more]
    return array_of(more), np.array(best, np.uint16)


# -- who wins ----------------------------------------------------------------------------------------------------------


def check_two(sweep: Sweep, lot: Lot, show: Shown, strength_of: dict[bytes, int]) -> None:
    """Any two hands of a showdown, as hands, as text and as strengths."""
    ev, table = sweep.evaluator, sweep.evaluator._table
    a, b = lot.rng.sample(show.hands, 2)
    wanted = sweep.judge.compare(a, b)
    same("compare", (ev.compare(a, b), ev.compare(b, a)), (wanted, -wanted), a, b)
    same("compare of text", ev.compare(sr.format_cards(a), sr.format_cards(b, "unicode")), wanted, a, b)
    same("sr_compare", (lib.sr_compare(table, a, b), lib.sr_compare(table, b, a)), (wanted, -wanted), a, b)
    same("sr_compare_strengths", lib.sr_compare_strengths(table, strength_of[a], strength_of[b]), wanted, a, b)


def check_showdown(sweep: Sweep, show: Shown, strength_of: dict[bytes, int]) -> None:
    """One showdown, with the hands that are left out and without them."""
    ev, table, left, shared = sweep.evaluator, sweep.evaluator._table, show.left, show.shared
    same("showdown", ev.showdown(left, shared=shared), show.winners, *left)
    live = [seat for seat, contends in enumerate(show.contend) if contends]
    mask, winners, union = (sum(1 << bit for bit in bits) for bits in (live, show.winners, shared))
    by_c = lib.sr_showdown(table, b"".join(show.hands), 5, len(left), mask, union)
    same("sr_showdown", by_c, winners, *left)
    strengths = ffi.new("uint16_t[]", [strength_of[hand] for hand in show.hands])
    same("sr_showdown_strengths", lib.sr_showdown_strengths(table, strengths, len(left), mask), winners, *left)
    if not shared:
        hands = [show.hands[seat] for seat in live]
        wanted = [live.index(seat) for seat in show.winners]
        for _ in range(2):
            found = ev.showdown(hands)
            same("showdown", found, wanted, *hands)
            found.append(-1)  # which is the caller's
        if sum(card >= JOKER for hand in hands for card in hand) < 2:  # as text, the jokers of two hands are one
            same("showdown of text", ev.showdown([sr.format_cards(hand) for hand in hands]), wanted, *hands)


def check_equity(sweep: Sweep, lot: Lot, show: Shown) -> None:
    """Where all hands are whole, equity is the shares of the pot; and where a further one cannot win it."""
    hands = [hand for hand in show.left if hand]
    if len(hands) < 2 or show.shared:
        return
    ev, judge = sweep.evaluator, sweep.judge
    winners = judge.showdown(hands)
    share = tuple((seat in winners) / len(winners) for seat in range(len(hands)))
    same("equity", ev.equity(hands).share, share, *hands)
    left = [card for card in lot.pack if all(card not in hand for hand in hands)]
    if len(left) >= 6 and len(hands) < 16:
        lot.rng.shuffle(left)
        last = [bytes(five) for five in combinations(left[:6], 5)]
        if all(judge.showdown([*hands, hand]) == winners for hand in last):
            found = ev.equity([*hands, None], dead=bytes(left[6:]), samples=5, rng=1)
            same("equity of samples", (found.exact, found.share), (False, (*share, 0.0)), *hands, None)


class Rows:
    """Showdowns of so many seats as arrays, long and short; those without the weaker side of an upset also together.

    A kernel leaves its fast way where there is an upset in a block.
    """

    def __init__(self, sweep: Sweep, shows: list[Shown], strength_of: dict[bytes, int]) -> None:
        self.shows, everything = shows, np.arange(len(shows))
        self.strengths = np.array([[strength_of[hand] for hand in show.hands] for show in shows], np.uint16)
        self.contend = np.array([show.contend for show in shows])
        self.shares = np.zeros(self.contend.shape, bool)
        for row, show in enumerate(shows):
            self.shares[row, show.winners] = True
        weaker = sweep.judge.in_upset_winner
        calm = np.array([not any(hand and weaker(hand) for hand in show.left) for show in shows])
        full = np.array([all(show.contend) for show in shows])
        orders = [everything[::-1], *(everything[:n] for n in range(1, 9))]
        if calm.any():
            orders.append(np.concatenate([np.resize(everything[calm], LONG), everything]))
        self.orders = [(False, order) for order in orders]
        self.orders += [(True, order[full[order]]) for order in orders if full[order].any()]

    def check(self, ev: sr.Evaluator, kernel: str) -> None:
        for full, order in self.orders:
            found = ev.showdown_many(self.strengths[order], contenders=None if full else self.contend[order])
            self._all_same(f"{kernel}: showdown_many", found, order)

    def _all_same(self, door: str, found: NDArray[np.bool_], order: NDArray[np.intp]) -> None:
        all_same(door, found, self.shares[order], lambda at: self.shows[order[at]].left)


# -- chips and deals ---------------------------------------------------------------------------------------------------


def check_settlement(sweep: Sweep, lot: Lot, show: Shown) -> None:
    """Chips with side pots, as they are reckoned one by one."""
    rng, seats, left = lot.rng, len(show.hands), show.left
    levels = [rng.randint(0, 30) for _ in range(3)]
    stakes = [rng.choice(levels) for _ in range(seats)]
    stakes[rng.randrange(seats)] += 1
    button = rng.randrange(seats)
    wanted, _ = chip_by_chip(stakes, left, sweep.judge.showdown, button)
    found = sr.settle(stakes, left, sweep.evaluator, button=button, shared=show.shared)
    same(f"settle({stakes}, button={button})", found, wanted, *left)
    same(f"the sum by settle({stakes})", sum(found), sum(stakes), *left)


def check_rigged_simulation(sweep: Sweep, shows: list[Shown]) -> None:
    """Deals of which it is known beforehand what will be dealt are counted as the reference judges them."""
    if not shows:
        return
    ev, judge, pack, seats = sweep.evaluator, sweep.judge, sweep.evaluator.pack.codes, len(shows[0].hands)
    draws = [draws_for([list(hand) for hand in show.hands], list(pack)) for show in shows]
    dealt = bytearray(5 * seats * len(shows))
    source, to = Rigged([draw for some in draws for draw in some]), ffi.from_buffer("uint8_t[]", dealt)
    bits = ffi.cast("sr_bitgen *", source.address)
    assert lib.sr_deal(bits, pack, len(pack), ffi.NULL, seats, 5 * seats, len(shows), to) == len(shows), "sr_deal"
    rows = np.frombuffer(dealt, np.uint8).reshape(-1, seats, 5).tolist()
    for show, some, row in zip(shows, draws, rows, strict=True):
        same("sr_deal", told(*row), told(*show.hands), *show.hands)
        pots, made = ffi.new("uint64_t[]", seats * seats), ffi.new("uint64_t[]", seats * lib.SR_CATEGORIES)
        source = Rigged(some)
        n = lib.sr_simulate(ev._table, ffi.cast("sr_bitgen *", source.address), seats, 1, pots, made)
        wanted = [0] * seats * seats
        for seat in show.winners:
            wanted[(len(show.winners) - 1) * seats + seat] = 1
        same("the pots by sr_simulate", (n, list(pots)), (1, wanted), *show.hands)
        wanted = [int(judge.category(hand) == name) for hand in show.hands for name in CATEGORIES]
        same("the categories by sr_simulate", list(made), wanted, *show.hands)


def check_deals(sweep: Sweep, lot: Lot) -> None:
    """Cards are dealt once each, as it is written down how, and simulations are of those deals."""
    ev, judge, most = sweep.evaluator, sweep.judge, sweep.cards // 5
    for players in range(1, most + 1):
        dealt = np.sort(sr.deal(LONG, players, sweep.cards, players).reshape(LONG, -1), axis=1)
        twice, strange = (np.diff(dealt, axis=1) <= 0).any(axis=1), ~np.isin(dealt, lot.pack).all(axis=1)
        assert not (twice | strange).any(), f"deal to {players}: {told(dealt[twice | strange][0].tobytes())} in a deal"
    given = lot.rng.choice(lot.pools["pair"])
    dead = lot.rng.sample(sorted({*lot.pack} - {*given}), 4)
    left = [card for card in lot.pack if card not in dead and card not in given]
    draw = words_of(Generator(PCG64DXSM(7)))
    hands = sr.deal(4, 3, sweep.cards, PCG64DXSM(7), dead=bytes(dead), given=[None, given, None])
    for row in hands.tolist():
        first, last = dealt_from(draw, 2, left)
        wanted = [first, list(given), last]
        same("deal", told(*row), told(*wanted), *wanted)
    for players in {2, 3, most}:
        n = LONG if players == 2 and sweep.cards <= 52 else 12
        draw = words_of(Generator(PCG64DXSM(SeedSequence(players, spawn_key=(0,)))))
        pots, made = np.zeros((players, players), int), np.zeros((players, lib.SR_CATEGORIES), int)
        for _ in range(n):
            deal = dealt_from(draw, players, lot.pack)
            winners = judge.showdown(deal)
            pots[winners, len(winners) - 1] += 1
            for seat, hand in enumerate(deal):
                made[seat, CATEGORIES.index(judge.category(hand))] += 1
        found = ev.simulate(n, players, rng=players)
        assert found.deals == n, f"simulate: {found.deals} deals of {n}"
        assert abs(sum(found.share) - 1) < 1e-9, f"shares by simulate({n}, {players}, rng={players}) are {found.share}"
        for what, counted in (("pots", pots), ("categories", made)):
            seen, wanted = [list(row) for row in getattr(found, what)], counted.tolist()
            assert seen == wanted, f"{what} by simulate({n}, {players}, rng={players}) are {seen}, wanted is {wanted}"
