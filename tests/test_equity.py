"""Who wins how often: every deal against the reference, samples, executors, interrupts, and what is refused."""

from __future__ import annotations

import _thread
import multiprocessing
import pickle
import random
import threading
import weakref
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations
from math import comb, isnan
from typing import Any, NamedTuple

import numpy as np
import pytest
from sweeps import Remembering

import scalareale as sr
from scalareale import _core
from scalareale import equity as module
from scalareale.equity import Equity, equity

CLASSIC = sr.Evaluator("classic", cards=32)
MINIMUM, MEDIUM, MAXIMUM = "Ah7h8h9hTh", "8c9cTcJcQc", "TdJdQdKdAd"
PAIRS: dict[str, Any] = {"hands": ["AhAs9d8c7s", "KhKdKsQdJc"], "discards": ["9d8c7s", "QdJc"]}


class Case(NamedTuple):
    ruleset: str
    cards: int
    hands: Sequence[str | None]
    discards: Sequence[str | None]
    dead: str = ""


def every_deal(kept: list[list[int]], stub: list[int]) -> Iterator[list[list[int]]]:
    """All the ways to fill the hands from the stub."""
    if not kept:
        yield []
        return
    for new in combinations(stub, 5 - len(kept[0])):
        rest = [card for card in stub if card not in new]
        for others in every_deal(kept[1:], rest):
            yield [[*kept[0], *new], *others]


def brute_force(case: Case) -> tuple[int, list[Fraction], list[Fraction], list[Fraction]]:
    """Deals, shares, wins and splits with the reference evaluator."""
    reference = Remembering(case.ruleset, case.cards)
    hands = [list(sr.parse_cards(hand or "")) for hand in case.hands]
    thrown = [list(sr.parse_cards(cards or "")) for cards in case.discards]
    kept = [[card for card in hand if card not in gone] for hand, gone in zip(hands, thrown, strict=True)]
    seen = {card for hand in hands for card in hand} | set(sr.parse_cards(case.dead))
    stub = [card for card in sr.Pack(case.cards).codes if card not in seen]
    deals, n = 0, len(hands)
    share, win, split = ([Fraction(0)] * n for _ in range(3))
    for dealt in every_deal(kept, stub):
        winners = reference.showdown(dealt)
        deals += 1
        for player in winners:
            share[player] += Fraction(1, len(winners))
            (win if len(winners) == 1 else split)[player] += 1
    return deals, *([part / deals for part in parts] for parts in (share, win, split))  # type: ignore[return-value]


def mixed_cases() -> list[Case]:
    """Cases of every sort with at most some thousand deals, always the same ones."""
    rng = random.Random(5)
    cases = [
        # the circle, made and hoped for
        Case("classic", 32, [MINIMUM, MEDIUM, MAXIMUM], ["", "", ""]),
        Case("classic", 32, [MINIMUM, "8c9cTcJcAc", MAXIMUM], ["", "Ac", ""]),
        Case("classic", 24, ["9hThJhQhTc", "TsJsQsKsJc", None], ["Tc", "Jc", ""], "9cQcKcAc"),
        Case("classic", 28, ["Ah8h9hTh8c", "9c9dTcJcQc", "TdJdQdKd8d"], ["8c", "9d", "8d"]),
        Case("classic", 24, ["Ah9hThJhQh", None], ["", ""], "9cTc"),
        Case("classic", 24, ["TdJdQdKdAd", None, "9c9sTcKhKc"], ["", "", "9s"], "9dAsQsJcKs"),
        Case("guide", 28, ["As8s9sTs8h", "ThJhQhKh9h", "8c9cTcJcQc"], ["8h", "9h", ""]),
        Case("no-cycle", 24, ["Ah9hThJh9s", "TdJdQdKdTs", "KcKsQcQhJc"], ["9s", "Ts", "Jc"]),
        # equal hands, and jokers
        Case("loto-quebec", 32, ["AhAs9d8c7s", "AcAd9h8h7d"], ["8c7s", "8h"]),
        Case("loto-quebec", 32, ["AhKsQdJcTs", "AcKdQhJhTd", "AsKcQsJdTh"], ["", "Td", "Th"]),
        Case("wild", 53, ["AhKhQhJh3c", "2c2d2s5c5d"], ["3c", ""], "3d"),
    ]
    rulesets = ["classic", "classic", "fantini-santelia", "guide", "suit-first", "turkish", "no-cycle"]
    while len(cases) < 26:
        cards = rng.choice([24, 28])
        pack = list(sr.Pack(cards).codes)
        rng.shuffle(pack)
        players = rng.choice([2, 2, 3])
        hands: list[str | None] = []
        discards: list[str | None] = []
        draws: list[int] = []
        for _ in range(players):
            if rng.random() < 0.25:
                hands.append(None)
                discards.append(None)
                draws.append(5)
                continue
            hand, pack = pack[:5], pack[5:]
            draws.append(rng.choice([0, 1, 1, 2, 3]))
            hands.append(sr.format_cards(hand))
            discards.append(sr.format_cards(rng.sample(hand, draws[-1])))
        dead = pack[: rng.choice([0, 1, 2, 5])]
        left, deals = len(pack) - len(dead), 1
        for n in draws:
            deals *= comb(left, n) if left >= n else 0
            left -= n
        if 20 <= deals <= 12_000:
            cases.append(Case(rng.choice(rulesets), cards, hands, discards, sr.format_cards(dead)))
    return cases


