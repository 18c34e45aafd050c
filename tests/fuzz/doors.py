"""What must hold at the doors of the Python package, whatever is handed over.

Each function here is a property of one door or of some; `PROPERTIES` has them all. The ordinary tests try each a
few times, `python -m fuzz` as long as it is told.
"""

from __future__ import annotations

import copy
import pickle
import sys
from array import array
from collections import UserList, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import comb
from operator import index
from typing import Any

import numpy as np
from houses import HOUSE, any_house
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reckonings import chip_by_chip
from reference import Vectorised
from test_parse import by_lines
from test_rules import JUNK, PLAUSIBLE, SMALL, mutated

import scalareale as sr

from .anything import (
    EVALUATORS,
    Items,
    addresses,
    arrays,
    buffers,
    evaluators,
    hands,
    numbers,
    objects,
    one_shot,
    results,
    texts,
    written,
)

PROPERTIES: dict[str, Callable[[st.DataObject], None]] = {}
SMALL_PACKS = [ev for ev in EVALUATORS if ev.pack.size <= 32]
NOT_OURS = (
    "Exceeds the limit",
    "truth value of an",
    "only integer scalar",
    "only length-1",
    "unhashable type",
    "object is not",
    "cannot be interpreted",
    "not supported between",
    "positional argument",
    "too large to convert",
    "has no attribute",
    "could not convert",
    "invalid literal",
)
"""What Python and numpy say where we should have."""


def a_property(function: Callable[[st.DataObject], None]) -> Callable[[st.DataObject], None]:
    PROPERTIES[function.__name__] = function
    return function


def trying(name: str, **limits: Any) -> Any:
    """A property as something that Hypothesis tries when it is called, within its settings."""

    def holds(data: st.DataObject) -> None:
        with digits(0):  # what is drawn is shown when something fails
            PROPERTIES[name](data)

    return settings(deadline=None, suppress_health_check=list(HealthCheck), **limits)(given(st.data())(holds))


@contextmanager
def digits(most: int) -> Iterator[None]:
    """A limit for integers in decimals, which Python has since 3.10.7; 0 for none."""
    if not hasattr(sys, "set_int_max_str_digits"):
        yield
        return
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(most)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def attempt(call: Callable[[], Any], *also: type[Exception]) -> Any:
    """What a call gives, or its error, which must be one of those that are promised and say something of ours."""
    try:
        with digits(4300):
            return call()
    except (TypeError, ValueError) as error:
        assert type(error) in (sr.HandError, TypeError, ValueError), repr(error)
        assert str(error) and not any(words in str(error) for words in NOT_OURS), repr(error)
        return error
    except also as error:
        return error


def is_error(found: Any) -> bool:
    return isinstance(found, Exception)


def is_hand(ev: sr.Evaluator, codes: bytes, sizes: tuple[int, ...] = (5,)) -> bool:
    return len(codes) in sizes and len(set(codes)) == len(codes) and set(codes) <= set(ev.pack.codes)


# -- text and hands ---


@a_property
def text_is_cards_or_refused(data: st.DataObject) -> None:
    text, notation = data.draw(texts), data.draw(st.sampled_from(["international", "italian"]))
    found = attempt(lambda: sr.parse_cards(text, notation))
    if is_error(found):
        assert type(found) is sr.HandError and "at position" in str(found)
    else:
        assert all(code < 54 for code in found) and [c for c in found if c > 51] in ([], [52], [52, 53])
        for style in ("ascii", "unicode"):
            assert sr.parse_cards(sr.format_cards(found, style)) == found
        for cut in range(len(text)):
            attempt(lambda: sr.parse_cards(text[:cut], notation))  # noqa: B023
    # The fast reader in C reads the same.
    ev = data.draw(evaluators)
    codes = attempt(lambda: sr.parse_cards(text))
    strength = attempt(lambda: ev.evaluate(text))
    if is_error(codes) or not is_hand(ev, codes):
        assert type(strength) is sr.HandError
    else:
        assert strength == ev.evaluate(codes)


@a_property
def lines_are_hands_or_refused(data: st.DataObject) -> None:
    notation = data.draw(st.sampled_from(["international", "italian"]))
    five = st.lists(st.integers(0, 52), min_size=5, max_size=5, unique=True)
    good = st.builds(sr.format_cards, five, st.sampled_from(["ascii", "unicode"]))
    line = st.one_of(good, good, texts).map(lambda text: text.encode(errors="surrogatepass")) | st.binary(max_size=20)
    end = st.sampled_from([b"\n", b"\r\n", b"\n\n", b" \n", "\u3000\n".encode(), b""])
    text = b"".join(a + b for a, b in data.draw(st.lists(st.tuples(line, end), max_size=12)))
    if data.draw(st.booleans()):
        text = "\ufeff".encode() + text
    held = data.draw(st.sampled_from([bytes, bytearray, memoryview]))(text)
    wanted, why = by_lines(text, notation)
    found = attempt(lambda: sr.parse_hands(held, notation))
    if why:
        assert type(found) is sr.HandError and ("..." in why or str(found) == why)
    else:
        assert found.dtype == np.uint8 and found.shape == (len(wanted), 5) and found.tolist() == wanted


