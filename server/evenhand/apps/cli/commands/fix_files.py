"""Repair every finding in some files, and show or write what changed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.commands.exit_status import cancel_on_sigterm
from evenhand.apps.cli.file_checks import FileJob
from evenhand.apps.cli.file_repairs import Announcement, RepairJob, repair_one_file
from evenhand.apps.cli.input.endpoint import endpoint
from evenhand.apps.cli.input.repair_choice import choose_repair
from evenhand.apps.cli.input.workload import STDIN, Workload, python_workload
from evenhand.apps.cli.output.progress_bar import ProgressBar
from evenhand.apps.cli.output.repair_text import (
    print_announcement,
    print_diff,
    print_repairs,
    print_round,
    print_summary,
)
from evenhand.doors.files import Unreadable
from evenhand.doors.printable import printable
from evenhand.doors.project import root_around
from evenhand.doors.terminal import say
from evenhand.doors.writing import replace_content
from evenhand.models.openai_endpoint import Endpoint
from evenhand.repair.by_model.conversation import Asking, Round
from evenhand.repair.by_model.strategies import Strategy
from evenhand.repair.repairs import Repair, Repairs
from evenhand.repair.whole_files import FileRepair
from evenhand.scaling.engine_pool import EnginePool
from evenhand.scaling.engine_process import EngineLostError, Listener
from evenhand.workspace.decoding import NotEncodedError, NotTextError, decode, encode

NOTHING_LEFT, SOMETHING_LEFT, UNREADABLE = 0, 1, 2


@dataclass(frozen=True, slots=True)
class FixRequest:
    """Everything that decides what is repaired, by whom, and what becomes of it."""

    workload: Workload
    write: bool
    """Write the repairs to the files; else print a diff."""
    ask: bool
    """Let the user choose among the repairs of each function."""
    quiet: bool
    endpoint: Endpoint | None
    """The model that writes the repairs; None: Evenhand itself does."""
    asking: Asking


@dataclass(slots=True)
class Tally:
    """What came of the files so far."""

    repaired: int = 0
    """Functions."""
    left: int = 0
    """Functions that could not be repaired."""
    unwritten: int = 0
    """Functions whose repair could not be written."""
    files: int = 0
    problems: int = 0
    """Files that could not be read or written, and settings that could not be used."""


def fix_request(paths: tuple[str, ...], options: Mapping[str, Any]) -> FixRequest:
    """The request that the command's options describe; raises `UsageError`."""
    named_model = None
    if options["provider"] == "openai":
        named_model = endpoint(options["model"], options["base_url"])
    if options["write"] and STDIN in paths:
        raise click.UsageError("standard input cannot be written to; leave out --write")

    return FixRequest(
        python_workload(paths, options),
        options["write"],
        options["ask"],
        options["quiet"],
        named_model,
        Asking(Strategy(options["strategy"]), options["rounds"], options["prices"]),
    )


def fix_files(request: FixRequest) -> int:
    """Repair, print or write, and return the exit status."""
    started = time.perf_counter()
    tally = Tally(problems=len(request.workload.problems))
    asyncio.run(_fix(request, tally))
    if not request.quiet:
        print_summary(tally, request.write, time.perf_counter() - started)

    if tally.problems:
        return UNREADABLE
    only_shown = tally.repaired and not request.write
    return SOMETHING_LEFT if tally.left or only_shown else NOTHING_LEFT


async def _fix(request: FixRequest, tally: Tally) -> None:
    cancel_on_sigterm()
    talks = request.quiet or request.ask or request.endpoint is not None
    files = request.workload.files

    async with aclosing(EnginePool()) as engines:
        engines.start()  # before the progress bar starts a thread
        with ProgressBar(len(files), wanted=not talks, title="Repairing") as progress:
            for job in files:
                if job.options.not_run:
                    message = "a repair is proved by running it, and nothing may run here"
                    raise click.UsageError(message)
                await _fix_file(engines, request, job, tally, progress)
                progress.advance()


async def _fix_file(
    engines: EnginePool, request: FixRequest, job: FileJob, tally: Tally, progress: ProgressBar
) -> None:
    """Repair one file, and show or write the result."""
    data = job.read()
    if isinstance(data, Unreadable):
        with progress.hidden():
            _complain(tally, f"{job.path}: cannot be read ({data.reason})")
        return

    try:
        repair = await _repaired(engines, request, job, decode(data))
    except NotTextError as error:
        repair = FileRepair("", "", problem=str(error))

    with progress.hidden():
        if repair.problem:
            _complain(tally, f"{job.path}: {repair.problem}")
            return

        tally.files += 1
        tally.left += len(repair.left)
        print_repairs(job.path, repair)
        if not request.write:
            tally.repaired += len(repair.done)
            print_diff(job.path, repair)
        elif _is_written(job.path, request.workload.home, data, repair, tally):
            tally.repaired += len(repair.done)
        else:
            tally.unwritten += len(repair.done)


async def _repaired(
    engines: EnginePool, request: FixRequest, job: FileJob, text: str
) -> FileRepair:
    path = job.path.absolute()
    asked = RepairJob(text, path, job.options, request.ask, request.endpoint, request.asking)
    try:
        return await engines.do(repair_one_file, asked, listener=_User())
    except EngineLostError as lost:
        return FileRepair(text, text, problem=str(lost))


class _User(Listener):
    """Prints what a repair tells, and lets the user choose."""

    def hear(self, event: Announcement | Round) -> None:
        if isinstance(event, Announcement):
            print_announcement(event)
        else:
            print_round(event)

    async def answer(self, question: Repairs) -> Repair | None:
        return choose_repair(question)


def _is_written(path: Path, home: Path, before: bytes, repair: FileRepair, tally: Tally) -> bool:
    """Write the repaired text; what prevents it is printed, and the file stays as it was."""
    if repair.after == repair.before:
        return True
    try:
        after = encode(repair.after, before)
    except NotEncodedError as error:
        _complain(tally, f"{path} was not written: it {error}")
        return False

    problem = replace_content(path, before, after, root_around(path, home))
    if problem is not None:
        _complain(tally, f"{path} was not written: {problem.reason}")
    return problem is None


def _complain(tally: Tally, problem: str) -> None:
    tally.problems += 1
    say(f"evenhand: {printable(problem)}")
