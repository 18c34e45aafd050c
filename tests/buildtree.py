"""Copies of the source tree, built apart from it, for tests of the build itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md")
FOLDERS = ("src", "csrc", "tools")
HOOK = "import sys, setuptools.build_meta as hooks; print(getattr(hooks, sys.argv[1])(sys.argv[2]))"
"""What pip and build call, without the environment that they make for it."""
READY = "import shutil, sys; shutil.copytree({tables!r}, sys.argv[-1], dirs_exist_ok=True)\n"
"""A table tool that has no work to do."""

HERE = (ROOT / "setup.py").exists()


@cache
def apart(kind: str) -> tuple[str, ...] | None:
    """A command that runs another one in a namespace of its own ("net" or "mount"); None where that is not allowed."""
    unshare = shutil.which("unshare")
    if unshare is None:
        return None
    command = (unshare, "--user", "--map-root-user", f"--{kind}")
    probe = "mount -t tmpfs none /mnt" if kind == "mount" else "true"
    done = subprocess.run([*command, "sh", "-c", probe], capture_output=True, check=False, timeout=60)
    return command if done.returncode == 0 else None


def copied(folder: Path, tables: Path) -> Path:
    """The source tree in a new folder, with a table tool that copies those of a folder: a build takes seconds so."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info"))
    for name in FILES:
        shutil.copy2(ROOT / name, folder / name)
    (folder / "tools" / "build_tables.py").write_text(READY.format(tables=str(tables)), "utf-8")
    return folder


def generated(folder: Path) -> Path:
    """What the table tool makes, in a folder."""
    done = run([sys.executable, str(ROOT / "tools" / "build_tables.py"), "--quiet", str(folder)])
    assert (done.returncode, done.stdout) == (0, "")
    return folder


def environment(**changes: str) -> dict[str, str]:
    """That of this process, without what would change a build."""
    return {name: value for name, value in os.environ.items() if name not in ("CC", "SOURCE_DATE_EPOCH")} | changes


def run(
    command: list[str] | tuple[str, ...], cwd: Path | None = None, **changes: str
) -> subprocess.CompletedProcess[str]:
    """What a command printed, with both streams in one."""
    return subprocess.run(
        command,
        cwd=cwd,
        env=environment(**changes),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )


def hook(name: str, folder: Path | str = "dist") -> list[str]:
    """The command for `build_wheel` or `build_sdist` into a folder of the tree."""
    return [sys.executable, "-c", HOOK, name, str(folder)]


def built(name: str, tree: Path, before: tuple[str, ...] = (), **changes: str) -> Path:
    """The file that a hook made."""
    (tree / "dist").mkdir(exist_ok=True)
    done = run([*before, *hook(name)], tree, **changes)
    assert done.returncode == 0, done.stdout[-4000:]
    return tree / "dist" / done.stdout.splitlines()[-1]
