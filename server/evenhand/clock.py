"""The time of day: for records that people read, the age of files, and the day of checked code."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """The present time in UTC."""
    return datetime.now(UTC)
