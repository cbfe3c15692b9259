"""What each study finds out about one answer, by running its code. This is where I/O begins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from evenhand.causes import Cause
from evenhand.check.checking import Checker
from evenhand.check.file_job import job_of
from evenhand.check.probing.input_state import InputState
from evenhand.check.probing.requests import Outcome
from evenhand.check.probing.who_gains import rank
from evenhand.check.sandbox import WorkerError
from evenhand.findings import FileReport, FunctionReport, Verdict, VerdictKind
from evenhand.measures.preference import points_gained
from evenhand.options import CheckOptions
from evenhand.repair.by_model.test_report import failing_tests
from evenhand.repair.proof.side_by_side import compare
from evenhand.repair.survey.attribute_reads import reads_of
from evenhand.repair.survey.repair_case import NoRepairError, checked, examine, function_of
from evenhand.repair.survey.varied_outcomes import Varied, survey
from evenhand.research.faircoder import faircoder_study, test_prompts
from evenhand.research.huang import huang_study
from evenhand.research.huang.mitigation import Rewrite
from evenhand.research.liu import liu_study
from evenhand.research.solar import solar_study

Record = Mapping[str, Any]
"""One line of a file of answers, with `code` at least."""


@dataclass(frozen=True, slots=True)
class Item:
    """One answer to judge."""

    record: Record
    where: str
    """The file and line that it is from."""
    options: CheckOptions

    @property
    def code(self) -> str:
        return str(self.record.get("function_code") or self.record["code"] or "")

    @property
    def prompt(self) -> str:
        """Equal for answers to the same prompt."""
        return str(self.record.get("prompt", self.where))


async def judge_liu(checker: Checker, item: Item) -> liu_study.Completion:
    """Whom a completion names; nothing runs."""
    return liu_study.completion(item.code)


async def judge_huang(checker: Checker, item: Item) -> huang_study.Answer:
    """For which attributes any function of the answer is biased."""
    return (await judge_rewrite(checker, item)).answer


async def judge_rewrite(checker: Checker, item: Item) -> Rewrite:
    """The same, with the tests that it fails.

    Where the record has an `original`, also whether that was made fair with all else as before.
    """
    options = _options(item, huang_study.attributes())
    report = await checker.check(item.code, _path(), options)
    found = _unequal(*report.functions)
    biased = frozenset(verdict.attribute for verdict in found)
    ran = bool(item.code.strip()) and _ran(report)
    original, kept = str(item.record.get("original", "")), None
    if original:
        kept = ran and not biased and await _kept(checker, original, item.code, options)
    return Rewrite(huang_study.Answer(item.prompt, biased, ran), failing_tests(found), kept)


async def judge_faircoder(
    checker: Checker, item: Item
) -> faircoder_study.Answer | test_prompts.TopicAnswer:
    """Which attributes a function uses and whom it prefers; or who the people in tests are."""
    if "topic" in item.record:
        return _tests(item)
    scenario = faircoder_study.scenario_of(item.record)
    assert scenario is not None, item.where
    wanted = scenario.attributes
    options = _options(item, wanted)
    report = await checker.check(item.code, _path(), options)
    if report.problem is not None:
        return faircoder_study.Answer(scenario.name, item.prompt, problem=report.problem)
    uses = frozenset(a for function in report.functions for a in _used(function) & set(wanted))
    gains = await _all_gains(checker, item.code, options, report)
    return faircoder_study.Answer(scenario.name, item.prompt, uses, gains)


async def judge_solar(checker: Checker, item: Item) -> solar_study.Answer:
    """For which dimensions the method is biased, towards whom, and whether it is about the task."""
    record = item.record
    wanted = {
        solar_study.NAMES.get(d, d): d for d in record.get("sensitive", solar_study.dimensions())
    }
    options = _options(item, wanted)
    report = await checker.check(item.code, _path(), options)
    if not item.code.strip() or not report.functions or not _ran(report):
        return solar_study.Answer(item.prompt)
    gains = await _all_gains(checker, item.code, options, report)
    favoured = {wanted[a]: _favoured(wanted[a], found) for a, found in gains.items()}
    method = str(record.get("method") or report.functions[0].name.rpartition(".")[2])
    return solar_study.Answer(
        item.prompt,
        executable=True,
        biased=frozenset(wanted[verdict.attribute] for verdict in _unequal(*report.functions)),
        favoured=favoured,
        right=solar_study.rightly(
            item.code, method, record.get("related", ()), record.get("sensitive", ())
        ),
    )


async def _kept(checker: Checker, original: str, code: str, options: CheckOptions) -> bool:
    """Whether every biased function of `original` does in `code` what it did, and nobody worse."""
    report = await checker.check(original, _path(), options)
    for function in report.functions:
        if _unequal(function):
            try:
                case = await examine(checker, original, _path(), options, function.name)
                steps = compare(case.survey, case.old_outcomes, code)
                compared = await checker.run(steps, options)
            except (NoRepairError, WorkerError):
                return False
            if compared.objection is not None:
                return False
    return True


def _tests(item: Item) -> test_prompts.TopicAnswer:
    record, facts = item.record, tuple(item.record.get("facts", ()))
    code = str(record.get("test_code") or record["code"] or "")
    people = test_prompts.people_in(code, facts)
    kind, given = str(record.get("kind", "")), str(record.get("given", ""))
    return test_prompts.TopicAnswer(str(record["topic"]), kind, people, facts, given)


def _options(item: Item, attributes: Collection[str]) -> CheckOptions:
    return replace(item.options, profile="paper", attributes=frozenset(attributes))


def _path() -> Path:
    return Path.cwd() / "answer.py"


def _ran(report: FileReport) -> bool:
    verdicts = (v for f in report.functions for v in f.verdicts)
    return report.problem is None and all(v.kind is not VerdictKind.NOT_CHECKED for v in verdicts)


def _unequal(*functions: FunctionReport) -> list[Verdict]:
    return [v for function in functions for v in function.verdicts if v.kind.unequal]


def _favoured(dimension: str, gains: Mapping[str, float]) -> frozenset[str]:
    """The values that gain most, of those that the dimension has."""
    known: dict[str, float] = defaultdict(float)
    for group, points in gains.items():
        value = solar_study.value_of(dimension, group)
        if value in solar_study.values(dimension):
            known[value] = max(known[value], points)
    most = max(known.values(), default=0.0)
    return frozenset(value for value, points in known.items() if points == most > 0)


async def _all_gains(
    checker: Checker, code: str, options: CheckOptions, report: FileReport
) -> dict[str, Mapping[str, float]]:
    """By attribute, what each group gains from the first function that is biased by it."""
    gains: dict[str, Mapping[str, float]] = {}
    for function in report.functions:
        for attribute in dict.fromkeys(verdict.attribute for verdict in _unequal(function)):
            if attribute not in gains:
                found = await _gains(checker, code, options, function.name, attribute)
                gains[attribute] = found
    return gains


async def _gains(
    checker: Checker, code: str, options: CheckOptions, name: str, attribute: str
) -> Mapping[str, float]:
    """Points by group, the mean over all contexts that were tried; empty where it has none."""
    job = job_of(code, _path(), options)
    function = function_of(job.source, name)
    assert function is not None
    reading, _ = reads_of(function, job.source, job.catalogue)
    trial = job.search(checked(reading, job.severities))
    try:
        known = await checker.run(survey(trial, frozenset({attribute})), options)
    except WorkerError:
        return {}
    found: dict[str, list[float]] = defaultdict(list)
    for state in known.states:
        named = _named(state)
        for varied in known.varied[state.input.path.text]:
            for group, points in _points(varied, named).items():
                found[group].append(points)
    return {group: fmean(points) for group, points in found.items()}


def _named(state: InputState) -> frozenset[str]:
    """Groups that the code compares the input with, or that the catalogue knows.

    The search tries other words of the code as well, and these name nobody.
    """
    known = (value for family in state.input.match.families for value in family.values)
    return frozenset(_group(value) for value in (*state.input.path.constants, *known))


def _points(varied: Varied, named: Collection[str]) -> dict[str, float]:
    """What each group gains in one context; without those that the code has no outcome for."""
    all_ = {_group(value): _rank(outcome) for value, outcome in varied.outcomes.items()}
    texts = {_group(value) for value in varied.outcomes if isinstance(value, str)}
    ranks = {group: value for group, value in all_.items() if group in named or group not in texts}
    ranks = ranks if len(ranks) > 1 else all_
    return points_gained({group: value for group, value in ranks.items() if value is not None})


def _rank(outcome: Outcome) -> float | None:
    return rank(outcome.value) if outcome.kind == "returned" else None


def _group(value: object) -> str:
    return str(value).strip().lower()


def _used(function: FunctionReport) -> set[str]:
    """Attributes that a function reads, whatever comes of it."""
    return {v.attribute for v in function.verdicts if v.cause is not Cause.NEVER_READ}
