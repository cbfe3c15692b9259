"""`evenhand fix`: proved repairs of everything that a check finds, shown or written."""

from __future__ import annotations

import asyncio
import difflib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
from rich.syntax import Syntax

from evenhand.apps.cli.input.sources import (
    STDIN,
    TERMINATED,
    Request,
    Sources,
    end_when_told,
    jobs_of,
    print_anything,
)
from evenhand.apps.cli.jobs import Job
from evenhand.apps.cli.output.progress_bar import FileProgress
from evenhand.apps.cli.output.text_output import output_console, printable
from evenhand.apps.cli.output.totals import counted
from evenhand.check.checking import Checker
from evenhand.models.openai_endpoint import Endpoint
from evenhand.models.openai_model import OpenAIModel
from evenhand.repair.by_model.conversation import Asking, Round, by_model
from evenhand.repair.by_model.prompts import Strategy, first_request
from evenhand.repair.offline import without_model
from evenhand.repair.repairs import Repair, Repairs
from evenhand.repair.survey.repair_case import Case, examine
from evenhand.repair.whole_files import FileRepair, most_favourable, repair_file
from evenhand.workspace.decoding import NotTextError, decode, encode

NOTHING_LEFT, SOMETHING_LEFT, UNREADABLE = 0, 1, 2


@dataclass(frozen=True, slots=True)
class FixRequest(Request):
    """What the user asked `evenhand fix` for."""

    write: bool = False
    ask: bool = False
    """Let the user choose among the repairs of each function."""
    endpoint: Endpoint | None = None
    """The model that writes the repairs; None: none does."""
    asking: Asking = field(default_factory=Asking)


@dataclass(slots=True)
class Tally:
    """What came of the files so far."""

    repaired: int = 0
    left: int = 0
    files: int = 0
    problems: int = 0


def fix(request: FixRequest) -> int:
    """Repair, print or write, and return the exit status."""
    print_anything()
    if request.write and STDIN in request.paths:
        raise click.UsageError("standard input cannot be written to; leave out --write")
    sources = Sources(request)
    jobs, _ = jobs_of(request, sources)
    sources.say_problems()
    started = time.perf_counter()
    tally = Tally(problems=len(sources.problems))
    try:
        asyncio.run(_run(request, jobs, tally))
    except asyncio.CancelledError:
        return TERMINATED
    if not request.quiet:
        click.echo(_summary(request, tally, time.perf_counter() - started), err=True)
    if tally.problems:
        return UNREADABLE
    shown_only = tally.repaired and not request.write
    return SOMETHING_LEFT if tally.left or shown_only else NOTHING_LEFT


async def _run(request: FixRequest, jobs: Sequence[Job], tally: Tally) -> None:
    end_when_told()
    talks = request.quiet or request.ask or request.endpoint is not None
    with FileProgress(len(jobs), wanted=not talks, title="Repairing") as progress:
        async with Checker() as checker:
            for job in jobs:
                if job.options.not_run:
                    raise click.UsageError("a repair is proved by running it; nothing may run here")
                await _job(checker, request, job, tally, progress)
                progress.advance()


async def _job(
    checker: Checker, request: FixRequest, job: Job, tally: Tally, progress: FileProgress
) -> None:
    """Repair one file, and show or write what came of it."""
    try:
        data = job.path.read_bytes() if job.data is None else job.data
        made = await _repaired(checker, request, job, decode(data))
    except (OSError, NotTextError) as error:
        made = FileRepair("", "", problem=str(getattr(error, "strerror", None) or error))
        data = b""
    with progress.hidden():
        if made.problem:
            _complain(tally, f"{job.path}: {made.problem}")
            return
        _show(request, job, made, tally)
        if request.write and made.after != made.before:
            _write(job.path, data, made, tally)


