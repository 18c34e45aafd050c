"""The command line in terms of click."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, Any, NoReturn

from .. import __version__
from ..evaluator import Evaluator
from ..rules import rulesets
from . import judge, odds, rulebook, seat, shell, speed, why  # noqa: F401  (they register their commands)
from .errors import Interrupted, Refusal, refusal
from .game import Game
from .output import Output
from .registry import COMMANDS, SHARED, evaluator_of, named_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import click

    from .registry import Parameter


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
            except OSError as error:
                code = _os_error(error)
            except click.ClickException as error:
                message = " ".join(error.format_message().split()).rstrip(".")
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
            except (KeyboardInterrupt, Interrupted):
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
    for command in COMMANDS:
        text = command.function.__doc__ or ""
        commands.add_command(
            Command(
                command.name,
                params=[_made(parameter) for parameter in (*command.parameters, *SHARED[command.wants])],
                callback=_CALLED[command.wants](command.function),
                help=text,
                short_help=text.partition("\n")[0],
                context_settings=settings,
            )
        )
    return commands


_HELP = """Evaluate hands of Italian poker and its relatives.

A card is a rank, 2-9 10 (or T) J Q K A, and a suit, h d c s or its symbol: Ah, 10d, Q♠. A joker is Jk.

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
        settings["type"] = click.Choice(settings.pop("choices"), case_sensitive=False)
    if "least" in settings:
        settings["type"] = click.IntRange(settings.pop("least"), settings.pop("greatest", None))
    if settings.pop("is_path", False):
        settings["type"] = click.Path()  # shells complete it
    return click.Option(names, **settings) if kind == "Option" else click.Argument(names, **settings)


def _with_game(function: Callable[..., None]) -> Callable[..., None]:
    """The function, called with what click read: the shared options as a game, the others as they are."""

    def run(
        ruleset: str | None,
        rules_file: str | None,
        players: int | None,
        cards: int | None,
        language: str,
        as_json: bool,
        notation: str = "international",
        **own: Any,
    ) -> None:
        out = Output(as_json=as_json)
        try:
            evaluator = evaluator_of(named_rules(ruleset, rules_file), players, cards)
            function(Game(evaluator, notation, language, out, players), **own)
        except ValueError as error:
            raise refusal(error) from None

    return run


def _with_games(function: Callable[..., None]) -> Callable[..., None]:
    """The function, called with a game for each pack that the options leave."""

    def run(
        ruleset: str | None,
        rules_file: str | None,
        players: int | None,
        cards: int | None,
        language: str,
        as_json: bool,
        **own: Any,
    ) -> None:
        out = Output(as_json=as_json)
        try:
            rules = named_rules(ruleset, rules_file)
            if players is None and cards is None:
                chosen = [Evaluator(rules, cards=size) for size in rules.packs]
            else:
                chosen = [evaluator_of(rules, players, cards)]
            function([Game(evaluator, "international", language, out, players) for evaluator in chosen], **own)
        except ValueError as error:
            raise refusal(error) from None

    return run


def _with_output(function: Callable[..., None]) -> Callable[..., None]:
    """The function, called with standard output and what click read."""

    def run(as_json: bool, **own: Any) -> None:
        try:
            function(Output(as_json=as_json), **own)
        except ValueError as error:
            raise refusal(error) from None

    return run


_CALLED = {"game": _with_game, "deals": _with_game, "games": _with_games, "output": _with_output}


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
