"""What can go wrong while building, installing and running: each fault ends in a clear message, or does no harm.

docs/faults.md lists them all.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tarfile
import threading
import time
import zipfile
from pathlib import Path

import pytest
from buildtree import HERE, ROOT, apart, built, copied, environment, generated, hook, run

import scalareale as sr

TOOL = ROOT / "tools" / "build_tables.py"
NEEDS = "It needs a C11 compiler"

needs_checkout = pytest.mark.skipif(not HERE, reason="needs the source tree")
posix = pytest.mark.skipif(os.name != "posix", reason="faults made with POSIX means")


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return generated(tmp_path_factory.mktemp("tables"))


@pytest.fixture(scope="module")
def wheel(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of these sources, built in a folder that was new."""
    return built("build_wheel", copied(tmp_path_factory.mktemp("wheel") / "tree", tables))


@pytest.fixture
def tree(tables: Path, tmp_path: Path) -> Path:
    return copied(tmp_path / "tree", tables)


# -- no room ------------------------------------------------------------------------------------------------------


@needs_checkout
def test_table_tool_names_the_file_that_a_full_disk_has_no_room_for_and_leaves_no_part_of_it(tmp_path: Path) -> None:
    alone = apart("mount")
    if alone is None:
        pytest.skip("no file system can be mounted here")
    script = 'mount -t tmpfs -o size=64k none "$0"; "$@"; echo $?; ls "$0"'
    done = run([*alone, "sh", "-c", script, str(tmp_path), sys.executable, str(TOOL), "--quiet", str(tmp_path)])
    assert done.stdout == f"error: {tmp_path / 'tables_data.h'} cannot be written: No space left on device\n1\n"


@needs_checkout
@pytest.mark.slow
def test_build_on_a_full_disk_says_so_and_goes_through_when_there_is_room_again(tree: Path, wheel: Path) -> None:
    alone = apart("mount")
    if alone is None:
        pytest.skip("no file system can be mounted here")
    (tree / "build").mkdir()
    command = 'mount -t tmpfs -o size=1m none build; "$@"; echo "exit code $?"; mount -o remount,size=50m build; "$@"'
    done = run([*alone, "sh", "-c", command, "sh", *hook("build_wheel")], tree)
    first, _, second = done.stdout.partition("exit code 1\n")
    assert "No space left on device" in first
    assert second.endswith(f"\n{wheel.name}\n"), done.stdout[-2000:]
    assert (tree / "dist" / wheel.name).read_bytes() == wheel.read_bytes()


# -- compilers ----------------------------------------------------------------------------------------------------


@needs_checkout
@posix
def test_build_without_a_compiler_says_what_it_needs(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = run(hook("build_wheel"), tree, PATH=str(tmp_path / "empty"))
    assert done.returncode != 0
    assert NEEDS in done.stdout and "header files of Python" in done.stdout


@needs_checkout
@posix
@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo no licence >&2; exit 1", "no licence"),
        ('case "$*" in *-std=*) echo "unknown option -std=c11" >&2; exit 1; esac; exec cc "$@"', "unknown option -std"),
        ("exit 0", "ended without an error, but made no "),
        ('while [ $# -gt 0 ]; do [ "$1" != -o ] || : >"$2"; shift; done', "_core.abi3.so is no module of Python"),
    ],
    ids=["one that fails", "one without C11", "one that does nothing", "one that makes empty files"],
)
def test_build_with_a_wrong_compiler_says_what_it_needs(tree: Path, tmp_path: Path, script: str, said: str) -> None:
    compiler = tmp_path / "wrong-cc"
    compiler.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    compiler.chmod(0o755)
    done = run(hook("build_wheel"), tree, CC=str(compiler))
    assert done.returncode != 0
    assert NEEDS in done.stdout and said in done.stdout and "wrong-cc" in done.stdout
    assert not list((tree / "dist").glob("*"))


@needs_checkout
@posix
def test_module_of_an_earlier_build_is_not_shipped_for_that_of_a_compiler_that_does_nothing(tree: Path) -> None:
    name = "import sysconfig, sys; print(f'build/lib.{sysconfig.get_platform()}-{sys.implementation.cache_tag}')"
    folder = tree / run([sys.executable, "-c", name]).stdout.strip() / "scalareale"
    folder.mkdir(parents=True)
    (folder / "_core.abi3.so").write_bytes(b"PyInit__core")
    done = run([sys.executable, "setup.py", "build_ext"], tree, CC="true")
    assert done.returncode != 0
    assert "made no " in done.stdout and str(folder.relative_to(tree)) in done.stdout


