"""Simulations: the same counts whoever does the work, and the counts of the deals themselves."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from fractions import Fraction
from math import isnan
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.random import MT19937, PCG64, PCG64DXSM, Generator, SeedSequence

from scalareale import Category, Evaluator, HandError, _core, all_hands
from scalareale.deal import deal
from scalareale.simulate import CHUNK, Simulation, count_chunks, simulate

CLASSIC = Evaluator("classic", cards=40)
N, SEATS = 3_000_000, 6


@pytest.fixture(scope="module")
def alone() -> Simulation:
    return simulate(CLASSIC, N, SEATS, rng=1)


def played(ev: Evaluator, n: int, players: int, seed: SeedSequence) -> Simulation:
    """The same from the deals themselves, by the functions for many hands."""
    pots = np.zeros((players, players), int)
    categories = np.zeros((players, 10), int)
    for chunk in range(-(-n // CHUNK)):
        child = SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, chunk))
        dealt = deal(min(CHUNK, n - chunk * CHUNK), players, ev.pack, Generator(PCG64DXSM(child)))
        strengths = ev.evaluate_many(dealt)
        winners = ev.showdown_many(strengths)
        made = ev.category_many(strengths)
        sharers = winners.sum(axis=1)
        for seat in range(players):
            pots[seat] += np.bincount(sharers[winners[:, seat]], minlength=players + 1)[1:]
            categories[seat] += np.bincount(made[:, seat], minlength=10)
    return Simulation(n, tuple(map(tuple, pots.tolist())), tuple(map(tuple, categories.tolist())))


# -- what is counted ---


@pytest.mark.parametrize(
    ("rules", "cards", "players"),
    [
        ("classic", 24, 2),
        ("classic", 32, 4),
        ("classic", 40, 8),
        ("german", 32, 6),
        ("standard", 52, 10),
        ("wild", 54, 10),
        ("ace-to-five", 52, 5),
    ],
)
def test_counts_are_those_of_the_deals(rules: str, cards: int, players: int) -> None:
    ev = Evaluator(rules, cards=cards)
    n = CHUNK + 1234
    found = simulate(ev, n, players, rng=3)
    assert found == played(ev, n, players, SeedSequence(3))
    assert sum(map(sum, found.categories)) == n * players
    # Each pot is counted by each of its winners.
    assert sum(Fraction(pots, k) for seat in found.pots for k, pots in enumerate(seat, 1)) == n
    assert sum(found.share) == pytest.approx(1, abs=1e-12)
    assert [wins + splits for wins, splits in zip(found.wins, found.splits, strict=True)] == [*map(sum, found.pots)]


def test_ties_are_pots_of_two() -> None:
    found = simulate(Evaluator("ace-to-five"), CHUNK, 10, rng=1)
    assert any(found.splits)
    assert sum(seat[1] for seat in found.pots) % 2 == 0


def test_circle_is_a_pot_of_three() -> None:
    # Where each third strength beats the last third, a circle is no rarity.
    table = _core.ffi.new("sr_table *", CLASSIC._table[0])
    third = CLASSIC.strengths // 3
    table.upset_winner = {"low": 1, "high": third}
    table.upset_loser = {"low": 2 * third, "high": CLASSIC.strengths}
    ev = copy.copy(CLASSIC)
    object.__setattr__(ev, "_table", table)
    found = simulate(ev, CHUNK, 4, rng=2)
    assert found == played(ev, CHUNK, 4, SeedSequence(2))
    assert sum(seat[2] for seat in found.pots) > 10_000


@pytest.mark.parametrize(("cards", "players"), [(24, 2), (32, 4), (40, 6)])
def test_categories_and_wins_are_as_frequent_as_they_should_be(cards: int, players: int) -> None:
    ev = Evaluator("classic", cards=cards)
    n = 500_000
    found = simulate(ev, n, players, rng=7)
    of_pack = np.bincount(ev.category_many(ev.evaluate_many(all_hands(ev.pack))), minlength=10)
    chance = of_pack / of_pack.sum()
    spread = np.sqrt(n * chance * (1 - chance))
    assert (np.abs(np.array(found.categories) - n * chance) <= 5 * spread).all()
    assert not np.array(found.categories)[:, of_pack == 0].any()
    for share in found.share:
        assert abs(share - 1 / players) < 5 * (1 / players * (1 - 1 / players) / n) ** 0.5


def test_counts_are_the_ones_that_always_were() -> None:
    found = simulate(Evaluator("classic", cards=32), 100_000, 4, rng=1)
    assert found.wins == (25022, 25182, 24928, 24868)
    assert found.categories[3] == (26050, 53149, 12002, 5326, 2562, 684, 104, 113, 10, 0)
    assert found.categories[3][Category.STRAIGHT_FLUSH] == 10


def test_nothing_dealt_is_nothing_won() -> None:
    found = simulate(CLASSIC, 0, 2)
    assert (found.deals, found.wins, found.splits) == (0, (0, 0), (0, 0))
    assert all(map(isnan, found.share))


# -- seeds ---


def test_seeds_of_any_kind_give_the_same_counts(alone: Simulation) -> None:
    seed = SeedSequence(1)
    for rng in (np.int64(1), seed, seed):
        assert simulate(CLASSIC, N, SEATS, rng=rng) == alone
    assert seed.n_children_spawned == 0
    assert simulate(CLASSIC, N, SEATS, rng=2) != alone


def test_children_of_a_seed_have_counts_of_their_own() -> None:
    first, second = SeedSequence(1).spawn(2)
    found = [simulate(CLASSIC, CHUNK, 2, rng=seed) for seed in (SeedSequence(1), first, second)]
    assert len(set(found)) == 3
    assert (
        found[1] == simulate(CLASSIC, CHUNK, 2, rng=SeedSequence(1, spawn_key=(0,))) == played(CLASSIC, CHUNK, 2, first)
    )


@pytest.mark.parametrize("kind", [MT19937, PCG64])
def test_generators_are_seeds_that_go_on(kind: Any) -> None:
    bits, generator = kind(4), Generator(kind(4))
    found = [simulate(CLASSIC, 1000, 2, rng=rng) for rng in (bits, generator, bits, generator)]
    assert found[0] == found[1] != found[2] == found[3]
    assert simulate(CLASSIC, 1000, 2) != simulate(CLASSIC, 1000, 2, rng=None)


# -- who does the work ---


class Shuffled(Executor):
    """Does the work when it is asked for, in some other order."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.left: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.lock = threading.Lock()

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.left.append((future, lambda: work(*args, **kwargs)))
        threading.Timer(0.05, self.work).start()
        return future

    def work(self) -> None:
        with self.lock:
            future, work = self.left.pop(int(self.rng.integers(len(self.left))))
        future.set_result(work())


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_threads_count_the_same(workers: int, alone: Simulation) -> None:
    with ThreadPoolExecutor(workers) as executor:
        assert simulate(CLASSIC, N, SEATS, rng=1, executor=executor) == alone


