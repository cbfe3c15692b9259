"""Reading a ledger."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from evenhand.assistants.ledger.records import (
    Ended,
    Entry,
    Fate,
    Followed,
    Judged,
    Kind,
    Suggestion,
)
from evenhand.clock import now


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which suggestions to read; the newest first."""

    since: datetime | None = None
    workspaces: tuple[str, ...] | None = None
    unequal: bool = False
    """Only those in which people are treated differently."""
    most: int | None = None


def entries(connection: sqlite3.Connection, wanted: Wanted | None = None) -> Iterator[Entry]:
    """Suggestions with their verdicts and fates."""
    wanted = wanted or Wanted()
    conditions, values = ["1"], list[Any]()
    if wanted.since is not None:
        conditions.append("time >= ?")
        values.append(wanted.since.astimezone(UTC).isoformat(timespec="milliseconds"))
    if wanted.workspaces is not None:
        conditions.append(f"workspace IN ({', '.join('?' * len(wanted.workspaces))})")
        values += wanted.workspaces
    if wanted.unequal:
        conditions.append(
            "EXISTS (SELECT 1 FROM verdict WHERE suggestion = suggestion.id"
            " AND verdict.kind IN ('biased', 'refuses'))"
        )
    rows = connection.execute(
        f"SELECT * FROM suggestion WHERE {' AND '.join(conditions)}"
        " ORDER BY time DESC, id DESC LIMIT ?",
        (*values, -1 if wanted.most is None else wanted.most),
    ).fetchall()
    for row in rows:
        yield _entry(connection, row)


def entry(connection: sqlite3.Connection, number: int) -> Entry | None:
    """The suggestion with a number; None where there is none."""
    row = connection.execute("SELECT * FROM suggestion WHERE id = ?", (number,)).fetchone()
    return _entry(connection, row) if row is not None else None


def followed(connection: sqlite3.Connection, workspace: str, file: str) -> list[Followed]:
    """Suggested functions of a file that were neither repaired, edited nor deleted so far."""
    rows = connection.execute(
        "SELECT suggestion.id, function.name, function.print, confidence, suggestion.time"
        " FROM suggestion"
        " JOIN function ON function.suggestion = suggestion.id"
        " LEFT JOIN fate ON fate.suggestion = suggestion.id AND fate.function = function.name"
        " WHERE workspace = ? AND file = ? AND function.print <> ''"
        " AND (fate.fate IS NULL OR fate.fate IN (?, ?)) ORDER BY suggestion.id",
        (workspace, file, Fate.KEPT.value, Fate.ALLOWED.value),
    )
    here = now()
    return [
        Followed(
            number, name, key, confidence, (here - datetime.fromisoformat(time)).total_seconds()
        )
        for number, name, key, confidence, time in rows
    ]


def _entry(connection: sqlite3.Connection, row: Sequence[Any]) -> Entry:
    number, time, workspace, file, kind, confidence, code_hash, *rest = row
    assistant, model, prompt_hash, source = rest
    functions = _rows(connection, "SELECT name, print FROM function WHERE suggestion = ?", number)
    names = tuple(name for name, _ in functions)
    prints = tuple(key for _, key in functions if key)
    suggestion = Suggestion(
        file, workspace, Kind(kind), confidence, code_hash, names, prints,
        assistant, model, prompt_hash, source, datetime.fromisoformat(time),
    )  # fmt: skip
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
        suggestion,
        tuple(_judged(row) for row in verdicts),
        tuple(Ended(f, Fate(fate), d, datetime.fromisoformat(t)) for f, fate, d, t in fates),
    )


def _judged(row: Sequence[Any]) -> Judged:
    function, attribute, kind, severity, reason, calls, outcomes, direction = row
    both = tuple(json.loads(calls)), tuple(json.loads(outcomes))
    return Judged(function, attribute, kind, severity, reason, *both, direction)


def _rows(connection: sqlite3.Connection, query: str, number: int) -> list[Sequence[Any]]:
    return connection.execute(query, (number,)).fetchall()
