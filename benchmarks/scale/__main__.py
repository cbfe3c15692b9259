"""Check folders of growing size by the command line: time, memory and cores.

    python -m benchmarks.scale FILE [--functions 1000 --functions 10000] [--jobs N]

FILE holds labelled functions (`benchmarks/labelled.py`). They are written into a folder again and
again, each time with other numbers, so that no verdict is known from before.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from benchmarks.labelled import corpora

MEBIBYTE = 1 << 20


@dataclass(frozen=True)
class Run:
    """What checking one folder took."""

    functions: int
    seconds: float
    processor_seconds: float
    memory: float
    """The largest process in MiB."""


def fill(folder: Path, sources: list[str], functions: int) -> int:
    """Write files until they hold at least `functions` functions; returns how many."""
    written = number = 0
    while written < functions:
        code = sources[number % len(sources)]
        copy = number // len(sources)
        text = f"COPY = {copy}\n{with_other_numbers(code, copy % 7)}"
        (folder / f"part_{number // 500}").mkdir(exist_ok=True)
        (folder / f"part_{number // 500}" / f"file_{number}.py").write_text(text)
        written += sum(isinstance(n, ast.FunctionDef) for n in ast.walk(ast.parse(text)))
        number += 1
    return written


def with_other_numbers(code: str, more: int) -> str:
    return re.sub(r"\b\d{2,3}\b", lambda found: str(int(found.group()) + more), code)


def check(folder: Path, functions: int, jobs: int, python: str) -> Run:
    """Run the command line over `folder` and measure its whole tree of processes."""
    command = [sys.executable, "-m", "evenhand", "check", "--jobs", str(jobs), "--python", python]
    began = time.monotonic()
    with subprocess.Popen(
        [*command, "--format", "json", "--exit-zero", str(folder)],
        stdout=subprocess.DEVNULL,
    ) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - began
    assert process.returncode == 0, f"the check ended with status {process.returncode}"
    memory = usage.ru_maxrss * 1024 / MEBIBYTE
    return Run(functions, seconds, usage.ru_utime + usage.ru_stime, memory)


def table(runs: list[Run]) -> Table:
    columns = ("functions", "seconds", "ms each", "processor s", "cores used", "largest MiB")
    made = Table(*columns, title="evenhand check FOLDER")
    for r in runs:
        made.add_row(
            f"{r.functions:,}",
            f"{r.seconds:.1f}",
            f"{1000 * r.seconds / r.functions:.1f}",
            f"{r.processor_seconds:.1f}",
            f"{r.processor_seconds / r.seconds:.1f}",
            f"{r.memory:.0f}",
        )
    return made


@click.command(help=__doc__)
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option("--functions", multiple=True, type=int, default=(1_000, 10_000))
@click.option("--jobs", default=os.cpu_count() or 1)
@click.option("--python", default=sys.executable, help="The interpreter that runs the code.")
def main(file: Path, functions: tuple[int, ...], jobs: int, python: str) -> None:
    sources = [r["code"] for _, records in corpora(file) for r in records]
    runs: list[Run] = []
    for count in functions:
        with tempfile.TemporaryDirectory() as scratch:
            written = fill(Path(scratch), sources, count)
            runs.append(check(Path(scratch), written, jobs, python))
    Console(width=110).print(table(runs))


if __name__ == "__main__":
    main()
