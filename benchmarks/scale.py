"""Check folders of growing size by the command line: time, memory and cores.

    python -m benchmarks.scale FILE [--functions 1000 --functions 10000] [--jobs N]

FILE holds labelled functions (`benchmarks/labelled.py`). They are written into a folder again and
again, each time with other numbers, so that no verdict is known from before.
"""

from __future__ import annotations

import ast
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from benchmarks.evenhand_runs import Measured, measured_check
from benchmarks.labelled import corpora, with_other_numbers
from benchmarks.options_and_output import EXISTING, python_option

FILES_IN_A_FOLDER = 500
DIFFERENT_NUMBERS = 7
"""Copies of a source with numbers of their own; the rest differ in a constant alone."""


def fill(folder: Path, sources: Sequence[str], functions: int) -> int:
    """Write files until they hold at least `functions` functions; returns how many they hold."""
    written = number = 0

    while written < functions:
        copy, index = divmod(number, len(sources))
        code = with_other_numbers(sources[index], copy % DIFFERENT_NUMBERS)
        text = f"COPY = {copy}\n{code}"

        part = folder / f"part_{number // FILES_IN_A_FOLDER}"
        part.mkdir(exist_ok=True)
        (part / f"file_{number}.py").write_text(text)

        written += function_count(text)
        number += 1

    return written


def function_count(text: str) -> int:
    """How many functions a text holds; none if it is no Python."""
    try:
        nodes = ast.walk(ast.parse(text))
    except SyntaxError:
        return 0
    return sum(isinstance(node, ast.FunctionDef) for node in nodes)


def table(runs: Sequence[tuple[int, Measured]]) -> Table:
    """One row for each number of functions."""
    columns = ("functions", "seconds", "ms each", "processor s", "cores used", "largest MiB")
    body = Table(*columns, title="evenhand check FOLDER")

    for functions, run in runs:
        body.add_row(
            f"{functions:,}",
            f"{run.seconds:.1f}",
            f"{1000 * run.seconds / functions:.1f}",
            f"{run.processor_seconds:.1f}",
            f"{run.processor_seconds / run.seconds:.1f}",
            f"{run.memory:.0f}",
        )

    return body


@click.command(help=__doc__)
@click.argument("file", type=EXISTING)
@click.option("--functions", multiple=True, type=int, default=(1_000, 10_000))
@click.option("--jobs", default=os.cpu_count() or 1)
@python_option
def main(file: Path, functions: tuple[int, ...], jobs: int, python: str) -> None:
    codes = (record["code"] for _, records in corpora(file) for record in records)
    sources = [code for code in codes if function_count(code)]
    runs: list[tuple[int, Measured]] = []

    for count in functions:
        with tempfile.TemporaryDirectory() as scratch:
            written = fill(Path(scratch), sources, count)
            measured = measured_check(Path(scratch), python, "--jobs", str(jobs))
            runs.append((written, measured))

    Console(width=110).print(table(runs))


if __name__ == "__main__":
    main()
