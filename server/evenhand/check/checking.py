"""The one door to the engine: from a source text to a `FileReport`.

text -> reading -> probing -> sandbox -> verdict -> finding
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from evenhand.causes import Cause, Explanation
from evenhand.check.catalogue import Catalogue, default_catalogue
from evenhand.check.imports.definitions import imported_symbols
from evenhand.check.probing.input_state import Judgement
from evenhand.check.probing.requests import Module, Steps
from evenhand.check.probing.search import find_differences
from evenhand.check.probing.search_state import SearchState
from evenhand.check.probing.spending import Budget, Spending
from evenhand.check.probing.witnesses import written_calls
from evenhand.check.reading.allowances import allowances
from evenhand.check.reading.dependencies import Dependencies
from evenhand.check.reading.inputs import Input, Reading, read
from evenhand.check.reading.source import Function, Source, parse
from evenhand.check.rules.remarks import source_remarks
from evenhand.check.verdicts import Told, apply_allowances, moved, report
from evenhand.findings import FileReport, FunctionReport, Severity, Span, VerdictKind
from evenhand.isolation import Standing
from evenhand.options import CheckOptions

if TYPE_CHECKING:
    from evenhand.check.sandbox import Worker, WorkerPool

T = TypeVar("T")
Lines = tuple[int, int]
"""The first and the last of some lines, from 1."""
CACHE_SIZE = 4_000
LONGEST = 2_000_000
"""Characters of a file; more are data or generated, and their syntax tree fills the memory."""


@dataclass(slots=True)
class Checker:
    """Checks texts, with warm workers; use it as `async with Checker() as checker`."""

    workers: int = 1
    calls: int = 0
    """Calls that searches have made so far, those of replays not counted."""
    _pool: WorkerPool | None = None
    _seen: dict[str, FunctionReport] = field(default_factory=dict)

    async def __aenter__(self) -> Checker:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """End every worker."""
        if self._pool is not None:
            await self._pool.aclose()
            self._pool = None

    @property
    def standing(self) -> Standing:
        """What stands around the code that runs; `static` where nothing has run yet."""
        return self._pool.standing if self._pool is not None else Standing()

    async def check(
        self,
        source: str,
        path: Path,
        options: CheckOptions,
        on_function: Callable[[FunctionReport], None] | None = None,
        first: Lines | None = None,
    ) -> FileReport:
        """Check every function of `source`; those in the lines `first` before all others.

        Cancelling the task that awaits this kills the running worker at once.
        `on_function` is called as each function's verdicts are known.
        Reports are cached by the function's text and all that it depends on.
        """
        if len(source) > LONGEST:
            too_long = f"has {len(source):,} characters, and {LONGEST:,} are read at most"
            return FileReport(str(path), problem=too_long)
        try:
            job = await asyncio.to_thread(job_of, source, path, options)
            reports = await self._functions(job, on_function, first)
        except SyntaxError as error:
            where = f" (line {error.lineno})" if error.lineno else ""
            return FileReport(str(path), problem=f"syntax error: {error.msg}{where}")
        except RecursionError:
            return FileReport(str(path), problem="is nested too deeply to be read")
        allowed = allowances(source)
        more, served = source_remarks(job.source, job.catalogue, job.severities, reports, allowed)
        functions, remarks = apply_allowances(reports, allowed, not options.not_run, served)
        return FileReport(str(path), functions, (*more, *remarks))

    async def _functions(
        self,
        job: Job,
        on_function: Callable[[FunctionReport], None] | None,
        first: Lines | None,
    ) -> list[FunctionReport]:
        words = job.dependencies.concerning(job.catalogue)
        reports: dict[int, FunctionReport] = {}
        functions = [f for f in job.source.functions if not f.overload]
        for function in sorted(functions, key=lambda f: not _within(f.span, first)):
            made = FunctionReport(function.name, function.span, function.location, ())
            if job.dependencies.within_reach(function, words):
                await asyncio.sleep(0)
                made = await self._function(function, job)
            reports[id(function)] = made
            if on_function is not None:
                on_function(made)
        return [reports[id(function)] for function in functions]

    async def _function(self, function: Function, job: Job) -> FunctionReport:
        key = job.dependencies.fingerprint(function, job.options)
        known = self._seen.get(key)
        if known is not None:
            return moved(known, function)
        reading = read(function, job.source, job.catalogue)
        inputs = tuple(i for i in reading.inputs if i.attribute in job.severities)
        made = FunctionReport(function.name, function.span, function.location, ())
        if inputs:
            made = await self._judged(replace(reading, inputs=inputs), job)
        if any(v.explanation is not None and v.explanation.was_killed for v in made.verdicts):
            return made  # nothing about the function: the next time it may end well
        if len(self._seen) > CACHE_SIZE:
            self._seen.clear()
        self._seen[key] = made
        return made

    async def _judged(self, reading: Reading, job: Job) -> FunctionReport:
        started = time.monotonic()
        proved = [i for i in reading.inputs if not i.may_decide]
        used = [i for i in reading.inputs if i.may_decide]
        why_not = _why_not_run(reading, job.options)
        if why_not is not None or not used:
            told = _not_run(used, why_not)
        else:
            told = await self._searched(reading, job)
        seconds = round(time.monotonic() - started, 4)
        return report(reading.function, told, proved, job.severities, seconds)

    async def run(self, steps: Steps[T], options: CheckOptions) -> T:
        """Carry out what `steps` ask for, behind the walls; raises `WorkerError`."""
        from evenhand.check.sandbox.driving import drive

        async with self._worker(options) as worker:
            return await drive(steps, worker, options.seconds)

    def _worker(self, options: CheckOptions) -> AbstractAsyncContextManager[Worker]:
        from evenhand.check.sandbox import WorkerPool

        if self._pool is None:
            self._pool = WorkerPool(self.workers)
        return self._pool.worker(options.python, options.isolation)

    async def _searched(self, reading: Reading, job: Job) -> list[Told]:
        from evenhand.check.sandbox import WorkerError
        from evenhand.check.sandbox.driving import drive

        options, trial = job.options, job.trial(reading)
        try:
            async with self._worker(options) as worker:
                judgements = await drive(find_differences(trial), worker, options.seconds)
                if options.deep:
                    from evenhand.check.proving.open_judgements import proved

                    judgements = tuple(await proved(judgements, trial, worker))
        except WorkerError as error:
            return _not_run([i for i in reading.inputs if i.may_decide], error.explanation)
        finally:
            self.calls += trial.spending.calls
        return [
            Told(j, written_calls(trial, j.probe) if j.probe is not None else None)
            for j in judgements
        ]


@dataclass(frozen=True, slots=True)
class Job:
    """One file on its way through a check or a repair."""

    source: Source
    path: Path
    catalogue: Catalogue
    severities: Mapping[str, Severity]
    options: CheckOptions
    dependencies: Dependencies = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "dependencies", Dependencies(self.source))

    def trial(self, reading: Reading) -> SearchState:
        """A search of one of the file's functions, not yet begun."""
        options = self.options
        budget = Budget.of(self.dependencies.complexity(reading.function), options.seconds)
        module = Module(self.source.text, str(self.path), search_path=options.search_path)
        return SearchState(reading, self.source, module, self.catalogue, Spending(budget))


