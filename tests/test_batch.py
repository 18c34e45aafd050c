"""Many hands at once: shapes, kinds, results in place, errors that name the row, memory, threads and processes."""

from __future__ import annotations

import ctypes
import gc
import mmap
import multiprocessing
import os
import subprocess
import sys
import threading
import tracemalloc
import warnings
from array import array
from collections.abc import Callable, Iterator
from itertools import combinations, islice
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray
from reference import RULESETS, Reference, Vectorised, packs
from sweeps import Hands, dealt, scalar

import scalareale as sr
from scalareale import batch
from scalareale.batch import _HEAD_START, _SHARE

CLASSIC = sr.Evaluator("classic", cards=32)
EVERY = [(name, cards) for name in RULESETS for cards in packs(name)]
LIMIT = 16 << 10
"""Bytes that a batch may allocate beside its result."""
MANY = _HEAD_START + 4 * _SHARE
"""With fewer items five workers would not all have something to do, and with less than a share nobody but one."""


HANDS = dealt(CLASSIC, 60, 1)
STRENGTHS = scalar(CLASSIC, HANDS)
HANDS.setflags(write=False)
STRENGTHS.setflags(write=False)
SEVENS = dealt(CLASSIC, 60, 2, held=7)
evaluate_into: Any = CLASSIC.evaluate_into
evaluate_columns: Any = CLASSIC.evaluate_columns  # with columns from any sequence
SEVENS.setflags(write=False)


# -- shapes ------------------------------------------------------------------------------------------------------------


LEADS = [(), (1,), (60,), (4, 15), (3, 4, 5), (5, 1, 2, 1, 6), (0,), (0, 7), (7, 0, 2)]


@pytest.mark.parametrize("lead", LEADS, ids=str)
def test_result_has_the_shape_of_the_hands_without_the_cards(lead: tuple[int, ...]) -> None:
    n = int(np.prod(lead))
    found = CLASSIC.evaluate_many(HANDS[:n].reshape(*lead, 5))
    assert type(found) is np.ndarray
    assert found.dtype == np.uint16
    assert found.shape == lead
    assert np.array_equal(found.reshape(-1), STRENGTHS[:n])
    best = CLASSIC.evaluate_best_many(SEVENS[:n].reshape(*lead, 7))
    assert best.shape == lead
    assert best.dtype == np.uint16


def test_square_of_five_by_five_is_five_hands_in_rows() -> None:
    assert np.array_equal(CLASSIC.evaluate_many(HANDS[:5]), STRENGTHS[:5])


WRONG_SHAPES = [(), (0,), (1,), (4,), (6,), (5, 4), (5, 6), (2, 5, 1), (3, 0), (5, 0), (60, 5, 7)]


@pytest.mark.parametrize("shape", WRONG_SHAPES, ids=str)
def test_wrong_shape_is_quoted(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"hands have the shape \(\.\.\., 5\), not") as caught:
        CLASSIC.evaluate_many(np.zeros(shape, np.uint8))
    assert str(caught.value).endswith(str(shape))
    if shape[-1:] not in ((6,), (7,)):
        with pytest.raises(ValueError, match=r"cards have the shape \(\.\.\., 6\) or \(\.\.\., 7\), not") as caught:
            CLASSIC.evaluate_best_many(np.zeros(shape, np.uint8))
        assert str(caught.value).endswith(str(shape))


def test_columns_are_one_dimension_of_one_length() -> None:
    columns = list(HANDS.T)
    with pytest.raises(ValueError, match=r"c2 has one dimension, not the shape \(60, 1\)"):
        evaluate_columns(*columns[:2], columns[2][:, None], *columns[3:])
    with pytest.raises(ValueError, match=r"c0 has one dimension, not the shape \(\)"):
        evaluate_columns(np.uint8(3), *columns[1:])
    with pytest.raises(ValueError, match=r"the columns have one length, not 60 \(c0\) and 59 \(c4\)"):
        evaluate_columns(*columns[:4], columns[4][1:])
    assert evaluate_columns([], [], [], [], []).shape == (0,)


class Own(np.ndarray[Any, Any]):
    """An array of somebody's own class."""


LAYOUTS: dict[str, Callable[[NDArray[Any]], NDArray[Any]]] = {
    "rows": np.ascontiguousarray,
    "columns": np.asfortranarray,
    "every second row": lambda a: np.repeat(a, 2, axis=0)[::2],
    "every second card": lambda a: np.repeat(a, 2, axis=-1)[..., ::2],
    "backwards": lambda a: np.ascontiguousarray(a[::-1])[::-1],
    "cards backwards": lambda a: np.ascontiguousarray(a[..., ::-1])[..., ::-1],
    "all backwards": lambda a: np.ascontiguousarray(a[::-1, ..., ::-1])[::-1, ..., ::-1],
    "columns backwards": lambda a: np.asfortranarray(a[::-1])[::-1],
    "turned round": lambda a: np.ascontiguousarray(a.T).T,
    "in the middle": lambda a: np.pad(a, [(1, 2)] * a.ndim)[tuple(slice(1, -2) for _ in a.shape)],
    "shifted by a byte": lambda a: _shifted(a),
    "read-only": lambda a: _read_only(a),
}


def _shifted(values: NDArray[Any]) -> NDArray[Any]:
    store = np.zeros(values.nbytes + 1, np.uint8)
    place = np.frombuffer(store.data, values.dtype, values.size, 1).reshape(values.shape)
    place[...] = values
    return place


def _read_only(values: NDArray[Any]) -> NDArray[Any]:
    copy = values.copy()
    copy.setflags(write=False)
    return copy


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("lead", [(60,), (4, 15), (3, 4, 5)], ids=str)
@pytest.mark.parametrize("kind", [np.uint8, np.int64, np.dtype(">u2")], ids=str)
def test_layout_in_memory_does_not_matter(layout: str, lead: tuple[int, ...], kind: Any) -> None:
    """N01, N02"""
    view = LAYOUTS[layout](HANDS.reshape(*lead, 5).astype(kind))
    assert np.array_equal(CLASSIC.evaluate_many(view), STRENGTHS.reshape(lead))
    best = LAYOUTS[layout](SEVENS.reshape(*lead, 7).astype(kind))
    assert np.array_equal(CLASSIC.evaluate_best_many(best), CLASSIC.evaluate_best_many(SEVENS).reshape(lead))
    if len(lead) == 1:
        assert np.array_equal(evaluate_columns(*[view[:, i] for i in range(5)]), STRENGTHS)


def test_hands_may_repeat_in_memory() -> None:
    """Strides of zero, in the rows, in the cards' table or in all."""
    one = np.broadcast_to(HANDS[3], (5000, 5))
    assert (CLASSIC.evaluate_many(one) == STRENGTHS[3]).all()
    assert CLASSIC.evaluate_many(one).shape == (5000,)
    table = np.broadcast_to(HANDS[:, None, :], (60, 70, 5))
    assert np.array_equal(CLASSIC.evaluate_many(table), np.broadcast_to(STRENGTHS[:, None], (60, 70)))
    table = np.broadcast_to(HANDS[None], (70, 60, 5))
    assert np.array_equal(CLASSIC.evaluate_many(table), np.broadcast_to(STRENGTHS, (70, 60)))
    assert np.array_equal(CLASSIC.evaluate_many(np.lib.stride_tricks.sliding_window_view(HANDS[7], 5)), STRENGTHS[7:8])
    pack = np.frombuffer(CLASSIC.pack.codes, np.uint8)
    windows = np.lib.stride_tricks.sliding_window_view(pack, 5)
    assert np.array_equal(CLASSIC.evaluate_many(windows), scalar(CLASSIC, windows))
    same = np.broadcast_to(np.uint8(25), (40, 5))
    with pytest.raises(sr.HandError, match=r"row 0: 8d twice \(card 2\)"):
        CLASSIC.evaluate_many(same)


# -- kinds of numbers --------------------------------------------------------------------------------------------------