@a_property
def hand_in_any_form_is_the_hand(data: st.DataObject) -> None:
    ev = data.draw(evaluators)
    make, codes = data.draw(written(ev))
    other = bytes(data.draw(st.permutations(list(ev.pack.codes)))[:5])
    good = is_hand(ev, codes)
    nobody: list[Any] = [None]
    apart = good and not set(codes) & set(other)
    language = data.draw(st.sampled_from(["en", "it", "fr", "ru"]))
    # Door, and whether it takes this hand.
    doors: list[tuple[Callable[[Any], Any], bool]] = [
        (ev.evaluate, good),
        (ev.rank, good),
        (lambda hand: ev.describe(hand, language), good),
        (ev.best, is_hand(ev, codes, (5, 6, 7))),
        (lambda hand: ev.compare(hand, other), good),
        (lambda hand: ev.compare(other, hand), good),
        (lambda hand: ev.showdown([hand, *nobody, other]), apart),
        (lambda hand: ev.showdown([*nobody, other, hand], shared=other), good),
        (lambda hand: sr.settle([5, 5], [hand, other], ev), apart),
    ]
    if not ev.rules.low:
        doors.append((ev.can_open, good))
    if ev in SMALL_PACKS:
        doors.append((ev.draws, good))
        doors.append((lambda hand: ev.equity([hand, other]), apart))
    for door, legal in doors:
        found, wanted = attempt(lambda: door(make())), attempt(lambda: door(codes))  # noqa: B023
        assert is_error(found) != legal and is_error(wanted) != legal
        assert type(found) is sr.HandError if not legal else found == wanted
    if good:
        assert ev.evaluate(codes) == int(ev.evaluate_many([list(codes)])[0])
        assert ev.compare(codes, other) == -ev.compare(other, codes)


@a_property
def best_five_of_any_form_are_the_best_of_all_fives(data: st.DataObject) -> None:
    ev = data.draw(evaluators)
    make, codes = data.draw(written(ev, 4, 8))
    found = attempt(lambda: ev.best(make()))
    if not is_hand(ev, codes, (5, 6, 7)):
        assert type(found) is sr.HandError
    else:
        from itertools import combinations

        assert ev.evaluate(found) == max(ev.evaluate(bytes(five)) for five in combinations(codes, 5))
        if len(codes) > 5:
            assert ev.evaluate(found) == int(ev.evaluate_best_many([list(codes)])[0])


@a_property
def object_of_any_kind_is_a_hand_or_refused(data: st.DataObject) -> None:
    ev, thing = data.draw(st.sampled_from(SMALL_PACKS)), data.draw(objects)
    other = ev.pack.codes[:5]
    seats = data.draw(st.sampled_from([None, other, thing]))
    for door in (
        lambda: ev.evaluate(thing),
        lambda: ev.rank(thing),
        lambda: ev.describe(thing),
        lambda: ev.describe(other, thing),
        lambda: ev.best(thing),
        lambda: ev.compare(thing, other),
        lambda: ev.compare(other, thing),
        lambda: ev.showdown([thing, seats]),
        lambda: ev.showdown(thing),
        lambda: ev.showdown([other, thing], shared=other),
        lambda: ev.showdown([other, None], shared=thing),
        lambda: ev.can_open(thing),
        lambda: ev.can_open(other, thing),
        lambda: ev.draws(thing),
        lambda: ev.draws(other, dead=thing),
        lambda: ev.equity([thing, other]),
        lambda: ev.equity(thing, samples=5),
        lambda: ev.equity([other, None], dead=thing, samples=5),
        lambda: ev.equity([other, None], discards=thing, samples=5),
        lambda: ev.equity([other, None], discards=[thing, None], samples=5),
        lambda: sr.settle([5, 5], [thing, other], ev),
        lambda: sr.settle([5, 5], thing, ev),
        lambda: sr.settle([1, 2], [other, None], ev, shared=thing),
        lambda: sr.settle(thing, [other, None], ev),
        lambda: sr.settle([1, 2], [other, None], thing),
        lambda: sr.parse_cards(thing),
        lambda: sr.parse_cards("Ah", thing),
        lambda: sr.format_cards(thing),
        lambda: sr.format_cards(other, thing),
        lambda: sr.deal(1, 2, ev.pack, 1, dead=thing),
        lambda: sr.deal(1, 2, ev.pack, 1, given=thing),
        lambda: sr.deal(1, 2, ev.pack, 1, given=[thing, None]),
        lambda: ev.evaluate_into(thing, array("H", [0])),
        lambda: ev.evaluate_into(other, thing),
    ):
        found = attempt(door)
        assert not isinstance(found, bool) or door.__code__.co_names[-1:] == ("can_open",)
    found = attempt(lambda: ev.evaluate(thing))
    if not is_error(found):
        assert found == ev.evaluate(sr.parse_cards(thing) if isinstance(thing, str) else bytes(map(index, thing)))


