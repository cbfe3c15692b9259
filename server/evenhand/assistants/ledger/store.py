"""Opens a ledger, and writes to it."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import platformdirs
from filelock import FileLock

from evenhand.assistants.ledger.records import (
    Fate,
    Kind,
    RecordedFate,
    RecordedVerdict,
    Suggestion,
)
from evenhand.assistants.ledger.schema import NewerLedgerError, migrate

logger = logging.getLogger(__name__)

BUSY_SECONDS, ASIDE_SECONDS = 20.0, 3.0
"""How long one writer waits for another: a command, and who has something else to do."""
ERRORS = (OSError, sqlite3.Error, ValueError, TypeError, NewerLedgerError)
"""What comes of a ledger that is locked, damaged, of another version or not to be had."""


def default_path() -> Path:
    """The ledger of this machine's user."""
    return platformdirs.user_data_path("evenhand", appauthor=False) / "ledger.sqlite3"


@contextmanager
def opened(path: Path, seconds: float = BUSY_SECONDS) -> Iterator[sqlite3.Connection]:
    """Open a ledger for reading and writing; it is created if it does not exist.

    A damaged one is set aside, with a warning in the log, and a new one is begun; for a locked one
    it waits some `seconds`. Raises one of `ERRORS`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path.with_name(f"{path.name}.lock"), timeout=seconds)
    try:
        connection = _connect(path, lock, seconds)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise
        connection = _replace_damaged(path, lock, seconds)

    try:
        yield connection
    finally:
        connection.close()


def add(connection: sqlite3.Connection, suggestion: Suggestion) -> int:
    """Record a suggestion; returns its number."""
    values = (
        _text(suggestion.time),
        suggestion.workspace,
        suggestion.file,
        suggestion.kind.value,
        suggestion.confidence,
        suggestion.code_hash,
        suggestion.assistant,
        suggestion.model,
        suggestion.prompt_hash,
        suggestion.source,
    )
    with _transaction(connection):
        row = connection.execute(
            "INSERT INTO suggestion (time, workspace, file, kind, confidence, code_hash,"
            " assistant, model, prompt_hash, source) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            values,
        )
        number = int(row.lastrowid or 0)
        _add_functions(connection, number, suggestion)

    return number


def revise(connection: sqlite3.Connection, number: int, suggestion: Suggestion) -> None:
    """Record what a suggestion has become that came in several steps."""
    with _transaction(connection):
        for table in ("function", "verdict", "fate"):
            connection.execute(f"DELETE FROM {table} WHERE suggestion = ?", (number,))
        connection.execute(
            "UPDATE suggestion SET confidence = ?, code_hash = ?, source = ? WHERE id = ?",
            (suggestion.confidence, suggestion.code_hash, suggestion.source, number),
        )
        _add_functions(connection, number, suggestion)


def correct(
    connection: sqlite3.Connection,
    number: int,
    kind: Kind,
    assistant: str = "",
    model: str = "",
    prompt_hash: str = "",
) -> None:
    """Record where a suggestion came from, now that it is certain."""
    with _transaction(connection):
        connection.execute(
            "UPDATE suggestion SET kind = ?, confidence = 1.0, assistant = ?, model = ?,"
            " prompt_hash = ? WHERE id = ?",
            (kind.value, assistant, model, prompt_hash, number),
        )


def add_verdicts(
    connection: sqlite3.Connection, number: int, verdicts: Iterable[RecordedVerdict]
) -> None:
    """Record the verdicts on a suggestion, in place of earlier ones."""
    rows = [
        (number, v.function, v.attribute, v.kind, v.severity, v.reason,
         json.dumps(v.calls), json.dumps(v.outcomes), v.direction)
        for v in verdicts
    ]  # fmt: skip

    with _transaction(connection):
        connection.executemany(
            "INSERT OR REPLACE INTO verdict VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows
        )


def set_fate(connection: sqlite3.Connection, number: int, fate: RecordedFate) -> None:
    """Record what became of a function, in place of an earlier fate."""
    row = (number, fate.function, fate.fate.value, fate.detail, _text(fate.time))
    with _transaction(connection):
        connection.execute("INSERT OR REPLACE INTO fate VALUES (?, ?, ?, ?, ?)", row)


def disown(connection: sqlite3.Connection, number: int, function: str) -> None:
    """Record that the user says that no assistant wrote a function."""
    set_fate(connection, number, RecordedFate(function, Fate.NOT_AN_ASSISTANTS))


def own_again(connection: sqlite3.Connection, number: int, function: str) -> None:
    """Record that an assistant did write a function of which the user had said otherwise."""
    with _transaction(connection):
        connection.execute(
            "DELETE FROM fate WHERE suggestion = ? AND function = ? AND fate = ?",
            (number, function, Fate.NOT_AN_ASSISTANTS.value),
        )


def remove(connection: sqlite3.Connection, number: int) -> None:
    """Delete one suggestion with all that is known of it."""
    with _transaction(connection):
        connection.execute("DELETE FROM suggestion WHERE id = ?", (number,))


def prune(connection: sqlite3.Connection, before: datetime | None) -> int:
    """Delete what is older than `before`, or everything; returns the number of suggestions."""
    with _transaction(connection):
        limit = _text(before) if before is not None else "9999"
        deleted = connection.execute("DELETE FROM suggestion WHERE time < ?", (limit,)).rowcount

    connection.execute("VACUUM")
    return deleted


def _add_functions(connection: sqlite3.Connection, number: int, suggestion: Suggestion) -> None:
    names = suggestion.functions
    fingerprints = suggestion.fingerprints or ("",) * len(names)
    connection.executemany(
        "INSERT OR IGNORE INTO function (suggestion, name, print) VALUES (?, ?, ?)",
        [(number, name, key) for name, key in zip(names, fingerprints, strict=True)],
    )


def _connect(path: Path, lock: FileLock, seconds: float) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=seconds, isolation_level=None)
    try:
        _write_ahead(connection, lock)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

        problem = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if problem != "ok":
            raise sqlite3.DatabaseError(problem)
        migrate(connection)
    except BaseException:
        connection.close()
        raise

    return connection


def _write_ahead(connection: sqlite3.Connection, lock: FileLock) -> None:
    """Let readers and a writer work at once; a ledger keeps this mode.

    SQLite fails at once, without waiting, when two processes switch a new file at the same
    time, so only one of them does.
    """
    if _journal_mode(connection) == "wal":
        return

    with lock:
        connection.execute("PRAGMA journal_mode = WAL")


def _journal_mode(connection: sqlite3.Connection) -> str:
    return str(connection.execute("PRAGMA journal_mode").fetchone()[0])


def _replace_damaged(path: Path, lock: FileLock, seconds: float) -> sqlite3.Connection:
    """Begin a new ledger in the place of a damaged one; only one of several processes does."""
    with lock:
        try:
            return _connect(path, lock, seconds)
        except sqlite3.DatabaseError as error:
            aside = _set_aside(path)
            message = "The ledger was damaged (%s): it is kept as %s, and a new one begins"
            logger.warning(message, error, aside)
            return _connect(path, lock, seconds)


def _set_aside(path: Path) -> Path:
    """Give a damaged ledger another name, with the files that belong to it."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    aside = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
    for ending in ("", "-wal", "-shm"):
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))

    return aside


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction. It begins as a writer, so that it waits rather than fails halfway."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _text(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="milliseconds")
