"""The time of day, for records that people read; nothing decides a verdict by it."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """The present time in UTC."""
    return datetime.now(UTC)
