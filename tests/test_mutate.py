"""What became of a mutant is read off how its tests end, and nothing else that ends them is taken for it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

if os.name != "posix":
    pytest.skip("mutants are made and judged on POSIX", allow_module_level=True)

import mutate
from mutants import Mutant

KILL_ITSELF = "import os, signal\ndef test_it(): os.kill(os.getpid(), signal.{})\n"


def judged(folder: Path, test: str, most: float = 60.0) -> tuple[str, str]:
    (folder / "tests").mkdir(exist_ok=True)
    (folder / "tests" / "test_it.py").write_text(test, "utf-8")
    return mutate.run(folder, ["test_it.py"], most)[:2]


def test_tests_that_pass_let_a_mutant_survive_and_others_kill_it(tmp_path: Path) -> None:
    assert judged(tmp_path, "def test_it(): pass\n") == ("survived", "")
    assert judged(tmp_path, "def test_it(): assert 0\n") == ("killed", "test_it.py::test_it")
    assert judged(tmp_path, KILL_ITSELF.format("SIGSEGV")) == ("killed", "exit code -11")


def test_mutant_hangs_if_it_takes_more_than_its_time_of_the_processor(tmp_path: Path) -> None:
    assert judged(tmp_path, "def test_it():\n    while True: pass\n", 1.0) == ("hangs", "time")


@pytest.mark.slow
@pytest.mark.long
def test_hard_limit_counts_where_the_soft_one_is_not_heard(tmp_path: Path) -> None:
    deaf = "import signal\ndef test_it():\n    signal.signal(signal.SIGXCPU, signal.SIG_IGN)\n    while True: pass\n"
    assert judged(tmp_path, deaf, 1.0) == ("hangs", "time")


def test_mutant_hangs_if_it_waits_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutate, "DEADLOCK", 2.0)
    assert judged(tmp_path, "import time\ndef test_it(): time.sleep(600)\n") == ("hangs", "time")


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM", "SIGUSR1"])
def test_signal_from_outside_judges_nothing(name: str, tmp_path: Path) -> None:
    assert judged(tmp_path, KILL_ITSELF.format(name)) == ("unjudged", f"ended from outside by {name}")


def test_tests_without_a_mutant_are_limited_too(tmp_path: Path) -> None:
    said = "import resource\ndef test_it(): assert resource.getrlimit(resource.RLIMIT_AS)[0] == {}\n"
    assert judged(tmp_path, said.format(mutate.MOST_MEMORY), mutate.DEADLOCK) == ("survived", "")


def test_what_was_ended_from_outside_is_judged_once_more_and_then_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = mutate.Copy.__new__(mutate.Copy)
    copy.folder = tmp_path
    mutant = Mutant("csrc/open.c", 0, 0, "", "", "a", "b")
    ended = ("unjudged", "ended from outside by SIGKILL", 1.0)
    for answers, wanted in (
        ([ended, ("killed", "x", 2.0)], ("killed", "x", 2.0)),
        ([ended, ended], ended),
        ([("survived", "", 1.0)], ("survived", "", 1.0)),
    ):
        left = list(answers)
        monkeypatch.setattr(mutate, "run", lambda *_, left=left: left.pop(0))
        assert copy.judged(mutant, 10.0) == wanted
        assert not left
    monkeypatch.setattr(mutate, "explanations", dict)
    dead = mutate.Verdict(mutant, "killed", "x", 1.0)
    assert mutate.report([dead], [mutant]) == 0
    assert mutate.report([dead, mutate.Verdict(mutant, *ended)], [mutant]) == 1
    assert "not judged, the tests were ended from outside by SIGKILL" in capsys.readouterr().out