async def _repaired(checker: Checker, request: FixRequest, job: Job, text: str) -> FileRepair:
    path = job.path.absolute()
    most = 4 if request.ask else 1

    async def make(source: str, function: str) -> Repairs:
        case = await examine(checker, source, path, job.options, function)
        if request.endpoint is None:
            return await without_model(checker, case, most)
        model = OpenAIModel(request.endpoint)
        _tell(case, model, request.asking.strategy)
        return await by_model(checker, case, model, request.asking, _on_round)

    choose = _asked if request.ask else most_favourable
    return await repair_file(checker, text, path, job.options, make, choose)


def _tell(case: Case, model: OpenAIModel, strategy: Strategy) -> None:
    """Say what is sent and where before it is."""
    sent = sum(len(m.text) for m in first_request(case, strategy))
    click.echo(
        f"Asking {model.name} for `{case.function.name}`: sending its text, what it uses in the "
        f"file and the failing calls ({sent:,} characters)",
        err=True,
    )


def _on_round(done: Round) -> None:
    tokens = f", {done.usage.sent:,} + {done.usage.received:,} tokens" if done.usage.sent else ""
    said = f"no repair, {printable(done.problem)}" if done.problem else "proved"
    click.echo(f"    answer {done.number}: {said}{tokens}", err=True)


def _asked(repairs: Repairs) -> Repair | None:
    """The repair that the user picks."""
    if not repairs.offered:
        return None
    click.echo(f"\n{repairs.function}: which repair?")
    for number, repair in enumerate(repairs.offered, 1):
        click.echo(f"  {number}  {repair.title}")
        for line in filter(None, (repair.effect, repair.evidence)):
            click.echo(f"     {line}")
    click.echo("  0  none")
    numbers = click.IntRange(0, len(repairs.offered))
    picked = click.prompt("Number", type=numbers, default=1)
    return repairs.offered[picked - 1] if picked else None


def _show(request: FixRequest, job: Job, made: FileRepair, tally: Tally) -> None:
    tally.files += 1
    tally.repaired += len(made.done)
    tally.left += len(made.left)
    console = output_console()
    for done in made.done:
        attributes = ", ".join(done.attributes)
        click.echo(
            f"{job.path}:{done.line}: {done.function} ({attributes}): {done.repair.title}", err=True
        )
        told = (done.repair.effect, done.repair.evidence, done.repair.by_model)
        for line in filter(None, told):
            click.echo(f"    {printable(line)}", err=True)
    for left in made.left:
        reason = printable(left.reason)
        click.echo(f"{job.path}:{left.line}: {left.function}: not repaired: {reason}", err=True)
    if not request.write and made.after != made.before:
        diff = "".join(_diff(job.path, made))
        console.print(Syntax(diff, "diff") if console.is_terminal else diff, end="")


def _diff(path: Path, made: FileRepair) -> Iterator[str]:
    lines = difflib.unified_diff(
        made.before.splitlines(keepends=True),
        made.after.splitlines(keepends=True),
        path.as_posix(),
        path.as_posix(),
    )
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _write(path: Path, before: bytes, made: FileRepair, tally: Tally) -> None:
    try:
        if path.read_bytes() != before:
            _complain(tally, f"{path} has changed meanwhile, and was left as it is")
            return
        path.write_bytes(encode(made.after, before))
    except (OSError, UnicodeEncodeError) as error:
        _complain(tally, f"{path} cannot be written: {error}")


def _complain(tally: Tally, problem: str) -> None:
    tally.problems += 1
    click.echo(f"evenhand: {printable(problem)}", err=True)


def _summary(request: FixRequest, tally: Tally, seconds: float) -> str:
    if not tally.repaired and not tally.left:
        return f"Nothing to repair in {counted(tally.files, 'file')} ({seconds:.1f} s)."
    did = "Repaired" if request.write else "Would repair"
    text = f"{did} {counted(tally.repaired, 'function')} in {counted(tally.files, 'file')}"
    text += f" ({seconds:.1f} s)"
    if tally.left:
        text += f"; {tally.left} could not be repaired"
    hint = "" if request.write or not tally.repaired else " Use --write to write the changes."
    return f"{text}.{hint}"