INTEGERS = [np.dtype(order + kind) for kind in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8") for order in "<>"]


@pytest.mark.parametrize("kind", INTEGERS, ids=lambda kind: kind.str)
def test_integers_of_any_kind_are_cards(kind: Any) -> None:
    """N04"""
    hands = HANDS.astype(kind)
    assert np.array_equal(CLASSIC.evaluate_many(hands), STRENGTHS)
    assert np.array_equal(evaluate_columns(*hands.T), STRENGTHS)
    assert np.array_equal(CLASSIC.evaluate_best_many(SEVENS.astype(kind)), CLASSIC.evaluate_best_many(SEVENS))


NO_CARDS = [-1, -30, 52, 54, 127, 200, 255, 256, 256 + 30, 2**16 + 30, 2**32 + 30, 2**40, 2**63, -(2**31), -(2**63)]
NO_CARD_OF_A_KIND = [
    pytest.param(kind, code, id=f"{kind.str} {code}")
    for kind in INTEGERS
    for code in NO_CARDS
    if np.iinfo(kind).min <= code <= np.iinfo(kind).max
]


@pytest.mark.parametrize(("kind", "code"), NO_CARD_OF_A_KIND)
def test_number_that_is_no_card_is_named_as_it_was_given(kind: Any, code: int) -> None:
    """N10: no conversion turns it into a card."""
    hands = HANDS.astype(kind)
    hands[41, 3] = code
    what = "Jk \\(card 4\\) is not in the pack" if code == 52 else rf"{code} \(card 4\) is no card"
    with pytest.raises(sr.HandError, match=f"^row 41: {what}"):
        CLASSIC.evaluate_many(hands)
    with pytest.raises(sr.HandError, match=f"^row 41: {what}"):
        evaluate_columns(*hands.T)
    with pytest.raises(sr.HandError, match=f"^row 41: {what}"):
        CLASSIC.evaluate_many(hands.reshape(3, 20, 5))


def test_columns_of_different_kinds_go_together() -> None:
    columns: list[Any] = [
        HANDS[:, 0].astype(np.int64),
        HANDS[:, 1].tolist(),
        HANDS[::-1, 2].astype(">u2")[::-1],
        np.repeat(HANDS[:, 3], 3)[::3],
        array("B", HANDS[:, 4].tobytes()),
    ]
    assert np.array_equal(evaluate_columns(*columns), STRENGTHS)
    columns[2][59] = 300
    with pytest.raises(sr.HandError, match=r"^row 59: 300 \(card 3\) is no card"):
        evaluate_columns(*columns)


def test_lists_and_other_holders_of_integers_are_arrays() -> None:
    rows = HANDS.tolist()
    holders: list[Any] = [rows, tuple(map(tuple, rows)), list(map(bytearray, rows))]
    for holder in holders:
        assert np.array_equal(CLASSIC.evaluate_many(holder), STRENGTHS)
    assert np.array_equal(CLASSIC.evaluate_many(memoryview(HANDS)), STRENGTHS)  # type: ignore[arg-type]
    assert CLASSIC.evaluate_many(HANDS[0].tolist()) == STRENGTHS[0]

    class Deal:
        def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
            return HANDS

    assert np.array_equal(CLASSIC.evaluate_many(Deal()), STRENGTHS)
    subclass = HANDS.view(Own)
    assert type(CLASSIC.evaluate_many(subclass)) is np.ndarray
    assert np.array_equal(CLASSIC.evaluate_many(subclass), STRENGTHS)


def test_mapped_file_is_read_in_place(tmp_path: Path) -> None:
    path = tmp_path / "hands.npy"
    np.save(path, HANDS)
    mapped = np.load(path, mmap_mode="r")
    assert not mapped.flags.writeable
    assert np.array_equal(CLASSIC.evaluate_many(mapped), STRENGTHS)
    assert np.array_equal(evaluate_columns(*mapped.T), STRENGTHS)
    result = np.lib.format.open_memmap(tmp_path / "strengths.npy", "w+", np.uint16, (60,))
    assert CLASSIC.evaluate_many(mapped, out=result) is result
    assert np.array_equal(result, STRENGTHS)
    result.flush()
    assert np.array_equal(np.load(tmp_path / "strengths.npy"), STRENGTHS)


# What is refused, and the words that help.
REFUSED: dict[str, tuple[Any, str]] = {
    "float64": (HANDS.astype(float), r"float64 \(ndarray\): use \.astype\(np\.uint8\)"),
    "float16": (HANDS.astype(np.float16), r"float16 \(ndarray\): use \.astype\(np\.uint8\)"),
    "floats in a list": (HANDS.astype(float).tolist(), r"float64 \(list\): use \.astype"),
    "halves": (HANDS + 0.5, "float64"),
    "complex": (HANDS.astype(complex), r"complex128 \(ndarray\)"),
    "bool": (HANDS > 30, r"bool \(ndarray\): cards are numbers"),
    "object": (HANDS.astype(object), r"object \(ndarray\): cast lists to fixed-size arrays of uint8"),
    "arrays in an array": (np.array([*HANDS, None], object)[:-1], "object"),
    "text": ("AhKhQhJhTh", "read text with parse_cards"),
    "array of text": (np.array([["Ah", "Kh", "Qh", "Jh", "Th"]]), "read text with parse_cards"),
    "lists of text": ([["Ah", "Kh", "Qh", "Jh", "Th"]] * 3, "read text with parse_cards"),
    "bytes": (HANDS.tobytes(), r"use np\.frombuffer\(hands, np\.uint8\)\.reshape\(-1, 5\)"),
    "list of bytes": ([row.tobytes() for row in HANDS], r"use np\.frombuffer"),
    "None": (None, "object"),
    "None in a list": ([None] * 5, "object"),
    "set": ({20, 21, 22, 23, 24}, r"object \(set\)"),
    "dict": ({"hands": HANDS}, r"object \(dict\)"),
    "iterator": (iter([[20, 21, 22, 23, 24]]), r"object \(list_iterator\)"),
    "datetime": (HANDS.astype("M8[s]"), r"datetime64\[s\] \(ndarray\)"),
    "timedelta": (HANDS.astype("m8[s]"), r"timedelta64\[s\] \(ndarray\)"),
    "records": (np.zeros((3, 5), "u1,u1"), "ndarray"),
    "masked": (np.ma.array(HANDS, mask=False), r"masked array may lack some: use \.filled\(\) or \.compressed\(\)"),
    "masked entry": (np.ma.array(HANDS, mask=HANDS == HANDS[3, 3]), "masked array"),
    "empty floats": (np.zeros((0, 5)), "float64"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_array_of_integers_is_a_type_error_with_the_cast_that_helps(what: str) -> None:
    """N05, N13"""
    value, message = REFUSED[what]
    for door, name in ((CLASSIC.evaluate_many, "hands"), (CLASSIC.evaluate_best_many, "cards")):
        with pytest.raises(TypeError, match=message) as caught:
            door(value)
        assert f"{name} are uint8 codes" in str(caught.value)
    strengths = message.replace("uint8", "uint(8|16)").replace("cards are", "(cards|strengths) are")
    with pytest.raises(TypeError, match=strengths) as caught:
        CLASSIC.category_many(value)
    assert "strengths are strengths" in str(caught.value)
    with pytest.raises(TypeError, match=strengths):
        CLASSIC.showdown_many(value)
    for pair in ((value, [1]), ([1], value)):
        with pytest.raises(TypeError, match=strengths):
            CLASSIC.compare_many(*pair)


def test_column_that_holds_no_integers_is_named() -> None:
    columns: list[Any] = list(HANDS.T)
    columns[3] = columns[3].astype(float)
    with pytest.raises(TypeError, match=r"c3 are uint8 codes .* not float64 \(ndarray\)"):
        evaluate_columns(*columns)
    columns[3] = np.ma.array(HANDS[:, 3], mask=False)
    with pytest.raises(TypeError, match=r"c3 .* masked"):
        evaluate_columns(*columns)
    with pytest.raises(TypeError):
        evaluate_columns(*HANDS.T[:4])


def test_ragged_lists_are_refused() -> None:
    some: list[Any] = [[[20, 21, 22, 23, 24], [20, 21]], [[20, [21], 22, 23, 24]]]
    for ragged in some:
        with pytest.raises((TypeError, ValueError)):
            CLASSIC.evaluate_many(ragged)


# -- the result in an array of the caller's ----------------------------------------------------------------------------


def results(shape: tuple[int, ...], kind: Any) -> Iterator[NDArray[Any]]:
    """Arrays that can take a result."""
    yield np.zeros(shape, kind)
    yield np.zeros(shape, kind, order="F")
    for step in (2, -1):
        every: Any = ..., *[slice(None, None, step)] * len(shape)
        yield np.zeros([abs(step) * length for length in shape], kind)[every]
    yield np.zeros(shape[::-1], kind).T
    yield _shifted(np.zeros(shape, kind))
    yield np.zeros(shape, kind).view(Own)
    yield np.zeros((*shape, 3), kind)[..., 1]


@pytest.mark.parametrize("lead", [(60,), (4, 15), (3, 4, 5), ()], ids=str)
@pytest.mark.parametrize("kind", [np.uint8, np.int32], ids=lambda kind: kind.__name__)
def test_result_goes_into_any_array_of_its_shape_and_kind(lead: tuple[int, ...], kind: Any) -> None:
    n = int(np.prod(lead))
    hands = HANDS[:n].reshape(*lead, 5).astype(kind)
    sevens = SEVENS[:n].reshape(*lead, 7).astype(kind)
    best = CLASSIC.evaluate_best_many(sevens)
    for out in results(lead, np.uint16):
        assert CLASSIC.evaluate_many(hands, out=out) is out
        assert np.array_equal(out, STRENGTHS[:n].reshape(lead))
        assert CLASSIC.evaluate_best_many(sevens, out=out) is out
        assert np.array_equal(out, best)
        if len(lead) == 1:
            out[...] = 0
            assert evaluate_columns(*hands.T, out=out) is out
            assert np.array_equal(out, STRENGTHS)
    strengths = STRENGTHS[:n].reshape(lead)
    for small in results(lead, np.int8):
        assert CLASSIC.compare_many(strengths, best, out=small) is small
        assert np.array_equal(small, CLASSIC.compare_many(strengths, best))
    if len(lead) > 1:
        for winners in results(lead, np.bool_):
            assert CLASSIC.showdown_many(strengths, out=winners) is winners
            assert np.array_equal(winners, CLASSIC.showdown_many(strengths))


def test_hands_and_strengths_may_lie_in_the_same_records() -> None:
    """They interleave and do not overlap."""
    records = np.zeros(60, dtype=[("hand", "u1", 5), ("strength", "u2")])
    records["hand"] = HANDS
    CLASSIC.evaluate_many(records["hand"], out=records["strength"])
    assert np.array_equal(records["strength"], STRENGTHS)
    assert np.array_equal(records["hand"], HANDS)


def test_result_of_no_hands_goes_into_an_empty_array() -> None:
    out = np.zeros((0, 3), np.uint16)
    assert CLASSIC.evaluate_many(np.zeros((0, 3, 5), np.uint8), out=out) is out


WRONG_RESULTS: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "list": (lambda: [0] * 60, TypeError, "out is a numpy array of uint16, not list"),
    "array of the standard library": (lambda: array("H", bytes(120)), TypeError, "not array"),
    "int16": (lambda: np.full(60, 7, np.int16), TypeError, "out is an array of uint16, not int16"),
    "uint32": (lambda: np.full(60, 7, np.uint32), TypeError, "not uint32"),
    "other byte order": (lambda: np.full(60, 7, np.dtype("u2").newbyteorder()), TypeError, r"not [<>]u2"),
    "too long": (lambda: np.full(61, 7, np.uint16), ValueError, r"out has the shape \(60,\), not \(61,\)"),
    "too short": (lambda: np.full(59, 7, np.uint16), ValueError, r"out has the shape \(60,\), not \(59,\)"),
    "two dimensions": (lambda: np.full((60, 1), 7, np.uint16), ValueError, r"not \(60, 1\)"),
    "one number": (lambda: np.full((), 7, np.uint16), ValueError, r"not \(\)"),
    "read-only": (lambda: _read_only(np.full(60, 7, np.uint16)), ValueError, "read-only"),
    "one place again and again": (lambda: np.broadcast_to(np.uint16(7), (60,)), ValueError, "read-only"),
}


@pytest.mark.parametrize("what", WRONG_RESULTS)
def test_result_does_not_go_into_an_array_of_another_kind_or_shape(what: str) -> None:
    make, error, message = WRONG_RESULTS[what]
    calls: list[Callable[[Any], Any]] = [
        lambda out: CLASSIC.evaluate_many(HANDS, out=out),
        lambda out: CLASSIC.evaluate_many(HANDS.astype(int), out=out),
        lambda out: evaluate_columns(*HANDS.T, out=out),
        lambda out: CLASSIC.evaluate_best_many(SEVENS, out=out),
    ]
    for call in calls:
        out = make()
        before = bytes(memoryview(out)) if not isinstance(out, list) else list(out)
        with pytest.raises(error, match=message):
            call(out)
        assert (bytes(memoryview(out)) if not isinstance(out, list) else out) == before


def test_wrong_result_arrays_of_comparisons_and_showdowns_are_refused() -> None:
    pairs = STRENGTHS.reshape(30, 2)
    with pytest.raises(TypeError, match="out is an array of int8, not bool"):
        CLASSIC.compare_many(pairs, pairs, out=np.zeros((30, 2), bool))
    with pytest.raises(ValueError, match=r"out has the shape \(30, 2\), not \(2,\)"):
        CLASSIC.compare_many(pairs, pairs[0], out=np.zeros(2, np.int8))
    with pytest.raises(TypeError, match="out is an array of bool, not uint8"):
        CLASSIC.showdown_many(pairs, out=np.zeros((30, 2), np.uint8))
    with pytest.raises(ValueError, match=r"out has the shape \(30, 2\), not \(30,\)"):
        CLASSIC.showdown_many(pairs, out=np.zeros(30, bool))


def test_overlap_of_result_and_input_is_refused_and_nothing_is_written() -> None:
    store = np.zeros(420, np.uint8)
    hands = store[:300].reshape(60, 5)
    hands[:] = HANDS
    before = store.tobytes()
    for start in (0, 90, 180, 280, 298):
        out = store[start : start + 120]
        with pytest.raises(ValueError, match="out overlaps the input"):
            CLASSIC.evaluate_many(hands, out=out.view(np.uint16))
        with pytest.raises(ValueError, match="out overlaps the input"):
            evaluate_columns(*hands.T, out=out.view(np.uint16))
        with pytest.raises(ValueError, match="out overlaps the input"):
            CLASSIC.evaluate_many(hands.view()[::-1], out=out.view(np.uint16)[::-1], workers=2)
    assert store.tobytes() == before
    with pytest.raises(ValueError, match="out overlaps the input"):
        wide = np.frombuffer(store.data, np.uint16)[:35].reshape(7, 5)
        CLASSIC.evaluate_many(wide, out=wide[:, 2])
    touching = np.zeros(420, np.uint8)
    touching[:300] = HANDS.reshape(-1)
    beside = touching[300:].view(np.uint16)
    assert np.array_equal(CLASSIC.evaluate_many(touching[:300].reshape(60, 5), out=beside), STRENGTHS)

    strengths = STRENGTHS.copy().reshape(30, 2)
    before = strengths.tobytes()
    with pytest.raises(ValueError, match="out overlaps the input"):
        CLASSIC.compare_many(strengths, STRENGTHS.reshape(30, 2), out=strengths.view(np.int8)[:, ::2])
    with pytest.raises(ValueError, match="out overlaps the input"):
        CLASSIC.compare_many(STRENGTHS.reshape(30, 2), strengths, out=strengths.view(np.int8)[:, 1::2])
    with pytest.raises(ValueError, match="out overlaps the input"):
        CLASSIC.showdown_many(strengths, out=strengths.view(bool)[:, ::2])
    assert strengths.tobytes() == before
    mask = np.ones((30, 2), bool)
    with pytest.raises(ValueError, match="out overlaps the input"):
        CLASSIC.showdown_many(strengths, contenders=mask, out=mask)
    assert mask.all()
    assert not CLASSIC.compare_many(strengths, strengths).any()


def test_refused_arguments_leave_the_result_untouched() -> None:
    out = np.full(60, 0xA5A5, np.uint16)
    bad: list[tuple[Callable[[], Any], type[Exception]]] = [
        (lambda: CLASSIC.evaluate_many(HANDS.astype(float), out=out), TypeError),
        (lambda: CLASSIC.evaluate_many(HANDS.astype(object), out=out), TypeError),
        (lambda: CLASSIC.evaluate_many(HANDS.T, out=out), ValueError),
        (lambda: CLASSIC.evaluate_many(HANDS[:59], out=out), ValueError),
        (lambda: CLASSIC.evaluate_many(HANDS, out=out, workers=0), ValueError),
        (lambda: CLASSIC.evaluate_many(HANDS, out=out, workers=2.0), TypeError),  # type: ignore[arg-type]
        (lambda: evaluate_columns(*HANDS.T, out=out, workers=0), ValueError),
        (lambda: evaluate_columns(*HANDS.T[:4], HANDS[1:, 0], out=out), ValueError),
        (lambda: CLASSIC.evaluate_best_many(HANDS, out=out), ValueError),
        (lambda: CLASSIC.evaluate_best_many(SEVENS, out=out, workers=-1), ValueError),
    ]
    for call, error in bad:
        with pytest.raises(error):
            call()
        assert (out == 0xA5A5).all()


# -- hands that are none -----------------------------------------------------------------------------------------------


def broken(hands: NDArray[Any], row: int, how: str) -> str:
    """Break a row, and return the error that it deserves."""
    if how == "repeat":
        hands[row, 3] = hands[row, 1]
        return f"row {row}: {sr.format_cards([int(hands[row, 1])])} twice (card 4)"
    code = {"below": 19, "joker": 52, "stranger": 200}[how]
    hands[row, 4] = code
    if code == 200:
        return f"row {row}: 200 (card 5) is no card, codes are 0 to 53"
    return f"row {row}: {sr.format_cards([code])} (card 5) is not in the pack of 32 cards (7 to A)"


@pytest.mark.parametrize("how", ["repeat", "below", "joker", "stranger"])
@pytest.mark.parametrize("row", [0, 31, 32, 63, 64, 2047, 2048, 4999])
def test_error_names_the_first_bad_row_and_its_card_in_every_door(row: int, how: str) -> None:
    """N10, N11"""
    hands = dealt(CLASSIC, 5000, 3)
    sixes = dealt(CLASSIC, 5000, 3, held=6)
    assert np.array_equal(hands, sixes[:, :5])
    for later in (4999, 3000, 2100):
        if later > row:
            broken(hands, later, "stranger")
            sixes[later, 5] = 255
    message = broken(hands, row, how)
    if how == "repeat":
        sixes[row, 3] = sixes[row, 1]
    else:
        sixes[row, 4] = hands[row, 4]
    out = np.zeros(10_000, np.uint16)
    doors: dict[str, Callable[[], Any]] = {
        "rows": lambda: CLASSIC.evaluate_many(hands),
        "rows into a result": lambda: CLASSIC.evaluate_many(hands, out=out[:5000]),
        "rows into a result with gaps": lambda: CLASSIC.evaluate_many(hands, out=out[::2]),
        "columns in rows": lambda: CLASSIC.evaluate_many(np.asfortranarray(hands)),
        "strides": lambda: CLASSIC.evaluate_many(np.repeat(hands, 2, axis=0)[::2]),
        "backwards twice": lambda: CLASSIC.evaluate_many(hands[::-1].copy()[::-1]),
        "int64": lambda: CLASSIC.evaluate_many(hands.astype(np.int64)),
        "big-endian": lambda: CLASSIC.evaluate_many(hands.astype(">i2")),
        "list": lambda: CLASSIC.evaluate_many(hands.tolist()),
        "more dimensions": lambda: CLASSIC.evaluate_many(hands.reshape(5, 10, 100, 5)),
        "strides in more dimensions": lambda: CLASSIC.evaluate_many(np.asfortranarray(hands.reshape(5, 10, 100, 5))),
        "columns": lambda: evaluate_columns(*hands.T),
        "contiguous columns": lambda: evaluate_columns(*np.ascontiguousarray(hands.T)),
        "columns of int64": lambda: evaluate_columns(*hands.T.astype(np.int64)),
        "columns of two kinds": lambda: evaluate_columns(*hands.T[:4], hands[:, 4].copy()),
        "bytes": lambda: CLASSIC.evaluate_into(hands.tobytes(), bytearray_of_shorts(5000)),
        "every second byte": lambda: CLASSIC.evaluate_into(
            memoryview(np.repeat(hands, 2).tobytes())[::2], bytearray_of_shorts(5000)
        ),
        "best": lambda: CLASSIC.evaluate_best_many(sixes),
        "best of int64": lambda: CLASSIC.evaluate_best_many(sixes.astype(np.int64)),
        "best in more dimensions": lambda: CLASSIC.evaluate_best_many(np.asfortranarray(sixes).reshape(50, 100, 6)),
    }  # fmt: skip
    for door, call in doors.items():
        with pytest.raises(sr.HandError) as caught:
            call()
        assert str(caught.value) == message, door


def bytearray_of_shorts(n: int) -> Any:
    return memoryview(bytearray(2 * n)).cast("H")


def test_row_of_an_array_of_more_dimensions_is_its_flat_index() -> None:
    hands = HANDS.reshape(3, 4, 5, 5).copy()
    hands[1, 2, 3, 0] = 255
    for view in (hands, np.asfortranarray(hands), hands.astype(int), hands[..., ::-1]):
        with pytest.raises(sr.HandError, match=r"^row 33: 255"):
            CLASSIC.evaluate_many(view)
    with pytest.raises(sr.HandError, match=r"^row 26: 255"):  # as the array lies now
        CLASSIC.evaluate_many(hands[::-1, ::-1, ::-1])
    one = HANDS[0].copy()
    one[0] = 255
    with pytest.raises(sr.HandError, match=r"^row 0: 255"):
        CLASSIC.evaluate_many(one)


# -- workers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("workers", "at_work"), [(2, 2), (3, 3), (7, 5), (16, 5), (np.int64(4), 4), (10**20, 5)])
def test_number_of_workers_changes_neither_results_nor_the_row_that_is_named(
    workers: int, at_work: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T02"""
    ev = sr.Evaluator("classic", cards=40)
    n, few = MANY + 1234, _HEAD_START + _SHARE + 5
    sevens = np.tile(dealt(ev, 4096, 4, held=7), (n // 4096 + 1, 1))[:n]
    hands = np.ascontiguousarray(sevens[:, :5])
    wanted = ev.evaluate_many(hands)
    assert np.array_equal(wanted[:4096], scalar(ev, hands[:4096]))
    pool, shares = batch._threads(), []

    class Counting:
        def submit(self, part: Callable[[int, int], int], first: int, stop: int) -> Any:
            shares.append((first, stop))
            return pool.submit(part, first, stop)

    monkeypatch.setattr(batch, "_threads", Counting)
    assert np.array_equal(ev.evaluate_many(hands, workers=workers), wanted)
    assert len(shares) == at_work - 1
    assert np.array_equal(ev.evaluate_many(hands[::-1], workers=workers), wanted[::-1])
    assert np.array_equal(ev.evaluate_columns(*hands.T, workers=workers), wanted)
    for out in (np.zeros(n, np.uint16), np.zeros(2 * n, np.uint16)[::2]):
        assert ev.evaluate_many(np.asfortranarray(hands), workers=workers, out=out) is out
        assert np.array_equal(out, wanted)
    assert len(shares) == 5 * (at_work - 1)
    ends = [first for first, _ in shares[: at_work - 1]]
    some = [[n - 1], [0, n - 1], [1, 2], *([end - 1, end] for end in ends), *([end, end + 64] for end in ends)]
    for bad in [*some, [_HEAD_START, n - _SHARE]]:
        spoilt = hands.copy()
        spoilt[bad, 2] = 255
        with pytest.raises(sr.HandError, match=rf"^row {bad[0]}: 255 \(card 3\)"):
            ev.evaluate_many(spoilt, workers=workers)
        with pytest.raises(sr.HandError, match=rf"^row {bad[0]}: 255 \(card 3\)"):
            ev.evaluate_columns(*spoilt.T, workers=workers)
    del shares[:]
    sevens = sevens[:few].copy()
    assert np.array_equal(ev.evaluate_best_many(sevens, workers=workers), ev.evaluate_best_many(sevens))
    assert len(shares) == 1
    sevens[[_SHARE + 9, few - 1], 6] = 255
    with pytest.raises(sr.HandError, match=rf"^row {_SHARE + 9}: 255 \(card 7\)"):
        ev.evaluate_best_many(sevens, workers=workers)


@pytest.mark.parametrize("kind", [np.uint8, np.int64], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("workers", [True, False, 1.0, 2.5, "1", None, [1], np.array([1, 1])], ids=repr)
def test_workers_of_the_wrong_kind_are_a_type_error(workers: Any, kind: Any) -> None:
    with pytest.raises(TypeError):
        CLASSIC.evaluate_many(HANDS.astype(kind), workers=workers)
    with pytest.raises(TypeError):
        evaluate_columns(*HANDS.T.astype(kind), workers=workers)
    with pytest.raises(TypeError):
        CLASSIC.evaluate_best_many(SEVENS.astype(kind), workers=workers)


@pytest.mark.parametrize("workers", [0, -1, -(10**20)])
def test_there_is_at_least_one_worker(workers: int) -> None:
    with pytest.raises(ValueError, match="workers is at least 1"):
        CLASSIC.evaluate_many(HANDS, workers=workers)
    with pytest.raises(ValueError, match="workers is at least 1"):
        evaluate_columns(*HANDS.T, workers=workers)
    with pytest.raises(ValueError, match="workers is at least 1"):
        CLASSIC.evaluate_best_many(SEVENS, workers=workers)


# -- memory ------------------------------------------------------------------------------------------------------------


def allocated(call: Callable[[], Any]) -> int:
    """The most bytes that a call held at once, as Python and numpy count them; not the first call of its kind."""
    call()
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        result = call()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    del result
    return peak - before


def test_million_rows_need_memory_for_their_result_only() -> None:
    n = 1_000_000
    hands = np.tile(HANDS, (n // 60 + 1, 1))[:n]
    by_columns = np.asfortranarray(hands)
    columns = list(np.ascontiguousarray(hands.T))
    sevens = np.tile(SEVENS, (n // 60 + 1, 1))[:n]
    out = np.zeros(n, np.uint16)
    gaps = np.zeros(2 * n, np.uint16)[::2]
    strengths = CLASSIC.evaluate_many(hands)
    tables = strengths.reshape(-1, 5)
    mask = np.ones(tables.shape, bool)
    small, winners = np.zeros(n, np.int8), np.zeros(tables.shape, bool)
    into = memoryview(bytearray(2 * n)).cast("H")
    codes = hands.tobytes()
    calls: dict[str, tuple[Callable[[], Any], int]] = {
        "rows": (lambda: CLASSIC.evaluate_many(hands), 2 * n),
        "rows backwards": (lambda: CLASSIC.evaluate_many(hands[::-1]), 2 * n),
        "all backwards": (lambda: CLASSIC.evaluate_many(hands[::-1, ::-1]), 2 * n),
        "every second": (lambda: CLASSIC.evaluate_many(hands[::2]), n),
        "by columns": (lambda: CLASSIC.evaluate_many(by_columns), 2 * n),
        "more dimensions": (lambda: CLASSIC.evaluate_many(hands.reshape(100, 100, 100, 5)), 2 * n),
        "columns": (lambda: evaluate_columns(*columns), 2 * n),
        "columns of rows": (lambda: evaluate_columns(*hands.T), 2 * n),
        "into": (lambda: CLASSIC.evaluate_many(hands, out=out), 0),
        "columns into": (lambda: evaluate_columns(*columns, out=out), 0),
        "by columns into": (lambda: CLASSIC.evaluate_many(by_columns, out=out), 0),
        "into gaps": (lambda: CLASSIC.evaluate_many(hands, out=gaps), 0),
        "best of seven": (lambda: CLASSIC.evaluate_best_many(sevens, out=out), 0),
        "two workers": (lambda: CLASSIC.evaluate_many(hands, out=out, workers=2), 0),
        "comparison": (lambda: CLASSIC.compare_many(strengths, strengths[::-1].copy(), out=small), 2 * n),  # the copy
        "category": (lambda: CLASSIC.category_many(strengths), n),
        "showdown": (lambda: CLASSIC.showdown_many(tables, contenders=mask, out=winners), 0),
        "buffers": (lambda: evaluate_into(codes, into), 0),
    }
    for what, (call, result) in calls.items():
        assert allocated(call) <= result + LIMIT, what


CONVERTED = ["int64", "big-endian", "int64 by columns", "columns of two kinds", "strided strengths"]


@pytest.mark.parametrize("what", CONVERTED)
def test_conversion_goes_by_blocks(what: str) -> None:
    """What cannot be read in place takes some ten thousand bytes a block, however many hands there are."""
    n = 400_000
    hands = np.tile(HANDS, (n // 60 + 1, 1))[:n]
    out, small = np.zeros(n, np.uint16), np.zeros(n, np.int8)
    strengths = np.tile(STRENGTHS.astype(np.int64), n // 60 + 1)[:n]
    wide = hands.astype(np.int64)
    fortran, swapped = np.asfortranarray(wide), hands.astype(">u2")
    column = wide[:, 4].copy()
    calls: dict[str, Callable[[], Any]] = {
        "int64": lambda: CLASSIC.evaluate_many(wide, out=out),
        "big-endian": lambda: CLASSIC.evaluate_many(swapped, out=out),
        "int64 by columns": lambda: CLASSIC.evaluate_many(fortran, out=out),
        "columns of two kinds": lambda: evaluate_columns(*hands.T[:4], column, out=out),
        "strided strengths": lambda: CLASSIC.compare_many(strengths, strengths[::-1], out=small),
    }
    assert allocated(calls[what]) <= 8 * LIMIT


@pytest.mark.slow
def test_hundred_million_rows_of_one_hand_take_no_more_memory_than_their_result() -> None:
    n = 100_000_000
    hands = np.broadcast_to(HANDS[5], (n, 5))
    out = np.zeros(n, np.uint16)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        CLASSIC.evaluate_many(hands, out=out, workers=2)
        assert tracemalloc.get_traced_memory()[1] - before <= LIMIT
    finally:
        tracemalloc.stop()
    assert out.min() == out.max() == STRENGTHS[5]


def sparse(size: int) -> NDArray[np.uint8]:
    """So many zero bytes of which only those that are touched take memory; never given back to be reused."""
    reserve = getattr(mmap, "MAP_NORESERVE", 0x4000)
    area = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | reserve)
    return np.frombuffer(area, np.uint8)


@pytest.mark.skipif(sys.platform != "linux" or sys.maxsize < 2**40, reason="maps memory as 64-bit Linux does")
def test_rows_are_counted_and_found_beyond_four_thousand_million() -> None:
    try:
        place = sparse(2**34)
    except OSError:
        pytest.skip("no room to map")
    # A hand every four thousand million bytes.
    stride = 2**32 - 65_521
    hands = as_strided(place, (4, 5), (stride, 3))
    hands[:] = HANDS[:4]
    assert np.array_equal(CLASSIC.evaluate_many(hands), STRENGTHS[:4])
    assert np.array_equal(CLASSIC.evaluate_many(hands[::-1]), STRENGTHS[:4][::-1])
    assert np.array_equal(evaluate_columns(*hands.T), STRENGTHS[:4])
    # More than four thousand million hands, of which the first, or some early one, is none.
    out = place.view(np.uint16)[: 2**33 - 2]
    for workers in (1, 3):
        with pytest.raises(sr.HandError, match="row 0: 7c twice"):
            CLASSIC.evaluate_many(np.broadcast_to(np.uint8(20), (len(out), 5)), out=out, workers=workers)
    bad = HANDS.copy()
    bad[0] = 20
    with pytest.raises(sr.HandError, match="row 0: 7c twice"):
        CLASSIC.evaluate_many(np.broadcast_to(bad, (2**26, 60, 5)), out=out[: 60 * 2**26].reshape(2**26, 60))


# -- threads and processes ---------------------------------------------------------------------------------------------

AT_ONCE = """
import sys, threading
import scalareale as sr
packs = 24, 28, 32, 36, 40
evaluators = [sr.Evaluator(name, cards=cards) for name in ("classic", "guide", "no-cycle") for cards in packs]
evaluators.append(sr.Evaluator("standard"))
start = threading.Barrier(len(evaluators))
found, wrong = {}, []

def first_call(ev):
    start.wait()
    try:
        hand = list(ev.pack.codes[-5:])
        category = ev.category_many([ev.strengths]).tolist()
        import numpy, scalareale.batch as batch
        hands = numpy.tile(numpy.array(hand, numpy.uint8), (batch._HEAD_START + batch._SHARE, 1))
        found[ev] = set(ev.evaluate_many(hands, workers=2).tolist()), category
    except BaseException as error:
        wrong.append(error)

threads = [threading.Thread(target=first_call, args=(ev,)) for ev in evaluators]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert not wrong, wrong
for ev in evaluators:
    assert found[ev] == ({ev.evaluate(ev.pack.codes[-5:])}, [8]), ev
print(len(found))
"""


def test_first_calls_of_sixteen_threads_at_the_same_time_agree() -> None:
    """T01: in a process of its own, where nothing was loaded before."""
    done = subprocess.run([sys.executable, "-c", AT_ONCE], timeout=60, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "16\n"), done.stderr


def test_sixteen_threads_with_workers_of_their_own_agree() -> None:
    ev = sr.Evaluator("classic", cards=40)
    hands = np.tile(dealt(ev, 5000, 5), (MANY // 5000 + 1, 1))
    wanted = ev.evaluate_many(hands)
    start = threading.Barrier(16)
    found: list[bool] = []

    def work(i: int) -> None:
        start.wait()
        for _ in range(3):
            found.append(np.array_equal(ev.evaluate_many(hands, workers=1 + i % 4), wanted))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 48


FORK = """
import multiprocessing, os, signal, sys, threading
import numpy as np
import scalareale as sr
from scalareale.batch import _HEAD_START, _SHARE
ev = sr.Evaluator("classic", cards=32)
hands = np.tile(sr.deal(999, 1, 32, 1)[:, 0], ((_HEAD_START + 2 * _SHARE) // 999 + 1, 1))
wanted = ev.evaluate_many(hands)
assert np.array_equal(ev.evaluate_many(hands, workers=3), wanted)

def right(_=None):
    return np.array_equal(ev.evaluate_many(hands, workers=2), wanted)

stop = threading.Event()
def busy():
    while not stop.is_set():
        ev.evaluate_many(hands, workers=3)
threads = [threading.Thread(target=busy, daemon=True) for _ in range(2)]
for thread in threads: thread.start()
for i in range(12):
    child = os.fork()
    if child == 0:
        signal.alarm(30)  # rather than hang
        os._exit(0 if right() else 1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status:
        print("child", i, "ended with", status, flush=True)
        os._exit(1)
stop.set()
for thread in threads: thread.join()
assert right()
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(right, range(6)) == [True] * 6
print("done")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_batches_with_workers_work_behind_a_fork_while_threads_work() -> None:
    """T03: in a process of its own, since forking with threads alive is what is tried."""
    command = [sys.executable, "-W", "ignore", "-c", FORK]
    done = subprocess.run(command, timeout=120, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


def evaluated_elsewhere(ev: sr.Evaluator, hands: Hands) -> tuple[bytes, str]:
    return ev.evaluate_many(hands, workers=2).tobytes(), sr.kernel()


def test_spawned_processes_evaluate_batches_with_workers() -> None:
    """T03"""
    times = MANY // len(HANDS) + 1
    hands = np.tile(HANDS, (times, 1))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found, kernel = pool.apply(evaluated_elsewhere, (CLASSIC, hands))
    assert found == np.tile(STRENGTHS, times).tobytes()
    assert kernel in sr.kernels()


# -- showdowns, comparisons, categories --------------------------------------------------------------------------------


def rare_hands(ev: sr.Evaluator) -> list[list[int]]:
    """The straight flushes and the fours: where upsets are."""
    suits = [[code for code in ev.pack.codes if code < 52 and code % 4 == suit] for suit in range(4)]
    rare = [list(hand) for suit in suits for hand in combinations(suit, 5)]
    rare = [hand for hand in rare if ev.rank(hand).category.name.startswith("STRAIGHT")] or rare[::20]
    for rank in sorted({code // 4 for code in ev.pack.codes if code < 52}):
        rare.append([*range(4 * rank, 4 * rank + 4), ev.pack.codes[0] if ev.pack.codes[0] // 4 != rank else 51])
    return rare


@pytest.mark.parametrize(("name", "cards"), EVERY)
def test_showdowns_are_those_of_the_reference(name: str, cards: int) -> None:
    """Hands may share cards here; two of three are rare ones, so that upsets and circles occur."""
    ev, judge = sr.Evaluator(name, cards=cards), Reference(name, cards)
    rng = np.random.default_rng(cards)
    rare, common = rare_hands(ev), dealt(ev, 40, cards).tolist()
    circles = 0
    for seats in range(2, 17):
        tables = [
            [(rare if at % 3 else common)[at // 3 % len(rare if at % 3 else common)] for at in row]
            for row in rng.integers(0, 1 << 20, (4, seats)).tolist()
        ]
        strengths = ev.evaluate_many(tables)
        everybody = ev.showdown_many(strengths)
        mask = rng.random((4, seats)) < 0.7
        mask[:, seats // 2] = True
        some = ev.showdown_many(np.where(mask, strengths, 0), contenders=mask)
        for i, table in enumerate(tables):
            assert np.flatnonzero(everybody[i]).tolist() == judge.showdown(table)
            left = [hand if mask[i, seat] else None for seat, hand in enumerate(table)]
            assert np.flatnonzero(some[i]).tolist() == judge.showdown(left)
            circles += len(set(strengths[i][everybody[i]].tolist())) == 3
    assert circles or ev.upset is None or name == "guide"


@pytest.mark.parametrize(("name", "cards"), [(name, packs(name)[-1]) for name in RULESETS])
def test_showdowns_of_strengths_are_those_of_hands(name: str, cards: int) -> None:
    ev = sr.Evaluator(name, cards=cards)
    rng = np.random.default_rng(cards)
    rare = [bytes(hand) for hand in rare_hands(ev)]
    for _ in range(150):
        held: list[bytes] = []
        for at in rng.integers(0, len(rare), 30).tolist():
            if len(held) < 4 and not set(rare[at]) & set(b"".join(held)):
                held.append(rare[at])
        rest = rng.permutation([code for code in ev.pack.codes if code not in b"".join(held)])
        held += [bytes(rest[i : i + 5].tolist()) for i in range(0, min(len(rest) - 4, 10), 5)]
        hands: list[bytes | None] = list(held)
        strengths = np.array([ev.evaluate(hand) for hand in held])
        assert np.flatnonzero(ev.showdown_many(strengths)).tolist() == ev.showdown(hands)
        folded = int(rng.integers(0, len(hands)))
        hands[folded] = None
        mask = np.arange(len(hands)) != folded
        assert np.flatnonzero(ev.showdown_many(strengths, contenders=mask)).tolist() == ev.showdown(hands)


def test_showdowns_of_any_shape_and_layout_are_alike() -> None:
    rng = np.random.default_rng(6)
    strengths = rng.integers(CLASSIC.strengths - 30, CLASSIC.strengths + 1, (6, 7, 8, 5)).astype(np.uint16)
    mask = rng.random(strengths.shape) < 0.8
    mask[..., 2] = True
    wanted = CLASSIC.showdown_many(strengths.reshape(-1, 5), contenders=mask.reshape(-1, 5)).reshape(strengths.shape)
    assert wanted.dtype == np.bool_
    for layout in LAYOUTS.values():
        for kind in (np.uint16, np.int64, ">u2"):
            found = CLASSIC.showdown_many(layout(strengths.astype(kind)), contenders=layout(mask))
            assert np.array_equal(found, wanted)
    assert CLASSIC.showdown_many(strengths[0, 0, 0]).shape == (5,)
    assert CLASSIC.showdown_many(np.zeros((3, 0, 4), np.uint16)).shape == (3, 0, 4)
    assert CLASSIC.showdown_many(strengths[0, 0, 0].tolist(), contenders=[True] * 5).sum() >= 1


@pytest.mark.parametrize("shape", [(), (0,), (1,), (17,), (3, 1), (3, 17), (2, 0)], ids=str)
def test_showdown_is_of_two_to_sixteen_seats(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"strengths have the shape \(\.\.\., P\) with 2 to 16 seats P, not") as caught:
        CLASSIC.showdown_many(np.ones(shape, np.uint16))
    assert str(caught.value).endswith(str(shape))


NO_MASKS = [np.ones((2, 3)), np.ones((2, 3), np.uint8), [[1, 1, 0]] * 2, "yes", np.ma.array(np.ones((2, 3), bool))]


@pytest.mark.parametrize("mask", NO_MASKS, ids=lambda mask: type(mask).__name__)
def test_contenders_are_bool(mask: Any) -> None:
    with pytest.raises(TypeError, match=r"contenders is a bool array, (not .*: use \.astype\(bool\)|and a mask)"):
        CLASSIC.showdown_many(np.ones((2, 3), np.uint16), contenders=mask)


def test_contenders_have_the_shape_of_the_strengths() -> None:
    for shape in ((3,), (2, 1), (3, 2), (2, 4), (1, 2, 3)):
        with pytest.raises(ValueError, match=r"contenders has the shape of the strengths, \(2, 3\), not"):
            CLASSIC.showdown_many(np.ones((2, 3), np.uint16), contenders=np.ones(shape, bool))


NOT_STRENGTHS = [0, CLASSIC.strengths + 1, 65535, 65536, 65536 + 7, 2**40, -1, -65535]


@pytest.mark.parametrize("nothing", NOT_STRENGTHS)
def test_strength_that_no_hand_has_is_named_with_its_index(nothing: int) -> None:
    where = f"but hands have strengths from 1 to {CLASSIC.strengths}$"
    strengths = np.tile(STRENGTHS.astype(np.int64), 50).reshape(50, 12, 5)
    strengths[31, 7, 2] = nothing
    strengths[40, 1, 4] = 0
    index, row = 31 * 60 + 7 * 5 + 2, 31 * 12 + 7
    good = np.ones(strengths.shape, np.uint16)
    kinds = [np.int64] + [np.uint16] * (0 <= nothing <= 65535)
    for kind in kinds:
        values = strengths.astype(kind)
        for view in (values, np.asfortranarray(values), np.repeat(values, 2, axis=2)[:, :, ::2]):
            with pytest.raises(sr.HandError, match=f"^index {index}: the strength is {nothing}, {where}"):
                CLASSIC.category_many(view)
            with pytest.raises(sr.HandError, match=f"^index {index}: a is {nothing}, {where}"):
                CLASSIC.compare_many(view, good)
            with pytest.raises(sr.HandError, match=f"^index {index}: b is {nothing}, {where}"):
                CLASSIC.compare_many(good, view)
            with pytest.raises(sr.HandError, match=f"^row {row}: the strength of seat 2 is {nothing}, {where}"):
                CLASSIC.showdown_many(view)
            with pytest.raises(sr.HandError, match=f"^row {row}: the strength of seat 2 is {nothing}, {where}"):
                CLASSIC.showdown_many(view, contenders=np.ones(view.shape, bool))
            mask = np.ones(view.shape, bool)
            mask[31, 7, 2] = mask[40, 1, 4] = False
            assert not CLASSIC.showdown_many(view, contenders=mask)[31, 7, 2]
    with pytest.raises(sr.HandError, match=f"^index 4: b is {nothing}, {where}"):
        CLASSIC.compare_many([[1, 1, 1], [2, 2, 2]], [[5, 6, 7], [5, nothing, 7]])
    with pytest.raises(sr.HandError, match=f"^index 1: b is {nothing}, {where}"):
        CLASSIC.compare_many([[1], [2]], [5, nothing, 7])
    with pytest.raises(sr.HandError, match=f"^index 0: the strength is {nothing}, {where}"):
        CLASSIC.category_many(np.int64(nothing))


@pytest.mark.parametrize("row", [0, 63, 64, 2047, 2048, 4999])
def test_row_without_contenders_is_named(row: int) -> None:
    strengths = np.ones((5000, 3), np.uint16)
    mask = np.ones((5000, 3), bool)
    mask[row:] = False
    for view in (strengths, strengths.astype(np.int32)):
        with pytest.raises(sr.HandError, match=f"^row {row}: nobody is in the pot$"):
            CLASSIC.showdown_many(view, contenders=mask)
        with pytest.raises(sr.HandError, match=f"^row {row}: nobody is in the pot$"):
            CLASSIC.showdown_many(view.reshape(50, 100, 3), contenders=mask.reshape(50, 100, 3))


@pytest.mark.parametrize(("name", "cards"), EVERY)
def test_comparisons_and_categories_are_those_of_hands(name: str, cards: int) -> None:
    ev = sr.Evaluator(name, cards=cards)
    rare = rare_hands(ev)
    hands = np.array([*rare[:: max(1, len(rare) // 25)], *dealt(ev, 25, cards).tolist()], np.uint8)
    strengths = ev.evaluate_many(hands)
    codes = [row.tobytes() for row in hands]
    wanted = [[ev.compare(a, b) for b in codes] for a in codes]
    found = ev.compare_many(strengths[:, None], strengths)
    assert found.dtype == np.int8
    assert found.tolist() == wanted
    assert np.array_equal(found, -found.T)
    categories = ev.category_many(strengths)
    assert categories.dtype == np.uint8
    assert categories.tolist() == [ev.rank(hand).category for hand in codes]


def test_comparison_broadcasts_as_numpy_does() -> None:
    a = STRENGTHS[:24].reshape(2, 3, 4)
    table = np.array([[CLASSIC.compare_many(x, y) for y in STRENGTHS[:24]] for x in STRENGTHS[:24]], np.int8)
    order = np.argsort(STRENGTHS[:24], kind="stable")
    ascending = STRENGTHS[:24][order]
    for x, y in (
        (a, a), (a, a[0]), (a[0], a), (a, a[:, :1]), (a[:, :, :1], a[0, 0]), (a, a[1, 2, 3]), (a[0, 0, 0], a),
        (a[:0], a[0]), (a[:, None], a[:, :, None]), (a.T, a.T[::-1]), (a[:, 0], a[0, 1]),
    ):  # fmt: skip
        i, j = np.broadcast_arrays(np.searchsorted(ascending, x), np.searchsorted(ascending, y))
        found = CLASSIC.compare_many(x, y)
        assert found.shape == np.broadcast_shapes(x.shape, y.shape)
        assert np.array_equal(found, table[order[i], order[j]])
    assert CLASSIC.compare_many(5, 3) == 1
    with pytest.raises(ValueError, match=r"a and b have shapes that do not broadcast: \(2, 3, 4\) and \(3,\)"):
        CLASSIC.compare_many(a, STRENGTHS[:3])


def test_shape_of_strengths_is_kept() -> None:
    for shape in ((), (0,), (60,), (3, 20), (2, 0, 3), (5, 3, 2, 2)):
        values = STRENGTHS[: int(np.prod(shape))].reshape(shape)
        assert CLASSIC.category_many(values).shape == shape
        assert CLASSIC.compare_many(values, values).shape == shape
    assert CLASSIC.category_many([]).shape == CLASSIC.compare_many([], []).shape == (0,)


# -- the best five -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("held", [6, 7])
@pytest.mark.parametrize(("name", "cards"), EVERY)
def test_best_five_of_many_are_those_of_each_and_of_the_reference(name: str, cards: int, held: int) -> None:
    ev = sr.Evaluator(name, cards=cards)
    rows = dealt(ev, 60, 100 * held + cards, held)
    found = ev.evaluate_best_many(rows)
    chosen = [ev.best(row.tobytes()) for row in rows]
    assert found.tolist() == [ev.evaluate(hand) for hand in chosen]
    fives = np.stack([rows[:, list(five)] for five in combinations(range(held), 5)], axis=1)
    assert np.array_equal(found, ev.evaluate_many(fives).max(axis=1))
    judge = Vectorised(name, cards)
    best = judge.keys(fives.reshape(-1, 5)).reshape(60, -1).max(axis=1)
    assert np.array_equal(judge.keys(np.array([list(hand) for hand in chosen], np.uint8)), best)


@pytest.mark.parametrize("held", [6, 7])
def test_repeated_card_is_seen_wherever_it_stands_among_six_or_seven(held: int) -> None:
    rows = SEVENS[:, :held].copy()
    for row, (i, j) in enumerate(combinations(range(held), 2)):
        spoilt = rows.copy()
        spoilt[row, j] = spoilt[row, i]
        card = sr.format_cards([int(spoilt[row, i])])
        with pytest.raises(sr.HandError, match=rf"^row {row}: {card} twice \(card {j + 1}\)$"):
            CLASSIC.evaluate_best_many(spoilt)
    for place in range(held):
        spoilt = rows.copy()
        spoilt[place, place] = 3
        with pytest.raises(sr.HandError, match=rf"^row {place}: 2s \(card {place + 1}\) is not in the pack"):
            CLASSIC.evaluate_best_many(spoilt)


# -- all hands ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [4, 8, 12, 16, 20, 24, 28, 32, 36, 40])
def test_all_hands_are_the_combinations_of_the_pack(cards: int) -> None:
    hands = sr.all_hands(cards)
    assert hands.dtype == np.uint8
    assert hands.shape == (comb(cards, 5), 5)
    assert hands.flags.c_contiguous
    assert hands.tobytes() == b"".join(map(bytes, combinations(sr.Pack(cards).codes, 5)))


@pytest.mark.parametrize("cards", [44, 48, 52, 53, 54])
def test_blocks_of_the_hands_of_a_large_pack_are_the_combinations_too(cards: int) -> None:
    total = comb(cards, 5)
    for start in (0, 1, 77, total // 2 + 1, total - 501):
        wanted = islice(combinations(sr.Pack(cards).codes, 5), start, start + 500)
        assert sr.all_hands(sr.Pack(cards), start, start + 500).tobytes() == b"".join(map(bytes, wanted))
    blocks = [sr.all_hands(cards, start, start + 99_991) for start in range(0, total, 99_991)]
    whole = sr.all_hands(cards)
    assert np.array_equal(np.concatenate(blocks), whole)
    assert whole.shape == (total, 5)
    number = np.zeros(total, np.int64)
    for i in range(5):
        number = 64 * number + whole[:, i]
    assert (np.diff(number) > 0).all()
    assert (np.diff(whole.astype(np.int8), axis=1) > 0).all()


def test_block_ends_like_a_slice() -> None:
    whole = sr.all_hands(20)
    total = len(whole)
    edges = [0, 1, 2, 100, total - 1, total, total + 1, 2**40, 2**64, 2**70]
    for start in edges:
        assert np.array_equal(sr.all_hands(20, start), whole[start:])
        for stop in edges:
            assert np.array_equal(sr.all_hands(20, start, stop), whole[start:stop])
    assert sr.all_hands(4).shape == sr.all_hands(20, 5, 3).shape == (0, 5)
    assert np.array_equal(sr.all_hands(np.int32(20), np.uint8(3), np.int64(9)), whole[3:9])  # type: ignore[arg-type]


@pytest.mark.parametrize(("arguments", "error", "message"), [
    ((24, -1), ValueError, "start is not negative, but -1 is"),
    ((24, 0, -1), ValueError, "stop is not negative, but -1 is"),
    ((24, 0.0), TypeError, "start is an int, not float"),
    ((24, "0"), TypeError, "start is an int, not str"),
    ((24, None), TypeError, "start is an int, not NoneType"),
    ((24, 0, 5.5), TypeError, "stop is an int, not float"),
    ((24, True), TypeError, "start is an int, not bool"),
    ((25,), ValueError, "not 25"),
    (("24",), TypeError, "not str"),
    ((24.0,), TypeError, "not float"),
    ((None,), TypeError, "not NoneType"),
])  # fmt: skip
def test_what_is_no_block_of_hands_is_refused(arguments: tuple[Any, ...], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        sr.all_hands(*arguments)


# -- buffers -----------------------------------------------------------------------------------------------------------

CODES = HANDS.tobytes()
SHORTS = STRENGTHS.tobytes()


READABLE: dict[str, Callable[[], Any]] = {
    "bytes": lambda: CODES,
    "bytearray": lambda: bytearray(CODES),
    "array of unsigned": lambda: array("B", CODES),
    "array of signed": lambda: array("b", CODES),
    "memoryview": lambda: memoryview(CODES),
    "characters": lambda: memoryview(CODES).cast("c"),
    "two dimensions": lambda: memoryview(CODES).cast("B", (60, 5)),
    "three dimensions": lambda: memoryview(CODES).cast("B", (3, 20, 5)),
    "every second byte": lambda: memoryview(bytes(b for code in CODES for b in (code, 255)))[::2],
    "backwards": lambda: memoryview(CODES[::-1])[::-1],
    "numpy": lambda: HANDS,
    "int8 of numpy": lambda: HANDS.view(np.int8),
    "flat numpy with gaps": lambda: np.repeat(HANDS, 3)[::3],
    "mapped": lambda: mapped_codes(),
    "ctypes": lambda: (ctypes.c_uint8 * 300)(*CODES),
    "characters of ctypes": lambda: (ctypes.c_char * 300).from_buffer_copy(CODES),
}


def mapped_codes() -> Any:
    area = mmap.mmap(-1, 300)
    area[:] = CODES
    return area


WRITABLE: dict[str, Callable[[int], Any]] = {
    "array": lambda n: array("H", bytes(2 * n)),
    "memoryview of a bytearray": lambda n: memoryview(bytearray(2 * n)).cast("H"),
    "numpy": lambda n: np.zeros(n, np.uint16),
    "memoryview in two dimensions": lambda n: memoryview(bytearray(2 * n)).cast("H", (n // 2, 2)),
    "slice of an array": lambda n: memoryview(array("H", bytes(2 * n + 6)))[2 : n + 2],
}


@pytest.mark.parametrize("kind", READABLE)
@pytest.mark.parametrize("to", WRITABLE)
def test_strengths_go_from_any_buffer_to_any_buffer(kind: str, to: str) -> None:
    """N14"""
    out = WRITABLE[to](60)
    assert CLASSIC.evaluate_into(READABLE[kind](), out) is None  # type: ignore[func-returns-value]
    assert memoryview(out).tobytes() == SHORTS


def test_buffers_longer_than_a_block_are_read_with_gaps() -> None:
    n = 40_000
    hands = np.tile(HANDS, (n // 60 + 1, 1))[:n]
    spread = memoryview(np.repeat(hands, 2).tobytes())[::2]
    out = array("H", bytes(2 * n))
    CLASSIC.evaluate_into(spread, out)
    assert out.tobytes() == CLASSIC.evaluate_many(hands).tobytes()
    for row in (0, 16383, 16384, 16385, 32768, n - 1):
        spoilt = hands.copy()
        spoilt[row, 2] = 255
        with pytest.raises(sr.HandError, match=rf"^row {row}: 255 \(card 3\)"):
            CLASSIC.evaluate_into(memoryview(np.repeat(spoilt, 2).tobytes())[::2], out)


def test_empty_buffer_has_no_hands() -> None:
    for hands in (b"", bytearray(), array("B"), memoryview(b"")):
        CLASSIC.evaluate_into(hands, array("H"))


SPOILT = ["array of unsigned", "array of signed", "memoryview", "two dimensions", "characters", "ctypes"]


@pytest.mark.parametrize("kind", SPOILT)
def test_bad_row_of_a_buffer_is_named_whatever_the_buffer(kind: str) -> None:
    spoilt = bytearray(CODES)
    spoilt[5 * 17 + 4] = spoilt[5 * 17]
    card = sr.format_cards([spoilt[5 * 17]])
    holder: Any = {
        "array of unsigned": array("B", bytes(spoilt)),
        "array of signed": array("b", bytes(spoilt)),
        "memoryview": memoryview(spoilt),
        "two dimensions": memoryview(spoilt).cast("B", (60, 5)),
        "characters": memoryview(spoilt).cast("c"),
        "ctypes": (ctypes.c_uint8 * 300)(*spoilt),
    }[kind]
    with pytest.raises(sr.HandError, match=rf"^row 17: {card} twice \(card 5\)$"):
        CLASSIC.evaluate_into(holder, array("H", bytes(120)))


def test_number_below_nought_is_named_as_it_is() -> None:
    for kind, hands in (("b", array("b", [24, 25, 26, 27, -1])), ("<b", (ctypes.c_int8 * 5)(24, 25, 26, 27, -1))):
        assert memoryview(hands).format == kind
        with pytest.raises(sr.HandError, match=r"^row 0: -1 \(card 5\) is no card"):
            CLASSIC.evaluate_into(hands, array("H", [0]))


def shorts(n: int) -> Any:
    return array("H", [7] * n)


WRONG_BUFFERS: dict[str, tuple[Callable[[], tuple[Any, Any]], type[Exception], str]] = {
    "text": (lambda: ("AhKhQhJhTh", shorts(2)), TypeError, "not str: read text with parse_cards"),
    "list": (lambda: ([20] * 5, shorts(1)), TypeError, "hands is a bytes-like object, not list"),
    "None": (lambda: (None, shorts(1)), TypeError, "hands is a bytes-like object, not NoneType"),
    "int": (lambda: (5, shorts(1)), TypeError, "hands is a bytes-like object, not int"),
    "shorts": (lambda: (array("H", bytes(10)), shorts(1)), TypeError, "not items of format 'H'"),
    "int64": (lambda: (HANDS.astype(np.int64), shorts(480)), TypeError, "not items of format '[lq]'"),
    "floats": (lambda: (array("f", bytes(20)), shorts(4)), TypeError, "not items of format 'f'"),
    "bool": (lambda: (HANDS > 30, shorts(60)), TypeError, r"not items of format '\?'"),
    "odd length": (lambda: (CODES[:299], shorts(60)), ValueError, "299 bytes, which is no multiple of 5"),
    "odd length with gaps": (lambda: (memoryview(CODES)[::7], shorts(8)), ValueError, "43 bytes, which is no multiple"),
    "little room": (lambda: (CODES, shorts(59)), ValueError, "out has room for 59 strengths, not for 60"),
    "much room": (lambda: (CODES, shorts(61)), ValueError, "out has room for 61 strengths, not for 60"),
    "no room": (lambda: (CODES, shorts(0)), ValueError, "out has room for 0 strengths, not for 60"),
    "nothing for room": (lambda: (b"", shorts(1)), ValueError, "out has room for 1 strengths, not for 0"),
    "read-only": (lambda: (CODES, memoryview(bytes(120)).cast("H")), TypeError, "out cannot be written"),
    "bytes to write": (lambda: (CODES, bytes(120)), TypeError, "out holds native uint16"),
    "bytearray to write": (lambda: (CODES, bytearray(120)), TypeError, "out holds native uint16"),
    "signed shorts": (lambda: (CODES, array("h", bytes(120))), TypeError, "not items of format 'h'"),
    "wide result": (lambda: (CODES, array("I", [7] * 60)), TypeError, "not items of format 'I'"),
    "other byte order": (lambda: (CODES, np.full(60, 7, np.dtype("u2").newbyteorder())), TypeError, "format '[<>]H'"),
    "gaps in the result": (lambda: (CODES, memoryview(shorts(120))[::2]), ValueError, "out is not contiguous"),
    "result backwards": (lambda: (CODES, memoryview(shorts(60))[::-1]), ValueError, "out is not contiguous"),
    "list for the result": (lambda: (CODES, [7] * 60), TypeError, "out is a bytes-like object, not list"),
    "every second row": (lambda: (np.repeat(HANDS, 2, axis=0)[::2], shorts(60)), ValueError, "must be contiguous"),
    "columns": (lambda: (np.asfortranarray(HANDS), shorts(60)), ValueError, "must be contiguous"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG_BUFFERS)
def test_wrong_buffer_is_refused_and_nothing_is_written(what: str) -> None:
    make, error, message = WRONG_BUFFERS[what]
    hands, out = make()
    before = list(out) if isinstance(out, list) else memoryview(out).tobytes()
    with pytest.raises(error, match=message):
        CLASSIC.evaluate_into(hands, out)
    assert (list(out) if isinstance(out, list) else memoryview(out).tobytes()) == before


@pytest.mark.parametrize("start", [0, 2, 50, 180, 298])
def test_overlapping_buffers_are_refused(start: int) -> None:
    store = bytearray(CODES + bytes(120))
    hands, out = memoryview(store)[:300], memoryview(store)[start : start + 120].cast("H")
    with pytest.raises(ValueError, match="out overlaps hands"):
        CLASSIC.evaluate_into(hands, out)
    assert store == CODES + bytes(120)


@pytest.mark.parametrize("start", [0, 2, 50, 180, 480, 598])
def test_overlapping_buffers_are_refused_if_the_hands_have_gaps(start: int) -> None:
    """Whether the result would lie on the hands or on what is between them."""
    for step in (2, -2):
        codes = CODES[:: step // 2]
        store = bytearray(bytes(b for code in codes for b in (code, 0)) + bytes(120))
        before = bytes(store)
        hands = memoryview(store)[:600:2] if step > 0 else memoryview(store)[598::-2]
        assert hands.tobytes() == CODES
        with pytest.raises(ValueError, match="overlap"):
            CLASSIC.evaluate_into(hands, memoryview(store)[start : start + 120].cast("H"))
        assert store == before


def test_buffers_that_only_touch_are_accepted() -> None:
    store = bytearray(CODES + bytes(120))
    CLASSIC.evaluate_into(memoryview(store)[:300], memoryview(store)[300:].cast("H"))
    assert store == CODES + SHORTS
    store = bytearray(bytes(120) + CODES)
    CLASSIC.evaluate_into(memoryview(store)[120:], memoryview(store)[:120].cast("H"))
    assert store == SHORTS + CODES


def test_buffers_need_no_numpy() -> None:
    program = f"""
import sys
sys.modules["numpy"] = None
import scalareale as sr
from array import array
ev = sr.Evaluator("classic", cards=32)
codes = {CODES!r}
for hands in codes, bytearray(codes), array("B", codes), memoryview(codes), memoryview(codes * 2)[:300]:
    out = array("H", bytes(120))
    ev.evaluate_into(hands, out)
    print(out.tobytes().hex())
"""
    done = subprocess.run([sys.executable, "-c", program], timeout=60, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()) == (0, [SHORTS.hex()] * 5), done.stderr


# -- frames and tables of others ---------------------------------------------------------------------------------------


def imported(name: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip(name)


def test_frames_of_pandas_are_arrays() -> None:
    pd = imported("pandas")
    frame = pd.DataFrame(HANDS, columns=list("abcde"))
    assert np.array_equal(CLASSIC.evaluate_many(frame), STRENGTHS)
    assert np.array_equal(CLASSIC.evaluate_many(frame.astype("int64")), STRENGTHS)
    assert np.array_equal(evaluate_columns(*[frame[name] for name in frame]), STRENGTHS)
    mixed = frame.astype({"a": "int16", "e": "int64"})
    assert np.array_equal(CLASSIC.evaluate_many(mixed), STRENGTHS)
    assert np.array_equal(evaluate_columns(*[mixed[name] for name in mixed]), STRENGTHS)
    assert np.array_equal(CLASSIC.evaluate_many(frame[::-1]), STRENGTHS[::-1])
    missing = frame.astype(float)
    missing.iloc[3, 3] = None
    with pytest.raises(TypeError, match=r"hands are uint8 codes .* not float64 \(DataFrame\)"):
        CLASSIC.evaluate_many(missing)
    nullable = frame.astype("UInt8")
    nullable.iloc[3, 3] = pd.NA
    with pytest.raises((TypeError, ValueError)):
        CLASSIC.evaluate_many(nullable)
    with pytest.raises((TypeError, ValueError)):
        evaluate_columns(*[nullable[name] for name in nullable])
    with pytest.raises(TypeError, match="object"):
        CLASSIC.evaluate_many(pd.Series(HANDS.tolist()))


def test_arrays_of_arrow_are_columns_or_fixed_lists() -> None:
    pa = imported("pyarrow")
    table = pa.table({name: HANDS[:, i] for i, name in enumerate("abcde")})
    assert np.array_equal(evaluate_columns(*table.columns), STRENGTHS)
    assert np.array_equal(evaluate_columns(*[c.chunk(0).to_numpy() for c in table.columns]), STRENGTHS)
    halves = pa.concat_tables([table[:20], table[20:]])
    assert np.array_equal(evaluate_columns(*halves.columns), STRENGTHS)
    fixed = pa.FixedSizeListArray.from_arrays(pa.array(HANDS.reshape(-1)), 5)
    assert np.array_equal(CLASSIC.evaluate_many(fixed.flatten().to_numpy().reshape(-1, 5)), STRENGTHS)
    for lists in (fixed, pa.array(HANDS.tolist(), pa.list_(pa.uint8()))):
        with pytest.raises(TypeError, match=r"object \(.*\): cast lists to fixed-size arrays of uint8"):
            CLASSIC.evaluate_many(lists)
    missing = pa.array([20, None, *HANDS[2:, 0].tolist()], pa.uint8())
    with pytest.raises(TypeError, match="c0 are uint8 codes"):
        evaluate_columns(missing, *table.columns[1:])


def test_frames_of_polars_are_arrays() -> None:
    pl = imported("polars")
    frame = pl.DataFrame({name: HANDS[:, i] for i, name in enumerate("abcde")})
    assert np.array_equal(CLASSIC.evaluate_many(frame), STRENGTHS)
    assert np.array_equal(evaluate_columns(*frame.get_columns()), STRENGTHS)
    fixed = pl.Series(HANDS.tolist(), dtype=pl.Array(pl.UInt8, 5))
    assert np.array_equal(CLASSIC.evaluate_many(fixed), STRENGTHS)
    lazy = pl.DataFrame({"hand": fixed}).lazy().select(
        pl.col("hand").map_batches(
            lambda s: pl.Series(CLASSIC.evaluate_many(s.to_numpy())), return_dtype=pl.UInt16, is_elementwise=True
        )
    )  # fmt: skip
    assert np.array_equal(lazy.collect()["hand"].to_numpy(), STRENGTHS)
    with pytest.raises(TypeError, match="object"):
        CLASSIC.evaluate_many(pl.Series(HANDS.tolist(), dtype=pl.List(pl.UInt8)))
    missing = pl.Series([20, None, *HANDS[2:, 0].tolist()], dtype=pl.UInt8)
    with pytest.raises(TypeError, match="c0 are uint8 codes"):
        evaluate_columns(missing, *frame.get_columns()[1:])


# -- anything at all ---------------------------------------------------------------------------------------------------

KINDS = [*INTEGERS, *map(np.dtype, ("f2", "f8", "c16", "?", "O", "U2", "S1", "M8[s]", "m8[D]", "u1,u1"))]


@st.composite
def arrays(draw: st.DrawFn, last: tuple[int, ...]) -> NDArray[Any]:
    """Arrays of any kind, shape and strides; mostly of hands, some of them spoilt."""
    lead = draw(st.lists(st.integers(0, 4), max_size=3))
    side = draw(st.sampled_from(last) | st.integers(0, 8))
    n = int(np.prod(lead))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    pack = np.frombuffer(CLASSIC.pack.codes, np.uint8)
    values = rng.permuted(np.tile(pack, (n, 1)), axis=1)[:, :side].astype(np.int64)
    kind = draw(st.sampled_from(INTEGERS) | st.sampled_from(KINDS))
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2])) if values.size else 0):
        low, high = (np.iinfo(kind).min, np.iinfo(kind).max) if kind.kind in "iu" else (0, 99)
        code = draw(st.sampled_from([-1, 0, 19, 20, 51, 52, 53, 255, 256, 276, 2**16, 2**32]) | st.integers(low, high))
        values = values.astype(object)
        values[draw(st.integers(0, n - 1)), draw(st.integers(0, side - 1))] = min(max(code, low), high)
    shaped = values.reshape(*lead, side)
    if kind.fields:
        made: NDArray[Any] = np.zeros(shaped.shape, kind)
    elif kind.kind in "iu":
        made = shaped.astype(kind)
    else:
        made = shaped.astype(np.int64).astype(kind)
    # The same items at other places in memory, or in another order.
    made = made.transpose(draw(st.permutations(range(made.ndim)))) if draw(st.integers(0, 5)) == 0 else made
    order = draw(st.permutations(range(made.ndim)))
    steps = [draw(st.sampled_from([1, 1, 1, -1, 2, -2])) for _ in range(made.ndim)]
    room = np.zeros([made.shape[axis] * abs(steps[axis]) for axis in order], made.dtype)
    view = room.transpose(np.argsort(order))[tuple(slice(None, None, step) for step in steps)]
    view[...] = made
    return view


def checked(call: Callable[[], Any], values: NDArray[Any], held: tuple[int, ...], one: Callable[[bytes], int]) -> None:
    """The call gives what each row gives alone, or the error that it should."""
    try:
        found = call()
    except sr.HandError as error:
        assert values.dtype.kind in "iu"
        assert values.ndim
        assert values.shape[-1] in held
        row, _, reason = str(error).partition(": ")
        wrong = int(row.removeprefix("row "))
        rows = values.reshape(-1, values.shape[-1]).tolist()
        assert reason
        for i, hand in enumerate(rows[: wrong + 1]):
            good = len(set(hand)) == len(hand) and all(code in range(20, 52) for code in hand)
            assert good == (i < wrong)
    except TypeError:
        assert values.dtype.kind not in "iu"
    except ValueError:
        assert not values.ndim or values.shape[-1] not in held
    else:
        assert values.dtype.kind in "iu"
        assert found.dtype == np.uint16
        assert found.shape == values.shape[:-1]
        rows = values.reshape(-1, values.shape[-1]).tolist() if values.size else []
        assert found.reshape(-1).tolist() == [one(bytes(hand)) for hand in rows]


@given(arrays(last=(5,)), st.sampled_from([1, 1, 2]))
@settings(max_examples=400, deadline=None, derandomize=True)
def test_any_array_gives_what_its_rows_give_or_a_named_error(values: NDArray[Any], workers: int) -> None:
    before = values.tobytes() if values.dtype.kind != "O" else b""
    checked(lambda: CLASSIC.evaluate_many(values, workers=workers), values, (5,), CLASSIC.evaluate)
    assert values.dtype.kind == "O" or values.tobytes() == before
    if values.ndim == 2 and values.shape[1] == 5:
        checked(lambda: evaluate_columns(*values.T, workers=workers), values, (5,), CLASSIC.evaluate)


@given(arrays(last=(6, 7)))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_any_array_gives_the_best_of_its_rows_or_a_named_error(values: NDArray[Any]) -> None:
    def one(cards: bytes) -> int:
        return CLASSIC.evaluate(CLASSIC.best(cards))

    checked(lambda: CLASSIC.evaluate_best_many(values), values, (6, 7), one)


@given(arrays(last=(2, 3, 6)), st.integers(0, 2**32))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_any_array_of_strengths_is_judged_or_refused(values: NDArray[Any], seed: int) -> None:
    if values.dtype.kind in "iu" and values.dtype.itemsize > 1:
        values = np.where(values > 51, values, values * 40)  # codes are low strengths; spread them
    integers = values.dtype.kind in "iu"
    good = integers and bool(((values >= 1) & (values <= CLASSIC.strengths)).all())
    for call, shaped in (
        (lambda: CLASSIC.category_many(values), True),
        (lambda: CLASSIC.compare_many(values, values), True),
        (lambda: CLASSIC.showdown_many(values), values.ndim > 0 and 2 <= values.shape[-1] <= 16),
    ):
        try:
            found = call()
        except sr.HandError:
            assert integers
            assert shaped
            assert not good
        except TypeError:
            assert not integers
        except ValueError:
            assert not shaped
        else:
            assert shaped
            assert good or not values.size
            assert found.shape == values.shape
    if good and values.ndim and 2 <= values.shape[-1] <= 16:
        mask = np.random.default_rng(seed).random(values.shape) < 0.5
        mask[..., 0] = True
        won = CLASSIC.showdown_many(values, contenders=mask)
        greatest = np.where(mask, values, 0).max(axis=-1, keepdims=True)
        upset = CLASSIC.upset
        assert upset
        plain = (greatest < upset[1][0])[..., 0]
        assert np.array_equal(won[plain], ((values == greatest) & mask)[plain])
        assert not (won & ~mask).any()
        assert won.any(axis=-1).all()


@given(st.binary(max_size=60), st.integers(-3, 3).filter(bool), st.integers(0, 14), st.sampled_from("BbcH"))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_any_buffer_is_read_or_refused(codes: bytes, step: int, room: int, kind: str) -> None:
    if kind == "H" and len(codes) % 2:
        codes = codes[1:]
    view = memoryview(bytes(20 + code % 32 if code < 250 else code for code in codes)).cast(kind)[::step]  # type: ignore[call-overload]
    out = array("H", [0xA5A5] * room)
    rows = [view.tobytes()[i : i + 5] for i in range(0, view.nbytes, 5)]
    try:
        CLASSIC.evaluate_into(view, out)
    except sr.HandError as error:
        wrong = int(str(error).partition(":")[0].removeprefix("row "))
        for i, row in enumerate(rows[: wrong + 1]):
            assert (len(set(row)) == 5 and set(row) <= set(CLASSIC.pack.codes)) == (i < wrong)
    except TypeError:
        assert kind == "H"
        assert out.tolist() == [0xA5A5] * room
    except ValueError:
        assert view.nbytes % 5 or len(rows) != room
        assert out.tolist() == [0xA5A5] * room
    else:
        assert out.tolist() == list(map(CLASSIC.evaluate, rows))
