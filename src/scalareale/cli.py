"""The command line: what hands are, which of two wins, who takes a pot.

A command is a function under `@command`, which gives it the options that all of them share. It works on a `Game`
and tells its results to the game's `Output`: a table for people, a JSON object a line for programs. Lines of standard
input go through `Game.stream`, which answers as soon as it was asked and remembers no line.

click and rich are the extra `cli`; this module can be imported without them, and `main` says so if they are missing.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import sys
import textwrap
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

from . import __version__
from .cards import format_cards, parse_cards
from .describe import CATEGORY_NAMES, LANGUAGES, RANK_NAMES, SUIT_NAMES, TIER_NAMES
from .evaluator import Evaluator
from .packs import listed
from .rules import Category, Rules, Tier, rulesets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import click
    from rich.console import Console
    from rich.text import Text

__all__ = ["command", "group", "main", "option"]

_MISSING = 'the command line needs click and rich: pip install "scalareale[cli]"'


T = TypeVar("T")


class Refusal(Exception):
    """What the user gave is wrong: `error: ...` and exit code 2."""


# -- what is said ------------------------------------------------------------------------------------------------------

_SAYINGS = {
    "en": {
        "heads": "hand; cards; description; category; strength",
        "first": "first",
        "second": "second",
        "wins": "wins",
        "loses": "loses",
        "ties": "ties",
        "tie": "tie",
        "folded": "folded",
        "and": "and",
        "hand_wins": "hand {hand} wins: {why}",
        "unseen": "everybody else folded",
        "split": "the pot is split in {number}: hands {hands}",
        "first_wins": "first hand wins: {why}",
        "second_wins": "second hand wins: {why}",
        "tied": "neither hand wins: {why}",
        "tier_beats": "{0} beats {1}",
        "hand_beats": "hand {0} beats hand {1}",
        "upset": "{beats}, although it is the weaker hand",
        "circle": "{beats}: a circle",
        "summary": "first hand wins {first}, second {second}, ties {ties} of {lines}",
    },
    "it": {
        "heads": "mano; carte; punto; categoria; forza",
        "first": "prima",
        "second": "seconda",
        "wins": "vince",
        "loses": "perde",
        "ties": "pari",
        "tie": "pari",
        "folded": "passa",
        "and": "e",
        "hand_wins": "vince la mano {hand}: {why}",
        "unseen": "tutti gli altri sono passati",
        "split": "il piatto è diviso in {number}: mani {hands}",
        "first_wins": "vince la prima mano: {why}",
        "second_wins": "vince la seconda mano: {why}",
        "tied": "le mani sono pari: {why}",
        "tier_beats": "la {0} batte la {1}",
        "hand_beats": "la mano {0} batte la mano {1}",
        "upset": "{beats}, benché sia la mano più debole",
        "circle": "{beats}: un circolo",
        "summary": "la prima mano vince {first}, la seconda {second}, pari {ties} su {lines}",
    },
    "fr": {
        "heads": "main; cartes; combinaison; catégorie; force",
        "first": "première",
        "second": "seconde",
        "wins": "gagne",
        "loses": "perd",
        "ties": "égalité",
        "tie": "égalité",
        "folded": "passe",
        "and": "et",
        "hand_wins": "la main {hand} gagne : {why}",
        "unseen": "toutes les autres ont passé",
        "split": "le pot est partagé en {number} : mains {hands}",
        "first_wins": "la première main gagne : {why}",
        "second_wins": "la seconde main gagne : {why}",
        "tied": "les mains sont à égalité : {why}",
        "tier_beats": "la {0} bat la {1}",
        "hand_beats": "la main {0} bat la main {1}",
        "upset": "{beats}, bien que plus faible",
        "circle": "{beats} : un cercle",
        "summary": "la première main gagne {first}, la seconde {second}, égalités {ties} sur {lines}",
    },
    "ru": {
        "heads": "рука; карты; комбинация; категория; сила",
        "first": "первая",
        "second": "вторая",
        "wins": "выигрыш",
        "loses": "проигрыш",
        "ties": "ничья",
        "tie": "ничья",
        "folded": "пас",
        "and": "и",
        "hand_wins": "выигрывает рука {hand}: {why}",
        "unseen": "все остальные спасовали",
        "split": "банк делится поровну ({count}): руки {hands}",
        "first_wins": "выигрывает первая рука: {why}",
        "second_wins": "выигрывает вторая рука: {why}",
        "tied": "руки равны: {why}",
        "tier_beats": "{0} бьёт {1}",
        "hand_beats": "рука {0} бьёт руку {1}",
        "upset": "{beats}, хотя и слабее",
        "circle": "{beats}: круг",
        "summary": "первая рука выигрывает {first}, вторая {second}, ничьих {ties} из {lines}",
    },
}
"""The sentences about results, by language. Errors and help are in English."""

_FOLD = "fold"
_ASCII_CARDS = [format_cards([code]) for code in range(54)]
_UNICODE_CARDS = [format_cards([code], style="unicode") for code in range(54)]
_IS_RED = [code < 52 and code & 3 in (1, 2) for code in range(54)]
_RANK_OF = bytes(code >> 2 for code in range(256))
_GAP = 2  # blanks between columns
_MOST_SHOWN = 60  # characters of a text in an error message
_CHUNK = 1 << 16  # bytes of standard input that are read at once; also the longest line


def _shown(text: str) -> str:
    """The text in quotes, never long."""
    text = text.strip()
    return repr(text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 3] + "...")


def _refusal(error: ValueError, where: str = "") -> Refusal:
    """What the package said, in the words of the command line: its arguments are options here."""
    message = str(error)
    for argument in ("international", "italian"):
        message = message.replace(f"notation={argument!r}", f"--notation {argument}")
    message = message.replace(" cards=", " --cards ")
    if where:
        message = f"{where}: {message.removeprefix('hand: ')}"
    return Refusal(message)


# -- output ------------------------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A hand in a table: what it is called, its cards, what it is, and notes such as whether it wins."""

    label: str
    cards: bytes | None
    description: str
    notes: tuple[str, ...]
    stands_out: bool = False


