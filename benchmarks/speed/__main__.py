"""Evenhand's search beside the published exhaustive one: the same functions, the same worker.

    python -m benchmarks.speed FOLDER [--strategy guided|exhaustive|enriched ...] [--seconds 60]

Only functions with plain parameters take part, the only ones that the published method calls.
`exhaustive` tries all combinations of the default pools, `enriched` those of pools with whole
ranges. Each function gets `--seconds` at most; where the time is up before, the time that all its
combinations would take is worked out from those made, and printed apart from what was measured.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from benchmarks.labelled import Pairs, Record, corpora, expectation
from benchmarks.options_and_output import (
    folder_argument,
    fraction,
    limit_option,
    python_option,
    tracked,
)
from benchmarks.speed.exhaustive import Trials, exhaustive
from benchmarks.speed.pools import Pools, pool, related
from evenhand.check.catalogue import default_catalogue
from evenhand.check.file_job import JUDGE
from evenhand.check.outcomes.requests import Module, Run, Steps
from evenhand.check.reading.dependencies import Dependencies
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.inputs import Reading, read
from evenhand.check.reading.source import Function, Source, parse
from evenhand.check.sandbox import Worker
from evenhand.check.sandbox.driving import drive
from evenhand.check.search.guided_search import find_differences
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.spending import Budget, Spending
from evenhand.findings import VerdictKind
from evenhand_studies.measures.confusion_matrix import confusion

STRATEGIES = ("guided", "exhaustive", "enriched")
CALL_SECONDS = 10.0
"""What one call, and the whole guided search of one function, may take."""
CONTAINERS = (
    Evidence.LIST,
    Evidence.SET,
    Evidence.MAPPING,
    Evidence.FRAME,
    Evidence.COLUMN,
    Evidence.ARRAY,
    Evidence.OBJECT,
    Evidence.CALLABLE,
    Evidence.LIST_METHODS,
)


@dataclass(frozen=True)
class Subject:
    """One labelled function with plain parameters."""

    record: Record
    source: Source
    reading: Reading
    """With the inputs alone whose attributes are on."""
    module: Module

    @property
    def attributes(self) -> set[str]:
        return {entry.attribute for entry in self.reading.inputs}


@dataclass
class Result:
    """What one strategy took, and what it found."""

    pairs: Pairs = field(default_factory=list)
    seconds: float = 0.0
    expected_seconds: float = 0.0
    """With what was left out because the time was up."""
    calls: int = 0
    cut: int = 0
    """Functions whose time was up."""
    missed: list[str] = field(default_factory=list)
    """A record and an attribute for each verdict that differs from its label."""


def subjects(folder: Path, limit: int | None) -> list[Subject]:
    """The labelled functions of `folder` that take plain values only."""
    records = [record for _, corpus in corpora(folder) for record in corpus[:limit]]
    runnable = [record for record in records if record.get("runnable", True)]
    return [subject for record in runnable for subject in subjects_of(record)]


def subjects_of(record: Record) -> Iterator[Subject]:
    """The functions of one record that take part."""
    attributes = default_catalogue().profile("default")
    source = parse(record["code"])

    for function in source.functions:
        is_entry = function.name == record.get("entry", function.name)
        if function.owner or not is_entry:
            continue

        reading = read(function, source, default_catalogue())
        inputs = tuple(entry for entry in reading.inputs if entry.attribute in attributes)
        if inputs and _is_plain(reading):
            module = Module(record["code"], f"{record['id']}.py")
            yield Subject(record, source, replace(reading, inputs=inputs), module)


def _is_plain(reading: Reading) -> bool:
    """Whether a function can be called with plain values alone."""
    if reading.receiver is not None or reading.world:
        return False

    for path in reading.parameters:
        is_container = bool(path.shows(*CONTAINERS) or path.klass)
        if is_container or path.is_variadic or not path.is_leaf:
            return False
    return True


async def measure(strategy: str, chosen: Sequence[Subject], python: str, seconds: float) -> Result:
    """Run one strategy over all subjects."""
    result = Result()
    shared_pools = related(subject.reading for subject in chosen)
    worker = await Worker.start(python)

    try:
        for subject in tracked(chosen, strategy):
            if not worker.alive:
                await worker.aclose()
                worker = await Worker.start(python)

            started = time.perf_counter()
            steps = _steps(strategy, subject, shared_pools, seconds)
            trials = await drive(_counted(steps, result), worker, CALL_SECONDS)
            _add(result, subject, trials, time.perf_counter() - started)
    finally:
        await worker.aclose()

    return result


def _steps(strategy: str, subject: Subject, shared_pools: Pools, seconds: float) -> Steps[Trials]:
    if strategy == "guided":
        return _guided(subject)

    is_enriched = strategy == "enriched"
    pools = {
        path.name: pool(path, shared_pools, enriched=is_enriched)
        for path in subject.reading.parameters
    }
    return exhaustive(subject.reading, subject.module, pools, seconds)


def _guided(subject: Subject) -> Steps[Trials]:
    """Evenhand's search. It reads the function again: reading is part of the price."""
    source = parse(subject.module.source)
    function = _function_of(source, subject.reading.function.name)
    reading = read(function, source, default_catalogue())

    wanted = subject.attributes
    inputs = tuple(entry for entry in reading.inputs if entry.attribute in wanted)
    reading = replace(reading, inputs=inputs)
    if not any(entry.may_decide for entry in inputs):
        return Trials()

    spending = Spending(Budget.of(Dependencies(source).complexity(function), CALL_SECONDS))
    state = SearchState(reading, source, subject.module, default_catalogue(), spending, JUDGE)
    judgements = yield from find_differences(state)

    reported = {VerdictKind.BIASED, VerdictKind.REFUSES}
    return Trials({own.input.attribute for own in judgements if own.kind in reported})


