"""`evenhand study ... --model`: ask a model, keep what it wrote, and go on where a run stopped."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.input.answers import rows_of
from evenhand.apps.cli.input.endpoint import endpoint as endpoint_of
from evenhand.apps.cli.output.progress_bar import FileProgress
from evenhand.apps.cli.output.totals import counted
from evenhand.models.language_model import ModelError
from evenhand.models.openai_endpoint import Endpoint
from evenhand.models.openai_model import connected
from evenhand.research.generation.budget import Limits, budget_of, estimate
from evenhand.research.generation.questions import Generation, Question, digest, missing
from evenhand.research.generation.run_folder import Run, RunError, Setup, answers_in, opened
from evenhand.research.generation.session import Asking
from evenhand.research.studies import Study
from evenhand.research.tasks import repeated

FOLDER = Path("studies")
"""Where runs are, unless it is said."""
SECONDS = 600.0
"""For one answer, with the pauses that an endpoint asks for."""
RETRIES = 6


@dataclass(frozen=True, slots=True)
class Request:
    """What a model is to be asked."""

    model: str
    base_url: str | None
    out: Path | None
    tasks: Path | None
    k: int
    first: int | None
    """So many tasks only."""
    temperature: float
    seed: int | None
    limits: Limits
    at_once: int
    per_minute: float | None
    dry_run: bool

    def questions(self, study: Study) -> list[Question]:
        """Each task once, also those after the first that are wanted; raises `ClickException`."""
        if self.tasks is None:
            found = list(study.questions())
        else:
            try:
                found = list(study.from_rows(rows_of(self.tasks)))
            except (KeyError, TypeError) as error:
                said = f"{self.tasks} holds no tasks of this study ({error!r})"
                raise click.ClickException(said) from error
        return found


def request_of(
    *,
    max_requests: int | None,
    max_cost: float | None,
    prices: tuple[float, float] | None,
    max_tokens: int,
    **given: Any,
) -> Request:
    """From the options of the command line; raises `UsageError`."""
    if max_cost is not None and prices is None:
        raise click.UsageError("--max-cost needs --prices")
    return Request(limits=Limits(max_requests, max_cost, prices, max_tokens), **given)


def generate(study: Study, request: Request) -> Path:
    """Ask until all is answered or the budget is spent; the run's folder."""
    endpoint = endpoint_for(request)
    folder = request.out or FOLDER / f"{study.name}-{_slug(request)}"
    tasks = request.questions(study)
    questions = list(repeated(tasks[: request.first], request.k))
    try:
        if request.dry_run:
            tell_estimate(folder, questions, request)
            return folder
        with opened(folder, setup_for(study.name, endpoint, request, digest(tasks))) as run:
            asyncio.run(ask(run, questions, endpoint, request))
    except (RunError, ModelError) as error:
        raise click.ClickException(str(error)) from error
    return folder


async def ask(
    run: Run, questions: Sequence[Question], endpoint: Endpoint, request: Request
) -> None:
    """Ask what has no answer yet, with progress, and say how it went."""
    waiting = missing(questions, run.answers)
    if not waiting:
        return
    title = f"Asking {endpoint.name}"
    async with connected(endpoint) as connection:
        with FileProgress(len(waiting), wanted=True, title=title) as progress:
            asking = Asking(
                run,
                connection,
                budget_of(request.limits, run.answers.values(), run.sent),
                request.at_once,
                request.per_minute,
                on_answer=lambda answer: progress.advance(),
            )
            with _ending_with(asking):
                await asking.ask_all(waiting)
    left = len(missing(waiting, run.answers))
    come = counted(len(waiting) - left, "answer")
    click.echo(f"{come} in {run.file}{_usage(run, request)}.", err=True)
    if left:
        why = asking.why or "interrupted"
        missed = f"{left} {'is' if left == 1 else 'are'} missing"
        said = (
            f"{missed}: {why}. The same command goes on from here;"
            f" --from {run.folder} judges what is there."
        )
        raise click.ClickException(said)


@contextmanager
def _ending_with(asking: Asking) -> Iterator[None]:
    """An interruption lets the answers on their way arrive; a second one does not wait."""
    loop = asyncio.get_running_loop()

    def end() -> None:
        click.echo("evenhand: waiting for the answers on their way (Ctrl+C: do not)", err=True)
        asking.end("interrupted")
        loop.remove_signal_handler(signal.SIGINT)

    with suppress(NotImplementedError):  # Windows has no such handlers.
        loop.add_signal_handler(signal.SIGINT, end)
    try:
        yield
    finally:
        with suppress(NotImplementedError):
            loop.remove_signal_handler(signal.SIGINT)


def tell_estimate(folder: Path, questions: Sequence[Question], request: Request) -> None:
    """Say what the rest of a run would take."""
    known = list(answers_in(folder))
    waiting = missing(questions, {answer.key for answer in known})
    found = estimate(waiting, known, request.limits.prices)
    click.echo(f"{len(questions) - len(waiting)} of {len(questions)} answers are in {folder}.")
    received = "as long as the answers so far" if found.measured else "400 each"
    click.echo(
        f"{counted(found.requests, 'request')}, about {found.sent:,} tokens sent"
        f" and {found.received:,} received ({received})."
    )
    if found.cost is not None:
        most = f", at most {request.limits.cost:g} allowed" if request.limits.cost else ""
        click.echo(f"About {found.cost:.2f} in the currency of --prices{most}.")


def _usage(run: Run, request: Request) -> str:
    answers = run.answers.values()
    sent, received = (sum(getattr(a, n) or 0 for a in answers) for n in ("sent", "received"))
    spent = budget_of(request.limits, answers, run.sent).cost
    cost = f", {spent:.4f} spent" if request.limits.prices else ""
    refused, empty = sum(a.refused for a in answers), sum(_empty(a) for a in answers)
    tokens = f"; {sent:,} + {received:,} tokens in all{cost}"
    return f"{tokens}; {refused} refused, {empty} without code"


def _empty(answer: Generation) -> bool:
    return not answer.code and not answer.refused


def setup_for(study: str, endpoint: Endpoint, request: Request, tasks: str) -> Setup:
    """What a run notes down of a request."""
    return Setup(
        study,
        endpoint.model,
        endpoint.base_url,
        request.temperature,
        request.limits.longest,
        request.seed,
        tasks,
    )


def endpoint_for(request: Request) -> Endpoint:
    """Where and how to ask; raises `UsageError`."""
    return replace(
        endpoint_of(request.model, request.base_url),
        seconds=SECONDS,
        retries=RETRIES,
        temperature=request.temperature,
        tokens=request.limits.longest,
    )


def _slug(request: Request) -> str:
    name = "".join(c if c.isalnum() or c in "._" else "-" for c in request.model)
    return f"{name}-t{request.temperature:g}"
