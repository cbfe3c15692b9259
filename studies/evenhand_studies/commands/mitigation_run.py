"""Ask for the answers of a `huang` run again in ten ways, and compare what comes back."""

from __future__ import annotations

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

import click

from evenhand.causes import Explanation
from evenhand.models.language_model import ModelError
from evenhand.repair.by_model.strategies import Strategy
from evenhand.scaling.work import Work
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
    Setup,
    answers_in,
    opened,
    setup_of,
)
from evenhand_studies.research.huang.huang_answers import Rewrite
from evenhand_studies.research.huang.huang_judging import failed, judge_rewrite
from evenhand_studies.research.huang.huang_study import HUANG
from evenhand_studies.research.huang.mitigation_prompts import STRATEGIES, Arm, alone, corrected
from evenhand_studies.research.huang.mitigation_tables import tables
from evenhand_studies.research.item_records import as_json
from evenhand_studies.research.languages import ENGLISH, language_of
from evenhand_studies.research.study_interface import Item


def _failed(item: Item, why: Explanation) -> Rewrite:
    return Rewrite(failed(item, why))


WORK: Work[Item, Rewrite] = Work(judge_rewrite, _failed)


@dataclass(frozen=True, slots=True)
class Original:
    """One answer of the first run, the task that it answers, and what is biased about it."""

    task: Question
    answer: Generation
    judged: Rewrite

    @property
    def first_turn(self) -> tuple[str, str]:
        """The answer, and the tests that it fails."""
        return (self.answer.answer, self.judged.feedback)

    def record(self, rewrite: Generation) -> Mapping[str, Any]:
        """An answer that was asked for again; it belongs to the prompt of the original."""
        return {**rewrite.record(), "prompt": self.task.task}


Judge = Callable[[Sequence[Mapping[str, Any]], str], Sequence[Rewrite]]
"""Judges records with `code`, under a title for the progress bar."""


@dataclass(slots=True)
class Mitigation:
    """The second run, and how it asks and judges."""

    run: Run
    request: ModelRequest
    rounds: int
    """Most corrections of one answer."""
    judge: Judge
    repeat: int = 0
    """Which repetition of the whole experiment this is, from 0."""

    def ask(self, questions: Iterable[Question]) -> list[Generation]:
        """The answers to some questions, of which those without an answer are asked now."""
        questions = list(questions)
        asyncio.run(ask(self.run, questions, self.request))
        return [self.run.answers[question.key] for question in questions]


@dataclass(slots=True)
class Conversation:
    """One original that is corrected round by round."""

    original: Original
    judged: Rewrite
    """The last answer."""
    turns: list[tuple[str, str]]
    """Each answer so far, with the tests that it fails."""
    corrections: list[Generation] = field(default_factory=list)

    @classmethod
    def begin(cls, original: Original) -> Conversation:
        return cls(original, original.judged, [original.first_turn])

    def question(self, strategy: Strategy, number: int, repeat: int) -> Question:
        """What to ask in round `number`."""
        return corrected(self.original.task, strategy, self.turns, number, repeat)

    def record(self, answer: Generation) -> Mapping[str, Any]:
        """What is judged of an answer: its code, and whether it keeps what the original did."""
        return {**self.original.record(answer), "original": self.original.answer.code}

    def add(self, answer: Generation, judged: Rewrite, number: int) -> None:
        """Keep the answer of round `number`."""
        self.corrections.append(answer)
        self.judged = replace(judged, tokens=_tokens(self.corrections), rounds=number)
        self.turns.append((answer.answer, judged.feedback))


def mitigate(
    first: Path, request: ModelRequest, judging: Judging, rounds: int, repeat: int
) -> None:
    """Ask again, judge again, and print tables 7, 8 and 16; raises `ClickException`."""

    def judge(records: Sequence[Mapping[str, Any]], title: str) -> Sequence[Rewrite]:
        items = [Item(record, "answer", judging.options) for record in records]
        return judge_items(WORK, items, len(items), judging, title)

    folder = request.out or FOLDER / f"mitigation-{first.name}"
    try:
        setup = _huang_setup(first)
        request = _in_language_of(setup, request)
        originals = list(_originals(first, request, judge))
        if request.dry_run:
            print_estimate(folder, list(_certain_questions(originals, repeat)), request)
            return
        # The same tasks of another run are other questions.
        origin = hashlib.sha256(repr(setup).encode()).hexdigest()[:16]
        with opened(folder, request.setup("mitigation", origin)) as run:
            rewrites: dict[Arm, list[Rewrite]] = defaultdict(list)
            for number in range(repeat):
                mitigation = Mitigation(run, request, rounds, judge, number)
                for arm, own in _rewrites(mitigation, originals).items():
                    rewrites[arm] += [replace(rewrite, repeat=number) for rewrite in own]
    except (RunError, ModelError) as error:
        raise click.ClickException(str(error)) from error

    before = [original.judged for original in originals]
    if judging.items is not None:
        write_records(_item_records(before, rewrites), judging.items)
    show(tables(before, rewrites, request.endpoint.model), [], judging, "mitigation")