@needs_checkout
@posix
@pytest.mark.slow
@pytest.mark.long
def test_variables_without_a_value_are_as_good_as_none(tree: Path, wheel: Path) -> None:
    empty = {"CC": "", "CXX": " ", "LDSHARED": "", "AR": "", "SOURCE_DATE_EPOCH": ""}
    assert built("build_wheel", tree, (), **empty).read_bytes() == wheel.read_bytes()


@needs_checkout
@pytest.mark.parametrize("when", ["abc", "-1", "1.5", "1_000", "\u0665", str(1 << 32), "9" * 5000])
@pytest.mark.parametrize("name", ["build_wheel", "build_sdist"])
def test_build_names_a_source_date_that_is_none(tree: Path, name: str, when: str) -> None:
    done = run(hook(name), tree, SOURCE_DATE_EPOCH=when)
    assert done.returncode == 1
    assert done.stdout == (
        f"error: SOURCE_DATE_EPOCH is a number of seconds since 1970, 0 to 4294967295, not {when!r}\n"
    )


@needs_checkout
@pytest.mark.parametrize("name", ["CC", "CFLAGS", "LDSHARED"])
def test_build_names_a_command_that_is_none(tree: Path, name: str) -> None:
    done = run(hook("build_wheel"), tree, **{name: "'"})
    assert done.returncode == 1
    assert done.stdout == f'error: {name} is a command or a part of one, not "\'": No closing quotation\n'


@needs_checkout
def test_source_date_is_that_of_all_files(tree: Path) -> None:
    for when in ("0", "4294967295"):
        with tarfile.open(built("build_sdist", tree, SOURCE_DATE_EPOCH=when)) as archive:
            assert {int(entry.mtime) for entry in archive.getmembers()} == {int(when)}


# -- folders of other builds --------------------------------------------------------------------------------------


@needs_checkout
@pytest.mark.slow
@pytest.mark.long
def test_leftovers_of_another_version_and_of_a_killed_linker_are_not_shipped(tree: Path, wheel: Path) -> None:
    built("build_wheel", tree)
    (parts,) = (tree / "build").glob("lib.*/scalareale")
    (parts / "withdrawn.py").write_text("old = True\n", "utf-8")
    (module,) = parts.glob("_core.*[!i]")
    module.write_bytes(module.read_bytes()[:5000])
    (temporary,) = (tree / "build").glob("temp.*")
    (temporary / "csrc" / "rows.o").write_bytes(b"not an object")
    (temporary / "generated" / "tables_data.h").write_bytes(b"/* older tables, in Latin-1: \xe0 */\n")
    (bdist,) = (folder for folder in (tree / "build").iterdir() if folder.name.startswith("bdist."))
    (bdist / "wheel" / "scalareale").mkdir(parents=True)
    (bdist / "wheel" / "scalareale" / "ghost.py").write_text("old = True\n", "utf-8")
    later = time.time() + 3600
    for path in (tree / "build").rglob("*"):
        os.utime(path, (later, later))
    assert built("build_wheel", tree).read_bytes() == wheel.read_bytes()