def test_any_order_counts_the_same(monkeypatch: pytest.MonkeyPatch, alone: Simulation) -> None:
    monkeypatch.setattr("scalareale.simulate._TASK", 1)
    for seed in range(3):
        assert simulate(CLASSIC, N, SEATS, rng=1, executor=Shuffled(seed)) == alone


def test_few_tasks_ahead_count_the_same(monkeypatch: pytest.MonkeyPatch, alone: Simulation) -> None:
    monkeypatch.setattr("scalareale.simulate._AHEAD", 2)
    monkeypatch.setattr("scalareale.simulate._TASK", 3)
    with ThreadPoolExecutor(2) as executor:
        assert simulate(CLASSIC, N, SEATS, rng=1, executor=executor) == alone


def test_processes_count_the_same(alone: Simulation) -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        assert simulate(CLASSIC, N, SEATS, rng=1, executor=executor) == alone
        house = Evaluator(CLASSIC.rules.replace(name="house", suits="dchs", upset=None), cards=40)
        assert simulate(house, 1000, 3, rng=1, executor=executor) == simulate(house, 1000, 3, rng=1)


def test_task_of_a_worker_can_be_sent_anywhere() -> None:
    task = (CLASSIC, SEATS, N, 0, 1, (1, (), 4))
    work, args = pickle.loads(pickle.dumps((count_chunks, task)))
    assert (work(*args) == count_chunks(*task)).all()


