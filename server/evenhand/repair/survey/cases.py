"""One function that is to be repaired, and all that is known about it before anything changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.check.checking import Checker, Job, job_of
from evenhand.check.reading.inputs import Reading
from evenhand.check.reading.source import Function, Source
from evenhand.findings import FileReport, FunctionReport, Severity, Verdict
from evenhand.options import CheckOptions
from evenhand.repair.proof.old_outcomes import Before, outcomes_before
from evenhand.repair.survey.attribute_reads import Reads, reads_of
from evenhand.repair.survey.surveying import Survey, survey


class NoRepairError(Exception):
    """Why a function cannot be repaired at all, in one sentence."""


@dataclass(frozen=True, slots=True)
class Case:
    """A function with what it does today."""

    job: Job
    function: Function
    report: FunctionReport
    attribute: str | None
    """The one that the repair was asked for; None: all of them."""
    wanted: frozenset[str]
    """Attributes that must make no difference any more."""
    survey: Survey
    before: Before
    reads: Reads

    @property
    def source(self) -> str:
        return self.job.source.text

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Those that a repair has to do away with."""
        return tuple(v for v in self.report.verdicts if v.attribute in self.wanted)


async def examine(
    checker: Checker,
    source: str,
    path: Path,
    options: CheckOptions,
    name: str,
    attribute: str | None = None,
) -> Case:
    """Find out what the function `name` does today; raises `NoRepairError` and `WorkerError`."""
    report = await checker.check(source, path, options)
    wanted = to_repair(report, name, attribute, options.attributes or frozenset())
    if not wanted:
        raise NoRepairError("nothing is left to repair here")
    job = job_of(source, path, options)
    function = function_of(job.source, name)
    assert function is not None
    told = next(f for f in report.functions if f.name == name)
    reading, reads = reads_of(function, job.source, job.catalogue)
    known = await checker.run(survey(job.trial(checked(reading, job.severities)), wanted), options)
    if known.problem or not known.varied:
        raise NoRepairError(known.problem or "the difference was not seen again")
    before = await checker.run(outcomes_before(known), options)
    return Case(job, function, told, attribute, wanted, known, before, reads)


def function_of(source: Source, name: str) -> Function | None:
    """The function of that name that has a body; the last where there are several."""
    return next((f for f in reversed(source.functions) if f.name == name and not f.overload), None)


def to_repair(
    report: FileReport,
    name: str,
    attribute: str | None = None,
    selected: frozenset[str] = frozenset(),
) -> frozenset[str]:
    """Attributes of the function `name` that must make no difference after a repair.

    What the user allowed stays, and so does what is shown as information only, unless it is
    `selected`, or the `attribute` that the repair was asked for.
    """
    verdicts = next((f.verdicts for f in report.functions if f.name == name), ())
    return frozenset(
        v.attribute
        for v in verdicts
        if v.kind.unequal
        and v.allowed is None
        and (v.severity is Severity.WARNING or v.attribute in {attribute, *selected})
    )


def checked(reading: Reading, severities: Mapping[str, Severity]) -> Reading:
    """A reading without the attributes that are not checked here."""
    return replace(reading, inputs=tuple(i for i in reading.inputs if i.attribute in severities))
