"""The recipes for data sets count the categories of a pack's hands as the rules do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import scalareale as sr

RECIPES = Path(__file__).resolve().parent.parent / "docs" / "recipes"
COUNTS = [249_900, 322_560, 51_840, 23_040, 7_140, 2_160, 980, 360, 28, 0]

pytestmark = pytest.mark.checkout


@pytest.fixture(scope="module")
def data_set(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Every hand of 40 cards in row groups of 100,000."""
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    hands = np.random.default_rng(1).permutation(sr.all_hands(40))
    table = arrow.table({f"c{i}": np.ascontiguousarray(hands[:, i]) for i in range(5)})
    path = tmp_path_factory.mktemp("hands") / "hands.parquet"
    parquet.write_table(table, path, row_group_size=100_000)
    return str(path)


@pytest.fixture
def recipes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(RECIPES))


@pytest.mark.usefixtures("recipes")
def test_dask_counts_a_parquet_data_set_by_row_groups(data_set: str, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("dask.distributed")
    monkeypatch.setenv("PYTHONPATH", str(RECIPES))  # the workers read the recipe, too
    import parquet_dask

    ev = sr.Evaluator("classic", cards=40)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        counts: Any = parquet_dask.count_categories(data_set, ev, client, at_once=3)
    assert counts.tolist() == COUNTS


@pytest.mark.usefixtures("recipes")
def test_polars_counts_a_parquet_data_set_as_a_stream(data_set: str) -> None:
    pytest.importorskip("polars")
    import parquet_polars

    found = parquet_polars.count_categories(data_set, sr.Evaluator("classic", cards=40))
    assert dict(found.iter_rows()) == {category: count for category, count in enumerate(COUNTS) if count}
