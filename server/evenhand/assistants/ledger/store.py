"""Opening a ledger, and writing to it."""

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

from evenhand.assistants.ledger.records import Ended, Judged, Kind, Suggestion
from evenhand.assistants.ledger.schema import migrate

logger = logging.getLogger(__name__)

BUSY_SECONDS = 20.0
"""How long one writer waits for another."""


def default_path() -> Path:
    """The ledger of this machine's user."""
    return platformdirs.user_data_path("evenhand", appauthor=False) / "ledger.sqlite3"


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A ledger to write to and read from, made where there is none.

    One that is damaged is set aside, with a warning in the log, and a new one is begun. Raises
    `OSError`, `sqlite3.OperationalError` (no room, no right to write) and `NewerLedgerError`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        connection = _connect(path)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise
        connection = _begun_anew(path)
    try:
        yield connection
    finally:
        connection.close()


def add(connection: sqlite3.Connection, suggestion: Suggestion) -> int:
    """Write down a suggestion; its number."""
    s = suggestion
    with _written(connection):
        row = connection.execute(
            "INSERT INTO suggestion (time, workspace, file, kind, confidence, code_hash,"
            " assistant, model, prompt_hash, source) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (_text(s.time), s.workspace, s.file, s.kind.value, s.confidence, s.code_hash,
             s.assistant, s.model, s.prompt_hash, s.source),
        )  # fmt: skip
        number = int(row.lastrowid or 0)
        prints = s.prints or ("",) * len(s.functions)
        connection.executemany(
            "INSERT OR IGNORE INTO function (suggestion, name, print) VALUES (?, ?, ?)",
            [(number, name, key) for name, key in zip(s.functions, prints, strict=True)],
        )
    return number


def correct(
    connection: sqlite3.Connection,
    number: int,
    kind: Kind,
    assistant: str = "",
    model: str = "",
    prompt_hash: str = "",
) -> None:
    """Write down for certain where a suggestion came from."""
    with _written(connection):
        connection.execute(
            "UPDATE suggestion SET kind = ?, confidence = 1.0, assistant = ?, model = ?,"
            " prompt_hash = ? WHERE id = ?",
            (kind.value, assistant, model, prompt_hash, number),
        )


def add_verdicts(connection: sqlite3.Connection, number: int, verdicts: Iterable[Judged]) -> None:
    """Write down what was found in a suggestion, over what was found before."""
    rows = [
        (number, v.function, v.attribute, v.kind, v.severity, v.reason,
         json.dumps(v.calls), json.dumps(v.outcomes), v.direction)
        for v in verdicts
    ]  # fmt: skip
    with _written(connection):
        connection.executemany(
            "INSERT OR REPLACE INTO verdict VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows
        )


def end(connection: sqlite3.Connection, number: int, ended: Ended) -> None:
    """Write down what became of a function, over what was thought before."""
    row = (number, ended.function, ended.fate.value, ended.detail, _text(ended.time))
    with _written(connection):
        connection.execute("INSERT OR REPLACE INTO fate VALUES (?, ?, ?, ?, ?)", row)


def prune(connection: sqlite3.Connection, before: datetime | None) -> int:
    """Delete what is older than `before`, or everything; how many suggestions were deleted."""
    with _written(connection):
        limit = _text(before) if before is not None else "9999"
        gone = connection.execute("DELETE FROM suggestion WHERE time < ?", (limit,)).rowcount
    connection.execute("VACUUM")
    return gone


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
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


def _begun_anew(path: Path) -> sqlite3.Connection:
    """A new ledger in the place of a damaged one; only one of several processes makes it."""
    with FileLock(path.with_name(f"{path.name}.lock"), timeout=BUSY_SECONDS):
        try:
            return _connect(path)
        except sqlite3.DatabaseError as error:
            aside = _set_aside(path)
            said = "The ledger was damaged (%s): it is kept as %s, and a new one begins"
            logger.warning(said, error, aside)
            return _connect(path)


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
def _written(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction that begins as a writer, so that it waits rather than fails halfway."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _text(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="milliseconds")
