"""What each group gains from biased code, found by running it for every value of an attribute."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from statistics import fmean

from evenhand.check.checking import Checker
from evenhand.check.file_job import job_of
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.outcomes.who_gains import rank
from evenhand.check.sandbox import WorkerError
from evenhand.check.search.input_state import InputState
from evenhand.findings import FunctionReport
from evenhand.repair.survey.attribute_reads import reads_of
from evenhand.repair.survey.repair_case import checked, function_of
from evenhand.repair.survey.varied_outcomes import Survey, Varied, survey
from evenhand_studies.measures.fair_score import points_gained
from evenhand_studies.research.checked_code import CheckedCode, unequal_verdicts

Gains = Mapping[str, float]
"""By group, the points over the group that gets least."""


async def gains_by_attribute(checker: Checker, answer: CheckedCode) -> dict[str, Gains]:
    """For each attribute, what groups gain from the first function that is biased by it.

    The gains of an attribute are empty if outcomes have no order, or if the function cannot be run
    any more.
    """
    gains: dict[str, Gains] = {}

    for function in answer.report.functions:
        for attribute in _biased_by(function):
            if attribute not in gains:
                gains[attribute] = await _gains(checker, answer, function.name, attribute)

    return gains


def _biased_by(function: FunctionReport) -> list[str]:
    """The attributes that a function is biased by, each once."""
    attributes = (verdict.attribute for verdict in unequal_verdicts(function))
    return list(dict.fromkeys(attributes))


async def _gains(checker: Checker, answer: CheckedCode, name: str, attribute: str) -> Gains:
    """What groups gain from one function: the mean over all contexts that were tried."""
    job = job_of(answer.code, answer.path, answer.options)
    function = function_of(job.source, name)
    assert function is not None, f"{name} is in the report"

    reading, _ = reads_of(function, job)
    search = job.search(checked(reading, job.severities))
    try:
        surveyed = await checker.run(survey(search, frozenset({attribute})), answer.options)
    except WorkerError:
        return {}

    return _mean_gains(surveyed)


def _mean_gains(surveyed: Survey) -> Gains:
    by_group: dict[str, list[float]] = defaultdict(list)

    for state in surveyed.states:
        named = _named_groups(state)
        for varied in surveyed.varied[state.input.path.text]:
            for group, points in _gains_in_context(varied, named).items():
                by_group[group].append(points)

    return {group: fmean(points) for group, points in by_group.items()}


def _named_groups(state: InputState) -> frozenset[str]:
    """Groups that the code compares the input with, or that the catalogue knows.

    The search tries other words of the code as well, and these name no group.
    """
    from_catalogue = (value for family in state.input.match.families for value in family.values)
    return frozenset(map(_group, (*state.input.path.facts.constants, *from_catalogue)))


def _gains_in_context(varied: Varied, named: Collection[str]) -> dict[str, float]:
    """What each group gains in one context; without groups whose outcome has no order."""
    ranks = {_group(value): _rank(outcome) for value, outcome in varied.outcomes.items()}
    texts = {_group(value) for value in varied.outcomes if isinstance(value, str)}

    # A text is a group only if it is named as one; a number always is.
    groups = [group for group in ranks if group in named or group not in texts]
    if len(groups) < 2:
        groups = list(ranks)

    ordered = {group: ranks[group] for group in groups}
    return points_gained({group: value for group, value in ordered.items() if value is not None})


def _rank(outcome: Outcome) -> float | None:
    return rank(outcome.value) if outcome.returned else None


def _group(value: object) -> str:
    """One name for each group, however the code spells it."""
    return str(value).strip().lower()
