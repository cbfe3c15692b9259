"""Records suggestions in the ledger: their origin, their verdicts, and what became of them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import replace
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
    Kind,
    RecordedFate,
    Suggestion,
    hash_of,
    recorded_verdicts,
)
from evenhand.assistants.provenance.changed_functions import FunctionSnapshot, functions_of
from evenhand.assistants.provenance.origins import Origin
from evenhand.findings import FunctionReport
from evenhand.lines import lines_of

GOES_ON_SECONDS = 60.0
"""How long a suggestion may go on: later text in its functions belongs to it."""


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
        self,
        history: EditHistory,
        origin: Origin,
        attribution: Attribution,
        text: str,
        versions: tuple[int, int] = (0, 0),
    ) -> None:
        """Mark the functions of a suggestion in `text`, and record it.

        `versions` of the document are those that its edits made. One that goes on with the
        suggestion before is not another: an agent writes a function in several steps.
        """
        now = asyncio.get_running_loop().time()
        number = self._record(history, origin, attribution, text)
        for changed in origin.changed:
            function = changed.function
            history.suggested[function.name] = SuggestedFunction(
                function.name,
                function.fingerprint,
                number,
                origin.confidence,
                now,
                attribution.kind,
                versions,
            )

    def continued(self, history: EditHistory, origin: Origin) -> Origin:
        """The origin, as sure as that of the latest suggestion if it may go on with that."""
        latest = _latest(history.suggested, origin.kind)
        earlier = [latest.get(changed.function.name) for changed in origin.changed]
        confidences = [function.confidence for function in earlier if function is not None]
        if origin.is_suggestion or not confidences or len(confidences) < len(earlier):
            return origin
        return replace(origin, confidence=min(confidences))

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

    async def correct(self, history: EditHistory, version: int, attribution: Attribution) -> None:
        """Record that the inferred suggestion which made `version` is certain."""
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
            if suggested.confidence < 1
            and suggested.versions[0] <= version <= suggested.versions[1]
        ]
        for suggested in inferred:
            suggested.confidence = 1.0
            await self._write(suggested, correct)
        if inferred:
            self._on_change()

    async def disown(self, number: int, function: str, *, undo: bool) -> None:
        """Record that no assistant wrote a function, or that one did."""
        change = store.own_again if undo else store.disown
        path = self._settings.configuration.ledger.file
        await self._thread.with_ledger(path, lambda ledger: change(ledger, number, function))
        self._on_change()

    async def remove(self, number: int) -> None:
        """Delete a suggestion."""
        path = self._settings.configuration.ledger.file
        await self._thread.with_ledger(path, lambda ledger: store.remove(ledger, number))
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
        self,
        history: EditHistory,
        origin: Origin,
        attribution: Attribution,
        text: str,
    ) -> asyncio.Future[int | None] | None:
        """Write down a suggestion; its number to come, or None if it is not to be recorded."""
        settings = self._settings.configuration.ledger
        if not settings.wants(origin.confidence):
            return None

        suggestion = self._suggestion(history.document.path, origin, attribution, text)
        earlier = _goes_on(history.suggested, suggestion)
        work = self._write_suggestion(settings.file, suggestion, earlier)
        return asyncio.ensure_future(work)

    def _suggestion(
        self, path: Path, origin: Origin, attribution: Attribution, text: str
    ) -> Suggestion:
        functions = [changed.function for changed in origin.changed]
        code = _code_of(functions, text)
        workspace, file = self._settings.relative(path)
        return Suggestion(
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
        )

    async def _write_suggestion(
        self, path: Path, suggestion: Suggestion, earlier: asyncio.Future[int | None] | None
    ) -> int | None:
        """Add a suggestion, or put it in the place of the one that it goes on with."""
        number = await earlier if earlier is not None else None
        if number is None:
            return await self._thread.with_ledger(path, lambda led: store.add(led, suggestion))

        await self._thread.with_ledger(path, lambda led: store.revise(led, number, suggestion))
        return number

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


def _goes_on(
    suggested: Mapping[str, SuggestedFunction], suggestion: Suggestion
) -> asyncio.Future[int | None] | None:
    """The number of the latest suggestion, if this one gives the same functions more text."""
    latest = _latest(suggested, suggestion.kind)
    names = suggestion.functions
    numbers = {latest[name].number for name in names if name in latest}
    if len(numbers) != 1:
        return None

    (number,) = numbers
    of_number = {name for name, function in suggested.items() if function.number is number}
    return number if of_number == set(names) else None


def _latest(
    suggested: Mapping[str, SuggestedFunction], kind: Kind | None
) -> dict[str, SuggestedFunction]:
    """The functions of a kind that were suggested just now."""
    now = asyncio.get_running_loop().time()
    return {
        name: function
        for name, function in suggested.items()
        if function.kind is kind
        and function.since is not None
        and now - function.since <= GOES_ON_SECONDS
    }


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
