"""Measure, compare with what must be reached, and say so: `python -m benchmarks`.

It ends with 1 if a figure misses what it must reach, else with 0.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scalareale.bench import deal, embed, many, peers, seven, single
from scalareale.bench.machine import description
from scalareale.bench.report import Run, load, markdown, missed, save, table

from .chart import draw

HERE = Path(__file__).resolve().parent
GROUPS = {module.GROUP: module for module in (single, many, deal, seven, embed, peers)}


def render(run: Run, folder: Path) -> None:
    """What is made from a saved run."""
    (folder / "results.md").write_text(markdown(run), encoding="utf-8")
    draw(run, folder / "speed.svg")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer hands and rounds: to see that all of it works")
    parser.add_argument("--only", choices=GROUPS, help="one group of figures")
    parser.add_argument("--save", action="store_true", help="write results.json, results.md and speed.svg")
    parser.add_argument("--render", action="store_true", help="make results.md and speed.svg from results.json again")
    options = parser.parse_args(arguments)
    if options.save and (options.quick or options.only):
        parser.error("--save is for a full run: without --quick and --only")
    if options.render:
        if options.save or options.quick or options.only:
            parser.error("--render measures nothing: it goes with no other option")
        run = load(HERE / "results.json")
        render(run, HERE)
    else:
        figures = []
        for name, module in GROUPS.items():
            if options.only in (None, name):
                print(f"{name} …", file=sys.stderr, flush=True)
                figures += module.figures(options.quick)
        run = Run(description(), figures)
        if options.save:
            save(run, HERE / "results.json")
            render(run, HERE)
    print(table(run))
    return int(any(map(missed, run.figures)))


if __name__ == "__main__":
    sys.exit(main())
