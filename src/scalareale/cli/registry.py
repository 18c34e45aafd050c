"""How a function becomes a command, and the options that commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..describe import LANGUAGES
from ..evaluator import Evaluator
from ..packs import listed
from ..rules import Rules, rulesets
from ..rulestext import LONGEST
from .errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

Parameter = tuple[str, tuple[str, ...], dict[str, Any]]
"""The class in click, the names and the settings of a parameter."""

COMMANDS: list[Registered] = []


class Registered(NamedTuple):
    """A command: what does it, its own parameters, what it is called with."""

    function: Callable[..., None]
    parameters: tuple[Parameter, ...]
    wants: str

    @property
    def name(self) -> str:
        """The function's, without the underscore that keeps it apart from a builtin."""
        return self.function.__name__.rstrip("_")


def option(*names: str, **settings: Any) -> Parameter:
    """An option, given as to `click.option`; click itself is imported when the command line runs."""
    return "Option", names, settings


def argument(*names: str, **settings: Any) -> Parameter:
    return "Argument", names, settings


def complete_rulesets(_context: object, _parameter: object, start: str) -> list[str]:
    """The rulesets that a shell may complete a word to."""
    return [name for name in rulesets() if name.startswith(start)]


HANDS = argument("hands", nargs=-1, metavar="[HAND]...")
RULES_FILE = option("--rules", "rules_file", metavar="FILE", is_path=True, help="Rules of your own, as TOML or JSON.")
PLOT = option("--plot", metavar="FILE", is_path=True, help="Draw a picture too: .png or .svg (needs the extra plot).")
SHARED_CARDS = option(
    "--shared", metavar="CARDS", default="", help="Cards that hands may have in common (vela, Telesina)."
)
JSON = option("--json", "as_json", is_flag=True, help="A JSON object a line, for programs.")
_PACK = (
    option(
        "--ruleset",
        metavar="NAME",
        help="The rules of the game (default: classic); see scalareale rules.",
        shell_complete=complete_rulesets,
    ),
    RULES_FILE,
    option("--players", metavar="N", type=int, help="The pack that so many players use."),
    option("--cards", metavar="N", type=int, help="The pack of so many cards."),
)
_NOTATION = option(
    "--notation",
    choices=("international", "italian"),
    default="international",
    show_default=True,
    help="How cards are read: Ah, or AC (asso di cuori).",
)
_LANGUAGE = option("--language", choices=LANGUAGES, default="en", show_default=True, help="The language of results.")
SHARED = {
    "game": (*_PACK, _NOTATION, _LANGUAGE, JSON),
    "deals": (*_PACK, _LANGUAGE, JSON),
    "games": (*_PACK, _LANGUAGE, JSON),
    "output": (JSON,),
}
"""The options that commands share, by what they are called with."""


def command(*parameters: Parameter, wants: str = "game") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a function a command: it is called with a `Game`, made of the shared options, and its own parameters.

    One that wants "deals" reads no cards, so it has no notation. One that wants "games" is called with a list of them,
    a game for each pack of the rules unless one is chosen; one that wants "output" just with an `Output`. Its name is
    the function's; its help is the docstring.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        COMMANDS.append(Registered(function, parameters, wants))
        return function

    return register


def named_rules(ruleset: str | None, rules_file: str | None) -> Rules:
    """The rules of a file or of a name; without either, the classic ones."""
    if rules_file is None:
        return Rules.named("classic" if ruleset is None else ruleset)
    if ruleset is not None:
        raise Refusal("give --ruleset or --rules, not both: they name the rules twice")
    try:
        with open(rules_file, encoding="utf-8-sig") as file:
            text = file.read(LONGEST + 1)
    except OSError as error:
        raise Refusal(f"{rules_file or repr(rules_file)}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise Refusal(f"{rules_file}: no UTF-8 text ({error.reason} at byte {error.start})") from None
    if not text.strip():
        raise Refusal(f"{rules_file}: the file is empty")
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