@pytest.mark.parametrize("case", mixed_cases(), ids=lambda case: f"{case.ruleset}-{case.cards}-{len(case.hands)}")
def test_equity_equals_brute_force_with_the_reference(case: Case) -> None:
    deals, share, win, split = brute_force(case)
    found = equity(sr.Evaluator(case.ruleset, cards=case.cards), case.hands, case.discards, case.dead)
    assert (found.deals, found.exact, found.stderr) == (deals, True, None)
    assert found.share == tuple(map(float, share))
    assert found.win == tuple(map(float, win))
    assert found.split == tuple(map(float, split))


def test_mixed_cases_have_everything_in_them() -> None:
    cases = mixed_cases()
    assert len(cases) >= 20
    for players in (2, 3):
        assert any(len(case.hands) == players and None in case.hands for case in cases)
        assert any(len(case.hands) == players and any(case.discards) and case.dead for case in cases)


def test_circle_shares_by_three() -> None:
    found = equity(CLASSIC, [MINIMUM, MEDIUM, MAXIMUM])
    assert found == Equity((1 / 3,) * 3, (0.0,) * 3, (1.0,) * 3, None, 1, True)
    assert equity(CLASSIC, [MINIMUM, MAXIMUM]).share == (1.0, 0.0)


def test_circle_that_is_hoped_for_is_split() -> None:
    ev = sr.Evaluator("classic", cards=24)
    found = equity(ev, ["9hThJhQhTc", "TsJsQsKsJc", None], ["Tc", "Jc", None], "9cQcKcAc")
    assert found.deals == 10 * 9 * comb(8, 5)
    # Ah 9s and 10-A of diamonds, Ah As and 9-K of diamonds, Kh As and A-9-10-J-Q of diamonds
    assert found.split == (3 / found.deals,) * 3


def test_one_player_wins_whatever_comes() -> None:
    assert equity(CLASSIC, ["AhAs9d8c7s"], ["7s"]) == Equity((1.0,), (1.0,), (0.0,), None, 27, True)
    assert equity(CLASSIC, [None]).deals == comb(32, 5)
    assert equity(CLASSIC, [None], samples=10, rng=1).share == (1.0,)


def test_sixteen_players_have_an_equity() -> None:
    standard = sr.Evaluator("standard")
    kept = [standard.pack.codes[5 * i : 5 * i + 5] for i in range(9)]
    found = equity(standard, kept, [*[b""] * 8, kept[8][:1]])
    assert found.deals == 7
    assert sum(found.share) == pytest.approx(1)
    with pytest.raises(sr.HandError, match=r"^80 cards are to come, but 52 are left$"):
        equity(standard, [None] * 16)
    with pytest.raises(sr.HandError, match=r"^1 to 16 players have an equity, not 17$"):
        equity(standard, [None] * 17)


