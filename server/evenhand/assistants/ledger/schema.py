"""Defines the tables, and brings a ledger of an earlier version up to this one."""

from __future__ import annotations

import sqlite3

MIGRATIONS = (
    """
    CREATE TABLE suggestion (
        id INTEGER PRIMARY KEY,
        time TEXT NOT NULL,
        workspace TEXT NOT NULL,
        file TEXT NOT NULL,
        kind TEXT NOT NULL,
        confidence REAL NOT NULL,
        code_hash TEXT NOT NULL,
        assistant TEXT NOT NULL,
        model TEXT NOT NULL,
        prompt_hash TEXT NOT NULL,
        source TEXT
    );
    CREATE TABLE function (
        suggestion INTEGER NOT NULL REFERENCES suggestion ON DELETE CASCADE,
        name TEXT NOT NULL,
        PRIMARY KEY (suggestion, name)
    ) WITHOUT ROWID;
    CREATE TABLE verdict (
        suggestion INTEGER NOT NULL REFERENCES suggestion ON DELETE CASCADE,
        function TEXT NOT NULL,
        attribute TEXT NOT NULL,
        kind TEXT NOT NULL,
        severity TEXT NOT NULL,
        reason TEXT NOT NULL,
        calls TEXT NOT NULL,
        outcomes TEXT NOT NULL,
        direction TEXT NOT NULL,
        PRIMARY KEY (suggestion, function, attribute)
    ) WITHOUT ROWID;
    CREATE TABLE fate (
        suggestion INTEGER NOT NULL REFERENCES suggestion ON DELETE CASCADE,
        function TEXT NOT NULL,
        fate TEXT NOT NULL,
        detail TEXT NOT NULL,
        time TEXT NOT NULL,
        PRIMARY KEY (suggestion, function)
    ) WITHOUT ROWID;
    CREATE INDEX suggestion_time ON suggestion (time);
    CREATE INDEX suggestion_file ON suggestion (workspace, file);
    """,
    """
    ALTER TABLE function ADD COLUMN print TEXT NOT NULL DEFAULT '';
    """,
)
"""SQL from each version to the next; a ledger's version is the number of scripts it has run."""
VERSION = len(MIGRATIONS)


class NewerLedgerError(Exception):
    """The ledger was written by a later version of Evenhand."""


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a ledger up to this version, in one transaction; raises `NewerLedgerError`."""
    if _version(connection) == VERSION:
        return

    connection.execute("BEGIN EXCLUSIVE")
    try:
        version = _version(connection)  # again: another process may have been quicker
        if version > VERSION:
            raise NewerLedgerError(
                f"the ledger has version {version}, but this Evenhand knows only up to {VERSION}"
            )

        for script in MIGRATIONS[version:]:
            for statement in filter(str.strip, script.split(";")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
