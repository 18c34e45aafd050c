"""Many hands at once, in numpy arrays: shapes, strides, dtypes and threads; the work itself is done in C.

Nothing here copies a whole array. What C cannot read in place (a dtype, a shape of odd strides) goes through a block
of some thousand hands.
"""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.lib.stride_tricks import as_strided

from . import _core
from .arrays import as_array, clipped, integers, kind_of
from .buffers import row_fault
from .cards import HandError, _show, integer, is_masked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .evaluator import Evaluator

_lib, _ffi = _core.lib, _core.ffi
_evaluate_batch = _lib.sr_evaluate_batch
_evaluate_rows = _lib.sr_evaluate_rows
_from_buffer, _cast = _ffi.from_buffer, _ffi.cast
_BYTES, _SHORTS = _ffi.typeof("uint8_t[]"), _ffi.typeof("uint16_t[]")
_UINT8, _UINT16, _INT8, _BOOL = (np.dtype(name) for name in ("uint8", "uint16", "int8", "bool"))
_NO_CARD = 255
_NO_STRENGTH = 0

_BLOCK = 1 << 10
"""Items in a block that is copied or converted: 5 KB of codes."""
_SHARE = 1 << 17
"""Fewer items than this a thread are not worth the hand-over, which takes a tenth of a millisecond."""
_AT_ONCE = 1 << 22
"""Items in one call of C, which cannot be interrupted: up to a tenth of a second."""
_HEAD_START = 3 << 17
"""Items that are done while another thread wakes up."""
_MOST_THREADS = 64


def evaluate_many(evaluator: Evaluator, hands: Any, out: Any, workers: Any) -> Any:
    """The work of `Evaluator.evaluate_many`."""
    if type(hands) is np.ndarray and hands.dtype is _UINT8 and type(workers) is int and workers == 1:
        # The usual call, without what the others need: it may be of one hand.
        shape = hands.shape
        if len(shape) == 2 and shape[1] == 5 and hands.flags.c_contiguous:
            n = shape[0]
            target = np.empty(n, _UINT16) if out is None else _result(out, (n,), _UINT16, [hands])
            if target.flags.c_contiguous and n <= _AT_ONCE:
                bad = _evaluate_rows(evaluator._table, _from_buffer(_BYTES, hands), n, _from_buffer(_SHORTS, target))
                if bad < n:
                    raise row_fault(evaluator, bad, hands[bad])
                return target if out is None else out
    hands = integers(hands, "hands", "uint8 codes")
    if hands.ndim < 1 or hands.shape[-1] != 5:
        raise ValueError(f"hands have the shape (..., 5), not {hands.shape}")
    workers = _workers(workers)
    target = _result(out, hands.shape[:-1], _UINT16, [hands])

    def work(blocks: list[Any], to: Any) -> int:
        return _evaluated(evaluator, [blocks[0][:, i] for i in range(5)], to)

    bad = _run(work, [_Source(hands, _codes, 1)], target, workers=workers)
    if bad is not None:
        raise row_fault(evaluator, bad, hands[np.unravel_index(bad, hands.shape[:-1])])
    return target if out is None else out


def evaluate_columns(evaluator: Evaluator, columns: tuple[Any, ...], out: Any, workers: Any) -> Any:
    """The work of `Evaluator.evaluate_columns`."""
    arrays = [integers(column, f"c{i}", "uint8 codes") for i, column in enumerate(columns)]
    for i, array in enumerate(arrays):
        if array.ndim != 1:
            raise ValueError(f"c{i} has one dimension, not the shape {array.shape}")
        if len(array) != len(arrays[0]):
            raise ValueError(f"the columns have one length, not {len(arrays[0])} (c0) and {len(array)} (c{i})")
    workers = _workers(workers)
    target = _result(out, arrays[0].shape, _UINT16, arrays)
    one_stride = len({array.strides for array in arrays}) == 1
    convert = _codes if one_stride and all(array.dtype == _UINT8 for array in arrays) else _codes_in_a_row

    def work(blocks: list[Any], to: Any) -> int:
        return _evaluated(evaluator, blocks, to)

    bad = _run(work, [_Source(array, convert) for array in arrays], target, workers=workers)
    if bad is not None:
        raise row_fault(evaluator, bad, [array[bad] for array in arrays])
    return target if out is None else out


