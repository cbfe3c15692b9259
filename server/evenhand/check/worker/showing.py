"""Writes values as Python does, for a person and without what changes from run to run."""

from __future__ import annotations

import re
from typing import Any

from .time_limits import OutOfTime
from .tripwire import BlockedEffect

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
BRACKETS: dict[type, tuple[str, str]] = {dict: ("{", "}"), list: ("[", "]"), tuple: ("(", ")")}
DEEPEST = 3
"""Containers within each other that are written item by item."""


def shown(value: Any, limit: int = 400) -> str:
    """A value as Python writes it, at most `limit` characters."""
    text = _written(value, limit, 0)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _written(value: Any, limit: int, depth: int) -> str:
    try:
        return without_addresses(repr(value))
    except (BlockedEffect, OutOfTime):
        raise
    except BaseException as error:
        if type(value) in BRACKETS and depth < DEEPEST:
            return _item_by_item(value, limit, depth + 1)
        return f"<{type(value).__name__} whose repr raises {type(error).__name__}>"


def _item_by_item(value: Any, limit: int, depth: int) -> str:
    """A container of which some item cannot be written; the others are."""
    is_mapping = type(value) is dict
    pieces: list[str] = []
    length = 0
    for item in value.items() if is_mapping else value:
        parts = [_written(part, limit, depth) for part in (item if is_mapping else (item,))]
        pieces.append(": ".join(parts))
        length += len(pieces[-1])
        if length > limit:
            break

    opening, closing = BRACKETS[type(value)]
    return opening + ", ".join(pieces) + closing


def without_addresses(text: str) -> str:
    """A text of `repr` without the places of objects in memory."""
    return _ADDRESS.sub("", text)
