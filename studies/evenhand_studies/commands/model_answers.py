"""Ask a model the questions of a study; runs can be interrupted and resumed."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.input.endpoint import endpoint
from evenhand.apps.cli.output.progress_bar import ProgressBar
from evenhand.apps.cli.output.totals import counted
from evenhand.doors.printable import printable
from evenhand.doors.terminal import say, show_text
from evenhand.models.language_model import ModelError
from evenhand.models.openai_endpoint import Endpoint
from evenhand.models.openai_model import connected
from evenhand_studies.commands.answers import rows_of
from evenhand_studies.research.generation.budget import Limits, budget_of, estimate
from evenhand_studies.research.generation.completions import as_completions
from evenhand_studies.research.generation.prompt_styles import PromptStyle, in_style
from evenhand_studies.research.generation.questions import Generation, Question, digest, missing
from evenhand_studies.research.generation.run_folder import Run, RunError, Setup, answers_in, opened
from evenhand_studies.research.generation.run_session import Session
from evenhand_studies.research.generation.session_record import session_record
from evenhand_studies.research.study_interface import Study
from evenhand_studies.research.tasks import repeated

FOLDER = Path("studies")
"""The parent of runs whose folder is not named."""
SECONDS = 600.0
"""For one answer, pauses included that an endpoint asks for."""
RETRIES = 6


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """What to ask of which model, how often, and at what cost."""

    endpoint: Endpoint
    out: Path | None
    """The run's folder; None: one named after the study and the model."""
    tasks: Path | None
    """A file of tasks; None: those of the study."""
    k: int
    """Answers to each task."""
    first: int | None
    """How many of the tasks to ask; None: all."""
    temperature: float
    top_p: float | None
    """None: the endpoint's own."""
    seed: int | None
    limits: Limits
    at_once: int
    """Requests in flight."""
    per_minute: float | None
    """Most requests in a minute."""
    dry_run: bool
    """Only estimate."""
    style: PromptStyle = PromptStyle.DEFAULT
    """What the tasks are asked along with."""
    variant: str = ""
    """In which of the study's other ways questions are put; empty for the usual one."""
    completions: bool = False
    """Whether a base model is to go on with a text."""

    def questions(self, study: Study[Any]) -> list[Question]:
        """All tasks once, those beyond `first` included; raises `ClickException`."""
        questions = in_style(self._tasks(study), self.style)
        return list(as_completions(questions) if self.completions else questions)

    def _tasks(self, study: Study[Any]) -> list[Question]:
        if self.variant:
            return list(study.variants[self.variant]())
        return tasks_to_ask(study, self.tasks)

    def setup(self, study: str, tasks: str) -> Setup:
        """What a run notes down of this request; `tasks` is a digest of its tasks."""
        return Setup(
            study,
            self.endpoint.model,
            self.endpoint.base_url,
            self.temperature,
            self.limits.longest,
            self.seed,
            tasks,
            self.top_p,
            self.way,
            self.completions,
        )

    @property
    def way(self) -> str:
        """How questions are put and what they are asked along with, as a run notes it."""
        style = "" if self.style is PromptStyle.DEFAULT else str(self.style)
        return " ".join(filter(None, (self.variant, style))) or PromptStyle.DEFAULT


def tasks_to_ask(study: Study[Any], tasks: Path | None) -> list[Question]:
    """The tasks in a file, or this project's own; raises `ClickException`."""
    if tasks is None:
        return list(study.questions())
    try:
        return list(study.questions_from(rows_of(tasks)))
    except (KeyError, TypeError) as error:
        message = f"{tasks} holds no tasks of this study ({error!r})"
        raise click.ClickException(message) from error


def model_requests(options: Mapping[str, Any]) -> list[ModelRequest]:
    """What the options of `study_options.asking` ask for: a request for each combination of them.

    Raises `UsageError`.
    """
    if options.get("variants") and options["tasks"] is not None:
        raise click.UsageError(
            "the tasks of a file are asked as they are written there: "
            "leave out --tasks, or --language and --shown"
        )
    settings = product(
        options["temperatures"],
        options["top_ps"] or (None,),
        options["styles"],
        options.get("variants") or ("",),
    )
    requests = [_request(options, *own) for own in settings]
    if len(requests) == 1 or options["out"] is None:
        return requests
    return [replace(own, out=options["out"] / _settings_of(own)) for own in requests]


def model_request(options: Mapping[str, Any]) -> ModelRequest:
    """The same for commands that ask in one way; raises `UsageError` for several."""
    (request, *more) = model_requests({"styles": (PromptStyle.DEFAULT,), **options})
    if more:
        raise click.UsageError("say --temperature and --top-p once each")
    return request


def _request(
    options: Mapping[str, Any], temperature: float, top_p: float | None, style: str, variant: str
) -> ModelRequest:
    prices, max_cost = options["prices"], options["max_cost"]
    if max_cost is not None and prices is None:
        raise click.UsageError("--max-cost needs --prices")

    limits = Limits(options["max_requests"], max_cost, prices, options["max_tokens"])
    named_model = replace(
        endpoint(options["model"], options["base_url"]),
        seconds=SECONDS,
        retries=RETRIES,
        temperature=temperature,
        top_p=top_p,
        tokens=limits.longest,
    )
    return ModelRequest(
        named_model,
        options["out"],
        options["tasks"],
        options["k"],
        options["first"],
        temperature,
        top_p,
        options["seed"],
        limits,
        options["at_once"],
        options["per_minute"],
        options["dry_run"],
        PromptStyle(style),
        variant,
        bool(options.get("completions")),
    )


