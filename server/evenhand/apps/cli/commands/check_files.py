"""Check files of code and print what was found, in any of the output formats."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, aclosing
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.text import Text

from evenhand.apps.cli.commands.exit_status import cancel_on_sigterm
from evenhand.apps.cli.file_checks import CHECKING, CheckedFile, FileJob, with_data
from evenhand.apps.cli.input.output_files import TABLE, OutputFile
from evenhand.apps.cli.input.workload import Workload, workload_of
from evenhand.apps.cli.output.at_lines import at_lines
from evenhand.apps.cli.output.baseline import read_baseline, write_baseline
from evenhand.apps.cli.output.formats import format_named
from evenhand.apps.cli.output.output_format import OutputFormat, Results, problem_of
from evenhand.apps.cli.output.progress_bar import ProgressBar
from evenhand.apps.cli.output.statistics_text import print_statistics
from evenhand.apps.cli.output.totals import Totals, counted
from evenhand.apps.cli.output.verdict_table import COLUMNS, write_verdicts
from evenhand.apps.cli.output.written_files import refuse_ways_out, write_output
from evenhand.apps.cli.parquet import RowWriter
from evenhand.apps.cli.second_readings import read_again, second_reader_of
from evenhand.check.cache.report_cache import user_cache
from evenhand.check.checking import Checker
from evenhand.doors.console import output_console, show_rich
from evenhand.doors.files import Unreadable, real_path
from evenhand.doors.git import Change, GitError, change_since
from evenhand.doors.printable import printable
from evenhand.doors.terminal import say, show_document
from evenhand.findings import FileReport
from evenhand.isolation import Isolation
from evenhand.scaling.engines import each, lanes_for
from evenhand.scaling.work import Engine, EngineError, Onlooker
from evenhand.workspace.touched_functions import touched_by

if TYPE_CHECKING:
    from evenhand.second_reader.reading import SecondReader

FRESH_SECONDS = 60.0
"""For so long the files that others import are taken to be as they were.

Nothing is kept in the cache of a file that is written to meanwhile.
"""
FILES_PER_LANE = 4
"""With fewer files than this for each, another process takes longer to start than it saves."""


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """Everything that decides what is checked and how it is shown."""

    workload: Workload
    address: str
    """A cluster that does the work; empty for processes on this machine."""
    format: str
    verbose: bool
    quiet: bool
    exit_zero: bool
    since: str | None
    """Show only functions that have changed since this Git revision."""
    baseline: Path | None
    """A file of earlier findings, which are not shown."""
    write_baseline: Path | None
    """Where to write all findings, as the baseline of later checks."""
    make_checker: Callable[[], Checker]
    """With the user's cache, or without."""
    statistics: bool
    """Say where the time went."""
    second_reader: SecondReader | None
    """Who reads warnings near the line of a decision once more, if the user has chosen one."""
    outputs: tuple[OutputFile, ...] = ()
    """Files to write besides."""

    @property
    def table(self) -> Path | None:
        """The file for verdicts as a table, if one is wanted."""
        return next((file.path for file in self.outputs if file.format == TABLE), None)

    @property
    def documents(self) -> list[OutputFile]:
        """The files that are written once everything is checked."""
        return [file for file in self.outputs if file.format != TABLE]


def check_request(
    paths: tuple[str, ...], options: Mapping[str, Any], since: str | None = None
) -> CheckRequest:
    """The request that a command's options describe; raises `UsageError`."""
    refuse_contradictions(options)
    workload = workload_of(paths, options)
    _refuse_for_rows(workload, options, since)
    _refuse_outputs(workload, options["outputs"])
    return CheckRequest(
        workload,
        options.get("address", ""),
        options["format"],
        options["verbose"],
        options["quiet"],
        options["exit_zero"],
        since,
        options["baseline"],
        options["write_baseline"],
        checker_maker(options),
        options["statistics"],
        second_reader_of(options),
        options["outputs"],
    )


