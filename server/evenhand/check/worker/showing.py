"""Writes values as Python does, for a person and without what changes from run to run."""

from __future__ import annotations

import re
from typing import Any

from .time_limits import OutOfTime
from .tripwire import BlockedEffect

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def shown(value: Any, limit: int = 400) -> str:
    """A value as Python writes it, at most `limit` characters."""
    try:
        text = without_addresses(repr(value))
    except (BlockedEffect, OutOfTime):
        raise
    except BaseException as error:
        text = f"<{type(value).__name__} whose repr raises {type(error).__name__}>"
    return text if len(text) <= limit else text[: limit - 1] + "…"


def without_addresses(text: str) -> str:
    """A text of `repr` without the places of objects in memory."""
    return _ADDRESS.sub("", text)
