"""Strategies for what callers may hand over: objects of any kind, hands in any form, arrays and buffers of any layout.

What can be used up (iterators) or released is drawn as a function that makes it anew.
"""

from __future__ import annotations

import ctypes
import io
import pickle
from array import array
from collections import UserList, deque
from collections.abc import Callable, Iterator
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

import scalareale as sr

SMALL_HOUSE: dict[str, Any] = {
    "name": "ours",
    "suits": "cdsh",
    "packs": (20, 28),
    "straights": ["middle"],
    "players": {},
    "upset": None,
}
LARGE_HOUSE: dict[str, Any] = {
    "name": "suited",
    "suits": "hsdc",
    "keys": {"flush": ["ranks", "flush_suit"], "pair": ["groups", "suit_of_group0"]},
}
EVALUATORS = [
    sr.Evaluator("classic", cards=24),
    sr.Evaluator("classic", cards=32),
    sr.Evaluator("guide", cards=40),
    sr.Evaluator("loto-quebec", cards=36),
    sr.Evaluator("standard"),
    sr.Evaluator("ace-to-five"),
    sr.Evaluator("bug"),
    sr.Evaluator("wild", cards=54),
    sr.Evaluator(sr.Rules.named("suit-first").replace(**SMALL_HOUSE), cards=28),
    sr.Evaluator(sr.Rules.named("standard").replace(**LARGE_HOUSE)),
]
evaluators = st.sampled_from(EVALUATORS)


class Index:
    """An integer by its own word."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __index__(self) -> Any:
        return self.value

    def __repr__(self) -> str:
        return f"Index({self.value if abs(self.value) < 10**9 else 'huge'})"


class Items:
    """A sequence of the old kind: neither a length nor an iterator."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items

    def __getitem__(self, place: int) -> Any:
        return self.items[place]

    def __repr__(self) -> str:
        return f"Items({self.items!r})"


class Small(IntEnum):
    ONE = 1
    FIFTY = 50


class Letters(str):
    __slots__ = ()


class Codes(bytes):
    __slots__ = ()


class Own(np.ndarray[Any, Any]):
    """A subclass that numpy keeps wherever it can."""


def released() -> memoryview:
    view = memoryview(b"12345")
    view.release()
    return view


huge = st.sampled_from([10**18, 2**63 - 1, 2**63, 2**64, 10**30, 10**5000, -(2**63), -(10**30), -(10**5000)])
"""Some of them have more digits than Python writes unless it is told to: see `doors.digits`."""
integers = st.integers(-3, 60) | st.integers() | huge
numbers: st.SearchStrategy[Any] = st.one_of(
    integers,
    st.integers(-3, 60).map(Index),
    st.integers(0, 60).map(np.uint8),
    st.integers(-3, 60).map(np.int64),
    st.integers(-3, 60).map(np.array),
    st.lists(st.integers(0, 60), max_size=3).map(np.array),
    st.booleans(),
    st.booleans().map(np.bool_),
    st.floats(),
    st.floats().map(np.float64),
    st.none(),
    st.text(max_size=3),
    st.binary(max_size=3),
    st.sampled_from([Fraction(3), Decimal(5), 5 + 0j, Small.ONE, Small.FIFTY, "5", b"5", [], [5], (5,), {}, {5}]),
    st.sampled_from([object(), Ellipsis, NotImplemented, int, len, np, Index(2**70), Index(10**5000), Index(-1)]),
)  # fmt: skip
"""What may be given where a number is wanted."""

objects: st.SearchStrategy[Any] = st.recursive(
    numbers | st.text(max_size=20) | st.binary(max_size=12),
    lambda inner: st.one_of(
        st.lists(inner, max_size=6),
        st.lists(inner, max_size=6).map(tuple),
        st.lists(inner, max_size=6).map(deque),
        st.lists(inner, max_size=6).map(UserList),
        st.lists(inner, max_size=6).map(Items),
        st.dictionaries(st.text(max_size=3) | st.integers(0, 53), inner, max_size=3),
        st.frozensets(st.integers(0, 53), max_size=6),
    ),
    max_leaves=8,
)


