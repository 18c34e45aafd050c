"""C sources of several files as the text of one: without their includes, and each with names of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_INCLUDE = re.compile(r'^#include "([^"]+)"\n', re.M)
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
_TOKEN = re.compile(
    r"""
    (?P<other> /\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | \.?\d[\w.]* )
    | (?P<member> (?:->|\.)? ) (?P<name> [A-Za-z_]\w* )
    """,
    re.S | re.X,
)
# What a file declares at its top level. The sources are formatted so that such a declaration begins a line.
_DECLARED = [
    re.compile(pattern, re.M)
    for pattern in (
        r"^[ ]*\#[ ]*define[ ]+(\w+)",
        r"^\}\s*(\w+);",  # typedef struct { ... } name;
        r"^typedef\s[^{;]*?(\w+)(?:\([^;]*\)|\[[^;]*\])?;",
        r"^(?:static|STEP|SR_INLINE|SR_LOOP)\b[^;={(]*?(\w+)\s*[\[(=;]",
        r"^INSTANCE\((\w+)",
    )
]
_ENUM = re.compile(r"\benum\s*\{([^}]*)\}")


def inlined(text: str, texts: Mapping[str, str], drop: Collection[str]) -> str:
    """The text with its own headers in the places where it includes them, but for those that come before it.

    >>> inlined('#include "a.h"\\n#include "b.h"\\n#include <math.h>\\n', {"a.h": "int a;\\n"}, ["b.h"])
    'int a;\\n#include <math.h>\\n'
    """

    def body(found: re.Match[str]) -> str:
        return "" if found[1] in drop else inlined(texts[found[1]], texts, drop)

    return _INCLUDE.sub(body, text)


def with_own_names(text: str, file: str, known: Collection[str] = ()) -> str:
    """The text with the name of the file in all names that are its own.

    >>> with_own_names("static int twice(int n) { return 2 * n; }\\nint sr_four(void) { return twice(2); }", "four")
    'static int sr_four_twice(int n) { return 2 * n; }\\nint sr_four(void) { return sr_four_twice(2); }'

    Members have names that are renamed, too, wherever they are like one of the file's own, unless everybody knows
    them. Should that be wrong for once, the result does not compile.
    """
    own = own_names(text)

    def renamed(found: re.Match[str]) -> str:
        name, member = found["name"], found["member"]
        return f"{member}sr_{file}_{name}" if name in own and not (member and name in known) else found[0]

    return _TOKEN.sub(renamed, text)


def names(text: str) -> set[str]:
    """All names in a C text.

    >>> sorted(names("int a; /* b */"))
    ['a', 'int']
    """
    return {found["name"] for found in _TOKEN.finditer(text) if found["name"]}


def own_names(text: str) -> set[str]:
    """The macros, types, constants, functions and objects that a file has for itself.

    >>> sorted(own_names("enum { A = 1, B };\\ntypedef struct {\\n    int c;\\n} one;\\nstatic const one d = {A};"))
    ['A', 'B', 'd', 'one']
    """
    bare = _COMMENT.sub("", text)
    found = {name for pattern in _DECLARED for name in pattern.findall(bare)}
    for constants in _ENUM.findall(bare):
        found.update(constant.split("=")[0].strip() for constant in constants.split(","))
    return found - {""}


def region(header: str, name: str) -> str:
    """What stands between two marks of the header.

    >>> region("a\\n/* [b] */\\nc\\n/* [/b] */\\nd\\n", "b")
    'c\\n'
    """
    _, _, rest = header.partition(f"/* [{name}] */\n")
    inside, mark, _ = rest.partition(f"/* [/{name}] */\n")
    if not mark:
        raise ValueError(f"the header has no part marked [{name}]")
    return inside


def public(header: str) -> str:
    """The header without what is not for everybody, and without its marks."""
    for name in ("internal", "module"):
        header = header.replace(f"/* [{name}] */\n{region(header, name)}/* [/{name}] */\n", "")
    header = re.sub(r"#ifndef SR_INTERNAL\n.*?#endif\n", "", header, flags=re.S)
    header = re.sub(r"/\* The part between the two marks.*?\*/\n/\* \[cdef\] \*/\n", "", header, flags=re.S)
    return re.sub(r"\n{3,}", "\n\n", header.replace("/* [/cdef] */\n", ""))
