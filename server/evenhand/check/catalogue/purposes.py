"""Reads `purposes.toml`: how differences are shown, by what they are for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from evenhand.check.catalogue.data_files import data_file
from evenhand.findings import Purpose, Severity

OFF = "off"
"""What a purpose is shown as that is not shown."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How one purpose is shown, and which attributes it may rest on."""

    severity: Severity | None
    """None: not at all."""
    reason: str
    """How a message calls it."""
    rests_on: frozenset[str]
    """Empty: on all."""
    may_be_learned: bool
    """Whether a fitted model can make a difference for this purpose: no law is learned."""

    def allows(self, attribute: str) -> bool:
        """Whether a difference by this attribute may have the purpose."""
        return not self.rests_on or attribute in self.rests_on


@lru_cache(maxsize=1)
def manners() -> Mapping[Purpose, Manner]:
    """The manner of each purpose."""
    data = data_file("purposes.toml")
    return {purpose: _manner(data[purpose]) for purpose in Purpose}


@lru_cache
def purposes_open_to(attribute: str, *, is_learned: bool = False) -> frozenset[Purpose]:
    """The purposes that a difference by an attribute may have; `is_learned` if a model makes it.

    Few are open to race, religion, nationality and orientation: see `purposes.toml`.
    """
    return frozenset(
        purpose
        for purpose, manner in manners().items()
        if manner.allows(attribute) and (manner.may_be_learned or not is_learned)
    )


def _manner(table: Mapping[str, Any]) -> Manner:
    shown_as = table["shown_as"]
    severity = None if shown_as == OFF else Severity(shown_as)
    return Manner(severity, table["reason"], frozenset(table.get("rests_on", ())), table["learned"])
