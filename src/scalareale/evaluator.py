"""The evaluator: one ruleset with one pack, over the C look-ups."""

from __future__ import annotations

from itertools import combinations

from . import _core
from .cards import HandError, _show, codes, format_cards, integer
from .handrank import HandRank
from .packs import Pack, listed
from .rules import Category, Rules, Tier

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from concurrent.futures import Executor
    from typing import Any, SupportsIndex, TypeAlias

    from numpy import bool_, int8, uint8, uint16
    from numpy.typing import ArrayLike, NDArray
    from typing_extensions import Buffer

    from .draw import Draw
    from .equity import Equity
    from .simulate import Simulation

    Cards: TypeAlias = str | Iterable[SupportsIndex]
    """Cards as text, as bytes of codes or as a sequence of codes."""

# Each look-up of an attribute of `lib` costs as much as the C function does.
_lib, _ffi = _core.lib, _core.ffi
_evaluate = _lib.sr_evaluate
_evaluate_text = _lib.sr_evaluate_text
_compare = _lib.sr_compare
_showdown = _lib.sr_showdown
_NOT_A_HAND = _lib.SR_NOT_A_HAND
_SEATS = _lib.SR_SEATS

_GAPS = [b"\xff" * max(n - 1, 0) for n in range(_SEATS + 1)]
_EVERYBODY = [(1 << n) - 1 for n in range(_SEATS + 1)]
_SUIT_ORDER = (2, 1, 0, 3)  # hearts, diamonds, clubs, spades; by suit number c d h s


def _seats(winners: int) -> list[int]:
    return [seat for seat in range(_SEATS) if winners >> seat & 1]


_SEATS_OF = [_seats(winners) for winners in range(64)]


