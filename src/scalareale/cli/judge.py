"""Commands that judge hands: evaluate, compare, showdown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ..cards import format_cards, parse_cards
from ..packs import listed
from .errors import Refusal, refusal
from .game import from_input
from .output import Row
from .registry import HANDS, PLOT, SHARED_CARDS, command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .game import Facts, Game

_FOLD = "fold"


@command(HANDS, PLOT)
def evaluate(game: Game, hands: Sequence[str], plot: str | None) -> None:
    """Say what hands are worth.

    Each HAND is one argument. With - or nothing, lines of standard input are read, a hand each.

    \b
    scalareale evaluate --players 4 \\
      "Ah 7h 8h 9h 10h"
    scalareale evaluate --cards 32 \\
      --json - < hands.txt
    """

    def as_json(text: str, facts: Facts) -> dict[str, Any]:
        return {"hand": text.strip()} | facts.as_json()

    def answer(text: str, facts: Facts) -> str:
        if game.out.as_json:
            return json.dumps(as_json(text, facts))
        category = game.category_name(facts.category)
        strength = f"{facts.strength:4}"
        return game.out.line(facts.cards, strength, (category, game.category_width), facts.description)

    if from_input(hands):
        if plot is not None:
            raise Refusal("--plot takes hands as arguments, and no standard input")
        try:
            from .stream import stream_hands
        except ImportError:
            raise Refusal('to judge many hands numpy is needed: pip install "scalareale[cli]"') from None
        stream_hands(game, answer)
        return
    found = [game.argument(text, f"hand {place}", game.judge) for place, text in enumerate(hands, 1)]
    if plot is not None:
        cards = [facts.cards for facts in found]
        game.out.picture(plot, "strengths", game.evaluator, cards, language=game.language)
    if game.out.as_json:
        for text, facts in zip(hands, found, strict=True):
            game.out.record(as_json(text, facts))
        return
    rows = [Row("", f.cards, f.description, (game.category_name(f.category), str(f.strength))) for f in found]
    game.out.hands(["", *game.heads[1:]], rows)


@command(HANDS)
def compare(game: Game, hands: Sequence[str]) -> None:
    """Say which of two hands wins.

    Each HAND is one argument, and there are two. With - or nothing, lines of standard input are read, ten cards
    each: the first hand, then the second. The hands may share cards.

    \b
    scalareale compare --players 4 \\
      "Ah 7h 8h 9h 10h" "10d Jd Qd Kd Ad"
    scalareale compare \\
      --ruleset standard - < pairs.txt
    """
    counts = {1: 0, -1: 0, 0: 0}
    winner = {1: "first", -1: "second", 0: "tie"}
    called = {result: game.says[name] for result, name in winner.items()}
    called_width = max(map(len, called.values()))

    def as_json(texts: tuple[str, str], facts: tuple[Facts, Facts], result: int) -> dict[str, Any]:
        return {
            "first": texts[0],
            "second": texts[1],
            "result": result,
            "winner": winner[result],
            "upset": result * (facts[0].strength - facts[1].strength) < 0,
            "first_description": facts[0].description,
            "second_description": facts[1].description,
        }

    def answer(text: str) -> str:
        cards = game.read(text)
        if len(cards) != 10:
            raise ValueError(f"two hands have 10 cards, not {len(cards)}")
        first, second = cards[:5], cards[5:]
        if 53 in second and 52 not in second:  # it is only the second in the line, and hands may share cards
            second = second.replace(b"\x35", b"\x34")
        result = game.evaluator.compare(first, second)
        counts[result] += 1
        facts = game.facts(first), game.facts(second)
        if game.out.as_json:
            return json.dumps(as_json(_halves(text, game.notation), facts, result))
        return game.out.line(
            (called[result], called_width),
            facts[0].cards,
            facts[1].cards,
            (facts[0].description, 40),
            facts[1].description,
        )

    if from_input(hands):
        game.stream(answer)
        summary = {
            "first": counts[1],
            "second": counts[-1],
            "ties": counts[0],
            "lines": sum(counts.values()),
        }
        if game.out.as_json:
            game.out.record({"summary": summary})
        else:
            game.out.sentence(game.says["summary"].format(**summary))
        return
    if len(hands) != 2:
        raise Refusal(f"two hands are compared, each one argument in quotes, not {len(hands)}")
    facts = (
        game.argument(hands[0], "first hand", game.judge),
        game.argument(hands[1], "second hand", game.judge),
    )
    result = game.evaluator.compare(facts[0].cards, facts[1].cards)
    if game.out.as_json:
        game.out.record(as_json((hands[0].strip(), hands[1].strip()), facts, result))
        return
    says = game.says
    fate = {1: says["wins"], -1: says["loses"], 0: says["ties"]}
    rows = [
        Row(says["first"], facts[0].cards, facts[0].description, (fate[result],), result == 1),
        Row(says["second"], facts[1].cards, facts[1].description, (fate[-result],), result == -1),
    ]
    game.out.hands([*game.heads[:3], ""], rows)
    if result * (facts[0].strength - facts[1].strength) < 0:
        beats = game.beats([(0, 1) if result == 1 else (1, 0)], facts)
        game.out.sentence(says["upset"].format(beats=beats))
    saying = {1: "first_wins", -1: "second_wins", 0: "tied"}[result]
    game.out.sentence(says[saying].format(why=facts[result == -1].description))


def _halves(text: str, notation: str) -> tuple[str, str]:
    """The texts of the two hands in a line of ten cards."""
    words = text.split()
    halves = " ".join(words[:5]), " ".join(words[5:])
    if len(words) == 10 and len(parse_cards(halves[0], notation)) == 5:
        return halves
    for at in range(len(text)):
        try:
            if len(parse_cards(text[:at], notation)) == 5 == len(parse_cards(text[at:], notation)):
                return text[:at].strip(" ,\t\r"), text[at:].strip(" ,\t\r")
        except ValueError:  # in the middle of a card
            continue
    raise AssertionError(f"ten cards have two halves: {text!r}")


@command(HANDS, SHARED_CARDS)
def showdown(game: Game, hands: Sequence[str], shared: str) -> None:
    """Say who wins one pot.

    Each HAND of the pot is one argument; the word fold stands for a hand that was folded. With - or nothing, lines of
    standard input are read, a hand each. Side pots need a showdown each, among those who contest them.

    \b
    scalareale showdown --players 4 \\
      "Ah 7h 8h 9h 10h" \\
      "10d Jd Qd Kd Ad" "8c 9c 10c Jc Qc"
    """
    common = game.cards(shared, "--shared")
    texts: list[str] = []
    found: list[Facts | None] = []
    holder: dict[int, int] = {}

    def seat(text: str) -> str:
        """Let a hand into the pot; ValueError for one that has no place in it."""
        texts.append(text.strip())
        facts = None
        if texts[-1].lower() != _FOLD:
            facts = game.facts(_second_joker(game.read(text), holder, game.evaluator.pack.jokers))
            for card in facts.cards:
                if card in holder and card not in common:
                    raise ValueError(f"{format_cards([card])} is in hand {holder[card] + 1} too")
                holder[card] = len(found)
        found.append(facts)
        return ""

    if from_input(hands):
        game.stream(seat)
    else:
        for place, text in enumerate(hands, 1):
            game.argument(text, f"hand {place}", seat)
    try:
        winners = game.evaluator.showdown([f and f.cards for f in found], shared=common)
    except ValueError as error:
        raise refusal(error) from None
    shown = [facts.strength for facts in found if facts is not None]
    won_with = {found[seat].strength: seat for seat in reversed(winners)}  # type: ignore[union-attr]
    upset = list(won_with) != [max(shown)]
    if game.out.as_json:
        nothing = dict.fromkeys(("cards", "strength", "category", "tier", "description"))
        records = [
            {"hand": text} | (nothing if facts is None else facts.as_json()) | {"wins": place in winners}
            for place, (text, facts) in enumerate(zip(texts, found, strict=True))
        ]
        game.out.record(
            {
                "ruleset": game.evaluator.rules.name,
                "cards": game.evaluator.pack.size,
                "hands": records,
                "winners": winners,
                "split": len(winners),
                "upset": upset,
            }
        )
        return
    says = game.says
    wins = says["wins"] if len(winners) == 1 else f"{says['wins']} 1/{len(winners)}"
    rows = [
        Row(str(place + 1), None, "", (says["folded"],))
        if facts is None
        else Row(
            str(place + 1),
            facts.cards,
            facts.description,
            (wins if place in winners else says["loses"],),
            place in winners,
        )
        for place, facts in enumerate(found)
    ]
    game.out.hands([*game.heads[:3], ""], rows)
    weakest = won_with[min(won_with)]
    if len(won_with) == 3:
        middle, strongest = (won_with[strength] for strength in sorted(won_with)[1:])
        circle = [(weakest, strongest), (strongest, middle), (middle, weakest)]
        game.out.sentence(says["circle"].format(beats=game.beats(circle, found)))
    elif upset:
        strongest = next(i for i, facts in enumerate(found) if facts and facts.strength == max(shown))
        game.out.sentence(says["upset"].format(beats=game.beats([(weakest, strongest)], found)))
    if len(winners) > 1:
        count = len(winners)
        places = listed([place + 1 for place in winners], says["and"])
        game.out.sentence(says["split"].format(number=game.number(count), count=count, hands=places))
    else:
        facts = found[winners[0]]
        unseen = facts is None or (len(shown) == 1 and len(found) > 1)
        why = says["unseen"] if facts is None or unseen else facts.description
        game.out.sentence(says["hand_wins"].format(hand=winners[0] + 1, why=why))


def _second_joker(cards: bytes, holder: dict[int, int], jokers: int) -> bytes:
    """The cards, with the other joker if the pot has the first already: in a hand's text a sole joker is the first."""
    if jokers == 2 and 52 in holder and 53 not in holder and 52 in cards and 53 not in cards:
        return bytes(53 if card == 52 else card for card in cards)
    return cards
