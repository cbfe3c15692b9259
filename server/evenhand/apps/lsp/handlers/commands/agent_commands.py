"""`evenhand.server.checkCode` and `repairCode`: what the editor's agents ask before they write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from evenhand.apps.lsp.handlers.commands.arguments import text_arguments
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.assistants.agents import (
    SNIPPET,
    RepairAnswer,
    check_answer,
    question_of,
    record_question,
    repair_answer,
)
from evenhand.findings import FileReport
from evenhand.isolation import Standing
from evenhand.scaling.engine_process import EngineLostError


async def check_code(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """Check the code `arguments[0]`, which is in no file yet; `arguments[1]` names the agent."""
    (code,) = text_arguments(arguments, 1)
    agent = str(arguments[1]) if len(arguments) > 1 else ""
    path = _snippet_path(server)
    options = server.session.settings.of(path).options

    report = await server.checker.check(code, path, options, lambda function: None)
    await _record(server, code, report, path, agent)

    isolation = server.checker.standing or Standing()
    return asdict(check_answer([report], isolation.level))


async def repair_code(server: EvenhandServer, arguments: Sequence[Any]) -> dict[str, Any]:
    """Rewrite the functions of the code `arguments[0]` that treat people differently."""
    (code,) = text_arguments(arguments, 1)
    path = _snippet_path(server)
    options = server.session.settings.of(path).options
    try:
        answer = await server.checker.work(path, repair_answer, code, path, options)
    except EngineLostError as lost:
        answer = RepairAnswer(code, [], [], str(lost))
    return asdict(answer)


async def _record(
    server: EvenhandServer, code: str, report: FileReport, path: Path, agent: str
) -> None:
    """Write the question and its answer to the ledger, if the user wants that."""
    ledger = server.session.settings.configuration.ledger
    question = question_of(code, report, str(path.parent), agent)
    if question is None or not ledger.wants(question.confidence):
        return

    write = partial(record_question, question=question, report=report)
    await server.session.suggestions.thread.with_ledger(ledger.file, write)
    server.ledger_changed()


def _snippet_path(server: EvenhandServer) -> Path:
    """The file that code is taken for: it has the settings of the first open folder."""
    return server.session.settings.first_folder() / SNIPPET
