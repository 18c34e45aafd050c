"""A thousand calls from Python in one round: microseconds a round are nanoseconds a call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scalareale.bench import single

CALLS = [single.bare, single.evaluate_bytes, single.evaluate_text, single.compare, single.showdown, single.batch_of_one]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__name__)
def test_a_thousand_calls(benchmark: Any, call: Callable[[], Callable[[], None]]) -> None:
    benchmark(call())
