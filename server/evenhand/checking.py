"""The one door to the engine: from a source text to a `FileReport`.

text -> reading -> probing -> sandbox -> verdict -> finding
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from evenhand.catalogue import Catalogue, default_catalogue
from evenhand.findings import FileReport, FunctionReport, Severity, VerdictKind
from evenhand.isolation import Isolation, Standing
from evenhand.probing.runs import Module
from evenhand.probing.search import search
from evenhand.probing.states import Judgement
from evenhand.probing.trial import Budget, Trial
from evenhand.probing.witnesses import calls as written_calls
from evenhand.reading.allowances import allowances
from evenhand.reading.dependencies import Dependencies
from evenhand.reading.inputs import Input, Reading, read
from evenhand.reading.source import Function, Source, parse
from evenhand.verdicts import INSIDE, Told, apply_allowances, moved, report
from evenhand.worker import KILLED
from evenhand.workspace.definitions import imported_symbols

if TYPE_CHECKING:
    from evenhand.sandbox import WorkerPool

CACHE_SIZE = 4_000
LONGEST = 2_000_000
"""Characters of a file; more are data or generated, and their syntax tree fills the memory."""


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """What decides a verdict besides the text."""

    python: str
    """The user's interpreter, in which the code runs."""
    search_path: tuple[str, ...] = ()
    """Workspace folders from which the file may import."""
    attributes: frozenset[str] | None = None
    """Names of the attributes to check; None: those of the profile."""
    profile: str = "default"
    """`default`, `legal` or `paper`."""
    extra_attributes: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = ()
    """Attributes that the user added: name, identifier words, values."""
    isolation: Isolation = Isolation.AUTO
    not_run: str = ""
    """Why nothing may run, so that the source is only read; empty where it may."""
    seconds: float = 10.0
    """Wall clock for one function."""
    deep: bool = False
    """Ask CrossHair, which has to be installed, about what was found to make no difference."""


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
    ) -> FileReport:
        """Check every function of `source`.

        Cancelling the task that awaits this kills the running worker at once.
        `on_function` is called as each function's verdicts are known.
        Reports are cached by the function's text and all that it depends on.
        """
        if len(source) > LONGEST:
            too_long = f"has {len(source):,} characters, and {LONGEST:,} are read at most"
            return FileReport(str(path), problem=too_long)
        try:
            folders = () if options.not_run else options.search_path
            parsed = await asyncio.to_thread(_parsed, source, path, folders)
            reports = await self._functions(parsed, path, options, on_function)
        except SyntaxError as error:
            where = f" (line {error.lineno})" if error.lineno else ""
            return FileReport(str(path), problem=f"syntax error: {error.msg}{where}")
        except RecursionError:
            return FileReport(str(path), problem="is nested too deeply to be read")
        functions, remarks = apply_allowances(reports, allowances(source), not options.not_run)
        return FileReport(str(path), functions, remarks)

    async def _functions(
        self,
        parsed: Source,
        path: Path,
        options: CheckOptions,
        on_function: Callable[[FunctionReport], None] | None,
    ) -> list[FunctionReport]:
        catalogue = _catalogue(options.extra_attributes)
        job = _Job(parsed, path, catalogue, _severities(catalogue, options), options)
        words = job.dependencies.concerning(catalogue)
        reports: list[FunctionReport] = []
        for function in parsed.functions:
            if function.overload:
                continue
            made = FunctionReport(function.name, function.span, function.place, ())
            if job.dependencies.within_reach(function, words):
                await asyncio.sleep(0)
                made = await self._function(function, job)
            reports.append(made)
            if on_function is not None:
                on_function(made)
        return reports

    async def _function(self, function: Function, job: _Job) -> FunctionReport:
        key = job.dependencies.fingerprint(function, job.options)
        known = self._seen.get(key)
        if known is not None:
            return moved(known, function)
        reading = read(function, job.source, job.catalogue)
        inputs = tuple(i for i in reading.inputs if i.attribute in job.severities)
        made = FunctionReport(function.name, function.span, function.place, ())
        if inputs:
            made = await self._judged(replace(reading, inputs=inputs), job)
        if any(KILLED in verdict.reason for verdict in made.verdicts):
            return made  # nothing about the function: the next time it may end well
        if len(self._seen) > CACHE_SIZE:
            self._seen.clear()
        self._seen[key] = made
        return made

    async def _judged(self, reading: Reading, job: _Job) -> FunctionReport:
        started = time.monotonic()
        proved = [i for i in reading.inputs if not i.may_decide]
        used = [i for i in reading.inputs if i.may_decide]
        reason = job.options.not_run or _unreachable(reading)
        told = _untold(used, reason) if reason or not used else await self._searched(reading, job)
        seconds = round(time.monotonic() - started, 4)
        return report(reading.function, told, proved, job.severities, seconds)

    async def _searched(self, reading: Reading, job: _Job) -> list[Told]:
        options = job.options
        budget = Budget.of(job.dependencies.complexity(reading.function), options.seconds)
        module = Module(job.source.text, str(job.path), search_path=options.search_path)
        trial = Trial(reading, job.source, module, job.catalogue, budget)
        from evenhand.sandbox import WorkerError, WorkerPool
        from evenhand.sandbox.driving import drive

        if self._pool is None:
            self._pool = WorkerPool(self.workers)
        try:
            async with self._pool.worker(options.python, options.isolation) as worker:
                judgements = await drive(search(trial), worker, options.seconds)
                if options.deep:
                    from evenhand.proving.proving import proved

                    judgements = tuple(await proved(judgements, trial, worker))
        except WorkerError as error:
            return _untold([i for i in reading.inputs if i.may_decide], str(error))
        finally:
            self.calls += trial.calls
        return [
            Told(j, written_calls(trial, j.probe) if j.probe is not None else None)
            for j in judgements
        ]


@dataclass(frozen=True, slots=True)
class _Job:
    """One file on its way through a check."""

    source: Source
    path: Path
    catalogue: Catalogue
    severities: Mapping[str, Severity]
    options: CheckOptions
    dependencies: Dependencies = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "dependencies", Dependencies(self.source))


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


def _untold(inputs: list[Input], reason: str) -> list[Told]:
    return [Told(Judgement(i, VerdictKind.NOT_CHECKED, reason, 0), None) for i in inputs]


def _unreachable(reading: Reading) -> str:
    """Why a function cannot be called from outside; empty where it can."""
    function = reading.function
    if function.outer is not None and reading.enclosing is None:
        return f"{INSIDE} `{function.outer.name}`, and is checked with it"
    return ""
