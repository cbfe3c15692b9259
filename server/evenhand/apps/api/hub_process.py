"""Inside the hub: takes questions on standard input, and answers them on standard output."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import IO

from evenhand.apps.api.hub import receive, send
from evenhand.apps.api.hub_questions import (
    CallsAnswer,
    CallsQuestion,
    CheckAnswer,
    CheckQuestion,
    FileFix,
    FixAnswer,
    FixQuestion,
    Question,
    Refusal,
    RepairedFunction,
)
from evenhand.apps.cli.file_checks import CheckedFile, FileJob, check_file, failed
from evenhand.apps.cli.file_jobs import RefusedError, jobs_of
from evenhand.check import mistakes
from evenhand.check.cache.report_cache import user_cache
from evenhand.check.checking import Checker
from evenhand.check.deep_stack import with_deep_stack
from evenhand.check.file_job import job_of
from evenhand.check.reading.inputs import read
from evenhand.check.reading.tracing.tracer import TooLargeError
from evenhand.check.sandbox import WorkerError
from evenhand.check.search.counterfactual_calls import counterfactual_calls
from evenhand.check.sentences import explain
from evenhand.doors.files import Unreadable
from evenhand.isolation import WEAKENING, Standing
from evenhand.repair.offline import offline_repairs
from evenhand.repair.repairs import Repair, Repairs
from evenhand.repair.survey.repair_case import NoRepairError, checked, function_of
from evenhand.repair.whole_files import FileRepair, repair_file, why_left
from evenhand.scaling.engine_pool import EnginePool
from evenhand.scaling.engine_process import EngineLostError
from evenhand.workspace.decoding import NotTextError


def main() -> None:
    """Answer until the other end is closed."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else is printed is no answer
    with asyncio.Runner() as runner:
        engines = EnginePool(partial(Checker, disk=user_cache()))
        engines.start()
        try:
            _serve(runner, engines, answers)
        finally:
            runner.run(engines.aclose())


def _serve(runner: asyncio.Runner, engines: EnginePool, answers: IO[bytes]) -> None:
    while True:
        try:
            question = receive(sys.stdin.buffer)
        except EOFError:
            return
        try:
            answer: object = runner.run(_answer(engines, question))
        except RefusedError as error:
            answer = Refusal(str(error))
        send(answers, answer)


async def _answer(engines: EnginePool, question: Question) -> CheckAnswer | FixAnswer | CallsAnswer:
    jobs, problems = jobs_of(question.path, question.text, question.settings, "evenhand.check")
    if isinstance(question, CallsQuestion):
        return await engines.do(_calls, jobs[0], question.function)
    if isinstance(question, CheckQuestion):
        checked = [await _checked(engines, job) for job in jobs]
        standings = [file.standing for file in checked] or [Standing()]
        weakest = max(standings, key=lambda standing: WEAKENING.index(standing.level))
        python = jobs[0].options.python if jobs else ""
        return CheckAnswer(tuple(file.report for file in checked), problems, python, weakest)

    assert isinstance(question, FixQuestion)
    return FixAnswer(tuple([await _fixed(engines, job, question) for job in jobs]), problems)


async def _checked(engines: EnginePool, job: FileJob) -> CheckedFile:
    try:
        return await engines.do(check_file, job)
    except EngineLostError as lost:
        return failed(job, lost.explanation)
    except Exception as error:  # a bug in Evenhand costs this file its verdicts
        return failed(job, mistakes.explained(error))


async def _calls(checker: Checker, job: FileJob, name: str) -> CallsAnswer:
    """Calls of one function that differ in one person's attribute."""
    data = job.read()
    if isinstance(data, Unreadable):
        return CallsAnswer((), f"{job.path} cannot be read ({data.reason})")
    if job.options.not_run:
        raise RefusedError("calls are known once they have run, and nothing may run here")
    path = job.path.absolute()
    try:
        file = job_of(job.source(data).text, path, job.options)
        function = function_of(file.source, name)
        if function is None:
            return CallsAnswer((), "it is not in the file, or is no function")
        reading = with_deep_stack(read, function, file.source, file.catalogue)
        search = file.search(checked(reading, file.severities))
        groups, why = await checker.run(counterfactual_calls(search, str(path)), job.options)
    except (SyntaxError, NotTextError, WorkerError, RecursionError, TooLargeError) as error:
        return CallsAnswer((), str(error))
    return CallsAnswer(tuple(groups), explain(why) if why is not None else "")


async def _fixed(engines: EnginePool, job: FileJob, question: FixQuestion) -> FileFix:
    path = str(job.path)
    data = job.read()
    if isinstance(data, Unreadable):
        return FileFix(path, "", "", problem=f"cannot be read ({data.reason})")
    try:
        text = job.source(data).text
    except NotTextError as error:
        return FileFix(path, "", "", problem=str(error))
    if job.options.not_run:
        raise RefusedError("a repair is proved by running it, and nothing may run here")

    try:
        return await engines.do(_fix_text, text, job, question.function)
    except EngineLostError as lost:
        return FileFix(path, text, text, problem=str(lost))
    except Exception as error:
        return FileFix(path, text, text, problem=explain(mistakes.explained(error)))


async def _fix_text(checker: Checker, text: str, job: FileJob, only: str) -> FileFix:
    """Repair one function of a text, or all."""
    path = job.path.absolute()

    async def make(source: str, function: str) -> Repairs:
        return await offline_repairs(checker, source, path, job.options, function, most=1)

    if not only:
        whole = await repair_file(checker, text, path, job.options, make)
        return _file_fix(str(job.path), whole)
    try:
        repairs = await make(text, only)
    except (NoRepairError, WorkerError) as error:
        repairs = Repairs(only, problem=str(error))
    return _function_fix(str(job.path), text, repairs)


def _file_fix(path: str, whole: FileRepair) -> FileFix:
    repaired = [_repaired(done.function, done.attributes, done.repair) for done in whole.done]
    left = tuple((left.function, left.reason) for left in whole.left)
    problem = "; ".join(filter(None, [*whole.accidents, whole.problem]))
    return FileFix(path, whole.before, whole.after, tuple(repaired), left, problem)


def _function_fix(path: str, text: str, repairs: Repairs) -> FileFix:
    repair = next((offer for offer in repairs.offered if not offer.awaits_word), None)
    if repair is None:
        return FileFix(path, text, text, left=((repairs.function, why_left(repairs)),))
    repaired = _repaired(repairs.function, repairs.attributes, repair)
    return FileFix(path, text, repair.text, (repaired,))


def _repaired(function: str, attributes: Sequence[str], repair: Repair) -> RepairedFunction:
    return RepairedFunction(
        function, tuple(attributes), repair.title, repair.effect, repair.evidence
    )
