"""What Evenhand does for one file outside of the walls, stage by stage."""

from __future__ import annotations

import ast
import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evenhand.check.checking import Checker
from evenhand.check.deep_stack import with_deep_stack
from evenhand.check.file_job import Job, job_of
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import Function
from evenhand.check.search.values.choosing import usual
from evenhand.check.worker.compiling import compile_module
from evenhand.options import CheckOptions
from evenhand.repair.rewrite.candidates import candidates
from evenhand.repair.survey.attribute_reads import reads_of
from evenhand.repair.survey.repair_case import checked

FILE = Path("growing.py")
OPTIONS = CheckOptions(python="", not_run="only read")
MOST_REPAIRED = 3
"""Functions of a file that are rewritten; a repair goes through the whole file for each."""

Seconds = dict[str, float]
"""By stage."""


def go_through(text: str) -> Seconds:
    """Take a text through all stages."""
    seconds: Seconds = {}

    with _stage(seconds, "check"):
        report = asyncio.run(_checked(text))
    if report:
        raise ValueError(report)

    with _stage(seconds, "search"):
        job = job_of(text, FILE, OPTIONS)
        for function in job.functions_in_reach():
            _prepare_search(job, function)

    with _stage(seconds, "repair"):
        for function in job.functions_in_reach()[:MOST_REPAIRED]:
            _rewrite(job, function)

    with _stage(seconds, "worker"):
        compile_module(text, str(FILE), watch=True)
    return seconds


async def _checked(text: str) -> str:
    """Check a text without running it; the problem with the file, or nothing."""
    async with Checker() as checker:
        report = await checker.check(text, FILE, OPTIONS)
    return report.problem


def _prepare_search(job: Job, function: Function) -> None:
    """What a search does before its first call."""
    reading = with_deep_stack(read, function, job.source, job.catalogue)
    search = job.search(checked(reading, job.severities))
    search.build(1, usual(search.values.of))


def _rewrite(job: Job, function: Function) -> None:
    """Write the texts in which everyone is treated as one value is."""
    reading, reads = with_deep_stack(reads_of, function, job)
    search = job.search(checked(reading, job.severities))
    values = {state.input.path.text: state.domain[0] for state in search.states if state.domain}
    for candidate in candidates(search, reads, values):
        ast.parse(candidate.text)


@contextmanager
def _stage(seconds: Seconds, name: str) -> Iterator[None]:
    started = time.process_time()
    yield
    seconds[name] = time.process_time() - started
