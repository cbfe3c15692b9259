"""The one door to the engine: from a source text to a `FileReport`.

    text ──> reading ──> search ──> sandbox ──> verdict ──> finding

`Checker.check` reads the file and goes through its functions; `_report_on` looks up or makes the
report on one function; `_judge` decides whether its calls have to run; `_search` runs them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from evenhand.causes import Cause, Explanation
from evenhand.check import mistakes
from evenhand.check.answered_findings import answers_about_file, unanswered, without_answered
from evenhand.check.cache.report_cache import ReportCache
from evenhand.check.cache.report_memory import FileLook, ReportMemory
from evenhand.check.callers import blamed
from evenhand.check.catalogue import STRICT
from evenhand.check.costs import Cost
from evenhand.check.deep_stack import with_deep_stack
from evenhand.check.file_job import JUDGE, Job, Traces, job_of
from evenhand.check.imports.file_digests import moment
from evenhand.check.outcomes.requests import Steps
from evenhand.check.proofs.stagings import staging
from evenhand.check.reading.allowances import allowances
from evenhand.check.reading.inputs import Input, Reading, read
from evenhand.check.reading.mentions import mentions, mentions_outside
from evenhand.check.reading.source import LONGEST, Function
from evenhand.check.rules.remarks import source_remarks
from evenhand.check.sandbox import Worker, WorkerError, WorkerPool
from evenhand.check.sandbox.driving import drive
from evenhand.check.search.guided_search import find_differences
from evenhand.check.search.judge_interface import Judge
from evenhand.check.search.judgements import Judgement
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.witnesses import written_calls
from evenhand.check.verdicts import (
    JudgedInput,
    apply_allowances,
    in_text,
    moved,
    report,
    unread,
    with_mentions,
)
from evenhand.check.worker.frames import CLOCK
from evenhand.findings import FileReport, FunctionReport, LeftOver, Span, VerdictKind
from evenhand.isolation import Isolation, Standing
from evenhand.options import CheckOptions

T = TypeVar("T")
Lines = tuple[int, int]
"""The first and the last of some lines, from 1."""
MOST_OPENED = 300
"""Files that a worker reports; code that opens so many may have opened more."""
SECONDS_PER_FILE = 600.0
"""Of processor time. After these, the functions of a file that are left are read, and not run."""


class Checker:
    """Checks texts, with warm workers; use it as `async with Checker() as checker`.

    Reports are kept on `disk` if there is one. For `fresh_seconds` no file that others depend on
    is looked at again. `judge` says what differences are for.
    """

    def __init__(
        self,
        workers: int = 1,
        disk: ReportCache | None = None,
        fresh_seconds: float = 0.0,
        judge: Judge = JUDGE,
    ) -> None:
        self.workers = workers
        self.calls = 0
        """Calls that searches have made so far, those of replays not counted."""
        self.cost = Cost()
        """Of the last check."""
        self._pool: WorkerPool | None = None
        self._edited = False
        """Whether the text of the present check is a later state of an earlier one."""
        self._memory = ReportMemory(disk, fresh_seconds)
        self.judge = judge
        self._no_worker: Explanation | None = None
        """Why none could be started for the present text: none is tried for each function."""

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
        """The isolation in force; `static` until something has run, here or for a kept report."""
        in_force = self._pool.standing if self._pool is not None else Standing()
        return self._memory.standing if in_force.level is Isolation.STATIC else in_force

    async def check(
        self,
        source: str,
        path: Path,
        options: CheckOptions,
        on_function: Callable[[FunctionReport], None] | None = None,
        first: Lines | None = None,
        *,
        edited: bool = False,
    ) -> FileReport:
        """Check every function of `source`; those in the lines `first` before all others.

        Cancelling the task that awaits this kills the running worker at once.
        `on_function` is called as each function's verdicts are known.
        Reports are cached by the function's text and all that it depends on, files included.
        `edited` says that the text takes the place of what `path` had before, so that it may have
        its process where memory can be put back.
        """
        if len(source) > LONGEST:
            too_long = f"has {len(source):,} characters, and {LONGEST:,} are read at most"
            return FileReport(str(path), problem=too_long)

        began, self.cost, self._edited = time.perf_counter(), Cost(), edited
        self._no_worker = None
        try:
            look = self._memory.look_at(source, path, options)
            earlier = self._memory.file(look)
            self.cost.looking_up = time.perf_counter() - began
            if earlier is not None:
                self.cost.files_kept = 1
                _tell(earlier.functions, on_function)
                return earlier
            job = job_of(source, path, options, look.imports.places, look.parsed, self.judge)
            self._memory.recall_functions(look)
            reports = await self._reports_on(job, look, on_function, first)
        except SyntaxError as error:
            where = f" (line {error.lineno})" if error.lineno else ""
            return FileReport(str(path), problem=f"syntax error: {error.msg}{where}")
        except RecursionError:
            return FileReport(str(path), problem="is nested too deeply to be read")

        file_report = with_deep_stack(_file_report, job, reports)
        self._memory.keep_file(look, file_report, job.traces, self.standing)
        others = self.cost.looking_up + self.cost.running
        self.cost.reading = time.perf_counter() - began - others
        return file_report

    async def run(self, steps: Steps[T], options: CheckOptions, traces: Traces | None = None) -> T:
        """Carry out what `steps` ask for, in the sandbox; raises `WorkerError`.

        The `traces` get the files that are opened.
        """
        async with self._worker(options) as worker:
            worker.files = (traces or Traces()).opened
            return await drive(steps, worker, options.seconds)

    async def _reports_on(
        self,
        job: Job,
        look: FileLook,
        on_function: Callable[[FunctionReport], None] | None,
        first: Lines | None,
    ) -> list[FunctionReport]:
        """Reports on all functions, in the order of the source."""
        in_reach = {id(function) for function in job.functions_in_reach()}
        functions = [f for f in job.source.functions if not f.overload]
        reports: dict[int, FunctionReport] = {}

        for function in sorted(functions, key=lambda f: not _overlaps(f.span, first)):
            if id(function) in in_reach:
                await asyncio.sleep(0)  # a cancellation comes through between two functions
                function_report = await self._report_on(function, job, look)
            else:
                function_report = _nothing_to_say(function)
            reports[id(function)] = function_report
            if on_function is not None:
                on_function(function_report)

        return [reports[id(function)] for function in functions]

    async def _report_on(self, function: Function, job: Job, look: FileLook) -> FunctionReport:
        """The report on one function; a bug in Evenhand leaves that function alone unjudged."""
        try:
            return await self._made_or_remembered(function, job, look)
        except Exception as error:
            why = mistakes.explained(error)
            job.traces.add(Traces(may_end_otherwise=not why.is_lasting))
            return unread(function, job.attributes_in_reach(function), why)

    async def _made_or_remembered(
        self, function: Function, job: Job, look: FileLook
    ) -> FunctionReport:
        key = with_deep_stack(job.dependencies.fingerprint, function, look.surroundings)
        earlier = self._memory.function(key, look)
        if earlier is not None:
            opened = {path for path, _ in earlier.opened}
            job.traces.add(Traces(opened, not earlier.lasting))
            self.cost.functions_kept += 1
            return moved(earlier.report, function)

        began, traces = moment(), Traces()
        self.cost.functions_read += 1
        reading = with_deep_stack(read, function, job.source, job.catalogue)
        inputs = tuple(i for i in reading.inputs if i.attribute in job.severities)
        if inputs:
            judged = await self._judged(replace(reading, inputs=inputs), job, traces)
            new = in_text(judged, job.source.text)
        else:
            new = _nothing_to_say(function)

        spoken_of = mentions(function, job.source, job.catalogue)
        new = with_mentions(new, spoken_of, job.severities)
        _settle(traces, new, job)
        if not new.accidents:
            self._memory.keep_function(key, look, new, traces, began)
        job.traces.add(traces)
        return new

    async def _judged(self, reading: Reading, job: Job, traces: Traces) -> FunctionReport:
        """The report on a function with protected inputs."""
        try:
            return await self._judge(reading, job, traces)
        except Exception as error:
            unjudged = _not_checked(reading.inputs, mistakes.explained(error))
            return report(reading.function, unjudged, [], job.loudness, 0.0)

    async def _judge(self, reading: Reading, job: Job, traces: Traces) -> FunctionReport:
        """Search for differences, unless reading proves that there are none or nothing may run.

        What its runs come of is added to `traces`.
        """
        started = time.monotonic()
        independent = [i for i in reading.inputs if not i.may_decide]
        open_inputs = [i for i in reading.inputs if i.may_decide]

        why_not = _why_not_run(reading, job)
        if why_not is not None:
            judged = _not_checked(open_inputs, why_not)
        elif open_inputs:
            judged = await self._searched(reading, job, traces)
        else:
            judged = []

        seconds = round(time.monotonic() - started, 4)
        return report(reading.function, judged, independent, job.loudness, seconds)

    async def _searched(self, reading: Reading, job: Job, traces: Traces) -> list[JudgedInput]:
        """Search for differences; again with objects from their fields if they cannot be built.

        If its process was killed from outside, the search is made once more.
        """
        search = job.search(reading)
        judged = await self._search(search, job.options, traces)
        if _was_killed(judged):  # perhaps while it was idle: the next one may end well
            search = job.search(reading)
            judged = await self._search(search, job.options, traces)
        if not search.observed.lacks_objects:
            return judged

        other = with_deep_stack(job.read_from_fields, reading.function)
        judged_attributes = {entry.judgement.input.attribute for entry in judged}
        if other is None or not judged_attributes.intersection(i.attribute for i in other.inputs):
            return judged
        return await self._search(job.search(other), job.options, traces)

    async def _search(
        self, search: SearchState, options: CheckOptions, traces: Traces
    ) -> list[JudgedInput]:
        """Run the search in a worker, and on request ask the prover about what it left open."""
        began = time.perf_counter()
        if self._no_worker is not None:
            return _not_checked([s.input for s in search.states], self._no_worker)
        try:
            async with self._worker(options) as worker:
                worker.files, worker.follows_edits = traces.opened, self._edited
                judgements = await drive(find_differences(search), worker, options.seconds)
                if options.deep:
                    # Its packages are optional, and installed only if the user asked for them.
                    from evenhand.check.proving.open_judgements import proved

                    judgements = tuple(await proved(judgements, search, worker))
                if options.rate:
                    from evenhand.check.search.flip_rate import rated

                    judgements = await drive(rated(search, judgements), worker, options.seconds)
        except WorkerError as error:
            return _not_checked([s.input for s in search.states], error.explanation)
        finally:
            self.calls += search.spending.made
            self.cost.calls += search.spending.made
            self.cost.functions_run += 1
            traces.seconds += search.spending.seconds
            self.cost.running += time.perf_counter() - began
            if search.observed.may_end_otherwise or search.spending.late is not None:
                traces.may_end_otherwise = True
        return [_judged(search, judgement) for judgement in judgements]

    @asynccontextmanager
    async def _worker(self, options: CheckOptions) -> AsyncIterator[Worker]:
        """A worker for a while; raises `WorkerError` if nothing may run, or none starts."""
        if options.not_run:
            raise WorkerError(Explanation(Cause.NOT_RUN, message=options.not_run))
        if self._pool is None:
            self._pool = WorkerPool(self.workers)

        async with AsyncExitStack() as stack:
            lent = self._pool.worker(options.python, options.isolation)
            try:
                worker = await stack.enter_async_context(lent)
            except WorkerError as error:
                self._no_worker = None if error.explanation.was_killed else error.explanation
                raise
            yield worker


def _file_report(job: Job, reports: list[FunctionReport]) -> FileReport:
    """The reports on functions with allowances applied, and the remarks on the file."""
    if job.options.profile != STRICT:
        reports = blamed(reports, job.source, job.catalogue)
    allowed = allowances(job.source.text)
    answered = answers_about_file(job.options.answers, str(job.path))
    remarks, uses = source_remarks(job.checked_file, reports, allowed)
    judged = not job.options.not_run
    functions, on_allowances = apply_allowances(reports, allowed, judged, uses)
    functions = tuple(without_answered(f, answered, job.source.text) for f in functions)
    depends_on = job.imports | job.traces.opened - {CLOCK}
    return FileReport(
        str(job.path),
        functions,
        (*unanswered(remarks, answered, job.source.text), *on_allowances),
        depends_on=depends_on,
        left_over=_left_over(job),
        allowances=allowed,
    )


def _left_over(job: Job) -> tuple[LeftOver, ...]:
    """The attributes that code outside of functions speaks of."""
    outside = mentions_outside(job.source, job.catalogue)
    spoken_of = [mention for mention in outside if mention.attribute in job.severities]
    return tuple(LeftOver(m.attribute, m.name, Span(m.line, 0, m.line, 0)) for m in spoken_of)


def _tell(
    reports: Iterable[FunctionReport], on_function: Callable[[FunctionReport], None] | None
) -> None:
    """Tell reports that were known, as if they had just been made."""
    if on_function is not None:
        for function_report in reports:
            on_function(function_report)


def _settle(traces: Traces, new: FunctionReport, job: Job) -> None:
    """Keep the files of the project, and decide whether another run would end the same."""
    explanations = [verdict.explanation for verdict in new.verdicts]
    lasts = all(explanation is None or explanation.is_lasting for explanation in explanations)
    if not lasts or len(traces.opened) >= MOST_OPENED:
        traces.may_end_otherwise = True
    traces.opened = {path for path in traces.opened if path == CLOCK or job.may_read(path)}


def _why_not_run(reading: Reading, job: Job) -> Explanation | None:
    """Why a function is not called: by the settings, its place, or since time is up."""
    if job.options.not_run:
        return Explanation(Cause.NOT_RUN, message=job.options.not_run)

    outer = reading.function.outer
    if outer is not None and reading.enclosing is None:
        return Explanation(Cause.INSIDE, outer.name)

    if job.traces.seconds > SECONDS_PER_FILE:
        return Explanation(Cause.FILE_TOOK_LONGER, seconds=SECONDS_PER_FILE)
    return None


def _not_checked(inputs: Iterable[Input], explanation: Explanation) -> list[JudgedInput]:
    judgements = [Judgement(i, VerdictKind.NOT_CHECKED, explanation, 0) for i in inputs]
    return [JudgedInput(judgement, None) for judgement in judgements]


def _judged(search: SearchState, judgement: Judgement) -> JudgedInput:
    if judgement.probe is None:
        return JudgedInput(judgement, None)
    probe = judgement.probe
    asks = judgement.kind is VerdictKind.DELEGATES
    staged = staging(search, probe, is_asked=asks)
    return JudgedInput(judgement, written_calls(search, probe), staged, search.this_year)


def _was_killed(judged: Iterable[JudgedInput]) -> bool:
    """Whether something was not judged because a process was killed from outside."""
    explanations = (entry.judgement.explanation for entry in judged)
    return any(reason is not None and reason.was_killed for reason in explanations)


def _nothing_to_say(function: Function) -> FunctionReport:
    return FunctionReport(function.name, function.span, function.location, ())


def _overlaps(span: Span, lines: Lines | None) -> bool:
    if lines is None:
        return False
    first, last = lines
    return span.line <= last and first <= span.end_line
