"""The command that says why a hand stands where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..describe import RANK_NAMES, SUIT_NAMES, TIER_NAMES
from ..rules import SUIT_KEYS, Category, Tier
from ..tables import Hand, Ladder
from .errors import Refusal
from .registry import argument, command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rules import Selector
    from .game import Facts, Game
    from .output import Cell


class Step(NamedTuple):
    """One comparison: what is compared, both sides in words, which side it favours."""

    key: str
    values: tuple[Any, Any]
    """As JSON has them: the name of a category, numbers of ranks, the letter of a suit."""
    told: tuple[str, str]
    result: int


@command(argument("hands", nargs=-1, metavar="HAND [HAND]"))
def explain(game: Game, hands: Sequence[str]) -> None:
    """Say why a hand beats or loses to another.

    Of two HANDs, each one argument: what is compared in which order, and what decides. Of one HAND: its place among
    the categories and among all hands, and what breaks its ties. The hands may share cards.

    \b
    scalareale explain --players 4 \\
      "Ah 7h 8h 9h 10h" "10d Jd Qd Kd Ad"
    scalareale explain --players 4 \\
      "Kh Kd Qc 9s 8h"
    """
    if not 1 <= len(hands) <= 2:
        raise Refusal(f"one or two hands are explained, each one argument in quotes, not {len(hands)}")
    if "-" in hands:
        raise Refusal("explain reads no standard input: write each hand as one argument")
    if len(hands) == 1:
        _place(game, hands[0], game.argument(hands[0], "the hand", game.judge))
        return
    names = "first hand", "second hand"
    facts = [game.argument(text, name, game.judge) for text, name in zip(hands, names, strict=True)]
    _compare(game, hands, facts[0], facts[1])


def _place(game: Game, text: str, facts: Facts) -> None:
    """Tell where one hand stands."""
    held = game.evaluator.draws(facts.cards, most=0)[0]
    place, places = game.categories.index(facts.category) + 1, len(game.categories)
    keys = game.evaluator.rules.key_of(facts.category)
    suit_key = next((key for key in keys if key in SUIT_KEYS), None)
    hand = _hand(game, facts)
    ranks = [_ranks(game, hand, key) for key in keys if key not in SUIT_KEYS]
    suits = "" if suit_key is None else f"{game.says[suit_key]} ({_suit(game, hand, suit_key, facts)})"
    upsets = _upsets(game, facts.strength)
    if game.out.as_json:
        game.out.record(
            {"hand": text.strip()}
            | facts.as_json()
            | {
                "place": place,
                "places": places,
                "percentile": held.percentile,
                "keys": list(keys),
                "values": [list(hand.values(key)) for key in keys if key not in SUIT_KEYS],
                "suit": None if suit_key is None else _suit_letter(game, hand, suit_key, facts),
                "upsets": [{"beats": beats, "other": other.to_dict()} for beats, other in upsets],
            }
        )
        return
    rows: list[list[Cell]] = [
        [game.says["hand"], facts.cards],
        [game.heads[2], facts.description],
        [
            game.says["category"],
            f"{game.category_name(facts.category)}, {game.says['place'].format(place=place, places=places)}",
        ],
        [game.says["standing"], game.percent(held.percentile, 3)],
        [game.says["in_order"], "; ".join(ranks)],
        [game.says["breaks_ties"], suits or game.says["no_suit"]],
    ]
    for beats, other in upsets:
        saying = game.says["upset_wins" if beats else "upset_loses"]
        rows.append([game.says["upset_row"], saying.format(other=_selected(game, other))])
    game.out.grid(["", ""], rows)


def _compare(game: Game, texts: Sequence[str], first: Facts, second: Facts) -> None:
    """Tell what decides between two hands."""
    result = game.evaluator.compare(first.cards, second.cards)
    steps = _steps(game, first, second)
    upset = result * (first.strength - second.strength) < 0
    if upset:
        sides = first, second
        values = tuple(facts.tier.name.lower() if facts.tier else facts.category.name.lower() for facts in sides)
        told = tuple(_tier_name(game, facts) for facts in sides)
        steps.append(Step("upset_row", (values[0], values[1]), (told[0], told[1]), result))
    if game.out.as_json:
        game.out.record(
            {
                "first": texts[0].strip(),
                "second": texts[1].strip(),
                "result": result,
                "winner": {1: "first", -1: "second", 0: "tie"}[result],
                "steps": [
                    {
                        "compared": step.key.removesuffix("_row"),
                        "first": step.values[0],
                        "second": step.values[1],
                        "result": step.result,
                    }
                    for step in steps
                ],
                "upset": upset,
                "first_description": first.description,
                "second_description": second.description,
            }
        )
        return
    sign = {1: ">", 0: "=", -1: "<"}
    rows: list[list[Cell]] = [[game.says["hand"], first.cards, "", second.cards]]
    rows += [[game.says[step.key], step.told[0], sign[step.result], step.told[1]] for step in steps]
    game.out.grid(game.words("explain_heads"), rows, bold={len(rows) - 1})
    game.out.write("\n")
    if upset:
        beats = game.beats([(0, 1) if result == 1 else (1, 0)], [first, second])
        game.out.sentence(game.says["upset"].format(beats=beats))
    saying = {1: "first_wins", -1: "second_wins", 0: "tied"}[result]
    game.out.sentence(game.says[saying].format(why=(second if result == -1 else first).description))


def _steps(game: Game, first: Facts, second: Facts) -> list[Step]:
    """The comparisons in order, up to the first that tells the hands apart."""
    order, low = game.categories, game.evaluator.rules.low
    a, b = order.index(first.category), order.index(second.category)
    names = first.category.name.lower(), second.category.name.lower()
    told = game.category_name(first.category), game.category_name(second.category)
    steps = [Step("category", names, told, (a < b) - (a > b))]
    if a != b:
        return steps
    hands = _hand(game, first), _hand(game, second)
    for key in game.evaluator.rules.key_of(first.category):
        one, value, words = _compared(game, hands[0], key, first)
        other, other_value, other_words = _compared(game, hands[1], key, second)
        result = (one > other) - (one < other)
        steps.append(Step(key, (value, other_value), (words, other_words), -result if low else result))
        if result:
            break
    return steps


def _compared(game: Game, hand: Hand, key: str, facts: Facts) -> tuple[tuple[int, ...], Any, str]:
    """What a key compares: to be ordered by, for JSON, and in words."""
    if key in SUIT_KEYS:
        return (
            (_suit_value(game, hand, key, facts),),
            _suit_letter(game, hand, key, facts),
            _suit(game, hand, key, facts),
        )
    values = hand.values(key)
    return values, list(values), _ranks(game, hand, key)


def _hand(game: Game, facts: Facts) -> Hand:
    """The hand as the rules see it, jokers as what they stand for."""
    evaluator = game.evaluator
    ladder = Ladder(evaluator.rules, evaluator.pack)
    stands = evaluator._stood_for(facts.cards, facts.strength, facts.category)
    cards = tuple(stands[card] for card in facts.cards)
    tier: Tier | None = None
    singles = len({rank for rank in cards if cards.count(rank) == 1})
    if facts.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        tier, cards = ladder.sequences[frozenset(cards)]
    groups = tuple(dict.fromkeys(cards))
    flush = facts.category in (Category.FLUSH, Category.STRAIGHT_FLUSH)
    return Hand(ladder.values, facts.category, groups, cards, flush, tier, singles)


def _ranks(game: Game, hand: Hand, key: str) -> str:
    """What a key compares, in words."""
    names = RANK_NAMES[game.language]
    return " ".join(names[14 if value == 1 else value] for value in hand.values(key))


def _deciding_cards(hand: Hand, key: str, facts: Facts) -> list[int]:
    rank, _ = hand.deciding(key)
    return [card for card in facts.cards if card // 4 + 2 == rank]


def _suit_value(game: Game, hand: Hand, key: str, facts: Facts) -> int:
    """The value of the best suit that a key compares, 0 to 3."""
    suits = game.evaluator.rules.suits or ""
    return max(3 - suits.index("cdhs"[card & 3]) for card in _deciding_cards(hand, key, facts))


def _suit_letter(game: Game, hand: Hand, key: str, facts: Facts) -> str:
    return (game.evaluator.rules.suits or "")[3 - _suit_value(game, hand, key, facts)]


def _suit(game: Game, hand: Hand, key: str, facts: Facts) -> str:
    return SUIT_NAMES[game.language]["cdhs".index(_suit_letter(game, hand, key, facts))]


def _tier_name(game: Game, facts: Facts) -> str:
    return TIER_NAMES[game.language][facts.tier] if facts.tier else game.category_name(facts.category)


def _upsets(game: Game, strength: int) -> list[tuple[bool, Selector]]:
    """The sides of the upset that a strength is on: whether it beats the other side, and what that is."""
    spans, sides = game.evaluator.upset, game.evaluator.rules.upset
    if spans is None or sides is None:
        return []
    return [(place == 0, sides[1 - place]) for place, (low, high) in enumerate(spans) if low <= strength <= high]


def _selected(game: Game, selector: Selector) -> str:
    """The hands that a selector names, in words."""
    words = [game.category_name(selector.category)]
    if selector.tier is not None:
        tier = TIER_NAMES[game.language][selector.tier]
        words = [tier, *words] if game.language in ("en", "ru") else [*words, tier]
    if selector.suit is not None:
        words.append(f"({SUIT_NAMES[game.language]['cdhs'.index(selector.suit)]})")
    if selector.rank is not None:
        words.append(f"({selector.rank})")
    return " ".join(words)
