"""What programs are compiled against does not change without its number."""

from __future__ import annotations

import re
import shutil
import struct
from pathlib import Path

import abi
import pytest
from compiling import compilers, run

from scalareale._core import lib
from scalareale.embed import HEADER, SOURCE, amalgamation

RAISE = """\
the ABI differs from the recorded one:
{changes}
what was taken away or changed needs a greater SR_ABI_MAJOR (and minor 0), what was only added a greater SR_ABI_MINOR:
make it {major}.{minor} in {header}, then `python tests/abi.py --record`"""


@pytest.fixture(scope="module")
def one_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not compilers():
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("one_file")
    for name, text in zip((SOURCE, HEADER), amalgamation(), strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.checkout
@pytest.mark.skipif(struct.calcsize("P") != 8, reason="the recorded sizes are those of 64-bit machines")
def test_abi_is_the_recorded_one_or_has_another_number(one_file: Path) -> None:
    header = (one_file / HEADER).read_text(encoding="utf-8")
    found = abi.lines(header, one_file)
    number, recorded = abi.read()
    major, minor = abi.required(recorded, found, number)
    changes = [f"- {line}" for line in recorded if line not in found] + [
        f"+ {line}" for line in found if line not in recorded
    ]
    assert not changes, RAISE.format(changes="\n".join(changes), major=major, minor=minor, header=abi.HEADER)
    assert abi.version(header) == number


def test_symbols_that_are_exported_are_those_that_the_header_declares(one_file: Path) -> None:
    if not shutil.which("nm"):
        pytest.skip("no nm")
    header = (one_file / HEADER).read_text(encoding="utf-8")
    declared = {re.findall(r"\b(sr_\w+)\(", line)[0] for line in abi.prototypes(header)}
    assert {"sr_sizeof", "sr_open", "sr_load", "sr_evaluate", "sr_describe", "sr_equity"} <= declared
    cc = compilers()[-1]  # clang, where it is there: it needs half the time
    done = run([*cc, "-std=c11", "-O0", "-fno-pic", "-c", SOURCE, "-o", "exported.o"], cwd=one_file)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in run(["nm", "exported.o"], cwd=one_file).stdout.splitlines()]
    assert {words[-1].lstrip("_") for words in lines if words[-2] == "T"} == declared
    # Nothing that can be written, initialised or not, and nothing of others but what moves and compares bytes.
    assert [words for words in lines if words[-2] in tuple("bBdDcCsSgG")] == []
    used = {words[-1] for words in lines if words[-2] == "U" and not words[-1].startswith("__stack_chk")}
    assert used <= {"memcpy", "memset", "memcmp", "memmove", "strcmp"}


def test_number_that_is_required_follows_semantic_versioning() -> None:
    assert abi.required(["a", "b"], ["b", "a"], (2, 3)) == (2, 3)
    assert abi.required(["a", "b"], ["a", "b", "c"], (2, 3)) == (2, 4)
    assert abi.required(["a", "b"], ["a"], (2, 3)) == (3, 0)
    assert abi.required(["a", "b"], ["a", "c"], (2, 3)) == (3, 0)


def test_record_sees_every_kind_of_change(one_file: Path, tmp_path: Path) -> None:
    header = (one_file / HEADER).read_text(encoding="utf-8")

    def lines(before: str, after: str) -> list[str]:
        assert before in header
        (tmp_path / HEADER).write_text(header.replace(before, after), encoding="utf-8")
        return abi.lines(header.replace(before, after), tmp_path)

    found = abi.lines(header, one_file)
    assert {"SR_SEATS = 16", "sizeof(sr_draw) = 104", "offsetof(sr_player, cards) = 1"} <= set(found)
    for before, after in [
        ("uint8_t n, cards[5];", "uint8_t cards[5], n;"),
        ("uint64_t total, count[10],", "uint64_t total, count[11],"),
        ("SR_TOO_SMALL = -12,", "SR_TOO_SMALL = -112,"),
        ("sr_tier(const sr_evaluator *ev, uint16_t strength)", "sr_tier(const sr_evaluator *ev, uint32_t strength)"),
        ("sr_progress(void *context, uint64_t done,", "sr_progress(void *context, uint32_t done,"),
        ("SR_OK = 0,", "SR_OK = 0, SR_FINE,"),
        ("#define SR_API\n", "#define SR_API\n#define SR_NEW 1\n"),
        ("typedef struct sr_evaluator sr_evaluator;", "typedef struct sr_table sr_evaluator;"),
        ("typedef struct sr_evaluator sr_evaluator;", "typedef struct sr_evaluator sr_evaluator;\nextern int sr_new;"),
    ]:
        assert set(lines(before, after)) != set(found), before


def test_number_of_the_compiled_module_is_that_of_the_header(one_file: Path) -> None:
    major, minor = abi.version((one_file / HEADER).read_text(encoding="utf-8"))
    assert lib.sr_abi() == major << 16 | minor
    assert lib.sr_sizeof() <= lib.SR_ROOM
