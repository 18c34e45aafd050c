"""The floor, compiled in a temporary folder: a plain C loop over rows of five, a copy, and a bare cffi call."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).with_name("floor.c")
LOOPS = """
void floor_rows(const uint8_t *h, size_t n, uint16_t *o);
void floor_copy(const uint8_t *h, size_t n, uint8_t *o);
"""
CALL = "int floor_call(const uint8_t *hand);"


def new_ffi(declarations: str) -> Any:
    ffi = import_module("cffi").FFI()
    ffi.cdef(declarations)
    return ffi


def compiler() -> str:
    """The C compiler: the environment's CC, or cc."""
    return os.environ.get("CC", "cc")


def has_compiler() -> bool:
    return shutil.which(compiler().split()[0]) is not None


class Loops:
    """The C loops over many hands, in a library that `cc -O3` made."""

    def __init__(self) -> None:
        self._ffi = new_ffi(LOOPS)
        with tempfile.TemporaryDirectory() as folder:
            library = str(Path(folder, "floor.so"))
            command = [*compiler().split(), "-O3", "-std=c11", "-fPIC", "-shared", "-o", library, str(SOURCE)]
            subprocess.run(command, check=True)
            self._lib: Any = self._ffi.dlopen(library)

    def rows(self, hands: Any, out: Any) -> Any:
        """A call, ready to be timed, of the loop that loads five bytes, adds them and stores two."""
        loop, codes, n = self._lib.floor_rows, self._bytes(hands), len(out)
        to = self._ffi.cast("uint16_t *", out.ctypes.data)
        return lambda: loop(codes, n, to)

    def copy(self, hands: Any, out: Any) -> Any:
        """The same of memcpy with the traffic of the hands: 7 bytes a hand, read and written together."""
        copy, codes, n = self._lib.floor_copy, self._bytes(hands), len(hands)
        to = self._ffi.cast("uint8_t *", out.ctypes.data)
        return lambda: copy(codes, n, to)

    def _bytes(self, array: Any) -> Any:
        return self._ffi.cast("uint8_t *", array.ctypes.data)


@cache
def loops() -> Loops:
    return Loops()


@cache
def bare_call() -> Any:
    """A function of one `bytes` argument in a cffi module of the package's kind (API mode), which does nothing."""
    ffi = new_ffi(CALL)
    ffi.set_source("_bare", SOURCE.read_text(encoding="utf-8"), extra_compile_args=["-O3"])
    with tempfile.TemporaryDirectory() as folder:
        file = ffi.compile(tmpdir=folder)
        spec = importlib.util.spec_from_file_location("_bare", file)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return module.lib.floor_call
