"""Write the C library as one file and one header: `python -m scalareale.embed --help`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..rules import rulesets
from . import EXAMPLE, HEADER, PKG_CONFIG, SOURCE, amalgamation, example, pkg_config


def main(arguments: list[str] | None = None, sources: Path | None = None) -> int:
    """The command line; the exit code. `sources` is the folder of the C sources, if not the package's own."""
    parser = argparse.ArgumentParser(
        prog="python -m scalareale.embed",
        description=f"Write {SOURCE} and {HEADER}, all that a program in C, C++, Rust or another language needs. "
        f"An {EXAMPLE} that reads hands from standard input is written, too, if there is none: "
        f"cc -O3 {EXAMPLE} {SOURCE} && ./a.out classic 32 < hands.txt",
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="where they go; it is made if it is not there")
    parser.add_argument(
        "--rulesets", metavar="NAME,NAME", help=f"only these, for a smaller program: {', '.join(rulesets())}"
    )
    parser.add_argument("--no-example", action="store_true", help=f"write no {EXAMPLE}")
    parser.add_argument("--pkg-config", action="store_true", help=f"write {PKG_CONFIG} for a libscalareale.a beside it")
    options = parser.parse_args(arguments)
    named = None if options.rulesets is None else [name.strip() for name in options.rulesets.split(",")]
    try:
        source, header = amalgamation(named, sources)
    except ValueError as error:
        parser.error(str(error))
    files = {SOURCE: source, HEADER: header}
    if not options.no_example and not (options.folder / EXAMPLE).exists():
        files[EXAMPLE] = example()
    if options.pkg_config:
        files[PKG_CONFIG] = pkg_config()
    try:
        options.folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            data = text.encode()
            (options.folder / name).write_bytes(data)
            print(f"{options.folder / name}: {len(data):,} bytes")
    except OSError as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
