"""Every kernel gives the answers of the scalar functions: on every hand, at every length, alignment and stride."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import threading
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from sweeps import Hands, Strengths, dealt, scalar, using

import scalareale as sr
from scalareale import _core, ctext
from scalareale._core import ffi, lib

GUARD = 0xA5
NOT_A_CARD = 255

# The lowest hand wins and a flush goes by suit first: steps are negative, and as long as they can be with 52 cards.
LOW_WITH_SUITS = sr.Rules.named("suit-first").replace(
    name="low with suits", low=True, suits="scdh", upset=None, packs=(40, 52), players={}
)
GREEK = sr.Rules.named("classic").replace(
    name="greek",
    upset=(sr.Selector("four_of_a_kind", rank="lowest"), sr.Selector("straight_flush", tier="maximum", suit="h")),
)
EVALUATORS = {
    "classic 24": sr.Evaluator("classic", cards=24),
    "classic 28": sr.Evaluator("classic", cards=28),
    "classic 32": sr.Evaluator("classic", cards=32),
    "classic 36": sr.Evaluator("classic", cards=36),
    "classic 40": sr.Evaluator("classic", cards=40),
    "loto-quebec 36": sr.Evaluator("loto-quebec", cards=36),
    "low with suits 40": sr.Evaluator(LOW_WITH_SUITS, cards=40),
    "low with suits 52": sr.Evaluator(LOW_WITH_SUITS, cards=52),
    "standard 52": sr.Evaluator("standard"),
    "bug 53": sr.Evaluator("bug"),
    "wild 53": sr.Evaluator("wild", cards=53),
    "wild 54": sr.Evaluator("wild", cards=54),
}
# One for each way through a kernel: with suits or without, few ranks or many, jokers.
WAYS = ["classic 32", "loto-quebec 36", "standard 52", "low with suits 52", "wild 54"]
UPSETS = {
    "classic 32": EVALUATORS["classic 32"],
    "guide 24": sr.Evaluator("guide", cards=24),
    "greek 40": sr.Evaluator(GREEK, cards=40),
    "loto-quebec 36": EVALUATORS["loto-quebec 36"],
    "low with suits 52": EVALUATORS["low with suits 52"],
    "wild 54": EVALUATORS["wild 54"],
}


@pytest.fixture(params=sr.kernels())
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    """Each kernel in turn, and the one that was in use again at the end."""
    with using(request.param):
        yield request.param


def address(array: NDArray[Any]) -> int:
    return int(array.__array_interface__["data"][0])


def codes_at(array: NDArray[Any], offset: int = 0) -> Any:
    return ffi.cast("uint8_t *", address(array) + offset)


def shorts_at(array: NDArray[Any], offset: int = 0) -> Any:
    return ffi.cast("uint16_t *", address(array) + offset)


def aligned(size: int) -> Hands:
    """Bytes that begin at a multiple of 64."""
    whole = np.zeros(size + 64, np.uint8)
    start = -address(whole) % 64
    return whole[start : start + size]


# -- every hand --------------------------------------------------------------------------------------------------------


class Sweep(NamedTuple):
    evaluator: sr.Evaluator
    hands: Hands
    shuffled: Hands
    strengths: Strengths


@pytest.fixture(scope="module", params=EVALUATORS)
def sweep(request: pytest.FixtureRequest) -> Sweep:
    ev = EVALUATORS[request.param]
    hands = sr.all_hands(ev.pack)
    shuffled = np.random.default_rng(ev.pack.size).permuted(hands, axis=1)
    return Sweep(ev, hands, shuffled, scalar(ev, hands))


def test_kernel_gives_every_hand_its_strength(sweep: Sweep, kernel: str) -> None:
    """In rows and in columns, with the cards in order and in any order."""
    ev = sweep.evaluator
    for hands in (sweep.hands, sweep.shuffled):
        assert np.array_equal(ev.evaluate_many(hands), sweep.strengths)
        columns = np.ascontiguousarray(hands.T)
        assert np.array_equal(ev.evaluate_columns(*columns), sweep.strengths)
    assert sr.kernel() == kernel


# -- every length, alignment and stride --------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_length_and_alignment_do_not_matter_and_nothing_else_is_written(way: str, kernel: str) -> None:
    ev = EVALUATORS[way]
    most = 200
    hands = dealt(ev, most, 1)
    strengths = scalar(ev, hands)
    rows, out = aligned(64 + 5 * most + 64), aligned(64 + 2 * most + 64)
    columns = [aligned(64 + most + 64) for _ in range(5)]
    wanted = np.full_like(out, GUARD)
    seen = set()
    for n in range(most + 1):
        for start in range(n % 4, 64, 4):  # so each alignment meets every fourth length
            end = (7 * start + 4 * n) % 64
            seen.add((start, end))
            wanted[:] = GUARD
            wanted[end : end + 2 * n] = strengths[:n].view(np.uint8)
            # Around the hands lies what would be refused.
            rows[:] = NOT_A_CARD
            rows[start : start + 5 * n] = hands[:n].reshape(-1)
            out[:] = GUARD
            assert lib.sr_evaluate_rows(ev._table, codes_at(rows, start), n, shorts_at(out, end)) == n
            assert out.tobytes() == wanted.tobytes(), (n, start, end)
            pointers = []
            for i, column in enumerate(columns):
                at = (start + 11 * i) % 64
                column[:] = NOT_A_CARD
                column[at : at + n] = hands[:n, i]
                pointers.append(codes_at(column, at))
            out[:] = GUARD
            assert lib.sr_evaluate_batch(ev._table, *pointers, 1, n, shorts_at(out, end)) == n
            assert out.tobytes() == wanted.tobytes(), (n, start, end)
    assert {start for start, _ in seen} == {end for _, end in seen} == set(range(64))
    assert kernel == sr.kernel()


# Hands, strengths and results end, or begin, where the next byte may not be touched.
GUARDED = """
import ctypes
import mmap
import sys

