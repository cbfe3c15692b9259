"""Check Python files, and again whatever changes, until Ctrl+C.

The processes and their workers stay, so that a changed function costs what it costs in the editor.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from evenhand.apps.cli.commands.check_files import (
    FILES_PER_LANE,
    CheckRequest,
    check_request,
    checker_maker,
    print_document,
    print_file,
)
from evenhand.apps.cli.commands.exit_status import cancel_on_sigterm
from evenhand.apps.cli.file_checks import FileJob, WatchedFile, failed, watch_file
from evenhand.apps.cli.input.watched_places import Stamps, stamps_around
from evenhand.apps.cli.input.workload import STDIN, refuse_data_sets, refuse_lines
from evenhand.apps.cli.output.baseline import read_baseline
from evenhand.apps.cli.output.formats import format_named
from evenhand.apps.cli.output.output_format import Results
from evenhand.apps.cli.output.progress_bar import ProgressBar
from evenhand.apps.cli.output.totals import Totals, counted
from evenhand.check import mistakes
from evenhand.doors.console import output_console
from evenhand.doors.printable import printable
from evenhand.doors.terminal import say, show_text
from evenhand.findings import FileReport
from evenhand.scaling.engine_pool import EnginePool
from evenhand.scaling.engine_process import EngineLostError
from evenhand.scaling.engines import lanes_for

PAUSE = 0.5
"""Seconds between two looks at the files."""
EXCLUDED = {
    "write_baseline": "write-baseline", "address": "engine", "statistics": "statistics",
    "outputs": "output", "column": "column", "add_allowances": "add-allowances",
    "second_reader": "second-reader",
}  # fmt: skip
"""Options that make no sense where a check goes on, and what they are called."""


def refuse_while_watching(paths: Sequence[str], options: Mapping[str, Any]) -> None:
    """Raise `UsageError` for what cannot be watched."""
    refuse_data_sets(paths, "--watch")
    refuse_lines(paths, "--watch")
    if STDIN in paths:
        raise click.UsageError("--watch needs files: `-` (standard input) is read once")
    if options["format"] != "text":
        raise click.UsageError(f"--watch prints text, and --format asks for {options['format']}")
    for name, shown in EXCLUDED.items():
        if options.get(name):
            raise click.UsageError(f"--watch and --{shown} exclude each other")


def watch_files(paths: tuple[str, ...], options: Mapping[str, Any]) -> int:
    """Check, and again whatever changes; return the exit status of the last run at Ctrl+C."""
    statuses: list[int] = []
    try:
        asyncio.run(_watch(lambda: check_request(paths, options), options, statuses))
    except KeyboardInterrupt:
        if not statuses:
            raise
    return statuses[-1]


async def _watch(
    make_request: Callable[[], CheckRequest], options: Mapping[str, Any], statuses: list[int]
) -> None:
    """Check until this is cancelled; `statuses` gets the exit status of each run."""
    cancel_on_sigterm()
    request = make_request()
    lanes = lanes_for(len(request.workload.files), request.workload.processes, FILES_PER_LANE)
    pool = EnginePool(checker_maker(options, fresh_seconds=0), most=lanes)
    watch = Watch(request, pool)
    jobs: Sequence[FileJob] = request.workload.files
    try:
        while True:
            before = watch.stamps()
            statuses.append(await watch.run(jobs))
            earlier = {**watch.stamps(), **before}
            jobs = await _next_jobs(watch, earlier, make_request)
    finally:
        await watch.pool.aclose()


async def _next_jobs(
    watch: Watch, earlier: Stamps, make_request: Callable[[], CheckRequest]
) -> Sequence[FileJob]:
    """Wait for changes, and return what has to be checked again; nothing if files are gone."""
    while True:
        await asyncio.sleep(PAUSE)
        now = watch.stamps()
        changed = {place for place, stamp in now.items() if earlier.get(place) != stamp}
        if not changed:
            continue

        if not changed <= watch.contents:
            watch.request = make_request()
        jobs = watch.outdated(changed)
        if jobs or watch.gone():
            return jobs
        earlier = {**watch.stamps(), **now}


@dataclass(slots=True)
class Watch:
    """What is known of the files that are watched."""

    request: CheckRequest
    pool: EnginePool
    checked: dict[str, tuple[FileJob, WatchedFile]] = field(default_factory=dict)
    """By the path of a file, how it was checked and what came of it."""
    narrow: Callable[[FileReport], FileReport] = field(init=False)
    """Leaves out what is not to be shown."""
    console: Console = field(default_factory=output_console)

    def __post_init__(self) -> None:
        baseline = self.request.baseline
        self.narrow = lambda report: report
        if baseline is not None:
            self.narrow = read_baseline(baseline).narrow

    @property
    def contents(self) -> set[str]:
        """The files whose contents decide what is found."""
        reached = (place for _, watched in self.checked.values() for place in watched.depends_on)
        return {*(str(job.path.absolute()) for job in self.request.workload.files), *reached}

    def stamps(self) -> Stamps:
        """What changes when the files do, or their folders and settings."""
        files = [job.path.absolute() for job in self.request.workload.files]
        return stamps_around(files, self.contents)

    def outdated(self, changed: set[str]) -> list[FileJob]:
        """The files that are new, or whose findings may be others after some changes."""
        return [job for job in self.request.workload.files if self._is_outdated(job, changed)]

    def gone(self) -> set[str]:
        """The files that were checked and are no more."""
        return self.checked.keys() - {str(job.path) for job in self.request.workload.files}

    async def run(self, jobs: Sequence[FileJob]) -> int:
        """Check files and print what has changed with them; return the exit status of all."""
        began = time.perf_counter()
        for path in sorted(self.gone()):
            _, watched = self.checked.pop(path)
            if self._blocks(watched):
                self._say(f"{printable(path)} is gone")

        tasks = [asyncio.create_task(self._check(job)) for job in jobs]
        try:
            with ProgressBar(len(jobs), wanted=not self.request.quiet) as progress:
                for job, task in zip(jobs, tasks, strict=True):
                    self._show(job, await task, progress)
                    progress.advance()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return self._sum_up(time.perf_counter() - began)

    def _is_outdated(self, job: FileJob, changed: set[str]) -> bool:
        earlier = self.checked.get(str(job.path))
        if earlier is None or str(job.path.absolute()) in changed:
            return True
        earlier_job, watched = earlier
        return earlier_job != job or not watched.depends_on.isdisjoint(changed)

    async def _check(self, job: FileJob) -> WatchedFile:
        try:
            return await self.pool.do(watch_file, job, topic=str(job.path))
        except EngineLostError as lost:
            return WatchedFile(failed(job, lost.explanation))
        except Exception as error:
            return WatchedFile(failed(job, mistakes.explained(error)))

    def _show(self, job: FileJob, new: WatchedFile, progress: ProgressBar) -> None:
        """Print what is found in a file, unless it was printed before."""
        path = str(job.path)
        _, earlier = self.checked.get(path, (job, None))
        self.checked[path] = job, new
        report, blocks = new.file.report, self._blocks(new)
        if earlier is not None and self._is_same(report, blocks, earlier):
            return
        if blocks or report.problem:
            print_file(report, blocks, self.console, progress)
        elif earlier is not None:
            self._say(f"{printable(path)}: nothing is left to show")

    def _is_same(self, report: FileReport, blocks: Sequence[Text], earlier: WatchedFile) -> bool:
        """Whether a person would read again what they have read already."""
        is_same_text = _plain(blocks) == _plain(self._blocks(earlier))
        return is_same_text and report.problem == earlier.file.report.problem

    def _blocks(self, watched: WatchedFile) -> list[Text]:
        """What is printed about a file."""
        report = self.narrow(watched.file.report)
        return list(format_named(self.request.format).blocks(report, self.request.verbose))

    def _sum_up(self, seconds: float) -> int:
        """Print the summary of all files, as `evenhand check` ends."""
        totals, reports = Totals(seconds=seconds), []
        workload = self.request.workload
        for _, watched in self.checked.values():
            reports.append(self.narrow(watched.file.report))
            totals.add(reports[-1], watched.file.standing)

        for problem in totals.problems:
            say(f"evenhand: {printable(problem)}")
        python, notes = workload.python, workload.notes
        results = Results(reports, totals, workload.problems, python, notes, None)
        print_document(format_named(self.request.format), results, self.request.quiet)
        self._say(f"Watching {counted(len(reports), 'file')}; Ctrl+C ends.")
        return totals.status(bool(workload.problems), self.request.exit_zero)

    def _say(self, text: str) -> None:
        if not self.request.quiet:
            show_text(text)
        self.console.file.flush()


def _plain(blocks: Iterable[Text]) -> list[str]:
    return [block.plain for block in blocks]
