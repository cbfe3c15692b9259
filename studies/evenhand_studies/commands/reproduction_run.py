"""Repeat a run: judge its answers again, ask its prompts again, and compare."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from evenhand import __version__
from evenhand.apps.cli.input.endpoint import endpoint
from evenhand.models.language_model import ModelError
from evenhand_studies.commands.answers import source
from evenhand_studies.commands.judged_answers import JudgedSource, Judging, judge_source
from evenhand_studies.commands.judged_runs import common_study
from evenhand_studies.commands.model_answers import RETRIES, SECONDS, ModelRequest, ask
from evenhand_studies.commands.study_pages import show
from evenhand_studies.research.generation.budget import Limits
from evenhand_studies.research.generation.completions import as_completions
from evenhand_studies.research.generation.prompt_styles import PromptStyle, in_style
from evenhand_studies.research.generation.questions import Question, prompt_record
from evenhand_studies.research.generation.run_evidence import (
    keep_verdicts,
    prompts_in,
    sessions_in,
    verdicts_in,
)
from evenhand_studies.research.generation.run_folder import (
    RunError,
    Setup,
    answers_in,
    opened,
    setup_of,
)
from evenhand_studies.research.model_comparison import by_prompt, comparison_tables
from evenhand_studies.research.reproduction import (
    Finding,
    circumstances,
    finding,
    findings_of,
    repetition,
)
from evenhand_studies.research.study_interface import Study
from evenhand_studies.research.tables import Table

SAMPLING = ("model", "base_url", "temperature", "top_p", "seed", "tokens", "completions")
"""What of a `Setup` decides how answers come about, besides the prompts."""
FROM_SESSIONS = {"Evenhand that asked": "evenhand", "Python": "python", "machine": "machine"}
FROM_ANSWERS = {"served model": "served", "fingerprint": "fingerprint"}


def keep_findings(folder: Path, study: Study[Any], judged: JudgedSource) -> None:
    """Keep what was found about a run's answers in its folder; raises `ClickException`."""
    try:
        keep_verdicts(folder, (own.record() for own in _findings(study, judged)))
    except RunError as error:
        raise click.ClickException(str(error)) from error


def reproduce(run: Path, again: Path | None, base_url: str | None, judging: Judging) -> bool:
    """Print what differs; whether nothing of what can be repeated exactly does."""
    study = common_study([run])
    try:
        kept = verdicts_in(run, finding)
        prompts = prompts_in(run)
        _check_complete(run, kept, prompts)
        if again is not None:
            _ask_again(run, again, base_url, [question for question, _ in prompts])

        judged = judge_source(study, source(run), judging)
        repeated = repetition(kept, _findings(study, judged))
        tables = [circumstances(_circumstances(run, again, kept, study)), *repeated.tables()]
        if again is not None:
            tables += _compared(study, judged, again, judging)
    except (RunError, ModelError) as error:
        raise click.ClickException(str(error)) from error

    show(tables, [], judging, f"{run} repeated")
    return all(intact for _, intact in prompts) and not repeated.differing


def _findings(study: Study[Any], judged: JudgedSource) -> Iterator[Finding]:
    return findings_of(judged.source.records(), judged.flags(study), judged.answers)


def _check_complete(run: Path, kept: Sequence[Finding], prompts: Sequence[object]) -> None:
    """Raise `ClickException` if a run of an older version lacks what it is compared with."""
    if not prompts:
        raise click.ClickException(f"{run} keeps no prompts, so nobody can ask them again")
    if not kept:
        message = (
            f"{run} keeps no verdicts to compare with; the command that asked keeps them now:"
            " run it again (nothing is asked twice)"
        )
        raise click.ClickException(message)


def _ask_again(run: Path, again: Path, base_url: str | None, questions: Sequence[Question]) -> None:
    """Ask the prompts of a run as often as they were answered, with the same sampling."""
    setup = setup_of(run)
    if base_url is not None:
        setup = replace(setup, base_url=base_url)

    by_task = {question.task: question for question in questions}
    keys = [answer.key for answer in answers_in(run)]
    wanted = [replace(by_task[task], number=number) for task, number in keys if task in by_task]
    with opened(again, setup) as repeated:
        asyncio.run(ask(repeated, wanted, _request(setup, again)))


def _request(setup: Setup, folder: Path) -> ModelRequest:
    limits = Limits(longest=setup.tokens or Limits().longest)
    named = replace(
        endpoint(setup.model, setup.base_url),
        seconds=SECONDS,
        retries=RETRIES,
        temperature=setup.temperature,
        top_p=setup.top_p,
        tokens=setup.tokens,
    )
    return ModelRequest(
        endpoint=named,
        out=folder,
        tasks=None,
        k=1,
        first=None,
        temperature=setup.temperature or 0.0,
        top_p=setup.top_p,
        seed=setup.seed,
        limits=limits,
        at_once=4,
        per_minute=None,
        dry_run=False,
    )


def _circumstances(
    run: Path, again: Path | None, kept: Sequence[Finding], study: Study[Any]
) -> Iterator[tuple[str, list[object], list[object]]]:
    """How the run was made and how it is repeated, line by line."""
    prompts = prompts_in(run)
    intact = sum(own for _, own in prompts)
    ours = _asked_by_this_version(study, [question for question, _ in prompts])
    yield "prompts with their hash", [len(prompts)], [intact]
    yield "prompts that this version asks", [len(prompts)], [ours]
    yield "Evenhand that judged", [own.evenhand for own in kept], [__version__]

    here = {"evenhand": __version__, "python": platform.python_version()}
    here["machine"] = platform.platform()
    for name, field in FROM_SESSIONS.items():
        yield name, [own.get(field) for own in sessions_in(run)], [here[field]]

    setups = [setup_of(run)] if again is None else [setup_of(run), setup_of(again)]
    for name in SAMPLING:
        values = [getattr(own, name) for own in setups]
        yield name.replace("_", " "), values[:1], values[1:]

    for name, field in FROM_ANSWERS.items():
        then = [getattr(own, field) for own in answers_in(run)]
        now = [] if again is None else [getattr(own, field) for own in answers_in(again)]
        yield name, list(then), list(now)


def _asked_by_this_version(study: Study[Any], questions: Sequence[Question]) -> int:
    """How many questions are those of the study, word for word, in any variant and style."""
    known = {prompt_record(own)["sha256"] for own in _all_questions(study)}
    return sum(prompt_record(own)["sha256"] in known for own in questions)


def _all_questions(study: Study[Any]) -> Iterator[Question]:
    for questions in (study.questions, *study.variants.values()):
        for style in PromptStyle:
            styled = list(in_style(questions(), style))
            yield from styled
            yield from as_completions(styled)


def _compared(
    study: Study[Any], judged: JudgedSource, again: Path, judging: Judging
) -> list[Table]:
    """The answers of both runs, by prompt."""
    other = judge_source(study, source(again), judging)
    keep_findings(again, study, other)
    runs = {"then": by_prompt(judged.prompted_flags(study))}
    runs["now"] = by_prompt(other.prompted_flags(study))
    return comparison_tables(runs)
