"""Compilers that are here, and running them, for tests of C."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

CXX_OF = {"gcc": "g++", "clang": "clang++", "x86_64-w64-mingw32-gcc": "x86_64-w64-mingw32-g++"}
"""The C++ compiler that comes with one for C."""


def run(
    command: list[str], cwd: Path | None = None, *, stdin: str | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """What a command says and returns."""
    return subprocess.run(
        command,
        cwd=cwd,
        input=stdin,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=900,
        check=False,
    )


def compilers() -> list[list[str]]:
    """The C compiler of the environment and the usual ones, each once."""
    found: dict[str, list[str]] = {}
    for words in (shlex.split(os.environ.get("CC", "")), ["cc"], ["gcc"], ["clang"]):
        path = shutil.which(words[0]) if words else None
        if path:
            found.setdefault(os.path.realpath(path), words)
    return list(found.values())


def sanitizing(folder: Path) -> list[str] | None:
    """A compiler whose programs run under the address and undefined-behaviour sanitizers here."""
    probe = folder / "probe.c"
    probe.write_text("int main(void) { return 0; }\n")
    for compiler in reversed(compilers()):  # clang first: GCC needs four times as long to instrument vector code
        command = [*compiler, "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
        if run([*command, str(probe), "-o", str(folder / "probe")]).returncode == 0:
            if run([str(folder / "probe")]).returncode == 0:
                return command
    return None
