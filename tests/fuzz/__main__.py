"""Try the doors of the Python package for so many seconds: `python -m fuzz SECONDS [NAME ...]`, from the folder tests.

With atheris installed, and ten seconds or more for each property, it makes the inputs, led by which lines of the
package they reach; else Hypothesis draws them, anew each time. What fails is shrunk (by Hypothesis) and shown; the exit
code is then 1.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback
from importlib.util import find_spec
from pathlib import Path

from fuzz.corpus import unpack

FOLDER = Path(__file__).parent
CORPUS = FOLDER / "corpus" / "python"
_LENGTH = 4096


def by_atheris(name: str, seconds: int, found: Path) -> None:
    """Try one property, and never return: libFuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=["scalareale"], enable_loader_override=False):
        from fuzz import doors, outside  # noqa: F401

    tried, one = 0, doors.trying(name, database=None).hypothesis.fuzz_one_input

    def count(data: bytes) -> None:
        nonlocal tried
        # Where the bytes end before all has been drawn, nothing was tried.
        if one(data) is not None:
            tried += 1
            print(f"tried {tried}", flush=True)

    flags = f"-timeout=120 -rss_limit_mb=3000 -len_control=0 -max_len={_LENGTH}".split()
    flags += [f"-max_total_time={seconds}", f"-artifact_prefix={found.parent}/{name}-"]
    atheris.Setup([sys.argv[0], *flags, str(found)], count)
    atheris.Fuzz()


def in_a_process(name: str, seconds: int, found: Path) -> tuple[int, str]:
    """The number of inputs that atheris made, and what it said if one of them broke the property."""
    unpack(CORPUS / f"{name}.txt", found)
    for number in range(8):  # enough bytes to draw all from, where short ones are seldom enough
        (found / f"random-{number}").write_bytes(os.urandom(_LENGTH))
    command = [sys.executable, "-m", "fuzz", str(seconds), name, "--one", str(found)]
    done = subprocess.run(command, cwd=FOLDER.parent, capture_output=True, text=True, check=False)
    tried = re.findall(r"^tried (\d+)$", done.stdout, re.M)
    return int(tried[-1]) if tried else 0, (done.stdout + done.stderr)[-6000:] if done.returncode else ""


def by_hypothesis(name: str, seconds: float) -> tuple[int, str]:
    """The number of inputs, and what was said if one of them broke the property."""
    from fuzz import doors, outside  # noqa: F401  (its properties join those of doors)

    count = 10 if seconds < 5 else 200
    chosen = doors.trying(name, max_examples=count, database=None)
    tried, end = 0, time.monotonic() + seconds
    while tried == 0 or time.monotonic() < end:
        try:
            chosen()
        except Exception:
            return tried, traceback.format_exc()
        tried += count
    return tried, ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("seconds", type=int, help="for all of them together")
    parser.add_argument("names", nargs="*", help="of properties; all of them if none is given")
    parser.add_argument("--found", type=Path, help="a folder that keeps what atheris finds")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        by_atheris(args.names[0], args.seconds, args.one)

    from fuzz import doors, outside  # noqa: F401  (its properties join those of doors)

    names = args.names or list(doors.PROPERTIES)
    share = args.seconds / len(names)
    atheris = find_spec("atheris") is not None and share >= 10
    broken, all_tried = 0, 0
    print(f"{len(names)} properties by {'atheris' if atheris else 'Hypothesis'}", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            started = time.monotonic()
            if atheris:
                tried, said = in_a_process(name, round(share), (args.found or Path(scratch)) / name)
            else:
                tried, said = by_hypothesis(name, share)
            all_tried += tried
            broken += said != ""
            print(f"{name}: {tried} inputs in {time.monotonic() - started:.0f} s\n{said}", end="", flush=True)
    print(f"{all_tried} inputs, {broken} of {len(names)} properties broken")
    return 1 if broken else 0


if __name__ == "__main__":
    os.chdir(FOLDER.parent)
    sys.exit(main())
