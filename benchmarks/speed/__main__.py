"""Evenhand's search beside the published exhaustive one: the same functions, the same worker.

    python -m benchmarks.speed FOLDER [--strategy guided|exhaustive|enriched ...] [--seconds 60]

Only functions with plain parameters take part, the only ones that the published method calls.
`exhaustive` tries all combinations of the default pools, `enriched` those of pools with whole
ranges. Each function gets `--seconds` at most; where the time is up before, the time that all its
combinations would take is worked out from those made, and printed apart from what was measured.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.labelled import Pairs, Record, corpora, expectation, fraction
from benchmarks.speed.exhaustive import Found, exhaustive
from benchmarks.speed.pools import Pools, pool, related
from evenhand.check.catalogue import default_catalogue
from evenhand.check.probing.requests import Module, Run, Steps
from evenhand.check.probing.search import find_differences
from evenhand.check.probing.search_state import SearchState
from evenhand.check.probing.spending import Budget, Spending
from evenhand.check.reading.dependencies import Dependencies
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.inputs import Reading, read
from evenhand.check.reading.source import Source, parse
from evenhand.check.sandbox import Worker
from evenhand.check.sandbox.driving import drive
from evenhand.findings import VerdictKind
from evenhand.measures.confusion_matrix import confusion

STRATEGIES = ("guided", "exhaustive", "enriched")
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
    module: Module


@dataclass
class Result:
    """What one strategy took, and what it found."""

    pairs: Pairs = field(default_factory=list)
    seconds: float = 0.0
    expected_seconds: float = 0.0
    """With what was left out where the time was up."""
    calls: int = 0
    cut: int = 0
    """Functions whose time was up."""
    missed: list[str] = field(default_factory=list)


def subjects(folder: Path, limit: int | None) -> list[Subject]:
    """The labelled functions of `folder` that take plain values only."""
    found: list[Subject] = []
    on = default_catalogue().profile("default")
    for _, records in corpora(folder):
        for record in records[:limit]:
            if not record.get("runnable", True):
                continue
            source = parse(record["code"])
            for function in source.functions:
                if function.name != record.get("entry", function.name) or function.owner:
                    continue
                reading = read(function, source, default_catalogue())
                inputs = tuple(i for i in reading.inputs if i.attribute in on)
                if inputs and _is_plain(reading):
                    module = Module(record["code"], f"{record['id']}.py")
                    found.append(Subject(record, source, replace(reading, inputs=inputs), module))
    return found


def _is_plain(reading: Reading) -> bool:
    plain = all(p.is_leaf and not p.is_variadic for p in reading.parameters)
    whole = not any(p.shows(*CONTAINERS) or p.klass for p in reading.parameters)
    return plain and whole and reading.receiver is None and not reading.prompts


async def measure(strategy: str, chosen: list[Subject], python: str, seconds: float) -> Result:
    """Run one strategy over all subjects."""
    result = Result()
    known = related(s.reading for s in chosen)
    worker = await Worker.start(python)
    console = Console(stderr=True)
    try:
        for subject in track(chosen, strategy, console=console, transient=True):
            if not worker.alive:
                await worker.aclose()
                worker = await Worker.start(python)
            before = time.perf_counter()
            steps = _steps(strategy, subject, known, seconds)
            found = await drive(_counted(steps, result), worker, 10.0)
            spent = time.perf_counter() - before
            result.seconds += spent
            share = found.wanted / found.calls if found.calls else 1.0
            result.cut += share > 1.0
            result.expected_seconds += spent * max(share, 1.0)
            _score(result, subject, found.attributes)
    finally:
        await worker.aclose()
    return result


def _steps(strategy: str, subject: Subject, known: Pools, seconds: float) -> Steps[Found]:
    if strategy == "guided":
        return _guided(subject)
    pools = {
        p.name: pool(p, known, enriched=strategy == "enriched") for p in subject.reading.parameters
    }
    return exhaustive(subject.reading, subject.module, pools, seconds)


def _guided(subject: Subject) -> Steps[Found]:
    """Reading is part of the price."""
    source = parse(subject.module.source)
    function = next(f for f in source.functions if f.name == subject.reading.function.name)
    reading = read(function, source, default_catalogue())
    on = {i.attribute for i in subject.reading.inputs}
    reading = replace(reading, inputs=tuple(i for i in reading.inputs if i.attribute in on))
    if not any(i.may_decide for i in reading.inputs):
        return Found()
    spending = Spending(Budget.of(Dependencies(source).complexity(function), 10.0))
    trial = SearchState(reading, source, subject.module, default_catalogue(), spending)
    judgements = yield from find_differences(trial)
    reported = {VerdictKind.BIASED, VerdictKind.REFUSES}
    return Found({j.input.attribute for j in judgements if j.kind in reported})


def _counted(steps: Steps[Found], result: Result) -> Steps[Found]:
    answer: Any = None
    while True:
        try:
            request = steps.send(answer)
        except StopIteration as done:
            found: Found = done.value
            return found
        result.calls += len(request.calls) if isinstance(request, Run) else 0
        answer = yield request


def _score(result: Result, subject: Subject, attributes: set[str]) -> None:
    for attribute in sorted({i.attribute for i in subject.reading.inputs}):
        expected = expectation(subject.record, attribute)
        if expected is None:
            continue
        result.pairs.append((attribute in attributes, expected))
        if expected != (attribute in attributes):
            result.missed.append(f"{subject.record['id']} {attribute}")


def table(results: dict[str, Result], functions: int) -> Table:
    columns = (
        "",
        "seconds",
        "all combinations",
        "cut",
        "calls",
        "precision",
        "recall",
        "times guided",
    )
    made = Table(*columns, title=f"{functions} functions with plain parameters")
    base = results["guided"].seconds if "guided" in results else None
    for name, r in results.items():
        found = confusion(r.pairs)
        ratio = "" if base is None else f"{r.seconds / base:.1f} / {r.expected_seconds / base:.1f}"
        made.add_row(
            name,
            f"{r.seconds:.1f}",
            f"{r.expected_seconds:.1f}",
            str(r.cut),
            f"{r.calls:,}",
            fraction(found.precision),
            fraction(found.recall),
            ratio,
        )
    return made


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--python", default=sys.executable, help="The interpreter that runs the code.")
@click.option("--strategy", multiple=True, type=click.Choice(STRATEGIES), default=STRATEGIES)
@click.option("--seconds", default=60.0, help="The most that one function may take.")
@click.option("--limit", type=int, help="Take functions from this many records of each file.")
def main(
    folder: Path, python: str, strategy: tuple[str, ...], seconds: float, limit: int | None
) -> None:
    chosen = subjects(folder, limit)
    run: Callable[[str], Result] = lambda s: asyncio.run(measure(s, chosen, python, seconds))  # noqa: E731
    results = {name: run(name) for name in strategy}
    console = Console(width=110)
    console.print(table(results, len(chosen)))
    for name, result in results.items():
        console.print(f"{name} differs from the labels: {', '.join(result.missed) or 'nowhere'}")


if __name__ == "__main__":
    main()