class Output:
    """Standard output, for people or for programs: everything that a command says goes through here."""

    def __init__(self, *, as_json: bool) -> None:
        if sys.stdout is None:
            raise Refusal("standard output is closed")
        self.as_json = as_json

    def write(self, text: str) -> None:
        """Write and flush; a character that the encoding does not know becomes a question mark."""
        if not text:
            return
        try:
            sys.stdout.write(text)
        except UnicodeEncodeError:
            encoding = sys.stdout.encoding
            sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()

    def record(self, record: dict[str, Any]) -> None:
        """One JSON object on one line."""
        self.write(json.dumps(record) + "\n")

    def sentence(self, text: str) -> None:
        """A line for people, wrapped where the terminal ends."""
        lines = textwrap.wrap(text, self.width) if self.width else [text]
        self.write("\n".join(lines) + "\n")

    def item(self, head: str, text: str) -> None:
        """A line of a list for people: a head and a text, which goes on below itself where the terminal ends."""
        indent = " " * (len(head) + 2 if self.width is None or len(head) < self.width // 2 else 2)
        text = f"{head}  {text}" if head != "#" else f"# {text}"
        further = "# " if head == "#" else indent
        lines = textwrap.wrap(text, self.width, subsequent_indent=further) if self.width else [text]
        self.write("\n".join(lines) + "\n")

    def hands(self, heads: Sequence[str], rows: Sequence[Row]) -> None:
        """A table of hands: a column each, or what is known of a hand below its cards if that is too wide.

        `heads` are those of the label, the cards, the description and the notes.
        """
        from rich.table import Table
        from rich.text import Text

        cells = [[r.label, self._plain(r.cards), r.description, *r.notes] for r in rows]
        widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
        needed = sum(widths) + _GAP * (len(widths) - 1)
        stacked = self.width is not None and needed > self.width
        # The label's column is left out where hands have none.
        start = 0 if widths[0] else 1
        heads = [*heads[start:2], heads[-1]] if stacked else heads[start:]
        table = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="bold")
        for place, head in enumerate(heads):
            last = stacked and place == len(heads) - 1
            table.add_column(Text(head), no_wrap=last or (place + start < 2 and not stacked), overflow="fold")
        for row in rows:
            style = "bold" if row.stands_out else ""
            below = [Text(text, style) for text in (row.description, *row.notes[:-1]) if text]
            notes = [Text(note, style) for note in row.notes]
            cards = self._coloured(row.cards)
            if stacked:
                middle = Text("\n").join([part for part in (cards, *below) if part])
                shown = [Text(row.label), middle, notes[-1]]
            else:
                shown = [Text(row.label), cards, Text(row.description, style), *notes]
            table.add_row(*shown[start:])
        with self._console.capture() as capture:
            self._console.width = self.width or needed + _GAP
            self._console.print(table)
        self.write("".join(line.rstrip() + "\n" for line in capture.get().splitlines()))

    def line(self, *cells: bytes | tuple[str, int] | str) -> str:
        """A line of a stream: cards, texts with a width to fill, a text; broken where a terminal ends.

        Plain strings, since building a table takes far longer than judging its hands.
        """
        parts: list[tuple[str, int]] = []
        for cell in cells:
            if isinstance(cell, bytes):
                plain = self._plain(cell)
                shown = " ".join(map(self._painted.__getitem__, cell)) if self._painted else plain
                parts.append((shown, self._cards_width - len(plain)))
            elif isinstance(cell, str):
                parts.append((cell, 0))
            else:
                parts.append((cell[0], cell[1] - len(cell[0])))
        if not self._wraps or self.width is None:
            return "  ".join([shown + " " * fill for shown, fill in parts]).rstrip()
        lines, at = [""], 0
        for (shown, fill), cell in zip(parts, cells, strict=True):
            size = self._cards_width - fill if isinstance(cell, bytes) else len(shown)
            if at and at + _GAP + size > self.width:
                lines.append("")
                at = 0
            if at == 0 and size > self.width - _GAP and not isinstance(cell, bytes):
                lines[-1:] = textwrap.wrap(shown, max(self.width - _GAP, 1))
                at = len(lines[-1])
                continue
            if at:
                lines[-1] += " " * _GAP
                at += _GAP
            lines[-1] += shown + " " * fill
            at += size + fill
        return "\n  ".join(line.rstrip() for line in lines)

    # -- what standard output is -----------------------------------------------------------------------------------

    @cached_property
    def width(self) -> int | None:
        """The columns to fit in; None for a file or a pipe, unless COLUMNS is set."""
        if self._console.is_terminal or os.environ.get("COLUMNS", "").isdecimal():
            return max(shutil.get_terminal_size().columns, 1)
        return None

    @cached_property
    def _wraps(self) -> bool:
        """Whether lines of a stream are broken: in a pipe each stays one line whatever COLUMNS says."""
        return self._console.is_terminal

    @cached_property
    def _console(self) -> Console:
        from rich.console import Console

        console = Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
        if console.legacy_windows or console.is_dumb_terminal:  # they would show the colours' codes
            return Console(highlight=False, markup=False, emoji=False, color_system=None, legacy_windows=False)
        return console

    @cached_property
    def _cards(self) -> list[str]:
        """How each card is written here."""
        try:
            "♥♦♣♠".encode(sys.stdout.encoding or "ascii")
        except (UnicodeEncodeError, LookupError):
            return _ASCII_CARDS
        return _UNICODE_CARDS

    @cached_property
    def _cards_width(self) -> int:
        """Columns of the widest hand: four tens and another card, or five cards of two characters."""
        return 18 if self._cards is _UNICODE_CARDS else 14

    @cached_property
    def _painted(self) -> list[str] | None:
        """The cards with the codes of their colour; None where there are no colours."""
        colours = self._console.color_system
        if colours is None or self._console.no_color:
            return None
        from rich.style import Style

        red = Style.parse("red")
        system = {"standard": 1, "256": 2, "truecolor": 3, "windows": 4}[colours]
        from rich.color import ColorSystem

        return [
            red.render(card, color_system=ColorSystem(system)) if _IS_RED[code] else card
            for code, card in enumerate(self._cards)
        ]

    def _plain(self, cards: bytes | None) -> str:
        return " ".join(map(self._cards.__getitem__, cards or b""))

    def _coloured(self, cards: bytes | None) -> Text:
        from rich.text import Text

        shown = [Text(self._cards[code], "red" if _IS_RED[code] else "") for code in cards or b""]
        return Text(" ").join(shown)


