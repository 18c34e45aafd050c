"""What the figures were measured with: the processor, the compiler and the versions, and nothing that names a place."""

from __future__ import annotations

import os
import platform
from datetime import datetime, timezone
from pathlib import Path

import numpy as np

import scalareale as sr

from .floor import compiler


def processor() -> str:
    """The model of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return " ".join(value.split())
    return platform.processor() or platform.machine()


def description() -> dict[str, str]:
    """What a figure must not be printed without."""
    return {
        "date": datetime.now(timezone.utc).date().isoformat(),
        "processor": processor(),
        "cores": str(os.cpu_count() or 1),
        "system": f"{platform.system()} {platform.machine()}",
        "compiler": compiler(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "numpy": np.__version__,
        "scalareale": sr.__version__,
        "kernel": sr.kernel(),
        "kernels": ", ".join(sr.kernels()),
    }
