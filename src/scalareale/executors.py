"""Work that is handed to executors of any kind: what comes back is counted once, or refused."""

from __future__ import annotations

from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from concurrent.futures import Executor, Future
    from typing import Any, TypeVar

    Result = TypeVar("Result")

_PATIENCE = 0.1
"""Seconds after which waiting looks for an interrupt: some systems do not wake a thread for it."""


def results(
    executor: Executor | None, work: Callable[..., Result], calls: Iterable[tuple[Any, ...]], ahead: int
) -> Generator[tuple[tuple[Any, ...], Result], None, None]:
    """Each call of the work with its result, as they end; without an executor one after another.

    The executor knows of so many calls ahead at a time. RuntimeError if it gives the result of another call, or one
    future for two: then what was done is not known. What was not begun is called off, whatever happens.
    """
    if executor is None:
        for call in calls:
            yield call, work(*call)
        return

    from queue import Empty, SimpleQueue

    # Not `concurrent.futures.wait`: it takes the locks of all futures, and keeps some if it is interrupted meanwhile.
    ended: SimpleQueue[Future[tuple[int, Result]]] = SimpleQueue()
    numbered = enumerate(calls)
    waiting: dict[Future[tuple[int, Result]], tuple[int, tuple[Any, ...]]] = {}
    try:
        while True:
            for number, call in islice(numbered, ahead - len(waiting)):
                future = executor.submit(_numbered, number, work, call)
                if future in waiting:
                    raise RuntimeError(f"{type(executor).__name__} gave one future for two calls")
                waiting[future] = number, call
                future.add_done_callback(ended.put)
            if not waiting:
                return
            try:
                future = ended.get(timeout=_PATIENCE)
            except Empty:
                continue
            number, call = waiting.pop(future)
            answer = future.result()
            if not isinstance(answer, tuple) or len(answer) != 2 or answer[0] != number:
                raise RuntimeError(f"{type(executor).__name__} gave something else than the result of a call")
            yield call, answer[1]
    finally:
        for future in waiting:
            future.cancel()


def _numbered(number: int, work: Callable[..., Result], call: tuple[Any, ...]) -> tuple[int, Result]:
    return number, work(*call)
