"""What the command line refuses, in its own words."""

from __future__ import annotations

_MOST_SHOWN = 60
"""Characters of a text in an error message."""


class Refusal(Exception):
    """What the user gave is wrong: `error: ...` and exit code 2."""


class Interrupted(Exception):
    """Ctrl-C ended the work early, and what was known is told: exit code 130."""


def shown(text: str) -> str:
    """The text in quotes, never long."""
    text = text.strip()
    return repr(text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 3] + "...")


def refusal(error: ValueError, where: str = "") -> Refusal:
    """What the package said, in the words of the command line: its arguments are options here."""
    message = str(error)
    for argument in ("international", "italian"):
        message = message.replace(f"notation={argument!r}", f"--notation {argument}")
    message = message.replace(" cards=", " --cards ").replace("use samples", "use --samples")
    if where:
        message = f"{where}: {message.removeprefix('hand: ')}"
    return Refusal(message)
