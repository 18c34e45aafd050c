"""Prove the installed package: `python -m tests.prove [--quick] [--workers N]`, from a checkout.

For every ruleset with each of its packs, and for house rules made up and drawn by lot: every hand has the place, the
category and the tier that the reference evaluator gives it, which shares no code with the package; every kernel gives
every hand the same strength; every two and every three straight flushes without a common card end as the reference
says, in every seating; showdowns of two to sixteen hands, drawn so that all categories, both sides of an upset and ties
meet, end as the reference says by every function that tells who wins or what a hand is; chips and deals are as slow
reckonings find them; and the strengths, as numbers, are those whose digests are committed in
`tests/data/strength_digests.txt`, which says what they are of.

The reference has two judges, which also check each other. The faster one judges every hand; the slower one, hand by
hand, too, but with `--quick` only some of them. `--quick` also leaves out the triples within a tier where there are
jokers, most showdowns and most house rules. Exit code 1 if anything differs.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from functools import partial
from math import comb
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # as pytest does for the tests: see pyproject.toml

import numpy as np
from doors import check_doors
from houses import HOUSE, HOUSES, REFERENCE_HOUSE, any_house_with_upset
from reference import RULESETS, Ruleset, packs
from sweeps import CHECKS, DIGESTS, Sweep, check_by_hand, check_kernel, check_triples, digest, judge_by_hand

import scalareale as sr

BLOCK = 150_000
"""Hands that are judged by hand in one go: two seconds, or three minutes if half of them have jokers."""
SAMPLE, JOKER_SAMPLE = 1500, 150
"""With --quick, of each pack."""
DRAWN, QUICKLY_DRAWN = 40, 4
"""House rules."""
SHOWN, QUICKLY_SHOWN = 600, 15
"""Showdowns of each number of seats, of each pack."""

HEADER = """\
# What every hand of every ruleset and pack is worth, as digests that another implementation can reproduce.
#
# A card is the number 4 * (rank - 2) + suit with ranks 2 to 14 (the ace) and suits clubs 0, diamonds 1, hearts 2,
# spades 3; jokers are 52 and 53. A pack of n <= 52 cards is the numbers 52 - n to 51, one of 53 or 54 is 0 to n - 1.
# Hands are five ascending numbers, in lexicographic order. The strength of a hand is its place among the hands that
# the ruleset tells apart, 1 for the weakest (in games of the lowest hand, the highest), equal hands having one place;
# the upset between straight flushes changes no place. The digest is SHA-256 of the strengths of all hands, 16 bits
# each, the lower byte first.
#
# Checked, and written after a change on purpose, by: python -m tests.prove [--write-digests]
"""


class Case(NamedTuple):
    """A ruleset, known by its name or made for the occasion, with one pack."""

    rules: str | sr.Rules
    cards: int
    ruleset: Ruleset | None = None

    @property
    def name(self) -> str:
        return self.rules if isinstance(self.rules, str) else self.rules.name

    def sweep(self) -> Sweep:
        return Sweep(self.rules, self.cards, self.ruleset)


class Outcome(NamedTuple):
    """What a job found."""

    looked_at: dict[str, int]
    failures: list[str]
    seconds: float
    strengths: int = 0
    digest: str = ""
    by_hand: dict[tuple[int, ...], int] | None = None


def named_cases() -> list[Case]:
    """Every ruleset with each of its packs."""
    return [Case(name, cards) for name in sr.rulesets() for cards in sr.Rules.named(name).packs]


def house_cases(drawn: int) -> Iterator[Case]:
    """The houses that are written down, and so many that are drawn by lot, those left out that no table can hold."""
    for rules, ruleset, cards in HOUSES.values():
        yield Case(rules, cards, ruleset)
    yield Case(sr.Rules.from_toml(HOUSE), 36, REFERENCE_HOUSE)
    seed = 1000  # the tests have the first ones
    while drawn:
        rules, ruleset = any_house_with_upset(seed)
        seed += 1
        try:
            sr.Evaluator(rules)
        except ValueError:
            continue
        drawn -= 1
        yield Case(rules, rules.packs[0], ruleset)


def prove(case: Case, quick: bool) -> Outcome:
    """All checks of a case but those by hand; with `quick` some of these, too."""
    started = time.process_time()
    sweep = case.sweep()
    checks = CHECKS | {f"kernel {kernel}": partial(check_kernel, kernel=kernel) for kernel in sr.kernels()}
    checks["doors"] = partial(check_doors, each=QUICKLY_SHOWN if quick else SHOWN)
    if quick:
        checks["triples"] = partial(check_triples, across=case.cards > 52)
        checks["by hand"] = some_by_hand
    looked_at, failures = {}, []
    for name, check in checks.items():
        try:
            looked_at[name] = check(sweep)
        except Exception as error:
            failures.append(failure(case, name, error))
    seconds = time.process_time() - started
    return Outcome(looked_at, failures, seconds, sweep.evaluator.strengths, digest(sweep.strengths))


def some_by_hand(sweep: Sweep) -> int:
    most = SAMPLE if sweep.cards <= 52 else JOKER_SAMPLE
    rows = np.random.default_rng(sweep.cards).choice(len(sweep.hands), most, replace=False)
    looked_at, strength_of = judge_by_hand(sweep, rows)
    check_by_hand(strength_of)
    return looked_at


def prove_by_hand(case: Case, start: int) -> Outcome:
    """A block of hands by the slower judge."""
    started = time.process_time()
    looked_at, failures, strength_of = {}, [], None
    try:
        looked_at["by hand"], strength_of = judge_by_hand(case.sweep(), slice(start, start + BLOCK))
    except Exception as error:
        failures.append(failure(case, f"by hand, hands {start} to {start + BLOCK}", error))
    return Outcome(looked_at, failures, time.process_time() - started, by_hand=strength_of)


def failure(case: Case, check: str, error: Exception) -> str:
    why = str(error).strip() if isinstance(error, AssertionError) else ""
    why = why or traceback.format_exception_only(error)[-1].strip()
    at = traceback.extract_tb(error.__traceback__)[-1]
    return f"{case.name}, {case.cards} cards: {check}: {why} ({Path(at.filename).name}, line {at.lineno})"


def joined(case: Case, parts: list[Outcome], quick: bool) -> Outcome:
    """What all jobs of a case found together, and whether what was judged by hand fits together."""
    whole = max(parts, key=lambda part: part.strengths)
    failures = [failure for part in parts for failure in part.failures]
    looked_at = dict(whole.looked_at)
    if not quick:
        strength_of: dict[tuple[int, ...], int] = {}
        looked_at["by hand"] = sum(part.looked_at.get("by hand", 0) for part in parts)
        try:
            for part in parts:
                for key, strength in (part.by_hand or {}).items():
                    assert strength_of.setdefault(key, strength) == strength, (key, strength)
            if not failures:
                assert looked_at["by hand"] == comb(case.cards, 5)
                check_by_hand(strength_of, whole.strengths if case.ruleset is None else None)
        except AssertionError as error:
            failures.append(failure(case, "by hand", error))
    seconds = sum(part.seconds for part in parts)
    return Outcome(looked_at, failures, seconds, whole.strengths, whole.digest)


def run(cases: list[Case], quick: bool, workers: int) -> list[Outcome]:
    """The outcome of each case, by as many processes."""
    jobs: dict[Future[Outcome], int] = {}
    parts: list[list[Outcome]] = [[] for _ in cases]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for at in sorted(range(len(cases)), key=lambda at: -cases[at].cards):  # the longest first
            case = cases[at]
            jobs[pool.submit(prove, case, quick)] = at
            for start in range(0, 0 if quick else comb(case.cards, 5), BLOCK):
                jobs[pool.submit(prove_by_hand, case, start)] = at
        for done, job in enumerate(as_completed(jobs), 1):
            parts[jobs[job]].append(job.result())
            if sys.stderr.isatty():
                print(f"\r{done} of {len(jobs)} jobs done ", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return [joined(case, some, quick) for case, some in zip(cases, parts, strict=True)]


COLUMNS = (
    ("ruleset", 28), ("pack", 5), ("hands", 10), ("strengths", 10), ("by hand", 10), ("pairs", 7), ("triples", 8),
    ("showdowns", 10), ("kernels", 8), ("seconds", 8), ("digest", 18), ("verdict", 9),
)  # fmt: skip


def print_row(values: list[str]) -> None:
    cells = [
        f"{value:<{width}}" if at == 0 else f"{value:>{width}}"
        for at, (value, (_, width)) in enumerate(zip(values, COLUMNS, strict=True))
    ]
    print("".join(cells).rstrip())


def print_table(cases: list[Case], outcomes: list[Outcome]) -> None:
    print_row([name for name, _ in COLUMNS])
    for case, found in zip(cases, outcomes, strict=True):
        seen = found.looked_at
        kernels = sum(name.startswith("kernel ") for name in seen)
        numbers = [
            comb(case.cards, 5),
            found.strengths,
            *(seen.get(what, 0) for what in ("by hand", "pairs", "triples", "doors")),
        ]
        verdict = "FAILED" if found.failures else "proved"
        print_row(
            [case.name, str(case.cards), *(f"{n:,}" for n in numbers), str(kernels), f"{found.seconds:.1f}",
             found.digest[:16], verdict]
        )  # fmt: skip


def digest_lines(cases: list[Case], outcomes: list[Outcome]) -> list[str]:
    """The committed list as it would be."""
    return [
        f"{found.digest}  {case.name} {case.cards}"
        for case, found in zip(cases, outcomes, strict=True)
        if case.ruleset is None
    ]


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.prove", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--quick", action="store_true", help="judge only some hands by the slower judge: half a minute")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="processes, one a core")
    parser.add_argument("--only", action="append", metavar="RULESET", help="this ruleset, and no house rules")
    parser.add_argument("--write-digests", action="store_true", help="commit the digests as they are now")
    args = parser.parse_args(arguments)
    if args.workers < 1:
        parser.error("workers are at least 1")
    if args.only and args.write_digests:
        parser.error("digests are written of all rulesets together")
    if unknown := set(args.only or ()) - set(sr.rulesets()):
        parser.error(f"no such ruleset: {', '.join(sorted(unknown))}")
    if not __debug__:
        parser.error("nothing is proved by a Python that leaves out assertions (-O)")
    started = time.perf_counter()
    print(f"scalareale {sr.__version__} in {Path(sr.__file__).parent}")
    print(
        f"{platform.python_implementation()} {platform.python_version()}, numpy {np.__version__}, {platform.machine()}"
    )
    print(f"kernels {', '.join(sr.kernels())}\n")

    if args.only:
        cases = [case for case in named_cases() if case.name in args.only]
    else:
        cases = [*named_cases(), *house_cases(QUICKLY_DRAWN if args.quick else DRAWN)]
    outcomes = run(cases, args.quick, args.workers)
    print_table(cases, outcomes)
    lines = digest_lines(cases, outcomes)
    failures = [line for found in outcomes for line in found.failures]
    if args.write_digests:
        if all("digest" in line for line in failures):
            DIGESTS.write_text(HEADER + "".join(f"{line}\n" for line in lines), encoding="ascii", newline="\n")
            failures = []
            print(f"\nwritten: {DIGESTS}")
        else:
            print("\nno digests are written, since something else failed")
    reference = {(name, cards) for name in RULESETS for cards in packs(name)}
    if {(case.name, case.cards) for case in named_cases()} != reference:
        failures.append("rulesets and packs are not those that the reference knows")
    print(f"\nall strengths: {hashlib.sha256(''.join(f'{line}{chr(10)}' for line in lines).encode()).hexdigest()}")
    cpu = sum(found.seconds for found in outcomes)
    print(f"{time.perf_counter() - started:.0f} s with {args.workers} workers, {cpu:.0f} s of processor time")
    for line in failures:
        print(f"failed: {line}")
    print(f"{1 + sum(len(found.looked_at) for found in outcomes)} checks passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
