"""The two ways in which a study counts."""

from __future__ import annotations

from enum import StrEnum


class Mode(StrEnum):
    """How figures come about; every table says its own."""

    PROTOCOL = "protocol"
    """As the paper says: its prompts, values, groups, number of answers, whole and smoothing."""
    SEARCH = "search"
    """As Evenhand finds: values of the code and the catalogue, tried until both ways are seen."""