def _item_records(
    before: Sequence[Rewrite], after: Mapping[Arm, Sequence[Rewrite]]
) -> Iterator[dict[str, Any]]:
    """What was found out about each original, and what each way of asking made of it."""
    for original in before:
        yield {"strategy": None, "feedback": False, "found": as_json(original)}
    for (strategy, feedback), rewrites in after.items():
        for rewrite in rewrites:
            yield {"strategy": strategy, "feedback": feedback, "found": as_json(rewrite)}


def _huang_setup(run: Path) -> Setup:
    setup = setup_of(run)
    if setup.study != HUANG.name:
        raise click.ClickException(f"{run} is not a run of `evenhand study huang`")
    return setup


def _in_language_of(setup: Setup, request: ModelRequest) -> ModelRequest:
    """The request for this project's tasks as the first run asked them; those of a file stay."""
    language = language_of(setup.style)
    if request.tasks is not None or language == ENGLISH:
        return request
    return replace(request, variant=language)


def _originals(first: Path, request: ModelRequest, judge: Judge) -> Iterator[Original]:
    """The answers of the first run that have code, with the tasks that they answer."""
    tasks = {task.task: task for task in request.questions(HUANG)[: request.first]}
    answers = [answer for answer in answers_in(first) if answer.code and answer.task in tasks]
    if not answers:
        raise click.ClickException(f"no answer in {first} is to one of these tasks; say --tasks")

    judged = judge([answer.record() for answer in answers], "Judging the first answers")
    for answer, rewrite in zip(answers, judged, strict=True):
        yield Original(replace(tasks[answer.task], number=answer.number), answer, rewrite)


def _certain_questions(originals: Sequence[Original], repeat: int) -> Iterator[Question]:
    """What is asked in any case; later rounds ask only about what is still biased then."""
    for number, strategy, original in product(range(repeat), STRATEGIES, originals):
        yield alone(original.task, strategy, number)
        if original.judged.feedback:
            yield corrected(original.task, strategy, [original.first_turn], 1, number)


def _rewrites(
    mitigation: Mitigation, originals: Sequence[Original]
) -> Mapping[Arm, Sequence[Rewrite]]:
    """What one repetition makes of the originals."""
    return {
        **_without_feedback(mitigation, originals),
        **_with_feedback(mitigation, originals),
    }


def _without_feedback(
    mitigation: Mitigation, originals: Sequence[Original]
) -> Mapping[Arm, Sequence[Rewrite]]:
    """The rewrites for each strategy, asked along with the task."""
    repeat = mitigation.repeat
    questions = [alone(original.task, s, repeat) for s in STRATEGIES for original in originals]
    mitigation.ask(questions)  # All at once, so that requests of several strategies overlap.

    rewrites: dict[Arm, Sequence[Rewrite]] = {}
    for strategy in STRATEGIES:
        own = [alone(original.task, strategy, repeat) for original in originals]
        answers = mitigation.ask(own)
        records = [
            original.record(answer) for original, answer in zip(originals, answers, strict=True)
        ]
        judged = mitigation.judge(records, f"Judging {strategy}")
        rewrites[strategy, False] = [
            replace(rewrite, tokens=_tokens([answer]), rounds=1)
            for rewrite, answer in zip(judged, answers, strict=True)
        ]
    return rewrites


def _with_feedback(
    mitigation: Mitigation, originals: Sequence[Original]
) -> Mapping[Arm, Sequence[Rewrite]]:
    """The rewrites for each strategy, corrected with the tests that they fail."""
    rewrites: dict[Arm, Sequence[Rewrite]] = {}
    for strategy in STRATEGIES:
        conversations = [Conversation.begin(original) for original in originals]
        for number in range(1, mitigation.rounds + 1):
            _correct(mitigation, strategy, conversations, number)
        rewrites[strategy, True] = [conversation.judged for conversation in conversations]
    return rewrites


def _correct(
    mitigation: Mitigation, strategy: Strategy, conversations: Iterable[Conversation], number: int
) -> None:
    """One round: ask again where an answer is still biased."""
    biased = [conversation for conversation in conversations if conversation.judged.feedback]
    repeat = mitigation.repeat
    questions = [conversation.question(strategy, number, repeat) for conversation in biased]
    answers = mitigation.ask(questions)

    records = [c.record(answer) for c, answer in zip(biased, answers, strict=True)]
    title = f"Judging {strategy} with feedback, round {number}"
    judged = mitigation.judge(records, title)
    for conversation, answer, rewrite in zip(biased, answers, judged, strict=True):
        conversation.add(answer, rewrite, number)


def _tokens(answers: Iterable[Generation]) -> int | None:
    """Tokens sent and received for all answers; None if an endpoint did not say."""
    total = 0
    for answer in answers:
        if answer.sent is None or answer.received is None:
            return None
        total += answer.sent + answer.received
    return total