@needs_checkout
@posix
@pytest.mark.slow
@pytest.mark.long
def test_interrupted_build_is_made_good_by_the_next_one(tree: Path, wheel: Path) -> None:
    (tree / "dist").mkdir()
    first = subprocess.Popen(
        hook("build_wheel"),
        cwd=tree,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + 300
    while not list((tree / "build").glob("temp.*/csrc/batch_avx*.o")) and time.monotonic() < deadline:
        time.sleep(0.01)
        assert first.poll() is None, "the build ended before it was interrupted"
    os.killpg(first.pid, signal.SIGINT)
    assert first.wait(timeout=300) != 0
    assert not list((tree / "dist").iterdir())
    assert built("build_wheel", tree).read_bytes() == wheel.read_bytes()


@needs_checkout
def test_table_tool_replaces_a_file_of_tables_that_is_garbage(tmp_path: Path) -> None:
    (tmp_path / "tables_data.h").write_bytes(b"\xff\xfe not text")
    assert (generated(tmp_path) / "tables_data.h").read_bytes().startswith(b"/* Generated by")


# -- the installed package ----------------------------------------------------------------------------------------


def test_package_without_its_compiled_module_names_what_is_missing(tmp_path: Path) -> None:
    package = tmp_path / "scalareale"
    shutil.copytree(
        Path(sr.__file__).parent, package, ignore=shutil.ignore_patterns("_core.*[!i]", "__pycache__", "_core.py")
    )
    done = run([sys.executable, "-c", "import scalareale"], tmp_path, PYTHONPATH=str(tmp_path))
    assert done.returncode == 1
    assert done.stdout.endswith("ModuleNotFoundError: No module named 'scalareale._core'\n")


@pytest.mark.skipif(sys.platform != "linux", reason="what Linux loads, and how it ends a process")
@pytest.mark.parametrize("left", [0, 1, 63, 64, 100, 300, 1000, 5000])
def test_package_whose_compiled_module_was_cut_off_names_it_or_is_ended_by_the_loader(
    left: int, tmp_path: Path
) -> None:
    package = tmp_path / "scalareale"
    shutil.copytree(Path(sr.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    (module,) = package.glob("_core.*.so")
    module.write_bytes(module.read_bytes()[:left])
    done = run([sys.executable, "-c", "import scalareale"], tmp_path, PYTHONPATH=str(tmp_path))
    if left < 400:
        assert done.returncode == 1
        assert f"\nImportError: {module}: " in done.stdout
    else:
        assert done.returncode in (-signal.SIGBUS, -signal.SIGSEGV)


@needs_checkout
@pytest.mark.slow
def test_package_works_from_a_folder_that_cannot_be_written(wheel: Path, tmp_path: Path) -> None:
    alone = apart("mount")
    if alone is None:
        pytest.skip("no file system can be mounted here")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    program = (
        "import pathlib, scalareale as sr; here = pathlib.Path(sr.__file__).parent; "
        "assert str(here).startswith('SITE'), here; "
        "print(sr.Evaluator('classic', cards=32).describe('Ah Kh Qh Jh Th'), *here.glob('__pycache__'))\n"
        "try:\n (here / 'a').touch()\nexcept OSError as error: print(error.strerror)"
    ).replace("SITE", str(site))
    script = f'mount --bind {site} {site} && mount -o remount,ro,bind {site} && exec "$@"'
    done = run([*alone, "sh", "-c", script, "sh", sys.executable, "-c", program], tmp_path, PYTHONPATH=str(site))
    assert done.stdout == "maximum straight flush of hearts\nRead-only file system\n"


# -- memory and threads -------------------------------------------------------------------------------------------

SHORT_OF_MEMORY = """
import gc, resource
import numpy as np, numpy.random
import scalareale as sr

ev = sr.Evaluator("classic", cards=40)
hands = sr.all_hands(40)
strengths = ev.evaluate_many(hands)
many, lots = np.broadcast_to(hands, (200, *hands.shape)), np.broadcast_to(strengths, (200, len(strengths)))
calls = {
    "evaluate_many": lambda: ev.evaluate_many(many),
    "evaluate_many of lists": lambda: ev.evaluate_many([[36, 37, 38, 39, 40]] * 2_000_000),
    "evaluate_columns": lambda: ev.evaluate_columns(*np.broadcast_to(np.arange(12, 17, dtype=np.uint8)[:, None],
                                                                     (5, 100_000_000))),
    "evaluate_best_many": lambda: ev.evaluate_best_many(np.broadcast_to(np.arange(12, 19, dtype=np.uint8),
                                                                        (100_000_000, 7))),
    "compare_many": lambda: ev.compare_many(lots, lots),
    "category_many": lambda: ev.category_many(lots),
    "showdown_many": lambda: ev.showdown_many(np.broadcast_to(strengths[:6], (50_000_000, 6))),
    "can_open_many": lambda: ev.can_open_many(many),
    "all_hands": lambda: [sr.all_hands(54), sr.all_hands(54), sr.all_hands(54), sr.all_hands(54)],
    "deal": lambda: sr.deal(100_000_000, 4, 40, rng=1),
    "convert_to": lambda: sr.convert_to("eval7", many),
}
small = {
    "draws": lambda: ev.draws("Ah Kh Qh Jh 9s", most=5),
    "equity": lambda: ev.equity(["Ah As 9d 8c 7s", "Kh Kd Ks Qd Jc"], discards=["9d 8c 7s", "Qd Jc"]),
    "samples": lambda: ev.equity(["Ah As 9d 8c 7s", None, None], samples=50_000, rng=1),
    "simulate": lambda: ev.simulate(100_000, 4, rng=1),
    "rules": lambda: sr.Evaluator(sr.Rules.named("classic").replace(name="ours", upset=None), cards=40).evaluate(
        "Ah Kh Qh Jh Th"),
}
expected = {name: call() for name, call in small.items()}
with open("/proc/self/statm") as file:
    size = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + ROOM, resource.RLIM_INFINITY))
for name, call in calls.items():
    try:
        call()
    except MemoryError:
        pass
    else:
        print(f"{name}: no MemoryError")
    gc.collect()
    assert (ev.evaluate_many(hands[:1000]) == strengths[:1000]).all(), name
for name, call in small.items():
    try:
        found = call()
    except MemoryError:
        print(f"{name}: MemoryError")
    else:
        assert found == expected[name], name
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
for name, call in small.items():
    assert call() == expected[name], name
print("usable")
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux, and its /proc")
def test_batch_too_large_for_memory_is_a_memory_error_and_everything_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    program = SHORT_OF_MEMORY.replace("ROOM", str(32 << 20))
    assert run([sys.executable, "-c", program], tmp_path).stdout == "usable\n"


FIRST_CALL = """
import resource
import numpy as np
import scalareale as sr

ev = sr.Evaluator("classic", cards=40)
def rules():
    return sr.Evaluator(sr.Rules.named("classic").replace(name="ours", upset=None), cards=40).evaluate("Ah Kh Qh Jh Th")
with open("/proc/self/statm") as file:
    size = int(file.read().split()[0]) * resource.getpagesize()
failed = None
resource.setrlimit(resource.RLIMIT_AS, (size + ROOM, resource.RLIM_INFINITY))
try:
    CALL
except (ImportError, MemoryError, OSError) as error:
    failed = error
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
if failed is not None:
    print(type(failed).__name__)  # for which there may have been no memory either
CALL
print("usable")
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux, and its /proc")
@pytest.mark.parametrize("room", [0, 1 << 19, 1 << 21])
@pytest.mark.parametrize(
    "call",
    ["sr.deal(5, 2, 40)", "ev.simulate(5, 2)", "ev.equity(['Ah As 9d 8c 7s', None], samples=5)", "rules()"],
    ids=["deal", "simulate", "equity", "rules"],
)
def test_first_call_without_the_memory_for_what_it_loads_can_be_made_again(
    call: str, room: int, tmp_path: Path
) -> None:
    pytest.importorskip("numpy")
    program = FIRST_CALL.replace("ROOM", str(room)).replace("CALL", call)
    said = run([sys.executable, "-c", program], tmp_path).stdout.splitlines()
    assert said[-1:] == ["usable"], said
    assert len(said) == 2 or room, said


def test_work_for_threads_that_cannot_start_is_done_by_those_that_could(monkeypatch: pytest.MonkeyPatch) -> None:
    np = pytest.importorskip("numpy")
    from scalareale import batch

    ev = sr.Evaluator("classic", cards=40)
    hands = np.concatenate([sr.all_hands(40)] * 2)
    expected = ev.evaluate_many(hands)
    start = threading.Thread.start
    for possible in range(4):
        left = [possible]

        def start_some(thread: threading.Thread, left: list[int] = left) -> None:
            if not left[0]:
                raise RuntimeError("can't start new thread")
            left[0] -= 1
            start(thread)

        monkeypatch.setattr(batch, "_pool", None)
        monkeypatch.setattr(threading.Thread, "start", start_some)
        found = ev.evaluate_many(hands, workers=5)
        monkeypatch.setattr(threading.Thread, "start", start)
        assert (found == expected).all()
        for bad in (len(hands) - 1, len(hands) // 2, 7):
            wrong = hands.copy()
            wrong[bad, 3] = 99
            left[0] = possible
            monkeypatch.setattr(batch, "_pool", None)
            monkeypatch.setattr(threading.Thread, "start", start_some)
            with pytest.raises(sr.HandError, match=f"row {bad}:"):
                ev.evaluate_many(wrong, workers=5)
            monkeypatch.setattr(threading.Thread, "start", start)
    assert (ev.evaluate_many(hands, workers=2) == expected).all()