def evaluate_best_many(evaluator: Evaluator, cards: Any, out: Any, workers: Any) -> Any:
    """The work of `Evaluator.evaluate_best_many`."""
    cards = integers(cards, "cards", "uint8 codes")
    if cards.ndim < 1 or cards.shape[-1] not in (6, 7):
        raise ValueError(f"cards have the shape (..., 6) or (..., 7), not {cards.shape}")
    workers = _workers(workers)
    target = _result(out, cards.shape[:-1], _UINT16, [cards])

    def work(blocks: list[Any], to: Any) -> int:
        rows = blocks[0]
        return _lib.sr_evaluate_best_batch(  # type: ignore[no-any-return]
            evaluator._table, _pointer("uint8_t *", rows), *rows.strides, rows.shape[1], len(rows), _shorts(to)
        )

    bad = _run(work, [_Source(cards, _codes, 1)], target, workers=workers)
    if bad is not None:
        raise row_fault(evaluator, bad, cards[np.unravel_index(bad, cards.shape[:-1])])
    return target if out is None else out


def compare_many(evaluator: Evaluator, a: Any, b: Any, out: Any) -> Any:
    """The work of `Evaluator.compare_many`."""
    first, second = (integers(side, what, "strengths") for side, what in ((a, "a"), (b, "b")))
    try:
        first, second = np.broadcast_arrays(first, second)
    except ValueError:
        raise ValueError(f"a and b have shapes that do not broadcast: {first.shape} and {second.shape}") from None
    target = _result(out, first.shape, _INT8, [first, second])

    def work(blocks: list[Any], to: Any) -> int:
        return _lib.sr_compare_batch(  # type: ignore[no-any-return]
            evaluator._table, _shorts(blocks[0]), _shorts(blocks[1]), len(to), _pointer("int8_t *", to)
        )

    bad = _run(work, [_Source(first, _strengths), _Source(second, _strengths)], target)
    if bad is not None:
        for what, side in (("a", first), ("b", second)):
            value = int(side.flat[bad])
            if not 1 <= value <= evaluator.strengths:
                raise HandError(f"index {bad}: {what} is {_show(value)}, {_range(evaluator)}")
    return target if out is None else out


def category_many(evaluator: Evaluator, strengths: Any) -> Any:
    """The work of `Evaluator.category_many`."""
    values = integers(strengths, "strengths", "strengths")
    out = np.empty(values.shape, _UINT8)

    def work(blocks: list[Any], to: Any) -> int:
        return _lib.sr_category_batch(  # type: ignore[no-any-return]
            evaluator._table, _shorts(blocks[0]), len(to), _pointer("uint8_t *", to)
        )

    bad = _run(work, [_Source(values, _strengths)], out)
    if bad is not None:
        raise HandError(f"index {bad}: the strength is {_show(int(values.flat[bad]))}, {_range(evaluator)}")
    return out


def showdown_many(evaluator: Evaluator, strengths: Any, contenders: Any, out: Any) -> Any:
    """The work of `Evaluator.showdown_many`."""
    values = integers(strengths, "strengths", "strengths")
    if values.ndim < 1 or not 2 <= values.shape[-1] <= 16:
        raise ValueError(f"strengths have the shape (..., P) with 2 to 16 seats P, not {values.shape}")
    seats = values.shape[-1]
    sources = [_Source(values, _strengths, 1)]
    if contenders is not None:
        mask = as_array(contenders, "contenders is a bool array", truth=True)
        if mask.dtype != _BOOL:
            raise TypeError(f"contenders is a bool array, not {kind_of(contenders, mask)}: use .astype(bool)")
        if mask.shape != values.shape:
            raise ValueError(f"contenders has the shape of the strengths, {values.shape}, not {mask.shape}")
        sources.append(_Source(mask, np.ascontiguousarray, 1))
    target = _result(out, values.shape, _BOOL, [source.array for source in sources])

    def work(blocks: list[Any], to: Any) -> int:
        who = _pointer("uint8_t *", blocks[1]) if len(blocks) > 1 else _ffi.NULL
        return _lib.sr_showdown_batch(  # type: ignore[no-any-return]
            evaluator._table, _shorts(blocks[0]), seats, who, len(to), _pointer("uint8_t *", to)
        )

    bad = _run(work, sources, target, tail=1)
    if bad is not None:
        at = np.unravel_index(bad, values.shape[:-1])
        who = sources[1].array[at] if len(sources) > 1 else np.ones(seats, bool)
        if not who.any():
            raise HandError(f"row {bad}: nobody is in the pot")
        for seat, value in enumerate(values[at]):
            if who[seat] and not 1 <= value <= evaluator.strengths:
                raise HandError(f"row {bad}: the strength of seat {seat} is {_show(int(value))}, {_range(evaluator)}")
    return target if out is None else out


