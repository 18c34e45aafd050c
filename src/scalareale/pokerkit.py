"""Italian poker in PokerKit: the packs, our hands as a hand type, and a state that settles the circle rightly.

A game at random, played to its end:

>>> import random
>>> from scalareale.pokerkit import five_card_draw
>>> random.seed(7)
>>> state = five_card_draw([200, 200, 60, 200], cards=36)
>>> while state.status:
...     if state.actor_indices:
...         if random.random() < 0.3 and state.can_complete_bet_or_raise_to():
...             _ = state.complete_bet_or_raise_to()
...         else:
...             _ = state.check_or_call()
...     else:
...         seat = state.stand_patter_or_discarder_index
...         _ = state.stand_pat_or_discard(random.sample(state.hole_cards[seat], random.randint(0, 3)))
>>> sum(state.payoffs), sum(state.stacks)
(0, 660)

PokerKit 0.7 compares hands by one order, which no order can be where the minimum straight flush beats the maximum: of
three in a circle it pays one, by seating, and mucks hands that could share. `ItalianState` asks our showdown instead.
It touches internals of PokerKit 0.7 (`_pots`, `_sub_pots`, `_update_chips_pushing`), hence the extra's pin.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from numbers import Integral
from operator import sub

from .cards import HandError, _show
from .evaluator import Evaluator
from .packs import Pack

try:
    from pokerkit import (  # type: ignore[import-not-found, unused-ignore]
        Automation,
        BettingStructure,
        Card,
        ChipsPushing,
        Deck,
        Entry,
        Folding,
        Hand,
        Label,
        Mode,
        Opening,
        Pot,
        State,
        Street,
    )
except ImportError as error:
    raise ImportError(
        "scalareale.pokerkit needs PokerKit 0.7 (0.7.7 or later): pip install 'scalareale[pokerkit]'"
    ) from error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from pokerkit import CardsLike

    from .rules import Rules

__all__ = ["AUTOMATIONS", "ItalianHand", "ItalianState", "deck", "five_card_draw", "hand_type"]


def _refuse_other_versions() -> None:
    from importlib.metadata import version

    found = version("pokerkit")
    numbers = [int(part) if part.isdigit() else 0 for part in found.split(".")[:3]]
    if not [0, 7, 7] <= numbers < [0, 8]:
        raise ImportError(
            f"scalareale.pokerkit needs PokerKit 0.7 (0.7.7 or later), not {found}: pip install 'scalareale[pokerkit]'"
        )


_refuse_other_versions()

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
"""What a game of `five_card_draw` does by itself: everything but betting and drawing."""

_CARDS = tuple(Deck.STANDARD)
_CODE = {card: code for code, card in enumerate(_CARDS)}
_LABELS = tuple(
    Label[name]
    for name in (
        "HIGH_CARD",
        "ONE_PAIR",
        "TWO_PAIR",
        "THREE_OF_A_KIND",
        "STRAIGHT",
        "FULL_HOUSE",
        "FLUSH",
        "FOUR_OF_A_KIND",
        "STRAIGHT_FLUSH",
    )
)
"""PokerKit's words for our categories, in their order."""


def deck(cards: int) -> tuple[Card, ...]:
    """The pack of so many cards, as PokerKit's cards; what `State` takes for its deck.

    >>> len(deck(36)), deck(36)[0], deck(36)[-1]
    (36, 6c, As)

    HandError for what is no pack and for packs with jokers, which PokerKit does not have.
    """
    pack = Pack(cards)
    if pack.jokers:
        raise HandError(f"PokerKit has no jokers, so a pack has at most 52 cards, not {pack.size}")
    return tuple(_CARDS[code] for code in pack.codes)