# -- the game ----------------------------------------------------------------------------------------------------------


class Facts(NamedTuple):
    """What is known of a hand."""

    cards: bytes
    strength: int
    category: Category
    tier: Tier | None
    description: str

    def as_json(self) -> dict[str, Any]:
        return {
            "strength": self.strength,
            "category": self.category.name.lower(),
            "tier": None if self.tier is None else self.tier.name.lower(),
            "description": self.description,
        }


class Game:
    """What the shared options say: the rules with a pack, how cards are read, how results are told."""

    def __init__(self, evaluator: Evaluator, notation: str, language: str, out: Output) -> None:
        self.evaluator = evaluator
        self.notation = notation
        self.language = language
        self.out = out
        self.says = _SAYINGS[language]
        self.heads = self.says["heads"].split("; ")
        self.category_width = max(map(len, CATEGORY_NAMES[language].values()))
        self._kinds: dict[tuple[int, bytes], tuple[Category, Tier | None, str, bytes]] = {}

    def read(self, text: str) -> bytes:
        return parse_cards(text, self.notation)

    def judge(self, text: str) -> Facts:
        return self.facts(self.read(text))

    def facts(self, cards: bytes) -> Facts:
        """All about a hand; HandError if it is none.

        Hands of one strength and the same ranks read alike and have their cards in the same order, so that a long
        stream is answered from memory, of which there is no more than there are strengths.
        """
        strength = self.evaluator.evaluate(cards)
        key = strength, bytes(sorted(cards)).translate(_RANK_OF)
        kind = self._kinds.get(key)
        if kind is None:
            rank = self.evaluator.rank(cards)
            description = self.evaluator.describe(cards, self.language)
            kind = self._kinds[key] = rank.category, rank.tier, description, _places(rank.cards)
        category, tier, description, places = kind
        return Facts(bytes(sorted(cards, key=places.__getitem__)), strength, category, tier, description)

    def argument(self, text: str, where: str, work: Callable[[str], T]) -> T:
        """What `work` makes of a hand that is an argument; the refusal says which one."""
        try:
            return work(text)
        except ValueError as error:
            refusal = _refusal(error, f"{where} ({_shown(text)})")
        hint = ""
        if text == "-":
            hint = "; for standard input it must be the only argument"
        elif 0 < len(text) <= 3:  # the shell took a hand apart
            hint = "; write a hand as one argument, in quotes"
        raise Refusal(f"{refusal}{hint}")

    def stream(self, work: Callable[[str], str]) -> None:
        """Write what `work` makes of each line of standard input, as soon as there is nothing more to read.

        `work` may make nothing of a line, and is not asked about blank ones; the first line that it refuses with a
        ValueError ends the stream.
        """
        number = 0
        for lines in _input():
            done: list[str] = []
            line = ""
            try:
                for line in lines:
                    number += 1
                    if line and not line.isspace() and (answer := work(line)):
                        done.append(answer)
            except ValueError as error:
                raise _refusal(error, f"line {number} ({_shown(line)})") from None
            finally:
                self.out.write("".join([text + "\n" for text in done]))

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


