"""The saved run as a picture: nanoseconds a hand as bars on a logarithmic scale, the same bytes from the same run."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from scalareale.bench.report import Run, number

# Of Okabe and Ito, who chose them so that everyone can tell them apart; each differs in lightness too.
FLOOR, OURS, PEER = "#999999", "#0072B2", "#E69F00"
LEGEND = {
    FLOOR: "floor: load five bytes, add, store two; or a call that does nothing",
    OURS: "scalareale",
    PEER: "peers, 52 cards",
}
HEIGHT = 0.2
"""Inches a bar."""


@dataclass(frozen=True)
class Bar:
    label: str
    ns: float
    colour: str


def bars(run: Run) -> list[list[Bar]]:
    """Two groups, the fastest first: many hands in one call, and a call a hand."""
    many = [named(run, "floor: load five bytes, add, store two", "floor", FLOOR)]
    for kernel in run.machine["kernels"].split(", "):
        for what in (f"rows, 40 cards classic, {kernel}", f"columns, 40 cards classic, {kernel}"):
            many.append(named(run, what, what.replace(" classic", ""), OURS))
        many.append(named(run, f"rows, 52 cards standard, {kernel}", f"rows, 52 cards, {kernel}", OURS))
    calls = [
        named(run, "bare cffi call, one bytes argument", "a cffi call that does nothing", FLOOR),
        named(run, "ev.evaluate(bytes)", "evaluate(bytes)", OURS),
        named(run, "ev.evaluate(str)", "evaluate(str)", OURS),
    ]
    for figure in run.of("peers"):
        if figure.ns is not None and not figure.what.startswith("scalareale"):
            (many if ", batch" in figure.what else calls).append(Bar(figure.what, figure.ns, PEER))
    return [sorted((bar for bar in group if bar), key=lambda bar: bar.ns) for group in (many, calls)]


def named(run: Run, what: str, label: str, colour: str) -> Bar | None:
    figure = run.named(what)
    return Bar(label, figure.ns, colour) if figure and figure.ns is not None else None


def draw(run: Run, file: Path) -> None:
    """Write the picture, in the format that the name of the file ends in."""
    matplotlib = import_module("matplotlib")
    with matplotlib.rc_context(
        {
            "svg.hashsalt": "scalareale",
            "svg.fonttype": "none",
            "font.family": "sans-serif",
            "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial"],
            "font.size": 9,
        }
    ):
        figure = drawn(import_module("matplotlib.figure").Figure, run)
        # Neither a day nor a version: the same run gives the same bytes.
        kinds = {".svg": {"Date": None, "Creator": None}}
        figure.savefig(file, metadata=kinds.get(file.suffix), facecolor="white")


def drawn(new_figure: Any, run: Run) -> Any:
    groups = bars(run)
    counts = [len(group) for group in groups]
    figure = new_figure(figsize=(8.2, HEIGHT * sum(counts) + 1.7), layout="constrained")
    low = min(bar.ns for group in groups for bar in group)
    high = max(bar.ns for group in groups for bar in group)
    axes = figure.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": counts})
    for ax, group, title in zip(axes, groups, ("many hands in one call", "a call a hand, from Python"), strict=True):
        places = range(len(group))
        ax.barh(places, [bar.ns for bar in group], color=[bar.colour for bar in group], height=0.72)
        ax.set_yticks(places, [bar.label for bar in group])
        ax.set_ylim(len(group) - 0.4, -0.6)
        ax.set_xscale("log")
        ax.set_xlim(low / 2, high * 5)
        ax.set_title(title, loc="left", fontsize=9, fontweight="bold")
        for place, bar in zip(places, group, strict=True):
            ax.text(bar.ns * 1.08, place, f"{number(bar.ns)} ns", va="center", fontsize=8)
        ax.xaxis.set_major_formatter(lambda value, _: f"{value:,g}")
        ax.grid(axis="x", color="#dddddd", linewidth=0.6)
        ax.set_axisbelow(True)
        ax.tick_params(axis="y", length=0)
        for side in ("top", "right", "left"):
            ax.spines[side].set_visible(False)
    axes[-1].set_xlabel("nanoseconds a hand, logarithmic scale; shorter is faster")
    patch = import_module("matplotlib.patches").Patch
    figure.legend(
        handles=[patch(color=colour, label=label) for colour, label in LEGEND.items()],
        loc="outside upper left",
        ncols=3,
        frameon=False,
        fontsize=8,
    )
    return figure
