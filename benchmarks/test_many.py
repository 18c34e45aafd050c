"""A million hands in one round: milliseconds a round are nanoseconds a hand."""

from __future__ import annotations

from typing import Any

import pytest

from scalareale.bench import many
from scalareale.bench.measure import Case

TABLES = many.tables()
CASES = [TABLES[0].case("floor", TABLES[0].floor), *many.by_kernel(TABLES), *many.other_doors(TABLES[0])]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.what)
def test_a_million_hands(benchmark: Any, case: Case) -> None:
    if case.before:
        case.before()
    benchmark(case.work)
