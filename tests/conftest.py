"""The whole suite runs on all cores."""

from __future__ import annotations

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """A bare `pytest` is shared among processes where pytest-xdist is installed; with arguments it is as it says."""
    if not config.invocation_params.args and getattr(config.option, "numprocesses", 0) is None:
        config.option.numprocesses = "auto"
