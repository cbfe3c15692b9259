"""The proof that a new text is a repair, or the reason why it is none."""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass, replace

from evenhand.check.checking import Checker, Job, job_of
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import Function
from evenhand.findings import FileReport, Verdict, VerdictKind
from evenhand.repair.proof.verifying import FRESH_SEED, Kept, compare, judge, values_of
from evenhand.repair.survey.cases import Case, checked, function_of

COMPLEXITY_MARGIN = 2
"""By how much McCabe's complexity may rise."""
LENGTH_MARGIN = (1.5, 5)
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


class NotProvedError(Exception):
    """Why a text is no repair, in one sentence that begins with `it`."""


async def prove(checker: Checker, case: Case, text: str) -> Proof:
    """Prove that `text`, a whole file, repairs the case; raises `NotProvedError`."""
    try:
        job = job_of(text, case.job.path, case.job.options)
    except (SyntaxError, RecursionError) as error:
        raise NotProvedError(f"it cannot be read: {error}") from error
    new = function_of(job.source, case.function.name)
    complexity = _same_outside(case, job, new)
    assert new is not None
    compared = await checker.run(compare(case.survey, case.before, text), case.job.options)
    if compared.problem:
        raise NotProvedError(compared.problem)
    pairs = await _searched(checker, case, job, new)
    await _no_new_finding(checker, case, text)
    return Proof(
        compared.kept,
        pairs + compared.kept.compared,
        complexity,
        (_length(case.function), _length(new)),
    )


def _same_outside(case: Case, job: Job, new: Function | None) -> tuple[int, int]:
    """Complexity before and after, where callers can go on as before."""
    if new is None:
        raise NotProvedError(f"it has no function `{case.function.name}` any more")
    if _signature(new) != _signature(case.function):
        raise NotProvedError("its name, parameters or decorators are not the same")
    strange = _imports(job.source.tree) - _imports(case.job.source.tree) - sys.stdlib_module_names
    if strange:
        raise NotProvedError(f"it imports {sorted(strange)[0]}, which the file did not")
    before = case.job.dependencies.complexity(case.function)
    after = job.dependencies.complexity(new)
    if after > before + COMPLEXITY_MARGIN:
        raise NotProvedError(f"it is more complex: {after} instead of {before}")
    most = LENGTH_MARGIN[0] * _length(case.function) + LENGTH_MARGIN[1]
    if _length(new) > most:
        raise NotProvedError(f"it is much longer: {_length(new)} lines")
    return before, after


async def _searched(checker: Checker, case: Case, job: Job, new: Function) -> int:
    """Search the new text as any code is searched, but harder; how many pairs were compared."""
    reading = checked(read(new, job.source, job.catalogue), job.severities)
    trial = job.trial(reading)
    trial = replace(
        trial, budget=trial.budget.larger(), seed=FRESH_SEED, also=values_of(case.survey)
    )
    left = {v.attribute for v in case.report.verdicts if v.kind.unequal} - case.wanted
    left |= {v.attribute for v in case.report.verdicts if v.kind is VerdictKind.NOT_CHECKED}
    protected = frozenset(i.attribute for i in reading.inputs) - left
    judgements, problem = await checker.run(judge(trial, protected), job.options)
    if problem:
        raise NotProvedError(problem)
    return sum(j.pairs for j in judgements)


async def _no_new_finding(checker: Checker, case: Case, text: str) -> None:
    """No function of the file is worse off, such as one that shares a helper."""
    before = await checker.check(case.source, case.job.path, case.job.options)
    after = await checker.check(text, case.job.path, case.job.options)
    known = {(name, v.attribute) for name, v in _findings(before)}
    for name, verdict in _findings(after):
        if (name, verdict.attribute) not in known:
            raise NotProvedError(f"it makes `{name}` treat people differently: {verdict.reason}")


def _findings(report: FileReport) -> list[tuple[str, Verdict]]:
    return [(f.name, v) for f in report.functions for v in f.verdicts if v.kind.unequal]


def _signature(function: Function) -> str:
    node = function.node
    if isinstance(node, ast.Module):
        return "<module>"
    fields = {name: value for name, value in ast.iter_fields(node) if name != "body"}
    return ast.dump(type(node)(**{**fields, "body": []}))


def _imports(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or "").partition(".")[0])
    return found


def _length(function: Function) -> int:
    return function.span.end_line - function.span.line + 1