@a_property
def showdown_is_that_of_any_order_of_seats(data: st.DataObject) -> None:
    ev = data.draw(evaluators)
    seats = data.draw(st.integers(1, min(ev.pack.size // 5, 10)))
    cards = data.draw(st.permutations(list(ev.pack.codes)))
    hold: list[bytes | None] = [bytes(cards[5 * i : 5 * i + 5]) for i in range(seats)]
    for seat in range(seats):
        if data.draw(st.integers(0, 3)) == 0:
            hold[seat] = None
    found = attempt(lambda: ev.showdown(hold))
    live = [seat for seat, hand in enumerate(hold) if hand is not None]
    if not live:
        assert type(found) is sr.HandError
        return
    assert found and set(found) <= set(live) and found == sorted(found)
    order = data.draw(st.permutations(range(seats)))
    assert sorted(order[seat] for seat in ev.showdown([hold[seat] for seat in order])) == found
    assert ev.showdown(tuple(hold)) == ev.showdown(one_shot(list(hold))) == found  # type: ignore[arg-type]
    strengths = [1 if hand is None else ev.evaluate(hand) for hand in hold]
    if seats > 1:
        mask = [[hand is not None for hand in hold]]
        assert np.flatnonzero(ev.showdown_many([strengths], contenders=mask)).tolist() == found
    if len(found) == 1:
        assert all(ev.compare(hold[found[0]], hold[seat]) == 1 for seat in live if seat != found[0])  # type: ignore[arg-type]


# -- arrays ---


def rows_of(values: Any) -> list[Any]:
    return np.asarray(values).reshape(-1, np.asarray(values).shape[-1]).tolist()


def frozen(values: Any) -> bytes:
    array_ = values if isinstance(values, np.ndarray) else np.zeros(0)
    return b"" if array_.dtype.hasobject else array_.tobytes()


def hides(values: Any) -> bool:
    """Whether there are truth values or masked entries among what numpy makes numbers of."""
    if isinstance(values, (np.ma.MaskedArray, bool, np.bool_)):
        return True
    if isinstance(values, np.ndarray):
        return bool(values.dtype.kind == "b")
    return isinstance(values, (list, tuple, deque, UserList, Items)) and any(hides(value) for value in values)  # type: ignore[union-attr]


def check_many(
    call: Callable[[Any], Any],
    values: Any,
    out: Any,
    shape: Callable[[tuple[int, ...]], tuple[int, ...] | None],
    dtype: str,
    one: Callable[[Any], Any],
) -> None:
    """A batch gives what `one` gives for each row, to `out` if that will do, or the error that it should.

    `shape` is the result's from the argument's, None for an argument of a wrong shape; `one` raises HandError.
    """
    before, out_before = frozen(values), frozen(out)
    found = attempt(lambda: call(out))
    assert frozen(values) == before or out is not None
    given_ = np.asarray(values)
    kinds = "iu"
    if given_.dtype.kind in "fO" and isinstance(values, (list, tuple)):
        items = np.array(values, object)
        if items.size and all(isinstance(item, int) and not isinstance(item, bool) for item in items.flat):
            given_, kinds = items, "O"  # too great for numpy's own types
    without_kind = given_.size == 0 and given_.dtype == float and not hasattr(values, "dtype")
    integers = (given_.dtype.kind in kinds or without_kind) and not hides(values)
    wanted_shape = shape(given_.shape)
    if not integers or wanted_shape is None:
        assert type(found) is (TypeError if not integers else ValueError), found
        assert frozen(out) == out_before
        return
    will_do = out is None
    if isinstance(out, np.ndarray) and not isinstance(out, np.ma.MaskedArray):
        places = addresses(out) if out.size < 5000 else []
        read = addresses(given_) if given_.size < 20000 and isinstance(values, np.ndarray) else []
        will_do = (
            out.dtype == np.dtype(dtype)
            and out.dtype.isnative
            and out.shape == wanted_shape
            and out.flags.writeable
            and len(set(places)) == len(places)
            and not set(places) & set(read)
        )
    if not will_do:
        assert type(found) in (TypeError, ValueError), (found, out)
        assert frozen(out) == out_before and frozen(values) == before
        return
    if isinstance(found, ValueError) and "overlap" in str(found):
        # It may be refused if it is hard to say: then at least their extents overlap.
        assert type(found) is ValueError and out is not None and (np.may_share_memory(out, given_) or out.ndim > 1)
        assert frozen(out) == out_before
        return
    rows = rows_of(given_) if given_.size else []
    answers: list[Any] = []
    for number, row in enumerate(rows):
        try:
            answers.append(one(row))
        except sr.HandError:
            assert type(found) is sr.HandError and str(found).split(":")[0].split()[-1] == str(number), found
            return
    assert isinstance(found, np.ndarray), found
    assert found is out or out is None
    assert found.shape == wanted_shape and found.dtype == np.dtype(dtype)
    assert found.reshape(-1).tolist() == np.array(answers, dtype).reshape(-1).tolist()


def hand_of(ev: sr.Evaluator, sizes: tuple[int, ...]) -> Callable[[list[int]], int]:
    def one(row: list[int]) -> int:
        if not all(0 <= code < 54 for code in row) or not is_hand(ev, bytes(row), sizes):
            raise sr.HandError
        return ev.evaluate(bytes(row)) if len(row) == 5 else ev.evaluate(ev.best(bytes(row)))

    return one


def with_some_kernel(data: st.DataObject) -> None:
    sr.use_kernel(data.draw(st.sampled_from(sr.kernels())))


@a_property
def array_of_any_kind_is_hands_or_refused(data: st.DataObject) -> None:
    with_some_kernel(data)
    ev = data.draw(evaluators)
    values = data.draw(arrays([5], (ev.pack.codes[0], ev.pack.codes[-1]), True))
    lead = np.asarray(values).shape[:-1]
    out = None if data.draw(st.booleans()) else data.draw(results(lead, "u2", values))
    workers: Any = data.draw(st.sampled_from([1, 1, 2, np.int8(3)]))

    def shape(given_: tuple[int, ...]) -> tuple[int, ...] | None:
        return given_[:-1] if given_ and given_[-1] == 5 else None

    one = hand_of(ev, (5,))
    check_many(lambda out: ev.evaluate_many(values, out=out, workers=workers), values, out, shape, "u2", one)
    if not ev.rules.low:
        minimum = data.draw(st.sampled_from("JQKA"))

        def opens(row: list[int]) -> bool:
            one(row)
            return ev.can_open(bytes(row), minimum)

        check_many(lambda _: ev.can_open_many(values, minimum), values, None, shape, "?", opens)


@a_property
def array_of_any_kind_is_six_or_seven_cards_or_refused(data: st.DataObject) -> None:
    with_some_kernel(data)
    ev = data.draw(evaluators)
    values = data.draw(arrays([6, 7], (ev.pack.codes[0], ev.pack.codes[-1]), True))
    if np.asarray(values).size > 700:
        return
    out = None if data.draw(st.booleans()) else data.draw(results(np.asarray(values).shape[:-1], "u2", values))

    def shape(given_: tuple[int, ...]) -> tuple[int, ...] | None:
        return given_[:-1] if given_ and given_[-1] in (6, 7) else None

    check_many(lambda out: ev.evaluate_best_many(values, out=out), values, out, shape, "u2", hand_of(ev, (6, 7)))


@a_property
def columns_of_any_kind_are_hands_or_refused(data: st.DataObject) -> None:
    with_some_kernel(data)
    ev = data.draw(evaluators)
    whole = data.draw(arrays([5], (ev.pack.codes[0], ev.pack.codes[-1]), True))
    table = np.asarray(whole)
    if table.ndim != 2 or table.shape[1] != 5 or table.dtype.kind not in "iu" or isinstance(whole, np.ma.MaskedArray):
        columns = [data.draw(objects) if data.draw(st.integers(0, 3)) == 0 else table for _ in range(5)]
        found = attempt(lambda: ev.evaluate_columns(*columns))
        if not is_error(found):
            assert found.tolist() == [ev.evaluate(bytes(map(index, row))) for row in zip(*columns, strict=True)]
        return
    columns = [table[:, i] for i in range(5)]
    odd = data.draw(st.integers(0, 7))
    if odd == 1:
        columns[data.draw(st.integers(0, 4))] = data.draw(objects)
        found = attempt(lambda: ev.evaluate_columns(*columns))
        assert is_error(found) or found.shape == np.shape(columns[0])
        return
    if odd == 2:
        columns = [column.astype(data.draw(st.sampled_from(["i8", ">u2", "u1"]))) for column in columns]
        table = np.stack(columns, axis=1) if {c.dtype for c in columns} == {np.dtype("u1")} else table
    elif odd == 3:
        columns = [column.tolist() for column in columns]
    wraps = any(isinstance(c, np.ndarray) and c.tolist() != table[:, i].tolist() for i, c in enumerate(columns))
    out = None if data.draw(st.booleans()) else data.draw(results(table.shape[:1], "u2", table))
    if wraps:
        attempt(lambda: ev.evaluate_columns(*columns, out=out))
        return
    if odd in (2, 3) and isinstance(out, np.ndarray) and np.may_share_memory(out, table):
        return

    def shape(given_: tuple[int, ...]) -> tuple[int, ...]:
        return given_[:1]

    workers = data.draw(st.sampled_from([1, 2]))
    call = ev.evaluate_columns
    check_many(lambda out: call(*columns, out=out, workers=workers), table, out, shape, "u2", hand_of(ev, (5,)))


@a_property
def array_of_any_kind_is_strengths_or_refused(data: st.DataObject) -> None:
    with_some_kernel(data)
    ev = data.draw(evaluators)
    near_top = data.draw(st.booleans())
    values = data.draw(arrays([2, 3, 6, 9, 16], (ev.strengths - 30 if near_top else 1, ev.strengths), False))
    kept = np.asarray(values)

    def strength(value: int) -> int:
        if not 1 <= value <= ev.strengths:
            raise sr.HandError
        return value

    def same(given_: tuple[int, ...]) -> tuple[int, ...]:
        return given_

    flat = kept.reshape(*kept.shape, 1) if type(values) is np.ndarray else values
    if flat is not values and kept.dtype.kind in "iu":

        def category(row: list[int]) -> int:
            which = np.zeros(0) if not 1 <= row[0] <= ev.strengths else ev.category_many([row[0]])
            return int(which[0]) if len(which) else strength(row[0])

        check_many(lambda _: ev.category_many(flat)[..., 0], flat, None, lambda s: s[:-1], "u1", category)
        out = None if data.draw(st.booleans()) else data.draw(results(kept.shape, "i1", values))

        def against_itself(row: list[int]) -> int:
            return 0 * strength(row[0])

        if out is None or not isinstance(out, np.ndarray) or not np.may_share_memory(out, kept):
            call = ev.compare_many
            check_many(lambda out: call(values, values, out=out), flat, out, lambda s: s[:-1], "i1", against_itself)
    mask = None
    if kept.ndim and kept.size and data.draw(st.booleans()):
        mask = np.random.default_rng(data.draw(st.integers(0, 99))).random(kept.shape) < 0.6
    out = None if data.draw(st.booleans()) else data.draw(results(kept.shape, "?", values))

    def shape(given_: tuple[int, ...]) -> tuple[int, ...] | None:
        return given_ if given_ and 2 <= given_[-1] <= 16 else None

    rows_of_mask = iter(mask.reshape(-1, mask.shape[-1]).tolist() if mask is not None else [])

    def pot(row: list[int]) -> list[bool]:
        who = next(rows_of_mask, [True] * len(row))
        if not any(who):
            raise sr.HandError
        live = [strength(value) for value, takes_part in zip(row, who, strict=True) if takes_part]
        best = max(live)
        upset = ev.upset
        winners = {best}
        if upset and upset[1][0] <= best <= upset[1][1]:
            favoured = [s for s in live if upset[0][0] <= s <= upset[0][1]]
            if favoured:
                between = [s for s in live if max(favoured) < s < upset[1][0] or s > upset[1][1]]
                winners = {best, max(favoured), max(between)} if between else {max(favoured)}
        return [bool(in_) and value in winners for value, in_ in zip(row, who, strict=True)]

    check_many(lambda out: ev.showdown_many(values, contenders=mask, out=out), values, out, shape, "?", pot)


@a_property
def pairs_of_strengths_broadcast_or_are_refused(data: st.DataObject) -> None:
    with_some_kernel(data)
    ev = data.draw(evaluators)
    a, b = (data.draw(arrays([1, 2, 3], (max(1, ev.strengths - 30), ev.strengths), False)) for _ in range(2))
    found = attempt(lambda: ev.compare_many(a, b))
    try:
        first, second = np.broadcast_arrays(np.asarray(a), np.asarray(b))
    except ValueError:
        assert type(found) in (TypeError, ValueError)
        return
    if is_error(found):
        return
    assert found.shape == first.shape
    pairs = zip(first.reshape(-1).tolist(), second.reshape(-1).tolist(), strict=True)
    upset = ev.upset or ((1, 0), (1, 0))

    def verdict(x: int, y: int) -> int:
        assert 1 <= x <= ev.strengths and 1 <= y <= ev.strengths
        favoured, other = upset
        if favoured[0] <= x <= favoured[1] and other[0] <= y <= other[1]:
            return 1
        if favoured[0] <= y <= favoured[1] and other[0] <= x <= other[1]:
            return -1
        return (x > y) - (x < y)

    assert found.reshape(-1).tolist() == [verdict(x, y) for x, y in pairs]


@a_property
def object_of_any_kind_is_an_array_or_refused(data: st.DataObject) -> None:
    ev, thing = data.draw(st.sampled_from(SMALL_PACKS)), data.draw(objects)
    number = data.draw(numbers)
    good = np.frombuffer(ev.pack.codes[:10], np.uint8).reshape(2, 5)
    strengths = ev.evaluate_many(good)
    columns: Any = ev.evaluate_columns
    for door in (
        lambda: ev.evaluate_many(thing),
        lambda: ev.evaluate_many(good, out=thing),
        lambda: ev.evaluate_many(good, workers=number),
        lambda: columns(thing, *good[:, 1:].T),
        lambda: columns(*good[:, 1:].T, thing),
        lambda: columns(*good.T, out=thing),
        lambda: columns(*good.T, workers=number),
        lambda: ev.evaluate_best_many(thing),
        lambda: ev.evaluate_best_many(good, workers=number),
        lambda: ev.compare_many(thing, 1),
        lambda: ev.compare_many(strengths, thing),
        lambda: ev.compare_many(strengths, 1, out=thing),
        lambda: ev.category_many(thing),
        lambda: ev.showdown_many(thing),
        lambda: ev.showdown_many([strengths], contenders=thing),
        lambda: ev.showdown_many([strengths], out=thing),
        lambda: ev.can_open_many(thing),
        lambda: ev.can_open_many(good, thing),
        lambda: ev.evaluate_into(thing, thing),
    ):
        found = attempt(door)
        assert is_error(found) or found is None or isinstance(found, (np.ndarray, np.generic)), found


@a_property
def buffer_of_any_kind_is_read_or_refused(data: st.DataObject) -> None:
    ev = data.draw(evaluators)
    n = data.draw(st.integers(0, 40))
    content = b"".join(data.draw(hands(ev)) for _ in range(n)) if n < 4 else b"".join(
        np.random.default_rng(n).permutation(np.frombuffer(ev.pack.codes, np.uint8))[:5].tobytes() for _ in range(n)
    )  # fmt: skip
    make = data.draw(buffers(content))
    room = len(content) // 5 + data.draw(st.sampled_from([0, 0, 0, 0, 1, -1]))
    store = bytearray(2 * max(room, 0) + 64)
    place = data.draw(st.integers(0, 8))
    view: Any = memoryview(store)[place : place + 2 * max(room, 0)]
    how = data.draw(st.integers(0, 9))
    if how < 7:
        view = view.cast("H")
    elif how == 7:
        view = view.cast("h")
    elif how == 8:
        view = view.cast("H").toreadonly()
    before = bytes(store)
    found = attempt(lambda: ev.evaluate_into(make(), view))
    if is_error(found):
        assert type(found) is sr.HandError or bytes(store) == before
    else:
        held = memoryview(make()).tobytes()
        assert [ev.evaluate(held[5 * i : 5 * i + 5]) for i in range(len(held) // 5)] == list(view)
        assert store[:place] == before[:place] and store[place + 2 * room :] == before[place + 2 * room :]


@a_property
def overlapping_buffers_are_refused(data: st.DataObject) -> None:
    ev = data.draw(evaluators)
    n = data.draw(st.integers(1, 6))
    store = bytearray(ev.pack.codes[:5] * 40)
    step = data.draw(st.sampled_from([1, 1, 2, 3, -1, -2]))
    first = data.draw(st.integers(0, 60))
    cut = slice(first, first + 5 * n * abs(step)) if step > 0 else slice(first + 5 * n * abs(step), first, None)
    view = memoryview(store)[cut][::step]
    if len(view) != 5 * n:
        view = view[: 5 * n]
    start = data.draw(st.integers(0, len(store) - 2 * n))
    out = memoryview(store)[start : start + 2 * n].cast("H")
    held, before = view.tobytes(), bytes(store)
    found = attempt(lambda: ev.evaluate_into(view, out))
    places = set(addresses(np.asarray(view)))
    if places & set(addresses(np.asarray(out))):
        assert type(found) is ValueError and "overlap" in str(found)
    if type(found) is ValueError:
        assert bytes(store) == before
    elif found is None:
        assert list(out) == [ev.evaluate(held[5 * i : 5 * i + 5]) for i in range(n)] and view.tobytes() == held


# -- rules ---


def works(rules: sr.Rules) -> None:
    """Rules are values, and give an evaluator or say why not."""
    assert sr.Rules.from_toml(rules.to_toml()) == rules
    assert sr.Rules.from_json(rules.to_json()) == rules == sr.Rules.from_dict(rules.to_dict())
    assert pickle.loads(pickle.dumps(rules)) == rules and hash(rules) == hash(rules.replace())
    ev = attempt(lambda: sr.Evaluator(rules, cards=rules.packs[0]))
    if is_error(ev):
        return
    dealt = sr.deal(30, 1, ev.pack, 1)[:, 0]
    strengths = ev.evaluate_many(dealt)
    assert strengths.tolist() == [ev.evaluate(hand) for hand in dealt.tolist()]
    assert (strengths >= 1).all() and (strengths <= ev.strengths).all()
    categories = ev.category_many(strengths)
    for hand, category in zip(dealt.tolist(), categories.tolist(), strict=True):
        assert ev.rank(hand).category == category and ev.describe(hand)


@a_property
def text_of_any_kind_is_rules_or_refused(data: st.DataObject) -> None:
    text = data.draw(
        st.text(max_size=60)
        | mutated([rules.to_toml() for rules in SMALL] + [HOUSE])
        | mutated([rules.to_json() for rules in SMALL])
    )
    for read in (sr.Rules.from_toml, sr.Rules.from_json):
        found = attempt(lambda: read(text))  # noqa: B023
        assert type(found) is not TypeError
        if not is_error(found) and found.packs[0] <= 40:
            works(found)


@a_property
def fields_of_any_kind_are_rules_or_refused(data: st.DataObject) -> None:
    fields = data.draw(st.fixed_dictionaries({}, optional=PLAUSIBLE))
    fields.setdefault("packs", [28])
    for _ in range(data.draw(st.integers(0, 2))):
        fields[data.draw(st.sampled_from(list(PLAUSIBLE)))] = data.draw(JUNK | objects)
    found = attempt(lambda: sr.Rules.from_dict(fields))
    if not is_error(found) and found.packs[0] <= 40:
        works(found)
    base = fields.pop("base", None)
    attempt(lambda: sr.Rules(**fields))
    if isinstance(base, str) and base in sr.rulesets():
        attempt(lambda: sr.Rules.named(base).replace(**fields))
    thing = data.draw(objects)
    for door in (
        lambda: sr.Rules.named(thing),
        lambda: sr.Rules.from_toml(thing),
        lambda: sr.Rules.from_json(thing),
        lambda: sr.Rules.from_dict(thing),
        lambda: sr.Rules.named("classic").key_of(thing),
        lambda: sr.Rules.named("classic").pack_for(thing),
        lambda: sr.Selector(thing),
        lambda: sr.Selector("straight_flush", thing),
        lambda: sr.Selector("straight_flush", suit=thing),
        lambda: sr.Selector("straight_flush", rank=thing),
        lambda: sr.Evaluator(thing),
        lambda: sr.Evaluator("classic", cards=thing),
        lambda: sr.Evaluator("classic", players=thing),
        lambda: sr.use_kernel(thing),
    ):
        attempt(door)


@a_property
def rules_drawn_by_lot_order_hands_as_the_reference_does(data: st.DataObject) -> None:
    seed = data.draw(st.integers(0, 2**32))
    rules, ruleset = any_house(seed)
    ev = attempt(lambda: sr.Evaluator(rules))
    if is_error(ev):
        assert "strengths between two suits, more than 2047" in str(ev)
        return
    dealt = sr.deal(400, 1, ev.pack, seed)[:, 0]
    strengths = ev.evaluate_many(dealt).astype(int)
    reference = Vectorised(ruleset, ev.pack.size)
    keys = reference.keys(dealt)
    order = np.argsort(keys, kind="stable")
    assert (np.sign(np.diff(strengths[order])) == np.sign(np.diff(keys[order]))).all()
    assert (ev.category_many(strengths) == reference.categories(dealt)).all()


# -- values, and what is around the hands ---


@a_property
def values_survive_pickling_and_copying(data: st.DataObject) -> None:
    ev = data.draw(evaluators)
    if data.draw(st.booleans()):
        house = attempt(lambda: sr.Evaluator(any_house(data.draw(st.integers(0, 2**32)))[0]))
        ev = ev if is_error(house) else house
    hand = bytes(data.draw(st.permutations(list(ev.pack.codes)))[:5])
    things: list[Any] = [ev, ev.rules, ev.pack, ev.rank(hand), *(ev.rules.upset or ())]
    if ev.pack.size <= 32:
        things += [*ev.draws(hand, most=1), ev.equity([hand, None], samples=3, rng=1), ev.simulate(3, 2, rng=1)]
    protocol = data.draw(st.integers(0, pickle.HIGHEST_PROTOCOL))
    for thing in things:
        for again in (pickle.loads(pickle.dumps(thing, protocol)), copy.copy(thing), copy.deepcopy(thing)):
            assert again == thing and hash(again) == hash(thing) and repr(again) == repr(thing)
            assert type(again) is type(thing)
    names = {"Evaluator": sr.Evaluator, "Rules": sr.Rules, "Selector": sr.Selector, "Pack": sr.Pack}
    for thing in things[:4]:
        assert eval(repr(thing), {**names}) == thing
    assert pickle.loads(pickle.dumps(ev)).evaluate(hand) == ev.evaluate(hand)


def bounded(number: Any, most: int) -> bool:
    """Whether a number, if it is one, asks for little work."""
    try:
        return index(number) <= most
    except (TypeError, ValueError):
        return True


@a_property
def number_of_any_kind_is_taken_or_refused(data: st.DataObject) -> None:
    ev, number = data.draw(st.sampled_from(SMALL_PACKS)), data.draw(numbers)
    hand = ev.pack.codes[:5]
    for door in (
        lambda: sr.Pack(number),
        lambda: sr.Pack.for_players(number),
        lambda: sr.Evaluator("classic", cards=number),
        lambda: sr.Evaluator("classic", players=number),
        lambda: ev.draws(hand, most=number),
        lambda: ev.equity([hand, None], samples=3, rng=number),
        lambda: ev.simulate(3, 2, rng=number),
        lambda: ev.simulate(3, number),
        lambda: sr.deal(3, number, ev.pack),
        lambda: sr.deal(3, 2, number),
        lambda: sr.deal(3, 2, ev.pack, number),
        lambda: sr.all_hands(number, 0, 3),
        lambda: sr.all_hands(24, number, number),
        lambda: sr.all_hands(24, 42500, number),
        lambda: sr.settle([number, 5], [hand, None], ev),
        lambda: sr.settle([5, number], [hand, None], ev, button=1),
        lambda: sr.settle([5, 5], [hand, None], ev, button=number),
        lambda: ev.rules.pack_for(number),
        lambda: sr.Rules(packs=[number]),
        lambda: sr.Rules(players=[(number, 52)]),
        lambda: sr.Rules(players=[(2, number)]),
        lambda: sr.convert_from("rlcard", number),
        lambda: sr.convert_to("uci", number),
        lambda: sr.convert_to(number, [1]),
    ):
        attempt(door)
    if bounded(number, 2000):
        attempt(lambda: ev.equity([hand, None], samples=number))
        attempt(lambda: ev.simulate(number, 2))
    if bounded(number, 2000) or not bounded(number, 10**17):
        attempt(lambda: sr.deal(number, 2, ev.pack), MemoryError)


@a_property
def deals_are_of_the_pack_without_what_is_gone(data: st.DataObject) -> None:
    ev = data.draw(evaluators)
    pack = ev.pack
    cards = data.draw(st.permutations(list(pack.codes)))
    n, players = data.draw(st.integers(0, 20)), data.draw(st.integers(1, 11))
    dead = bytes(cards[: data.draw(st.integers(0, 6))])
    given_: list[bytes | None] | None = None
    if data.draw(st.booleans()):
        given_ = [None] * players
        for i in range(data.draw(st.integers(0, 2))):
            given_[data.draw(st.integers(0, players - 1))] = bytes(cards[10 + 5 * i : 15 + 5 * i])
    sources = np.random.PCG64, np.random.MT19937, np.random.SFC64, np.random.Philox
    seed: Any = data.draw(st.integers(0, 2**64) | st.sampled_from(sources))

    def rng() -> Any:
        return seed if isinstance(seed, int) else seed(5)

    found = attempt(lambda: sr.deal(n, players, pack, rng(), dead=dead, given=given_))
    free = pack.size - len(dead) - sum(5 for hand in given_ or () if hand)
    missing = players - sum(hand is not None for hand in given_ or ())
    if 5 * missing > free:
        assert type(found) is sr.HandError
        return
    assert found.shape == (n, players, 5) and found.dtype == np.uint8
    for row in found.tolist():
        dealt = [card for hand in row for card in hand]
        assert len(set(dealt)) == len(dealt) and set(dealt) <= set(pack.codes) - set(dead)
        assert all(hand is None or bytes(row[seat]) == hand for seat, hand in enumerate(given_ or ()))
    again = sr.deal(n, players, pack, rng(), dead=dead, given=given_)
    assert (again == found).all()


@a_property
def chips_are_neither_made_nor_lost(data: st.DataObject) -> None:
    ev = data.draw(evaluators)
    seats = data.draw(st.integers(1, min(ev.pack.size // 5, 10)))
    cards = data.draw(st.permutations(list(ev.pack.codes)))
    stakes = data.draw(st.lists(st.integers(0, 12), min_size=seats, max_size=seats))
    hold = [None if data.draw(st.integers(0, 2)) == 0 else bytes(cards[5 * i : 5 * i + 5]) for i in range(seats)]
    button = data.draw(st.integers(0, seats - 1))
    found = attempt(lambda: sr.settle(stakes, hold, ev, button=button))
    if all(hand is None for hand in hold):
        assert type(found) is sr.HandError
        return
    wanted, _ = chip_by_chip(stakes, hold, ev.showdown, button)
    assert found == wanted and sum(found) == sum(stakes)


@a_property
def draws_and_equity_add_up(data: st.DataObject) -> None:
    ev = data.draw(st.sampled_from(SMALL_PACKS))
    cards = data.draw(st.permutations(list(ev.pack.codes)))
    hand, other, rest = bytes(cards[:5]), bytes(cards[5:10]), cards[10:]
    dead = bytes(rest[: data.draw(st.integers(0, len(rest)))])
    most = data.draw(st.integers(0, 5))
    stub = ev.pack.size - 5 - len(dead)
    found = ev.draws(hand, dead=dead, most=most)
    assert len(found) == sum(comb(5, k) for k in range(most + 1) if k <= stub)
    for draw in found:
        assert draw.total == comb(stub, len(draw.discard)) == sum(draw.counts.values())
        assert 0 <= draw.improves <= 1 and 0 <= draw.percentile <= 1
    thrown = [bytes(hand[: data.draw(st.integers(0, 2))]), bytes(other[: data.draw(st.integers(0, 2))])]
    result = attempt(lambda: ev.equity([hand, other], discards=thrown, dead=dead))
    left = stub - 5
    if sum(map(len, thrown)) > left:
        assert type(result) is sr.HandError
        return
    deals = comb(left, len(thrown[0])) * comb(left - len(thrown[0]), len(thrown[1]))
    assert result.deals == deals and result.exact and abs(sum(result.share) - 1) < 1e-9
    for share, win, split in zip(result.share, result.win, result.split, strict=True):
        assert abs(share - win - split / 2) < 1e-9
    sampled = ev.equity([hand, other], discards=thrown, dead=dead, samples=40, rng=data.draw(st.integers(0, 2**70)))
    assert sampled.deals == 40 and abs(sum(sampled.share) - 1) < 1e-9


@a_property
def numbers_of_other_packages_go_there_and_back(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(list(sr.CONVENTIONS)))
    values = data.draw(arrays([1, 2, 5], (0, 51), False))
    theirs = attempt(lambda: sr.convert_to(name, values))
    kept = np.asarray(values)
    integers = kept.dtype.kind in "iu" and not isinstance(values, np.ma.MaskedArray)
    good = integers and bool(((kept >= 0) & (kept < 52)).all())
    if not is_error(theirs):
        assert good or not kept.size
        assert (sr.convert_from(name, theirs) == kept).all()
    else:
        assert not good
    found = attempt(lambda: sr.convert_from(name, values))
    if not is_error(found):
        assert (sr.convert_to(name, found) == np.asarray(values)).all()
    thing = data.draw(objects)
    attempt(lambda: sr.convert_from(name, thing))
    attempt(lambda: sr.convert_to(name, thing))
