"""Repair every finding in some files, and show or write what changed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import click

from evenhand.apps.cli.commands.exit_status import cancel_on_sigterm
from evenhand.apps.cli.commands.fix_request import FixRequest
from evenhand.apps.cli.commands.stopped_runs import RunRecord, run_key
from evenhand.apps.cli.file_checks import FileJob
from evenhand.apps.cli.file_repairs import Announcement, repair_one_file
from evenhand.apps.cli.input.endpoint import try_out
from evenhand.apps.cli.input.repair_choice import choose_repair
from evenhand.apps.cli.output.fixed_files import FixedFile, FixedFiles, Mode
from evenhand.apps.cli.output.patch_file import base_of_patches, name_in_patch, patch
from evenhand.apps.cli.output.progress_bar import ProgressBar
from evenhand.apps.cli.output.repair_evidence import evidence
from evenhand.apps.cli.output.repair_text import (
    print_announcement,
    print_diff,
    print_repairs,
    print_round,
    print_rows,
    print_stopped,
    print_summary,
    print_writing,
)
from evenhand.apps.cli.output.written_files import (
    write_bytes_output,
    write_output,
)
from evenhand.check.cache.report_cache import user_cache
from evenhand.check.checking import Checker
from evenhand.doors.files import Unreadable
from evenhand.doors.printable import printable
from evenhand.doors.project import root_around
from evenhand.doors.terminal import say
from evenhand.doors.writing import replace_content
from evenhand.repair.by_model.conversation import Round, Writing
from evenhand.repair.repairs import Repair, Repairs
from evenhand.repair.whole_files import FileRepair
from evenhand.scaling.engine_pool import EnginePool
from evenhand.scaling.engine_process import EngineLostError, Listener
from evenhand.workspace.decoding import NotEncodedError, NotTextError, encode
from evenhand.workspace.sources import is_notebook

NOTHING_LEFT, SOMETHING_LEFT, UNREADABLE = 0, 1, 2


def fix_files(request: FixRequest) -> int:
    """Repair, print or write, and return the exit status."""
    started = time.perf_counter()
    fixing = _Fixing(request)
    try:
        asyncio.run(fixing.run())
    except (KeyboardInterrupt, asyncio.CancelledError):
        if request.keep:
            print_stopped(fixing.fixed, len(request.workload.files))
        raise

    fixing.write_outputs()
    fixed = fixing.fixed
    if not request.quiet:
        rows = fixed.rows()
        if len(rows) > 1 or fixed.mode is Mode.CHECK:
            print_rows(rows)
        print_summary(fixed, time.perf_counter() - started, request.output)
    return _status(fixed)


def _status(fixed: FixedFiles) -> int:
    if fixed.problems:
        return UNREADABLE
    is_left = bool(fixed.left or fixed.waiting) and fixed.mode is not Mode.CHECK
    is_only_shown = bool(fixed.done) and fixed.mode is not Mode.WRITE
    return SOMETHING_LEFT if is_left or is_only_shown else NOTHING_LEFT


@dataclass(slots=True)
class _Fixing:
    """One run over all files, and what has come of them so far."""

    request: FixRequest
    fixed: FixedFiles = field(init=False)
    record: RunRecord = field(init=False)
    patches: list[bytes] = field(default_factory=list)
    accidents: set[str] = field(default_factory=set)
    """Problems of the run that were said."""
    base: Path = field(init=False)
    """To which the names in a patch are relative."""

    def __post_init__(self) -> None:
        workload = self.request.workload
        self.fixed = FixedFiles(self.request.mode, problems=len(workload.problems))
        self.base = base_of_patches(workload.home)
        self.record = _record(self.request)
        self.record.recall()

    async def run(self) -> None:
        """Repair all files, one after the other."""
        cancel_on_sigterm()
        request = self.request
        files = request.workload.files

        async with aclosing(EnginePool(_checker_maker(request))) as engines:
            engines.start()  # before the progress bar starts a thread
            if request.endpoint is not None and files:
                await try_out(request.endpoint)
            with ProgressBar(len(files), wanted=not request.talks, title="Repairing") as progress:
                for job in files:
                    if job.options.not_run:
                        message = "a repair is proved by running it, and nothing may run here"
                        raise click.UsageError(message)
                    await self._fix_file(engines, job, progress)
                    progress.advance()
        self.record.end()

    def write_outputs(self) -> None:
        """Write the patch and the evidence that the user asked for; raises `NotWrittenError`."""
        if self.request.output is not None:
            write_bytes_output(self.request.output, b"".join(self.patches))
        if self.request.evidence is not None:
            write_output(self.request.evidence, evidence(self.fixed, self.request.evidence))

    async def _fix_file(self, engines: EnginePool, job: FileJob, progress: ProgressBar) -> None:
        """Repair one file, and show or write the result."""
        data = job.read()
        if isinstance(data, Unreadable):
            with progress.hidden():
                self._complain(f"{job.path}: cannot be read ({data.reason})")
            return

        earlier = self.record.earlier(job.path, data)
        if earlier is not None:
            self.fixed.files.append(FixedFile(job.path, earlier, earlier=True))
            return

        try:
            source = job.source(data)
            repair = await _repaired(engines, self.request, job, source.text)
        except NotTextError as error:
            repair = FileRepair("", "", problem=str(error))
        with progress.hidden():
            self._conclude(job.path, data, repair)

    def _conclude(self, path: Path, data: bytes, repair: FileRepair) -> None:
        """Show or write what came of one file."""
        if repair.problem:
            self._complain(f"{path}: {repair.problem}")
            return

        for accident in repair.accidents:
            if accident not in self.accidents:
                self.accidents.add(accident)
                self._complain(accident)
        if self.request.mode is not Mode.CHECK:
            print_repairs(path, repair, self.request.again, self.request.mode)
        problem = self._put(path, data, repair) if repair.after != repair.before else ""
        if problem:
            self._complain(f"{path} was not written: {problem}")
        self.fixed.files.append(FixedFile(path, repair, problem))

    def _put(self, path: Path, data: bytes, repair: FileRepair) -> str:
        """Write the repaired text, or show it; why that could not be done, or nothing."""
        request = self.request
        if request.prints_diff:
            name = name_in_patch(path, self.base) or path.as_posix().lstrip("/")
            print_diff(name, repair.before, repair.after)
            return ""
        if is_notebook(path):
            is_checked = request.mode is Mode.CHECK and request.output is None
            return "" if is_checked else "repairs of notebooks are only shown"
        try:
            after = encode(repair.after, data)
        except NotEncodedError as error:
            return f"it {error}"

        if request.output is not None:
            return self._add_to_patch(path, data, after)
        return self._write(path, data, after, repair) if request.mode is Mode.WRITE else ""

    def _write(self, path: Path, data: bytes, after: bytes, repair: FileRepair) -> str:
        root = root_around(path, self.request.workload.home)
        problem = replace_content(path, data, after, root)
        if problem is not None:
            return problem.reason
        if not repair.accidents:
            self.record.note(path, after, repair)
        return ""

    def _add_to_patch(self, path: Path, data: bytes, after: bytes) -> str:
        name = name_in_patch(path, self.base)
        if name is None:
            return f"it is not below {self.base}, where the patch applies"
        self.patches.append(patch(name, data, after))
        return ""

    def _complain(self, problem: str) -> None:
        self.fixed.problems += 1
        say(f"evenhand: {printable(problem)}")


def _checker_maker(request: FixRequest) -> Callable[[], Checker]:
    """With the user's cache, in which the texts of candidates need no place."""
    disk = user_cache(only_saved=True) if request.keep else None
    return partial(Checker, disk=disk)


def _record(request: FixRequest) -> RunRecord:
    """What runs over the same files in the same way have written, before they were stopped."""
    files = request.workload.files
    disk = user_cache() if request.keep and request.mode is Mode.WRITE else None
    if not files or disk is None or not disk.serves(files[0].path.absolute(), files[0].options):
        return RunRecord(None, "")
    job = request.repair_job(files[0], "")
    return RunRecord(disk, run_key(disk, request.workload.home, job.options, job.scope))


async def _repaired(
    engines: EnginePool, request: FixRequest, job: FileJob, text: str
) -> FileRepair:
    asked = request.repair_job(job, text)
    try:
        return await engines.do(repair_one_file, asked, listener=_User())
    except EngineLostError as lost:
        return FileRepair(text, text, problem=str(lost))


class _User(Listener):
    """Prints what a repair tells, and lets the user choose."""

    def hear(self, event: Announcement | Round | Writing) -> None:
        if isinstance(event, Announcement):
            print_announcement(event)
        elif isinstance(event, Writing):
            print_writing(event)
        else:
            print_round(event)

    async def answer(self, question: Repairs) -> Repair | None:
        return choose_repair(question)