def checker_maker(
    options: Mapping[str, Any], fresh_seconds: float = FRESH_SECONDS
) -> Callable[[], Checker]:
    """What makes the checkers of all processes: with the user's cache, unless it is not wanted.

    The files that others import are taken to be as they were for `fresh_seconds`.
    """
    disk = None if options["no_cache"] else user_cache()
    return partial(Checker, disk=disk, fresh_seconds=fresh_seconds)


class FilesUnderWay(Onlooker):
    """Tells a progress bar which files are being checked."""

    def __init__(self, progress: ProgressBar) -> None:
        self._progress = progress

    def begin(self, item: FileJob) -> None:
        """A file was handed to a process."""
        self._progress.begin(item.name)

    def end(self, item: FileJob) -> None:
        """Its report is there."""
        self._progress.end(item.name)


def refuse_contradictions(options: Mapping[str, Any]) -> None:
    """Raise `UsageError` for options that cannot be met, or not together."""
    if options.get("deep") and find_spec("crosshair") is None:
        raise click.UsageError("--deep needs CrossHair: pip install 'evenhand[deep]'")
    for name in ("deep", "rate"):
        if options.get(name) and options["isolation"] == Isolation.STATIC:
            raise click.UsageError(f"--{name} runs the code, and --no-run does not")


def _refuse_for_rows(workload: Workload, options: Mapping[str, Any], since: str | None) -> None:
    """Raise `UsageError` for what cannot be asked of code in rows."""
    for_files_only = {
        "--baseline": options["baseline"],
        "--write-baseline": options["write_baseline"],
        "--since": since,
    }
    for name, value in for_files_only.items():
        if value is not None and workload.data_sets:
            named = printable(str(workload.data_sets[0].path))
            raise click.UsageError(f"{name} is for files of code; {named} has code in its rows")


def _refuse_outputs(workload: Workload, outputs: Sequence[OutputFile]) -> None:
    """Raise `UsageError` for files that are read, and `NotWrittenError` for ways out."""
    read = {real_path(job.path) for job in (*workload.files, *workload.data_sets)}
    for output in outputs:
        if real_path(output.path) in read:
            problem = f"{output.path} is read, so it cannot be written at the same time"
            raise click.UsageError(problem)
        refuse_ways_out(output.path)


def check_files(request: CheckRequest) -> int:
    """Check, print, and return the exit status."""
    output_format = _output_format(request)
    reports, totals = checked_reports(request, output_format)
    workload = request.workload
    problems, notes = workload.problems, workload.notes
    if request.second_reader is not None:
        notes = (*notes, *request.second_reader.problems)
    python, verbose = workload.python, request.verbose
    results = Results(reports, totals, problems, python, notes, request.since, verbose)
    print_document(output_format, results, request.quiet)
    for file in request.documents:
        write_output(file.path, format_named(file.format).whole(results, request.verbose))
    if request.statistics:
        print_statistics(totals)

    if request.write_baseline is None:
        return totals.status(bool(problems), request.exit_zero)
    count = write_baseline(request.write_baseline, reports)
    say(f"Wrote {counted(count, 'finding')} to {printable(str(request.write_baseline))}.")
    return totals.status(bool(problems), exit_zero=True)


def checked_reports(
    request: CheckRequest, output_format: OutputFormat
) -> tuple[list[FileReport], Totals]:
    """What is to be shown of all files; blocks of the format are printed on the way."""
    started = time.perf_counter()
    request, narrowings = _narrowed(request)
    reports, totals = asyncio.run(_checked(request, narrowings, output_format))
    totals.seconds = time.perf_counter() - started
    return reports, totals


Narrowing = Callable[[FileReport], FileReport]
"""Leaves out of a report what is not to be shown."""


def _narrowed(request: CheckRequest) -> tuple[CheckRequest, Sequence[Narrowing]]:
    """The request for the files that are worth a check, and what to leave out of their reports."""
    narrowings: list[Narrowing] = []
    if request.since is not None:
        change = _change(request.workload.home, request.since)
        changed = (job for job in request.workload.files if _is_touched(job, change))
        request = replace(request, workload=replace(request.workload, files=tuple(changed)))
        narrowings.append(touched_by(change))
    if request.workload.lines:
        narrowings.append(at_lines(request.workload.lines))
    if request.baseline is not None:
        narrowings.append(read_baseline(request.baseline).narrow)
    return request, narrowings


