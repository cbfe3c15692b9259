"""Gathers everything about one function that is to be repaired, before anything changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.check.checking import Checker
from evenhand.check.deep_stack import with_deep_stack
from evenhand.check.file_job import Job, job_of
from evenhand.check.reading.inputs import Reading
from evenhand.check.reading.source import Function, Source
from evenhand.check.reading.tracing.tracer import TooLargeError
from evenhand.findings import FileReport, FunctionReport, Severity, Verdict
from evenhand.options import Baseline, CheckOptions
from evenhand.repair.survey.attribute_reads import Reads, reads_of
from evenhand.repair.survey.combined_outcomes import CombinedOutcomes, combined_outcomes
from evenhand.repair.survey.kept_purposes import KeptPart, kept_parts, set_aside
from evenhand.repair.survey.project_names import ProjectNames
from evenhand.repair.survey.varied_outcomes import Survey, survey


class NoRepairError(Exception):
    """Why a function cannot be repaired at all, as a clause."""


@dataclass(frozen=True, slots=True)
class Case:
    """A function to repair, with what it does today."""

    job: Job
    function: Function
    report: FunctionReport
    attribute: str | None
    """The one that the repair was asked for; None: all of them."""
    wanted: frozenset[str]
    """Attributes that must make no difference any more."""
    survey: Survey
    old_outcomes: CombinedOutcomes
    reads: Reads
    names_elsewhere: ProjectNames
    """Those that other files of the project may use."""
    found_elsewhere: frozenset[str] = frozenset()
    """The other functions with findings by these attributes, of which a person may want to say
    something else: what is a decision here may be a courtesy, or law, where it stands."""
    kept: tuple[KeptPart, ...] = ()
    """What may go on resting on the attributes, beside the decision that is to be repaired."""
    decision: Case | None = None
    """The case without these parts, in which a text is proved; None if nothing else decides."""

    @property
    def source(self) -> str:
        """The text of the whole file."""
        return self.job.source.text

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Those that a repair has to remove."""
        return tuple(v for v in self.report.verdicts if v.attribute in self.wanted)

    @property
    def ended(self) -> frozenset[str]:
        """The attributes that make no difference after a repair, whatever part is kept."""
        if self.decision is None:
            return self.wanted
        verdicts = self.decision.verdicts
        return frozenset(verdict.attribute for verdict in verdicts if verdict.kind.unequal)

    @property
    def proved(self) -> Case:
        """The case in which a text is proved: this one, or the one without what may stay."""
        return self if self.decision is None else self.decision.proved

    @property
    def is_contextual(self) -> bool:
        """Whether it is only about what no law protects: an education, an occupation, a place."""
        return all(self.job.severities.get(name) is not Severity.WARNING for name in self.wanted)


async def examine(
    checker: Checker,
    source: str,
    path: Path,
    options: CheckOptions,
    name: str,
    attribute: str | None = None,
    also: frozenset[str] = frozenset(),
    only: frozenset[str] | None = None,
) -> Case:
    """Find out what the function `name` does today; raises `NoRepairError` and `WorkerError`.

    The attributes `also` must make no difference either, whatever the report says of them; others
    than `only` may go on making one.
    """
    file_report = await checker.check(source, path, options)
    wanted = also | to_repair(file_report, name, attribute, options.attributes or frozenset())
    wanted = wanted if only is None else wanted & only
    wanted = _decided_here(file_report, name, wanted) or wanted
    if not wanted:
        raise NoRepairError("nothing is left to repair here")

    job = job_of(source, path, options, judge=checker.judge)
    function = function_of(job.source, name)
    assert function is not None
    report = next(r for r in file_report.functions if r.name == name)

    outcomes, reads = await _surveyed(checker, job, function, wanted)
    if outcomes.search.observed.lacks_objects and not outcomes.varied:
        from_fields = replace(job, builds_from_fields=True)
        outcomes, reads = await _surveyed(checker, from_fields, function, wanted)
        job = from_fields
    if outcomes.problem is not None:
        raise NoRepairError(outcomes.problem)
    if not outcomes.varied:
        raise NoRepairError("the difference was not seen again")

    combined = await checker.run(combined_outcomes(outcomes), options)
    names = ProjectNames(outcomes.search.module.path)
    elsewhere = frozenset(
        other.name
        for other in file_report.functions
        if other.name != name and any(v.attribute in wanted for v in other.unequal)
    )
    case = Case(
        job, function, report, attribute, wanted, outcomes, combined, reads, names, elsewhere
    )
    return await _with_kept_parts(checker, case)


