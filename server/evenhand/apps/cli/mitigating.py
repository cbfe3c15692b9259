"""`evenhand study mitigation`: a run of `huang`, asked again in ten ways."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.generating import (
    FOLDER,
    Request,
    ask,
    endpoint_for,
    setup_for,
    tell_estimate,
)
from evenhand.apps.cli.study import Judging, judge_items, show
from evenhand.models.language_model import ModelError
from evenhand.models.openai_endpoint import Endpoint
from evenhand.research.generation.questions import Generation, Question
from evenhand.research.generation.run_folder import Run, RunError, answers_in, opened, setup_of
from evenhand.research.huang.huang_study import Answer
from evenhand.research.huang.mitigation import STRATEGIES, Arm, Rewrite, alone, corrected, tables
from evenhand.research.judging import Item, judge_rewrite
from evenhand.research.studies import HUANG
from evenhand.scaling.work import Work


def _failed(item: Item, why: str) -> Rewrite:
    return Rewrite(Answer(item.prompt, checked=False))


WORK: Work[Item, Rewrite] = Work(judge_rewrite, _failed)


@dataclass(frozen=True, slots=True)
class Original:
    """One answer of the first run, and what it was asked."""

    task: Question
    given: Generation
    judged: Rewrite


Judge = Callable[[Sequence[Mapping[str, Any]], str], Sequence[Rewrite]]
"""What comes of some records, judged under a title."""


@dataclass(slots=True)
class Mitigation:
    """The second run, and all that it needs."""

    run: Run
    endpoint: Endpoint
    request: Request
    rounds: int
    judge: Judge

    def ask(self, questions: Iterable[Question]) -> Mapping[tuple[str, int], Generation]:
        """Ask what has no answer yet; the answers by task and number."""
        wanted = list(questions)
        asyncio.run(ask(self.run, wanted, self.endpoint, self.request))
        return {question.key: self.run.answers[question.key] for question in wanted}


def mitigate(first: Path, request: Request, how: Judging, rounds: int) -> None:
    """Ask again, judge again, and print tables 7, 8 and 16."""

    def judge(records: Sequence[Mapping[str, Any]], title: str) -> Sequence[Rewrite]:
        items = [Item(record, "answer", how.options) for record in records]
        return judge_items(WORK, items, len(items), how, title)

    endpoint = endpoint_for(request)
    folder = request.out or FOLDER / f"mitigation-{first.name}"
    try:
        setup = setup_of(first)
        if setup.study != HUANG.name:
            raise click.ClickException(f"{first} is no run of `evenhand study huang`")
        originals = list(_originals(first, request, judge))
        if request.dry_run:
            tell_estimate(folder, list(_first_questions(originals)), request)
            return
        # The same tasks of another run are other questions.
        of = hashlib.sha256(repr(setup).encode()).hexdigest()[:16]
        with opened(folder, setup_for("mitigation", endpoint, request, of)) as run:
            work = Mitigation(run, endpoint, request, rounds, judge)
            after = {**_without_feedback(work, originals), **_with_feedback(work, originals)}
    except (RunError, ModelError) as error:
        raise click.ClickException(str(error)) from error
    show(tables([one.judged for one in originals], after, endpoint.model), how, "mitigation")


def _originals(first: Path, request: Request, judge: Judge) -> Iterator[Original]:
    """The answers of the first run that have code, with the tasks that they answer."""
    tasks = {one.task: one for one in request.questions(HUANG)[: request.first]}
    known = [answer for answer in answers_in(first) if answer.code and answer.task in tasks]
    if not known:
        raise click.ClickException(f"no answer in {first} is to one of these tasks; say --tasks")
    judged = judge([answer.record() for answer in known], "Judging the first answers")
    for answer, found in zip(known, judged, strict=True):
        yield Original(replace(tasks[answer.task], number=answer.number), answer, found)


def _first_questions(originals: Sequence[Original]) -> Iterator[Question]:
    """What is asked in any case: later rounds are for what is then still biased."""
    for strategy in STRATEGIES:
        for one in originals:
            yield alone(one.task, strategy)
            if one.judged.feedback:
                turns = [(one.given.answer, one.judged.feedback)]
                yield corrected(one.task, strategy, turns, 1)


def _without_feedback(
    work: Mitigation, originals: Sequence[Original]
) -> Mapping[Arm, Sequence[Rewrite]]:
    asked = {s: [alone(one.task, s) for one in originals] for s in STRATEGIES}
    answers = work.ask(question for questions in asked.values() for question in questions)
    found: dict[Arm, Sequence[Rewrite]] = {}
    for strategy, questions in asked.items():
        given = [answers[question.key] for question in questions]
        judged = work.judge([answer.record() for answer in given], f"Judging {strategy}")
        found[strategy, False] = [
            replace(rewrite, tokens=_tokens([answer]), rounds=1)
            for rewrite, answer in zip(judged, given, strict=True)
        ]
    return found


def _with_feedback(
    work: Mitigation, originals: Sequence[Original]
) -> Mapping[Arm, Sequence[Rewrite]]:
    """Only what is biased is asked again; everything else stays as it was."""
    found: dict[Arm, Sequence[Rewrite]] = {}
    for strategy in STRATEGIES:
        now = {n: one.judged for n, one in enumerate(originals)}
        turns = {n: [(one.given.answer, one.judged.feedback)] for n, one in enumerate(originals)}
        given: dict[int, list[Generation]] = {}
        for number in range(1, work.rounds + 1):
            open_ = [n for n, rewrite in now.items() if rewrite.feedback]
            asked = {n: corrected(originals[n].task, strategy, turns[n], number) for n in open_}
            answers = work.ask(asked.values())
            records = []
            for n, question in asked.items():
                answer = answers[question.key]
                given.setdefault(n, []).append(answer)
                records.append({**answer.record(), "original": originals[n].given.code})
            judged = work.judge(records, f"Judging {strategy} with feedback, round {number}")
            for n, rewrite in zip(open_, judged, strict=True):
                now[n] = replace(rewrite, tokens=_tokens(given[n]), rounds=number)
                turns[n].append((given[n][-1].answer, rewrite.feedback))
        found[strategy, True] = [now[n] for n in range(len(originals))]
    return found


def _tokens(answers: Sequence[Generation]) -> int | None:
    counts = [(answer.sent, answer.received) for answer in answers]
    known = [sent + received for sent, received in counts
             if sent is not None and received is not None]  # fmt: skip
    return sum(known) if len(known) == len(counts) else None