# -- the doors: what is an array of integers, and where a result goes ---


def _workers(workers: object) -> int:
    workers = integer(workers, "workers")
    if workers < 1:
        raise ValueError(f"workers is at least 1, not {_show(workers)}")
    return workers


def _result(out: Any, shape: tuple[int, ...], dtype: Any, inputs: list[Any]) -> Any:
    """The memory of the caller's array for the result, if it will do, or a new one."""
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray) or is_masked(out):
        raise TypeError(f"out is a numpy array of {dtype}, not {type(out).__name__}")
    plain = np.asarray(out)  # a subclass may say anything of itself
    if plain.dtype != dtype or not plain.dtype.isnative:
        raise TypeError(f"out is an array of {dtype}, not {plain.dtype}")
    if plain.shape != shape:
        raise ValueError(f"out has the shape {shape}, not {plain.shape}")
    if not plain.flags.writeable:
        raise ValueError("out cannot be written: it is read-only")
    if plain.size and not _apart(plain):
        raise ValueError("out overlaps itself, or has strides of which that cannot be told")
    if any(_overlap(plain, array) for array in inputs):
        raise ValueError("out overlaps the input")
    return plain


def _apart(out: Any) -> bool:
    """Whether no two items share memory: each dimension steps over all that the smaller steps reach."""
    reach = out.itemsize
    for step, length in sorted((abs(step), length) for step, length in zip(out.strides, out.shape, strict=True)):
        if length > 1:
            if step < reach:
                return False
            reach += step * (length - 1)
    return True


def _overlap(a: Any, b: Any) -> bool:
    if not np.may_share_memory(a, b):
        return False
    try:
        return np.shares_memory(a, b, max_work=10_000)  # type: ignore[arg-type]
    except RuntimeError:  # too hard to say
        return True


def _range(evaluator: Evaluator) -> str:
    return f"but hands have strengths from 1 to {evaluator.strengths}"


# -- conversions of a block; one that needs none is returned as it is, what does not fit becomes what C refuses ---


def _codes(block: Any) -> Any:
    return block if block.dtype == _UINT8 else _narrowed(block, _UINT8, _NO_CARD)


def _codes_in_a_row(block: Any) -> Any:
    return np.ascontiguousarray(_codes(block))


def _strengths(block: Any) -> Any:
    if block.dtype != _UINT16 or not block.dtype.isnative:
        block = _narrowed(block, _UINT16, _NO_STRENGTH)
    return np.require(block, requirements=("C", "A"))


def _narrowed(block: Any, dtype: Any, otherwise: int) -> Any:
    block = clipped(block)
    narrow = block.astype(dtype)
    # Reductions need no memory; a comparison of two dtypes would.
    if block.size and not (block.min() >= 0 and block.max() <= np.iinfo(dtype).max):
        narrow[narrow != block] = otherwise
    return narrow


# -- the way to C ---


def _pointer(kind: str, array: Any) -> Any:
    # The second way works for all arrays, but takes five times as long.
    return _cast(kind, _from_buffer(array) if array.flags.c_contiguous else array.ctypes.data)


def _shorts(array: Any) -> Any:
    return _pointer("uint16_t *", array)


def _evaluated(evaluator: Evaluator, columns: list[Any], out: Any) -> int:
    pointers = [_pointer("uint8_t *", column) for column in columns]
    stride = columns[0].strides[0]
    return _evaluate_batch(evaluator._table, *pointers, stride, len(out), _shorts(out))  # type: ignore[no-any-return]


