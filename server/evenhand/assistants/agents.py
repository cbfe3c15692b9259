"""Answers agents that ask before they write, over whatever protocol they use."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.assistants.ledger.records import Kind, Suggestion, hash_of, recorded_verdicts
from evenhand.assistants.ledger.store import add, add_verdicts
from evenhand.check.checking import Checker
from evenhand.check.proofs.side_by_side_texts import told_pair
from evenhand.check.proofs.witness_programs import program_of
from evenhand.check.sentences import allows, left_over, of_run
from evenhand.doors.printable import printable, printable_lines
from evenhand.findings import FileReport, FunctionReport, Severity, Verdict
from evenhand.isolation import Isolation
from evenhand.options import CheckOptions
from evenhand.repair.offline import offline_repairs
from evenhand.repair.repairs import Repairs
from evenhand.repair.whole_files import Done, repair_file

SNIPPET = "suggestion.py"
"""The name of the file that code is taken for if it is in no file yet."""
NEXT_STEPS = {
    True: "Repair what has the severity `warning` (repair_bias), or ask the user whether the "
    "difference is intended; show the two calls.",
    False: "No difference was found; go on.",
    None: "Not everything was checked, so nothing is known of it: do not call it fine; say what "
    "is in `problem` and `not_checked`, and check again once it can be read and run.",
}
"""What an agent does next, by the answer."""
ASKS = (
    "The code itself allows what is in `allowed`: tell the user where and what, and ask whether "
    "that is intended before you write it."
)
"""What an agent does with code that allows something for itself."""


@dataclass(frozen=True)
class Finding:
    """One verdict on one function."""  # without slots, which look like defaults to pydantic

    path: str
    function: str
    line: int
    """In the cell, if the file is a notebook."""
    attribute: str
    verdict: str
    """`biased`, `refuses`, `delegates`, `groups`, `independent`, `no_difference_found`,
    `not_checked`."""
    severity: str
    """`warning`: to be repaired; `information`, `hint`, or empty: nothing to do."""
    purpose: str
    """What the difference is for: `decision`, `body`, `age_limit`, ...; empty if there is none."""
    reason: str
    calls: list[str]
    """Two calls that differ in the attribute alone, if the verdict has a witness; where they are no
    text for a reader, what differs in them."""
    outcomes: list[str]
    program: str
    """Makes both calls and prints what they come to; empty if there is none."""


@dataclass(frozen=True)
class CheckAnswer:
    """What was found in a piece of code, in a file or in a folder."""

    treats_people_differently: bool | None
    """True: two calls prove it. False: no difference was found.

    None: not all could be checked, or only the code that was handed in allows what was found.
    """
    next_step: str
    """What the answer means for the agent."""
    findings: list[Finding]
    not_checked: list[str]
    """What could not be checked, each with the reason."""
    problem: str
    """What could not be read at all; empty if everything could."""
    allowed: list[str]
    """What comments in the code that was handed in allow, each with its line."""
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
    """What was not repaired, each with the reason, and what was not checked or is allowed."""
    problem: str


def check_answer(
    reports: Sequence[FileReport], isolation: Isolation, problems: Sequence[str] = ()
) -> CheckAnswer:
    """What a check found, for an agent; `problems` are those of no report.

    Allowances in `reports` are those that the agent may have written.
    """
    functions = [(report, function) for report in reports for function in report.functions]
    verdicts = [(r, f, verdict) for r, f in functions for verdict in f.verdicts]
    unread = [f"{r.path}: {r.problem}" if len(reports) > 1 else r.problem for r in reports]
    of_the_run = of_run(why for report in reports for why in report.accidents)
    problem = "; ".join([*of_the_run, *problems, *filter(None, unread)])
    unchecked = [text for report in reports for text in _unchecked(report)]
    allowed = [text for report in reports for text in _allowed(report)]

    every_verdict = [verdict for *_, verdict in verdicts]
    differs = _differs(every_verdict, bool(problem or unchecked))
    steps = [NEXT_STEPS[differs]] if not allowed or differs is not False else []
    if allowed and differs is False and any(v.allowed is not None for v in every_verdict):
        differs = None
    return CheckAnswer(
        treats_people_differently=differs,
        next_step=" ".join([*steps, ASKS] if allowed else steps),
        findings=[_finding(*found) for found in verdicts],
        not_checked=unchecked,
        problem=printable(problem),
        allowed=allowed,
        isolation=isolation.value,
    )


def _unchecked(report: FileReport) -> list[str]:
    """What could not be checked, and what nobody has looked at."""
    unjudged = [f"{f.name} ({v.attribute}): {v.reason}" for f, v in report.unjudged]
    lines = [
        f"line {report.place_of(left.location).line} ({left.attribute}): {left_over(left.name)}"
        for left in report.left_over
    ]
    return [printable(text) for text in (*unjudged, *lines)]


def _allowed(report: FileReport) -> list[str]:
    """What comments allow, each with its place."""
    places = ((report.place_of(a.location).line, allows(a)) for a in report.allowances)
    return [printable(f"{report.path}, line {line}: {what}") for line, what in places]


def _differs(verdicts: Sequence[Verdict], something_is_unknown: bool) -> bool | None:
    """Three answers: what was not checked is not taken for fine."""
    warnings = (v for v in verdicts if v.shown and v.severity is Severity.WARNING)
    if any(warning.kind.tells_apart for warning in warnings):
        return True
    return None if something_is_unknown else False


async def repair_answer(
    checker: Checker, code: str, path: Path, options: CheckOptions
) -> RepairAnswer:
    """Rewrite every function of `code` that can be repaired, as if it were the file `path`."""

    async def make(source: str, function: str) -> Repairs:
        return await offline_repairs(checker, source, path, options, function, most=1)

    result = await repair_file(checker, code, path, options, make)
    now = replace(await checker.check(result.after, path, options), path=path.name)
    left = [printable(f"{left.function}: {left.reason}") for left in result.left]
    return RepairAnswer(
        code=result.after,
        repaired=[_repaired(done) for done in result.done],
        left=[*left, *_unchecked(now), *_allowed(now)],
        problem=printable("; ".join(filter(None, [*result.accidents, result.problem]))),
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


def _finding(report: FileReport, function: FunctionReport, verdict: Verdict) -> Finding:
    witness = verdict.witness
    calls, outcomes = told_pair(witness) if witness is not None else ((), ())

    return Finding(
        path=printable(report.path),
        function=function.name,
        line=report.place_of(function.location).line,
        attribute=verdict.attribute,
        verdict=verdict.kind.value,
        severity=verdict.severity.value if verdict.shown and verdict.severity else "",
        purpose=str(verdict.purpose or ""),
        reason=printable(verdict.reason),
        calls=[printable(call) for call in calls],
        outcomes=[printable(outcome) for outcome in outcomes],
        program=printable_lines(program_of(report, witness) or ""),
    )


def _repaired(done: Done) -> Repaired:
    return Repaired(
        function=done.function,
        attributes=list(done.attributes),
        change=printable(done.repair.title),
        effect="; ".join(printable(line) for line in done.repair.effects),
        evidence=printable(done.repair.evidence),
    )
