"""`evenhand mcp`: agents ask whether code treats people differently before they write it.

The `mcp` package has native parts and is no dependency: nothing else may import this module.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import click
from mcp.server.mcpserver import Context, MCPServer

from evenhand import __version__
from evenhand.checking import Checker, CheckOptions
from evenhand.findings import FileReport, VerdictKind
from evenhand.ledger.records import Kind, Suggestion, hash_of, judged
from evenhand.ledger.schema import NewerLedgerError
from evenhand.ledger.store import add, add_verdicts, default_path, opened
from evenhand.repair.files import repair_file
from evenhand.repair.repairs import Repairs, offline_repairs
from evenhand.workspace.interpreter import NoInterpreterError, find_interpreter
from evenhand.workspace.project import options_for
from evenhand.workspace.pyproject import nearest_settings
from evenhand.workspace.settings import override

logger = logging.getLogger(__name__)

INSTRUCTIONS = """\
Evenhand finds Python functions that treat people differently because of who they are (age, gender,
race, religion, disability, ...), and proves it by two calls that differ in that attribute alone.
Call check_bias with code that decides about people before you write it to a file; call repair_bias
for a rewrite that is proved to treat everyone alike."""


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


@dataclass(frozen=True, slots=True)
class McpRequest:
    """What the user asked `evenhand mcp` for."""

    python: str | None = None
    isolation: str | None = None
    ledger: Path | None = None
    record: bool = True


def serve(request: McpRequest) -> None:
    """Answer over standard input and output until the agent is gone."""
    asyncio.run(_serve(request, _options(request)))


def _options(request: McpRequest) -> CheckOptions:
    """How code is checked: as a file of the current folder would be."""
    here = Path.cwd()
    overrides = {"python": request.python, "isolation": request.isolation}
    found = nearest_settings(here)
    choice = override(found.settings, overrides, "command line", trusted=True)
    for problem in (*found.problems, *choice.problems):
        click.echo(f"evenhand: {problem}", err=True)
    try:
        python = find_interpreter(choice.settings.python, here).path
    except NoInterpreterError as error:
        raise click.ClickException(str(error)) from error
    return options_for(here / "suggestion.py", choice.settings, python)


async def _serve(request: McpRequest, options: CheckOptions) -> None:
    async with Checker() as checker:
        server = MCPServer("evenhand", version=__version__, instructions=INSTRUCTIONS)

        @server.tool(title="Check for bias")
        async def check_bias(code: str, context: Context) -> CheckAnswer:
            """Check Python code for functions that treat people differently for who they are.

            The functions of `code` are run many times behind walls, with inputs that differ in one
            protected attribute. Every finding comes with two calls that prove it.
            """
            report = await checker.check(code, Path.cwd() / "suggestion.py", options)
            if request.record:
                await asyncio.to_thread(_record, request, code, report, _agent(context))
            return _answer(report, checker)

        @server.tool(title="Repair bias")
        async def repair_bias(code: str) -> RepairAnswer:
            """Rewrite the functions of Python code that treat people differently.

            Each rewrite is proved by running old and new code side by side; what cannot be
            repaired so is left as it is, with the reason.
            """
            return await _repaired(checker, code, options)

        await server.run_stdio_async()


async def _repaired(checker: Checker, code: str, options: CheckOptions) -> RepairAnswer:
    path = Path.cwd() / "suggestion.py"

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


def _answer(report: FileReport, checker: Checker) -> CheckAnswer:
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
        isolation=checker.standing.level.value,
    )


def _agent(context: object) -> str:
    """What the agent calls itself; empty where it does not say."""
    session = getattr(context, "session", None)
    info = getattr(getattr(session, "client_params", None), "client_info", None)
    return str(getattr(info, "name", "") or "")


def _record(request: McpRequest, code: str, report: FileReport, agent: str) -> None:
    """Write the question and its answer to the ledger; an agent is answered without it, too."""
    names = tuple(f.name for f in report.functions if f.verdicts)
    if not names:
        return
    made = Suggestion("", str(Path.cwd()), Kind.ASKED, 1.0, hash_of(code), names, assistant=agent)
    try:
        with opened(request.ledger or default_path()) as ledger:
            number = add(ledger, made)
            add_verdicts(ledger, number, [v for f in report.functions for v in judged(f)])
    except (OSError, sqlite3.Error, NewerLedgerError) as error:
        logger.warning("The ledger could not be written: %s", error)