def forms() -> dict[str, Callable[[bytes], Any]]:
    """Ways to write a hand, by name; those of text need cards that text can name."""
    return {
        "bytes": lambda hand: hand,
        "a subclass of bytes": Codes,
        "bytearray": bytearray,
        "memoryview": memoryview,
        "memoryview with gaps": lambda hand: memoryview(bytes(b for code in hand for b in (code, 77)))[::2],
        "memoryview backwards": lambda hand: memoryview(hand[::-1])[::-1],
        "signed bytes": lambda hand: memoryview(hand).cast("b"),
        "characters": lambda hand: memoryview(hand).cast("c"),
        "a buffer to be pickled": pickle.PickleBuffer,
        "a file's buffer": lambda hand: io.BytesIO(hand).getbuffer(),
        "list": list,
        "tuple": tuple,
        "deque": deque,
        "UserList": lambda hand: UserList(list(hand)),
        "old sequence": lambda hand: Items(list(hand)),
        "iterator": iter,
        "generator": lambda hand: (code for code in hand),
        "map": lambda hand: map(int, hand),
        "values of a dict": lambda hand: dict(enumerate(hand)).values(),
        "indices": lambda hand: [Index(code) for code in hand],
        "numpy's integers": lambda hand: [np.int32(code) for code in hand],
        "arrays without dimensions": lambda hand: [np.array(code) for code in hand],
        "array of numpy": lambda hand: np.frombuffer(hand, np.uint8),
        "array of numpy backwards": lambda hand: np.array(list(hand)[::-1])[::-1],
        "array in the other byte order": lambda hand: np.array(list(hand), np.dtype("u4").newbyteorder()),
        "array of objects": lambda hand: np.array([*hand, None], object)[:-1],
        "array of a subclass": lambda hand: np.array(list(hand)).view(Own),
        "array of Python": lambda hand: array("q", list(hand)),
        "array of signed bytes": lambda hand: array("b", list(hand)),
        "ctypes": lambda hand: (ctypes.c_uint8 * len(hand))(*hand),
        "ctypes of integers": lambda hand: (ctypes.c_int * len(hand))(*hand),
        "text": lambda hand: sr.format_cards(hand),
        "text with symbols": lambda hand: sr.format_cards(hand, "unicode"),
        "a subclass of text": lambda hand: Letters(sr.format_cards(hand)),
        "text with commas": lambda hand: " , ".join(sr.format_cards([code]) for code in hand),
    }


TEXTS = [name for name in forms() if "text" in name]


@st.composite
def hands(draw: st.DrawFn, ev: sr.Evaluator, least: int = 5, most: int = 5) -> bytes:
    """Codes of a hand of the pack, now and then spoilt: a card too many, too few, twice, of another pack, of none."""
    count = draw(st.integers(least, most))
    cards = draw(st.permutations(list(ev.pack.codes)))[:count]
    how = draw(st.integers(0, 15))
    if how == 1:
        cards = cards[:-1]
    elif how == 2:
        cards.append(draw(st.integers(0, 53)))
    elif how == 3:
        cards[draw(st.integers(0, count - 1))] = draw(st.integers(0, 53))
    elif how == 4:
        cards[draw(st.integers(0, count - 1))] = draw(st.integers(0, 127))
    return bytes(cards)


@st.composite
def written(draw: st.DrawFn, ev: sr.Evaluator, least: int = 5, most: int = 5) -> tuple[Callable[[], Any], bytes]:
    """A hand in some form, as a function that makes it, and its codes."""
    hand = draw(hands(ev, least, most))
    name = draw(st.sampled_from(list(forms())))
    jokers = [code for code in hand if code > 51]
    if name in TEXTS and jokers != [52, 53][: len(jokers)]:
        name = "list"  # text has no other cards, and numbers jokers as they come
    return lambda: forms()[name](hand), hand


# -- arrays ---

INTEGERS = [np.dtype(order + kind) for kind in "bBhHiIlLqQ" for order in "<>"]
OTHERS = [np.dtype(kind) for kind in "? f2 f4 f8 g c8 c16 U3 S5 V5 M8[s] M8 m8[D] O u1,u1".split()]
OTHERS += [np.dtype([("cards", "u1", (5,))]), np.dtype([("a", "u2"), ("b", "O")])]


def addresses(values: NDArray[Any]) -> list[int]:
    """Where each byte of an array lies in memory, item after item."""
    where = np.zeros(values.shape, np.int64)
    for axis, step in enumerate(values.strides):
        shape = [1] * values.ndim
        shape[axis] = -1
        where = where + (np.arange(values.shape[axis]) * step).reshape(shape)
    first = np.broadcast_to(where, values.shape).reshape(-1) + values.__array_interface__["data"][0]
    return [int(place) + i for place in first for i in range(values.itemsize)]


