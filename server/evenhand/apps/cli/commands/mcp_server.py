"""The tools that agents use over the Model Context Protocol.

The package `mcp` has native parts and is optional, so no module but `commands.mcp` imports this.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from pathlib import Path

from mcp.server.mcpserver import Context, MCPServer
from mcp.types import ToolAnnotations

from evenhand import __version__
from evenhand.apps.cli.commands.agent_checks import AgentChecks
from evenhand.apps.cli.commands.mcp_wire import take_streams
from evenhand.assistants.agents import (
    SNIPPET,
    CheckAnswer,
    RepairAnswer,
    question_of,
    record_question,
    repair_answer,
)
from evenhand.assistants.ledger.records import Suggestion
from evenhand.assistants.ledger.store import ASIDE_SECONDS, ERRORS, default_path, opened
from evenhand.findings import FileReport
from evenhand.options import CheckOptions
from evenhand.scaling.engine_pool import EnginePool
from evenhand.scaling.engine_process import EngineLostError

logger = logging.getLogger(__name__)

AT_ONCE = 2
"""Questions that are answered at the same time."""
INSTRUCTIONS = """\
Evenhand finds Python functions that treat people differently because of who they are (age, gender,
race, religion, disability, ...), and proves it by two calls that differ in that attribute alone.
Call check_bias with code that decides about people before you write it to a file, or with a path;
call check_changes when you have changed files; call repair_bias for a rewrite that is proved to
treat everyone alike. An answer is true, false, or null: not everything could be checked, so nothing
is known of the rest."""
READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
"""No tool writes a file; the code runs behind walls."""


def serve(options: CheckOptions, ledger: Path | None, record: bool) -> None:
    """Answer over standard input and output until the agent closes them.

    With `record`, what was asked and answered goes to `ledger`, or to the user's own.
    """
    take_streams()
    asyncio.run(_serve(options, ledger or default_path(), record))


async def _serve(options: CheckOptions, ledger: Path, record: bool) -> None:
    snippet, recorder = Path.cwd() / SNIPPET, _Recorder(ledger)
    async with aclosing(EnginePool(most=AT_ONCE)) as engines:
        engines.start(AT_ONCE)
        server = MCPServer("evenhand", version=__version__, instructions=INSTRUCTIONS)
        agent_checks = AgentChecks(engines, options, Path.cwd())

        @server.tool(title="Check for bias", annotations=READS)
        async def check_bias(context: Context, code: str = "", path: str = "") -> CheckAnswer:
            """Check Python code for functions that treat people differently for who they are.

            Give `code`, or the `path` of a file, a notebook or a folder of the project, or both:
            the code as it will be in that file. Its functions are run many times behind walls,
            with inputs that differ in one protected attribute. Every finding comes with two calls
            that prove it. `treats_people_differently` is null if not all could be checked.
            """
            checked = await agent_checks.of(code, path, context.report_progress)
            if record and code:
                report, agent = checked.reports[0], _agent_name(context)
                suggestion = question_of(code, report, str(Path.cwd()), agent)
                recorder.record(suggestion, report)
            return checked.answer()

        @server.tool(title="Check what has changed", annotations=READS)
        async def check_changes(context: Context, since: str = "HEAD") -> CheckAnswer:
            """Check the functions of the project that were added or edited since a commit.

            `since` is a commit or a branch of Git; with `HEAD`, that is what is not committed yet.
            The answer is that of check_bias.
            """
            checked = await agent_checks.of_changes(since, context.report_progress)
            return checked.answer()

        @server.tool(title="Repair bias", annotations=READS)
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


def _agent_name(context: object) -> str:
    """The agent's own name for itself; empty if it gave none."""
    session = getattr(context, "session", None)
    info = getattr(getattr(session, "client_params", None), "client_info", None)
    return str(getattr(info, "name", "") or "")


class _Recorder:
    """Writes questions and their answers to the ledger, beside the answers: none waits for it.

    What hinders that is said once.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, "evenhand-ledger")
        self._warned = False

    def record(self, suggestion: Suggestion | None, report: FileReport) -> None:
        """Have a question and its answer written; this process ends when that is done."""
        if suggestion is not None:
            self._thread.submit(self._write, suggestion, report)

    def _write(self, suggestion: Suggestion, report: FileReport) -> None:
        try:
            with opened(self._path, ASIDE_SECONDS) as ledger:
                record_question(ledger, suggestion, report)
        except ERRORS as error:
            if not self._warned:
                logger.warning("The ledger could not be written: %s", error)
            self._warned = True
