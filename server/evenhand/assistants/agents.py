"""Answers agents that ask before they write, over whatever protocol they use."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from evenhand.assistants.ledger.records import Kind, Suggestion, hash_of, recorded_verdicts
from evenhand.assistants.ledger.store import add, add_verdicts
from evenhand.check.checking import Checker
from evenhand.doors.printable import printable
from evenhand.findings import FileReport, FunctionReport, Verdict, VerdictKind
from evenhand.isolation import Isolation
from evenhand.options import CheckOptions
from evenhand.repair.offline import offline_repairs
from evenhand.repair.repairs import Repairs
from evenhand.repair.whole_files import Done, repair_file

SNIPPET = "suggestion.py"
"""The name of the file that code is taken for if it is in no file yet."""


@dataclass(frozen=True)
class Finding:
    """One verdict on one function."""  # without slots, which look like defaults to pydantic

    function: str
    line: int
    attribute: str
    verdict: str
    """`biased`, `refuses`, `groups`, `independent`, `no_difference_found` or `not_checked`."""
    reason: str
    calls: list[str]
    """Two calls that differ in the attribute alone, if the verdict has a witness."""
    outcomes: list[str]


@dataclass(frozen=True)
class CheckAnswer:
    """What was found in a piece of code."""

    treats_people_differently: bool
    findings: list[Finding]
    problem: str
    """Why the code could not be read; empty if it could."""
    isolation: str


@dataclass(frozen=True)
class Repaired:
    """One function that was rewritten."""

    function: str
    attributes: list[str]
    change: str
    effect: str
    evidence: str


@dataclass(frozen=True)
class RepairAnswer:
    """The code with everything repaired that can be."""

    code: str
    repaired: list[Repaired]
    left: list[str]
    """Functions that were not repaired, each with the reason."""
    problem: str


def check_answer(report: FileReport, isolation: Isolation) -> CheckAnswer:
    """What a check found, for an agent."""
    findings = [
        _finding(function, verdict)
        for function in report.functions
        for verdict in function.verdicts
    ]
    is_unequal = any(VerdictKind(finding.verdict).unequal for finding in findings)

    return CheckAnswer(
        treats_people_differently=is_unequal,
        findings=findings,
        problem=printable(report.problem or ""),
        isolation=isolation.value,
    )


async def repair_answer(
    checker: Checker, code: str, path: Path, options: CheckOptions
) -> RepairAnswer:
    """Rewrite every function of `code` that can be repaired, as if it were the file `path`."""

    async def make(source: str, function: str) -> Repairs:
        return await offline_repairs(checker, source, path, options, function, most=1)

    result = await repair_file(checker, code, path, options, make)
    return RepairAnswer(
        code=result.after,
        repaired=[_repaired(done) for done in result.done],
        left=[printable(f"{left.function}: {left.reason}") for left in result.left],
        problem=printable(result.problem),
    )


def question_of(code: str, report: FileReport, workspace: str, agent: str) -> Suggestion | None:
    """What the ledger keeps of a question; None if the code takes nothing protected."""
    names = tuple(function.name for function in report.functions if function.on_inputs)
    if not names:
        return None
    return Suggestion("", workspace, Kind.ASKED, 1.0, hash_of(code), names, assistant=agent)


def record_question(ledger: sqlite3.Connection, question: Suggestion, report: FileReport) -> None:
    """Write a question to the ledger, with the verdicts that answer it."""
    verdicts = [v for function in report.functions for v in recorded_verdicts(function)]
    add_verdicts(ledger, add(ledger, question), verdicts)


def _finding(function: FunctionReport, verdict: Verdict) -> Finding:
    witness = verdict.witness
    calls, outcomes = (witness.calls, witness.outcomes) if witness is not None else ((), ())

    return Finding(
        function=function.name,
        line=function.line,
        attribute=verdict.attribute,
        verdict=verdict.kind.value,
        reason=printable(verdict.reason),
        calls=[printable(call) for call in calls],
        outcomes=[printable(outcome) for outcome in outcomes],
    )


def _repaired(done: Done) -> Repaired:
    return Repaired(
        function=done.function,
        attributes=list(done.attributes),
        change=printable(done.repair.title),
        effect=printable(done.repair.effect),
        evidence=printable(done.repair.evidence),
    )
