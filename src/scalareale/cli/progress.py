"""Long work on a terminal: a bar with the rate and the time left, and an end by Ctrl-C that keeps what is known."""

from __future__ import annotations

import sys
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from rich.progress import Task
    from rich.text import Text

    from .game import Game

T = TypeVar("T")


@contextmanager
def progress_bar(unit: str, point: str = ".") -> Iterator[Callable[[int, int], None]]:
    """Shows what it is told, numbers done and in all, with the rate, on standard error if that is a terminal.

    The bar is gone when the work is done, so that it never stands among results.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, TaskProgressColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            rate, prefix = task.finished_speed or task.speed or 0, ""
            if rate >= 1e6:
                rate, prefix = rate / 1e6, "M "
            return Text(f"{rate:.1f} {prefix}{unit}".replace(".", point))

    columns = BarColumn(bar_width=None), TaskProgressColumn(), Rate(), TimeRemainingColumn(compact=True)
    console = Console(stderr=True)
    console.width = max(console.width - len("^C"), 1)  # room for the echo, which would begin a line else
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def followed(steps: Generator[tuple[int, int, T], None, None], game: Game) -> tuple[T | None, int, bool]:
    """The last of some steps, each with numbers done and in all; the latter; whether Ctrl-C kept others from coming."""
    latest, total = None, 0
    try:
        with (
            closing(steps),
            progress_bar(game.says["rate"], game.point) as tell,
        ):  # what an executor has not begun is called off
            for done, total, result in steps:
                latest = result
                tell(done, total)
    except KeyboardInterrupt:
        return latest, total, True
    return latest, total, False
