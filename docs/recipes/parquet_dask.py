"""Count the categories of the hands in a Parquet data set with Dask, a row group at a time.

The hands are five uint8 columns c0 .. c4 of card codes: half the size of a list column, and read without a copy. What a
task keeps is one row group and ten numbers, so the size of the data set does not matter.

    python parquet_dask.py hands.parquet
"""

from __future__ import annotations

import sys
from itertools import islice
from typing import Any

import numpy as np
import pyarrow.parquet as pq
from dask.distributed import Client, LocalCluster, as_completed

import scalareale as sr


def count_row_group(path: str, group: int, ev: sr.Evaluator) -> Any:
    """The number of hands of each category in one row group."""
    table = pq.ParquetFile(path).read_row_group(group, columns=["c0", "c1", "c2", "c3", "c4"])
    strengths = ev.evaluate_columns(*(column.combine_chunks().to_numpy() for column in table.columns))
    return np.bincount(ev.category_many(strengths), minlength=len(sr.Category))


def count_categories(path: str, ev: sr.Evaluator, client: Client, at_once: int = 16) -> Any:
    """The same of the whole file, with at most so many row groups on their way."""
    groups = iter(range(pq.ParquetFile(path).num_row_groups))
    total = np.zeros(len(sr.Category), np.int64)
    tasks = as_completed([client.submit(count_row_group, path, group, ev) for group in islice(groups, at_once)])
    for task in tasks:
        total += task.result()
        for group in islice(groups, 1):
            tasks.add(client.submit(count_row_group, path, group, ev))
    return total


if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1) as cluster, Client(cluster) as local:
        counts = count_categories(sys.argv[1], sr.Evaluator("classic", cards=40), local)
    for category in sr.Category:
        print(f"{category.name.lower():<16}{counts[category]:>14,}")
