"""Check the same code four times, twice beside busy processes: whether every report is the same.

    python -m benchmarks.repeats PATH ... [--busy 4] [--jobs 1 --jobs 2] [--limit N] [--python P]

PATH is a folder of Python files, or one of labelled functions (`benchmarks/labelled.py`), each of
which becomes a file. No run knows anything of an earlier one. The reports, as `--format json`
prints them, have to be the same to the last byte, but for what is a time. Every difference is
printed, and the program ends with status 1 if there is one.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from benchmarks.evenhand_runs import Measured, measured_check
from benchmarks.labelled import corpora
from benchmarks.options_and_output import EXISTING, limit_option, python_option

BUSY = """
import os
parent = os.getppid()
while os.getppid() == parent:
    for _ in range(1_000_000):
        pass
"""
"""Keeps one processor busy until the process that started it ends."""
TIMES = frozenset({"seconds"})
"""Fields of a report that are times."""
MOST_SHOWN = 40
"""Differences that are printed."""
LONGEST_SHOWN = 160
"""Characters of one side of a difference."""


@dataclass(frozen=True)
class Run:
    """One check of everything."""

    jobs: int
    busy: int
    """Processes beside it that do nothing but keep the processors busy."""
    measured: Measured

    @property
    def report(self) -> Any:
        """What the run said, times apart."""
        return without_times(self.measured.report)

    @property
    def title(self) -> str:
        return f"--jobs {self.jobs}, {self.busy} busy processes"


def without_times(value: Any) -> Any:
    """A part of a report without what is a time."""
    if isinstance(value, dict):
        return {name: without_times(part) for name, part in value.items() if name not in TIMES}
    return [without_times(part) for part in value] if isinstance(value, list) else value


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Keep the processors busy with `count` processes."""
    processes = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def fill(folder: Path, paths: Sequence[Path], limit: int | None = None) -> int:
    """Write what is to be checked into one folder, `limit` files of each; returns their number."""
    files = 0
    for number, path in enumerate(paths):
        for name, text in _texts(path, limit):
            file = folder / str(number) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            files += 1
    return files


def _texts(path: Path, limit: int | None) -> Iterator[tuple[str, str]]:
    """The names and texts of the files that a path stands for."""
    labelled = list(corpora(path))
    for corpus, records in labelled:
        for index, record in enumerate(records[:limit]):
            name = re.sub(r"\W+", "_", str(record["id"]))
            yield f"{corpus}/{index}_{name}.py", record["code"]

    files = [] if labelled else sorted(path.rglob("*.py"))
    for file in files[:limit]:
        yield str(file.relative_to(path)), file.read_text(encoding="utf-8", errors="replace")


def repeated(folder: Path, python: str, busy: int, jobs: Sequence[int]) -> Iterator[Run]:
    """Four checks of a folder, two of them beside busy processes, with each of `jobs` in turn."""
    for number, beside in enumerate((0, 0, busy, busy)):
        count = jobs[number % len(jobs)]
        with busy_processes(beside):
            measured = measured_check(folder, python, "--jobs", str(count), "--isolated")
        yield Run(count, beside, measured)


def differences(first: Any, other: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two reports differ: the place, and what either has there."""
    if isinstance(first, dict) and isinstance(other, dict):
        inner = _name(first)
        for name in dict.fromkeys([*first, *other]):
            where = f"{place}{inner} {name}".strip()
            yield from differences(first.get(name), other.get(name), where)
    elif isinstance(first, list) and isinstance(other, list) and len(first) == len(other):
        for one, two in zip(first, other, strict=True):
            yield from differences(one, two, place)
    elif first != other:
        yield place, first, other


def _name(entry: dict[str, Any]) -> str:
    """What a part of a report is about, as far as it has a name."""
    names = [str(entry[key]) for key in ("path", "name", "attribute") if key in entry]
    return " " + " ".join(names) if names else ""


def table(files: int, runs: Sequence[Run]) -> Table:
    """One row for each run."""
    columns = ("run", "seconds", "processor s", "report")
    body = Table(*columns, title=f"the same {files:,} files, cold each time")
    for run in runs:
        same = _bytes(run.report) == _bytes(runs[0].report)
        body.add_row(
            run.title,
            f"{run.measured.seconds:.1f}",
            f"{run.measured.processor_seconds:.1f}",
            "as the first" if same else "DIFFERS",
        )
    return body


def _bytes(report: Any) -> bytes:
    return json.dumps(report).encode()


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


@click.command(help=__doc__)
@click.argument("paths", type=EXISTING, nargs=-1, required=True)
@click.option("--busy", default=4, show_default=True, help="Busy processes beside two of the runs.")
@click.option("--jobs", multiple=True, type=int, default=(1, 2), show_default=True)
@limit_option
@python_option
def main(
    paths: tuple[Path, ...], busy: int, jobs: tuple[int, ...], limit: int | None, python: str
) -> None:
    console = Console(width=110)
    with tempfile.TemporaryDirectory() as scratch:
        files = fill(Path(scratch), paths, limit)
        runs = list(repeated(Path(scratch), python, busy, jobs))

    console.print(table(files, runs))
    for run in runs[1:]:
        for place, first, other in islice(differences(runs[0].report, run.report), MOST_SHOWN):
            lines = f"{run.title}: {place}\n    {_short(first)}\n    {_short(other)}"
            console.print(lines, highlight=False, markup=False)
    if any(_bytes(run.report) != _bytes(runs[0].report) for run in runs):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