def test_order_of_players_does_not_matter() -> None:
    hands, discards = ["AhAs9d8c7s", None, "KhKdKsQdJc"], ["9d8c7s", None, "QdJc"]
    dead = "7h7d7c8h8d8s9h9c9sThTd"
    found = equity(CLASSIC, hands, discards, dead)
    for order in ([2, 1, 0], [1, 2, 0]):
        other = equity(CLASSIC, [hands[i] for i in order], [discards[i] for i in order], dead)
        assert other.share == tuple(found.share[i] for i in order)
        assert other.deals == found.deals


def test_unknown_hands_of_a_whole_pack_have_equal_shares() -> None:
    found = equity(sr.Evaluator("classic", cards=24), [None, None])
    assert found.deals == comb(24, 5) * comb(19, 5)
    assert found.share == (0.5, 0.5)
    assert found.split == (0.0, 0.0)


@pytest.mark.parametrize(
    "case",
    [
        Case("classic", 32, PAIRS["hands"], PAIRS["discards"]),
        Case("classic", 24, [None, None], ["", ""]),
        Case("classic", 24, ["9hThJhQhTc", "TsJsQsKsJc", None], ["Tc", "Jc", ""], "9cQcKcAc"),
        Case("loto-quebec", 32, ["AhAs9d8c7s", "AcAd9h8h7d"], ["8c7s", "8h"]),
    ],
)
def test_samples_agree_with_every_deal(case: Case) -> None:
    ev = sr.Evaluator(case.ruleset, cards=case.cards)
    exact = equity(ev, case.hands, case.discards, case.dead)
    for seed in range(3):
        found = equity(ev, case.hands, case.discards, case.dead, samples=50_000, rng=seed)
        assert (found.deals, found.exact) == (50_000, False)
        assert found.stderr is not None
        for share, wanted, error in zip(found.share, exact.share, found.stderr, strict=True):
            assert abs(share - wanted) <= 4 * error
            # the share of one deal is 0 .. 1, so its variance is at most that of a coin with this share
            assert 0 < error <= (share * (1 - share) / 49_999) ** 0.5 * (1 + 1e-12)


def test_samples_come_from_any_source_of_random_numbers() -> None:
    def found(rng: Any) -> Equity:
        return equity(CLASSIC, **PAIRS, samples=2_000, rng=rng)

    assert found(7) == found(np.int64(7)) == found(np.random.SeedSequence(7)) != found(8)
    sequence = np.random.SeedSequence(7)
    assert found(sequence) == found(sequence)
    generator = np.random.default_rng(7)
    first = found(generator)
    assert first != found(generator)
    assert first == found(np.random.default_rng(7)) == found(np.random.PCG64(7))
    assert len({found(None).share for _ in range(10)}) > 1  # two may well be the same


def test_a_sample_is_a_deal() -> None:
    found = equity(CLASSIC, **PAIRS, samples=1, rng=1)
    assert sorted(found.share) == [0.0, 1.0]
    assert found.stderr is not None and all(map(isnan, found.stderr))


@pytest.fixture(scope="module", params=["threads", "processes"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    """Two of each; processes that import the package anew."""
    pool: Executor = ThreadPoolExecutor(2)
    if request.param == "processes":
        pool = ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))
    with pool:
        yield pool