def _places(cards: bytes) -> bytes:
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


def _from_input(hands: Sequence[str]) -> bool:
    """Whether the hands are lines of standard input."""
    if hands:
        return list(hands) == ["-"]
    if sys.stdin is None or sys.stdin.isatty():
        raise Refusal('no hand is given: write each as one argument, "Ah 7h 8h 9h 10h", or - for standard input')
    return True


def _input() -> Iterator[list[str]]:
    """Standard input as it arrives, as lists of whole lines; a line that never ends is broken."""
    if sys.stdin is None:
        raise Refusal("standard input is closed")
    source: Any = sys.stdin.buffer
    rest, start = b"", "\ufeff"  # an editor's mark for UTF-8
    while chunk := source.read1(_CHUNK):
        head, newline, tail = chunk.rpartition(b"\n")
        if newline:
            yield (rest + head).decode("utf-8", "surrogateescape").removeprefix(start).split("\n")
            rest, start = tail, ""
        else:
            rest += tail
            if len(rest) > _CHUNK:
                yield [rest.decode("utf-8", "surrogateescape").removeprefix(start)]
                rest, start = b"", ""
    if rest:
        yield [rest.decode("utf-8", "surrogateescape").removeprefix(start)]


# -- commands ----------------------------------------------------------------------------------------------------------

Parameter = tuple[str, tuple[str, ...], dict[str, Any]]
"""The class in click, the names and the settings of a parameter."""

_COMMANDS: list[tuple[Callable[..., None], tuple[Parameter, ...], bool]] = []


def option(*names: str, **settings: Any) -> Parameter:
    """An option, given as to `click.option`; click itself is imported when the command line runs."""
    return "Option", names, settings


