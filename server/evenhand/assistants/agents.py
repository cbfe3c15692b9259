"""What agents ask before they write, over whatever protocol they do."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from evenhand.assistants.ledger.records import Kind, Suggestion, hash_of, judged
from evenhand.assistants.ledger.store import add, add_verdicts
from evenhand.check.checking import Checker
from evenhand.findings import FileReport, VerdictKind
from evenhand.isolation import Isolation
from evenhand.options import CheckOptions
from evenhand.repair.offline import offline_repairs
from evenhand.repair.repairs import Repairs
from evenhand.repair.whole_files import repair_file

SNIPPET = "suggestion.py"
"""The file that code is taken for which is in none yet."""


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
    """Two calls that differ in the attribute alone, where the verdict has them."""
    outcomes: list[str]


@dataclass(frozen=True)
class CheckAnswer:
    """What was found in a piece of code."""

    treats_people_differently: bool
    findings: list[Finding]
    problem: str
    """Why the code could not be read; empty where it could."""
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


async def repair_code(
    checker: Checker, code: str, path: Path, options: CheckOptions
) -> RepairAnswer:
    """Rewrite every function of `code` that can be, as if it were the file `path`."""

    async def make(source: str, function: str) -> Repairs:
        return await offline_repairs(checker, source, path, options, function, most=1)

    made = await repair_file(checker, code, path, options, make)
    return RepairAnswer(
        code=made.after,
        repaired=[
            Repaired(
                function=d.function,
                attributes=list(d.attributes),
                change=d.repair.title,
                effect=d.repair.effect,
                evidence=d.repair.evidence,
            )
            for d in made.done
        ],
        left=[f"{one.function}: {one.reason}" for one in made.left],
        problem=made.problem,
    )


def check_answer(report: FileReport, isolation: Isolation) -> CheckAnswer:
    """What a check found, for an agent."""
    findings = [
        Finding(
            function=f.name,
            line=f.line,
            attribute=v.attribute,
            verdict=v.kind.value,
            reason=v.reason,
            calls=list(v.witness.calls) if v.witness else [],
            outcomes=list(v.witness.outcomes) if v.witness else [],
        )
        for f in report.functions
        for v in f.verdicts
    ]
    return CheckAnswer(
        treats_people_differently=any(VerdictKind(f.verdict).unequal for f in findings),
        findings=findings,
        problem=report.problem or "",
        isolation=isolation.value,
    )


def asked(code: str, report: FileReport, workspace: str, agent: str) -> Suggestion | None:
    """What the ledger keeps of a question; None where the code takes nothing protected."""
    names = tuple(f.name for f in report.functions if f.verdicts)
    if not names:
        return None
    return Suggestion("", workspace, Kind.ASKED, 1.0, hash_of(code), names, assistant=agent)


def write_down(ledger: sqlite3.Connection, question: Suggestion, report: FileReport) -> None:
    """Keep a question with what was found."""
    verdicts = [verdict for function in report.functions for verdict in judged(function)]
    add_verdicts(ledger, add(ledger, question), verdicts)