class _Source:
    """An array of the caller's as items in flat order; an item is one element or, with a tail, the last dimension."""

    def __init__(self, array: Any, convert: Callable[[Any], Any], tail: int = 0) -> None:
        self.array = array
        self.convert = convert
        self.lead = array.shape[: array.ndim - tail]
        self.flat = _flattened(array, tail)
        few = None if self.flat is None else self.flat[:2]
        self.in_place = few is not None and convert(few) is few

    def block(self, first: int, stop: int) -> Any:
        """Items as C can read them."""
        if self.flat is not None:
            return self.convert(self.flat[first:stop])
        return self.convert(self.array[np.unravel_index(np.arange(first, stop), self.lead)])


def _run(
    work: Callable[[list[Any], Any], int], sources: list[_Source], out: Any, *, tail: int = 0, workers: int = 1
) -> int | None:
    """Do the work on all items, in place where memory allows it, else by blocks; the first bad item, or None."""
    lead = out.shape[: out.ndim - tail]
    n = 1
    for length in lead:
        n *= length
    if not n:
        return None
    flat = _flattened(out, tail)
    in_place = (
        flat is not None
        and flat.flags.c_contiguous
        and flat.flags.aligned
        and all(source.in_place for source in sources)
    )

    def part(first: int, stop: int) -> int:
        step = _AT_ONCE if in_place else _BLOCK
        for start in range(first, stop, step):
            end = min(start + step, stop)
            blocks = [source.block(start, end) for source in sources]
            direct = flat is not None and flat.flags.c_contiguous and flat.flags.aligned
            to = flat[start:end] if direct else np.empty((end - start, *out.shape[out.ndim - tail :]), out.dtype)
            bad = work(blocks, to)
            if bad < end - start:
                return start + bad
            if flat is None:
                out[np.unravel_index(np.arange(start, end), lead)] = to
            elif not direct:
                flat[start:end] = to
        return stop

    bad = _shared_out(n, workers, part)
    return bad if bad < n else None


def _flattened(array: Any, tail: int) -> Any:
    """A view with all dimensions but the last `tail` made one; None where the strides do not allow it."""
    lead = array.ndim - tail
    n, stride = 1, 0
    for length, step in zip(array.shape[:lead][::-1], array.strides[:lead][::-1], strict=True):
        if length != 1:
            if n != 1 and step != n * stride:
                return None
            if n == 1:
                stride = step
            n *= length
    view = array.view(np.ndarray)
    if lead == 1:
        return view
    return as_strided(view, (n, *array.shape[lead:]), (stride, *array.strides[lead:]))


# -- threads ---

_pool: ThreadPoolExecutor | None = None
_lock = threading.Lock()


def _start_anew() -> None:
    """In a forked child: its parent's threads are not there, and the lock may be held by one of them."""
    global _pool, _lock
    _pool, _lock = None, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_anew)


def _threads() -> ThreadPoolExecutor:
    """The one pool of this process; it starts threads as they are needed."""
    global _pool
    with _lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(_MOST_THREADS, "scalareale")
        return _pool


def _close(pool: ThreadPoolExecutor) -> None:
    """Wait until nothing that the pool was given is left to do; the next call makes a new one."""
    global _pool
    with _lock:
        if _pool is pool:
            _pool = None
    pool.shutdown()


def _shared_out(n: int, workers: int, part: Callable[[int, int], int]) -> int:
    """Do part(first, stop) on shares of 0..n by some threads, this one among them; the first bad item, or n."""
    workers = min(workers, (n - _HEAD_START) // _SHARE + 1, _MOST_THREADS)
    if workers <= 1:
        return part(0, n)
    # One long share each, since memory is read faster in long runs; this thread's is longer by what it does before
    # the others are awake, so that it need not wait for them to fall asleep again.
    share = (n - _HEAD_START) // workers // 64 * 64
    own = given = n - share * (workers - 1)
    pool, others = _threads(), []
    try:
        try:
            for first in range(own, n, share):
                others.append((first + share, pool.submit(part, first, first + share)))
                given = first + share
        except RuntimeError:  # the system has no thread left
            _close(pool)
        found = [(part(0, own), own)]
    finally:  # whatever happens here, nobody writes any more when this returns
        for _, other in others:
            other.exception()  # waits for it
    found += [(other.result(), stop) for stop, other in others]
    if given < n:
        found.append((part(given, n), n))
    return next((bad for bad, stop in found if bad < stop), n)