def job_of(source: str, path: Path, options: CheckOptions) -> Job:
    """Read a file for a check; raises SyntaxError and RecursionError."""
    parsed = _parsed(source, path, () if options.not_run else options.search_path)
    catalogue = _catalogue(options.extra_attributes)
    return Job(parsed, path, catalogue, _severities(catalogue, options), options)


def _parsed(text: str, path: Path, search_path: tuple[str, ...]) -> Source:
    source = parse(text)
    imported = imported_symbols(source, path, search_path)
    return parse(text, imported) if imported else source


def _catalogue(extra: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]) -> Catalogue:
    catalogue = default_catalogue()
    return catalogue.extended(extra) if extra else catalogue


def _severities(catalogue: Catalogue, options: CheckOptions) -> Mapping[str, Severity]:
    """Which attributes are checked, and how loudly each is reported."""
    on = dict(catalogue.profile(options.profile))
    for name, _, _ in options.extra_attributes:
        on.setdefault(name, Severity.WARNING)
    if options.attributes is None:
        return on
    return {a: on.get(a, Severity.WARNING) for a in options.attributes}


def _not_run(inputs: list[Input], explanation: Explanation | None) -> list[Told]:
    return [Told(Judgement(i, VerdictKind.NOT_CHECKED, explanation, 0), None) for i in inputs]


def _within(span: Span, lines: Lines | None) -> bool:
    return lines is not None and span.line <= lines[1] and lines[0] <= span.end_line


def _why_not_run(reading: Reading, options: CheckOptions) -> Explanation | None:
    """Why a function is not called: by the settings, or since only its outer function can."""
    if options.not_run:
        return Explanation(Cause.NOT_RUN, message=options.not_run)

    outer = reading.function.outer
    if outer is not None and reading.enclosing is None:
        return Explanation(Cause.INSIDE, outer.name)
    return None
