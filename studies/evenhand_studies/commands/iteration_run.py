"""Ask for the biased answers of a `solar` run again, round by round, and compare."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
from evenhand_studies.research.generation.questions import Generation, Question
from evenhand_studies.research.generation.run_folder import (
    Run,
    RunError,
    answers_in,
    opened,
    setup_of,
)
from evenhand_studies.research.item_records import as_json
from evenhand_studies.research.solar.iterative_prompts import Turn, asked_again
from evenhand_studies.research.solar.iterative_tables import Rounds, tables
from evenhand_studies.research.solar.solar_answers import Answer
from evenhand_studies.research.solar.solar_study import SOLAR
from evenhand_studies.research.study_interface import Item

ORIGINAL = "original"


@dataclass(slots=True)
class Conversation:
    """One answer of the first run, asked for again while its method is biased."""

    task: Question
    judged: Answer
    """The last answer."""
    turns: list[Turn] = field(default_factory=list)

    def add(self, answer: Generation, judged: Answer) -> None:
        """Keep an answer."""
        self.judged = judged
        self.turns.append(Turn(answer.answer, judged.biased))

    def question(self, number: int) -> Question:
        """What to ask in round `number`."""
        return asked_again(self.task, self.turns, number)


def iterate(first: Path, request: ModelRequest, judging: Judging, rounds: int) -> None:
    """Ask again, judge again, and print tables 5 and 7; raises `ClickException`."""
    folder = request.out or FOLDER / f"iterate-{first.name}"
    try:
        origin = _origin(first)
        conversations = _conversations(first, request, judging)
        if request.dry_run:
            print_estimate(folder, [own.question(1) for own in _biased(conversations)], request)
            return

        with opened(folder, request.setup("iterate", origin)) as run:
            by_round = _rounds(run, request, judging, conversations, rounds)
    except (RunError, ModelError) as error:
        raise click.ClickException(str(error)) from error

    if judging.items is not None:
        write_records(_item_records(by_round), judging.items)
    show(tables(by_round, request.endpoint.model), [], judging, "iterate")


def _origin(first: Path) -> str:
    """A digest of the first run: the same tasks of another run are other questions."""
    setup = setup_of(first)
    if setup.study != SOLAR.name:
        raise click.ClickException(f"{first} is not a run of `evenhand study solar`")
    return hashlib.sha256(repr(setup).encode()).hexdigest()[:16]


def _conversations(first: Path, request: ModelRequest, judging: Judging) -> list[Conversation]:
    """The answers of the first run that have code, with the tasks that they answer."""
    tasks = {task.task: task for task in request.questions(SOLAR)[: request.first]}
    answers = [answer for answer in answers_in(first) if answer.code and answer.task in tasks]
    if not answers:
        raise click.ClickException(f"no answer in {first} is to one of these tasks; say --tasks")

    judged = _judged([answer.record() for answer in answers], judging, "Judging the first answers")
    conversations = []
    for answer, own in zip(answers, judged, strict=True):
        task = replace(tasks[answer.task], number=answer.number)
        conversation = Conversation(task, own)
        conversation.add(answer, own)
        conversations.append(conversation)
    return conversations


def _rounds(
    run: Run,
    request: ModelRequest,
    judging: Judging,
    conversations: Sequence[Conversation],
    rounds: int,
) -> Rounds:
    by_round = {ORIGINAL: [own.judged for own in conversations]}
    for number in range(1, rounds + 1):
        _correct(run, request, judging, _biased(conversations), number)
        by_round[f"iteration {number}"] = [own.judged for own in conversations]
    return by_round


def _correct(
    run: Run,
    request: ModelRequest,
    judging: Judging,
    biased: Sequence[Conversation],
    number: int,
) -> None:
    """One round: ask again where a method is still biased."""
    questions = [conversation.question(number) for conversation in biased]
    asyncio.run(ask(run, questions, request))
    answers = [run.answers[question.key] for question in questions]

    # An answer that was asked for again belongs to the prompt of the original.
    records = [
        {**answer.record(), "prompt": own.task.task, "head": own.task.head}
        for own, answer in zip(biased, answers, strict=True)
    ]
    judged = _judged(records, judging, f"Judging iteration {number}")
    for conversation, answer, own in zip(biased, answers, judged, strict=True):
        conversation.add(answer, own)


def _judged(records: Sequence[Mapping[str, Any]], judging: Judging, title: str) -> list[Answer]:
    items = [Item(record, "answer", judging.options) for record in records]
    return judge_items(SOLAR.work, items, len(items), judging, title)


def _biased(conversations: Iterable[Conversation]) -> list[Conversation]:
    return [own for own in conversations if own.judged.biased]


def _item_records(by_round: Rounds) -> Iterator[dict[str, Any]]:
    for label, answers in by_round.items():
        for answer in answers:
            yield {"round": label, "found": as_json(answer)}
