"""`pytest benchmarks` measures, although the tests of the package are run with --benchmark-disable."""

from __future__ import annotations

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    config.option.benchmark_enable = True