async def _surveyed(
    checker: Checker, job: Job, function: Function, wanted: frozenset[str]
) -> tuple[Survey, Reads]:
    """What a function does today, and where it reads the attributes; raises `NoRepairError`."""
    try:
        reading, reads = with_deep_stack(reads_of, function, job)
    except (TooLargeError, RecursionError):
        raise NoRepairError("it is too large to be read") from None
    search = replace(job.search(checked(reading, job.severities)), thorough=True)
    return await checker.run(survey(search, wanted), job.options, job.traces), reads


async def widened(checker: Checker, case: Case, attribute: str) -> Case:
    """The case with one more attribute that must make no difference."""
    job, also = case.job, case.wanted | {attribute}
    return await examine(
        checker, case.source, job.path, job.options, case.function.name, case.attribute, also
    )


async def narrowed(checker: Checker, case: Case, attributes: frozenset[str]) -> Case:
    """The case in which only these attributes must make no difference; raises `NoRepairError`."""
    job, name = case.job, case.function.name
    arguments = (checker, case.source, job.path, job.options, name, case.attribute)
    return await examine(*arguments, only=attributes)


async def _with_kept_parts(checker: Checker, case: Case) -> Case:
    """The case with the age limits and formulas that stand beside what is to be repaired.

    Who chooses a baseline wants everyone to be treated alike in these, too.
    """
    if case.job.options.baseline is not Baseline.AUTO:
        return case
    unequal = {verdict.attribute for verdict in case.report.unequal}
    parts = kept_parts(case.function, case.job, case.reads.rests_on, unequal)
    if not parts:
        return case

    source = set_aside(case.function, case.job, parts)
    job, name = case.job, case.function.name
    try:
        decision = await examine(
            checker, source, job.path, job.options, name, case.attribute, case.wanted, case.wanted
        )
    except NoRepairError:
        return replace(case, kept=tuple(parts))  # nothing else decides
    return replace(case, kept=tuple(parts), decision=decision)


def function_of(source: Source, name: str) -> Function | None:
    """The last function of that name that has a body."""
    functions = (f for f in reversed(source.functions) if f.name == name and not f.overload)
    return next(functions, None)


def to_repair(
    report: FileReport,
    name: str,
    attribute: str | None = None,
    selected: frozenset[str] = frozenset(),
) -> frozenset[str]:
    """Attributes of the function `name` that must make no difference after a repair.

    What the user allowed stays. So does what is shown as information only, unless it is one of
    `selected`, or the `attribute` that the repair was asked for.
    """
    asked_for = {attribute, *selected}
    verdicts = next((f.verdicts for f in report.functions if f.name == name), ())
    return frozenset(
        verdict.attribute
        for verdict in verdicts
        if verdict.kind.unequal
        and not _is_allowed(verdict, report)
        and (_is_warning(verdict, report) or verdict.attribute in asked_for)
    )


def _decided_here(report: FileReport, name: str, wanted: frozenset[str]) -> frozenset[str]:
    """The attributes without those by which another function decides that is to be repaired."""
    verdicts = next((f.verdicts for f in report.functions if f.name == name), ())
    return wanted - {
        verdict.attribute
        for verdict in verdicts
        if verdict.through and verdict.attribute in to_repair(report, verdict.through)
    }


def _is_allowed(verdict: Verdict, report: FileReport) -> bool:
    """Whether it is, here or in the function that decides."""
    return verdict.allowed is not None or any(
        other.allowed is not None and other.attribute == verdict.attribute
        for function in report.functions
        if function.name == verdict.through
        for other in function.verdicts
    )


def _is_warning(verdict: Verdict, report: FileReport) -> bool:
    """Whether it is one, or a hint since another function decides that is warned of.

    Both are repaired together.
    """
    deciders = [verdict.through]
    while verdict.through and verdict.decides:
        decider = next((f for f in report.functions if f.name == verdict.through), None)
        found = decider.verdicts if decider is not None else ()
        of_decider = next((v for v in found if v.attribute == verdict.attribute), None)
        if of_decider is None or of_decider.through in deciders:
            break
        verdict = of_decider
        deciders.append(verdict.through)
    return verdict.severity is Severity.WARNING


def checked(reading: Reading, severities: Mapping[str, Severity]) -> Reading:
    """A reading without the attributes that are not checked here."""
    inputs = tuple(i for i in reading.inputs if i.attribute in severities)
    return replace(reading, inputs=inputs)