def generate(study: Study[Any], request: ModelRequest) -> Path:
    """Ask until everything is answered or the budget is spent; returns the run's folder."""
    folder = request.out or FOLDER / f"{study.name}-{_slug(request)}"
    tasks = request.questions(study)
    questions = list(repeated(tasks[: request.first], request.k))
    try:
        if request.dry_run:
            print_estimate(folder, questions, request)
            return folder
        with opened(folder, request.setup(study.name, digest(tasks))) as run:
            asyncio.run(ask(run, questions, request))
    except (RunError, ModelError) as error:
        raise click.ClickException(str(error)) from error
    return folder


async def ask(run: Run, questions: Sequence[Question], request: ModelRequest) -> None:
    """Ask what has no answer yet, and say how it went; raises `ClickException` if some is left."""
    waiting = missing(questions, run.answers)
    if not waiting:
        return

    title = f"Asking {request.endpoint.name}"
    try:
        run.begin_session(questions, session_record(asdict(run.setup)))
    except OSError as error:
        raise RunError(f"{run.folder} cannot be written ({error.strerror or error})") from error

    async with connected(request.endpoint) as connection:
        with ProgressBar(len(waiting), wanted=True, title=title) as progress:
            session = Session(
                run,
                connection,
                budget_of(request.limits, run.answers.values(), run.sent),
                request.at_once,
                request.per_minute,
                on_answer=lambda answer: progress.advance(),
            )
            with _ended_by_ctrl_c(session):
                await session.ask_all(waiting)

    left = len(missing(waiting, run.answers))
    answered = counted(len(waiting) - left, "answer")
    say(f"{answered} in {printable(str(run.file))}{_usage(run, request)}.")
    if left:
        raise click.ClickException(_unfinished(left, session.why or "interrupted", run.folder))


def print_estimate(folder: Path, questions: Sequence[Question], request: ModelRequest) -> None:
    """Print what the rest of a run would take."""
    answers = list(answers_in(folder))
    waiting = missing(questions, {answer.key for answer in answers})
    expected = estimate(waiting, answers, request.limits.prices)
    length = "as long as the answers so far" if expected.measured else "400 each"

    progress = f"{len(questions) - len(waiting)} of {len(questions)} answers"
    show_text(f"{progress} are in {printable(str(folder))}.")
    show_text(
        f"{counted(expected.requests, 'request')}, about {expected.sent:,} tokens sent"
        f" and {expected.received:,} received ({length})."
    )
    if expected.cost is not None:
        limit = f", at most {request.limits.cost:g} allowed" if request.limits.cost else ""
        show_text(f"About {expected.cost:.2f} in the currency of --prices{limit}.")


@contextmanager
def _ended_by_ctrl_c(session: Session) -> Iterator[None]:
    """Let Ctrl+C stop asking, and wait for answers on their way; a second one does not wait."""
    loop = asyncio.get_running_loop()

    def end() -> None:
        say("evenhand: waiting for pending answers (Ctrl+C again: stop now)")
        session.end("interrupted")
        loop.remove_signal_handler(signal.SIGINT)

    with suppress(NotImplementedError):  # Windows has no such handlers.
        loop.add_signal_handler(signal.SIGINT, end)
    try:
        yield
    finally:
        with suppress(NotImplementedError):
            loop.remove_signal_handler(signal.SIGINT)


def _unfinished(left: int, reason: str, folder: Path) -> str:
    verb = "is" if left == 1 else "are"
    return (
        f"{left} {verb} missing: {reason}. Run the same command to resume;"
        f" --from {folder} judges what is there."
    )


def _usage(run: Run, request: ModelRequest) -> str:
    """Tokens, cost and failures of a run so far, as the rest of a sentence."""
    answers = run.answers.values()
    sent = sum(answer.sent or 0 for answer in answers)
    received = sum(answer.received or 0 for answer in answers)
    spent = budget_of(request.limits, answers, run.sent).cost
    cost = f", {spent:.4f} spent" if request.limits.prices else ""

    refused = sum(answer.refused for answer in answers)
    empty = sum(map(_is_empty, answers))
    tokens = f"; {sent:,} + {received:,} tokens in all{cost}"
    return f"{tokens}; {refused} refused, {empty} without code"


def _is_empty(answer: Generation) -> bool:
    return not answer.code and not answer.refused


def _slug(request: ModelRequest) -> str:
    """A name for a folder: the model, and how it is asked."""
    name = request.endpoint.model
    safe = "".join(c if c.isalnum() or c in "._" else "-" for c in name)
    return f"{safe}-{_settings_of(request)}"


def _settings_of(request: ModelRequest) -> str:
    """The temperature, and what else is not as usual: `t0.2-p0.9-cot`."""
    top_p = "" if request.top_p is None else f"-p{request.top_p:g}"
    way = "" if request.way == PromptStyle.DEFAULT else f"-{request.way.replace(' ', '-')}"
    base = "-base" if request.completions else ""
    return f"t{request.temperature:g}{top_p}{way}{base}"
