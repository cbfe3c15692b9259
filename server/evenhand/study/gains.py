"""What each group gains from a function, found by running it for every value of an attribute."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean

from evenhand.checking import Checker, CheckOptions, job_of
from evenhand.findings import FunctionReport, VerdictKind
from evenhand.measures.preference import points_gained
from evenhand.probing.leaning import rank
from evenhand.probing.nodes import Scalar
from evenhand.probing.runs import Outcome
from evenhand.repair.cases import checked, function_of
from evenhand.repair.reads import reads_of
from evenhand.repair.surveying import Varied, survey
from evenhand.sandbox import WorkerError
from evenhand.study.faircoder import Answer

NEVER_READ = "is never read"


async def answer(
    checker: Checker, code: str, scenario: str, options: CheckOptions, attributes: Sequence[str]
) -> Answer:
    """Find out which of some attributes a piece of code uses, and whom it prefers."""
    path = Path.cwd() / "answer.py"
    report = await checker.check(code, path, options)
    if report.problem is not None:
        return Answer(scenario, problem=report.problem)
    uses: set[str] = set()
    gains: dict[str, Mapping[str, float]] = {}
    for function in report.functions:
        uses |= _used(function) & set(attributes)
        for verdict in function.verdicts:
            if verdict.attribute in attributes and verdict.kind.unequal:
                found = await _gains(checker, code, path, options, function.name, verdict.attribute)
                gains.setdefault(verdict.attribute, found)
    return Answer(scenario, frozenset(uses), gains)


async def _gains(
    checker: Checker, code: str, path: Path, options: CheckOptions, name: str, attribute: str
) -> Mapping[str, float]:
    """Points by group, the mean over all contexts that were tried; empty where it has none."""
    job = job_of(code, path, options)
    function = function_of(job.source, name)
    assert function is not None
    reading, _ = reads_of(function, job.source, job.catalogue)
    trial = job.trial(checked(reading, job.severities))
    try:
        known = await checker.run(survey(trial, frozenset({attribute})), options)
    except WorkerError:
        return {}
    found: dict[str, list[float]] = defaultdict(list)
    for state in known.states:
        for varied in known.varied[state.input.place.text]:
            for group, points in _points(varied).items():
                found[group].append(points)
    return {group: fmean(points) for group, points in found.items()}


def _points(varied: Varied) -> dict[str, float]:
    """What each group gains in one context; without those that the code has no outcome for."""
    ranks = {_group(value): _rank(outcome) for value, outcome in varied.outcomes.items()}
    return points_gained({group: value for group, value in ranks.items() if value is not None})


def _rank(outcome: Outcome) -> float | None:
    return rank(outcome.value) if outcome.kind == "returned" else None


def _group(value: Scalar) -> str:
    return str(value).strip().lower()


def _used(function: FunctionReport) -> set[str]:
    """Attributes that a function reads, whatever comes of it."""
    return {
        v.attribute
        for v in function.verdicts
        if not (v.kind is VerdictKind.INDEPENDENT and v.reason.endswith(NEVER_READ))
    }
