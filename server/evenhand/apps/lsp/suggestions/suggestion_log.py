"""Records suggestions in the ledger: their origin, their verdicts, and what became of them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from evenhand.apps.lsp.configuration.workspace_settings import WorkspaceSettings
from evenhand.apps.lsp.suggestions.edit_history import Attribution, EditHistory
from evenhand.apps.lsp.suggestions.ledger_thread import LedgerThread
from evenhand.apps.lsp.suggestions.suggested_functions import SuggestedFunction
from evenhand.assistants.ledger import queries, store
from evenhand.assistants.ledger.records import (
    Fate,
    FollowedFunction,
    RecordedFate,
    Suggestion,
    hash_of,
    recorded_verdicts,
)
from evenhand.assistants.provenance.changed_functions import FunctionSnapshot, functions_of
from evenhand.assistants.provenance.origins import Origin
from evenhand.findings import FunctionReport
from evenhand.lines import lines_of


class SuggestionLog:
    """Writes to the ledger that the user chose."""

    def __init__(
        self, thread: LedgerThread, settings: WorkspaceSettings, on_change: Callable[[], None]
    ) -> None:
        self._thread = thread
        self._settings = settings
        self._on_change = on_change
        """Called after something was written."""

    def add(
        self, history: EditHistory, origin: Origin, attribution: Attribution, text: str
    ) -> None:
        """Mark the functions of a suggestion in `text`, and record it."""
        number = self._record(history.document.path, origin, attribution, text)
        now = asyncio.get_running_loop().time()
        for changed in origin.changed:
            function = changed.function
            history.suggested[function.name] = SuggestedFunction(
                function.name, function.fingerprint, number, origin.confidence, now
            )

    async def update(self, history: EditHistory, saved: bool = False) -> None:
        """Record the verdicts on suggested functions, and what has become of them."""
        document, text = history.document, history.document.text.python
        try:
            functions = await self._thread.run(lambda: functions_of(text))
        except SyntaxError:
            return

        history.follow_renames(functions)
        current = (shown.report for shown in document.findings.functions if shown.current)
        reports = {report.name: report for report in current}

        changed = False
        for suggested in list(history.suggested.values()):
            changed |= await self._update_one(suggested, functions, reports, saved)
        if changed:
            self._on_change()

    async def correct(self, history: EditHistory, attribution: Attribution) -> None:
        """Record that inferred suggestions of this session are certain."""
        correct = partial(
            store.correct,
            kind=attribution.kind,
            assistant=attribution.assistant,
            model=attribution.model,
            prompt_hash=attribution.prompt_hash,
        )
        inferred = [
            suggested
            for suggested in history.suggested.values()
            if suggested.confidence < 1 and suggested.since is not None
        ]
        for suggested in inferred:
            suggested.confidence = 1.0
            await self._write(suggested, correct)
        if inferred:
            self._on_change()

    async def restore(self, history: EditHistory) -> None:
        """Go on following the functions that were suggested in earlier sessions."""
        workspace, file = self._settings.relative(history.document.path)
        path = self._settings.configuration.ledger.file
        if not path.exists():
            return

        followed = await self._thread.with_ledger(
            path, lambda ledger: queries.followed_functions(ledger, workspace, file)
        )
        for function in followed or ():
            history.suggested.setdefault(function.function, _restored(function))

    def _record(
        self, path: Path, origin: Origin, attribution: Attribution, text: str
    ) -> asyncio.Future[int | None] | None:
        """Write down a suggestion; its number to come, or None if it is not to be recorded."""
        settings = self._settings.configuration.ledger
        if not settings.wants(origin.confidence):
            return None

        functions = [changed.function for changed in origin.changed]
        code = _code_of(functions, text)
        workspace, file = self._settings.relative(path)
        suggestion = Suggestion(
            file,
            workspace,
            attribution.kind,
            origin.confidence,
            hash_of(code),
            tuple(function.name for function in functions),
            tuple(function.fingerprint for function in functions),
            attribution.assistant,
            attribution.model,
            attribution.prompt_hash,
            code if settings.keep_source else None,
        )
        work = self._thread.with_ledger(settings.file, lambda ledger: store.add(ledger, suggestion))
        return asyncio.ensure_future(work)

    async def _update_one(
        self,
        suggested: SuggestedFunction,
        functions: Mapping[str, FunctionSnapshot],
        reports: Mapping[str, FunctionReport],
        saved: bool,
    ) -> bool:
        """Record what is new about one function; whether anything was."""
        report, present = reports.get(suggested.name), functions.get(suggested.name)
        changed = False

        unchanged = present is not None and present.fingerprint == suggested.fingerprint
        if unchanged and report is not None and not suggested.judged:
            suggested.judged = True
            verdicts = recorded_verdicts(report)
            changed |= await self._write(suggested, partial(store.add_verdicts, verdicts=verdicts))

        fate = _fate(suggested, present, report, saved)
        if fate is not None and not _same(fate, suggested.fate):
            suggested.fate = fate
            changed |= await self._write(suggested, partial(store.set_fate, fate=fate))
        return changed

    async def _write(
        self, suggested: SuggestedFunction, work: Callable[[sqlite3.Connection, int], None]
    ) -> bool:
        """Write about a suggestion; False if it is not in the ledger."""
        number = await suggested.number if suggested.number is not None else None
        if number is None:
            return False

        path = self._settings.configuration.ledger.file
        await self._thread.with_ledger(path, lambda ledger: work(ledger, number))
        return True


def _code_of(functions: list[FunctionSnapshot], text: str) -> str:
    lines = lines_of(text)
    parts = []
    for function in functions:
        first, last = function.lines
        parts += lines[first - 1 : last]
    return "\n".join(parts)


def _restored(function: FollowedFunction) -> SuggestedFunction:
    loop = asyncio.get_running_loop()
    number: asyncio.Future[int | None] = loop.create_future()
    number.set_result(function.id)
    return SuggestedFunction(
        function.function,
        function.fingerprint,
        number,
        function.confidence,
        since=loop.time() - function.age,
        judged=True,
    )


def _fate(
    suggested: SuggestedFunction,
    present: FunctionSnapshot | None,
    report: FunctionReport | None,
    saved: bool,
) -> RecordedFate | None:
    """What has become of a suggested function; None if nothing has yet."""
    name = suggested.function
    if suggested.repaired:
        return RecordedFate(name, Fate.REPAIRED, suggested.repaired)
    if present is None:
        return RecordedFate(name, Fate.DELETED)
    if present.fingerprint != suggested.fingerprint:
        return RecordedFate(name, Fate.EDITED)

    verdicts = report.verdicts if report is not None else ()
    reasons = [verdict.allowed for verdict in verdicts if verdict.allowed is not None]
    if reasons:
        return RecordedFate(name, Fate.ALLOWED, "; ".join(dict.fromkeys(reasons)))

    is_kept = saved or suggested.fate is not None
    return RecordedFate(name, Fate.KEPT) if is_kept else None


def _same(fate: RecordedFate, other: RecordedFate | None) -> bool:
    return other is not None and (fate.fate, fate.detail) == (other.fate, other.detail)