class Evaluator:
    """Strengths, comparisons and showdowns of five-card hands under one ruleset with one pack.

    >>> ev = Evaluator("classic", cards=32)
    >>> ev.evaluate("Ah Kh Qh Jh Th") > ev.evaluate("9s 9h 9d 9c Ad")
    True
    >>> ev.compare("As 7s 8s 9s Ts", "Th Jh Qh Kh Ah")  # the minimum beats the maximum
    1
    >>> Evaluator("classic", players=4) == ev
    True
    >>> Evaluator("classic", cards=52)
    Traceback (most recent call last):
    ...
    scalareale.HandError: 'classic' is played with 24, 28, 32, 36 or 40 cards, not 52

    `rules` is the name of a ruleset or a `Rules`; the pack is given by its size, `cards`, or by the number of
    `players` where the ruleset has a table of them. Neither is needed if the ruleset has one pack only.

    A hand is text (see `parse_cards`), `bytes` of five codes (fastest), or any sequence of ints. A hand that is none
    (a card twice, a card that is not in the pack, four cards) is a HandError naming what is wrong; what is no hand at
    all by its type is a TypeError.

    Evaluators are immutable, hashable, picklable, equal by value, and cheap to make again.
    """

    __slots__ = ("_keep", "_table", "pack", "rules")

    rules: Rules
    pack: Pack
    _table: Any
    _keep: object

    def __init__(self, rules: str | Rules = "classic", *, cards: int | None = None, players: int | None = None) -> None:
        if isinstance(rules, str):
            rules = Rules.named(rules)
        elif not isinstance(rules, Rules):
            raise TypeError(f"rules are a name or a Rules, not {type(rules).__name__}: {_show(rules)}")
        put = object.__setattr__
        put(self, "rules", rules)
        put(self, "pack", _chosen_pack(rules, cards, players))
        table, keep = _table_of(rules, self.pack)
        put(self, "_table", table)
        put(self, "_keep", keep)

    # -- one hand ---

    def evaluate(self, hand: Cards) -> int:
        """The strength of a hand: from 1, and a greater one wins, apart from the upset.

        >>> ev = Evaluator("classic", cards=32)
        >>> ev.evaluate("7h 7d 7c Kc Jh") > ev.evaluate("Kd Ks Jd 9c 8h")
        True
        >>> ev.evaluate("Ah 6d 7c 8s 9h")
        Traceback (most recent call last):
        ...
        scalareale.HandError: hand: 6d (card 2) is not in the pack of 32 cards (7 to A)

        Under an upset (`upset` says whether there is one) `max()` of strengths does not tell who wins: use
        `compare` and `showdown`.
        """
        if type(hand) is bytes:
            if len(hand) == 5 and (strength := _evaluate(self._table, hand)):
                return strength  # type: ignore[no-any-return]
        elif type(hand) is str:
            try:
                text = hand.encode()
            except UnicodeEncodeError:  # half of a surrogate pair is no card
                pass
            else:
                if strength := _evaluate_text(self._table, text, len(text)):
                    return strength  # type: ignore[no-any-return]
        return self._hand(hand, "hand")[1]

    def rank(self, hand: Cards) -> HandRank:
        """The strength of a hand with its category, tier and cards in deciding order.

        >>> rank = Evaluator("classic", cards=32).rank("8h 9h Th Jh Qh")
        >>> rank.category, rank.tier
        (<Category.STRAIGHT_FLUSH: 8>, <Tier.MEDIUM: 2>)
        """
        held, strength = self._hand(hand, "hand")
        category = Category(_lib.sr_category(self._table, strength))
        stood_for = self._stood_for(held, strength, category)
        order = self._deciding_order(held, stood_for, category)
        return HandRank(
            self, strength, category, self._tier(category, [stood_for[card] for card in order]), bytes(order)
        )

    def describe(self, hand: Cards, language: str = "en") -> str:
        """A hand in words: category, tier, the ranks in deciding order, and the suit where one card decides by it.

        >>> ev = Evaluator("classic", cards=40)
        >>> ev.describe("Ah 5h 6h 7h 8h"), ev.describe("Ah 5h 6h 7h 8h", "it")
        ('minimum straight flush of hearts', 'scala reale minima di cuori')
        >>> ev.describe("Jh Jd As 9c 7d")
        'pair of jacks, ace nine seven'

        Languages are "en", "it", "fr" and "ru"; any other is a ValueError.
        """
        return self._described(self.rank(hand), language)

    def best(self, cards: Cards) -> bytes:
        """The best five of five, six or seven cards, as codes in deciding order.

        >>> ev = Evaluator("classic", cards=32)
        >>> format_cards(ev.best("Ah Kh Qh Jh Th 9h As"))
        'AhKhQhJhTh'

        The best is the greatest strength, under an upset too; among equals the greater codes.
        """
        held = codes(cards, "cards")
        if not 5 <= len(held) <= 7:
            raise HandError(f"the best five are taken of 5, 6 or 7 cards, not {len(held)}")
        self._refuse_strangers(held, "cards")
        table = self._table
        fives = map(bytes, combinations(sorted(held, reverse=True), 5))
        return self.rank(max((_evaluate(table, five), five) for five in fives)[1]).cards

    # -- several hands ---

    def compare(self, a: Cards, b: Cards) -> int:
        """1 if hand a beats hand b, -1 if b beats a, 0 for a tie; the upset included.

        >>> ev = Evaluator("classic", cards=32)
        >>> ev.compare("Th Jh Qh Kh Ah", "Td Jd Qd Kd Ad"), ev.compare("As 7s 8s 9s Ts", "Th Jh Qh Kh Ah")
        (1, 1)

        Hands may share cards here: only such hands can tie where suits count.
        """
        if type(a) is bytes and type(b) is bytes and len(a) == 5 == len(b):
            verdict = _compare(self._table, a, b)
            if verdict != _NOT_A_HAND:
                return verdict  # type: ignore[no-any-return]
        first, second = self._strength(a, "first hand"), self._strength(b, "second hand")
        return _lib.sr_compare_strengths(self._table, first, second)  # type: ignore[no-any-return]

    def showdown(self, hands: Sequence[Cards | None], *, shared: Cards = b"") -> list[int]:
        """The indices of the hands that share one pot.

        >>> ev = Evaluator("classic", cards=32)
        >>> minimum, medium, maximum = "Ah 7h 8h 9h 10h", "8c 9c 10c Jc Qc", "10d Jd Qd Kd Ad"
        >>> ev.showdown([minimum, maximum]), ev.showdown([minimum, medium, maximum])
        ([0], [0, 1, 2])
        >>> ev.showdown([minimum, None, "Ah Kd Qc 9s 8h"])
        Traceback (most recent call last):
        ...
        scalareale.HandError: Ah is in hand 0 and in hand 2

        None is a hand that was folded; the only one left wins unseen. Cards that hands have in common (vela) are
        named in `shared`; any other card in two hands is a HandError, and so are a pot that nobody contests and
        more than 16 hands. **Each pot needs a showdown of its own**, among its own contenders: of three
        that share one in a circle, two do not share another.
        """
        if type(hands) is list and type(shared) is bytes and not shared:
            for hand in hands:
                if type(hand) is not bytes:
                    break
            else:
                # No card is 255, so gaps of 255 in the right places show that every hand has five cards.
                n = len(hands)
                joined = b"\xff".join(hands)
                if 0 < n <= _SEATS and len(joined) == 6 * n - 1 and joined[5::6] == _GAPS[n]:
                    winners = _showdown(self._table, joined, 6, n, _EVERYBODY[n], 0)
                    if winners:
                        return _SEATS_OF[winners].copy() if winners < 64 else _seats(winners)
        return self._showdown(hands, shared)

    # -- many hands: numpy arrays, imported when they are first used ---

    def evaluate_many(
        self, hands: ArrayLike, *, out: NDArray[uint16] | None = None, workers: int = 1
    ) -> NDArray[uint16]:
        """The strengths of an array of hands, shape (..., 5), as `uint16` of shape (...).

        >>> import numpy as np
        >>> ev = Evaluator("classic", cards=24)
        >>> hands = np.array([[28, 32, 36, 40, 48], [30, 34, 38, 42, 50]], dtype=np.uint8)
        >>> ev.evaluate_many(hands)
        array([518, 520], dtype=uint16)
        >>> ev.evaluate_many(np.array([[28, 32, 36, 40, 48], [30, 30, 38, 42, 50]]))
        Traceback (most recent call last):
        ...
        scalareale.HandError: row 1: 9h twice (card 2)

        `uint8` of any strides is read in place; other integers are checked and converted by blocks. `out` is a
        `uint16` array of shape (...) that must not overlap the hands. `workers` threads share the work; the result
        does not depend on them. Every hand is checked: HandError names the first bad row (the flat index), and
        `out` is then unspecified. TypeError for arrays of anything but integers, ValueError for other shapes.
        """
        return (_batch or _load_batch()).evaluate_many(self, hands, out, workers)  # type: ignore[no-any-return]

    def evaluate_columns(
        self,
        c0: ArrayLike,
        c1: ArrayLike,
        c2: ArrayLike,
        c3: ArrayLike,
        c4: ArrayLike,
        *,
        out: NDArray[uint16] | None = None,
        workers: int = 1,
    ) -> NDArray[uint16]:
        """The strengths of hands that lie in five columns: 1-D arrays of one length, as `uint16`.

        >>> Evaluator("classic", cards=24).evaluate_columns([28, 30], [32, 34], [36, 38], [40, 42], [48, 50])
        array([518, 520], dtype=uint16)

        Columns of `uint8` with one common stride (Arrow, Polars, pandas, DuckDB) are read in place, others by blocks.
        For the rest see `evaluate_many`.
        """
        columns = (c0, c1, c2, c3, c4)
        return (_batch or _load_batch()).evaluate_columns(self, columns, out, workers)  # type: ignore[no-any-return]

    def evaluate_into(self, hands: Buffer, out: Buffer) -> None:
        """The strengths of 5 n codes in a bytes-like object, written to a buffer of n native `uint16`; without numpy.

        >>> from array import array
        >>> out = array("H", [0, 0])
        >>> Evaluator("classic", cards=24).evaluate_into(bytes([28, 32, 36, 40, 48, 30, 34, 38, 42, 50]), out)
        >>> out
        array('H', [518, 520])

        HandError names the first bad row, and `out` is then unspecified. TypeError for items of another kind or a
        buffer that cannot be written, ValueError for other lengths or buffers that overlap; `out` is untouched then.
        """
        from .buffers import evaluate_into

        evaluate_into(self, hands, out)

    def evaluate_best_many(
        self, cards: ArrayLike, *, out: NDArray[uint16] | None = None, workers: int = 1
    ) -> NDArray[uint16]:
        """The strengths of the best five of six or seven cards: shape (..., 6) or (..., 7), as `uint16` (...).

        >>> ev = Evaluator("standard")
        >>> ev.evaluate_best_many([[51, 50, 49, 48, 47, 0, 1]]) == ev.evaluate([51, 50, 49, 48, 47])
        array([ True])

        Under an upset the best is the greatest strength. For the rest see `evaluate_many`.
        """
        return (_batch or _load_batch()).evaluate_best_many(self, cards, out, workers)  # type: ignore[no-any-return]

    def compare_many(self, a: ArrayLike, b: ArrayLike, *, out: NDArray[int8] | None = None) -> NDArray[int8]:
        """For strengths a and b, 1 where a beats b, -1 where b beats a, 0 for a tie; as `int8`, the upset included.

        >>> ev = Evaluator("classic", cards=24)
        >>> ev.compare_many([517, 517, 300], [528, 521, 300])
        array([ 1, -1,  0], dtype=int8)

        The shapes are the same or broadcast. A strength that no hand has is a HandError naming its flat index.
        """
        return (_batch or _load_batch()).compare_many(self, a, b, out)  # type: ignore[no-any-return]

    def showdown_many(
        self, strengths: ArrayLike, *, contenders: ArrayLike | None = None, out: NDArray[bool_] | None = None
    ) -> NDArray[bool_]:
        """Who shares each pot: strengths (..., P) of 2 to 16 seats, one pot a row, as `bool` of the same shape.

        >>> ev = Evaluator("classic", cards=24)
        >>> ev.showdown_many([[517, 521, 528], [517, 300, 528], [86, 86, 52]])
        array([[ True,  True,  True],
               [ True, False, False],
               [ True,  True, False]])

        `contenders`, a `bool` array of the same shape, says who is in this pot; the strengths of others are not
        read. A row without contenders, or with a contender whose strength no hand has, is a HandError naming it.
        """
        return (_batch or _load_batch()).showdown_many(self, strengths, contenders, out)  # type: ignore[no-any-return]

    def category_many(self, strengths: ArrayLike) -> NDArray[uint8]:
        """The `Category` of each strength, as `uint8` of the same shape.

        >>> Evaluator("classic", cards=24).category_many([1, 518])
        array([0, 8], dtype=uint8)

        A strength that no hand has (0, or too large) is a HandError naming its flat index.
        """
        return (_batch or _load_batch()).category_many(self, strengths)  # type: ignore[no-any-return]

    # -- the game around the hands ---

    def category_counts(self) -> dict[Category, int]:
        """How many hands of the pack are of each category, best category first, exactly.

        >>> Evaluator("classic", cards=24).category_counts()[Category.STRAIGHT_FLUSH]
        12
        """
        from .sweep import category_counts

        return category_counts(self)

    def can_open(self, hand: Cards, minimum: str = "J", four_to_a_straight_flush: bool = True) -> bool:
        """Whether a hand may open: a pair of at least `minimum` (J, Q, K or A) or better, or the *bilaterale reale*.

        >>> ev = Evaluator("classic", cards=32)
        >>> ev.can_open("Jh Jd 9s 8c 7d"), ev.can_open("Jh Jd 9s 8c 7d", "Q"), ev.can_open("8h 9h Th Jh Ad")
        (True, False, True)

        The latter, four suited cards in sequence without an ace, opens unless `four_to_a_straight_flush` is False.
        ValueError for another minimum, HandError for what is no hand.
        """
        from .opening import can_open

        return can_open(self, hand, minimum, four_to_a_straight_flush)

    def can_open_many(
        self, hands: ArrayLike, minimum: str = "J", four_to_a_straight_flush: bool = True
    ) -> NDArray[bool_]:
        """`can_open` of an array of hands (..., 5), as `bool` of shape (...); it takes what `evaluate_many` takes.

        >>> from .sweep import all_hands
        >>> int(Evaluator("classic", cards=32).can_open_many(all_hands(32), four_to_a_straight_flush=False).sum())
        95596
        """
        from .opening import can_open_many

        return can_open_many(self, hands, minimum, four_to_a_straight_flush)

    def draws(self, hand: Cards, *, dead: Cards = b"", most: int = 4) -> list[Draw]:
        """Every discard of at most so many cards with what it leads to, exactly; the best first.

        >>> ev = Evaluator("classic", cards=32)
        >>> best = ev.draws("Kh Kd Kc 9s 8h")[0]
        >>> format_cards(best.discard), best.total
        ('9s8h', 351)

        `dead` are cards that nobody can draw any more. Each `Draw` has `discard` (codes), `total` (number of draws),
        `counts` (by `Category`), `improves` (probability of a better category) and `percentile` (mean over the draws,
        from 0 to 1: the weaker hands of the pack and half of the equal ones, over all). A discard for which too few
        cards are left is left out. HandError for what is no hand and for dead cards that are held.
        """
        from .draw import draws

        return draws(self, hand, dead, most)

    def equity(
        self,
        hands: Sequence[Cards | None],
        *,
        discards: Sequence[Cards | None] | None = None,
        dead: Cards = b"",
        samples: int | None = None,
        rng: Any = None,
        executor: Executor | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Equity:
        """What part of the pot each player takes on average, before or after the draw: exactly, or from samples.

        >>> ev = Evaluator("classic", cards=32)
        >>> ev.equity(["Ah Ad Kc 9s 8h", "Qh Qd Qc 9d 7h"], discards=["Kc 9s 8h", "9d 7h"]).exact
        True

        `hands` are one a player; None is an unknown one, dealt at random. `discards` are the cards that each player
        throws away (nobody draws them again), `dead` further cards that nobody draws. Circles and splits count as
        shares. Without `samples` all deals are counted, at most 10**10 (ValueError naming their number); with it so
        many are drawn by `rng`. `executor` is anything like `concurrent.futures.Executor`; results do not depend on
        it. `progress(done, total)` is called now and then.
        """
        from .equity import equity

        return equity(self, hands, discards, dead, samples, rng, executor, progress)

    def simulate(
        self,
        n: int,
        players: int,
        *,
        rng: Any = None,
        executor: Executor | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Simulation:
        """Deal n times to so many players, show all hands down, and count; in C.

        >>> found = Evaluator("classic", cards=40).simulate(100_000, 4, rng=1)
        >>> found.deals, sum(found.wins) + sum(found.splits) // 2 <= 100_000
        (100000, True)

        `rng` is a numpy Generator, BitGenerator, SeedSequence, int or None. The same seed gives the same counts with
        any `executor` (threads, processes, Dask, MPI), since each chunk of deals has a seed of its own.
        """
        from .simulate import simulate

        return simulate(self, n, players, rng=rng, executor=executor, progress=progress)

    # -- what can occur ---

    @property
    def upset(self) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """Two closed ranges of strength: hands in the first beat hands in the second although weaker; or None.

        >>> Evaluator("classic", cards=24).upset
        ((517, 520), (525, 528))
        """
        winner, loser = self._table.upset_winner, self._table.upset_loser
        if winner.low > winner.high:
            return None
        return (winner.low, winner.high), (loser.low, loser.high)

    @property
    def strengths(self) -> int:
        """The greatest strength.

        >>> Evaluator("classic", cards=32).strengths
        2072
        """
        return self._table.strengths  # type: ignore[no-any-return]

    # -- the slower doors ---

    def _strength(self, hand: Cards, what: str) -> int:
        """The strength of a hand, which is read once unless it is text; the errors say what is wrong with `what`."""
        if isinstance(hand, (str, bytes)):
            try:
                return self.evaluate(hand)
            except ValueError:
                pass
        return self._hand(hand, what)[1]

    def _hand(self, hand: Cards, what: str) -> tuple[bytes, int]:
        """The codes and the strength of a hand in any form; the errors say what is wrong with `what`."""
        try:
            held = codes(hand, what)
        except HandError as error:
            if what == "hand" or str(error).startswith(what):
                raise
            raise HandError(f"{what}: {error}") from None
        if len(held) != 5:
            raise HandError(f"{'a hand' if what == 'hand' else what} has 5 cards, not {len(held)}")
        strength = _evaluate(self._table, held)
        if not strength:
            self._refuse_strangers(held, what)
        return held, strength

    def _refuse_strangers(self, held: bytes, what: str) -> None:
        """HandError for the first card that is not in the pack or was there already."""
        wrong = fault(self.pack, held)
        if wrong:
            raise HandError(f"{what}: {wrong}")

    def _showdown(self, hands: Sequence[Cards | None], shared: Cards) -> list[int]:
        if isinstance(hands, (str, bytes, bytearray)) or not hasattr(hands, "__iter__"):
            raise TypeError(f"showdown takes a list of hands, not {type(hands).__name__}")
        if isinstance(hands, (set, frozenset, dict)):
            raise TypeError(f"showdown takes a list of hands, not {type(hands).__name__}: seats have an order")
        hands = list(hands)
        common = codes(shared, "shared")
        self._refuse_strangers(common, "shared")
        live = [i for i, hand in enumerate(hands) if hand is not None]
        if not live:
            raise HandError("a showdown needs at least one hand that was not folded")
        if len(live) == 1:
            return live
        if len(live) > _SEATS:
            raise HandError(f"a showdown has at most {_SEATS} hands, not {len(live)}")
        shown = [self._hand(hands[i], f"hand {i}")[0] for i in live]  # type: ignore[arg-type]
        union = sum(1 << card for card in set(common))
        winners = _showdown(self._table, b"".join(shown), 5, len(live), _EVERYBODY[len(live)], union)
        if winners:
            return [live[seat] for seat in _seats(winners)]
        holder: dict[int, int] = {}
        for i, held in zip(live, shown, strict=True):
            for card in held:
                if card in holder and card not in common:
                    raise HandError(f"{format_cards([card])} is in hand {holder[card]} and in hand {i}")
                holder[card] = i
        raise AssertionError("a showdown of good hands without a common card has a winner")

    def _stood_for(self, held: bytes, strength: int, category: Category) -> dict[int, int]:
        """The rank that each card stands for: jokers, those of the greatest cards that make the hand's strength."""
        ranks = {card: card // 4 + 2 for card in held if card < 52}
        jokers = sorted(card for card in held if card >= 52)
        if not jokers:
            return ranks
        natural = [card for card in held if card < 52]
        if category is Category.FIVE_OF_A_KIND:
            return ranks | dict.fromkeys(jokers, ranks[natural[0]])
        free = [card for card in range(51, -1, -1) if card not in natural]
        for cards in combinations(free, len(jokers)):
            if _evaluate(self._table, bytes(natural + list(cards))) == strength:
                return ranks | {joker: card // 4 + 2 for joker, card in zip(jokers, cards, strict=True)}
        raise AssertionError(f"nothing explains the strength of {format_cards(held)}")

    def _deciding_order(self, held: bytes, ranks: dict[int, int], category: Category) -> list[int]:
        of = [ranks[card] for card in held]
        sequence = category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
        ace_low = self.rules.ace == "low" or (sequence and 14 in of and 13 not in of)

        def place(card: int) -> tuple[int, int, int]:
            rank = ranks[card]
            suit = _SUIT_ORDER.index(card & 3) if card < 52 else card - 48
            return -of.count(rank), -(1 if ace_low and rank == 14 else rank), suit

        return sorted(held, key=place)

    def _described(self, rank: HandRank, language: str) -> str:
        from .describe import describe

        stood_for = self._stood_for(rank.cards, rank.strength, rank.category)
        ranks = [stood_for[card] for card in rank.cards]
        groups = list(dict.fromkeys(ranks))
        if rank.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
            groups = groups[:1]
        ace_low = self.rules.ace == "low"
        return describe(
            rank.category,
            rank.tier,
            [1 if ace_low and r == 14 else r for r in groups],
            self._deciding_suit(rank.category, rank.cards, groups, ranks),
            language,
            low=self.rules.low,
        )

    def _tier(self, category: Category, ranks: list[int]) -> Tier | None:
        if category is not Category.STRAIGHT_FLUSH:
            return None
        if ranks[-1] == 14:
            return Tier.MINIMUM
        return Tier.MAXIMUM if ranks[0] == 14 else Tier.MEDIUM

    def _deciding_suit(self, category: Category, cards: bytes, groups: list[int], ranks: list[int]) -> int | None:
        """The suit that breaks ties, where a single card has it; of pairs and the like the cards tell."""
        key = next((key for key in self.rules.key_of(category) if "suit" in key), None)
        if key is None:
            return None
        if key in ("flush_suit", "suit_of_top"):
            rank = ranks[0]
        elif key == "suit_of_kicker0":
            rank = next(rank for rank in ranks if ranks.count(rank) == 1)
        elif key == "suit_of_group0":
            rank = groups[0]
        else:
            sequence = category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
            low = self.rules.ace == "low" or (sequence and ranks[-1] == 14)  # an ace that ends a sequence counts 1
            rank = sorted(set(ranks), key=lambda r: 1 if low and r == 14 else r, reverse=True)[int(key[-1])]
        return cards[ranks.index(rank)] & 3 if ranks.count(rank) == 1 else None

    # -- values ---

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an Evaluator is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"an Evaluator is immutable: {name} cannot be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self._name_or_rules(), self.pack.size)

    def _name_or_rules(self) -> str | Rules:
        return self.rules.name if self.rules == _named_or_none(self.rules.name) else self.rules

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Evaluator):
            return NotImplemented
        return self.pack == other.pack and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self.rules, self.pack))

    def __repr__(self) -> str:
        return f"Evaluator({self._name_or_rules()!r}, cards={self.pack.size})"


def _restore(rules: str | Rules, cards: int) -> Evaluator:
    return Evaluator(rules, cards=cards)


def _named_or_none(name: str) -> Rules | None:
    try:
        return Rules.named(name)
    except ValueError:
        return None


def fault(pack: Pack, held: Sequence[int]) -> str:
    """The first thing that is wrong with the cards of a hand, in words; empty if nothing is."""
    for place, card in enumerate(held):
        if not 0 <= card <= 53:
            return f"{_show(card)} (card {place + 1}) is no card, codes are 0 to 53"
        if card not in pack.codes:
            shown = f"{format_cards([card])} (card {place + 1})"
            return f"{shown} is not in the pack of {pack.size} cards ({_extent(pack)})"
        if card in held[:place]:
            return f"{format_cards([card])} twice (card {place + 1})"
    return ""


def _extent(pack: Pack) -> str:
    jokers = ("", ", one joker", ", two jokers")[pack.jokers]
    lowest = "23456789TJQKA"[pack.lowest - 2].replace("T", "10")
    return f"{lowest} to A{jokers}"


def _chosen_pack(rules: Rules, cards: int | None, players: int | None) -> Pack:
    if cards is not None and players is not None:
        raise TypeError("give cards or players, not both: they name the pack twice")
    if players is not None:
        return Pack(rules.pack_for(players))
    if cards is None:
        if len(rules.packs) > 1:
            raise TypeError(
                f"{rules.name!r} needs cards={listed(rules.packs)}{', or players' if rules.players else ''}"
            )
        return Pack(rules.packs[0])
    size = integer(cards, "cards, the size of the pack,")
    if size not in rules.packs:
        raise HandError(f"{rules.name!r} is played with {listed(rules.packs)} cards, not {_show(size)}")
    return Pack(size)


# The module of the `_many` methods, once one of them was called: it imports numpy.
_batch: Any = None


def _load_batch() -> Any:
    global _batch
    from . import batch

    _batch = batch
    return batch


# The tables that are in use, by what they are of. Those of house rules are built here, so only so many are kept.
_tables: dict[tuple[Rules, int], tuple[Any, object]] = {}
_MOST_TABLES = 128


def _table_of(rules: Rules, pack: Pack) -> tuple[Any, object]:
    """The C table of a ruleset and a pack, and what must live as long as it."""
    key = rules, pack.size
    found = _tables.get(key)
    if found is None:
        found = _compiled_in(rules, pack) or _built_now(rules, pack)
        # Other threads may do the same: a list is made at one go, a dict may change size under an iterator.
        for old in list(_tables)[: max(len(_tables) - _MOST_TABLES + 1, 0)]:
            _tables.pop(old, None)
        _tables[key] = found
    return found


def _compiled_in(rules: Rules, pack: Pack) -> tuple[Any, object] | None:
    if rules != _named_or_none(rules.name):
        return None
    name = rules.name.encode()
    index = 0
    while table := _lib.sr_table_at(index):
        if table.cards == pack.size and _ffi.string(_lib.sr_table_name(index)) == name:
            return table, None
        index += 1
    return None


class _Hash:
    """A compiled-in perfect hash as `Entries.slots` reads it."""

    def __init__(self, hashed: Any) -> None:
        self.weight = _ffi.unpack(hashed.weight, 64)
        self.mask = hashed.mask
        self.flush_row = hashed.flush_row
        self.n_slots = hashed.n_slots
        self.shift = _ffi.unpack(hashed.shift, 2 * hashed.flush_row)


def _built_now(rules: Rules, pack: Pack) -> tuple[Any, object]:
    """The table of a ruleset that is not compiled in, in memory that Python owns."""
    from .tables import NOTHING, Entries

    entries = Entries(rules, pack)
    hashed = _lib.sr_hash_for(pack.size)
    slots = _ffi.from_buffer("uint32_t[]", entries.slots(_Hash(hashed)))
    table = _ffi.new("sr_table *")
    table.hash, table.slots = hashed, slots
    table.strengths, table.suited = entries.strengths, entries.suited
    table.first, table.cards = pack.codes[0], pack.size
    table.suit_value = entries.suit_values
    table.category, table.tier = entries.categories, entries.tiers
    table.upset_winner, table.upset_loser = entries.upset or (NOTHING, NOTHING)
    table.deciding, table.flags = entries.deciding, entries.flags
    name = _ffi.new("char[]", rules.name.encode())
    table.ruleset = name
    return table, (slots, name)
