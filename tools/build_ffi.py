"""Describe the compiled module to cffi: the marked part of the C header is its declaration."""

from __future__ import annotations

from pathlib import Path

from cffi import FFI

ROOT = Path(__file__).resolve().parent.parent
HEADERS = ("scalareale.h", "batch.h")
SOURCES = tuple(sorted(path.name for path in (ROOT / "csrc").glob("*.c")))


def declarations() -> str:
    """What stands between the two marks of each header."""
    texts = [(ROOT / "csrc" / name).read_text(encoding="utf-8") for name in HEADERS]
    return "".join(text.partition("/* [cdef] */")[2].partition("/* [/cdef] */")[0] for text in texts)


ffibuilder = FFI()
ffibuilder.cdef(declarations())
# Sources are named from the root, where setup.py runs; setuptools wants them relative and with forward slashes.
ffibuilder.set_source(
    "scalareale._core",
    "".join(f'#include "{name}"\n' for name in HEADERS),
    sources=[f"csrc/{name}" for name in SOURCES],
    include_dirs=["csrc"],
    depends=[f"csrc/{path.name}" for path in sorted((ROOT / "csrc").glob("*.h"))],
)
