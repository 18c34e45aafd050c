"""Kept inputs as text, one a line in hexadecimal digits, so that a change to them can be read.

python tests/fuzz/corpus.py unpack corpus/c/rows.txt FOLDER        to files, as fuzzers want them
python tests/fuzz/corpus.py pack FOLDER corpus/c/rows.txt [BYTES]  back, the shortest first, while they fit
"""

from __future__ import annotations

import sys
from pathlib import Path


def read(file: Path) -> list[bytes]:
    """The inputs of a file; none if there is no such file."""
    return [bytes.fromhex(line) for line in file.read_text("ascii").splitlines()] if file.exists() else []


def unpack(file: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(read(file)):
        (folder / f"kept-{number}").write_bytes(data)


def pack(folder: Path, file: Path, most: int = 16_000) -> None:
    found = sorted(
        {path.read_bytes() for path in folder.iterdir() if path.is_file()}, key=lambda data: (len(data), data)
    )
    size, kept = 0, []
    for data in found:
        size += 2 * len(data) + 1
        if size > most:
            break
        kept.append(data.hex() + "\n")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(kept), "ascii", newline="\n")
    print(f"{file.name}: {len(kept)} of {len(found)} inputs")


if __name__ == "__main__":
    if sys.argv[1] == "unpack":
        unpack(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        pack(Path(sys.argv[2]), Path(sys.argv[3]), *map(int, sys.argv[4:]))
