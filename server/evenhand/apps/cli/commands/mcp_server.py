"""The tools that agents use over the Model Context Protocol.

The package `mcp` has native parts and is optional, so no module but `commands.mcp` imports this.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import aclosing
from pathlib import Path

from mcp.server.mcpserver import Context, MCPServer

from evenhand import __version__
from evenhand.apps.cli.commands.mcp_wire import take_streams
from evenhand.assistants.agents import (
    SNIPPET,
    CheckAnswer,
    RepairAnswer,
    check_answer,
    question_of,
    record_question,
    repair_answer,
)
from evenhand.assistants.ledger.records import Suggestion
from evenhand.assistants.ledger.schema import NewerLedgerError
from evenhand.assistants.ledger.store import default_path, opened
from evenhand.check.checking import Checker
from evenhand.findings import FileReport
from evenhand.isolation import Standing
from evenhand.options import CheckOptions
from evenhand.scaling.engine_pool import EnginePool
from evenhand.scaling.engine_process import EngineLostError

logger = logging.getLogger(__name__)

AT_ONCE = 2
"""Questions that are answered at the same time."""
INSTRUCTIONS = """\
Evenhand finds Python functions that treat people differently because of who they are (age, gender,
race, religion, disability, ...), and proves it by two calls that differ in that attribute alone.
Call check_bias with code that decides about people before you write it to a file; call repair_bias
for a rewrite that is proved to treat everyone alike."""


def serve(options: CheckOptions, ledger: Path | None, record: bool) -> None:
    """Answer over standard input and output until the agent closes them.

    With `record`, what was asked and answered goes to `ledger`, or to the user's own.
    """
    take_streams()
    asyncio.run(_serve(options, ledger or default_path(), record))


async def _serve(options: CheckOptions, ledger: Path, record: bool) -> None:
    snippet = Path.cwd() / SNIPPET
    async with aclosing(EnginePool(most=AT_ONCE)) as engines:
        engines.start(AT_ONCE)
        server = MCPServer("evenhand", version=__version__, instructions=INSTRUCTIONS)

        @server.tool(title="Check for bias")
        async def check_bias(code: str, context: Context) -> CheckAnswer:
            """Check Python code for functions that treat people differently for who they are.

            The functions of `code` are run many times behind walls, with inputs that differ in one
            protected attribute. Every finding comes with two calls that prove it.
            """
            try:
                report, standing = await engines.do(_check, code, snippet, options)
            except EngineLostError as lost:
                report, standing = FileReport(str(snippet), problem=str(lost)), Standing()
            if record:
                suggestion = question_of(code, report, str(snippet.parent), _agent_name(context))
                await asyncio.to_thread(_record, ledger, suggestion, report)
            return check_answer(report, standing.level)

        @server.tool(title="Repair bias")
        async def repair_bias(code: str) -> RepairAnswer:
            """Rewrite the functions of Python code that treat people differently.

            Each rewrite is proved by running old and new code side by side; what cannot be
            repaired that way is left unchanged, with the reason.
            """
            try:
                return await engines.do(repair_answer, code, snippet, options)
            except EngineLostError as lost:
                return RepairAnswer(code, [], [], str(lost))

        await server.run_stdio_async()


async def _check(
    checker: Checker, code: str, path: Path, options: CheckOptions
) -> tuple[FileReport, Standing]:
    return await checker.check(code, path, options), checker.standing


def _agent_name(context: object) -> str:
    """The agent's own name for itself; empty if it gave none."""
    session = getattr(context, "session", None)
    info = getattr(getattr(session, "client_params", None), "client_info", None)
    return str(getattr(info, "name", "") or "")


def _record(path: Path, suggestion: Suggestion | None, report: FileReport) -> None:
    """Write the question and its answer to the ledger; without one, the agent is still answered."""
    if suggestion is None:
        return
    try:
        with opened(path) as ledger:
            record_question(ledger, suggestion, report)
    except (OSError, sqlite3.Error, NewerLedgerError) as error:
        logger.warning("The ledger could not be written: %s", error)