def test_executors_give_the_same_equity(executor: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    alone, sampled = equity(CLASSIC, **PAIRS), equity(CLASSIC, **PAIRS, samples=40_000, rng=3)
    monkeypatch.setattr(module, "_CHUNK", 1_000)
    monkeypatch.setattr(module, "_IN_FLIGHT", 8)
    calls: list[tuple[int, int, int]] = []

    def progress(done: int, total: int) -> None:
        calls.append((done, total, threading.get_ident()))

    assert equity(CLASSIC, **PAIRS, executor=executor, progress=progress) == alone
    assert [done for done, _, _ in calls] == sorted({done for done, _, _ in calls})
    assert {(total, thread) for _, total, thread in calls} == {(alone.deals, threading.get_ident())}
    assert calls[-1][0] == alone.deals
    assert len(calls) > 100
    assert equity(CLASSIC, **PAIRS, samples=40_000, rng=3, executor=executor) == sampled


def test_slices_of_any_size_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = equity(CLASSIC, **PAIRS)
    calls: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        calls.append((done, total))

    for size in (1, 5_000, 12_345):
        monkeypatch.setattr(module, "_SLICE", size)
        assert equity(CLASSIC, **PAIRS, progress=progress) == wanted
        assert calls[-1] == (wanted.deals, wanted.deals)


class Failing(Executor):
    """Does the work at once; the third piece of it fails."""

    def __init__(self) -> None:
        self.given = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given += 1
        future: Future[Any] = Future()
        if self.given == 3:
            future.set_exception(OSError("the worker died"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_error_of_a_worker_reaches_the_caller_and_a_retry_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = equity(CLASSIC, **PAIRS)
    monkeypatch.setattr(module, "_CHUNK", 10_000)
    pool = Failing()
    with pytest.raises(OSError, match="the worker died"):
        equity(CLASSIC, **PAIRS, executor=pool)
    assert equity(CLASSIC, **PAIRS, executor=pool) == wanted


@pytest.mark.parametrize("threads", [0, 2])
def test_interrupt_stops_an_enumeration(threads: int) -> None:
    began: list[bool] = []

    def interrupt() -> None:
        began.append(True)
        _thread.interrupt_main()

    def progress(done: int, total: int) -> None:
        if not began and not timer.is_alive():
            timer.start()

    timer = threading.Timer(0.05, interrupt)
    pool = ThreadPoolExecutor(threads) if threads else None
    try:
        with pytest.raises(KeyboardInterrupt):
            equity(CLASSIC, ["AhAs9d8c7s", None, None], executor=pool, progress=progress)
        if pool:
            pool.shutdown()
        assert began
    finally:
        timer.cancel()


def test_error_of_the_progress_callback_reaches_the_caller() -> None:
    def progress(done: int, total: int) -> None:
        raise RuntimeError(f"{done} of {total}")

    with pytest.raises(RuntimeError, match=r"^263340 of 263340$"):
        equity(CLASSIC, **PAIRS, progress=progress)


def test_an_equity_is_an_immutable_value() -> None:
    found, again = equity(CLASSIC, **PAIRS), equity(CLASSIC, **PAIRS)
    assert found == again == pickle.loads(pickle.dumps(found)) == eval(repr(found))
    assert hash(found) == hash(again)
    assert found != 1
    with pytest.raises(AttributeError, match="an Equity is immutable: deals cannot be set"):
        found.deals = 1
    with pytest.raises(AttributeError, match="immutable"):
        del found.deals


@pytest.mark.parametrize(
    ("choices", "error", "message"),
    [
        ({"hands": ["AhAs9d8c7s", "KhAsKsQdJc"]}, sr.HandError, "^As is in hand 0 and in hand 1$"),
        ({"hands": ["AhAs9d8c7s", None, "KhKdKsQd7s"]}, sr.HandError, "^7s is in hand 0 and in hand 2$"),
        ({"hands": ["AhAs9d8c7s", "KhKd"]}, sr.HandError, "^hand 1 has 5 cards, not 2$"),
        ({"hands": ["AhAs9d8c7s", "KhKd6dKsQd"]}, sr.HandError, r"^hand 1: 6d \(card 3\) is not in the pack of 32"),
        ({"hands": ["AhAs9d8c7s", None], "dead": "KhAs"}, sr.HandError, r"^dead: As \(card 2\) is in hand 0$"),
        ({"hands": [None, "AhAs9d8c7s"], "dead": "KhAs"}, sr.HandError, r"^dead: As \(card 2\) is in hand 1$"),
        ({"hands": [None, None], "dead": "KhKh"}, sr.HandError, r"^dead: Kh twice \(card 2\)$"),
        ({"hands": ["AhAs9d8c7s", None], "discards": ["Kh", None]}, sr.HandError, "^discard 0: Kh .* not in hand 0$"),
        ({"hands": ["AhAs9d8c7s"], "discards": ["7s7s"]}, sr.HandError, r"^discard 0: 7s twice \(card 2\)$"),
        ({"hands": ["AhAs9d8c7s"], "discards": ["7x"]}, sr.HandError, "^discard 0: '7x' at position 0"),
        ({"hands": ["AhAs9d8c7s", None], "discards": ["", "Kh"]}, sr.HandError, "^discard 1: hand 1 is unknown"),
        ({"hands": ["AhAs9d8c7s", None], "discards": ["7s"]}, ValueError, "^discards has an entry a player, 2, not 1$"),
        ({"hands": [None] * 7}, sr.HandError, "^35 cards are to come, but 32 are left$"),
        ({"hands": []}, sr.HandError, "^1 to 16 players have an equity, not 0$"),
        ({"hands": [None, None, None]}, ValueError, f"^{comb(32, 5) * comb(27, 5) * comb(22, 5)} deals are more than"),
        ({"hands": "AhAs9d8c7s"}, TypeError, "^hands is a list with a hand or None for each player, not str$"),
        ({"hands": {1, 2}}, TypeError, "not set$"),
        ({"hands": 5}, TypeError, "not int$"),
        ({"hands": ["AhAs9d8c7s", 5]}, TypeError, "^hand 1 must be text"),
        ({"hands": ["AhAs9d8c7s"], "discards": "7s"}, TypeError, "^discards is a list with the cards thrown away or"),
        ({"hands": ["AhAs9d8c7s"], "discards": [7.5]}, TypeError, "^discard 0 must be text"),
        ({"hands": [None], "samples": 0}, ValueError, "^samples is at least 1, not 0$"),
        ({"hands": [None], "samples": 1.0}, TypeError, "not float: 1.0$"),
        ({"hands": [None], "samples": True}, TypeError, "not bool: True$"),
        ({"hands": [None], "samples": 5, "rng": "seed"}, TypeError, "^rng is a numpy Generator, .* not str: 'seed'$"),
        (
            {"hands": [None], "samples": 5, "rng": -1},
            ValueError,
            "^rng is .* a seed is not negative: -1$",
        ),
        ({"hands": [None], "executor": 3}, TypeError, "^executor has the interface of .*, not int$"),
    ],
)
def test_bad_input_is_named(choices: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        equity(CLASSIC, **choices)


def test_tables_that_no_cache_keeps_live_as_long_as_they_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[weakref.ref[Any]] = []
    calls = 0

    class Watched:
        def __getattr__(self, name: str) -> Any:
            return getattr(_core.lib, name)

        def sr_count_deals(self, *arguments: Any) -> Any:
            nonlocal calls
            calls += 1
            assert all(table() is not None for table in made)
            return _core.lib.sr_count_deals(*arguments)

    hands, discards = ["Ah Ad Kc 9s 8h", "Qh Qd Qc 9d 7h"], ["Kc 9s 8h", "9d 7h"]
    ev = sr.Evaluator("classic", players=4)
    expected = ev.equity(hands, discards=discards)
    original = module._deals
    monkeypatch.setattr(module, "_lib", Watched())
    monkeypatch.setattr(module, "_deals", lambda *arguments: deals_of(original, made, *arguments))
    assert ev.equity(hands, discards=discards) == expected
    assert calls and len(made) == 2


def deals_of(original: Any, made: list[Any], *arguments: Any) -> Any:
    """As for a thread that loses the race for the cache: what it gets nobody else keeps."""
    found = original.__wrapped__(*arguments)
    made.extend(weakref.ref(table) for table in found[1].values())
    return found
