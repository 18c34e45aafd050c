"""Describe the compiled module to cffi: the marked part of the C header is its declaration."""

from __future__ import annotations

from pathlib import Path

from cffi import FFI

ROOT = Path(__file__).resolve().parent.parent
SOURCES = tuple(sorted(path.name for path in (ROOT / "csrc").glob("*.c")))


def declarations() -> str:
    """What stands between the two marks of the header, without what only a compiler wants to know."""
    header = (ROOT / "csrc" / "scalareale.h").read_text(encoding="utf-8")
    marked = header.partition("/* [cdef] */")[2].partition("/* [/cdef] */")[0]
    return marked.replace("SR_API ", "").replace("SR_INTERNAL ", "")


ffibuilder = FFI()
ffibuilder.cdef(declarations())
# Sources are named from the root, where setup.py runs; setuptools wants them relative and with forward slashes.
ffibuilder.set_source(
    "scalareale._core",
    '#include "scalareale.h"',
    sources=[f"csrc/{name}" for name in SOURCES],
    include_dirs=["csrc"],
    depends=[f"csrc/{path.name}" for path in sorted((ROOT / "csrc").glob("*.h"))],
)
