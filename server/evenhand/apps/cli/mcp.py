"""`evenhand mcp`: agents ask whether code treats people differently before they write it.

The `mcp` package has native parts and is no dependency: nothing else may import this module.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from mcp.server.mcpserver import Context, MCPServer

from evenhand import __version__
from evenhand.apps.cli.input.snippet_options import snippet_options
from evenhand.assistants.agents import (
    SNIPPET,
    CheckAnswer,
    RepairAnswer,
    asked,
    check_answer,
    repair_code,
    write_down,
)
from evenhand.assistants.ledger.records import Suggestion
from evenhand.assistants.ledger.schema import NewerLedgerError
from evenhand.assistants.ledger.store import default_path, opened
from evenhand.check.checking import Checker
from evenhand.findings import FileReport
from evenhand.options import CheckOptions

logger = logging.getLogger(__name__)

INSTRUCTIONS = """\
Evenhand finds Python functions that treat people differently because of who they are (age, gender,
race, religion, disability, ...), and proves it by two calls that differ in that attribute alone.
Call check_bias with code that decides about people before you write it to a file; call repair_bias
for a rewrite that is proved to treat everyone alike."""


@dataclass(frozen=True, slots=True)
class McpRequest:
    """What the user asked `evenhand mcp` for."""

    python: str | None = None
    isolation: str | None = None
    ledger: Path | None = None
    record: bool = True


def serve(request: McpRequest) -> None:
    """Answer over standard input and output until the agent is gone."""
    asyncio.run(_serve(request, snippet_options(request.python, request.isolation)))


async def _serve(request: McpRequest, options: CheckOptions) -> None:
    here = Path.cwd() / SNIPPET
    async with Checker() as checker:
        server = MCPServer("evenhand", version=__version__, instructions=INSTRUCTIONS)

        @server.tool(title="Check for bias")
        async def check_bias(code: str, context: Context) -> CheckAnswer:
            """Check Python code for functions that treat people differently for who they are.

            The functions of `code` are run many times behind walls, with inputs that differ in one
            protected attribute. Every finding comes with two calls that prove it.
            """
            report = await checker.check(code, here, options)
            if request.record:
                path = request.ledger or default_path()
                made = asked(code, report, str(here.parent), _agent(context))
                await asyncio.to_thread(_record, path, made, report)
            return check_answer(report, checker.standing.level)

        @server.tool(title="Repair bias")
        async def repair_bias(code: str) -> RepairAnswer:
            """Rewrite the functions of Python code that treat people differently.

            Each rewrite is proved by running old and new code side by side; what cannot be
            repaired so is left as it is, with the reason.
            """
            return await repair_code(checker, code, here, options)

        await server.run_stdio_async()


def _agent(context: object) -> str:
    """What the agent calls itself; empty where it does not say."""
    session = getattr(context, "session", None)
    info = getattr(getattr(session, "client_params", None), "client_info", None)
    return str(getattr(info, "name", "") or "")


def _record(path: Path, made: Suggestion | None, report: FileReport) -> None:
    """Write the question and its answer to the ledger; an agent is answered without it, too."""
    try:
        if made is not None:
            with opened(path) as ledger:
                write_down(ledger, made, report)
    except (OSError, sqlite3.Error, NewerLedgerError) as error:
        logger.warning("The ledger could not be written: %s", error)
