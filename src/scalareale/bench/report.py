"""What was measured as a table for the terminal, as a file that it can be drawn from again, and for the README."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from .measure import Figure

TITLES = {
    "single": "One hand at a time, as ratios to a bare cffi call with one bytes argument",
    "many": "Many hands, as ratios to a C loop over the same rows that loads five bytes, adds and stores two",
    "deal": "Dealing and simulating, as ratios to what stands beside them",
    "seven": "The best five of seven cards of 52, as ratios to ev.evaluate_best_many",
    "embed": "The one C file, as ratios to a C loop over the same rows that loads five bytes, adds and stores two",
    "peers": "Peers on hands of 52 cards, as ratios to ev.evaluate (a batch: to ev.evaluate_many)",
}


KINDS = ("ready", "text", "batch")
PEER_HEAD = ("peers, 52 cards: ns a hand (x ours)", "cards parsed", "text", "batch")


@dataclass(frozen=True)
class Run:
    """The figures of one run and what they were measured with."""

    machine: dict[str, str]
    figures: list[Figure]

    def named(self, what: str) -> Figure | None:
        return next((figure for figure in self.figures if figure.what == what), None)

    def of(self, group: str) -> list[Figure]:
        return [figure for figure in self.figures if figure.group == group]


def shortfall(figure: Figure, goal: float) -> float:
    """By what part of the goal the figure misses it; 0 or less if it is reached."""
    assert figure.ratio is not None
    return (goal - figure.ratio if figure.faster else figure.ratio - goal) / goal


def missed(figure: Figure) -> bool:
    """Whether the figure misses what it must reach."""
    return figure.must is not None and figure.ratio is not None and shortfall(figure, figure.must) > 0


def verdict(figure: Figure) -> str:
    """The figure against its goals in words.

    >>> verdict(Figure("single", "a call", 2.24, must=3.2, aim=2))
    'must met, aim missed by 12 %'
    >>> verdict(Figure("many", "two workers", 1.98, must=1.8, aim=1.95, faster=True))
    'aim met'
    """
    if figure.ratio is None or figure.must is None or figure.aim is None:
        return figure.note
    if missed(figure):
        return f"MUST MISSED by {percent(shortfall(figure, figure.must))}"
    short = shortfall(figure, figure.aim)
    return f"must met, aim missed by {percent(short)}" if short > 0 else "aim met"


def percent(part: float) -> str:
    return f"{max(100 * part, 0.1):.{0 if part >= 0.01 else 1}f} %"


def number(value: float | None) -> str:
    """Three digits that count, for a column of ratios or times.

    >>> [number(value) for value in (0.5234, 12.34, 1234.5, None)]
    ['0.52', '12.3', '1,234', '']
    """
    if value is None:
        return ""
    return f"{value:,.{2 if value < 10 else 1 if value < 100 else 0}f}"


# -- the table of everything ---


def table(run: Run) -> str:
    """Every figure: what, ratio, must, aim, verdict."""
    lines = [f"{name}: {value}" for name, value in run.machine.items()]
    for group, title in TITLES.items():
        figures = run.of(group)
        if figures:
            rows = [("what", "ratio", "quartiles", "must", "aim", "ns", "verdict"), *map(cells, figures)]
            lines += ["", title, "", *aligned(rows)]
    return "\n".join(lines)


def cells(figure: Figure) -> tuple[str, ...]:
    low_high = "-".join(map(number, figure.quartiles)) if figure.quartiles else ""
    says = verdict(figure)
    if figure.against_batch is not None and figure.ratio != figure.against_batch:
        says = f"{says + '; ' if says else ''}{number(figure.against_batch)} x evaluate_many"
    return (
        figure.what,
        number(figure.ratio),
        low_high,
        number(figure.must),
        number(figure.aim),
        number(figure.ns),
        says,
    )


def aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Columns of one width each: the first and the last to the left, numbers to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    last = len(widths) - 1
    lines = []
    for row in rows:
        parts = [
            cell.ljust(width) if i in (0, last) else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(parts).rstrip())
    return [lines[0], "-" * max(map(len, lines)), *lines[1:]]


# -- the saved run ---


def save(run: Run, file: Path) -> None:
    file.write_text(json.dumps(asdict(run), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def load(file: Path) -> Run:
    data = json.loads(file.read_text(encoding="utf-8"))
    figures = [
        Figure(**{**figure, "quartiles": tuple(figure["quartiles"]) if figure["quartiles"] else None})
        for figure in data["figures"]
    ]
    return Run(data["machine"], figures)


# -- the table for the README ---


def markdown(run: Run) -> str:
    """The figures that a reader wants first, and what they were measured with."""
    machine = run.machine
    best = machine["kernels"].rpartition(" ")[2]
    in_c = [
        ("the floor: C that loads five bytes, adds, stores two", "floor: load five bytes, add, store two"),
        ("`evaluate_columns`, 40 cards", f"columns, 40 cards classic, {best}"),
        ("`evaluate_many`, 40 cards", f"rows, 40 cards classic, {best}"),
        ("`evaluate_many`, 52 cards", f"rows, 52 cards standard, {best}"),
        ("`evaluate_many`, 54 cards", f"rows, 54 cards wild, {best}"),
        ("`evaluate_many`, 40 cards, without vector instructions", "rows, 40 cards classic, portable"),
        ("`showdown_many`, six players", "showdown_many, 6 players, a hand"),
    ]
    calls = [
        ("a cffi call that does nothing", "bare cffi call, one bytes argument"),
        ("`evaluate(bytes)`", "ev.evaluate(bytes)"),
        ("`evaluate(str)`", "ev.evaluate(str)"),
        ("`compare`, two hands", "ev.compare, two bytes hands"),
        ("`showdown`, three hands", "ev.showdown, three bytes hands"),
        ("`evaluate_many`, one hand", "ev.evaluate_many, one hand"),
    ]
    parts = [
        f"<!-- made by `python -m benchmarks` from a run of {machine['date']}; not edited by hand -->",
        markdown_table(("many hands, one core", "ns a hand", "x floor"), named_rows(run, in_c)),
        markdown_table(("one call from Python", "ns", "x bare call"), named_rows(run, calls)),
        markdown_table(PEER_HEAD, peer_rows(run.of("peers"))),
        f"{machine['processor']}, kernel {machine['kernel']}, {machine['compiler']}, {machine['python']}, "
        f"numpy {machine['numpy']}, scalareale {machine['scalareale']}, {machine['date']}. Medians of runs paired with "
        "what they are compared to. Peers: against `evaluate` with the same kind of hand, batches against "
        "`evaluate_many`; each first agreed with us on the order of every hand it was timed with.",
    ]
    return "\n\n".join(parts) + "\n"


def named_rows(run: Run, names: Iterable[tuple[str, str]]) -> list[tuple[str, str, str]]:
    rows = []
    for shown, what in names:
        figure = run.named(what)
        if figure:
            rows.append((shown, number(figure.ns), number(figure.ratio)))
    return rows


def peer_rows(figures: Iterable[Figure]) -> list[tuple[str, ...]]:
    """A row a package: the nanoseconds of its fastest door of each kind, and how often ours fits into them."""
    doors: dict[str, dict[str, Figure]] = {}
    for figure in figures:
        name, _, form = figure.what.partition(", ")
        kind = "batch" if form.startswith("batch") else "text" if form == "text" else "ready"
        known = doors.setdefault(name, {}).get(kind)
        if known is None or known.ns is None or (figure.ns is not None and figure.ns < known.ns):
            doors[name][kind] = figure
    rows = {name: tuple(peer_cell(by_kind.get(kind)) for kind in KINDS) for name, by_kind in doors.items()}
    return [(name, *cells) for name, cells in rows.items() if any(cells)]


def peer_cell(figure: Figure | None) -> str:
    if figure is None or figure.ns is None:
        return figure.note if figure and figure.note.startswith("wrong") else ""
    return f"{number(figure.ns)} ({number(figure.ratio)})"


def markdown_table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---", *["---:"] * (len(head) - 1)), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