@pytest.fixture(scope="module")
def dask_client() -> Iterator[Any]:
    distributed = pytest.importorskip("dask.distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_dask_counts_the_same(dask_client: Any, alone: Simulation) -> None:
    with dask_client.get_executor() as executor:
        assert simulate(CLASSIC, N, SEATS, rng=1, executor=executor) == alone


# -- workers that fail ---


def fail(*args: Any) -> Any:
    raise OSError("the network is gone")


def die(*args: Any) -> Any:
    os._exit(1)


def die_once(mark: str, work: Any, *args: Any) -> Any:
    try:
        Path(mark).touch(exist_ok=False)
    except FileExistsError:
        return work(*args)
    os._exit(1)


class Replaced(Executor):
    """Another executor, that is given something else to do instead of the second task."""

    def __init__(self, executor: Any, instead: Any, *before: Any) -> None:
        self.executor, self.instead, self.before = executor, instead, before
        self.futures: list[Future[Any]] = []

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if len(self.futures) == 1:
            work, args = self.instead, (*self.before, work, *args)
        future: Future[Any] = self.executor.submit(work, *args, **kwargs)
        self.futures.append(future)
        return future


def test_error_of_a_worker_reaches_the_caller_and_the_rest_is_called_off(alone: Simulation) -> None:
    with ThreadPoolExecutor(1) as threads:
        executor = Replaced(threads, fail)
        with pytest.raises(OSError, match="the network is gone"):
            simulate(CLASSIC, 400 * CHUNK, 3, rng=1, executor=executor)
        assert sum(future.cancelled() for future in executor.futures) > 20
        assert simulate(CLASSIC, N, SEATS, rng=1, executor=threads) == alone


def test_worker_that_dies_is_an_error_and_a_retry_counts_the_same(alone: Simulation) -> None:
    with (
        ProcessPoolExecutor(2, get_context("spawn")) as processes,
        pytest.raises(BrokenProcessPool),
    ):
        simulate(CLASSIC, N, SEATS, rng=1, executor=Replaced(processes, die))
    with ProcessPoolExecutor(1, get_context("spawn")) as processes:
        assert simulate(CLASSIC, N, SEATS, rng=1, executor=processes) == alone


def test_dask_worker_that_dies_is_replaced_and_nothing_is_counted_twice(
    dask_client: Any, tmp_path: Path, alone: Simulation
) -> None:
    mark = tmp_path / "died"
    with dask_client.get_executor() as dask:
        found = simulate(CLASSIC, N, SEATS, rng=1, executor=Replaced(dask, die_once, str(mark)))
    assert mark.exists()
    assert found == alone


# -- progress and interrupts ---


@pytest.mark.parametrize("workers", [0, 2])
def test_progress_is_told_to_the_caller_s_thread(workers: int) -> None:
    told: list[tuple[int, int]] = []
    threads = set()

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        threads.add(threading.get_ident())

    executor = ThreadPoolExecutor(workers) if workers else None
    simulate(CLASSIC, N, 2, rng=1, executor=executor, progress=progress)
    if executor:
        executor.shutdown()
    assert threads == {threading.get_ident()}
    assert told == sorted(set(told))
    assert told[-1] == (N, N)
    assert len(told) == (6 if workers else 46)


@pytest.mark.parametrize("workers", [0, 2])
def test_error_of_progress_stops_the_work(workers: int) -> None:
    def progress(done: int, total: int) -> None:
        raise LookupError(done)

    executor = ThreadPoolExecutor(workers) if workers else None
    with pytest.raises(LookupError):
        simulate(CLASSIC, 1 << 62, 2, executor=executor, progress=progress)
    if executor:
        executor.shutdown()


@pytest.mark.skipif(sys.platform == "win32", reason="no signal can be sent to a thread that waits")
@pytest.mark.parametrize("workers", [0, 2])
def test_interrupt_stops_what_would_take_years(workers: int) -> None:

    def interrupt() -> None:
        os.kill(os.getpid(), signal.SIGINT)

    executor = ThreadPoolExecutor(workers) if workers else None
    timer = threading.Timer(0.3, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        simulate(CLASSIC, 1 << 50, 8, executor=executor)
    if executor:
        executor.shutdown()


@pytest.mark.skipif(sys.platform == "win32", reason="no signal can be sent to a thread that waits")
def test_interrupt_leaves_no_lock_behind_for_which_workers_would_wait_for_ever() -> None:
    """`concurrent.futures.wait` takes the locks of all futures at once, and an interrupt meanwhile keeps some taken."""
    futures: list[Any] = []
    enough, locked_one = threading.Event(), threading.Event()

    class Never(Executor):
        def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Any:
            futures.append(Future())
            if len(futures) == 300:
                enough.set()
                locked_one.wait()
            return futures[-1]

    def interrupt_while_one_is_locked() -> None:
        enough.wait()
        with futures[256]._condition:
            locked_one.set()
            time.sleep(0.3)  # whoever takes all of them waits for this one
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.3)

    other = threading.Thread(target=interrupt_while_one_is_locked)
    other.start()
    with pytest.raises(KeyboardInterrupt):
        simulate(CLASSIC, 1 << 50, 8, executor=Never())
    other.join()
    locked: list[bool] = []
    look = threading.Thread(target=lambda: locked.extend(not f._condition.acquire(blocking=False) for f in futures))
    look.start()
    look.join()
    assert len(locked) == 512
    assert not any(locked)


# -- values and errors ---


def test_simulation_is_an_immutable_value(alone: Simulation) -> None:
    again = pickle.loads(pickle.dumps(alone))
    assert again == alone and hash(again) == hash(alone) and len({again, alone}) == 1
    assert eval(repr(alone)) == alone
    assert alone != Simulation(alone.deals, alone.pots[::-1], alone.categories) and alone != 1
    with pytest.raises(AttributeError, match="immutable: deals cannot be set"):
        alone.deals = 1
    with pytest.raises(AttributeError, match="immutable: deals cannot be deleted"):
        del alone.deals


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"players": 9}, HandError, "9 hands take 45 cards, and the pack of 40 has 40"),
        ({"players": 1}, ValueError, "players is at least 2, not 1"),
        ({"players": 2.0}, TypeError, "players is an int, not float: 2.0"),
        ({"n": -5}, ValueError, "n is not negative, but -5 is"),
        ({"n": "5"}, TypeError, "n is an int, not str: '5'"),
        ({"n": 1 << 63}, ValueError, "deals are more than can be counted"),
        ({"rng": "seed"}, TypeError, "rng is a numpy Generator"),
        ({"rng": -1}, ValueError, "a seed is not negative: -1"),
        ({"rng": True}, TypeError, "not bool: True"),
        ({"executor": 2}, TypeError, "executor has the interface of concurrent.futures.Executor, not int"),
        ({"progress": 1}, TypeError, "progress is a function of (done, total), not int"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        simulate(CLASSIC, **{"n": 1, "players": 2, **arguments})
    assert message in str(caught.value)


def test_what_cannot_be_dealt_is_nothing_to_c() -> None:
    bits = _core.ffi.new("sr_bitgen *")
    pots, categories = _core.ffi.new("uint64_t[]", 400), _core.ffi.new("uint64_t[]", 200)
    for seats in (0, 1, 9, 16, 1 << 63):
        assert _core.lib.sr_simulate(CLASSIC._table, bits, seats, 1, pots, categories) == 0


class Refusing(Executor):
    """Takes no work, so that what is asked for need not be done."""

    def submit(self, *arguments: Any, **named: Any) -> Any:
        raise InterruptedError("no work is taken")


def test_as_many_deals_as_can_be_counted_are_begun_and_one_more_is_refused() -> None:
    with pytest.raises(InterruptedError):
        simulate(CLASSIC, (1 << 63) - 1, 2, rng=1, executor=Refusing())
    with pytest.raises(ValueError, match="more than can be counted"):
        simulate(CLASSIC, 1 << 63, 2, rng=1, executor=Refusing())
