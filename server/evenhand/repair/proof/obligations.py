"""Proves that a candidate is a repair, or says why it is none.

The new text has to fit its callers, do in each context what the old text did there for some value,
show no difference in a renewed search, and make nothing else in the file worse.
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass, replace

from evenhand.check.checking import Checker
from evenhand.check.file_job import Job, job_of
from evenhand.check.mistakes import explained
from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.source import SCRIPT, Function
from evenhand.check.reading.tracing.tracer import TooLargeError
from evenhand.check.search.judgements import Judgement
from evenhand.findings import Purpose
from evenhand.repair.machine_faults import reason_of
from evenhand.repair.objections import NotProvedError, Objection, ObjectionKind
from evenhand.repair.proof.effects_apart import effect_apart
from evenhand.repair.proof.further_contexts import further_contexts
from evenhand.repair.proof.looked_at import (
    Looked,
    criteria_lost,
    looked_at,
    new_input,
    newly_deciding,
    other_questions,
)
from evenhand.repair.proof.new_influences import new_influence
from evenhand.repair.proof.other_functions import check_other_functions
from evenhand.repair.proof.renewed_search import (
    Searched,
    differed_before,
    disproof,
    disproofs,
    may_be_warned_of,
    search_again,
)
from evenhand.repair.proof.side_by_side import Kept, compare, compare_further
from evenhand.repair.proof.still_read import invented, still_read
from evenhand.repair.proof.text_runs import TextRuns
from evenhand.repair.proof.whole_records import new_whole
from evenhand.repair.survey.combined_outcomes import Values
from evenhand.repair.survey.kept_purposes import PartLostError, set_aside
from evenhand.repair.survey.named_people import label
from evenhand.repair.survey.repair_case import Case, function_of
from evenhand.repair.survey.varied_outcomes import Survey

KINDS_OF_LOSS = {
    Purpose.AGE_LIMIT: ObjectionKind.AGE_LIMIT_LOST,
    Purpose.BODY: ObjectionKind.FORMULA_LOST,
}
COMPLEXITY_MARGIN = 2
"""By how much McCabe's complexity may rise."""
LENGTH_FACTOR = 1.5
LENGTH_MARGIN = 5
"""How many times as long a function may become, and lines on top of that."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was found out about a text that is a repair."""

    kept: Kept
    pairs: int
    """Pairs of calls that were compared without finding a difference."""
    complexity: tuple[int, int]
    """Cyclomatic complexity of the function (McCabe 1976), before and after."""
    treated_as: str
    """The people as whom everyone is treated: `'male', age 45`; empty if no group is known."""
    effect: str
    """What changes for whom, a line for each kind of change."""
    criteria_lost: tuple[AccessPath, ...] = ()
    """What else than the attributes was asked about people, and is not asked any more."""


async def prove(checker: Checker, case: Case, text: str) -> Proof:
    """Prove that `text`, a whole file, repairs the case; raises `NotProvedError`."""
    job = _job_of(case, text)
    function = _function_that_fits(case, job)
    if case.decision is not None:
        return await prove(checker, case.decision, _without_kept(case, job, function))

    complexity = _complexity(case, job, function)
    _demand_about_as_long(case, function)
    old, new = _looked_at(case, job, function)
    _demand(other_questions(old, new))
    _demand(new_input(old, new))
    _demand(new_whole(old, new, case.wanted))
    _demand(invented(case, job, function))

    runs = TextRuns(case.survey, case.old_outcomes, text)
    comparison = await checker.run(compare(runs), job.options)
    _demand(comparison.objection)
    _demand(new_influence(old, new))

    searched = await search_again(checker, case, job, new.reading)
    for judgement in disproofs(case, searched):
        await _hold_against(checker, case, searched, judgement)
    _demand(still_read(case, job, new.reading))

    contexts = further_contexts(case.survey, searched.search)
    comparison = await checker.run(compare_further(runs, comparison, contexts), job.options)
    _demand(comparison.objection)
    _demand(newly_deciding(old, new))

    await check_other_functions(checker, case, job)
    kept = comparison.kept
    like = comparison.baselines[0] if comparison.baselines else kept.like
    return Proof(
        kept,
        searched.pairs + kept.compared,
        complexity,
        _treated_as(case.survey, like),
        await checker.run(effect_apart(runs, like, contexts), job.options),
        criteria_lost(old, new, case.reads),
    )


