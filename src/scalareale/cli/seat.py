"""Commands about what a player may do or gets: best, open, settle."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..cards import format_cards
from ..packs import listed
from ..rules import Category
from ..settle import pots as side_pots
from ..settle import settle as payouts_of
from .errors import Refusal
from .game import from_input
from .registry import HANDS, SHARED_CARDS, command, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .game import Facts, Game
    from .output import Cell

_FOLD = "fold"
_CHIPS = re.compile("[0-9]{1,18}")


@command(HANDS)
def best(game: Game, hands: Sequence[str]) -> None:
    """Find the best five of up to seven cards.

    Each HAND of five to seven cards is one argument. With - or nothing, lines of standard input are read, a hand each.

    \b
    scalareale best --players 4 \\
      "Ah 7h 8h 9h 10h Kd 8c"
    """

    def find(text: str) -> tuple[bytes, Facts]:
        cards = game.read(text)
        return cards, game.facts(game.evaluator.best(cards))

    def record(text: str, found: tuple[bytes, Facts]) -> dict[str, Any]:
        cards, facts = found
        rest = format_cards(_left_over(cards, facts))
        return {"hand": text.strip()} | facts.as_json() | {"best": format_cards(facts.cards), "rest": rest}

    def row(found: tuple[bytes, Facts]) -> list[Cell]:
        cards, facts = found
        name = game.category_name(facts.category)
        return [facts.cards, facts.description, name, str(facts.strength), _left_over(cards, facts)]

    game.each_row(hands, find, record, "best_heads", row)


def _left_over(cards: bytes, facts: Facts) -> bytes:
    return bytes(sorted(set(cards) - set(facts.cards), reverse=True))


@command(
    HANDS,
    option(
        "--minimum",
        choices=("J", "Q", "K", "A"),
        default="J",
        show_default=True,
        help="The rank that a pair needs: jacks at first, higher after a hand that nobody opened.",
    ),
    option("--four/--no-four", default=True, help="Whether four to a straight flush may open (default: yes)."),
)
def open_(game: Game, hands: Sequence[str], minimum: str, four: bool) -> None:
    """Say whether hands may open.

    A pair of at least the minimum opens, and so does whatever beats a pair, and four suited cards in sequence without
    an ace. Each HAND is one argument. With - or nothing, lines of standard input are read, a hand each.

    \b
    scalareale open --players 4 \\
      "Jh Jd 9s 8c 7d" "8h 9h 10h Jh Ad"
    scalareale open --players 4 --minimum Q \\
      "Jh Jd 9s 8c 7d"
    """

    def find(text: str) -> tuple[Facts, str | None]:
        facts = game.judge(text)
        order = game.categories
        if not game.evaluator.can_open(facts.cards, minimum, four):
            return facts, None
        if order.index(facts.category) < order.index(Category.PAIR):
            return facts, "better"
        return facts, "pair" if game.evaluator.can_open(facts.cards, minimum, False) else "four"

    def record(text: str, found: tuple[Facts, str | None]) -> dict[str, Any]:
        facts, why = found
        opens = {"opens": why is not None, "why": why}
        return {"hand": text.strip()} | opens | facts.as_json()

    def row(found: tuple[Facts, str | None]) -> list[Cell]:
        facts, why = found
        return [facts.cards, facts.description, game.says["no" if why is None else f"opens_{why}"]]

    game.each_row(hands, find, record, "open_heads", row)


@command(
    HANDS,
    option(
        "--stakes",
        metavar="N,N,...",
        required=True,
        help="What each seat has put in, in all, in the order of the hands.",
    ),
    option("--button", metavar="N", least=1, default=1, show_default=True, help="The dealer's seat, from 1."),
    SHARED_CARDS,
)
def settle(game: Game, hands: Sequence[str], stakes: str, button: int, shared: str) -> None:
    """Pay out the chips: side pots, splits, odd chips.

    Each HAND is one argument, a seat each; the word fold stands for a hand that was folded. With - or nothing, lines
    of standard input are read, a hand each. Each pot has a showdown among those who staked enough for it; an uncalled
    excess goes back; odd chips go clockwise from the dealer's left.

    \b
    scalareale settle --players 4 \\
      --stakes 10,50,50 "Ah 7h 8h 9h 10h" \\
      "8c 9c 10c Jc Qc" "10d Jd Qd Kd Ad"
    """
    texts: list[str] = []
    held: list[bytes | None] = []

    def seat(text: str) -> str:
        texts.append(text.strip())
        held.append(None if texts[-1].lower() == _FOLD else game.hand(text))
        return ""

    if from_input(hands):
        game.stream(seat)
    else:
        for place, text in enumerate(hands, 1):
            game.argument(text, f"hand {place}", seat)
    chips = [_chips(text) for text in stakes.split(",")]
    if len(chips) != len(held):
        raise Refusal(f"there are {len(held)} hands, but --stakes has {len(chips)}")
    if button > len(held):
        raise Refusal(f"--button is a seat, 1 to {len(held)}, not {button}")
    common = game.cards(shared, "--shared")
    game.refuse_common(held, common)
    payouts = payouts_of(chips, held, game.evaluator, button=button - 1, shared=common)
    live = [seat for seat, hand in enumerate(held) if hand is not None]
    # What nobody else put in was never in a pot.
    first, second, *_ = [*sorted(chips, reverse=True), 0]
    returned = [stake - second if stake == first > second else 0 for stake in chips]
    returned = [number if seat in live else 0 for seat, number in enumerate(returned)]
    pots = [
        (pot, seats, _winners(game, held, seats, common))
        for pot, seats in side_pots([stake - back for stake, back in zip(chips, returned, strict=True)], live)
        if pot
    ]
    if game.out.as_json:
        game.out.record(
            {
                "hands": [
                    {"hand": text} | _facts(game, hand) | {"stake": stake, "takes": takes}
                    for text, hand, stake, takes in zip(texts, held, chips, payouts, strict=True)
                ],
                "payouts": payouts,
                "returned": returned,
                "pots": [{"chips": pot, "contenders": seats, "winners": winners} for pot, seats, winners in pots],
            }
        )
        return
    rows: list[list[Cell]] = []
    for place, (hand, stake, takes) in enumerate(zip(held, chips, payouts, strict=True), 1):
        facts = None if hand is None else game.facts(hand)
        rows.append(
            [
                str(place),
                b"" if facts is None else facts.cards,
                game.says["folded"] if facts is None else facts.description,
                game.whole(stake),
                game.whole(takes),
            ]
        )
    game.out.grid(game.words("settle_heads"), rows, bold={seat for seat, takes in enumerate(payouts) if takes})
    for pot, seats, winners in pots:
        saying = game.says["pot" if len(seats) > 1 else "pot_unseen"]
        words = {"seats": _seats(game, seats), "winners": _seats(game, winners)}
        game.out.sentence(saying.format(chips=game.whole(pot), **words))
    for place, number in enumerate(returned, 1):
        if number:
            game.out.sentence(game.says["back"].format(chips=game.whole(number), seat=place))


def _facts(game: Game, hand: bytes | None) -> dict[str, Any]:
    if hand is None:
        return dict.fromkeys(("cards", "strength", "category", "tier", "description"))
    return game.facts(hand).as_json()


def _chips(text: str) -> int:
    if not _CHIPS.fullmatch(text.strip()):
        raise Refusal(f"--stakes: {text.strip()!r} is no number of chips; write them as 10,50,50")
    return int(text)


def _winners(game: Game, held: Sequence[bytes | None], seats: Sequence[int], common: bytes) -> list[int]:
    return [seats[i] for i in game.evaluator.showdown([held[seat] for seat in seats], shared=common)]


def _seats(game: Game, seats: Sequence[int]) -> str:
    places = [seat + 1 for seat in seats]
    if len(places) == 1:
        return game.says["seat"].format(seat=places[0])
    return game.says["seats"].format(seats=listed(places, game.says["and"]))