class ItalianHand(Hand):  # type: ignore[misc, unused-ignore]  # where PokerKit is not installed
    """A hand as PokerKit's engine sees it, under a ruleset with a pack; its classes are made by `hand_type`.

    >>> kind = hand_type(36)
    >>> hand = kind("Ah6h7h8h9h")
    >>> print(hand)
    minimum straight flush of hearts (Ah6h7h8h9h)
    >>> hand > kind("TdJdQdKdAd"), hand > kind("7c8c9cTcJc")
    (True, False)
    >>> kind.from_game("Ah6h7h8h")
    Traceback (most recent call last):
    ...
    ValueError: a hand has 5 to 7 cards, not 4

    Two hands compare as `Evaluator.compare` says, so `max()` of several is no showdown where three may be in a
    circle. Hands are equal if neither beats the other, as PokerKit has it; `strength` is the number. HandError, a
    ValueError, for what is no hand.
    """

    evaluator: Evaluator
    """What judges hands of this class."""
    low = False

    def __init__(self, cards: CardsLike) -> None:
        self._cards: tuple[Card, ...] = Card.clean(cards)
        self.codes = _codes(self._cards)
        """The five cards as codes."""
        self.strength = self.evaluator.evaluate(self.codes)
        """As `Evaluator.evaluate` says."""

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> ItalianHand:
        """The best hand of the cards of a player and of the board, five to seven in all; ValueError for others."""
        cards = tuple(chain(Card.clean(hole_cards), Card.clean(board_cards)))
        if not 5 <= len(cards) <= 7:  # PokerKit asks for hands that nobody has shown, and takes a ValueError for no
            raise ValueError(f"a hand has 5 to 7 cards, not {len(cards)}")
        if len(cards) > 5:
            cards = tuple(_CARDS[code] for code in cls.evaluator.best(_codes(cards)))
        return cls(cards)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The five cards."""
        return self._cards

    @property
    def entry(self) -> Entry:
        """The strength and the category in PokerKit's words."""
        return Entry(self.strength, _LABELS[self.evaluator.rank(self.codes).category])

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self.strength == other.strength

    def __hash__(self) -> int:
        return hash(self.strength)

    def __lt__(self, other: Hand) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self.evaluator.compare(self.codes, other.codes) < 0

    def __str__(self) -> str:
        return f"{self.evaluator.describe(self.codes)} ({self!r})"


def hand_type(cards: int, ruleset: str | Rules = "classic") -> type[ItalianHand]:
    """The hand type for a ruleset with a pack of so many cards; what `State` takes among its hand types.

    >>> hand_type(40, "loto-quebec")
    Traceback (most recent call last):
    ...
    scalareale.HandError: 'loto-quebec' is played with 32 or 36 cards, not 40

    The same game gives the same class. Errors are those of `Evaluator` and `deck`.
    """
    ev = Evaluator(ruleset, cards=cards)
    deck(ev.pack.size)
    return _hand_type(ev)


@lru_cache(maxsize=128)
def _hand_type(ev: Evaluator) -> type[ItalianHand]:
    return type(f"ItalianHand{ev.pack.size}", (ItalianHand,), {"evaluator": ev, "__module__": __name__})


class ItalianState(State):  # type: ignore[misc, unused-ignore]
    """PokerKit's state with each pot settled by our showdown, among its own contenders.

    >>> state = five_card_draw([100] * 3, cards=36, automations=[a for a in AUTOMATIONS if a.name != "HOLE_DEALING"])
    >>> for hand in ("Ah6h7h8h9h", "8c9cTcJcQc", "TdJdQdKdAd"):  # minimum, medium and maximum
    ...     _ = state.deal_hole(hand)
    >>> for _ in range(3):
    ...     _ = state.check_or_call()
    >>> for _ in range(3):
    ...     _ = state.stand_pat_or_discard()
    >>> for _ in range(3):
    ...     _ = state.check_or_call()
    >>> state.payoffs  # stock PokerKit pays one of the three
    [0, 0, 0]

    No hand is mucked that could still share. The button is the last seat, so the odd chips of a pot go one each to
    the winners with the lowest numbers, as in `settle`; pots are those of the stakes when the betting ended, whoever
    mucks afterwards. It plays with hand types of `hand_type` only, TypeError otherwise.
    """

    statuses: list[bool]

    def __post_init__(self, *values: Any) -> None:
        for kind in self.hand_types:
            if not (isinstance(kind, type) and issubclass(kind, ItalianHand)):
                raise TypeError(f"an ItalianState plays with hand types of hand_type(), not {_show(kind)}")
        super().__post_init__(*values)

    def can_win_now(self, player_index: int) -> bool:
        """Whether a player may still get a part of any pot, by the hands that were shown and his own."""
        for board in self.board_indices:
            for kind in self.hand_type_indices:
                own: Any = self.get_hand(player_index, board, kind)
                if own is None:
                    continue
                shown = dict(zip(self.player_indices, self.get_up_hands(board, kind), strict=True))
                upset = own.evaluator.upset
                waited_for = any(self.statuses[i] and not shown[i] for i in shown if i != player_index)
                if waited_for and upset and own.strength >= upset[0][0]:
                    return True  # whoever beats it may turn out to be one of a circle
                shown[player_index] = own
                if any(player_index in _winners(shown, pot.player_indices) for pot in self.pots):
                    return True
        return False

    @property
    def pots(self) -> Iterator[Pot]:
        """The main pot and the side pots. They are cut by who folded: to lose in the showdown joins no pots."""
        if self._pots is not None:
            yield from self._pots
            return
        folded = {operation.player_index for operation in self.operations if isinstance(operation, Folding)}
        statuses: list[bool] = self.statuses
        self.statuses = [i not in folded for i in self.player_indices]
        try:
            pots = list(super().pots)
        finally:
            self.statuses = statuses
        found: list[Pot] = []
        for pot in pots:
            contenders = tuple(i for i in pot.player_indices if statuses[i])
            raked, unraked = pot.raked_amount, pot.unraked_amount
            if found and not contenders:  # nobody who paid is left: it joins the pot below
                below = found.pop()
                contenders = below.player_indices
                raked, unraked = raked + below.raked_amount, unraked + below.unraked_amount
            found.append(Pot(raked, unraked, contenders))
        yield from found

    def push_chips(self, *, commentary: str | None = None) -> ChipsPushing:
        """Give the next pot to those who share it; ValueError if there is none to give."""
        self.verify_chips_pushing()
        assert self._pots is not None
        before = self.bets.copy()
        amount, pot_index, board, kind = self._sub_pots.pop(0)
        pot = self._pots[pot_index]
        pot.unraked_amount -= amount
        winners = [i for i in pot.player_indices if self.statuses[i]]
        if board is not None and kind is not None and len(winners) > 1:
            hands = dict(zip(self.player_indices, self.get_up_hands(board, kind), strict=True))
            winners = _winners(hands, winners) or winners
        quotient, remainder = self.divmod(amount, len(winners))
        for i in winners:
            self.bets[i] += quotient
        if isinstance(remainder, Integral) and remainder < len(winners):
            for i in winners[:remainder]:
                self.bets[i] += 1
        else:  # a house with chips of its own
            self.bets[winners[0]] += remainder
        amounts = tuple(map(sub, self.bets, before))
        self.total_pushed_amount += sum(amounts)
        operation = ChipsPushing(amounts, pot_index, board, kind, commentary=commentary)
        self._update_chips_pushing(operation)
        return operation


