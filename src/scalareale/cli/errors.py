"""What the command line refuses, in its own words."""

from __future__ import annotations

from ..cards import shown

__all__ = ["Interrupted", "Refusal", "refusal", "shown"]


class Refusal(Exception):
    """What the user gave is wrong: `error: ...` and exit code 2."""


class Interrupted(Exception):
    """Ctrl-C ended the work early, and what was known is told: exit code 130."""


def refusal(error: ValueError, where: str = "") -> Refusal:
    """What the package said, in the words of the command line: its arguments are options here."""
    message = str(error)
    for argument in ("international", "italian"):
        message = message.replace(f"notation={argument!r}", f"--notation {argument}")
    message = message.replace(" cards=", " --cards ").replace("use samples", "use --samples")
    if where:
        message = f"{where}: {message.removeprefix('hand: ')}"
    return Refusal(message)