import numpy as np
import scalareale as sr
from scalareale._core import ffi, lib

PAGE = mmap.PAGESIZE
libc = ctypes.CDLL(None)
libc.mprotect.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
areas = []

def guarded(size):
    pages = -(-size // PAGE)
    area = mmap.mmap(-1, (pages + 2) * PAGE)
    areas.append(area)
    start = ctypes.addressof(ctypes.c_char.from_buffer(area))
    for page in 0, pages + 1:
        if libc.mprotect(start + page * PAGE, PAGE, 0):
            sys.exit("mprotect failed")
    return np.frombuffer(area, np.uint8)[PAGE : PAGE * (pages + 1)]

def put(room, values, at_the_end):
    raw = np.frombuffer(np.ascontiguousarray(values).tobytes(), np.uint8)
    place = room[len(room) - len(raw) :] if at_the_end else room[: len(raw)]
    place[:] = raw
    return place

def pointer(kind, place):
    return ffi.cast(kind, place.__array_interface__["data"][0])

rng = np.random.default_rng(2)
MOST = 200
SEATS = 7
for name, cards in ("classic", 32), ("loto-quebec", 36), ("standard", 52), ("wild", 54):
    ev = sr.Evaluator(name, cards=cards)
    table = ev._table
    pack = np.frombuffer(ev.pack.codes, np.uint8)
    hands = rng.permuted(np.tile(pack, (MOST, 1)), axis=1)[:, :7]
    fives = np.ascontiguousarray(hands[:, :5])
    strengths = np.array([ev.evaluate(row.tobytes()) for row in fives], np.uint16)
    tables = rng.integers(1, ev.strengths + 1, (MOST, SEATS)).astype(np.uint16)
    mask = (rng.random((MOST, SEATS)) < 0.5).astype(np.uint8)
    mask[:, 0] = 1
    rooms = [guarded(7 * MOST) for _ in range(5)]
    shorts = [guarded(2 * MOST * SEATS) for _ in range(2)]
    results = guarded(2 * MOST * SEATS)
    for end in False, True:
        for n in range(MOST + 1):
            out = put(results, strengths[:n] * 0, end)
            to = pointer("uint16_t *", out)
            place = put(rooms[0], fives[:n], end)
            assert lib.sr_evaluate_rows(table, pointer("uint8_t *", place), n, to) == n
            assert out.tobytes() == strengths[:n].tobytes()
            out[:] = 0
            places = [put(room, fives[:n, i], end) for i, room in enumerate(rooms)]
            assert lib.sr_evaluate_batch(table, *[pointer("uint8_t *", p) for p in places], 1, n, to) == n
            assert out.tobytes() == strengths[:n].tobytes()
            place = put(rooms[0], hands[:n], end)
            assert lib.sr_evaluate_best_batch(table, pointer("uint8_t *", place), 7, 1, 7, n, to) == n
            a, b = put(shorts[0], strengths[:n], end), put(shorts[1], strengths[::-1][:n], end)
            out = put(results, np.zeros(n, np.uint8), end)
            a, b = pointer("uint16_t *", a), pointer("uint16_t *", b)
            assert lib.sr_compare_batch(table, a, b, n, pointer("int8_t *", out)) == n
            assert lib.sr_category_batch(table, a, n, pointer("uint8_t *", out)) == n
            a = pointer("uint16_t *", put(shorts[0], tables[:n], end))
            who = pointer("uint8_t *", put(rooms[0], mask[:n], end))
            out = pointer("uint8_t *", put(results, np.zeros(n * SEATS, np.uint8), end))
            for contenders in ffi.NULL, who:
                assert lib.sr_showdown_batch(table, a, SEATS, contenders, n, out) == n
print(sr.kernel(), "done", flush=True)
import os
os._exit(0)  # the areas are never given back: their ends may not be touched
"""


@pytest.mark.skipif(sys.platform != "linux", reason="protects memory pages as Linux does")
@pytest.mark.parametrize("name", sr.kernels())
def test_nothing_outside_the_arrays_is_touched(name: str) -> None:
    """In a process of its own, which a stray access would end."""
    environment = {**os.environ, "SCALAREALE_KERNEL": name}
    done = subprocess.run(
        [sys.executable, "-c", GUARDED], env=environment, timeout=120, check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout.strip()) == (0, f"{name} done"), done.stderr


@pytest.mark.parametrize("way", WAYS)
def test_any_stride_is_read(way: str, kernel: str) -> None:
    """Forwards, backwards, far apart and the same hand again; across the borders of the blocks that are copied."""
    ev = EVALUATORS[way]
    n = 1100
    hands = dealt(ev, n, 3)
    strengths = scalar(ev, hands)
    bad = [0, 511, 512, 1023, 1024, n - 1]
    for stride in (-64, -7, -5, -2, -1, 2, 3, 5, 6, 64):
        columns = []
        for i in range(5):
            room = np.full(n * abs(stride), NOT_A_CARD, np.uint8)
            place = room[::stride]
            place[:] = hands[:, i]
            columns.append(place)
        pointers = [codes_at(column) for column in columns]
        out = np.zeros(n, np.uint16)
        assert lib.sr_evaluate_batch(ev._table, *pointers, stride, n, shorts_at(out)) == n
        assert np.array_equal(out, strengths), stride
        for first in reversed(bad):
            columns[first % 5][first] = NOT_A_CARD
            assert lib.sr_evaluate_batch(ev._table, *pointers, stride, n, shorts_at(out)) == first
    same = [codes_at(hands, 5 * 17 + i) for i in range(5)]
    out = np.zeros(n, np.uint16)
    assert lib.sr_evaluate_batch(ev._table, *same, 0, n, shorts_at(out)) == n
    assert (out == strengths[17]).all()
    assert kernel == sr.kernel()


def test_rows_are_read_with_their_columns_in_any_order(kernel: str) -> None:
    ev = EVALUATORS["classic 40"]
    hands = dealt(ev, 300, 4)
    strengths = scalar(ev, hands)
    for order in ([4, 3, 2, 1, 0], [1, 0, 2, 3, 4], [0, 1, 2, 4, 3], [2, 3, 4, 0, 1]):
        pointers = [codes_at(hands, i) for i in order]
        out = np.zeros(len(hands), np.uint16)
        assert lib.sr_evaluate_batch(ev._table, *pointers, 5, len(hands), shorts_at(out)) == len(hands)
        assert np.array_equal(out, strengths)
    views: dict[str, tuple[Hands, Strengths]] = {
        "rows reversed": (hands[::-1], strengths[::-1]),
        "cards reversed": (hands[:, ::-1], strengths),
        "both reversed": (hands[::-1, ::-1], strengths[::-1]),
        "every second": (hands[::2], strengths[::2]),
        "every third backwards": (hands[::-3], strengths[::-3]),
        "by columns": (np.asfortranarray(hands), strengths),
        "by columns reversed": (np.asfortranarray(hands)[::-1, ::-1], strengths[::-1]),
        "one hand again and again": (np.broadcast_to(hands[7], (999, 5)), np.full(999, strengths[7])),
        "part of wider rows": (np.hstack([hands, hands])[:, 3:8], strengths),
        "every second card": (np.repeat(hands, 2, axis=1)[:, ::2], strengths),
    }
    for what, (view, wanted) in views.items():
        assert np.array_equal(ev.evaluate_many(view), wanted), what
        assert np.array_equal(ev.evaluate_columns(*view.T), wanted), what
    assert kernel == sr.kernel()


# -- hands that are none -----------------------------------------------------------------------------------------------

BAD: dict[str, list[tuple[str, int | None]]] = {
    "classic 32": [("repeat", None), ("below", 19), ("two", 0), ("joker", 52), ("second joker", 53), ("255", 255)],
    "loto-quebec 36": [("repeat", None), ("below", 15), ("joker", 52), ("64", 64), ("128", 128), ("255", 255)],
    "standard 52": [("repeat", None), ("joker", 52), ("second joker", 53), ("54", 54), ("255", 255)],
    "low with suits 52": [("repeat", None), ("joker", 52), ("63", 63), ("64", 64), ("255", 255)],
    "wild 53": [("repeat", None), ("second joker", 53), ("54", 54), ("255", 255)],
    "wild 54": [("repeat", None), ("54", 54), ("63", 63), ("64", 64), ("255", 255)],
}


@pytest.mark.parametrize("way", BAD)
def test_first_bad_row_is_found_wherever_it_is(way: str, kernel: str) -> None:
    """At each place of a block, as each kind of badness, in the first and the last card, alone or before another."""
    ev = EVALUATORS[way]
    n = 256 + 44
    good = dealt(ev, n, 5)
    rows, columns = good.copy(), np.ascontiguousarray(good.T)
    from_rows = codes_at(rows)
    from_columns = [codes_at(columns, n * i) for i in range(5)]
    out = np.zeros(n, np.uint16)
    to = shorts_at(out)
    others = np.random.default_rng(6).integers(1, n, 256).tolist()
    table = ev._table

    def spoil(row: int, place: int, code: int | None) -> None:
        value = int(good[row, 4 - place]) if code is None else code
        rows[row, place] = columns[place, row] = value

    for (what, code), place in product(BAD[way], (0, 4)):
        for first in range(256):
            second = first + others[first]
            spoil(first, place, code)
            for more in (False, True):
                if more and second < n:
                    spoil(second, 4 - place, None if code is not None else NOT_A_CARD)
                where = what, place, first, second, more
                assert lib.sr_evaluate_rows(table, from_rows, n, to) == first, where
                assert lib.sr_evaluate_batch(table, *from_columns, 1, n, to) == first, where
            for row in (first, second):
                if row < n:
                    rows[row] = columns[:, row] = good[row]
    assert lib.sr_evaluate_rows(table, from_rows, n, to) == n
    assert np.array_equal(out, scalar(ev, good))
    assert kernel == sr.kernel()


def test_every_pair_of_places_is_searched_for_a_repeated_card(kernel: str) -> None:
    for way in WAYS:
        ev = EVALUATORS[way]
        hands = dealt(ev, 130, 7)
        for (i, j), row in product(combinations(range(5), 2), (0, 31, 32, 63, 64, 127, 129)):
            rows = hands.copy()
            rows[row, j] = rows[row, i]
            with pytest.raises(sr.HandError, match=rf"^row {row}: .* twice \(card {j + 1}\)$"):
                ev.evaluate_many(rows)
            with pytest.raises(sr.HandError, match=rf"^row {row}: .* twice \(card {j + 1}\)$"):
                ev.evaluate_columns(*rows.T)
    assert kernel == sr.kernel()


def test_every_code_that_is_not_in_the_pack_is_refused_in_every_place(kernel: str) -> None:
    for way in ("classic 24", "classic 32", "classic 40", "standard 52", "wild 53", "wild 54"):
        ev = EVALUATORS[way]
        hands = dealt(ev, 96, 8)
        codes = np.zeros(96, np.uint16)
        for code, place in product(range(256), range(5)):
            rows = hands.copy()
            rows[code % 96, place] = code
            found = lib.sr_evaluate_rows(ev._table, codes_at(rows), 96, shorts_at(codes))
            legal = code in ev.pack.codes and len({*rows[code % 96].tolist()}) == 5
            assert found == (96 if legal else code % 96), (way, code, place)
    assert kernel == sr.kernel()


# -- what is done with strengths ---------------------------------------------------------------------------------------


def edges(ev: sr.Evaluator) -> list[int]:
    """Strengths at and beside the ends of all ranges."""
    ends = {1, ev.strengths}
    for low, high in ev.upset or ():
        ends |= {low - 1, low, high, high + 1, (low + high) // 2}
    for category in range(10):
        span = ev._table.category[category]
        if span.low <= span.high:
            ends |= {span.low, span.high}
    return sorted(s for s in ends if 1 <= s <= ev.strengths)


def some_strengths(ev: sr.Evaluator, shape: tuple[int, ...], seed: int) -> Strengths:
    """Half of them at edges, so that upsets, ties and circles are common."""
    rng = np.random.default_rng(seed)
    ends = np.array(edges(ev), np.uint16)
    anywhere = rng.integers(1, ev.strengths + 1, shape).astype(np.uint16)
    upset = np.array([s for low, high in ev.upset or () for s in (low, low, high, high)] or ends, np.uint16)
    chosen = [anywhere, ends[rng.integers(0, len(ends), shape)], upset[rng.integers(0, len(upset), shape)]]
    return np.choose(rng.integers(0, 3, shape), chosen).astype(np.uint16)


@pytest.mark.parametrize("which", UPSETS)
def test_comparisons_are_those_of_the_scalar_function(which: str, kernel: str) -> None:
    ev = UPSETS[which]
    pairs = np.array(list(product(edges(ev), repeat=2)), np.uint16)
    pairs = np.concatenate([pairs, some_strengths(ev, (700, 2), 9)])
    a, b = (np.ascontiguousarray(side) for side in pairs.T)
    wanted = np.array([lib.sr_compare_strengths(ev._table, *pair) for pair in pairs.tolist()], np.int8)
    lengths = [*range(71), *range(510, 516), len(a)]
    for n in lengths:
        out = np.full(len(a) + 1, GUARD - 256, np.int8)
        assert lib.sr_compare_batch(ev._table, shorts_at(a), shorts_at(b), n, ffi.cast("int8_t *", address(out))) == n
        assert np.array_equal(out[:n], wanted[:n])
        assert (out[n:] == GUARD - 256).all()
    assert np.array_equal(ev.compare_many(a, b), wanted)
    out = np.zeros(len(a), np.int8)
    for first, nothing in product((*range(70), 511, 512, len(a) - 1), (0, ev.strengths + 1, 0xFFFF)):
        side = (a, b)[first % 2].copy()
        side[first] = side[min(first + 3, len(a) - 1)] = nothing
        both = (side, b) if first % 2 == 0 else (a, side)
        pointers = [shorts_at(s) for s in both]
        assert lib.sr_compare_batch(ev._table, *pointers, len(a), ffi.cast("int8_t *", address(out))) == first
    assert kernel == sr.kernel()


@pytest.mark.parametrize("which", UPSETS)
def test_categories_are_those_of_the_scalar_function(which: str, kernel: str) -> None:
    ev = UPSETS[which]
    every = np.arange(1, ev.strengths + 1, dtype=np.uint16)
    wanted = np.array([lib.sr_category(ev._table, s) for s in every.tolist()], np.uint8)
    assert np.array_equal(ev.category_many(every), wanted)
    assert np.array_equal(ev.category_many(every[::-1]), wanted[::-1])
    out = np.zeros(len(every) + 1, np.uint8)
    for n in (*range(71), *range(510, 516)):
        out[:] = GUARD
        assert lib.sr_category_batch(ev._table, shorts_at(every, 2 * 50), n, codes_at(out)) == n
        assert np.array_equal(out[:n], wanted[50 : 50 + n])
        assert (out[n:] == GUARD).all()
    for first, nothing in product((*range(70), 511, 512, 600), (0, ev.strengths + 1, 0xFFFF)):
        some = every[:601].copy()
        some[first] = some[min(first + 5, 600)] = nothing
        assert lib.sr_category_batch(ev._table, shorts_at(some), 601, codes_at(out)) == first
    assert kernel == sr.kernel()


@pytest.mark.parametrize("which", UPSETS)
def test_showdowns_are_those_of_the_scalar_function(which: str, kernel: str) -> None:
    """With 2 to 16 seats, with folded hands and without, for each number of rows."""
    ev = UPSETS[which]
    table = ev._table
    rng = np.random.default_rng(10)
    n = 135  # two blocks of 64, and some
    for seats in range(2, 17):
        strengths = some_strengths(ev, (n, seats), seats)
        mask = rng.random((n, seats)) < 0.6
        mask[np.arange(n), rng.integers(0, seats, n)] = True
        folded = strengths.copy()
        folded[~mask] = rng.choice(np.array([0, 1, ev.strengths + 1, 0xFFFF], np.uint16), int((~mask).sum()))
        for rows, contenders in ((strengths, None), (folded, mask)):
            bits = [(1 << seats) - 1] * n if contenders is None else (contenders @ (1 << np.arange(seats))).tolist()
            won = [
                lib.sr_showdown_strengths(table, row, seats, who) for row, who in zip(rows.tolist(), bits, strict=True)
            ]
            wanted = (np.array(won)[:, None] >> np.arange(seats) & 1).astype(np.uint8)
            # Any byte but 0 stands for a contender.
            who_bytes = None if contenders is None else contenders * rng.integers(1, 256, (n, seats)).astype(np.uint8)
            who_pointer = ffi.NULL if who_bytes is None else codes_at(who_bytes)
            out = np.zeros((n + 1, seats), np.uint8)
            for m in (*range(71), n):
                out[:] = GUARD
                assert lib.sr_showdown_batch(table, shorts_at(rows), seats, who_pointer, m, codes_at(out)) == m
                assert np.array_equal(out[:m], wanted[:m]), (seats, m)
                assert (out[m:] == GUARD).all()
            assert np.array_equal(ev.showdown_many(rows, contenders=contenders), wanted.astype(bool))
    assert kernel == sr.kernel()


@pytest.mark.parametrize("which", ["classic 32", "loto-quebec 36"])
def test_first_bad_showdown_is_found_wherever_it_is(which: str, kernel: str) -> None:
    ev = UPSETS[which]
    n, seats = 140, 5
    strengths = some_strengths(ev, (n, seats), 11)
    everybody = np.ones((n, seats), np.uint8)
    out = np.zeros((n, seats), np.uint8)
    for first, second in product(range(n), (0, 1, 70)):
        for nothing in (0, ev.strengths + 1, 0xFFFF):
            rows = strengths.copy()
            rows[first, first % seats] = rows[min(first + second, n - 1), 0] = nothing
            for who in (ffi.NULL, codes_at(everybody)):
                assert lib.sr_showdown_batch(ev._table, shorts_at(rows), seats, who, n, codes_at(out)) == first
        nobody = everybody.copy()
        nobody[first] = nobody[min(first + second, n - 1)] = 0
        for _ in range(2):
            found = lib.sr_showdown_batch(ev._table, shorts_at(strengths), seats, codes_at(nobody), n, codes_at(out))
            assert found == first
            nobody[first:] = 0  # and then in no row behind it
    assert kernel == sr.kernel()


def test_number_of_seats_out_of_range_is_refused_by_c() -> None:
    ev = UPSETS["classic 32"]
    strengths, out = np.ones(64, np.uint16), np.full(64, GUARD, np.uint8)
    for seats in (0, 1, 17, 64):
        assert lib.sr_showdown_batch(ev._table, shorts_at(strengths), seats, ffi.NULL, 1, codes_at(out)) == 0
    for held in (0, 4, 8):
        assert lib.sr_evaluate_best_batch(ev._table, codes_at(out), held, 1, held, 1, shorts_at(strengths)) == 0
    assert (out == GUARD).all()
    assert (strengths == 1).all()


@pytest.mark.parametrize("held", [5, 6, 7])
@pytest.mark.parametrize("way", WAYS)
def test_best_five_are_the_strongest_of_all_fives(way: str, held: int, kernel: str) -> None:
    ev = EVALUATORS[way]
    n = 300
    pack = np.frombuffer(ev.pack.codes, np.uint8)
    cards = np.random.default_rng(held).permuted(np.tile(pack, (n, 1)), axis=1)[:, :held]
    fives = [scalar(ev, cards[:, list(five)]) for five in combinations(range(held), 5)]
    wanted = np.max(fives, axis=0)
    rows = np.ascontiguousarray(cards)
    out = np.zeros(n, np.uint16)
    for m in (*range(20), 255, 256, 257, n):
        out[:] = 0
        assert lib.sr_evaluate_best_batch(ev._table, codes_at(rows), held, 1, held, m, shorts_at(out)) == m
        assert np.array_equal(out[:m], wanted[:m])
        assert not out[m:].any()
    columns = np.ascontiguousarray(cards.T)
    assert lib.sr_evaluate_best_batch(ev._table, codes_at(columns), 1, n, held, n, shorts_at(out)) == n
    assert np.array_equal(out, wanted)
    for first, (i, j) in product((0, 1, 254, 255, 256, 299), combinations(range(held), 2)):
        spoilt = rows.copy()
        spoilt[first, j] = spoilt[first, i]
        assert lib.sr_evaluate_best_batch(ev._table, codes_at(spoilt), held, 1, held, n, shorts_at(out)) == first
    assert kernel == sr.kernel()


# -- which kernel ------------------------------------------------------------------------------------------------------


def in_a_process(kernel: str | None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "SCALAREALE_KERNEL"}
    if kernel is not None:
        environment["SCALAREALE_KERNEL"] = kernel
    program = "import scalareale as sr; print(sr.kernel(), sr.Evaluator('standard').evaluate('Ah Kh Qh Jh Th'))"
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, timeout=60, check=False, capture_output=True, text=True
    )


@pytest.mark.parametrize("name", sr.kernels())
def test_environment_variable_names_the_kernel(name: str) -> None:
    done = in_a_process(name)
    assert (done.returncode, done.stdout) == (0, f"{name} 7462\n"), done.stderr


@pytest.mark.parametrize("nothing", [None, ""])
def test_fastest_kernel_is_used_if_none_is_named(nothing: str | None) -> None:
    done = in_a_process(nothing)
    assert (done.returncode, done.stdout) == (0, f"{sr.kernels()[-1]} 7462\n"), done.stderr


@pytest.mark.parametrize("name", ["avx", "AVX2", "portable ", "sse5"])
def test_unknown_kernel_in_the_environment_is_an_import_error_that_names_the_known_ones(name: str) -> None:
    done = in_a_process(name)
    assert done.returncode == 1
    message = done.stderr.strip().splitlines()[-1]
    assert message.startswith("ImportError: SCALAREALE_KERNEL: ")
    assert repr(name) in message
    assert message.endswith(", ".join(sr.kernels()))


def test_kernels_are_known_ones_and_the_portable_one_is_everywhere() -> None:
    known = ("portable", "avx2", "avx512")
    assert sr.kernels() == tuple(name for name in known if name in sr.kernels())
    assert sr.kernels()[0] == "portable"
    assert sr.kernel() in sr.kernels()


@pytest.mark.parametrize("name", ["avx", "", "Portable", "portable\0", "portable\0avx2", "\ud800", "é"])
def test_unknown_kernel_is_a_value_error_and_changes_nothing(name: str) -> None:
    before = sr.kernel()
    try:
        with pytest.raises(ValueError):
            sr.use_kernel(name)
        assert sr.kernel() == before
    finally:
        sr.use_kernel(before)


@pytest.mark.parametrize("name", [None, b"portable", 0, ["portable"]])
def test_name_of_a_kernel_is_text(name: Any) -> None:
    with pytest.raises(TypeError, match="the name of a kernel is a str, not"):
        sr.use_kernel(name)


def test_kernel_may_change_while_other_threads_evaluate() -> None:
    ev = EVALUATORS["classic 40"]
    hands = dealt(ev, 20_000, 12)
    wanted = scalar(ev, hands)
    before = sr.kernel()
    stop = threading.Event()
    wrong = []

    def evaluate() -> None:
        while not stop.is_set():
            if not np.array_equal(ev.evaluate_many(hands), wanted):
                wrong.append(1)

    threads = [threading.Thread(target=evaluate) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for i in range(600):
            sr.use_kernel(sr.kernels()[i % len(sr.kernels())])
            if i % 20 == 0:
                assert np.array_equal(ev.evaluate_many(hands), wanted)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
        sr.use_kernel(before)
    assert not wrong


# -- instructions ------------------------------------------------------------------------------------------------------

CSRC = Path(__file__).resolve().parent.parent / "csrc"
FUNCTION = re.compile(r"^[0-9a-f]+ <([^>]+)>:$")


def new_instructions(binary: Path, pattern: str) -> Counter[str]:
    """The functions with instructions that match the pattern, by name: how many functions of that name there are."""
    listing = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", str(binary)], capture_output=True, text=True, check=True
    ).stdout
    found: Counter[str] = Counter()
    function, counted = "", True
    instruction = re.compile(pattern)
    for line in listing.splitlines():
        if start := FUNCTION.match(line):
            # What a compiler split off is a part of the function: run.constprop.0, evaluate_rows.part.0
            function, counted = start[1].partition(".")[0], False
        elif not counted and instruction.search(line):
            found[function] += 1
            counted = True
    return found


def compiled(folder: Path) -> dict[str, Path]:
    """Each source but that of the tables, compiled with the flags of the build."""
    text = (CSRC.parent / "setup.py").read_text(encoding="utf-8")
    line = re.search(r"^UNIX_FLAGS = (\[.*\])$", text, re.MULTILINE)
    assert line
    flags = re.findall(r'"([^"]+)"', line[1])
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    (folder / ctext.WORDS).write_text(ctext.words("this test"), encoding="ascii")
    include = [f"-I{CSRC}", f"-I{folder}"]
    objects = {}
    for source in sorted(CSRC.glob("*.c")):
        if source.name != "tables.c":
            objects[source.name] = folder / f"{source.stem}.o"
            command = [compiler, *flags, "-fPIC", *include, "-c", str(source), "-o", str(objects[source.name])]
            subprocess.run(command, check=True, timeout=300)
    return objects


@pytest.mark.slow
@pytest.mark.checkout
@pytest.mark.skipif("avx2" not in sr.kernels(), reason="no kernels of other instructions here")
@pytest.mark.skipif(not shutil.which("objdump"), reason="no objdump")
def test_only_kernels_use_instructions_that_not_every_processor_has(tmp_path: Path) -> None:
    """Anything else may run before it is known what the processor can do."""
    wide, newer = r"%[yz]mm\d", r"^\s*[0-9a-f]+:\s+v[a-z]"  # AT&T names of AVX instructions all begin with v
    avx512 = r"%zmm\d|%k[0-7]|%[xy]mm(1[6-9]|2\d|3[01])"
    kernels: Counter[str] = Counter()
    for name, binary in compiled(tmp_path).items():
        # Only functions that ask for a target of their own may have them.
        if "__attribute__((target(" in (CSRC / name).read_text(encoding="utf-8"):
            kernels += new_instructions(binary, newer)
        else:
            assert not new_instructions(binary, newer), name
            assert not new_instructions(binary, wide), name
        for function in new_instructions(binary, avx512):
            assert "avx2" not in name + function, (name, function)
    assert kernels
    # The compiled module tells the same, unless it was stripped of the names of its functions.
    for pattern in (wide, newer):
        kernels += new_instructions(Path(str(_core.__file__)), pattern)
    # What decides whether a kernel is used, and the interface, stay as old as the processor may be.
    for function in kernels:
        assert not function.startswith(("usable", "choose", "_cffi", "PyInit", "sr_has")), function
        assert not function.startswith("sr_") or function.endswith(("_avx2", "_avx512")), function


@pytest.mark.parametrize("ruleset", ["classic", "six-plus"])
def test_long_batches_are_right_wherever_their_output_begins(kernel: str, ruleset: str) -> None:
    """Long outputs may be written in another way, a line at a time: what is before and behind counts, too."""
    ev = sr.Evaluator(ruleset, cards=36)
    hands = sr.all_hands(36)
    expected = ev.evaluate_many(hands)
    n = (1 << 20) + 77
    rows = np.resize(hands, (n, 5))
    wanted = np.resize(expected, n)
    columns = np.ascontiguousarray(rows.T)
    room = np.empty(2 * n + 256, np.uint8)
    for offset in (0, 1, 2, 14, 63, 64):
        place = (offset - room.ctypes.data) % 64
        out = room[place : place + 2 * n].view(np.uint16)
        before = room[:place].copy(), room[place + 2 * n :].copy()
        for way in ("rows", "columns"):
            out[:] = 0
            ev.evaluate_many(rows, out=out) if way == "rows" else ev.evaluate_columns(*columns, out=out)
            assert (out == wanted).all(), way
            assert (room[:place] == before[0]).all()
            assert (room[place + 2 * n :] == before[1]).all()
    for bad in (0, 1, 31, 32, 95, 96, 1 << 19, n - 78, n - 65, n - 64, n - 2, n - 1):
        spoilt = rows.copy()
        spoilt[bad, 3] = 255
        spoilt[min(bad + 100, n - 1), 4] = 255
        with pytest.raises(sr.HandError, match=f"^row {bad}: "):
            ev.evaluate_many(spoilt)
