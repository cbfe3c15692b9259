"""Searches a candidate for differences, harder than the search that found the bias.

It has other random contexts and a larger budget, and starts from every value that was tried
before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from evenhand.check.checking import Checker
from evenhand.check.file_job import Job
from evenhand.check.outcomes.requests import Module, Open, Run, Steps
from evenhand.check.reading.inputs import Reading
from evenhand.check.search.arguments.argument_trees import Leaf, at
from evenhand.check.search.guided_search import find_differences
from evenhand.check.search.judgements import Judgement
from evenhand.check.search.probes import Probe
from evenhand.check.search.search_state import SearchState
from evenhand.findings import Purpose, Severity, VerdictKind
from evenhand.repair.machine_faults import demand_no_fault, reason_of
from evenhand.repair.objections import Objection, ObjectionKind, shown
from evenhand.repair.survey.repair_case import Case, checked
from evenhand.repair.survey.varied_outcomes import Survey
from evenhand.scalars import Scalar

DISPROVING = frozenset({VerdictKind.BIASED, VerdictKind.REFUSES, VerdictKind.NOT_CHECKED})
FRESH_SEED = 1


@dataclass(frozen=True, slots=True)
class Searched:
    """What came of searching the new text."""

    search: SearchState
    judgements: Sequence[Judgement]

    @property
    def pairs(self) -> int:
        """How many pairs of calls were compared."""
        return sum(judgement.pairs for judgement in self.judgements)


async def search_again(checker: Checker, case: Case, job: Job, reading: Reading) -> Searched:
    """Search the new text; `reading` and `job` are of that text."""
    search = job.search(checked(reading, job.severities))
    search.spending.budget = search.spending.budget.larger()
    harder = replace(search, seed=FRESH_SEED, also=_tried_values(case.survey))
    judgements = await checker.run(find_differences(harder), job.options)
    return Searched(harder, judgements)


def disproofs(case: Case, searched: Searched) -> list[Judgement]:
    """Differences in the new text, and attributes of which nothing can be said."""
    free = _free_to_differ(case)
    return [
        judgement
        for judgement in searched.judgements
        if judgement.kind in DISPROVING and judgement.input.attribute not in free
    ]


def differed_before(searched: SearchState, probe: Probe, old: Module) -> Steps[bool]:
    """Whether the two calls of a difference also differ in the old text."""
    as_it_was = replace(old, packages=searched.module.packages)
    loaded = yield from searched.open(Open(as_it_was, watch=False))
    demand_no_fault([loaded.problem])
    if loaded.problem is not None:
        return False
    calls = tuple(context.call(searched.writer) for context in probe.contexts)
    first, second = yield Run(calls, searched.observed.fresh, watched=False)
    demand_no_fault([first.explanation, second.explanation])
    leaf = at(probe.context.as_tree(), probe.position)
    state = searched.values.state_of(leaf.path if isinstance(leaf, Leaf) else None)
    return state is not None and state.tells_apart(probe.values, first, second)


def may_be_warned_of(job: Job, judgement: Judgement) -> bool:
    """Whether a difference is a decision by an attribute that warnings are about."""
    recognised = judgement.recognised
    decides = recognised is None or recognised.purpose is Purpose.DECISION
    return decides and job.severities.get(judgement.input.attribute) is Severity.WARNING


def _tried_values(survey: Survey) -> dict[str, tuple[Scalar, ...]]:
    """Every value that the old text was tried with, by the text of its input."""
    search, values = survey.search, survey.search.values
    other = {p.text: values.of(p) for p in search.reading.paths if id(p) in values.known}
    protected = {s.input.path.text: tuple(s.domain) for s in search.states}
    return other | protected


def _free_to_differ(case: Case) -> set[str]:
    """Attributes that were not to be repaired, or could not be checked before."""
    unequal = {verdict.attribute for verdict in case.report.unequal}
    not_checked = {v.attribute for v in case.report.verdicts if v.kind is VerdictKind.NOT_CHECKED}
    return unequal - case.wanted | not_checked


def disproof(judgement: Judgement) -> Objection:
    """What a judgement says against the new text."""
    attribute, probe = judgement.input.attribute, judgement.probe
    if judgement.kind is VerdictKind.NOT_CHECKED or probe is None:
        details = {"attribute": attribute, "reason": reason_of(judgement.explanation)}
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
