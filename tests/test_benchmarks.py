"""The benchmarks run, judge rightly, and draw a saved run the same way twice. No time is asserted."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
pytestmark = [
    pytest.mark.checkout,
    pytest.mark.skipif(not (ROOT / "benchmarks").is_dir(), reason="needs the benchmarks beside the tests"),
]


@pytest.fixture(autouse=True)
def beside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))


def test_every_call_of_a_quick_run_has_a_verdict() -> None:
    command = [sys.executable, "-m", "benchmarks", "--quick", "--only", "single"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode in (0, 1), run.stderr
    for what in ("bare cffi call", "ev.evaluate(bytes)", "ev.showdown", "import scalareale"):
        assert what in run.stdout
    assert str(ROOT) not in run.stdout


def test_a_figure_that_misses_its_must_is_called_so() -> None:
    from scalareale.bench.measure import Figure
    from scalareale.bench.report import missed, verdict

    slow = Figure("single", "a call", 3.6, must=3, aim=2)
    assert missed(slow)
    assert verdict(slow) == "MUST MISSED by 20 %"
    assert missed(Figure("many", "two workers", 1.5, must=1.8, aim=1.95, faster=True))
    assert not missed(Figure("many", "two workers", 1.9, must=1.8, aim=1.95, faster=True))
    assert not missed(Figure("peers", "a peer", None, note="not installed"))


def test_a_peer_of_another_order_is_found_wrong() -> None:
    pytest.importorskip("numpy")
    from scalareale.bench.peers import misplaced

    ours = [3, 1, 2, 2]
    assert misplaced(ours, [30, 10, 20, 20]) == 0
    assert misplaced(ours, [30, 10, 20, 21]) == 1
    assert misplaced(ours, [20, 10, 20, 20]) == 1


def test_examples_of_the_report_run() -> None:
    from scalareale.bench import report

    assert doctest.testmod(report).failed == 0


def test_a_saved_run_is_read_and_drawn_the_same_again(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from benchmarks.chart import draw
    from scalareale.bench.measure import Figure
    from scalareale.bench.report import Run, load, markdown, save

    run = Run(
        {"date": "2026-01-02", "processor": "P", "compiler": "cc 1", "python": "CPython 3", "numpy": "2"}
        | {"scalareale": "1", "kernel": "avx2", "kernels": "portable, avx2"},
        [
            Figure("many", "floor: load five bytes, add, store two", 1.0, 0.6, (1.0, 1.0)),
            Figure("many", "rows, 40 cards classic, avx2", 1.2, 0.7, (1.1, 1.3), 1.5, 1.1),
            Figure("single", "bare cffi call, one bytes argument", 1.0, 70.0, (1.0, 1.0)),
            Figure("peers", "a peer 1.0, text", 5.0, 500.0, (4.0, 6.0), note="agrees", against_batch=300.0),
            Figure("peers", "another 1.0, text", None, note="wrong: 3 of 20,000"),
        ],
    )
    save(run, tmp_path / "results.json")
    again = load(tmp_path / "results.json")
    assert again == run
    assert "wrong: 3 of 20,000" in markdown(again)
    for name in ("a.svg", "b.svg"):
        draw(again, tmp_path / name)
    drawn = (tmp_path / "a.svg").read_bytes()
    assert drawn == (tmp_path / "b.svg").read_bytes()
    assert b"2026" not in drawn
