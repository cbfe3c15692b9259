"""Reads the parameters of Evenhand's own notifications, which any client may send wrongly."""

from __future__ import annotations

from typing import Any


def text_of(params: Any, name: str) -> str:
    """A text among the parameters; empty if it is missing or not a text."""
    value = getattr(params, name, None)
    return value if isinstance(value, str) else ""


def version_of(params: Any) -> int | None:
    """The version of the document; None if it is missing or not a number."""
    version = getattr(params, "version", None)
    return version if isinstance(version, int) else None
