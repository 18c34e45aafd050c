"""Make small mistakes on purpose, and see whether the tests notice: `python -m tests.mutate`, from a checkout.

Each mutant of `mutants.py` is put into a copy of the checkout and judged by the few test files that are named below
for its source, up to the first failure: what these kill, all tests kill. A mutant of a table is made behind the
build's own check of the tables, so that the tests themselves must see it. C is compiled so that an index past an array
or a shift past a number ends the process. Mutants that hang are killed by time; those that do not compile do not count,
nor those that compile to the very code of the original, as where a line is for other machines. Tests that a signal from
outside ends, as when memory runs out, judge nothing: they run once more, and if that ends alike the exit code is 1.

Survivors must be explained in `tests/data/equivalent_mutants.txt`, and are not counted as killed. Exit code 1 if one
is not explained, if an explanation is of none, or if fewer than 98 of 100 mutants that can be told from the original
are killed. Needs a C compiler that takes gcc's options, and the extra `test`.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

if sys.platform != "win32":
    import resource

sys.path.insert(0, str(Path(__file__).resolve().parent))  # as pytest does for the tests: see pyproject.toml

from mutants import ROOT, TABLES, Mutant, every

import scalareale as sr

EXPLAINED = ROOT / "tests" / "data" / "equivalent_mutants.txt"
ENOUGH = 0.98

EVERY_HAND = "test_every_hand.py"
DIGESTS = f"{EVERY_HAND}::test_strengths_of_every_hand_are_those_committed_in_rows_and_columns"
JUDGES: dict[str, list[str]] = {
    TABLES: [DIGESTS, EVERY_HAND, "test_rules.py"],
    "csrc/batch_avx2.c": [f"{DIGESTS}[avx2]", "test_kernels.py"],
    "csrc/batch_avx512.c": [f"{DIGESTS}[avx512]", "test_kernels.py"],
    "csrc/batch_portable.c": [f"{DIGESTS}[portable]", "test_kernels.py"],
    "csrc/batch_": ["test_kernels.py"],
    "csrc/batch.c": ["test_c.py", DIGESTS, "test_kernels.py"],
    "csrc/choose.h": ["test_capi.py", "test_packs.py"],
    "csrc/deal.": ["test_deal.py", "test_simulate.py"],
    "csrc/describe.c": ["test_capi.py"],
    "csrc/draw.c": ["test_c.py", "test_capi.py", "test_draw.py"],
    "csrc/equity.c": ["test_c.py", "test_equity.py"],
    "csrc/evaluate.c": ["test_c.py", EVERY_HAND, "test_kernels.py", "test_evaluator.py"],
    "csrc/held.h": ["test_capi.py"],
    "csrc/kernel.c": ["test_kernels.py"],
    "csrc/load.c": ["test_saved.py"],
    "csrc/memory.h": ["test_capi.py"],
    "csrc/odds.c": ["test_capi.py"],
    "csrc/open.c": ["test_capi.py"],
    "csrc/range.h": [EVERY_HAND],
    "csrc/rows.c": ["test_kernels.py", "test_batch.py"],
    "csrc/showdown.c": ["test_c.py", "test_capi.py", "test_showdowns.py", "test_kernels.py"],
    "csrc/sweep.c": ["test_packs.py", DIGESTS, "test_batch.py"],
    "csrc/tables.c": [EVERY_HAND, "test_rules.py"],
    "csrc/text.c": ["test_c.py", "test_capi.py", "test_parse.py", "test_cards.py", "test_evaluator.py"],
    "src/scalareale/_interpreters.py": ["test_threads.py"],
    "src/scalareale/arrays.py": ["test_fuzz.py", "test_batch.py", "test_conventions.py"],
    "src/scalareale/batch.py": ["test_batch.py", "test_fuzz.py"],
    "src/scalareale/buffers.py": ["test_batch.py"],
    "src/scalareale/capi.py": ["test_capi.py"],
    "src/scalareale/cards.py": ["test_cards.py", "test_evaluator.py"],
    "src/scalareale/conventions.py": ["test_conventions.py"],
    "src/scalareale/deal.py": ["test_deal.py", "test_simulate.py"],
    "src/scalareale/describe.py": ["test_describe.py", "test_evaluator.py"],
    "src/scalareale/draw.py": ["test_draw.py", "test_equity.py"],
    "src/scalareale/equity.py": ["test_equity.py"],
    "src/scalareale/evaluator.py": ["test_evaluator.py", "test_showdowns.py"],
    "src/scalareale/executors.py": ["test_simulate.py", "test_equity.py", "test_fuzz.py"],
    "src/scalareale/handrank.py": ["test_evaluator.py"],
    "src/scalareale/kernels.py": ["test_kernels.py"],
    "src/scalareale/opening.py": ["test_opening.py"],
    "src/scalareale/packs.py": ["test_packs.py"],
    "src/scalareale/parse.py": ["test_parse.py"],
    "src/scalareale/rules.py": ["test_rules.py", "test_evaluator.py"],
    "src/scalareale/rulestext.py": ["test_rules.py"],
    "src/scalareale/saved.py": ["test_saved.py"],
    "src/scalareale/settle.py": ["test_settle.py"],
    "src/scalareale/simulate.py": ["test_simulate.py"],
    "src/scalareale/sweep.py": ["test_packs.py", EVERY_HAND],
    "src/scalareale/tables.py": ["test_rules.py", "test_evaluator.py"],
}
"""The tests that judge a source, the quickest to fail first: by the beginning of its name."""

OPTIONS = ["-O1", "-std=c11", "-fPIC", "-fvisibility=hidden", "-g0", "-w"]  # fast to compile, and right all the same
OPTIONS += ["-fsanitize=bounds,shift", "-fsanitize-undefined-trap-on-error"]
PATIENCE = 2
"""So many times the processor time that they take without a mutant may tests take, and ten seconds more."""
DEADLOCK = 900.0
"""Seconds after which tests are ended that take no time of the processor."""
MOST_MEMORY = 8 << 30
OWN_SIGNALS = {
    getattr(signal, name, None) for name in ("SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSEGV", "SIGSYS", "SIGTRAP")
}
"""Those that a mutant brings upon its process."""


class Verdict(NamedTuple):
    """What became of a mutant."""

    mutant: Mutant
    kind: str
    """killed, hangs, survived, unjudged, "same code" or "does not compile"."""
    by: str
    seconds: float
    """Of the processor, for the tests."""


def judges_of(file: str) -> list[str]:
    return next(tests for start, tests in JUDGES.items() if file.startswith(start))


class Build:
    """What all copies share: the tables as the tool builds them, and the object files without mutants."""

    def __init__(self, folder: Path) -> None:
        self.objects = folder / "objects"
        self.generated = folder / "generated"
        self.objects.mkdir(parents=True)
        self.compiler = shlex.split(os.environ.get("CC", "")) or [(sysconfig.get_config_var("CC") or "cc").split()[0]]
        tool = [sys.executable, str(ROOT / "tools" / "build_tables.py"), "--quiet", str(self.generated)]
        subprocess.run(tool, check=True)
        binding = folder / "_core.c"
        program = f"import build_ffi; build_ffi.ffibuilder.emit_c_code({str(binding)!r})"
        subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT / "tools")
        include = [f"-I{sysconfig.get_path('include')}", f"-I{ROOT / 'csrc'}"]
        self.compile(binding, self.objects / "_core.o", include)
        for source in (ROOT / "csrc").glob("*.c"):
            self.compile(source, self.objects / f"{source.stem}.o", [f"-I{self.generated}"])

    def compile(self, source: Path, to: Path, include: list[str]) -> None:
        subprocess.run(
            [*self.compiler, *OPTIONS, *include, "-c", str(source), "-o", str(to)], check=True, capture_output=True
        )


class Copy:
    """A copy of the checkout, for one mutant at a time."""

    def __init__(self, folder: Path, build: Build) -> None:
        self.folder, self.build = folder, build
        ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info")
        for name in ("src", "csrc", "tests", "tools"):
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, folder / name)
        self.link({})

    def link(self, instead: dict[str, Path]) -> None:
        """The compiled module, with some object files in the place of others."""
        module = self.folder / "src" / "scalareale" / "_core.abi3.so"
        module.unlink(missing_ok=True)  # another program may have the old one open
        objects = [str(instead.get(path.name, path)) for path in sorted(self.build.objects.glob("*.o"))]
        subprocess.run([*self.build.compiler, "-shared", *objects, "-o", str(module)], check=True, capture_output=True)

    def judge(self, mutant: Mutant, most: float) -> Verdict:
        """Put a mutant in, run its tests, and take it out again."""
        if mutant.file.endswith(".py"):
            path = self.folder / mutant.file
            source = path.read_text(encoding="utf-8")
            path.write_text(mutant.applied(source), encoding="utf-8")
            try:
                kind, by, seconds = self.judged(mutant, most)
            finally:
                path.write_text(source, encoding="utf-8")
        else:
            mutated = self.folder / "mutated"
            try:
                objects = self.compiled(mutant, mutated)
                assert objects, mutant.file
                if all(path.read_bytes() == (self.build.objects / name).read_bytes() for name, path in objects.items()):
                    return Verdict(mutant, "same code", "", 0.0)
                self.link(objects)
                kind, by, seconds = self.judged(mutant, most)
            except subprocess.CalledProcessError:
                kind, by, seconds = "does not compile", "", 0.0
            finally:
                shutil.rmtree(mutated, ignore_errors=True)
        return Verdict(mutant, kind, by, seconds)

    def compiled(self, mutant: Mutant, folder: Path) -> dict[str, Path]:
        """The object files that a mutant changes."""
        shutil.copytree(self.folder / "csrc", folder)
        if mutant.file == TABLES:
            changed, original = folder / TABLES, self.build.generated / TABLES
        else:
            changed = original = folder / Path(mutant.file).name
        changed.write_text(mutant.applied(original.read_text(encoding="utf-8")), encoding="utf-8")
        objects = {}
        for source in sorted(folder.glob("*.c")):
            if source == changed or f'"{changed.name}"' in source.read_text(encoding="utf-8"):
                objects[f"{source.stem}.o"] = source.with_suffix(".o")
                self.build.compile(source, source.with_suffix(".o"), [f"-I{folder}", f"-I{self.build.generated}"])
        return objects

    def judged(self, mutant: Mutant, most: float) -> tuple[str, str, float]:
        """What the tests say of what is put in; once more if something from outside ended them."""
        tests = judges_of(mutant.file)
        found = run(self.folder, tests, most)
        return run(self.folder, tests, most) if found[0] == "unjudged" else found


def run(folder: Path, tests: Iterable[str], most: float) -> tuple[str, str, float]:
    """Whether the tests in a copy fail, which does, and the processor time they take; at most so much of it."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "SCALAREALE"))}
    environment["PYTHONPATH"] = str(folder / "src")
    environment["PYTHONDONTWRITEBYTECODE"] = "1"  # a mutant may be as long as the original, and as new
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=line"]
    command += ["-m", "not slow and not checkout"]
    command += ["-p", "no:cacheprovider", "-p", "no:xdist", *(f"tests/{name}" for name in tests)]
    with open(folder / "output", "w+", encoding="utf-8", errors="replace") as told:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdout=told,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=partial(_limit, most),
        )
        deadlock = threading.Event()
        clock = threading.Timer(DEADLOCK, _end, (process.pid, deadlock))
        clock.start()
        _, status, used = os.wait4(process.pid, 0)
        clock.cancel()
        with suppress(ProcessLookupError):  # what its tests started may still run
            os.killpg(process.pid, signal.SIGKILL)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        told.seek(0)
        output = told.read()
    seconds = used.ru_utime + used.ru_stime
    if code == -signal.SIGXCPU or (code == -signal.SIGKILL and (seconds >= round(most) or deadlock.is_set())):
        return "hangs", "time", seconds
    if code < 0 and -code not in OWN_SIGNALS:
        return "unjudged", f"ended from outside by {signal.Signals(-code).name}", seconds
    if code == 0:
        return "survived", "", seconds
    if code == 5:
        raise RuntimeError(f"no tests: {' '.join(command)}\n{output}")
    found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", output, re.MULTILINE)
    return "killed", found[1].removeprefix("tests/") if found else f"exit code {code}", seconds


