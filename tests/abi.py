"""The ABI of the one-file C library, as lines that can be compared; `python tests/abi.py --record` writes them down.

A line is a function's prototype, a type, a constant's value, or the size or the place of something in a struct that
users make.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from compiling import compilers, run

RECORD = Path(__file__).resolve().parent / "data" / "abi.txt"
HEADER = "csrc/scalareale.h"


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def prototypes(header: str) -> list[str]:
    """The functions that a header declares, each on one line."""
    bare = without_comments(header)
    return sorted(" ".join(found.split()) for found in re.findall(r"^SR_API\s+([^;]+;)", bare, flags=re.M))


def types(header: str) -> list[str]:
    """Structs and types of functions, each on one line."""
    bare = without_comments(header)
    found = re.findall(r"^typedef (?:struct \{[^}]*\} \w+|[^;{]*\([^;]*\));", bare, flags=re.M)
    return [" ".join(text.split()) for text in found]


def others(header: str) -> list[str]:
    """Macros, and what else is declared by a line that begins with a word: all but functions, structs and constants."""
    bare = without_comments(header)
    macros = re.findall(r"^#define (?!SR_VERSION|SCALAREALE_H)\w.*", bare, flags=re.M)
    known = r"SR_API\b|enum\b|typedef struct \{|typedef [^;{]*\("
    return [
        " ".join(text.split()) for text in [*macros, *re.findall(rf"^(?!{known})[a-z][^;{{}}]*;", bare, flags=re.M)]
    ]


def constants(header: str) -> list[str]:
    bare = without_comments(header)
    return [
        name
        for body in re.findall(r"\benum\s*\{([^}]*)\}", bare)
        for name in re.findall(r"(\w+)\s*(?:=[^,]*)?(?:,|$)", body.strip())
        if not name.startswith("SR_ABI_")
    ]


def members(header: str) -> dict[str, list[str]]:
    """The members of each struct."""
    bare = without_comments(header)
    found = {}
    for body, name in re.findall(r"typedef struct \{([^}]*)\} (\w+);", bare):
        declared = [re.sub(r"\(\*(\w+)\)\([^)]*\)", r"\1", line) for line in body.split(";")]
        found[name] = [re.findall(r"\w+", part)[-1] for line in declared for part in _undimensioned(line) if part]
    return found


def _undimensioned(line: str) -> list[str]:
    return [part.strip() for part in re.sub(r"\[[^]]*\]", "", line).split(",")]


def version(header: str) -> tuple[int, int]:
    major, minor = (re.search(rf"\bSR_ABI_{part} = (\d+)", header) for part in ("MAJOR", "MINOR"))
    assert major
    assert minor
    return int(major[1]), int(minor[1])


def lines(header: str, folder: Path) -> list[str]:
    """The ABI of a header `scalareale.h` in a folder; numbers are what a compiler says."""
    says = [f'    printf("{name} = %d\\n", (int){name});' for name in constants(header)]
    for struct, names in members(header).items():
        says.append(f'    printf("sizeof({struct}) = %d\\n", (int)sizeof({struct}));')
        says += [
            f'    printf("offsetof({struct}, {name}) = %d\\n", (int)offsetof({struct}, {name}));' for name in names
        ]
    program = folder / "abi.c"
    program.write_text(
        '#include "scalareale.h"\n#include <stdio.h>\nint main(void)\n{\n' + "\n".join(says) + "\n    return 0;\n}\n"
    )
    compiler = compilers()[0]
    done = run([*compiler, f"-I{folder}", str(program), "-o", str(folder / "abi")])
    assert done.returncode == 0, done.stderr
    return [*prototypes(header), *types(header), *others(header), *run([str(folder / "abi")]).stdout.splitlines()]


def required(recorded: list[str], found: list[str], number: tuple[int, int]) -> tuple[int, int]:
    """The number that what was found must have, where `number` is that of what was recorded."""
    major, minor = number
    if set(found) == set(recorded):
        return number
    return (major, minor + 1) if set(found) > set(recorded) else (major + 1, 0)


def read() -> tuple[tuple[int, int], list[str]]:
    """The number and the lines that are recorded."""
    first, *rest = RECORD.read_text("ascii").splitlines()
    major, _, minor = first.removeprefix("ABI ").partition(".")
    return (int(major), int(minor)), rest


def main(arguments: list[str]) -> int:
    from scalareale.embed import amalgamation

    _, header = amalgamation()
    number = version(header)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "scalareale.h").write_text(header, encoding="utf-8")
        found = lines(header, Path(folder))
    if arguments != ["--record"]:
        print("\n".join(found))
        return 0
    if RECORD.exists():
        wanted = required(read()[1], found, read()[0])
        if number != wanted:
            print(f"{HEADER} has ABI {number[0]}.{number[1]}, but must have {wanted[0]}.{wanted[1]}", file=sys.stderr)
            return 1
    RECORD.write_text("\n".join([f"ABI {number[0]}.{number[1]}", *found]) + "\n", encoding="ascii", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
