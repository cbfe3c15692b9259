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
    not_by: frozenset[str]
    """The deciders that can make no difference for this purpose: no model learns a law."""

    def allows(self, attribute: str, decider: str = "") -> bool:
        """Whether a difference by this attribute may have the purpose."""
        return (not self.rests_on or attribute in self.rests_on) and decider not in self.not_by


@lru_cache(maxsize=1)
def manners() -> Mapping[Purpose, Manner]:
    """The manner of each purpose."""
    data = data_file("purposes.toml")
    return {purpose: _manner(data[purpose]) for purpose in Purpose}


@lru_cache
def purposes_open_to(attribute: str, decider: str = "") -> frozenset[Purpose]:
    """The purposes that a difference by an attribute may have; `decider` is what makes it.

    Few are open to race, religion, nationality and orientation: see `purposes.toml`.
    """
    return frozenset(p for p, manner in manners().items() if manner.allows(attribute, decider))


def _manner(table: Mapping[str, Any]) -> Manner:
    shown_as = table["shown_as"]
    severity = None if shown_as == OFF else Severity(shown_as)
    rests_on, not_by = (frozenset(table.get(key, ())) for key in ("rests_on", "not_by"))
    return Manner(severity, table["reason"], rests_on, not_by)