def _argument(*names: str, **settings: Any) -> Parameter:
    return "Argument", names, settings


_HANDS = _argument("hands", nargs=-1, metavar="[HAND]...")
_RULES_FILE = option("--rules", "rules_file", metavar="FILE", help="Rules of your own, as TOML or JSON.")
_JSON = option("--json", "as_json", is_flag=True, help="A JSON object a line, for programs.")
_SHARED = (
    option("--ruleset", metavar="NAME", help="The rules of the game (default: classic); see scalareale rules."),
    _RULES_FILE,
    option("--players", metavar="N", type=int, help="The pack that so many players use."),
    option("--cards", metavar="N", type=int, help="The pack of so many cards."),
    option(
        "--notation",
        choices=("international", "italian"),
        default="international",
        show_default=True,
        help="How cards are read: Ah, or AC (asso di cuori).",
    ),
    option("--language", choices=LANGUAGES, default="en", show_default=True, help="The language of results."),
    _JSON,
)


def command(*parameters: Parameter, needs_game: bool = True) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a function a command: it is called with a `Game`, made of the shared options, and its own parameters.

    One that needs no game is called with an `Output` instead. Its name is the function's; its help is the docstring.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        _COMMANDS.append((function, parameters, needs_game))
        return function

    return register


def _rules(ruleset: str | None, rules_file: str | None) -> Rules:
    """The rules of a file or of a name; without either, the classic ones."""
    if rules_file is None:
        return Rules.named(ruleset or "classic")
    if ruleset is not None:
        raise Refusal("give --ruleset or --rules, not both: they name the rules twice")
    try:
        with open(rules_file, encoding="utf-8-sig") as file:
            text = file.read()
    except OSError as error:
        raise Refusal(f"{rules_file}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise Refusal(f"{rules_file}: no UTF-8 text ({error.reason} at byte {error.start})") from None
    try:
        return Rules.from_json(text) if rules_file.lower().endswith(".json") else Rules.from_toml(text)
    except ValueError as error:
        raise Refusal(f"{rules_file}: {error}") from None


def _evaluator(rules: Rules, players: int | None, cards: int | None) -> Evaluator:
    if players is not None and cards is not None:
        raise Refusal("give --players or --cards, not both: they name the pack twice")
    if players is None and cards is None and len(rules.packs) > 1:
        by_players = [number for number, _ in rules.players]
        choice = f"--cards {listed(rules.packs)}"
        if by_players:
            choice += f", or --players {listed(by_players)}"
        raise Refusal(f"{rules.name!r} has more than one pack: give {choice}")
    return Evaluator(rules, players=players, cards=cards)


@command(_HANDS)
def evaluate(game: Game, hands: Sequence[str]) -> None:
    """Say what hands are worth.

    Each HAND is one argument. With - or nothing, lines of standard input are read, a hand each.

    \b
    scalareale evaluate --players 4 \\
      "Ah 7h 8h 9h 10h"
    scalareale evaluate --cards 32 \\
      --json - < hands.txt
    """

    def as_json(text: str, facts: Facts) -> dict[str, Any]:
        return {"hand": text.strip(), "cards": format_cards(facts.cards)} | facts.as_json()

    def answer(text: str) -> str:
        facts = game.judge(text)
        if game.out.as_json:
            return json.dumps(as_json(text, facts))
        category = game.category_name(facts.category)
        strength = f"{facts.strength:4}"
        return game.out.line(facts.cards, strength, (category, game.category_width), facts.description)

    if _from_input(hands):
        game.stream(answer)
        return
    found = [game.argument(text, f"hand {place}", game.judge) for place, text in enumerate(hands, 1)]
    if game.out.as_json:
        for text, facts in zip(hands, found, strict=True):
            game.out.record(as_json(text, facts))
        return
    rows = [Row("", f.cards, f.description, (game.category_name(f.category), str(f.strength))) for f in found]
    game.out.hands(["", *game.heads[1:]], rows)


@command(_HANDS)
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

    if _from_input(hands):
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


@command(_HANDS)
def showdown(game: Game, hands: Sequence[str]) -> None:
    """Say who wins one pot.

    Each HAND of the pot is one argument; the word fold stands for a hand that was folded. With - or nothing, lines of
    standard input are read, a hand each. Side pots need a showdown each, among those who contest them.

    \b
    scalareale showdown --players 4 \\
      "Ah 7h 8h 9h 10h" \\
      "10d Jd Qd Kd Ad" "8c 9c 10c Jc Qc"
    """
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
                if card in holder:
                    raise ValueError(f"{format_cards([card])} is in hand {holder[card] + 1} too")
                holder[card] = len(found)
        found.append(facts)
        return ""

    if _from_input(hands):
        game.stream(seat)
    else:
        for place, text in enumerate(hands, 1):
            game.argument(text, f"hand {place}", seat)
    try:
        winners = game.evaluator.showdown([None if facts is None else facts.cards for facts in found])
    except ValueError as error:
        raise _refusal(error) from None
    shown = [facts.strength for facts in found if facts is not None]
    won_with = {found[seat].strength: seat for seat in reversed(winners)}  # type: ignore[union-attr]
    upset = list(won_with) != [max(shown)]
    if game.out.as_json:
        nothing = dict.fromkeys(("strength", "category", "tier", "description"))
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


@command(_argument("name", required=False, metavar="[NAME]"), _RULES_FILE, needs_game=False)
def rules(out: Output, name: str | None, rules_file: str | None) -> None:
    """List the rulesets, or print one.

    With NAME, or with rules of your own in a FILE, the rules are told in words and as TOML, which --rules reads: print
    the ruleset that is nearest to your table's, change what you play otherwise, and give the file to any command.

    \b
    scalareale rules
    scalareale rules classic > ours.toml
    """
    if name is None and rules_file is None:
        known = [Rules.named(word) for word in rulesets()]
        if out.as_json:
            for ruleset in known:
                out.record(ruleset.to_dict())
            return
        width = max(len(ruleset.name) for ruleset in known)
        for ruleset in known:
            out.item(ruleset.name.ljust(width), f"{listed(ruleset.packs, 'and')} cards; {ruleset.source}")
        return
    ruleset = _rules(name, rules_file)
    if out.as_json:
        out.record(ruleset.to_dict())
        return
    for line in _told(ruleset):
        out.item("#", line)
    out.write(ruleset.to_toml())


def _told(rules: Rules) -> Iterator[str]:
    """A ruleset in words."""

    def words(name: str) -> str:
        return name.lower().replace("_", " ")

    yield f"{rules.name}: {rules.source}" if rules.source else rules.name
    yield f"packs of {listed(rules.packs, 'and')} cards"
    if rules.players:
        yield ", ".join(f"{number} players {size} cards" for number, size in rules.players)
    yield " > ".join(words(category.name) for category in rules.categories)
    if rules.low:
        yield "the lowest hand wins"
    if rules.ace == "low":
        yield "the ace is always low"
    if rules.straights:
        kinds = {"ace-low": "with the ace low", "middle": "without an ace", "ace-high": "with the ace high"}
        yield f"straights {listed([kinds[kind] for kind in rules.straights], 'and')}"
    else:
        yield "no straights"
    if not rules.flushes:
        yield "no flushes"
    if rules.suits is None:
        yield "suits do not count"
    else:
        names = SUIT_NAMES["en"]
        yield "ties are broken by suit: " + " > ".join(names["cdhs".index(suit)] for suit in rules.suits)
        yield "; ".join(f"{words(c.name)} by {', '.join(map(words, keys))}" for c, keys in rules.keys)
    if rules.jokers:
        meaning = {"bug": "an ace, or completes a straight or flush", "wild": "any card"}
        yield f"a joker is {meaning[rules.jokers]}"
    if rules.upset is not None:
        winner, loser = (" ".join(words(value) for value in side.to_dict().values()) for side in rules.upset)
        yield f"upset: {winner} beats {loser}"


# -- click -------------------------------------------------------------------------------------------------------------


def group() -> click.Group:
    """The command line as a click group, with every command that is registered."""
    import click

    class Formatter(click.HelpFormatter):
        def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
            super().write_dl(rows, min(col_max, self.width // 3), col_spacing)

    class Context(click.Context):
        formatter_class = Formatter

    class Command(click.Command):
        context_class = Context

    class Group(click.Group):
        context_class = Context

        def main(self, *args: Any, **extra: Any) -> NoReturn:
            """Run and exit; what click finds wrong is told as every other error."""
            extra["standalone_mode"] = False
            try:
                code = super().main(*args, **extra)
            except click.exceptions.Abort:
                code = 130
            except click.ClickException as error:
                message = error.format_message().rstrip(".")
                context = getattr(error, "ctx", None)
                usage = f" (see {context.command_path} --help)" if context else ""
                code = _complain(message[:1].lower() + message[1:] + usage)
            sys.exit(code if isinstance(code, int) else 0)

        def invoke(self, ctx: click.Context) -> Any:
            """Run a command; its errors become exit codes before click gives them others."""
            try:
                return super().invoke(ctx)
            except Refusal as error:
                code = _complain(str(error))
            except KeyboardInterrupt:
                code = 130
            except OSError as error:
                code = _os_error(error)
            return ctx.exit(code)

    def welcome(ctx: click.Context) -> None:
        if ctx.invoked_subcommand is None:
            click.echo(ctx.get_help())

    settings = {
        "help_option_names": ["-h", "--help"],
        "terminal_width": min(shutil.get_terminal_size().columns, 80) - 2,
    }
    commands = Group(
        "scalareale",
        help=_HELP,
        callback=click.pass_context(welcome),
        invoke_without_command=True,
        context_settings=settings,
    )
    click.version_option(__version__, prog_name="scalareale", message="%(prog)s %(version)s")(commands)
    for function, own, needs_game in _COMMANDS:
        parameters = (*own, *(_SHARED if needs_game else (_JSON,)))
        commands.add_command(
            Command(
                function.__name__,
                params=[_made(parameter) for parameter in parameters],
                callback=_with_game(function) if needs_game else _with_output(function),
                help=function.__doc__,
                short_help=(function.__doc__ or "").partition("\n")[0],
                context_settings=settings,
            )
        )
    return commands


_HELP = """Evaluate hands of Italian poker and its relatives.

A card is a rank, 2-9 10 (or T) J Q K A, and a suit, h d c s or its symbol: Ah, 10d, Q♠.

\b
scalareale showdown --players 4 \\
  "Ah 7h 8h 9h 10h" "10d Jd Qd Kd Ad"
scalareale evaluate --help

Rules of the game:

\b
""" + textwrap.fill(", ".join(rulesets()), 36, break_on_hyphens=False)


def _made(parameter: Parameter) -> click.Parameter:
    """The parameter in click's terms."""
    import click

    kind, names, settings = parameter
    settings = dict(settings)
    if "choices" in settings:
        settings["type"] = click.Choice(settings.pop("choices"))
    return click.Option(names, **settings) if kind == "Option" else click.Argument(names, **settings)


def _with_game(function: Callable[..., None]) -> Callable[..., None]:
    """The function, called with what click read: the shared options as a game, the others as they are."""

    def run(
        ruleset: str | None,
        rules_file: str | None,
        players: int | None,
        cards: int | None,
        notation: str,
        language: str,
        as_json: bool,
        **own: Any,
    ) -> None:
        out = Output(as_json=as_json)
        try:
            evaluator = _evaluator(_rules(ruleset, rules_file), players, cards)
        except ValueError as error:
            raise _refusal(error) from None
        function(Game(evaluator, notation, language, out), **own)

    return run


def _with_output(function: Callable[..., None]) -> Callable[..., None]:
    """The function, called with standard output and what click read."""

    def run(as_json: bool, **own: Any) -> None:
        try:
            function(Output(as_json=as_json), **own)
        except ValueError as error:
            raise _refusal(error) from None

    return run


def _complain(message: str) -> int:
    """Say what is wrong; the exit code."""
    if sys.stderr is not None:
        message = f"error: {message}"
        if sys.stderr.isatty():
            columns = max(shutil.get_terminal_size().columns, 1)
            message = textwrap.fill(message, columns, break_on_hyphens=False)
        print(message, file=sys.stderr, flush=True)
    return 2


def _os_error(error: OSError) -> int:
    """The exit code for a stream that failed: a reader that had enough is no error."""
    if sys.stdout is not None:
        try:  # what is still to be written goes nowhere, or Python would complain of it at the end
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
        except (OSError, ValueError):  # it is no file
            pass
    if isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL):
        return 0
    return _complain(error.strerror or str(error))


def main() -> NoReturn:
    """The command `scalareale`: run on the arguments of the process, and exit."""
    try:
        import click  # noqa: F401
        import rich  # noqa: F401
    except ImportError:
        print(_MISSING, file=sys.stderr)
        sys.exit(2)
    group().main(prog_name="scalareale")
