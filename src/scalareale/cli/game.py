"""A game as the shared options name it, and its hands as standard input brings them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..cards import format_cards, parse_cards
from ..describe import CATEGORY_NAMES, RANK_NAMES, TIER_NAMES
from ..draw import named_cards
from .errors import Refusal, refusal, shown
from .output import Row
from .sayings import SAYINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..evaluator import Evaluator
    from ..rules import Category, Tier
    from .output import Cell, Output

T = TypeVar("T")

_RANK_OF = bytes(code >> 2 for code in range(256))
_THOUSANDS = {"en": ",", "it": ".", "fr": " ", "ru": " "}
_CHUNK = 1 << 16  # bytes of standard input that are read at once; also the longest line


class Facts(NamedTuple):
    """What is known of a hand."""

    cards: bytes
    strength: int
    category: Category
    tier: Tier | None
    description: str

    def as_json(self) -> dict[str, Any]:
        """What a record says of a hand beside its text."""
        return {
            "cards": format_cards(self.cards),
            "strength": self.strength,
            "category": self.category.name.lower(),
            "tier": None if self.tier is None else self.tier.name.lower(),
            "description": self.description,
        }


class Game:
    """What the shared options say: the rules with a pack, how cards are read, how results are told."""

    def __init__(
        self, evaluator: Evaluator, notation: str, language: str, out: Output, players: int | None = None
    ) -> None:
        self.evaluator = evaluator
        self.notation = notation
        self.language = language
        self.out = out
        self.players = players
        self.says = SAYINGS[language]
        self.heads = self.says["heads"].split("; ")
        self.category_width = max(map(len, CATEGORY_NAMES[language].values()))
        self._kinds: dict[tuple[int, bytes], tuple[Facts, bytes]] = {}

    def read(self, text: str) -> bytes:
        return parse_cards(text, self.notation)

    def judge(self, text: str) -> Facts:
        return self.facts(self.read(text))

    def examine(self, cards: bytes) -> Facts:
        """All about a hand; HandError if it is none."""
        rank = self.evaluator.rank(cards)
        description = self.evaluator._described(rank, self.language)
        return Facts(rank.cards, rank.strength, rank.category, rank.tier, description)

    def facts(self, cards: bytes) -> Facts:
        """The same, mostly from memory.

        Hands of one strength and the same ranks read alike and have their cards in the same order, so that a long
        stream is answered from memory, of which there is no more than there are strengths.
        """
        strength = self.evaluator.evaluate(cards)
        key = strength, bytes(sorted(cards)).translate(_RANK_OF)
        kind = self._kinds.get(key)
        if kind is None:
            facts = self.examine(cards)
            kind = self._kinds[key] = facts, places_of(facts.cards)
        facts, places = kind
        return facts._replace(cards=bytes(sorted(cards, key=places.__getitem__)))

    def argument(self, text: str, where: str, work: Callable[[str], T]) -> T:
        """What `work` makes of a hand that is an argument; the refusal says which one."""
        try:
            return work(text)
        except ValueError as error:
            refused = refusal(error, f"{where} ({shown(text)})")
        hint = ""
        if text == "-":
            hint = "; for standard input it must be the only argument"
        elif 0 < len(text) <= 3:  # the shell took a hand apart
            hint = "; write a hand as one argument, in quotes"
        raise Refusal(f"{refused}{hint}")

    def stream(self, work: Callable[[str], str]) -> None:
        """Write what `work` makes of each line of standard input, as soon as there is nothing more to read.

        `work` may make nothing of a line, and is not asked about blank ones; the first line that it refuses with a
        ValueError ends the stream.
        """
        number = 0
        for block in standard_input():
            done: list[str] = []
            line = ""
            try:
                for line in block.decode("utf-8", "surrogateescape").split("\n"):
                    number += 1
                    if line and not line.isspace() and (answer := work(line)):
                        done.append(answer)
            except ValueError as error:
                raise refusal(error, f"line {number} ({shown(line)})") from None
            finally:
                self.out.write("".join([text + "\n" for text in done]))

    def each(
        self, hands: Sequence[str], find: Callable[[str], T], tell: Callable[[Sequence[tuple[str, T]]], None]
    ) -> None:
        """Find something out about each hand and tell it: of arguments all at once, of lines of input as they come."""
        if from_input(hands):

            def answer(text: str) -> str:
                tell([(text, find(text))])
                return ""

            self.stream(answer)
        else:
            tell([(text, self.argument(text, f"hand {place}", find)) for place, text in enumerate(hands, 1)])

    def each_row(
        self,
        hands: Sequence[str],
        find: Callable[[str], T],
        record: Callable[[str, T], dict[str, Any]],
        heads: str,
        row: Callable[[T], Sequence[Cell]],
    ) -> None:
        """Find something out about each hand, and tell it as a JSON object or as a row of a table."""

        def tell(found: Sequence[tuple[str, T]]) -> None:
            if self.out.as_json:
                for text, result in found:
                    self.out.record(record(text, result))
            elif hands and hands[0] != "-":
                self.out.grid(self.words(heads), [row(result) for _, result in found])
            else:
                for _, result in found:
                    self.out.write(self.out.line(*row(result)) + "\n")

        self.each(hands, find, tell)

    def cards(self, text: str, what: str, held: Sequence[bytes | None] = ()) -> bytes:
        """The cards of an option, of the pack and in none of the hands; the refusal names the option."""
        try:
            cards = named_cards(self.evaluator.pack, self.read(text), what)
        except ValueError as error:
            raise refusal(error, "" if str(error).startswith(what) else f"{what} ({shown(text)})") from None
        for place, hand in enumerate(held, 1):
            for card in cards:
                if card in (hand or b""):
                    raise Refusal(f"{what}: {format_cards([card])} is in hand {place}")
        return cards

    def refuse_common(self, held: Sequence[bytes | None], shared: bytes = b"") -> None:
        """Refuse a card that two hands hold, unless it is one that they may share."""
        holder: dict[int, int] = {}
        for place, hand in enumerate(held, 1):
            for card in hand or b"":
                if card in holder and card not in shared:
                    raise Refusal(f"hand {place}: {format_cards([card])} is in hand {holder[card]} too")
                holder[card] = place

    def hand(self, text: str) -> bytes:
        """The codes of a hand; ValueError if it is none of this game."""
        cards = self.read(text)
        self.evaluator.evaluate(cards)
        return cards

    def row(self, cards: bytes, *notes: str, label: str = "") -> Row:
        """What a table of hands says of a hand."""
        facts = self.facts(cards)
        return Row(label, facts.cards, facts.description, notes or ("",))

    def by_name(self, numbers: Sequence[int] | dict[Category, int]) -> dict[str, int]:
        """Numbers of the categories of the rules as JSON has them, best first."""
        return {category.name.lower(): numbers[category] for category in self.categories}

    @property
    def categories(self) -> tuple[Category, ...]:
        """The categories of the rules, best first."""
        rules = self.evaluator.rules
        return rules.categories[::-1] if rules.low else rules.categories

    def words(self, key: str) -> list[str]:
        """The heads of a table."""
        return [word.strip() for word in self.says[key].split(";")]

    @property
    def point(self) -> str:
        """What stands before decimals."""
        return "." if self.language == "en" else ","

    def whole(self, number: int) -> str:
        """A number with its thousands apart, as the language writes them."""
        return f"{number:,}".replace(",", _THOUSANDS[self.language])

    def percent(self, part: float, places: int) -> str:
        """A part of 1 in percent, as the language writes it."""
        text = f"{100 * part:.{places}f}%"
        return text.replace(".", self.point)

    def one_in(self, total: int, number: int) -> str:
        """How many hands there are for each of some."""
        if not number:
            return ""
        if total < 10 * number:
            return f"{total / number:.1f}".replace(".", self.point)
        return self.whole(round(total / number))

    def category_name(self, category: Category) -> str:
        return CATEGORY_NAMES[self.language][category]

    def number(self, number: int) -> str:
        """A small number as a word."""
        return RANK_NAMES[self.language][number] if number <= 10 else str(number)

    def beats(self, pairs: Sequence[tuple[int, int]], facts: Sequence[Facts | None]) -> str:
        """Who beats whom: by class of straight flush where that tells the hands apart, else by their numbers."""
        seats = {seat for pair in pairs for seat in pair}
        tiers = {seat: fact.tier for seat in seats if (fact := facts[seat]) and fact.tier}
        if len(set(tiers.values())) == len(seats):
            names = {seat: TIER_NAMES[self.language][tier] for seat, tier in tiers.items()}
            saying = self.says["tier_beats"]
        else:
            names = {seat: str(seat + 1) for seat in seats}
            saying = self.says["hand_beats"]
        return ", ".join(saying.format(names[winner], names[loser]) for winner, loser in pairs)


def places_of(cards: bytes) -> bytes:
    """A number for every card that sorts hands of the same ranks as these cards: by rank as here, then h d c s."""
    places = bytearray(54)
    for place, card in reversed(list(enumerate(cards))):
        if card >= 52:
            places[card] = 8 * place + 4
            other = 105 - card
            places[other] = places[other] or places[card]  # a sole joker may be either
        else:
            first = card & ~3
            places[first : first + 4] = bytes(8 * place + suit for suit in (2, 1, 0, 3))  # c d h s
    return bytes(places)


def from_input(hands: Sequence[str]) -> bool:
    """Whether the hands are lines of standard input; Refusal where there are none at all."""
    if hands:
        return list(hands) == ["-"]
    if sys.stdin is None or sys.stdin.isatty():
        raise Refusal('no hand is given: write each as one argument, "Ah 7h 8h 9h 10h", or - for standard input')
    return True


def standard_input() -> Iterator[bytes]:
    """Standard input as it arrives, in blocks of whole lines without the last newline.

    A line that never ends is broken; a byte order mark at the start is left out.
    """
    if sys.stdin is None:
        raise Refusal("standard input is closed")
    source: Any = sys.stdin.buffer
    rest, mark = b"", "\ufeff".encode()
    while chunk := source.read1(_CHUNK):
        head, newline, tail = chunk.rpartition(b"\n")
        if newline:
            yield (rest + head).removeprefix(mark)
            rest, mark = tail, b""
        else:
            rest += tail
            if len(rest) > _CHUNK:
                yield rest.removeprefix(mark)
                rest, mark = b"", b""
    if rest:
        yield rest.removeprefix(mark)
