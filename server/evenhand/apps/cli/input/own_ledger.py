"""The ledger that a command reads, and which of its suggestions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import click

from evenhand.assistants.ledger.queries import EntryFilter
from evenhand.assistants.ledger.store import ERRORS, default_path, opened
from evenhand.clock import now


@contextmanager
def opened_ledger(path: Path | None) -> Iterator[sqlite3.Connection]:
    """The ledger at `path`, or the user's own; raises `ClickException` if it cannot be read."""
    try:
        with opened(path or default_path()) as connection:
            yield connection
    except ERRORS as error:
        raise click.ClickException(f"the ledger cannot be read: {error}") from error


def chosen(days: float | None, unequal: bool = False, most: int | None = None) -> EntryFilter:
    """Suggestions of the last `days`, only those that treat people differently, and `most`."""
    since = None if days is None else now() - timedelta(days=days)
    return EntryFilter(since=since, unequal=unequal, most=most)
