"""Reads a ledger."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from evenhand.assistants.ledger.records import (
    Entry,
    Fate,
    FollowedFunction,
    Kind,
    RecordedFate,
    RecordedVerdict,
    Suggestion,
)
from evenhand.clock import now

_IS_UNEQUAL = (
    "EXISTS (SELECT 1 FROM verdict WHERE suggestion = suggestion.id"
    " AND verdict.kind IN ('biased', 'refuses'))"
)
_NO_LIMIT = -1


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """Which suggestions to read."""

    since: datetime | None = None
    workspaces: tuple[str, ...] | None = None
    """Folders; None for all."""
    unequal: bool = False
    """Only those in which people are treated differently."""
    most: int | None = None
    """How many at most, of the newest; None for all."""


def entries(connection: sqlite3.Connection, wanted: EntryFilter | None = None) -> Iterator[Entry]:
    """Suggestions with their verdicts and fates, the newest first."""
    wanted = wanted or EntryFilter()
    condition, values = _condition(wanted)
    most = _NO_LIMIT if wanted.most is None else wanted.most

    rows = connection.execute(
        f"SELECT * FROM suggestion WHERE {condition} ORDER BY time DESC, id DESC LIMIT ?",
        (*values, most),
    ).fetchall()
    for row in rows:
        yield _entry(connection, row)


def entry(connection: sqlite3.Connection, number: int) -> Entry | None:
    """The suggestion with a number; None if there is none."""
    row = connection.execute("SELECT * FROM suggestion WHERE id = ?", (number,)).fetchone()
    return _entry(connection, row) if row is not None else None


def followed_functions(
    connection: sqlite3.Connection, workspace: str, file: str
) -> list[FollowedFunction]:
    """Suggested functions of a file that have not been repaired, edited or deleted."""
    rows = connection.execute(
        "SELECT suggestion.id, function.name, function.print, confidence, suggestion.time"
        " FROM suggestion"
        " JOIN function ON function.suggestion = suggestion.id"
        " LEFT JOIN fate ON fate.suggestion = suggestion.id AND fate.function = function.name"
        " WHERE workspace = ? AND file = ? AND function.print <> ''"
        " AND (fate.fate IS NULL OR fate.fate IN (?, ?)) ORDER BY suggestion.id",
        (workspace, file, Fate.KEPT.value, Fate.ALLOWED.value),
    )

    read_at = now()
    functions = []
    for number, name, fingerprint, confidence, time in rows:
        age = (read_at - datetime.fromisoformat(time)).total_seconds()
        functions.append(FollowedFunction(number, name, fingerprint, confidence, age))

    return functions


def _condition(wanted: EntryFilter) -> tuple[str, list[Any]]:
    """An SQL condition on suggestions, and the values for its placeholders."""
    conditions, values = ["1"], list[Any]()
    if wanted.since is not None:
        conditions.append("time >= ?")
        values.append(wanted.since.astimezone(UTC).isoformat(timespec="milliseconds"))

    if wanted.workspaces is not None:
        placeholders = ", ".join("?" * len(wanted.workspaces))
        conditions.append(f"workspace IN ({placeholders})")
        values += wanted.workspaces

    if wanted.unequal:
        conditions.append(_IS_UNEQUAL)

    return " AND ".join(conditions), values


def _entry(connection: sqlite3.Connection, row: Sequence[Any]) -> Entry:
    number = row[0]
    functions = _rows(connection, "SELECT name, print FROM function WHERE suggestion = ?", number)
    verdicts = _rows(
        connection,
        "SELECT function, attribute, kind, severity, reason, calls, outcomes, direction"
        " FROM verdict WHERE suggestion = ?",
        number,
    )
    fates = _rows(
        connection, "SELECT function, fate, detail, time FROM fate WHERE suggestion = ?", number
    )

    return Entry(
        number,
        _suggestion(row, functions),
        tuple(_verdict(row) for row in verdicts),
        tuple(_fate(row) for row in fates),
    )


def _suggestion(row: Sequence[Any], functions: Sequence[Sequence[Any]]) -> Suggestion:
    _, time, workspace, file, kind, confidence, code_hash, *rest = row
    assistant, model, prompt_hash, source = rest

    return Suggestion(
        file=file,
        workspace=workspace,
        kind=Kind(kind),
        confidence=confidence,
        code_hash=code_hash,
        functions=tuple(name for name, _ in functions),
        fingerprints=tuple(fingerprint for _, fingerprint in functions if fingerprint),
        assistant=assistant,
        model=model,
        prompt_hash=prompt_hash,
        source=source,
        time=datetime.fromisoformat(time),
    )


def _verdict(row: Sequence[Any]) -> RecordedVerdict:
    function, attribute, kind, severity, reason, calls, outcomes, direction = row
    return RecordedVerdict(
        function,
        attribute,
        kind,
        severity,
        reason,
        tuple(json.loads(calls)),
        tuple(json.loads(outcomes)),
        direction,
    )


def _fate(row: Sequence[Any]) -> RecordedFate:
    function, fate, detail, time = row
    return RecordedFate(function, Fate(fate), detail, datetime.fromisoformat(time))


def _rows(connection: sqlite3.Connection, query: str, number: int) -> list[Sequence[Any]]:
    return connection.execute(query, (number,)).fetchall()
