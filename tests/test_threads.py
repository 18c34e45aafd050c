"""Threads, processes and interpreters: the C under the thread sanitizer, and the package under stress."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from compiling import compilers, run
from test_build import CSRC, ROOT, TOOL, built, sources

import scalareale as sr
from scalareale.batch import _HEAD_START, _SHARE

__all__ = ["built"]  # a fixture

THREADS = 8


# -- the C ---


@pytest.mark.slow
@pytest.mark.skipif(not TOOL.exists(), reason="needs the source tree")
def test_thread_sanitizer_has_nothing_to_say_while_kernels_are_exchanged(
    built: tuple[Path, str],
    tmp_path: Path,
) -> None:
    probe = tmp_path / "probe.c"
    probe.write_text("int main(void) { return 0; }\n")
    for compiler in compilers():
        command = [*compiler, "-std=c11", "-O0", "-g", "-fsanitize=thread", "-pthread"]
        if run([*command, str(probe), "-o", str(tmp_path / "probe")]).returncode == 0:
            if run([str(tmp_path / "probe")]).returncode == 0:
                break
    else:
        pytest.skip("no C compiler here whose programs run under the thread sanitizer")
    program = str(tmp_path / "threads")
    driver = str(ROOT / "tests" / "threads.c")
    done = run([*command, f"-I{CSRC}", f"-I{built[0]}", *sources(), driver, "-o", program])
    assert done.returncode == 0, done.stderr
    done = run([program], TSAN_OPTIONS="halt_on_error=1")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr[-4000:]
    assert done.stdout == "7 tables, kernels exchanged\n"


# -- threads ---


def at_once(work: Callable[[int], None], threads: int = THREADS) -> None:
    """The same work by some threads that start together and change places as often as Python lets them."""
    start, wrong = threading.Barrier(threads), []

    def one(number: int) -> None:
        start.wait()
        try:
            work(number)
        except BaseException as error:
            wrong.append(error)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        running = [threading.Thread(target=one, args=(number,)) for number in range(threads)]
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert not wrong, wrong


def house(number: int) -> sr.Rules:
    suits = ["hdcs", "cdhs", "shcd", "dhsc"][number % 4]
    return sr.Rules.named("no-cycle").replace(name=f"house {number}", packs=[24], players={}, suits=suits)


def test_house_rules_may_be_made_in_threads_though_few_tables_are_kept() -> None:
    """More of them than tables are kept, so that some are thrown out while other threads look for theirs."""
    from scalareale import evaluator

    hands = sr.deal(300, 1, 24, 1)[:, 0]
    wanted = [sr.Evaluator(house(kind)).evaluate_many(hands) for kind in range(4)]
    before, evaluator._MOST_TABLES = evaluator._MOST_TABLES, 6
    try:

        def work(thread: int) -> None:
            for turn in range(30):
                number = (7 * thread + turn) % 20
                ev = sr.Evaluator(house(number))
                assert np.array_equal(ev.evaluate_many(hands), wanted[number % 4])

        at_once(work)
    finally:
        evaluator._MOST_TABLES = before


def test_threads_share_evaluators_and_one_result_while_kernels_are_exchanged() -> None:
    ev = sr.Evaluator("classic", cards=40)
    hands = sr.deal(THREADS * 3000, 1, 40, 1)[:, 0]
    wanted = ev.evaluate_many(hands)
    out = np.zeros_like(wanted)
    kernel, done = sr.kernel(), threading.Event()

    def exchange() -> None:
        while not done.is_set():
            for name in sr.kernels():
                sr.use_kernel(name)

    def work(thread: int) -> None:
        part = slice(3000 * thread, 3000 * (thread + 1))
        for _ in range(20):
            out[part] = 0
            ev.evaluate_many(hands[part], out=out[part])
            assert np.array_equal(out[part], wanted[part])
            assert (ev.category_many(wanted[part]) < 10).all()
            assert ev.showdown_many(wanted[part].reshape(-1, 4)).any(axis=1).all()

    exchanger = threading.Thread(target=exchange)
    exchanger.start()
    try:
        at_once(work)
    finally:
        done.set()
        exchanger.join()
        sr.use_kernel(kernel)
    assert np.array_equal(out, wanted)


def test_threads_that_write_the_same_result_write_the_same() -> None:
    ev = sr.Evaluator("standard")
    hands = sr.deal(_HEAD_START + _SHARE, 1, 52, 1)[:, 0]
    wanted, out = ev.evaluate_many(hands), np.zeros(len(hands), np.uint16)

    def work(_: int) -> None:
        for _ in range(5):
            ev.evaluate_many(hands, out=out, workers=2)

    at_once(work)
    assert np.array_equal(out, wanted)


def test_generator_that_threads_share_deals_to_one_at_a_time() -> None:
    """Its lock is held, so the deals of all threads together are those of one thread, in some order."""
    shared = np.random.default_rng(7)
    found: list[Any] = []
    at_once(lambda _: found.extend(sr.deal(1, 4, 32, shared).tobytes() for _ in range(200)))
    alone = sr.deal(200 * THREADS, 4, 32, np.random.default_rng(7))
    assert sorted(found) == sorted(deal.tobytes() for deal in alone)


def test_threads_ask_all_that_is_kept_for_later_at_the_same_time() -> None:
    """Numbers of other packages, openings and equities each keep something when they are first asked."""
    hand = "Kh Kd Qc 9s 8h"

    def ask(number: int) -> tuple[Any, ...]:
        ev = sr.Evaluator(house(number % 4))
        return (
            {name: sr.convert_to(name, [51, 50]).tolist() for name in sr.CONVENTIONS},
            ev.can_open(hand.replace("8h", "Ah")),
            ev.equity(["Kh Kd Qc 9s Th", "Qh Qd Jc 9d Ts"], discards=["9s", "9d"]),
            sr.Rules.named(sr.rulesets()[number % 17]),
        )

    def work(thread: int) -> None:
        for turn in range(10):
            number = thread * turn
            assert ask(number) == wanted[number % (4 * 17)]

    wanted = [ask(number) for number in range(4 * 17)]
    at_once(work)


# -- processes ---

FORKS = """
import os, signal, sys, threading
import numpy as np
import scalareale as sr
from scalareale.batch import _HEAD_START, _SHARE
rules = [sr.Rules.named("no-cycle").replace(name=f"house {i}", packs=[24], players={}) for i in range(40)]
hands = sr.deal(_HEAD_START + _SHARE, 1, 24, 1)[:, 0]
wanted = sr.Evaluator(rules[0]).evaluate_many(hands)
shared = np.random.default_rng(1)
stop = threading.Event()

