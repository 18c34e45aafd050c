"""The one C file, compiled as its manual says, beside the Python batch on the same hands; and how big it becomes."""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import scalareale as sr
from scalareale.embed import HEADER, SOURCE, amalgamation

from .many import MANY, Table, best_kernel
from .measure import Case, Figure, measured

GROUP = "embed"

LOOP = """\
#include "scalareale.h"
void one_by_one(const sr_evaluator *ev, const uint8_t *hands, size_t n, uint16_t *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = sr_evaluate(ev, hands + SR_HAND * i);
}
"""


def compiler() -> list[str] | None:
    """The C compiler of the environment, or the usual one."""
    words = shlex.split(os.environ.get("CC", "cc"))
    return words if words and shutil.which(words[0]) else None


def written(folder: Path, rulesets: list[str] | None = None) -> None:
    """Both files, and the loop of a program that uses them."""
    for name, text in zip((SOURCE, HEADER), amalgamation(rulesets), strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "loop.c").write_text(LOOP)


def size(cc: list[str], folder: Path, rulesets: list[str] | None) -> Figure:
    """What the object takes with some rulesets, and its compiler."""
    written(folder, rulesets)
    before = os.times().children_user
    subprocess.run([*cc, "-O3", "-c", SOURCE, "-o", "scalareale.o"], cwd=folder, check=True)
    taken = os.times().children_user - before
    note = f"{(folder / SOURCE).stat().st_size:,} bytes of C, compiled in {taken:.1f} s of processor time"
    if shutil.which("size"):
        lines = subprocess.run(["size", "scalareale.o"], cwd=folder, capture_output=True, text=True, check=True).stdout
        text, data, bss, *_ = lines.splitlines()[1].split()
        note += f"; text {int(text):,}, data {int(data):,}, bss {int(bss):,} bytes"
    what = "all rulesets" if rulesets is None else ", ".join(rulesets)
    return Figure(GROUP, f"the object with {what}", None, note=note)


def cases(library: Any, table: Table) -> list[Case]:
    """C and Python on the same rows and columns, each against the floor."""
    n = len(table.rows)
    room = (ctypes.c_uint64 * 64)()
    library.sr_sizeof.restype = ctypes.c_size_t
    opened = library.sr_open(room, ctypes.c_size_t(library.sr_sizeof()), table.rules.encode(), table.ev.pack.size)
    if opened != 0:
        raise ValueError(f"sr_open: {opened}")
    count, to = ctypes.c_size_t(n), ctypes.c_void_p(table.out.ctypes.data)
    rows = ctypes.c_void_p(table.rows.ctypes.data)
    columns = [ctypes.c_void_p(column.ctypes.data) for column in table.columns]
    stride = ctypes.c_ssize_t(1)
    found = [
        table.case(f"C, sr_evaluate in a loop, {table.name}", lambda: library.one_by_one(room, rows, count, to)),
        table.case(f"C, sr_evaluate_rows, {table.name}", lambda: library.sr_evaluate_rows(room, rows, count, to)),
        table.case(f"Python, evaluate_many, {table.name}", table.evaluate_rows, before=best_kernel),
        table.case(
            f"C, sr_evaluate_batch of columns, {table.name}",
            lambda: library.sr_evaluate_batch(room, *columns, stride, count, to),
        ),
        table.case(f"Python, evaluate_columns, {table.name}", table.evaluate_columns, before=best_kernel),
    ]
    for case in found:
        table.out[:] = 0
        case.work()
        if (table.out != table.ev.evaluate_many(table.rows)).any():
            raise AssertionError(f"{case.what}: not what Python gives")
    return found


def figures(quick: bool) -> list[Figure]:
    """All figures of this group; a note alone where there is no C compiler."""
    cc = compiler()
    if cc is None:
        return [Figure(GROUP, "the one C file", None, note="no C compiler")]
    in_use = sr.kernel()
    n = MANY // (10 if quick else 1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sizes = [size(cc, folder, ["classic"]), size(cc, folder, ["standard"]), size(cc, folder, None)]
        for command in (
            [*cc, "-O3", "-fPIC", "-c", SOURCE, "loop.c"],
            [*cc, "-shared", "scalareale.o", "loop.o", "-o", "library.so"],
        ):
            subprocess.run(command, cwd=folder, check=True)
        library = ctypes.CDLL(str(folder / "library.so"))
        try:
            short = [*cases(library, Table("classic", 40, n)), *cases(library, Table("standard", 52, n))]
            found = measured(GROUP, short, rounds=3 if quick else 15, pairs=5)
        finally:
            sr.use_kernel(in_use)
    return found + sizes
