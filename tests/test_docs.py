"""Every example of the documentation runs and gives what the page says.

Sessions of Python are run section by section, each on its own behind what stands before the first section; a section
that imports what is not installed here is skipped, and says so. Sessions of the shell are run page by page, at the
root of a copy of the checkout.
"""

from __future__ import annotations

import ast
import doctest
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import scalareale as sr

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
RECIPES = DOCS / "recipes"
PAGES = {str(path.relative_to(DOCS).with_suffix("")): path for path in sorted(DOCS.rglob("*.md"))}

# What an example may lack. Any other name that cannot be imported is an error of the page.
OTHERS = {"dask", "duckdb", "matplotlib", "pandas", "pokerkit", "polars", "pyarrow", "pyspiel", "rlcard"}

pytestmark = pytest.mark.checkout


def blocks(text: str, language: str) -> Iterator[tuple[int, str]]:
    """The fenced blocks of a language, with the number of the line before each."""
    for found in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield text.count("\n", 0, found.start(1)), found[1]


# -- Python ---


class Section(NamedTuple):
    page: str
    title: str
    examples: list[doctest.Example]


def sections() -> Iterator[Section]:
    for page, path in PAGES.items():
        text = path.read_text(encoding="utf-8")
        heads = [(0, "")] + [(text.count("\n", 0, m.start()), m[1]) for m in re.finditer(r"^## (.*)$", text, re.M)]
        found: dict[str, list[doctest.Example]] = {title: [] for _, title in heads}
        for first, session in blocks(text, "pycon"):
            title = next(title for line, title in reversed(heads) if line <= first)
            for example in doctest.DocTestParser().get_examples(session):
                example.lineno += first
                found[title].append(example)
        common = found.pop("")
        if common and not any(found.values()):
            yield Section(page, "", common)
        for title, examples in found.items():
            if examples:
                yield Section(page, title, common + examples)


