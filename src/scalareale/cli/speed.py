"""The command that measures this machine."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from .errors import Interrupted, Refusal
from .progress import progress_bar
from .registry import command, option

if TYPE_CHECKING:
    from .output import Output

_GROUPS = ("single", "many", "deal", "seven", "peers")


@command(
    option("--only", choices=_GROUPS, help="One group of figures."),
    option("--full", is_flag=True, help="As many hands and rounds as for figures to be published: some minutes."),
    wants="output",
)
def bench(out: Output, only: str | None, full: bool) -> None:
    """Measure how fast this machine is.

    Each figure is a time and its ratio to what was timed beside it, the ratio being what holds on other machines: to a
    call from Python that does nothing, to a C loop over the same bytes, and other evaluators to this one, those that
    are installed and agree on the order of all hands they are timed with. Takes half a minute; Ctrl-C ends it and
    tells what is known so far.

    \b
    scalareale bench
    scalareale bench --only peers --json
    """
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise Refusal('bench needs numpy: pip install "scalareale[numpy]"') from None
    from importlib import import_module

    from ..bench import machine, measure, report

    described = machine.description()
    if out.as_json:
        out.record({"machine": described})
    else:
        for name, value in described.items():
            out.item(f"{name}:", value)
    for name in [only] if only else _GROUPS:
        group: Any = import_module(f"..bench.{name}", __package__)
        try:
            with progress_bar("turns/s") as tell, measure.watched(tell):
                figures = group.figures(not full)
        except KeyboardInterrupt:
            raise Interrupted from None
        if out.as_json:
            for figure in figures:
                out.record(asdict(figure))
            continue
        out.write("\n")
        out.sentence(report.TITLES[name])
        out.write("\n")
        rows = [[figure.what, report.number(figure.ns), report.number(figure.ratio), figure.note] for figure in figures]
        out.grid(
            ["what", "ns", "ratio", ""] if any(row[3] for row in rows) else ["what", "ns", "ratio"],
            [row if any(other[3] for other in rows) else row[:3] for row in rows],
        )
