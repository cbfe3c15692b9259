"""Whether a new text makes any other function of the file worse, such as one that calls it."""

from __future__ import annotations

from evenhand.check.checking import Checker
from evenhand.check.deep_stack import with_deep_stack
from evenhand.check.file_job import Job
from evenhand.check.search.guided_search import find_differences
from evenhand.check.sentences import explain
from evenhand.findings import FileReport, Verdict
from evenhand.repair.machine_faults import demand_no_fault
from evenhand.repair.objections import NotProvedError, Objection, ObjectionKind
from evenhand.repair.proof.renewed_search import differed_before
from evenhand.repair.survey.repair_case import Case, checked, function_of


async def check_other_functions(checker: Checker, case: Case, job: Job) -> None:
    """Raises `NotProvedError` if another function treats people differently and did not before.

    `job` is for the new text.
    """
    before = await checker.check(case.source, job.path, job.options)
    after = await checker.check(job.source.text, job.path, job.options)

    demand_no_fault(why for why in after.accidents if why not in before.accidents)

    old = {(name, verdict.attribute) for name, verdict in _unequal(before)}
    for name, verdict in _unequal(after):
        is_new = (name, verdict.attribute) not in old
        if is_new and not await _differed_before(checker, case, job, name, verdict):
            details = {"function": name, "reason": verdict.reason}
            raise NotProvedError(Objection(ObjectionKind.NEW_FINDING, details))

    late = _first_late(after)
    if late is not None and _first_late(before) is None:
        raise NotProvedError(Objection(ObjectionKind.OUT_OF_TIME, {"reason": late}))


async def _differed_before(
    checker: Checker, case: Case, job: Job, name: str, verdict: Verdict
) -> bool:
    """Whether the calls that show a finding of the new text differ in the old text, too."""
    function = function_of(job.source, name)
    if function is None or function_of(case.job.source, name) is None:
        return False

    reading = with_deep_stack(job.read, function)
    search = job.search(checked(reading, job.severities))
    for judgement in await checker.run(find_differences(search), job.options):
        if judgement.input.attribute == verdict.attribute and judgement.probe is not None:
            module = case.survey.search.module
            steps = differed_before(search, judgement.probe, module)
            return await checker.run(steps, job.options)
    return False


def _unequal(report: FileReport) -> list[tuple[str, Verdict]]:
    """Verdicts about unequal treatment, with the function's name."""
    return [(f.name, verdict) for f in report.functions for verdict in f.unequal]


def _first_late(report: FileReport) -> str | None:
    """Why something of a file is not known for want of time; None if the clock ended nothing."""
    whys = [verdict.explanation for f in report.functions for verdict in f.verdicts]
    return next((explain(why) for why in whys if why is not None and why.out_of_time), None)