def _function_of(source: Source, name: str) -> Function:
    return next(function for function in source.functions if function.name == name)


def _counted(steps: Steps[Trials], result: Result) -> Steps[Trials]:
    """The same steps; their calls are counted."""
    answer: Any = None

    while True:
        try:
            request = steps.send(answer)
        except StopIteration as done:
            trials: Trials = done.value
            return trials

        if isinstance(request, Run):
            result.calls += len(request.calls)
        answer = yield request


def _add(result: Result, subject: Subject, trials: Trials, seconds: float) -> None:
    """Count what came of one subject."""
    share = trials.wanted / trials.calls if trials.calls else 1.0
    result.seconds += seconds
    result.cut += share > 1.0
    result.expected_seconds += seconds * max(share, 1.0)

    for attribute in sorted(subject.attributes):
        expected = expectation(subject.record, attribute)
        if expected is None:
            continue

        reported = attribute in trials.attributes
        result.pairs.append((reported, expected))
        if expected != reported:
            result.missed.append(f"{subject.record['id']} {attribute}")


def table(results: Mapping[str, Result], functions: int) -> Table:
    columns = (
        "", "seconds", "all combinations", "cut", "calls", "precision", "recall", "times guided",
    )  # fmt: skip
    body = Table(*columns, title=f"{functions} functions with plain parameters")
    guided = results.get("guided")

    for name, result in results.items():
        counts = confusion(result.pairs)
        body.add_row(
            name,
            f"{result.seconds:.1f}",
            f"{result.expected_seconds:.1f}",
            str(result.cut),
            f"{result.calls:,}",
            fraction(counts.precision),
            fraction(counts.recall),
            _times(result, guided),
        )

    return body


def _times(result: Result, guided: Result | None) -> str:
    """The seconds as multiples of the guided search's: measured, and of all combinations."""
    if guided is None:
        return ""

    measured = result.seconds / guided.seconds
    expected = result.expected_seconds / guided.seconds
    return f"{measured:.1f} / {expected:.1f}"


@click.command(help=__doc__)
@folder_argument
@python_option
@click.option("--strategy", multiple=True, type=click.Choice(STRATEGIES), default=STRATEGIES)
@click.option("--seconds", default=60.0, help="The most that one function may take.")
@limit_option
def main(
    folder: Path, python: str, strategy: tuple[str, ...], seconds: float, limit: int | None
) -> None:
    chosen = subjects(folder, limit)
    results = {name: asyncio.run(measure(name, chosen, python, seconds)) for name in strategy}

    console = Console(width=110)
    console.print(table(results, len(chosen)))
    for name, result in results.items():
        console.print(f"{name} differs from the labels: {', '.join(result.missed) or 'nowhere'}")


if __name__ == "__main__":
    main()