def _job_of(case: Case, text: str) -> Job:
    try:
        job = job_of(text, case.job.path, case.job.options, judge=case.job.judge)
    except (SyntaxError, RecursionError) as error:
        raise _not_proved(ObjectionKind.UNREADABLE, error=error) from error
    return replace(job, builds_from_fields=case.job.builds_from_fields)


def _without_kept(case: Case, job: Job, function: Function) -> str:
    """The new text without what may go on resting on the attributes, all of which it must have."""
    try:
        return set_aside(function, job, case.kept)
    except PartLostError as error:
        kind = KINDS_OF_LOSS[error.part.purpose]
        raise _not_proved(kind, part=error.part.text) from error


def _demand(objection: Objection | None) -> None:
    if objection is not None:
        raise NotProvedError(objection)


def _looked_at(case: Case, job: Job, function: Function) -> tuple[Looked, Looked]:
    """What the sources of the old and of the new function say."""
    try:
        return looked_at(case.function, case.job), looked_at(function, job)
    except (TooLargeError, RecursionError) as error:
        attributes, reason = " and ".join(sorted(case.wanted)), reason_of(explained(error))
        raise _not_proved(ObjectionKind.NOT_CHECKED, attribute=attributes, reason=reason) from error


async def _hold_against(
    checker: Checker, case: Case, searched: Searched, judgement: Judgement
) -> None:
    """Refuse a difference of the new text, unless the old text has it and it may stay."""
    attribute, probe = judgement.input.attribute, judgement.probe
    if attribute in case.wanted or probe is None:
        raise NotProvedError(disproof(judgement))

    steps = differed_before(searched.search, probe, case.survey.search.module)
    if not await checker.run(steps, case.job.options):
        raise NotProvedError(disproof(judgement))
    if may_be_warned_of(case.job, judgement):
        raise _not_proved(ObjectionKind.MISSED_BEFORE, attribute=attribute)


def _function_that_fits(case: Case, job: Job) -> Function:
    """The new function, if callers can go on as before."""
    name = case.function.name
    function = function_of(job.source, name)
    if function is None:
        raise _not_proved(ObjectionKind.FUNCTION_GONE, function=name)
    if _signature(function) != _signature(case.function):
        raise _not_proved(ObjectionKind.SIGNATURE_CHANGED)

    imports = _imports(job.source.tree) - _imports(case.job.source.tree)
    foreign = imports - sys.stdlib_module_names
    if foreign:
        raise _not_proved(ObjectionKind.NEW_IMPORT, module=min(foreign))
    return function


def _treated_as(survey: Survey, like: Values) -> str:
    by_input = zip(survey.states, like, strict=False)
    labels = (label(s.input.path.text, s.input.attribute, [value]) for s, value in by_input)
    return ", ".join(dict.fromkeys(labels))


def _complexity(case: Case, job: Job, function: Function) -> tuple[int, int]:
    """Before and after."""
    before = case.job.dependencies.complexity(case.function)
    after = job.dependencies.complexity(function)
    if after > before + COMPLEXITY_MARGIN:
        raise _not_proved(ObjectionKind.MORE_COMPLEX, before=before, after=after)
    return before, after


def _demand_about_as_long(case: Case, function: Function) -> None:
    before, after = _length(case.function), _length(function)
    if after > LENGTH_FACTOR * before + LENGTH_MARGIN:
        raise _not_proved(ObjectionKind.MUCH_LONGER, lines=after)


def _not_proved(kind: ObjectionKind, **details: object) -> NotProvedError:
    return NotProvedError(Objection(kind, details))


def _signature(function: Function) -> str:
    """Everything about a function but its body."""
    node = function.node
    if isinstance(node, ast.Module):
        return SCRIPT
    fields = {name: value for name, value in ast.iter_fields(node) if name != "body"}
    return ast.dump(type(node)(**{**fields, "body": []}))


def _imports(tree: ast.Module) -> set[str]:
    """Top-level names of the modules that a file imports."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or "").partition(".")[0])
    return names


def _length(function: Function) -> int:
    return function.span.end_line - function.span.line + 1