def _change(folder: Path, revision: str) -> Change:
    try:
        change = change_since(folder, revision)
    except GitError as error:
        raise click.UsageError(printable(str(error))) from error
    if change.note:
        say(f"evenhand: {printable(change.note)}")
    return change


def _is_touched(job: FileJob, change: Change) -> bool:
    """Whether to check a file; one that cannot be read is named later, with the reason."""
    data = job.read()
    return isinstance(data, Unreadable) or change.touches(job.path, data)


def _output_format(request: CheckRequest) -> OutputFormat:
    if request.write_baseline is not None and request.format == "text":
        return OutputFormat()  # The findings go to the baseline alone.
    return format_named(request.format)


async def _checked(
    request: CheckRequest, narrowings: Iterable[Narrowing], output_format: OutputFormat
) -> tuple[list[FileReport], Totals]:
    """The reports, each printed as soon as its file is checked."""
    cancel_on_sigterm()
    reports: list[FileReport] = []
    totals = Totals()
    console = output_console()
    count = request.workload.count()
    lanes = lanes_for(count, request.workload.processes, FILES_PER_LANE)
    reader = request.second_reader
    keeps_reports = output_format.keeps_reports or bool(request.documents)

    with ExitStack() as stack:
        progress = stack.enter_context(ProgressBar(count, wanted=not request.quiet))
        table = request.table and stack.enter_context(RowWriter(request.table, COLUMNS))
        onlooker = FilesUnderWay(progress)
        make_checker = request.make_checker
        engine = Engine(lanes, request.address, make_checker=make_checker, onlooker=onlooker)
        jobs = request.workload.jobs()
        jobs = map(with_data, jobs) if engine.address else jobs
        async with aclosing(checked_files(jobs, engine)) as results:
            async for result in results:
                report = result.report
                for narrow in narrowings:
                    report = narrow(report)
                if reader is not None and report.shown:
                    already = len(reader.problems)
                    report = await read_again(reader, report, request.workload.files)
                    print_problems(reader.problems[already:], progress)
                if keeps_reports:
                    reports.append(report)
                known = len(totals.problems)
                totals.add(report, result.standing)
                print_problems(totals.problems[known:], progress)
                totals.costs.add(report.path, result.cost)

                progress.advance()
                if table:
                    write_verdicts(table, report)
                if table and report.row is not None:
                    continue
                blocks = list(output_format.blocks(report, request.verbose))
                print_file(report, blocks, console, progress)
    return reports, totals


async def checked_files(
    jobs: Iterable[FileJob], engine: Engine
) -> AsyncGenerator[CheckedFile, None]:
    """The results of some jobs, in their order; raises `UsageError` if the engine is not there."""
    try:
        async with aclosing(each(CHECKING, jobs, engine)) as results:
            async for result in results:
                yield result
    except EngineError as error:
        raise click.UsageError(str(error)) from error


def print_problems(problems: Sequence[str], progress: ProgressBar) -> None:
    """Print problems of the run."""
    if problems:
        with progress.hidden():
            for problem in problems:
                say(f"evenhand: {printable(problem)}")


def print_file(
    report: FileReport, blocks: Sequence[Text], console: Console, progress: ProgressBar
) -> None:
    """Print the findings about one file, or why it could not be read."""
    if not blocks and not report.problem:
        return

    with progress.hidden():
        if report.problem:
            say(f"evenhand: {printable(problem_of(report))}")
        for block in blocks:
            show_rich(console, block, end="\n\n" if "\n" in block.plain else "\n")


def print_document(output_format: OutputFormat, results: Results, quiet: bool) -> None:
    """Print what an output format says about all files together."""
    if quiet and output_format.document_is_summary:
        return
    document = output_format.document(results)
    if document is not None:
        show_document(document)