def five_card_draw(
    stacks: Sequence[int],
    *,
    cards: int,
    ante: int = 1,
    min_bet: int = 2,
    ruleset: str | Rules = "classic",
    blinds: Sequence[int] | int = 0,
    betting_structure: BettingStructure = BettingStructure.NO_LIMIT,
    automations: Iterable[Automation] = AUTOMATIONS,
    mode: Mode = Mode.TOURNAMENT,
) -> ItalianState:
    """A game of Italian five-card draw: antes, bets, one draw, bets, showdown. The example of the module plays one.

    >>> five_card_draw([50, 50], cards=24).total_pot_amount
    2
    >>> five_card_draw([50] * 6, cards=28)
    Traceback (most recent call last):
    ...
    ValueError: 6 players need 30 cards, and the pack has 28

    Seat 0 sits left of the dealer and acts first, the last seat has the button. `ruleset` is a name or a `Rules`;
    `blinds`, `betting_structure` and `mode` are as PokerKit has them. Cards are dealt by the global `random`; to deal
    them yourself leave HOLE_DEALING out of the automations. That opening needs a pair of jacks is left to the players
    (`Evaluator.can_open`). Where the pack runs out PokerKit shuffles the discards and warns.

    Errors are those of `hand_type` and of PokerKit.
    """
    kind = hand_type(cards, ruleset)
    pack: Any = deck(cards)  # any sequence of cards will do, PokerKit's types notwithstanding
    players = len(stacks)
    if 5 * players > cards:
        raise ValueError(f"{players} players need {5 * players} cards, and the pack has {cards}")
    return ItalianState(
        tuple(automations),
        pack,
        (kind,),
        (
            Street(False, (False,) * 5, 0, False, Opening.POSITION, min_bet, None),
            Street(False, (), 0, True, Opening.POSITION, min_bet, None),
        ),
        betting_structure,
        True,
        ante,
        blinds,
        0,
        tuple(stacks),
        players,
        mode=mode,
    )


def _codes(cards: Iterable[Card]) -> bytes:
    try:
        return bytes([_CODE[card] for card in cards])
    except KeyError as unknown:
        raise HandError(f"{unknown.args[0]!r} is no card that is known") from None


def _winners(hands: Mapping[int, Hand | None], contenders: Iterable[int]) -> list[int]:
    """Who of the contenders shares a pot; those without a hand to show do not."""
    held = {i: hand for i in contenders if isinstance(hand := hands[i], ItalianHand)}
    if not held:
        return []
    ev = next(iter(held.values())).evaluator
    # Boards are shared, and who deals cards himself may deal one twice: that is not for the settlement to find.
    seats = ev.showdown([hand.codes for hand in held.values()], shared=ev.pack.codes)
    return [list(held)[seat] for seat in seats]
