"""Proves that a candidate is a repair, or says why it is none.

The new text has to fit its callers, do in each context what the old text did there for some value,
show no difference in a renewed search, and make nothing else in the file worse.
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass

from evenhand.check.checking import Checker
from evenhand.check.file_job import Job, job_of
from evenhand.check.reading.source import Function
from evenhand.check.sentences import explain
from evenhand.findings import FileReport, Verdict
from evenhand.repair.objections import Objection, ObjectionError, ObjectionKind
from evenhand.repair.proof.renewed_search import search_again
from evenhand.repair.proof.side_by_side import Kept, compare
from evenhand.repair.survey.repair_case import Case, function_of

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
    lines: tuple[int, int]
    """Its length, before and after."""


class NotProvedError(ObjectionError):
    """A text is no repair."""


async def prove(checker: Checker, case: Case, text: str) -> Proof:
    """Prove that `text`, a whole file, repairs the case; raises `NotProvedError`."""
    try:
        job = job_of(text, case.job.path, case.job.options)
    except (SyntaxError, RecursionError) as error:
        raise _not_proved(ObjectionKind.UNREADABLE, error=error) from error

    function = _function_that_fits(case, job)
    complexity = _complexity(case, job, function)
    lines = _lines(case, function)

    comparison = await checker.run(compare(case.survey, case.old_outcomes, text), case.job.options)
    if comparison.objection is not None:
        raise NotProvedError(comparison.objection)

    pairs, objection = await search_again(checker, case, job, function)
    if objection is not None:
        raise NotProvedError(objection)

    await _check_other_functions(checker, case, text)
    return Proof(comparison.kept, pairs + comparison.kept.compared, complexity, lines)


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


def _complexity(case: Case, job: Job, function: Function) -> tuple[int, int]:
    """Before and after."""
    before = case.job.dependencies.complexity(case.function)
    after = job.dependencies.complexity(function)
    if after > before + COMPLEXITY_MARGIN:
        raise _not_proved(ObjectionKind.MORE_COMPLEX, before=before, after=after)
    return before, after


def _lines(case: Case, function: Function) -> tuple[int, int]:
    """Before and after."""
    before, after = _length(case.function), _length(function)
    if after > LENGTH_FACTOR * before + LENGTH_MARGIN:
        raise _not_proved(ObjectionKind.MUCH_LONGER, lines=after)
    return before, after


async def _check_other_functions(checker: Checker, case: Case, text: str) -> None:
    """No function of the file may be worse off, such as one that shares a helper."""
    before = await checker.check(case.source, case.job.path, case.job.options)
    after = await checker.check(text, case.job.path, case.job.options)

    old = {(name, verdict.attribute) for name, verdict in _unequal(before)}
    for name, verdict in _unequal(after):
        if (name, verdict.attribute) not in old:
            raise _not_proved(ObjectionKind.NEW_FINDING, function=name, reason=verdict.reason)

    late = _first_late(after)
    if late is not None and _first_late(before) is None:
        raise _not_proved(ObjectionKind.OUT_OF_TIME, reason=late)


def _not_proved(kind: ObjectionKind, **details: object) -> NotProvedError:
    return NotProvedError(Objection(kind, details))


def _unequal(report: FileReport) -> list[tuple[str, Verdict]]:
    """Verdicts about unequal treatment, with the function's name."""
    return [(f.name, v) for f in report.functions for v in f.verdicts if v.kind.unequal]


def _first_late(report: FileReport) -> str | None:
    """Why something of a file is not known for want of time; None if the clock ended nothing."""
    whys = [verdict.explanation for f in report.functions for verdict in f.verdicts]
    return next((explain(why) for why in whys if why is not None and why.out_of_time), None)


def _signature(function: Function) -> str:
    """Everything about a function but its body."""
    node = function.node
    if isinstance(node, ast.Module):
        return "<module>"
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
