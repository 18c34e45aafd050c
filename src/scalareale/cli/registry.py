"""How a function becomes a command, and the options that commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..describe import LANGUAGES
from ..evaluator import Evaluator
from ..packs import listed
from ..rules import Rules
from .errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

Parameter = tuple[str, tuple[str, ...], dict[str, Any]]
"""The class in click, the names and the settings of a parameter."""

COMMANDS: list[tuple[Callable[..., None], tuple[Parameter, ...], bool]] = []


def option(*names: str, **settings: Any) -> Parameter:
    """An option, given as to `click.option`; click itself is imported when the command line runs."""
    return "Option", names, settings


def argument(*names: str, **settings: Any) -> Parameter:
    return "Argument", names, settings


HANDS = argument("hands", nargs=-1, metavar="[HAND]...")
RULES_FILE = option("--rules", "rules_file", metavar="FILE", help="Rules of your own, as TOML or JSON.")
JSON = option("--json", "as_json", is_flag=True, help="A JSON object a line, for programs.")
SHARED = (
    option("--ruleset", metavar="NAME", help="The rules of the game (default: classic); see scalareale rules."),
    RULES_FILE,
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
    JSON,
)


def command(*parameters: Parameter, needs_game: bool = True) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a function a command: it is called with a `Game`, made of the shared options, and its own parameters.

    One that needs no game is called with an `Output` instead. Its name is the function's; its help is the docstring.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        COMMANDS.append((function, parameters, needs_game))
        return function

    return register


def named_rules(ruleset: str | None, rules_file: str | None) -> Rules:
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


def evaluator_of(rules: Rules, players: int | None, cards: int | None) -> Evaluator:
    if players is not None and cards is not None:
        raise Refusal("give --players or --cards, not both: they name the pack twice")
    if players is None and cards is None and len(rules.packs) > 1:
        by_players = [number for number, _ in rules.players]
        choice = f"--cards {listed(rules.packs)}"
        if by_players:
            choice += f", or --players {listed(by_players)}"
        raise Refusal(f"{rules.name!r} has more than one pack: give {choice}")
    return Evaluator(rules, players=players, cards=cards)
