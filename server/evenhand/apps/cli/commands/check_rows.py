"""Check data sets of code in Parquet: each row as if it were a file."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, aclosing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.commands.check_files import (
    FILES_PER_LANE,
    checked_files,
    checker_maker,
    print_file,
    refuse_contradictions,
)
from evenhand.apps.cli.commands.exit_status import cancel_on_sigterm
from evenhand.apps.cli.file_checks import FileJob
from evenhand.apps.cli.input.parquet import ENDING, RowWriter, count_rows, read_rows
from evenhand.apps.cli.input.workload import Workload, data_set_workload
from evenhand.apps.cli.output.progress_bar import ProgressBar
from evenhand.apps.cli.output.statistics_text import print_statistics
from evenhand.apps.cli.output.text_output import blocks, summary
from evenhand.apps.cli.output.totals import Totals
from evenhand.apps.cli.output.written_files import refuse_ways_out
from evenhand.check.checking import Checker
from evenhand.doors.console import output_console
from evenhand.doors.files import real_path
from evenhand.doors.terminal import show_text
from evenhand.findings import FileReport, Verdict
from evenhand.scaling.engines import lanes_for
from evenhand.scaling.work import Engine

COLUMNS = {
    "file": "string", "row": "int64", "function": "string", "line": "int32",
    "attribute": "string", "verdict": "string", "reason": "string", "first_call": "string",
    "second_call": "string", "first_outcome": "string", "second_outcome": "string",
    "direction": "string", "problem": "string",
}  # fmt: skip
"""Of the file that is written: a row for each verdict, and one for each text that is unreadable."""


@dataclass(frozen=True, slots=True)
class RowRequest:
    """Everything that decides which rows are checked and what becomes of the verdicts."""

    workload: Workload
    """The data sets, each as if it were one file."""
    address: str
    """A cluster that does the work; empty for processes on this machine."""
    column: str
    """The name of the column with the code."""
    output: Path | None
    """Where to write the verdicts; None prints them."""
    verbose: bool
    quiet: bool
    exit_zero: bool
    make_checker: Callable[[], Checker]
    """With the user's cache, or without."""
    statistics: bool
    """Say where the time went."""


def are_data_sets(paths: tuple[str, ...]) -> bool:
    """Whether all paths are data sets; raises `UsageError` if only some are."""
    data_sets = [path for path in paths if path.endswith(ENDING)]
    if data_sets and len(data_sets) < len(paths):
        raise click.UsageError("check Parquet files and other paths separately")
    return bool(data_sets)


def row_request(
    paths: tuple[str, ...], options: Mapping[str, Any], column: str, output: Path | None
) -> RowRequest:
    """The request that the command's options describe; raises `UsageError`."""
    for_files_only = options["baseline"], options["write_baseline"], options["review"]
    if options["format"] != "text" or any(for_files_only):
        raise click.UsageError("findings in Parquet files are written with --output FILE")
    if output is not None and real_path(output) in {real_path(Path(path)) for path in paths}:
        raise click.UsageError(f"{output} is read, so it cannot be written at the same time")

    refuse_contradictions(options)
    if output is not None:
        refuse_ways_out(output)
    return RowRequest(
        data_set_workload(paths, options),
        options["address"],
        column,
        output,
        options["verbose"],
        options["quiet"],
        options["exit_zero"],
        checker_maker(options),
        options["statistics"],
    )


def check_rows(request: RowRequest) -> int:
    """Check, print or write, and return the exit status."""
    started = time.perf_counter()
    totals = asyncio.run(_checked(request))
    totals.seconds = time.perf_counter() - started

    if not request.quiet:
        show_text(summary(totals, "row"))
    if request.statistics:
        print_statistics(totals)
    return totals.status(bool(request.workload.problems), request.exit_zero)


async def _checked(request: RowRequest) -> Totals:
    """Check every row, and print or write its verdicts."""
    cancel_on_sigterm()
    totals = Totals()
    console = output_console()
    workload = request.workload
    count = sum(count_rows(data_set.path) for data_set in workload.files)
    lanes = lanes_for(count, workload.processes, FILES_PER_LANE)
    engine = Engine(lanes, request.address, make_checker=request.make_checker)

    with ExitStack() as stack:
        progress = stack.enter_context(ProgressBar(count, wanted=not request.quiet))
        writer = request.output and stack.enter_context(RowWriter(request.output, COLUMNS))
        async with aclosing(checked_files(_row_jobs(request), engine)) as results:
            async for result in results:
                totals.add(result.report, result.standing)
                totals.costs.add(result.report.path, result.cost)
                progress.advance()
                if writer:
                    writer.write_all(_written_rows(result.report))
                else:
                    texts = list(blocks(result.report, request.verbose))
                    print_file(result.report, texts, console, progress)
    return totals


def _row_jobs(request: RowRequest) -> Iterator[FileJob]:
    """A job for each row, named `FILE:ROW` with rows counted from 0."""
    for data_set in request.workload.files:
        for number, row in enumerate(read_rows(data_set.path, [request.column])):
            code = str(row[request.column] or "")
            path = Path(f"{data_set.path}:{number}")
            yield replace(data_set, path=path, data=code.encode("utf-8", "surrogatepass"))


def _written_rows(report: FileReport) -> Iterator[Mapping[str, Any]]:
    """The rows to write about one row that was checked; `COLUMNS` that are left out are null."""
    file, _, number = report.path.rpartition(":")
    origin = {"file": file, "row": int(number)}
    if report.problem:
        yield {**origin, "problem": report.problem}

    for function in report.functions:
        for verdict in function.verdicts:
            row = {"function": function.name, "line": function.line, **_verdict_columns(verdict)}
            yield {**origin, **row}


def _verdict_columns(verdict: Verdict) -> Mapping[str, Any]:
    columns = {
        "attribute": verdict.attribute,
        "verdict": verdict.kind.value,
        "reason": verdict.reason,
    }
    witness = verdict.witness
    if witness is None:
        return columns
    return {
        **columns,
        "first_call": witness.calls[0],
        "second_call": witness.calls[1],
        "first_outcome": witness.outcomes[0],
        "second_outcome": witness.outcomes[1],
        "direction": witness.direction,
    }