@st.composite
def layouts(draw: st.DrawFn, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
    """A zeroed array of that shape and kind: its dimensions in any order in memory, with gaps, backwards, unaligned."""
    if dtype.hasobject:
        return np.zeros(shape, dtype)
    order = draw(st.permutations(range(len(shape))))
    plain = draw(st.booleans())
    strides, step = [0] * len(shape), dtype.itemsize
    if plain:
        order = list(range(len(shape)))
    for axis in reversed(order):
        sign = 1 if plain else draw(st.sampled_from([1, 1, 1, -1]))
        gap = 0 if plain else draw(st.sampled_from([0, 0, 0, 1, dtype.itemsize, 3 * dtype.itemsize]))
        strides[axis] = sign * (step + gap)
        step = (step + gap) * max(shape[axis], 1)
    offset = draw(st.sampled_from([0, 0, 0, 1, 2, 3, 8]))
    below = sum(-stride * (length - 1) for stride, length in zip(strides, shape, strict=True) if stride < 0 and length)
    store = bytearray(step + offset + dtype.itemsize)
    if 0 in shape:
        return np.zeros(shape, dtype)
    made: NDArray[Any] = np.ndarray(shape, dtype, store, offset + below, strides)
    return made


@st.composite
def arrays(draw: st.DrawFn, last: list[int], good: tuple[int, int], distinct: bool) -> Any:
    """Arrays of any kind, shape and layout; mostly integers from a range (different ones in a row, if asked)."""
    lead = draw(st.lists(st.integers(0, 4), max_size=3))
    if draw(st.integers(0, 11)) == 7:
        lead = [draw(st.sampled_from([63, 64, 65, 1030, 2500]))]  # more than a block of the kernels, or of batch.py
    side = draw(st.sampled_from(last) | st.integers(0, 18))
    shape = (*lead, side) if draw(st.integers(0, 15)) else tuple(lead)
    dtype = draw(st.sampled_from(INTEGERS) | st.sampled_from([*INTEGERS, *OTHERS]))
    n = int(np.prod(shape[:-1]))
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    if distinct and shape and shape[-1] <= good[1] - good[0] + 1:
        row = np.tile(np.arange(good[0], good[1] + 1), (n, 1))
        values = rng.permuted(row, axis=1)[:, : shape[-1]].reshape(shape)
    else:
        values = rng.integers(good[0], good[1] + 1, shape)
    if dtype.kind in "iu":
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        objects_: NDArray[Any] = values.astype(object)
        borders = st.sampled_from([-1, 0, good[0] - 1, good[1] + 1, 255, 256, 65535, 65536, 2**32, 2**40])
        for _ in range(draw(st.sampled_from([0, 0, 1, 2])) if values.size else 0):
            place = draw(st.integers(0, values.size - 1))
            wrong = draw(borders | st.integers(int(low), int(high)))
            objects_.reshape(-1)[place] = wrong
        values = np.array([min(max(int(v), int(low)), int(high)) for v in objects_.reshape(-1)], dtype).reshape(shape)
    made = draw(layouts(shape, dtype))
    if dtype.fields is None:
        made[...] = values.astype(dtype) if dtype.kind != "V" else np.zeros(shape, dtype)
    how = draw(st.integers(0, 19))
    if how == 1:
        made.flags.writeable = False
    elif how == 2:
        made = made.view(Own)
    elif how == 3 and made.ndim == 2:
        made = made.view(np.matrix)
    elif how == 4:
        made = np.ma.array(made)
    elif how == 5 and made.ndim:
        made = np.broadcast_to(made, (2, *made.shape))
    elif how == 6 and made.ndim > 1 and made.shape[0] > 1:
        made = np.broadcast_to(made[:1], made.shape)
    elif how == 7 and made.ndim == 1 and made.size >= side > 1:
        # windows that overlap
        made = as_strided(made, (made.size - side + 1, side), (made.strides[0], made.strides[0]), writeable=False)
    elif how == 8:
        return made.tolist()
    elif how == 9 and made.ndim:
        return list(made)
    elif how == 10 and made.ndim and not made.dtype.hasobject and made.dtype.kind not in "Mm":
        return made.data
    return made


@st.composite
def results(draw: st.DrawFn, shape: tuple[int, ...], dtype: str, source: Any) -> Any:
    """What may be given as `out`: often an array that will do, else one of another kind, shape, or place."""
    how = draw(st.integers(0, 15))
    if how == 1:
        return draw(objects)
    if how == 2:
        shape = draw(st.lists(st.integers(0, 5), max_size=3).map(tuple))
    kind = np.dtype(dtype)
    if how == 3:
        kind = draw(st.sampled_from([*INTEGERS, *OTHERS]))
    if how in (4, 5) and isinstance(source, np.ndarray) and source.size and not source.dtype.hasobject:
        # In the same memory as what is read: on it, across its end, or in its gaps.
        base = source
        while isinstance(base.base, np.ndarray):
            base = base.base
        store = base.base
        if isinstance(store, bytearray):
            room = len(store) - kind.itemsize * int(np.prod(shape))
            if room >= 0:
                offset = draw(st.integers(0, room))
                return np.ndarray(shape, kind, store, offset)
    made: Any = draw(layouts(shape, kind))
    if how == 6:
        made.flags.writeable = False
    elif how == 7:
        made = made.view(Own)
    elif how == 8:
        made = np.ma.array(made)
    elif how == 9 and made.ndim:
        steps = [draw(st.sampled_from([step, 0, kind.itemsize, kind.itemsize // 2])) for step in made.strides]
        room = np.zeros(sum(abs(s) * n for s, n in zip(steps, shape, strict=True)) + kind.itemsize, np.uint8)
        if all(step >= 0 for step in steps) and not kind.hasobject:
            made = np.ndarray(shape, kind, room.data, 0, steps)
    return made


@st.composite
def buffers(draw: st.DrawFn, content: bytes) -> Callable[[], Any]:
    """Ways to hold bytes, or not quite: a function that makes the holder."""
    n = len(content)
    kind = draw(st.sampled_from("BbcHhIiqQfd?"))
    even = content + bytes(-n % struct_size(kind))
    makers: list[Callable[[], Any]] = [
        lambda: content,
        lambda: bytearray(content),
        lambda: memoryview(content),
        lambda: memoryview(bytes(b for code in content for b in (code, 1)))[::2],
        lambda: memoryview(content[::-1])[::-1],
        lambda: memoryview(even).cast(kind) if kind != "?" or set(even) <= {0, 1} else memoryview(even),  # type: ignore[call-overload]
        lambda: memoryview(content).cast("B", (n // 5, 5)) if n and n % 5 == 0 else memoryview(content),
        lambda: np.frombuffer(content, np.uint8),
        lambda: np.frombuffer(content, np.int8),
        lambda: np.frombuffer(even, kind if kind not in "c?" else "u1"),
        lambda: np.frombuffer(content, np.uint8).astype(">u2"),
        lambda: np.frombuffer(content, [("card", "u1")]) if n else content,
        lambda: np.array(content[:1]),
        lambda: (ctypes.c_uint8 * n)(*content),
        lambda: (ctypes.c_int8 * n)(*[code - 256 if code > 127 else code for code in content]),
        lambda: array("B", content),
        lambda: array("b", [code - 256 if code > 127 else code for code in content]),
        lambda: pickle.PickleBuffer(content),
        lambda: io.BytesIO(content).getbuffer(),
        lambda: SimpleNamespace(content=content),
        released,
    ]
    chosen: Callable[[], Any] = draw(st.sampled_from(makers))
    return chosen


def struct_size(kind: str) -> int:
    return array(kind).itemsize if kind not in "c?" else 1


def one_shot(items: list[Any]) -> Iterator[Any]:
    yield from items


PIECES = [*"23456789TJQKA10cdhsCDHSFDRQPfp♥♦♣♠♡♢♧♤ ,\t\n\v\f\r\0\ufe0f\ufe0e\u0445\u0410\x1c\x85\u2028\ud800\u212a"]
PIECES += ["Ah", "Kd", "10c", "Jk", "9♠", "7h", "AC", "FF", "10♥\ufe0f"]
texts: st.SearchStrategy[str] = st.one_of(
    st.text(max_size=20),
    st.lists(st.sampled_from(PIECES), max_size=16).map("".join),
    st.lists(st.integers(0, 53), max_size=8).map(sr.format_cards),
    st.lists(st.integers(0, 53), max_size=8).map(lambda cards: sr.format_cards(cards, "unicode")),
)
