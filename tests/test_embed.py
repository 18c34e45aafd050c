"""One C file and one header, made from the installed package, are the library: clean, complete, and right."""

from __future__ import annotations

import ctypes
import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from compiling import CXX_OF, compilers, run

import scalareale as sr
from scalareale.embed import EXAMPLE, HEADER, PKG_CONFIG, SOURCE, amalgamation, example, pkg_config
from scalareale.embed.__main__ import main

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "docs" / "examples"
TABLES = [(name, cards) for name in sr.rulesets() for cards in sr.Rules.named(name).packs]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"]


def every_compiler() -> list[list[str]]:
    """Each C and C++ compiler that is here, with the language it is to read."""
    found = []
    for c, cxx in CXX_OF.items():
        if shutil.which(c):
            found.append([c, "-std=c11", "-Wconversion"])
        if shutil.which(cxx):
            found.append([cxx, "-x", "c++", "-std=c++17"])
    return found


def embedded(folder: Path, *arguments: str) -> Path:
    assert main([str(folder), *arguments]) == 0
    return folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all that embed writes, and what is compiled of it."""
    return embedded(tmp_path_factory.mktemp("whole"), "--pkg-config")


@pytest.fixture(scope="module")
def built(whole: Path) -> Path:
    """The same with the library and the example compiled as few tests need them: quickly."""
    if not compilers():
        pytest.skip("no C compiler")
    cc = compilers()[0]
    for command in (
        [*cc, "-O1", "-fPIC", "-c", SOURCE, "-o", "scalareale.o"],
        [*cc, "-shared", "scalareale.o", "-o", "libscalareale.so"],
        ["ar", "rcs", "libscalareale.a", "scalareale.o"],
        [*cc, "-O1", EXAMPLE, "scalareale.o", "-o", "example"],
    ):
        done = run(command, cwd=whole)
        assert done.returncode == 0, done.stderr
    return whole


# -- the text ---------------------------------------------------------------------------------------------------------


def test_text_is_small_and_ascii_and_the_same_each_time(tmp_path: Path) -> None:
    source, header = amalgamation()
    assert (source, header) == amalgamation(sr.rulesets())
    assert len(source) < 1_500_000
    assert source.isascii()
    assert header.isascii()
    assert "\t" not in source + header
    assert str(ROOT) not in source + header
    program = "from scalareale.embed import *; import sys; sys.stdout.write(amalgamation()[0])"
    again = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, check=True)
    assert again.stdout.decode() == source


def test_includes_are_of_the_standard_library_and_of_the_compiler() -> None:
    source, header = amalgamation()
    assert set(re.findall(r'^#include "(.*)"', source, re.M)) == {HEADER}
    assert set(re.findall(r"^#include <(.*)>", header, re.M)) == {"stddef.h", "stdint.h"}
    assert set(re.findall(r"^#include <(.*)>", source, re.M)) == {"limits.h", "string.h", "immintrin.h", "cpuid.h"}


def test_license_and_version_are_in_the_file() -> None:
    source, header = amalgamation(["classic"])
    assert "Permission is hereby granted, free of charge" in source[:2000]
    assert "THE SOFTWARE IS PROVIDED" in source[:2000]
    assert sr.__version__ in source[:200]
    assert "Rulesets: classic.\n" in source[:300]
    assert f'#define SR_VERSION "{sr.__version__}"' in header


def test_header_has_nothing_that_is_only_for_the_module() -> None:
    _, header = amalgamation(["classic"])
    for word in ("sr_use_kernel", "sr_table", "sr_hash", "sr_floor", "sr_made", "SR_INTERNAL", "[internal]", "cdef"):
        assert word not in header, word


def test_only_the_rulesets_that_are_named_are_in_it(tmp_path: Path) -> None:
    all_of_them = len(amalgamation()[0])
    for name in sr.rulesets():
        source, _ = amalgamation([name])
        assert len(source) < all_of_them
        assert re.findall(r'\}, \d+, "([\w-]+)", NULL\}', source) == [name] * len(sr.Rules.named(name).packs)


def test_wrong_names_are_refused_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for names, match in (("classic,holdem", "unknown ruleset 'holdem'"), ("", "unknown ruleset ''")):
        with pytest.raises(SystemExit) as ended:
            main([str(tmp_path / "new"), "--rulesets", names])
        assert ended.value.code == 2
        assert match in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
    with pytest.raises(ValueError, match="no ruleset is named"):
        amalgamation([])


def test_example_is_written_unless_there_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    embedded(tmp_path / "deep" / "down")
    assert sorted(os.listdir(tmp_path / "deep" / "down")) == [EXAMPLE, SOURCE, HEADER]
    assert "scalareale.c: " in capsys.readouterr().out
    (tmp_path / EXAMPLE).write_text("mine")
    embedded(tmp_path)
    assert (tmp_path / EXAMPLE).read_text() == "mine"
    embedded(tmp_path / "two", "--no-example")
    assert sorted(os.listdir(tmp_path / "two")) == [SOURCE, HEADER]


def test_folder_that_cannot_be_written_is_an_error_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run([sys.executable, "-m", "scalareale.embed", str(tmp_path / "file")])
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "file" in done.stderr


@pytest.mark.checkout
def test_tool_of_the_checkout_writes_the_same(whole: Path, tmp_path: Path) -> None:
    done = run([sys.executable, str(ROOT / "tools" / "amalgamate.py"), str(tmp_path)])
    assert done.returncode == 0, done.stderr
    for name in (SOURCE, HEADER, EXAMPLE):
        assert (tmp_path / name).read_bytes() == (whole / name).read_bytes(), name


def test_examples_of_the_parts_run() -> None:
    from scalareale.embed import onefile, tables

    for module in (onefile, tables):
        assert doctest.testmod(module).failed == 0


# -- compilers --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("compiler", every_compiler(), ids=lambda words: words[0])
@pytest.mark.parametrize("level", ["-O0", "-O3"])
def test_no_compiler_says_a_word(compiler: list[str], level: str, whole: Path, tmp_path: Path) -> None:
    including = tmp_path / "including.c"
    including.write_text(f'#define SR_API static inline\n#include "{SOURCE}"\n', "utf-8")
    for more in ([SOURCE], ["-DSR_PORTABLE_ONLY", SOURCE], [f"-I{whole}", str(including)]):
        done = run([*compiler, level, *WARNINGS, "-c", *more, "-o", str(tmp_path / "a.o")], cwd=whole)
        assert (done.returncode, done.stderr) == (0, ""), more
    done = run([*compiler, level, *WARNINGS, "-c", EXAMPLE, "-o", str(tmp_path / "b.o")], cwd=whole)
    assert (done.returncode, done.stderr) == (0, "")


def test_it_is_c_and_cpp_for_every_compiler_here(whole: Path) -> None:
    if not every_compiler():
        pytest.skip("no C compiler")
    for compiler in every_compiler():
        newer = "-std=c++20" if "c++" in compiler else "-std=c17"
        done = run([*compiler, *WARNINGS, newer, "-fsyntax-only", SOURCE], cwd=whole)
        assert (done.returncode, done.stderr) == (0, ""), compiler


def test_c_program_links_with_what_a_cpp_compiler_made(whole: Path, tmp_path: Path) -> None:
    if not shutil.which("g++") or not shutil.which("gcc"):
        pytest.skip("no gcc and g++")
    for command in (
        ["g++", "-x", "c++", "-std=c++17", "-O1", "-DSR_PORTABLE_ONLY", "-c", SOURCE, "-o", str(tmp_path / "a.o")],
        ["gcc", "-std=c11", "-O1", EXAMPLE, str(tmp_path / "a.o"), "-o", str(tmp_path / "example")],
    ):
        done = run(command, cwd=whole)
        assert done.returncode == 0, done.stderr
    assert run([str(tmp_path / "example"), "classic", "32"], stdin="Ah 7h 8h 9h 10h\n").stdout == "2056\n"


def test_example_in_the_header_runs_and_prints_what_it_says(built: Path, tmp_path: Path) -> None:
    header = (built / HEADER).read_text(encoding="utf-8")
    code = re.search(r'\n( +#include "scalareale.h"\n.*?\n {7}\}\n)', header, re.S)
    printed = re.search(r"\n   prints ([\d ]+):", header)
    assert code
    assert printed
    (tmp_path / "a.c").write_text(code[1])
    command = [*compilers()[0], f"-I{built}", "a.c", str(built / "scalareale.o"), "-o", "a"]
    done = run(command, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert run([str(tmp_path / "a")]).stdout == printed[1] + "\n"


# -- answers ----------------------------------------------------------------------------------------------------------

_NAMES = np.frombuffer(b"".join(sr.format_cards([code]).encode() for code in range(54)), np.uint8).reshape(54, 2)


def random_hands(n: int, cards: int, seed: int) -> Any:
    return sr.deal(n, 1, cards, rng=seed)[:, 0]


def as_lines(hands: Any) -> str:
    """Hands as text, a line each; made by numpy, since there may be millions."""
    text = np.full((len(hands), 15), ord(" "), np.uint8)
    for place in range(5):
        text[:, 3 * place : 3 * place + 2] = _NAMES[hands[:, place]]
    text[:, 14] = ord("\n")
    return text.tobytes().decode()


def strengths_by_example(program: Path, hands: Any, name: str, cards: int) -> list[int]:
    done = run([str(program), name, str(cards)], stdin=as_lines(hands))
    assert (done.returncode, done.stderr) == (0, "")
    return [int(line) for line in done.stdout.split()]


def test_example_gives_what_python_gives_for_every_ruleset_and_pack(built: Path) -> None:
    for name, cards in TABLES:
        hands = random_hands(2000, cards, cards)
        wanted = sr.Evaluator(name, cards=cards).evaluate_many(hands).tolist()
        assert strengths_by_example(built / "example", hands, name, cards) == wanted, (name, cards)


@pytest.mark.slow
@pytest.mark.long
def test_a_million_hands_of_each_ruleset_through_one_command_give_what_python_gives(tmp_path: Path) -> None:
    """From an empty folder, as it is in the manual, with each ruleset's first pack; the others get their part."""
    if not compilers():
        pytest.skip("no C compiler")
    command = f"{sys.executable} -m scalareale.embed . && {' '.join(compilers()[0])} -O3 {EXAMPLE} {SOURCE}"
    done = run(["sh", "-c", command], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for name in sr.rulesets():
        for place, cards in enumerate(sr.Rules.named(name).packs):
            hands = random_hands(1_000_000 if place == 0 else 200_000, cards, cards + 1)
            wanted = sr.Evaluator(name, cards=cards).evaluate_many(hands).tolist()
            assert strengths_by_example(tmp_path / "a.out", hands, name, cards) == wanted, (name, cards)


def test_example_shows_down_changes_the_game_and_names_bad_lines(built: Path) -> None:
    minimum, maximum, medium = "Ah 7h 8h 9h 10h", "10d Jd Qd Kd Ad", "8c 9c 10c Jc Qc"
    lines = [
        minimum,
        f"{minimum} {maximum}",
        "",
        f"{minimum}, {maximum}, {medium}",
        "ruleset standard 52",
        "2c 3c 4c 5c 6c",
        "Ah Ah Kh Qh Jh",
        f"{minimum} Ah Kd Qd Jd 9d",
        "Ah Kh",
        "hello",
    ]
    done = run([str(built / "example"), "classic", "32"], stdin="\n".join(lines))
    ours, other = sr.Evaluator("classic", cards=32), sr.Evaluator("standard")
    answers = [ours.evaluate(minimum), "0", "0 1 2", other.evaluate("2c 3c 4c 5c 6c"), 0, 0, 0, 0]
    assert done.stdout == "".join(f"{answer}\n" for answer in answers)
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == [f"line {n}" for n in (7, 8, 9, 10)]
    assert done.returncode == 1
    for arguments, reason in ((["holdem"], "no ruleset of that name"), (["classic"], "not played with that pack")):
        done = run([str(built / "example"), *arguments], stdin="")
        assert done.returncode == 2
        assert reason in done.stderr


def test_example_answers_each_line_once_however_long_it_is_and_whatever_is_in_it(built: Path) -> None:
    hand = "Ah 7h 8h 9h 10h"
    for line, wanted in (
        (" " * 900 + hand, "2056"),
        (" " * 1020 + hand, "0"),
        (hand * 100, "0"),
        (hand + "\0junk", "0"),
        ("rulesetclassic 24", "0"),
        ("ruleset " + "x" * 2000, "0"),
    ):
        done = run([str(built / "example"), "classic", "32"], stdin=f"{line}\n{hand}\n")
        assert done.stdout == f"{wanted}\n2056\n", line
    assert run([str(built / "example"), "classic", "32"], stdin=hand).stdout == "2056\n"


def test_example_shows_random_pots_down_as_python_does(built: Path) -> None:
    ev = sr.Evaluator("classic", cards=40)
    deals = sr.deal(3000, 5, 40, rng=4)
    winners = ev.showdown_many(ev.evaluate_many(deals))
    lines = as_lines(deals.reshape(-1, 5)).replace("\n", " ").strip().split(" ")
    text = "\n".join(" ".join(lines[25 * i : 25 * i + 25]) for i in range(len(deals)))
    done = run([str(built / "example"), "classic", "40"], stdin=text)
    assert done.stdout.splitlines() == [" ".join(map(str, np.flatnonzero(row))) for row in winners]


def test_batches_of_the_shared_library_are_those_of_python_with_every_kernel(built: Path) -> None:
    library = ctypes.CDLL(str(built / "libscalareale.so"))
    for name in ("sr_sizeof", "sr_evaluate_batch"):
        getattr(library, name).restype = ctypes.c_size_t
    room = (ctypes.c_uint64 * 64)()
    size = ctypes.c_size_t(library.sr_sizeof())
    kernels = 0
    for name, cards in TABLES:
        assert library.sr_open(room, size, name.encode(), cards) == 0
        hands = random_hands(3001, cards, cards + 2)
        columns = [np.ascontiguousarray(hands[:, i]) for i in range(5)]
        wanted = sr.Evaluator(name, cards=cards).evaluate_many(hands)
        for kernel in ("portable", "avx2", "avx512"):
            if library.sr_set_kernel(room, kernel.encode()):
                assert kernel not in sr.kernels()
                continue
            kernels += 1
            for layout, stride in ((columns, 1), ([hands[:, i:] for i in range(5)], 5)):
                out = np.zeros(len(hands), np.uint16)
                pointers = [ctypes.c_void_p(column.ctypes.data) for column in layout]
                n = ctypes.c_size_t(len(hands))
                to = ctypes.c_void_p(out.ctypes.data)
                assert library.sr_evaluate_batch(room, *pointers, ctypes.c_ssize_t(stride), n, to) == len(hands)
                assert (out == wanted).all(), (name, cards, kernel, stride)
    assert kernels >= len(TABLES)


def test_saved_house_rules_are_loaded_by_the_shared_library(built: Path, tmp_path: Path) -> None:
    house = sr.Evaluator(sr.Rules.named("classic").replace(name="house", suits="sdch"), cards=32)
    sr.save_table(house, tmp_path / "house.table")
    data = (tmp_path / "house.table").read_bytes()
    library = ctypes.CDLL(str(built / "libscalareale.so"))
    library.sr_load_sizeof.restype, library.sr_evaluate.restype = ctypes.c_size_t, ctypes.c_uint16
    size = library.sr_load_sizeof(data, ctypes.c_size_t(len(data)))
    room = (ctypes.c_uint64 * (size // 8 + 1))()
    assert library.sr_load(room, ctypes.c_size_t(size), data, ctypes.c_size_t(len(data))) == 0
    for hand in random_hands(500, 32, 9):
        assert library.sr_evaluate(room, hand.tobytes()) == house.evaluate(hand.tobytes())


@pytest.mark.slow
@pytest.mark.long
def test_benchmark_agrees_with_python_before_it_times() -> None:
    from scalareale.bench import embed

    if embed.compiler() is None:
        pytest.skip("no C compiler")
    found = embed.figures(quick=True)
    assert len([figure for figure in found if figure.ratio]) == 10
    sizes = [figure.note for figure in found if figure.ratio is None]
    assert all("bytes of C" in note for note in sizes)
    assert len(sizes) == 3


# -- examples and recipes ---------------------------------------------------------------------------------------------


@pytest.mark.checkout
@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_monte_carlo_in_cpp_finds_fair_seats_and_the_odds_of_categories(
    compiler: str, built: Path, tmp_path: Path
) -> None:
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    source = str(EXAMPLES / "montecarlo.cpp")
    flags = ["-O1", "-std=c++17", "-pthread", *WARNINGS, f"-I{built}"]
    done = run([compiler, *flags, source, str(built / "scalareale.o"), "-o", str(tmp_path / "montecarlo")])
    assert (done.returncode, done.stderr) == (0, "")
    deals = 200_000
    done = run([str(tmp_path / "montecarlo"), "4", str(deals), "classic", "32"])
    assert done.returncode == 0
    lines = re.findall(r"seat (\d): share ([\d.]+), categories ([\d ]+)\n", done.stdout)
    assert [int(seat) for seat, _, _ in lines] == [0, 1, 2, 3]
    assert sum(float(share) for _, share, _ in lines) == pytest.approx(1, abs=1e-4)
    counts = sr.Evaluator("classic", cards=32).category_counts()
    for _, share, categories in lines:
        assert float(share) == pytest.approx(0.25, abs=5 * (0.25 * 0.75 / deals) ** 0.5)
        found = [int(number) for number in categories.split()]
        assert sum(found) == deals
        for category, number in enumerate(found):
            chance = counts.get(sr.Category(category), 0) / 201_376
            assert number / deals == pytest.approx(chance, abs=5 * (chance / deals) ** 0.5)
    assert run([str(tmp_path / "montecarlo"), "7", "1", "classic", "32"]).returncode == 1


@pytest.mark.slow
@pytest.mark.checkout
def test_rust_describes_hands_and_finds_the_circle(tmp_path: Path) -> None:
    if not shutil.which("cargo") or not compilers() or not shutil.which("ar"):
        pytest.skip("no cargo, or no C compiler")
    shutil.copytree(EXAMPLES / "rust", tmp_path / "rust")
    command = ["cargo", "run", "--quiet", "--offline", "--", "classic", "32"]
    hands = "Ah 7h 8h 9h 10h\n10d Jd Qd Kd Ad\n8c 9c 10c Jc Qc\n"
    target = str(tmp_path / "target")
    environment = {"PYTHON": sys.executable, "CARGO_TARGET_DIR": target, "CFLAGS": "-O1 -DSR_PORTABLE_ONLY"}
    done = run(command, cwd=tmp_path / "rust", stdin=hands, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    ev = sr.Evaluator("classic", cards=32)
    assert done.stdout.splitlines() == [*map(ev.describe, hands.splitlines()), "winners: [0, 1, 2]"]
    for text, reason in (("Ah 7h 8h 9h Zh\n", "text that is no card"), ("Ah\n", "a hand has 5 cards, not 1")):
        done = run(command, cwd=tmp_path / "rust", stdin=text, **environment)
        assert done.returncode == 1
        assert reason in done.stderr
    done = run(command, cwd=tmp_path / "rust", stdin=hands.splitlines()[0] + "\nAh Ks Qs Js 9s\n", **environment)
    assert "a card is in two hands" in done.stderr


@pytest.mark.checkout
def test_ctypes_works_with_the_library_and_with_the_module(built: Path) -> None:
    for arguments in ([str(built / "libscalareale.so")], []):
        done = run([sys.executable, str(EXAMPLES / "with_ctypes.py"), *arguments])
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == "2056 2071 1\n"


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.checkout
def test_numba_calls_the_functions_of_the_module() -> None:
    pytest.importorskip("numba")
    done = run([sys.executable, str(EXAMPLES / "with_numba.py")])
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("minimum against maximum: 12 of 12\nat random: ")


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.checkout
def test_cython_calls_the_functions_of_the_module(tmp_path: Path) -> None:
    pytest.importorskip("Cython")
    if not compilers():
        pytest.skip("no C compiler")
    shutil.copy(EXAMPLES / "with_cython.pyx", tmp_path)
    done = run([sys.executable, "-m", "Cython.Build.Cythonize", "-q", "-i", "with_cython.pyx"], cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    program = (
        "import with_cython, scalareale as sr; ev = sr.Evaluator('standard'); deals = sr.deal(1000, 2, 52, rng=1); "
        "assert with_cython.best(ev, deals) == ev.evaluate_many(deals).max()"
    )
    done = run([sys.executable, "-c", program], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.checkout
def test_pybind11_calls_the_functions_of_the_module(tmp_path: Path) -> None:
    pybind11 = pytest.importorskip("pybind11")
    if not shutil.which("c++"):
        pytest.skip("no C++ compiler")
    import sysconfig

    include = [f"-I{folder}" for folder in (pybind11.get_include(), sysconfig.get_path("include"), sr.get_include())]
    target = "with_pybind11" + str(sysconfig.get_config_var("EXT_SUFFIX"))
    flags = ["-O1", "-std=c++17", "-shared", "-fPIC", *include]
    done = run(["c++", *flags, str(EXAMPLES / "with_pybind11.cpp"), "-o", target], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    program = (
        "import with_pybind11, scalareale as sr; ev = sr.Evaluator('classic', cards=32)\n"
        "minimum, maximum = map(sr.parse_cards, ('Ah 7h 8h 9h 10h', '10d Jd Qd Kd Ad'))\n"
        "assert with_pybind11.compare(ev, minimum, maximum) == 1 == -with_pybind11.compare(ev, maximum, minimum)"
    )
    done = run([sys.executable, "-c", program], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def recipe(language: str, containing: str) -> str:
    """A block of the page about embedding."""
    page = (ROOT / "docs" / "embedding.md").read_text(encoding="utf-8")
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", page, re.S)
    return next(block for block in blocks if containing in block)


def shell(commands: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What a shell prints, in which python is this one."""
    bin_folder = folder / "bin"
    bin_folder.mkdir(exist_ok=True)
    (bin_folder / "python").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (bin_folder / "python").chmod(0o755)
    return run(["sh", "-ec", commands], cwd=folder, PATH=f"{bin_folder}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.checkout
def test_pkg_config_finds_header_and_library(built: Path, tmp_path: Path) -> None:
    if not shutil.which("pkg-config") or not shutil.which("cc"):
        pytest.skip("no pkg-config, or no cc")
    for name in (HEADER, PKG_CONFIG, "libscalareale.a"):
        shutil.copy(built / name, tmp_path)
    (tmp_path / "game.c").write_text(example(), encoding="utf-8")
    commands = recipe("sh", "pkg-config").splitlines()
    assert "-c scalareale.c && ar rcs libscalareale.a" in commands[0]  # which the fixture did already
    done = shell(commands[1], tmp_path)
    assert done.returncode == 0, done.stderr
    assert run([str(tmp_path / "game"), "standard"], stdin="Ah Kh Qh Jh 10h").stdout == "7462\n"
    version = run(["pkg-config", "--modversion", "scalareale"], PKG_CONFIG_PATH=str(tmp_path))
    assert version.stdout.strip() == sr.__version__
    assert pkg_config() == (tmp_path / PKG_CONFIG).read_text(encoding="utf-8")


@pytest.mark.checkout
def test_five_lines_of_cmake_build_a_program(tmp_path: Path) -> None:
    if not shutil.which("cmake") or not compilers():
        pytest.skip("no cmake, or no C compiler")
    lines = recipe("cmake", "scalareale")
    assert len(lines.splitlines()) == 5
    (tmp_path / "game.c").write_text(example(), encoding="utf-8")
    (tmp_path / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.19)\nproject(game C)\nadd_executable(game game.c)\n{lines}"
    )
    portable = "-DCMAKE_C_FLAGS=-DSR_PORTABLE_ONLY"  # compiled in a third of the time
    configure = ["cmake", "-S", ".", "-B", "build", f"-DPython3_EXECUTABLE={sys.executable}", portable]
    for command in (configure, ["cmake", "--build", "build"]):
        done = run(command, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
    assert run([str(tmp_path / "build" / "game"), "standard"], stdin="Ah Kh Qh Jh 10h").stdout == "7462\n"