def busy(thread):
    turn = 0
    while not stop.is_set():
        turn += 1
        ev = sr.Evaluator(rules[turn % 40])
        ev.evaluate_many(hands, workers=2)
        ev.simulate(500, 4, rng=turn)

threads = [threading.Thread(target=busy, args=(i,), daemon=True) for i in range(3)]
for thread in threads: thread.start()
for i in range(15):
    child = os.fork()
    if child == 0:
        signal.alarm(60)  # rather than hang
        ev = sr.Evaluator(rules[i])
        good = np.array_equal(ev.evaluate_many(hands, workers=2), wanted)
        good = good and ev.simulate(300, 4, rng=1) == sr.Evaluator(rules[0]).simulate(300, 4, rng=1)
        os._exit(0 if good else 1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status:
        print("child", i, "ended with", status, flush=True)
        os._exit(1)
stop.set()
for thread in threads: thread.join()
print("done")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.skipif(
    bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    reason="without the global lock, a dict that another thread has locked stays locked in the child",
)
def test_fork_while_threads_make_tables_deal_and_evaluate() -> None:
    command = [sys.executable, "-W", "ignore", "-c", FORKS]
    done = subprocess.run(command, timeout=300, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


def elsewhere(ev: sr.Evaluator, hands: Any) -> tuple[bytes, sr.Simulation]:
    return ev.evaluate_many(hands).tobytes(), ev.simulate(1000, 3, rng=5)


@pytest.mark.parametrize("way", multiprocessing.get_all_start_methods())
def test_house_rules_go_to_processes_however_they_start(way: str) -> None:
    ev = sr.Evaluator(house(1))
    hands = sr.deal(500, 1, 24, 1)[:, 0]
    with multiprocessing.get_context(way).Pool(2) as pool:
        for found in pool.starmap(elsewhere, [(ev, hands)] * 4):
            assert found == (ev.evaluate_many(hands).tobytes(), ev.simulate(1000, 3, rng=5))


# -- interpreters ---

SUBINTERPRETER = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
program = f'''
import sys
sys.path[:] = {sys.path!r}
try:
    import scalareale
except ImportError as error:
    print("ImportError:", error, flush=True)
else:
    print(scalareale.Evaluator("standard").evaluate("2c 3d 4h 5s 7c"), flush=True)
'''
failed = interpreters.run_string(interpreters.create(), program)
print(failed)
import scalareale
print(scalareale.Evaluator("standard").evaluate("2c 3d 4h 5s 7c"))
"""


def test_import_in_a_subinterpreter_is_an_import_error_or_works() -> None:
    """Since 3.12 subinterpreters are isolated, and cffi refuses them; this interpreter is none the worse for it."""
    done = subprocess.run(
        [sys.executable, "-c", SUBINTERPRETER], timeout=120, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    there, failed, here = done.stdout.splitlines()
    assert (failed, here) == ("None", "1")
    if sys.version_info >= (3, 12):
        assert there == "ImportError: scalareale does not support loading in subinterpreters, nor does cffi"
    else:
        assert there == "1"


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has a global lock")
def test_free_threaded_python_stays_free() -> None:
    program = "import sys, numpy, scalareale; sys.exit(sys._is_gil_enabled())"
    done = subprocess.run([sys.executable, "-c", program], timeout=120, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
