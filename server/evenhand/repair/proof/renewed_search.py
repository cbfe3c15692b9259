"""Searches a candidate for differences, harder than the search that found the bias.

It has other random contexts and a larger budget, and starts from every value that was tried
before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from evenhand.check.checking import Checker
from evenhand.check.deep_stack import with_deep_stack
from evenhand.check.file_job import Job
from evenhand.check.mistakes import explained
from evenhand.check.probing.input_state import Judgement
from evenhand.check.probing.search import find_differences
from evenhand.check.probing.spending import Spending
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import Function
from evenhand.check.reading.tracing.tracer import TooLargeError
from evenhand.check.sentences import explain
from evenhand.findings import VerdictKind
from evenhand.repair.objections import Objection, ObjectionKind
from evenhand.repair.proof.side_by_side import shown
from evenhand.repair.survey.repair_case import Case, checked
from evenhand.repair.survey.varied_outcomes import Survey
from evenhand.scalars import Scalar

DISPROVING = frozenset({VerdictKind.BIASED, VerdictKind.REFUSES, VerdictKind.NOT_CHECKED})
FRESH_SEED = 1


async def search_again(
    checker: Checker, case: Case, job: Job, function: Function
) -> tuple[int, Objection | None]:
    """How many pairs of calls were compared, and a difference that was found.

    `function` is the new text's, and `job` is for that text.
    """
    try:
        reading = with_deep_stack(read, function, job.source, job.catalogue)
    except (TooLargeError, RecursionError) as error:
        attributes, reason = " and ".join(sorted(case.wanted)), explain(explained(error))
        details = {"attribute": attributes, "reason": reason}
        return 0, Objection(ObjectionKind.NOT_CHECKED, details)

    search = job.search(checked(reading, job.severities))
    harder = replace(
        search,
        spending=Spending(search.spending.budget.larger()),
        seed=FRESH_SEED,
        also=_tried_values(case.survey),
    )
    judgements: Sequence[Judgement] = await checker.run(find_differences(harder), job.options)

    pairs = sum(judgement.pairs for judgement in judgements)
    free = _free_to_differ(case)
    for judgement in judgements:
        if judgement.kind in DISPROVING and judgement.input.attribute not in free:
            return pairs, _objection(judgement)
    return pairs, None


def _tried_values(survey: Survey) -> dict[str, tuple[Scalar, ...]]:
    """Every value that the old text was tried with, by the text of its input."""
    search = survey.search
    other = {p.text: search.domain(p) for p in search.reading.paths if id(p) in search.domains}
    protected = {s.input.path.text: tuple(s.domain) for s in search.states}
    return other | protected


def _free_to_differ(case: Case) -> set[str]:
    """Attributes that were not to be repaired, or could not be checked before."""
    unequal = {v.attribute for v in case.report.verdicts if v.kind.unequal}
    not_checked = {v.attribute for v in case.report.verdicts if v.kind is VerdictKind.NOT_CHECKED}
    return unequal - case.wanted | not_checked


def _objection(judgement: Judgement) -> Objection:
    attribute, probe = judgement.input.attribute, judgement.probe
    if judgement.kind is VerdictKind.NOT_CHECKED or probe is None:
        details = {"attribute": attribute, "reason": explain(judgement.explanation)}
        return Objection(ObjectionKind.NOT_CHECKED, details)

    first, second = probe.values
    first_outcome, second_outcome = probe.outcomes
    return Objection(
        ObjectionKind.STILL_BIASED,
        {
            "first": first,
            "second": second,
            "attribute": attribute,
            "first_outcome": shown(first_outcome.text),
            "second_outcome": shown(second_outcome.text),
        },
    )