def missing(source: str) -> set[str]:
    """What a source imports and is not installed, also by way of a recipe."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.removeprefix("scalareale.").partition(".")[0])
    lacking = {name for name in names & OTHERS if find_spec(name) is None}
    for name in names:
        if (RECIPES / f"{name}.py").exists():
            lacking |= missing((RECIPES / f"{name}.py").read_text(encoding="utf-8"))
    return lacking


SECTIONS = list(sections())


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: f"{section.page}: {section.title}")
def test_examples_of_a_section_run(section: Section, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if lacking := missing("".join(example.source for example in section.examples)):
        pytest.skip(f"not installed: {', '.join(sorted(lacking))}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(RECIPES))
    examples = doctest.DocTest(section.examples, {}, section.page, str(PAGES[section.page]), 0, None)
    failed, _ = doctest.DocTestRunner().run(examples)
    assert failed == 0


def test_examples_are_found() -> None:
    assert len(SECTIONS) >= 20
    assert {"index", "start", "rules", "house-rules", "simulators", "data", "how"} <= {s.page for s in SECTIONS}


@pytest.mark.parametrize("page", PAGES)
def test_python_is_shown_as_a_session_or_from_a_file(page: str) -> None:
    text = PAGES[page].read_text(encoding="utf-8")
    assert not list(blocks(text, "(?:python|py|c)"))
    assert text.count(">>> ") == sum(session.count(">>> ") for _, session in blocks(text, "pycon"))


# -- the shell ---


def commands(session: str) -> Iterator[tuple[str, str]]:
    """Each command with what is shown below it; lines that begin with "> " go on with the command."""
    for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        command, *rest = part.splitlines()
        while rest and rest[0].startswith("> "):
            command += "\n" + rest.pop(0)[2:]
        yield command, "\n".join(rest)


@pytest.mark.parametrize("page", [page for page, path in PAGES.items() if "```console" in path.read_text("utf-8")])
def test_commands_of_a_page_print_what_it_shows(page: str, tmp_path: Path) -> None:
    session = "".join(block for _, block in blocks(PAGES[page].read_text(encoding="utf-8"), "console"))
    for tool in ("bash", "cc"):
        if (tool == "bash" or re.search(rf"\b{tool} ", session)) and not shutil.which(tool):
            pytest.skip(f"not installed: {tool}")
    for name in ("csrc", "tools", "src", "docs", "tests"):
        (tmp_path / name).symlink_to(ROOT / name, target_is_directory=True)
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR")}
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment["PYTHONIOENCODING"] = "utf-8"
    for command, shown in commands(session):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=300,
            check=False,
        )
        assert (command, done.stdout.rstrip("\n")) == (command, shown)


# -- what pages say of files, cards and rules ---


@pytest.mark.parametrize("page", PAGES)
def test_files_that_a_page_names_are_there(page: str) -> None:
    names = re.findall(r"`((?:src|csrc|tools|tests|docs|benchmarks|\.ci)/[\w./-]*)`", PAGES[page].read_text("utf-8"))
    assert [name for name in names if not (ROOT / name).exists() and "NAME" not in name] == []


def test_pictures_of_the_ranking_show_the_category_of_their_row() -> None:
    text = PAGES["rules"].read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z ]+) \| \*.*?\* \| \{cards\}`(.*?)`", text, re.MULTILINE)
    ev = sr.Evaluator("classic", cards=32)
    order = [category.name.lower().replace("_", " ") for category in ev.rules.categories]
    assert [category for category, _ in rows] == order
    for category, hand in rows:
        assert ev.rank(hand).category.name.lower().replace("_", " ") == category


@pytest.mark.parametrize("page", [page for page, path in PAGES.items() if "```toml" in path.read_text("utf-8")])
def test_rules_that_a_page_shows_are_rules(page: str) -> None:
    for _, rules in blocks(PAGES[page].read_text(encoding="utf-8"), "toml"):
        assert sr.Rules.from_toml(rules).name


@pytest.mark.parametrize("name", ["cards", "rulesets"])
def test_examples_of_the_extensions_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    failed, tried = doctest.testmod(import_module(name))
    assert failed == 0
    assert tried > 0


def test_table_of_rulesets_has_every_ruleset_and_what_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    table = list(import_module("rulesets").table())
    rows = {name.strip(" `"): told.strip() for _, name, _, told, _, _ in (row.split("|") for row in table[2:])}
    assert tuple(rows) == sr.rulesets()
    assert len(set(rows.values())) == len(rows) - 1  # loto-quebec and six-plus differ by their packs
    assert rows["classic"] == "nothing"
    assert rows["no-cycle"] == "no upset"
    assert rows["turkish"] == "three of a kind above straight; hearts > spades > diamonds > clubs; no upset"
    assert rows["suit-first"] == (
        "four of a kind, two pair and pair: ranks, then suit of the highest side card; flush: suit, then ranks"
    )
    assert rows["ace-to-five"] == (
        "the lowest hand wins; the ace is always low; no straights; no flushes; suits do not count; no upset"
    )


# -- the environment for reinforcement learning ---


def test_vectorised_environment_pays_as_the_settlement_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(RECIPES))
    env = import_module("vector_env").ItalianDraw(tables=500, players=4, seed=3)
    rng = np.random.default_rng(4)
    held = env.reset().copy()
    discards = rng.random(held.shape) < 0.4
    hands = env.draw(discards)
    assert (hands[~discards] == held[~discards]).all()
    stays = rng.random(hands.shape[:2]) < 0.5
    stays[0] = False
    rewards = env.bet(stays)
    assert rewards[0].tolist() == [0, 0, 0, 0]
    for table in range(1, env.tables):
        seen = {*held[table].ravel().tolist(), *hands[table].ravel().tolist()}
        assert len(seen) == 20 + discards[table].sum()  # nobody draws a card that was ever in a hand
        if stays[table].any():
            left = [hand.tobytes() if stay else None for hand, stay in zip(hands[table], stays[table], strict=True)]
            stakes = [12 * (1 + 4 * int(stay)) for stay in stays[table]]  # twelve: any number of winners divides it
            takes = sr.settle(stakes, left, env.ev)
            assert np.allclose(rewards[table] * 12, np.subtract(takes, stakes))
