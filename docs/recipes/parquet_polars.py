"""Count the categories of the hands in a Parquet data set with Polars' streaming engine.

The hands are five uint8 columns c0 .. c4 of card codes. The engine reads some rows at a time, hands the columns over
without a copy, and keeps ten numbers.

    python parquet_polars.py hands.parquet
"""

from __future__ import annotations

import sys

import polars as pl

import scalareale as sr

COLUMNS = ["c0", "c1", "c2", "c3", "c4"]


def category(ev: sr.Evaluator) -> pl.Expr:
    """The category of the hand in each row, as an expression."""

    def evaluated(columns: pl.Series) -> pl.Series:
        strengths = ev.evaluate_columns(*(columns.struct.field(name).to_numpy() for name in COLUMNS))
        return pl.Series(ev.category_many(strengths))

    return pl.struct(COLUMNS).map_batches(evaluated, return_dtype=pl.UInt8, is_elementwise=True)


def count_categories(path: str, ev: sr.Evaluator) -> pl.DataFrame:
    """A row a category that occurs: its number and how many hands."""
    hands = pl.scan_parquet(path).select(category(ev).alias("category"))
    return hands.group_by("category").len().sort("category").collect(engine="streaming")


if __name__ == "__main__":
    print(count_categories(sys.argv[1], sr.Evaluator("classic", cards=40)))
