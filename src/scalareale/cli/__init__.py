"""The command line: what hands are, which of two wins, who takes a pot.

A command is a function under `@command`, which gives it the options that all of them share. It works on a `Game`
and tells its results to the game's `Output`: a table for people, a JSON object a line for programs. Lines of standard
input go through `Game.stream`, or by blocks through `stream_hands`; both answer as soon as they were asked and remember
no line.

click and rich are the extra `cli`; this module can be imported without them, and `main` says so if they are missing.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

from .registry import command, option

if TYPE_CHECKING:
    import click

__all__ = ["command", "group", "main", "option"]

_MISSING = 'the command line needs click and rich: pip install "scalareale[cli]"'


def group() -> click.Group:
    """The command line as a click group, with every command that is registered."""
    from .app import group

    return group()


def main() -> NoReturn:
    """The command `scalareale`: run on the arguments of the process, and exit."""
    try:
        import click  # noqa: F401
        import rich  # noqa: F401
    except ImportError:
        print(_MISSING, file=sys.stderr)
        sys.exit(2)
    group().main(prog_name="scalareale")
