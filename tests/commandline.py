"""How tests run the command line: in this process, as a process of its own, on a terminal."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from inspect import signature
from typing import Any

import pytest

import scalareale as sr
from scalareale import cli

click_testing: Any = pytest.importorskip("click.testing", reason="the extra cli is not installed")
pytest.importorskip("rich", reason="the extra cli is not installed")

MINIMUM, MAXIMUM, MEDIUM = "Ah 7h 8h 9h 10h", "10d Jd Qd Kd Ad", "8c 9c 10c Jc Qc"
CARDS_BUT_ONE = "Ah 7h 8h 9h"
PAIR = "Js Jh As 9s 7d"
FOUR = ("--players", "4")
POSIX = pytest.mark.skipif(os.name != "posix", reason="needs signals, devices and terminals of POSIX")


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")


def invoke(*arguments: str, text: str | bytes | None = None) -> Any:
    separate = {"mix_stderr": False} if "mix_stderr" in signature(click_testing.CliRunner).parameters else {}
    result = click_testing.CliRunner(**separate).invoke(
        cli.group(), list(arguments), input=text, prog_name="scalareale"
    )
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def run(*arguments: str, text: str | bytes | None = None) -> str:
    """What a command prints when all is well."""
    result = invoke(*arguments, text=text)
    assert (result.exit_code, result.stderr) == (0, "")
    return str(result.stdout)


def refused(*arguments: str, text: str | bytes | None = None) -> str:
    """Why a command refuses: one line of standard error, and exit code 2."""
    result = invoke(*arguments, text=text)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert result.stderr.endswith("\n")
    assert result.stderr.count("\n") == 1
    return str(result.stderr[len("error: ") : -1])


def objects(*arguments: str, text: str | bytes | None = None) -> list[Any]:
    """The JSON objects that a command prints: one a line, in ASCII."""
    out = run(*arguments, "--json", text=text)
    assert out.isascii()
    return [json.loads(line) for line in out.splitlines()]


def process(*arguments: str, data: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A real run, through pipes."""
    return subprocess.run(
        [sys.executable, "-m", "scalareale", *arguments],
        input=data,
        capture_output=True,
        env=os.environ | environment,
        timeout=60,
    )


def random_lines(count: int, cards: int, evaluator: sr.Evaluator) -> list[str]:
    rng = random.Random(54)
    deals = [rng.sample(evaluator.pack.codes, cards) for _ in range(count)]
    return [" ".join(sr.format_cards([card]) for card in deal) for deal in deals]


def on_terminal(columns: int, *arguments: str, data: bytes | None = None, **environment: str) -> str:
    """What a real run shows on a terminal of so many columns."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    running = subprocess.Popen(
        [sys.executable, "-m", "scalareale", *arguments],
        stdin=theirs if data is None else subprocess.PIPE,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm"} | environment,
    )
    os.close(theirs)
    if running.stdin is not None:
        running.stdin.write(data or b"")
        running.stdin.close()
    shown = b""
    while True:
        try:
            got = os.read(ours, 1 << 16)
        except OSError:  # how Linux says that the other end is closed
            break
        if not got:
            break
        shown += got
    os.close(ours)
    running.wait(60)
    return shown.decode().replace("\r\n", "\n")


def without_colours(shown: str) -> str:
    for code in ("\x1b[31m", "\x1b[1m", "\x1b[0m"):
        shown = shown.replace(code, "")
    assert "\x1b" not in shown
    return shown
