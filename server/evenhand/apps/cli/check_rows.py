"""`evenhand check` over data sets of code in Parquet: each row is checked as a file of its own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.check import FILES_PER_LANE, CheckRequest, refuse_bad_usage, show
from evenhand.apps.cli.input.parquet import ENDING, RowWriter, count_rows, read_rows
from evenhand.apps.cli.input.sources import (
    TERMINATED,
    Sources,
    end_when_told,
    home_of,
    job_of,
    print_anything,
    python_of,
)
from evenhand.apps.cli.jobs import CHECKING, Checked, Job
from evenhand.apps.cli.output.progress_bar import FileProgress
from evenhand.apps.cli.output.text_output import blocks, output_console, summary
from evenhand.apps.cli.output.totals import Totals
from evenhand.scaling.work import EngineError, each, lanes_for
from evenhand.workspace.interpreter import NoInterpreterError

COLUMNS = {
    "file": "string", "row": "int64", "function": "string", "line": "int32",
    "attribute": "string", "verdict": "string", "reason": "string", "first_call": "string",
    "second_call": "string", "first_outcome": "string", "second_outcome": "string",
    "direction": "string", "problem": "string",
}  # fmt: skip
"""Of what is written: a row for each verdict, and one for each row that could not be read."""


def asks_for_rows(request: CheckRequest) -> bool:
    """Whether the paths are data sets; raises `UsageError` where only some are."""
    found = [path.endswith(ENDING) for path in request.paths]
    if any(found) and not all(found):
        raise click.UsageError("Parquet files and other paths are checked one after the other")
    if not any(found) and request.output is not None:
        raise click.UsageError("--output is for Parquet files; `--format json > FILE` for others")
    if not any(found):
        return False
    unlike = request.since, request.baseline, request.write_baseline
    if request.format != "text" or any(unlike):
        raise click.UsageError("findings in Parquet files are written with --output FILE")
    if request.output and request.output.resolve() in {Path(p).resolve() for p in request.paths}:
        raise click.UsageError(f"{request.output} is read, and cannot be written at the same time")
    return True


def check_rows(request: CheckRequest) -> int:
    """Check, print or write, and return the exit status."""
    print_anything()
    refuse_bad_usage(request)
    sources = Sources(request)
    sources.refuse_bad_overrides(home_of(request))
    try:
        python = python_of(request, sources)
        sources.say_problems()
        return asyncio.run(_run(request, sources, python))
    except asyncio.CancelledError:
        return TERMINATED
    except (EngineError, NoInterpreterError) as error:
        raise click.UsageError(str(error)) from error


async def _run(request: CheckRequest, sources: Sources, python: str) -> int:
    end_when_told()
    started, totals, console = time.perf_counter(), Totals(), output_console()
    paths = [Path(path) for path in request.paths]
    files = [path for path in paths if sources.settings_for(path.absolute().parent).enable]
    count = sum(map(count_rows, files))
    with ExitStack() as stack:
        progress = stack.enter_context(FileProgress(count, wanted=not request.quiet))
        writer = request.output and stack.enter_context(RowWriter(request.output, COLUMNS))
        wanted = sources.settings_for(home_of(request)).jobs
        engine = replace(request.engine, lanes=lanes_for(count, wanted, FILES_PER_LANE))
        jobs = _jobs(request, sources, files, python)
        async with aclosing(each(CHECKING, jobs, engine)) as results:
            async for checked in results:
                totals.add(checked)
                progress.advance()
                if writer:
                    for row in _rows(checked):
                        writer.write(row)
                else:
                    texts = list(blocks(checked.report, request.verbose))
                    show(checked.report, texts, console, progress)
    totals.seconds = time.perf_counter() - started
    if not request.quiet:
        console.print(summary(totals, "row"))
    return totals.status(bool(sources.problems), request.exit_zero)


def _jobs(request: CheckRequest, sources: Sources, files: list[Path], python: str) -> Iterator[Job]:
    for file in files:
        for number, row in enumerate(read_rows(file, [request.column])):
            code = str(row[request.column] or "")
            path = Path(f"{file}:{number}")
            yield job_of(request, sources, path, code.encode("utf-8", "surrogatepass"), python)


def _rows(checked: Checked) -> Iterator[Mapping[str, Any]]:
    file, _, number = checked.report.path.rpartition(":")
    place = {"file": file, "row": int(number)}
    if checked.report.problem:
        yield {**place, "problem": checked.report.problem}
    for function in checked.report.functions:
        for verdict in function.verdicts:
            witness = verdict.witness
            calls = witness.calls if witness else (None, None)
            outcomes = witness.outcomes if witness else (None, None)
            yield {
                **place,
                "function": function.name,
                "line": function.line,
                "attribute": verdict.attribute,
                "verdict": verdict.kind.value,
                "reason": verdict.reason,
                "first_call": calls[0],
                "second_call": calls[1],
                "first_outcome": outcomes[0],
                "second_outcome": outcomes[1],
                "direction": witness.direction if witness else None,
            }
