"""Ask a model about the answers of a `huang` run, and hold what it says against running them."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from evenhand.models.language_model import ModelError
from evenhand_studies.commands.judged_answers import Judging, judge_items
from evenhand_studies.commands.model_answers import (
    FOLDER,
    ModelRequest,
    ask,
    print_estimate,
)
from evenhand_studies.commands.study_pages import show, write_records
from evenhand_studies.research.generation.run_folder import RunError, answers_in, opened, setup_of
from evenhand_studies.research.huang.huang_study import HUANG
from evenhand_studies.research.huang.self_judgement import (
    SelfJudged,
    question_about,
    self_table,
    what_is_said,
)
from evenhand_studies.research.item_records import as_json
from evenhand_studies.research.study_interface import Item


def judge_itself(first: Path, request: ModelRequest, judging: Judging) -> None:
    """Ask about each answer with code, and print table 9; raises `ClickException`."""
    folder = request.out or FOLDER / f"self-judge-{first.name}"
    try:
        setup = setup_of(first)
        if setup.study != HUANG.name:
            raise click.ClickException(f"{first} is not a run of `evenhand study huang`")

        answers = [answer for answer in answers_in(first) if answer.code][: request.first]
        questions = [question_about(own.task, own.number, own.code) for own in answers]
        if request.dry_run:
            print_estimate(folder, questions, request)
            return

        # The same tasks of another run are other questions.
        origin = hashlib.sha256(repr(setup).encode()).hexdigest()[:16]
        with opened(folder, request.setup("self-judge", origin)) as run:
            asyncio.run(ask(run, questions, request))
            replies = [run.answers[question.key] for question in questions]
    except (RunError, ModelError) as error:
        raise click.ClickException(str(error)) from error

    items = [Item(answer.record(), "answer", judging.options) for answer in answers]
    found = judge_items(HUANG.work, items, len(items), judging, "Judging the answers")
    judged = [
        SelfJudged(answer, what_is_said(reply.code))
        for answer, reply in zip(found, replies, strict=True)
    ]
    if judging.items is not None:
        write_records(_records(judged), judging.items)
    show([self_table(judged, request.endpoint.model)], [], judging, "self-judge")


def _records(judged: Iterable[SelfJudged]) -> Iterator[dict[str, Any]]:
    for own in judged:
        yield as_json(own)
