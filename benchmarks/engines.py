"""Check a data set by several processes of one machine and by a cluster: functions per second.

    python -m benchmarks.engines PATH [--copies 1] [--processes 1 --processes 2 --processes 4]

PATH holds labelled functions (`benchmarks/labelled.py`). They are written into one Parquet file,
each copy with other numbers, so that no verdict is known from before. All runs have to write the
same verdicts. The cluster is a scheduler of Dask and as many workers with one thread each.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pyarrow as pa
import pyarrow.parquet as pq
from distributed import LocalCluster
from rich.console import Console
from rich.table import Table

from benchmarks.labelled import corpora, with_other_numbers
from benchmarks.options_and_output import EXISTING

VERDICT_COLUMNS = ["row", "function", "attribute", "verdict", "problem"]


@dataclass(frozen=True)
class Run:
    """What checking the data set took."""

    engine: str
    processes: int
    seconds: float
    verdicts: frozenset[tuple[Any, ...]]
    """A row of `VERDICT_COLUMNS` for each."""

    @property
    def cores(self) -> int:
        """The cores that its processes could use."""
        return min(self.processes, os.cpu_count() or 1)


def check(source: Path, engine: str, processes: int, *arguments: str) -> Run:
    """Run the command line over the data set."""
    output = source.with_name("verdicts.parquet")
    command = [sys.executable, "-m", "evenhand", "check", str(source), "--exit-zero", "--quiet"]
    command.append("--no-cache")

    started = time.monotonic()
    subprocess.run([*command, "-o", str(output), *arguments], check=False)
    seconds = time.monotonic() - started

    rows = pq.read_table(output, columns=VERDICT_COLUMNS).to_pylist()
    return Run(engine, processes, seconds, frozenset(tuple(row.values()) for row in rows))


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    """The address of a cluster on this machine, as the command line takes it."""
    with LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local:
        yield local.scheduler_address.replace("tcp", "dask")


def table(rows: int, runs: Sequence[Run]) -> Table:
    columns = ("engine", "seconds", "rows/s", "rows/s and core", "other verdicts")
    body = Table(*columns, title=f"evenhand check of {rows:,} rows, {os.cpu_count()} cores")

    for run in runs:
        rate = rows / run.seconds
        others = len(run.verdicts ^ runs[0].verdicts)
        body.add_row(
            f"{run.engine} {run.processes}",
            f"{run.seconds:.1f}",
            f"{rate:.1f}",
            f"{rate / run.cores:.1f}",
            f"{others} of {len(run.verdicts)}",
        )

    return body


@click.command(help=__doc__)
@click.argument("path", type=EXISTING)
@click.option("--copies", default=1, show_default=True)
@click.option("--processes", multiple=True, type=int, default=(1, 2, 4), show_default=True)
def main(path: Path, copies: int, processes: tuple[int, ...]) -> None:
    codes = [record["code"] for _, records in corpora(path) for record in records]
    rows = [with_other_numbers(code, copy) for copy in range(copies) for code in codes]
    runs: list[Run] = []

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "code.parquet"
        pq.write_table(pa.table({"code": rows}), source)

        for count in processes:
            runs.append(check(source, "pool", count, "--jobs", str(count)))
            with cluster(count) as address:
                runs.append(check(source, "Dask", count, "--engine", address))

    Console(width=100).print(table(len(rows), runs))


if __name__ == "__main__":
    main()
