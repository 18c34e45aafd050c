"""The tables are built alike everywhere and checked, and the C is clean: no warning, no byte read too many."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest
from compiling import compilers, run, sanitizing

import scalareale as sr

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT / "tools" / "build_tables.py"
CSRC = ROOT / "csrc"
HEADER = "tables_data.h"
WARNINGS = "-std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror".split()

pytestmark = pytest.mark.skipif(not TOOL.exists(), reason="needs the source tree")


def build_ffi() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_ffi_under_test", ROOT / "tools" / "build_ffi.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of tables built once, and what the tool printed."""
    folder = tmp_path_factory.mktemp("generated")
    done = run([sys.executable, str(TOOL), str(folder)], cwd=ROOT, PYTHONHASHSEED="1")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return folder, done.stdout


# -- the tables ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_tables_are_the_same_byte_for_byte_wherever_they_are_built(built: tuple[Path, str], tmp_path: Path) -> None:
    done = run(
        [sys.executable, str(TOOL), "--quiet", str(tmp_path / "deep" / "down")],
        cwd=tmp_path,
        PYTHONHASHSEED="2",
        LC_ALL="C",
        TZ="Asia/Tokyo",
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    again = (tmp_path / "deep" / "down" / HEADER).read_bytes()
    assert again == (built[0] / HEADER).read_bytes()
    assert b"\r" not in again
    assert again.isascii()


@pytest.mark.slow
def test_changed_digest_fails_the_build_and_both_digests_are_shown(tmp_path: Path) -> None:
    for name in ("tools", "src"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    digests = tmp_path / "tools" / "table_digests.txt"
    lines = digests.read_text("ascii").splitlines()
    at = next(i for i, line in enumerate(lines) if line.endswith("  classic 32"))
    committed = lines[at].split()[0]
    wrong = ("1" if committed[0] == "0" else "0") + committed[1:]
    lines[at] = lines[at].replace(committed, wrong)
    digests.write_text("\n".join(lines) + "\n", "ascii")
    done = run([sys.executable, "tools/build_tables.py", "out"], cwd=tmp_path)
    assert done.returncode != 0
    assert "classic 32" in done.stderr
    assert wrong in done.stderr
    assert committed in done.stderr
    assert len(re.findall(r"\b[0-9a-f]{64}\b", done.stderr)) == 2
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out" / HEADER).exists()


@pytest.mark.slow
def test_report_lists_every_table(built: tuple[Path, str]) -> None:
    lines = built[1].splitlines()
    listed = {(words[0], int(words[1])) for words in map(str.split, lines) if len(words) == 6 and words[1].isdigit()}
    assert listed == {(name, size) for name in sr.rulesets() for size in sr.Rules.named(name).packs}
    assert f"{len(listed)} tables proved and built" in lines[-1]
    for line in lines:
        load = re.search(r"(\d+)%", line)
        assert load is None or 0 < int(load[1]) <= 100


def test_digests_name_every_table_and_hash() -> None:
    lines = (ROOT / "tools" / "table_digests.txt").read_text("ascii").splitlines()
    names = [line.split("  ", 1)[1] for line in lines]
    assert len(set(names)) == len(names)
    tables = {f"{name} {size}" for name in sr.rulesets() for size in sr.Rules.named(name).packs}
    assert {name for name in names if not name.startswith("hash ")} == tables
    assert all(re.fullmatch(r"[0-9a-f]{64}", line.split("  ", 1)[0]) for line in lines)


def test_help_says_what_the_tool_does() -> None:
    done = run([sys.executable, str(TOOL), "--help"])
    assert done.returncode == 0
    assert "C tables" in done.stdout
    assert "--update-digests" in done.stdout


# -- the description for cffi -------------------------------------------------------------------------------------


def test_importing_the_description_has_no_side_effects(tmp_path: Path) -> None:
    """P13: from any folder, with nothing printed, written or compiled."""
    program = (
        "import os, sys\n"
        "sys.dont_write_bytecode = True\n"
        f"sys.path.insert(0, {str(ROOT / 'tools')!r})\n"
        "before = dict(os.environ), os.getcwd()\n"
        "import build_ffi\n"
        "assert before == (dict(os.environ), os.getcwd())\n"
        "assert 'scalareale' not in sys.modules\n"
        "assert build_ffi.ffibuilder\n"
    )
    before = {path: path.stat().st_mtime_ns for path in ROOT.rglob("*.[cho]") if ".git" not in path.parts}
    done = run([sys.executable, "-c", program], cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_description_names_every_c_file_there_is() -> None:
    assert sorted(build_ffi().SOURCES) == sorted(path.name for path in CSRC.glob("*.c"))


def test_compiled_module_has_all_that_is_declared() -> None:
    from scalareale._core import lib

    bare = re.sub(r"/\*.*?\*/|^typedef [^;{]*;", "", build_ffi().declarations(), flags=re.S | re.M)
    functions = set(re.findall(r"\b(sr_\w+)\(", bare))
    assert {"sr_evaluate", "sr_evaluate_text", "sr_showdown", "sr_category"} <= functions
    assert functions <= set(dir(lib))


# -- the C --------------------------------------------------------------------------------------------------------


def sources() -> list[str]:
    return [str(CSRC / name) for name in build_ffi().SOURCES]


@pytest.mark.slow
def test_c_compiles_without_a_warning(built: tuple[Path, str], tmp_path: Path) -> None:
    every = compilers()
    if not every:
        pytest.skip("no C compiler")
    for compiler in every:
        for level in ("-O0", "-O3"):
            for source in [*sources(), *map(str, sorted(ROOT.glob("tests/**/*.c")))]:
                include = [f"-I{CSRC}", f"-I{built[0]}"]
                done = run([*compiler, *WARNINGS, level, *include, "-c", source, "-o", str(tmp_path / "a.o")])
                assert (done.returncode, done.stderr) == (0, ""), f"{compiler} {level} {source}\n{done.stderr}"


@pytest.mark.slow
def test_header_stands_alone_in_c_and_says_nothing_to_a_strict_compiler(tmp_path: Path) -> None:
    every = compilers()
    if not every:
        pytest.skip("no C compiler")
    alone = tmp_path / "alone.c"
    alone.write_text('#include "scalareale.h"\n#include "scalareale.h"\nint main(void) { return SR_HAND - 5; }\n')
    for compiler in every:
        done = run([*compiler, *WARNINGS, f"-I{CSRC}", str(alone), "-o", str(tmp_path / "alone")])
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        assert run([str(tmp_path / "alone")]).returncode == 0


@pytest.fixture(scope="module")
def sanitized(built: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A command that compiles a program with the library, both under sanitizers."""
    folder = tmp_path_factory.mktemp("sanitized")
    command = sanitizing(folder)
    if command is None:
        pytest.skip("no C compiler here whose programs run under the address and undefined-behaviour sanitizers")
    # Sanitized vector code takes minutes to optimise and seconds not to. Outputs of 256 hands go the way of long ones.
    command += ["-std=c11", "-O0", "-g", "-DSR_LONG=256", f"-I{CSRC}", f"-I{built[0]}"]
    done = run([*command, "-c", *sources()], cwd=folder)
    assert done.returncode == 0, done.stderr
    return [*command, *map(str, sorted(folder.glob("*.o")))]


def runs_clean(sanitized: list[str], program: Path, files: list[Path], *options: str, arguments: list[Path]) -> str:
    """What a program prints that has been compiled and that no sanitizer had anything to say about."""
    done = run([*sanitized, *options, *map(str, files), "-o", str(program)])
    assert done.returncode == 0, done.stderr
    command = [str(program), *map(str, arguments)]
    done = run(command, UBSAN_OPTIONS="print_stacktrace=1", ASAN_OPTIONS="detect_stack_use_after_return=1")
    assert done.returncode == 0, done.stderr[-4000:]
    assert done.stderr == ""
    return done.stdout


@pytest.mark.slow
def test_no_byte_is_read_too_many_whatever_bytes_are_given(sanitized: list[str], tmp_path: Path) -> None:
    said = runs_clean(sanitized, tmp_path / "sanitize", [ROOT / "tests" / "sanitize.c"], arguments=[])
    assert said == f"{sum(len(sr.Rules.named(name).packs) for name in sr.rulesets())} tables\n"


@pytest.mark.slow
def test_input_that_the_fuzzers_kept_breaks_nothing(sanitized: list[str], tmp_path: Path) -> None:
    fuzz = ROOT / "tests" / "fuzz"
    kept = sorted(fuzz.glob("corpus/c/*.txt"))
    inputs = sum(len(file.read_text("ascii").splitlines()) for file in kept)
    assert inputs > 500
    said = runs_clean(sanitized, tmp_path / "replay", sorted(fuzz.glob("*.c")), "-DSR_REPLAY", arguments=kept)
    assert said == f"{inputs} inputs\n"
