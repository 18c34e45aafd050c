"""What is shipped: equal sources make equal archives, and neither the build nor the import asks a network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from buildtree import HERE, ROOT, apart, built, copied, generated, run

needs_checkout = pytest.mark.skipif(not HERE, reason="needs the source tree")


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return generated(tmp_path_factory.mktemp("tables"))


def built_otherwise(name: str, tree: Path) -> Path:
    """The same file under all that should not matter."""
    disturb(tree)
    umask = ("sh", "-c", 'umask 077; exec "$@"', "sh") if os.name == "posix" else ()
    return built(name, tree, umask, TZ="Asia/Tokyo", LC_ALL="C")


def disturb(tree: Path) -> None:
    """Other times and modes of all files."""
    for path in tree.rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)
        os.utime(path, (1_500_000_000, 1_500_000_000))


@needs_checkout
@pytest.mark.slow
def test_two_wheels_built_in_different_folders_are_equal_byte_for_byte(tables: Path, tmp_path: Path) -> None:
    first = built("build_wheel", copied(tmp_path / "a", tables))
    tree = copied(tmp_path / "another" / "folder", tables)
    second = built_otherwise("build_wheel", tree)
    assert first.name == second.name
    assert first.read_bytes() == second.read_bytes()


@needs_checkout
def test_two_sdists_are_equal_byte_for_byte_and_tell_nothing_of_who_packed_them(tmp_path: Path) -> None:
    first = built("build_sdist", copied(tmp_path / "a", Path("none")))
    tree = copied(tmp_path / "another" / "folder", Path("none"))
    second = built_otherwise("build_sdist", tree)
    assert first.name == second.name
    assert first.read_bytes() == second.read_bytes()
    with tarfile.open(first) as archive:
        entries = archive.getmembers()
    assert {(entry.uid, entry.gid, entry.uname, entry.gname) for entry in entries} == {(0, 0, "", "")}
    assert len({entry.mtime for entry in entries}) == 1
    assert {entry.mode for entry in entries} <= {0o644, 0o755}


@needs_checkout
@pytest.mark.slow
def test_build_opens_no_network_connection(tables: Path, tmp_path: Path) -> None:
    alone = apart("net")
    if alone is None:
        pytest.skip("no network namespace can be made here")
    program = "import socket; socket.create_connection(('192.0.2.1', 80), 5)"
    assert "unreachable" in run([*alone, sys.executable, "-c", program]).stdout
    wheel = built("build_wheel", copied(tmp_path / "tree", tables), alone)
    with zipfile.ZipFile(wheel) as archive:
        assert any(name.startswith("scalareale/_core.") for name in archive.namelist())


def test_import_and_use_open_no_network_connection() -> None:
    pytest.importorskip("numpy")
    program = (
        "import sys\n"
        "def refuse(event, args):\n"
        "    if event.startswith('socket.') or event.startswith('urllib.'):\n"
        "        raise SystemExit(f'{event} {args}')\n"
        "sys.addaudithook(refuse)\n"
        "import scalareale as sr\n"
        "ev = sr.Evaluator('classic', cards=32)\n"
        "assert ev.evaluate('Ah Kh Qh Jh Th') and ev.draws('Ah Kh Qh Jh 9s')\n"
        "import scalareale.batch, scalareale.cli.app\n"
        "assert len(ev.evaluate_many(sr.all_hands(32))) == 201376\n"
        "import socket\n"
        "try:\n"
        "    socket.socket()\n"
        "except SystemExit:\n"
        "    print('the hook works')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "the hook works\n", "")


# -- what is installed beside it ----------------------------------------------------------------------------------


def project() -> dict[str, Any]:
    tomllib = pytest.importorskip("tomllib" if sys.version_info >= (3, 11) else "tomli")
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def named(requirements: list[str]) -> set[str]:
    """The packages of requirements, and the extras of ours among them in backquotes."""
    names = set()
    for requirement in requirements:
        own = re.match(r"scalareale\[([\w,]+)\]", requirement)
        if own:
            names |= {f"`{extra}`" for extra in own[1].split(",")}
        else:
            names.add(requirement[: re.search(r"[^\w-]|$", requirement).start()])  # type: ignore[union-attr]
    return names


def listed_in_security() -> dict[str, set[str]]:
    """What SECURITY.md says each extra requires."""
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    rows = text.partition("| extra | requires |")[2].partition("\n\n")[0].splitlines()[2:]
    found = {}
    for row in rows:
        extra, requires, _ = (cell.strip() for cell in row.strip("|").split("|"))
        bare = re.sub(r"\(.*?\)|on Python [\d.]+", "", requires)
        found[extra.strip("`")] = set(re.split(r"[,;\s]+", bare.strip()))
    return found


@needs_checkout
def test_security_lists_what_the_core_and_each_extra_require() -> None:
    required = project()
    wanted = {extra: named(asked) for extra, asked in required["optional-dependencies"].items()}
    del wanted["lint"], wanted["docs"]  # for work on the repository
    wanted["none"] = named(required["dependencies"])
    assert listed_in_security() == wanted


@needs_checkout
def test_security_gives_a_licence_for_all_that_is_listed() -> None:
    rows = (ROOT / "SECURITY.md").read_text("utf-8").partition("| extra | requires |")[2].partition("\n\n")[0]
    for row in rows.splitlines()[2:]:
        for cell in row.strip("|").split("|")[1:]:
            for part in filter(None, map(str.strip, cell.split(";"))):
                assert re.fullmatch(r"(`\w+`(, )?)+|.*(\(.+\)|as above)( with .*)?", part), part
