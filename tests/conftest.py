"""What all tests need of the process that they run in."""

from __future__ import annotations

import signal
import threading

import pytest


@pytest.fixture(autouse=True, scope="session")
def _interrupts_are_heard() -> None:
    """A shell starts what is in the background with SIGINT ignored, and children inherit that."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