def _limit(seconds: float) -> None:
    """So that tests that hang, or ask for all the memory, are ended."""
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_CPU, (round(seconds), round(seconds) + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def _end(group: int, deadlock: threading.Event) -> None:
    deadlock.set()
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def explanations() -> dict[tuple[str, str, str, str], str]:
    """Why survivors cannot be told from the original: blocks of source and function, `- `, `+ ` and text."""
    found = {}
    text = EXPLAINED.read_text(encoding="utf-8") if EXPLAINED.exists() else ""
    for block in re.split(r"\n\s*\n", text):
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        if lines:
            where, before, after, *why = lines
            if not (before.startswith("- ") and after.startswith("+ ") and why):
                raise SystemExit(f"{EXPLAINED.name}: not an explanation:\n{block}")
            file, _, function = where.partition(", ")
            found[file, function, before[2:], after[2:]] = " ".join(why)
    return found


def shown(mutant: Mutant) -> str:
    where = f"{mutant.file}, {mutant.where}" if mutant.where else mutant.file
    return f"{where}\n- {mutant.before}\n+ {mutant.after}"


def usual_times(copies: SimpleQueue[Copy], workers: int, files: Iterable[str]) -> dict[str, float]:
    """The time that the tests of each source take without a mutant; they must all pass."""

    def timed(name: str) -> float:
        copy = copies.get()
        try:
            verdict, by, seconds = run(copy.folder, [name], DEADLOCK)
        finally:
            copies.put(copy)
        if verdict != "survived":
            raise SystemExit(f"{name} fails without a mutant: {by}")
        return seconds

    names = list(dict.fromkeys(name for file in files for name in judges_of(file)))
    with ThreadPoolExecutor(workers) as pool:
        seconds = dict(zip(names, pool.map(timed, names), strict=True))
    return {file: sum(seconds[name] for name in judges_of(file)) for file in files}


def report(verdicts: list[Verdict], taken: list[Mutant]) -> int:
    """Print the score; the exit code."""
    known = explanations()
    no_mutants = {kind: sum(verdict.kind == kind for verdict in verdicts) for kind in ("does not compile", "same code")}
    counted = [verdict for verdict in verdicts if verdict.kind not in ("unjudged", *no_mutants)]
    unjudged = [verdict for verdict in verdicts if verdict.kind == "unjudged"]
    dead = [verdict for verdict in counted if verdict.kind != "survived"]
    alive = [verdict for verdict in counted if verdict.kind == "survived"]
    explained = [verdict for verdict in alive if verdict.mutant.name in known]
    open_ones = [verdict for verdict in alive if verdict.mutant.name not in known]
    wrong = [verdict for verdict in dead if verdict.mutant.name in known]
    print("\nsurvivors that are explained:" if explained else "\nno survivor is explained")
    for verdict in explained:
        print(f"\n{shown(verdict.mutant)}\n  {known[verdict.mutant.name]}")
    print("\nsurvivors that are not explained:" if open_ones else "\nno survivor is without explanation")
    for verdict in open_ones:
        print(f"\n{shown(verdict.mutant)}")
    for verdict in wrong:
        print(f"\nexplained, but killed by {verdict.by}:\n{shown(verdict.mutant)}")
    for verdict in unjudged:
        print(f"\nnot judged, the tests were {verdict.by}:\n{shown(verdict.mutant)}")
    stale = sorted(set(known) - {mutant.name for mutant in taken})
    for name in stale:
        print(f"\nexplained, but there is no such mutant: {name}")

    print(f"\n{'':<14}{'mutants':>8}{'killed':>8}{'by time':>9}{'survived':>10}{'explained':>11}")
    for title, start in (("tables", TABLES), ("C", "csrc/"), ("Python", "src/"), ("all", "")):
        some = [verdict for verdict in counted if verdict.mutant.file.startswith(start)]
        late = sum(verdict.kind == "hangs" for verdict in some)
        left = [verdict for verdict in some if verdict.kind == "survived"]
        reasons = sum(verdict.mutant.name in known for verdict in left)
        print(f"{title:<14}{len(some):>8}{len(some) - len(left):>8}{late:>9}{len(left):>10}{reasons:>11}")
    print("not counted: {} do not compile, {} compile to the same code".format(*no_mutants.values()))
    of_all = len(dead) / max(len(counted), 1)
    of_those = len(dead) / max(len(counted) - len(explained), 1)
    print(f"killed: {of_all:.1%} of all, {of_those:.1%} of those that are not explained as equivalent")
    return 1 if open_ones or wrong or unjudged or stale or of_those < ENOUGH else 0


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="mutants at a time")
    parser.add_argument("--only", action="append", metavar="TEXT", help="mutants whose source or lines contain this")
    parser.add_argument("--list", action="store_true", help="print the mutants, judge none")
    args = parser.parse_args()
    started = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        folder = Path(name)
        build = Build(folder / "build")
        mutants = taken = every((build.generated / TABLES).read_text(encoding="ascii"))
        for kernel in {"avx2", "avx512"} - set(sr.kernels()):
            print(f"{kernel}: not on this machine, its mutants are left out")
            mutants = [mutant for mutant in mutants if mutant.file != f"csrc/batch_{kernel}.c"]
        if args.only:
            mutants = [mutant for mutant in mutants if any(text in shown(mutant) for text in args.only)]
        if args.list or not mutants:
            print("\n\n".join(map(shown, mutants)), f"\n\n{len(mutants)} mutants")
            return 0
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(args.workers):
            copies.put(Copy(folder / f"copy-{number}", build))
        usual = usual_times(copies, args.workers, dict.fromkeys(mutant.file for mutant in mutants))
        print(f"{len(mutants)} mutants; without one the tests pass, {time.perf_counter() - started:.0f} s", flush=True)

        def judged(mutant: Mutant) -> Verdict:
            copy = copies.get()
            try:
                return copy.judge(mutant, 10 + PATIENCE * usual[mutant.file])
            finally:
                copies.put(copy)

        verdicts = []
        with ThreadPoolExecutor(args.workers) as pool:
            jobs = [pool.submit(judged, mutant) for mutant in mutants]
            for done, job in enumerate(as_completed(jobs), 1):
                verdict = job.result()
                verdicts.append(verdict)
                title = shown(verdict.mutant).replace("\n", "  ")
                print(f"{done:>4} {verdict.kind:<9}{verdict.seconds:>6.1f} s  {title}  {verdict.by}", flush=True)
    code = report(verdicts, taken)
    cpu = sum(verdict.seconds for verdict in verdicts)
    print(f"{time.perf_counter() - started:.0f} s with {args.workers} workers, {cpu:.0f} s of processor time in tests")
    return code


if __name__ == "__main__":
    sys.exit(main())
