"""The C library as one file and one header, for programs in other languages: `python -m scalareale.embed DIR`.

The C sources come with the package; the tables are those of the compiled module, which are in memory already. Nothing
else is needed, and the result is the same byte for byte wherever it is made.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from .. import __version__
from ..capi import sources
from .onefile import inlined, names, public, region, with_own_names
from .tables import tables_data

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["EXAMPLE", "HEADER", "PKG_CONFIG", "SOURCE", "amalgamation", "example", "pkg_config"]

SOURCE, HEADER, EXAMPLE, PKG_CONFIG = "scalareale.c", "scalareale.h", "example.c", "scalareale.pc"

_HERE = "python -m scalareale.embed"
_LEFT_OUT = ("floor.c", "kernel.c")
"""What only the Python module has: the floors of benchmarks, and a kernel that is shared by all evaluators."""
_PRIVATE = ("batch_strengths.h",)
"""Headers that each file compiles for itself, for its own processor."""


def amalgamation(rulesets: Iterable[str] | None = None, folder: Path | None = None) -> tuple[str, str]:
    """The texts of `scalareale.c` and `scalareale.h`, with the tables of those rulesets, or of all.

    >>> source, header = amalgamation(["standard"])
    >>> source.isascii(), len(source) < len(amalgamation()[0]) < 1_500_000
    (True, True)
    >>> amalgamation(["holdem"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: unknown ruleset 'holdem': ...

    `folder` has the C sources; by default they are those that the package was made from. ValueError for a name that
    is no ruleset, and for none at all.
    """
    from ..ctext import TABLES, WORDS, words

    folder = folder or sources()
    data, used = tables_data(rulesets)
    generated = {TABLES: data, WORDS: words(_HERE)}
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.[ch]"))}
    header = texts.pop(HEADER)
    shared = [name for name in texts if name.endswith(".h") and name not in _PRIVATE]
    parts = [_title(used, folder), f'#include "{HEADER}"\n', "#define SR_ONE_FILE 1\n#define SR_INTERNAL static\n"]
    parts.append(region(header, "internal"))
    parts += [inlined(texts[name], texts, drop=(HEADER, *shared)) for name in shared]
    known = names("".join([header, *parts]))
    for name in texts:
        if name.endswith(".c") and name not in _LEFT_OUT:
            text = inlined(texts[name], texts | generated, drop=(HEADER, *shared))
            parts.append(f"/* ---- {name} ---- */\n\n{with_own_names(text, name.removesuffix('.c'), known)}")
    return "\n".join(part.strip() + "\n" for part in parts), public(header)


def example() -> str:
    """The text of `example.c`: strengths and showdowns of lines of standard input."""
    from importlib.resources import files

    return files(__name__).joinpath(EXAMPLE).read_text(encoding="utf-8")


def pkg_config() -> str:
    """The text of `scalareale.pc`, for a library `libscalareale` beside it, wherever that is."""
    return (
        "prefix=${pcfiledir}\n"
        "Name: scalareale\n"
        "Description: Hand evaluator for Italian poker and its relatives\n"
        f"Version: {__version__}\n"
        "Cflags: -I${prefix}\n"
        "Libs: -L${prefix} -lscalareale\n"
    )


def _title(rulesets: Iterable[str], folder: Path) -> str:
    """The comment at the top: what this is, and under what license."""
    beside = folder / "LICENSE"
    license_file = beside if beside.is_file() else folder.parent / "LICENSE"
    lines = [
        f"scalareale {__version__} in one file, made by `{_HERE}`: do not edit.",
        *wrap(f"Rulesets: {', '.join(rulesets)}.", 110, break_on_hyphens=False),
        f"Compile it with your program, as C11 or C++17; {HEADER} is the manual.",
        "",
        *license_file.read_text(encoding="utf-8").strip().splitlines(),
    ]
    return "\n".join(["/* " + lines[0], *("   " + line for line in lines[1:])]).replace("   \n", "\n") + " */"
