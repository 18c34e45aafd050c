"""The proof fails where something is wrong, and says what; the mutants are what they say."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import houses
import mutants
import mutate
import numpy as np
import prove
import pytest
import sweeps
from doors import check_doors
from sweeps import Sweep

import scalareale as sr
from scalareale import batch, evaluator
from scalareale._core import lib

ROOT = Path(__file__).resolve().parent.parent
SMALL = prove.Case("classic", 24)


def spoilt(name: str, change: Callable[[Any], Any]) -> Sweep:
    """A sweep in which one thing is another."""
    sweep = Sweep("classic", 24)
    setattr(sweep, name, change(getattr(sweep, name).copy()))
    return sweep


def exchanged(strengths: Any) -> Any:
    strengths[[7, 20_000]] = strengths[[20_000, 7]]
    return strengths


def other_category(judged: Any) -> Any:
    judged[judged == sr.Category.FLUSH] = sr.Category.HIGH_CARD
    return judged


def without_one(hands: Any) -> Any:
    hands[5, 4] = 40
    return hands


def test_every_check_looks_at_something_and_passes() -> None:
    sweep = Sweep("classic", 24)
    looked_at = {name: check(sweep) for name, check in sweeps.CHECKS.items()}
    every = 42504
    assert looked_at == {
        "hands": every, "order": every, "categories": every, "counts": 10, "tiers": 12, "upset": 132, "pairs": 54,
        "triples": 108, "digest": 1,
    }  # fmt: skip
    assert [sweeps.check_kernel(sweep, kernel) for kernel in sr.kernels()] == [4 * every] * len(sr.kernels())


@pytest.mark.parametrize(
    ("check", "name", "change", "why"),
    [
        ("hands", "hands", without_one, "28"),
        ("order", "strengths", exchanged, "the place of 9c9d9h9sJs is"),
        ("categories", "judged", other_category, "the category of "),
        ("counts", "categories", other_category, "'flush': 0"),
        ("digest", "strengths", exchanged, "the digest is "),
    ],
)
def test_check_fails_where_something_is_wrong(check: str, name: str, change: Callable[[Any], Any], why: str) -> None:
    with pytest.raises(AssertionError, match=why):
        sweeps.CHECKS[check](spoilt(name, change))


@pytest.mark.parametrize("kernel", sr.kernels())
def test_kernel_that_differs_is_named_with_the_hand(kernel: str) -> None:
    with pytest.raises(AssertionError, match=f"^{kernel}, rows: the strength of 9c9d9h9sJs is "):
        sweeps.check_kernel(spoilt("strengths", exchanged), kernel)


@pytest.mark.parametrize("check", ["tiers", "upset", "pairs", "triples"])
def test_verdicts_of_another_ruleset_are_wrong(check: str) -> None:
    """The package's ruleset without the upset or with other tiers, against the reference's classic."""
    rules = sr.Rules.named("no-cycle") if check != "tiers" else sr.Rules.named("classic")
    sweep = Sweep(rules, 24, "classic")
    if check == "tiers":
        sweep.judge.tier = lambda hand: "medium"  # type: ignore[method-assign]
    with pytest.raises(AssertionError):
        sweeps.CHECKS[check](sweep)


def test_judge_by_hand_sees_two_hands_exchanged_and_a_wrong_order() -> None:
    sweep = Sweep("classic", 24)
    looked_at, strength_of = sweeps.judge_by_hand(sweep, slice(0, 300))
    assert looked_at == 300
    sweeps.check_by_hand(strength_of)
    with pytest.raises(AssertionError):
        sweeps.check_by_hand(strength_of, sweep.evaluator.strengths)
    low, high = sorted(strength_of)[:2]
    strength_of[low], strength_of[high] = strength_of[high], strength_of[low]
    with pytest.raises(AssertionError, match="differ in order"):
        sweeps.check_by_hand(strength_of)
    with pytest.raises(AssertionError):
        sweeps.judge_by_hand(Sweep("suit-first", 24, "classic"), slice(None))


def test_straights_have_no_tier_where_a_house_knows_no_flushes() -> None:
    rules, ruleset = houses.any_house_with_upset(1022)
    assert not rules.flushes and rules.straights
    sweep = Sweep(rules, rules.packs[0], ruleset)
    assert sweeps.check_tiers(sweep) == 0
    assert check_doors(sweep)


# -- doors -------------------------------------------------------------------------------------------------------------


def text_with_red_suits_exchanged(table: Any, text: bytes, length: int) -> Any:
    return lib.sr_evaluate_text(table, text.translate(bytes.maketrans(b"hd", b"dh")), length)


def first_of_two_ordinary_hands(table: Any, a: bytes, b: bytes) -> Any:
    ordinary = [lib.sr_category(table, lib.sr_evaluate(table, hand)) < sr.Category.FOUR_OF_A_KIND for hand in (a, b)]
    return 1 if all(ordinary) else lib.sr_compare(table, a, b)


def first_of_equals(*arguments: Any) -> Any:
    winners = lib.sr_showdown(*arguments)
    return winners & -winners


def strongest_of(most: int, category: int = -1) -> Callable[..., Any]:
    """A showdown without the upset of more than so many hands, or if a hand of the category is among them."""

    def showdown(table: Any, hands: bytes, stride: int, n: int, contenders: int, shared: int) -> Any:
        strengths = [lib.sr_evaluate(table, hands[at * stride : at * stride + 5]) for at in range(n)]
        if n <= most and all(lib.sr_category(table, strength) != category for strength in strengths):
            return lib.sr_showdown(table, hands, stride, n, contenders, shared)
        return sum(1 << seat for seat in range(n) if strengths[seat] == max(strengths))

    return showdown


def ones_if_short(ev: sr.Evaluator, hands: Any) -> Any:
    found = RIGHT["evaluate_many"](ev, hands)
    return np.ones_like(found) if len(found) < 8 else found


def five_seats_turned(ev: sr.Evaluator, strengths: Any, *, contenders: Any = None) -> Any:
    found = RIGHT["showdown_many"](ev, strengths, contenders=contenders)
    return np.roll(found, 1, axis=1) if found.shape[1] == 5 else found


def odd_chips_from_seat_0(chips: int, winners: list[int], button: int, seats: int) -> Any:
    return RIGHT["shares"](chips, winners, seats - 1, seats)


def cards_again(n: int, players: int, *arguments: Any, **more: Any) -> Any:
    dealt = RIGHT["deal"](n, players, *arguments, **more)
    dealt[-1, -1, 4] = dealt[-1, 0, 0]
    return dealt


def halves_exchanged(block: Any, dtype: Any, otherwise: int) -> Any:
    return np.roll(RIGHT["narrowed"](block, dtype, otherwise), len(block) // 2, axis=0)


def first_five(ev: sr.Evaluator, cards: bytes) -> Any:
    return ev.rank(cards[:5]).cards


def samples_turned(ev: sr.Evaluator, hands: Any, *, samples: int | None = None, **more: Any) -> Any:
    return RIGHT["equity"](ev, hands if samples is None else [*hands[1:], hands[0]], samples=samples, **more)


def loaded_for_others(path: Path) -> Any:
    return sr.Evaluator(RIGHT["load_table"](path).rules, cards=36)


SETTLE = sys.modules["scalareale.settle"]
RIGHT = {
    "evaluate_many": sr.Evaluator.evaluate_many,
    "showdown_many": sr.Evaluator.showdown_many,
    "shares": SETTLE.shares,
    "deal": sr.deal,
    "narrowed": batch._narrowed,
    "equity": sr.Evaluator.equity,
    "load_table": sr.load_table,
}


@pytest.mark.parametrize(
    ("where", "name", "wrong", "why"),
    [
        (evaluator, "_evaluate_text", text_with_red_suits_exchanged, r"evaluate\('\w+'\) of \w{10} is"),
        (evaluator, "_compare", first_of_two_ordinary_hands, r"compare of \w{10}, \w{10} is \(1, 1\)"),
        (evaluator, "_showdown", first_of_equals, r"showdown of (\w{10}|folded), "),
        (evaluator, "_showdown", strongest_of(3), r"showdown of (\w{10}|folded), "),
        (evaluator, "_showdown", strongest_of(16, sr.Category.FOUR_OF_A_KIND), r"showdown of \w{10}, \w{10} is"),
        (sr.Evaluator, "evaluate_many", ones_if_short, r"evaluate_many, row 0 of 1, of \w{10} is 1, wanted is"),
        (sr.Evaluator, "showdown_many", five_seats_turned, r"(showdown_many, row 0 of \d+,|equity of samples) of "),
        (SETTLE, "shares", odd_chips_from_seat_0, r"settle\(\[.*\], button=\d+\) of "),
        (sr, "deal", cards_again, r"deal to \d: \w+ in a deal"),
        (batch, "_narrowed", halves_exchanged, r"evaluate_many of int64, row 0 of \d+, of \w{10} is"),
        (sr.Evaluator, "best", first_five, r"best of \w{12} is \(True, \d+\), wanted is"),
        (sr.Evaluator, "equity", samples_turned, r"equity of samples of \w{10}, .*, folded is"),
        (sr, "load_table", loaded_for_others, r"a saved evaluator has Pack\(36\)"),
    ],
)
def test_doors_that_err_are_named_with_the_ruleset_the_pack_and_the_hands(
    monkeypatch: pytest.MonkeyPatch, where: Any, name: str, wrong: Callable[..., Any], why: str
) -> None:
    case = prove.Case(houses.HOUSES["greek"][0], 32, houses.HOUSES["greek"][1])
    monkeypatch.setattr(prove, "CHECKS", {})
    monkeypatch.setattr(prove, "check_kernel", lambda sweep, kernel: 1)
    assert not prove.prove(case, True).failures
    monkeypatch.setattr(where, name, wrong)
    failures = [line for line in prove.prove(case, True).failures if ": doors: " in line]
    assert len(failures) == 1
    assert re.match(f"greek, 32 cards: doors: .*{why}", failures[0]), failures


def here(cases: list[prove.Case], quick: bool, workers: int) -> list[prove.Outcome]:
    return [prove.joined(case, [prove.prove(case, quick)], quick) for case in cases]


def test_failure_is_told_and_is_the_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    committed = sweeps.committed_digests()
    monkeypatch.setattr(prove, "run", here)
    monkeypatch.setattr(prove, "named_cases", lambda: [SMALL])
    monkeypatch.setattr(prove, "RULESETS", {"classic": {}})
    monkeypatch.setattr(prove, "packs", lambda name: [24])
    assert prove.main(["--quick", "--only", "classic"]) == 0
    lines = capsys.readouterr().out.splitlines()
    row = next(line for line in lines if line.startswith("classic"))
    assert row.split()[1:8] == ["24", "42,504", "528", "1,500", "54", "108", "225"]
    assert row.split()[-2:] == [committed["classic", 24][:16], "proved"]
    assert lines[-1] == f"{12 + len(sr.kernels())} checks passed, 0 failed"

    monkeypatch.setattr(sweeps, "committed_digests", lambda: {("classic", 24): "f" * 64})
    assert prove.main(["--quick", "--only", "classic"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert next(line for line in lines if line.startswith("classic")).endswith("FAILED")
    assert lines[-2].startswith("failed: classic, 24 cards: digest: the digest is a1be6b12")
    assert lines[-1].endswith(" checks passed, 1 failed")


def test_what_is_judged_by_hand_must_be_every_hand() -> None:
    whole = prove.prove(SMALL, False)
    part = prove.prove_by_hand(SMALL, 0)
    assert not prove.joined(SMALL, [whole, part], False).failures
    assert prove.joined(SMALL, [whole], False).failures
    assert prove.joined(SMALL, [whole, part, part], False).failures


@pytest.mark.parametrize(
    "arguments", [["--workers", "0"], ["--only", "holdem"], ["--only", "classic", "--write-digests"]]
)
def test_arguments_that_make_no_sense_are_refused(arguments: list[str], capsys: Any) -> None:
    with pytest.raises(SystemExit) as caught:
        prove.main(arguments)
    assert caught.value.code == 2


@pytest.mark.checkout
def test_proof_runs_as_a_module_in_processes_and_not_without_assertions() -> None:
    command = ["-m", "tests.prove", "--quick", "--only", "german", "--workers", "2"]
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(" checks passed, 0 failed\n")
    done = subprocess.run([sys.executable, "-O", *command], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert "leaves out assertions" in done.stderr


# -- mutants -----------------------------------------------------------------------------------------------------------

C = """
#define MASK 0xF0u
static int inside(const uint8_t *row, int n)
{
    uint8_t copy[8]; /* a < b */
    for (int i = 0; i < n; i++)
        copy[i] = row[i] & MASK;
    return copy[0] > 1 && !copy[1] ? -1 : _mm_add_epi8(a, b);
}
"""
PYTHON = '''
"""Not 1 < 2."""
LIMIT: int = 3
def inside(a: int | None = 0) -> int | None:
    if not a or LIMIT <= 2:
        return f"{a + 1}"
    a += True
    return a
'''


def test_c_is_changed_one_sign_or_number_at_a_time() -> None:
    found = {(m.where, m.before, m.after) for m in mutants.of_c("x.c", C)}
    loop, last = "for (int i = 0; i < n; i++)", "return copy[0] > 1 && !copy[1] ? -1 : _mm_add_epi8(a, b);"
    assert found == {
        ("", "#define MASK 0xF0u", "#define MASK 0xf1u"),
        ("inside", loop, "for (int i = 1; i < n; i++)"),
        ("inside", loop, "for (int i = 0; i <= n; i++)"),
        ("inside", "copy[i] = row[i] & MASK;", "copy[i] = row[i] | MASK;"),
        ("inside", last, last.replace("copy[0]", "copy[1]")),
        ("inside", last, last.replace(">", ">=")),
        ("inside", last, last.replace("> 1", "> 0")),
        ("inside", last, last.replace("&&", "||")),
        ("inside", last, last.replace("!", "")),
        ("inside", last, last.replace("copy[1]", "copy[0]")),
        ("inside", last, last.replace("-1", "1")),
        ("inside", last, last.replace("-1", "-0")),
        ("inside", last, last.replace("_add_", "_sub_")),
    }


def test_python_is_changed_one_sign_or_number_at_a_time() -> None:
    found = {(m.where, m.before, m.after) for m in mutants.of_python("x.py", PYTHON)}
    head, test = "def inside(a: int | None = 0) -> int | None:", "if not a or LIMIT <= 2:"
    assert found == {
        ("", "LIMIT: int = 3", "LIMIT: int = 4"),
        ("inside", head, head.replace("0", "1")),
        ("inside", test, "if a or LIMIT <= 2:"),
        ("inside", test, "if not a and LIMIT <= 2:"),
        ("inside", test, "if not a or LIMIT < 2:"),
        ("inside", test, "if not a or LIMIT <= 3:"),
        ("inside", "a += True", "a -= True"),
        ("inside", "a += True", "a += False"),
    }


@pytest.mark.checkout
def test_mutants_are_of_every_source_each_with_judges_and_those_of_python_are_python() -> None:
    sources = [*(ROOT / "csrc").glob("*.[ch]"), *(ROOT / "src" / "scalareale").glob("*.py")]
    if not (ROOT / "csrc").is_dir():
        pytest.skip("needs the source tree")
    for path in sources:
        file = path.relative_to(ROOT).as_posix()
        if file in mutants.LEFT_OUT or path.name.startswith("__"):
            continue
        source = path.read_text("utf-8")
        made = list((mutants.of_python if path.suffix == ".py" else mutants.of_c)(file, source))
        assert made, file
        for mutant in made[::7]:
            changed = mutant.applied(source)
            assert changed != source
            if path.suffix == ".py":
                ast.parse(changed)
        for judge in mutate.judges_of(file):
            assert (ROOT / "tests" / judge.partition("::")[0]).exists(), judge
    assert set(mutants.LEFT_OUT) <= {path.relative_to(ROOT).as_posix() for path in sources}
    assert all(mutate.explanations().values())


@pytest.mark.slow
@pytest.mark.checkout
def test_more_than_three_hundred_mutants_are_taken_always_the_same(tmp_path: Path) -> None:
    tool = ROOT / "tools" / "build_tables.py"
    if not tool.exists():
        pytest.skip("needs the source tree")
    subprocess.run([sys.executable, str(tool), "--quiet", str(tmp_path)], check=True, timeout=600)
    tables = (tmp_path / mutants.TABLES).read_text("ascii")
    taken = mutants.every(tables)
    assert len(taken) >= 300
    assert taken == mutants.every(tables)
    for start in (mutants.TABLES, "csrc/", "src/"):
        assert sum(mutant.file.startswith(start) for mutant in taken) >= 80
    for mutant in taken:
        if mutant.file == mutants.TABLES:
            assert mutant.before.endswith(f" = {tables[mutant.start : mutant.stop]}")
            assert mutant.text != tables[mutant.start : mutant.stop]
