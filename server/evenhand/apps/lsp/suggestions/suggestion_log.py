"""What is written down of suggestions: their origin, what was found, what became of them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path

from evenhand.apps.lsp.suggestions.edit_history import Noticed, Said, Trail
from evenhand.apps.lsp.suggestions.ledger_thread import Recorder
from evenhand.apps.lsp.surroundings import Surroundings
from evenhand.assistants.ledger import queries, store
from evenhand.assistants.ledger.records import Ended, Fate, Suggestion, hash_of, judged
from evenhand.assistants.provenance.changed_functions import Printed, functions_of
from evenhand.assistants.provenance.origins import Origin
from evenhand.findings import FunctionReport


class Following:
    """Writes to the ledger that the user chose."""

    def __init__(
        self, recorder: Recorder, surroundings: Surroundings, changed: Callable[[], None]
    ) -> None:
        self._recorder = recorder
        self._surroundings = surroundings
        self._changed = changed
        """Told whenever something was written."""

    def notice(self, trail: Trail, origin: Origin, said: Said, text: str) -> None:
        """Mark the functions of a suggestion, and write it down."""
        number = self._recorded(trail.document.path, origin, said, text)
        now = asyncio.get_running_loop().time()
        for name, print_ in ((g.function.name, g.function.print) for g in origin.gained):
            trail.noticed[name] = Noticed(name, print_, number, origin.confidence, now)

    def _recorded(
        self, path: Path, origin: Origin, said: Said, text: str
    ) -> asyncio.Future[int | None] | None:
        settings = self._surroundings.configuration.ledger
        if not settings.wants(origin.confidence):
            return None
        functions = [gained.function for gained in origin.gained]
        lines = text.splitlines()
        code = "\n".join("\n".join(lines[f.lines[0] - 1 : f.lines[1]]) for f in functions)
        workspace, file = self._surroundings.within(path)
        made = Suggestion(
            file, workspace, said.kind, origin.confidence, hash_of(code),
            tuple(f.name for f in functions), tuple(f.print for f in functions),
            said.assistant, said.model, said.prompt_hash, code if settings.keep_source else None,
        )  # fmt: skip
        work = self._recorder.ledger(settings.file, lambda ledger: store.add(ledger, made))
        return asyncio.ensure_future(work)

    async def follow(self, trail: Trail, saved: bool = False) -> None:
        """Write down what was found in suggested functions, and what has become of them."""
        document, text = trail.document, trail.document.text.python
        try:
            prints = await self._recorder.think(lambda: functions_of(text))
        except SyntaxError:
            return
        trail.renamed(prints)
        reports = {f.report.name: f.report for f in document.findings.functions if f.current}
        changed = False
        for noticed in list(trail.noticed.values()):
            report, current = reports.get(noticed.name), prints.get(noticed.name)
            same = current is not None and current.print == noticed.print
            if same and report is not None and not noticed.judged:
                noticed.judged = True
                add = partial(store.add_verdicts, verdicts=judged(report))
                changed |= await self._write(noticed, add)
            fate = _fate(noticed, current, report, saved)
            if fate is not None and not _same(fate, noticed.fate):
                noticed.fate = fate
                changed |= await self._write(noticed, partial(store.end, ended=fate))
        if changed:
            self._changed()

    async def correct(self, trail: Trail, said: Said) -> None:
        """What was inferred is certain now."""
        known = partial(
            store.correct,
            kind=said.kind,
            assistant=said.assistant,
            model=said.model,
            prompt_hash=said.prompt_hash,
        )
        latest = [n for n in trail.noticed.values() if n.confidence < 1 and n.since is not None]
        for noticed in latest:
            noticed.confidence = 1.0
            await self._write(noticed, known)
        if latest:
            self._changed()

    async def remember(self, trail: Trail) -> None:
        """Follow the functions on that were suggested in earlier sessions."""
        workspace, file = self._surroundings.within(trail.document.path)
        path = self._surroundings.configuration.ledger.file
        if not path.exists():
            return
        found = await self._recorder.ledger(path, lambda c: queries.followed(c, workspace, file))
        for one in found or ():
            loop = asyncio.get_running_loop()
            number: asyncio.Future[int | None] = loop.create_future()
            number.set_result(one.id)
            since = loop.time() - one.age
            trail.noticed.setdefault(
                one.function,
                Noticed(one.function, one.print, number, one.confidence, since, judged=True),
            )

    async def _write(
        self, noticed: Noticed, work: Callable[[sqlite3.Connection, int], None]
    ) -> bool:
        """Write about a suggestion; False where it is not in the ledger."""
        number = await noticed.number if noticed.number is not None else None
        if number is None:
            return False
        path = self._surroundings.configuration.ledger.file
        await self._recorder.ledger(path, lambda ledger: work(ledger, number))
        return True


def _fate(
    noticed: Noticed, current: Printed | None, report: FunctionReport | None, saved: bool
) -> Ended | None:
    """What has become of a suggested function; None where nothing has so far."""
    if noticed.repaired:
        return Ended(noticed.function, Fate.REPAIRED, noticed.repaired)
    if current is None:
        return Ended(noticed.function, Fate.DELETED)
    if current.print != noticed.print:
        return Ended(noticed.function, Fate.EDITED)
    reasons = [v.allowed for v in report.verdicts if v.allowed is not None] if report else []
    if reasons:
        return Ended(noticed.function, Fate.ALLOWED, "; ".join(dict.fromkeys(reasons)))
    return Ended(noticed.function, Fate.KEPT) if saved or noticed.fate is not None else None


def _same(one: Ended, other: Ended | None) -> bool:
    return other is not None and (one.fate, one.detail) == (other.fate, other.detail)
