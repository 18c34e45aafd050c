"""Every example in the README and in the docstrings runs and gives what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import scalareale

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted(module.name for module in pkgutil.iter_modules(scalareale.__path__) if module.name != "__main__")


@pytest.mark.parametrize("name", ["__init__", *MODULES])
def test_examples_of_the_docstrings_run(name: str) -> None:
    try:
        module = scalareale if name == "__init__" else importlib.import_module(f"scalareale.{name}")
    except ImportError as error:  # an engine that it plugs into is not installed
        pytest.skip(str(error))
    if not hasattr(module, "__file__") or not str(module.__file__).endswith(".py"):
        pytest.skip("the compiled module has no docstrings")
    failed, _ = doctest.testmod(module)
    assert failed == 0


@pytest.mark.checkout
def test_examples_of_the_readme_run() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert failed == 0
    assert tried >= 3


@pytest.mark.checkout
def test_figures_of_the_readme_are_those_of_the_saved_run() -> None:
    saved = (ROOT / "benchmarks" / "results.md").read_text(encoding="utf-8")
    _, _, tables = saved.strip().partition("\n")
    assert tables.strip() in (ROOT / "README.md").read_text(encoding="utf-8")
