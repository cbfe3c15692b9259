"""How loudly findings are shown, by their attribute and by what the difference is for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evenhand.findings import Purpose, Recognised, Severity, quieter


@dataclass(frozen=True, slots=True)
class Loudness:
    """How loudly differences are shown, by attribute and by what they are for."""

    attributes: Mapping[str, Severity]
    purposes: Mapping[Purpose, Severity | None]
    """Of those that quieten a finding; None: it is not shown."""

    def of_attribute(self, attribute: str) -> Severity:
        """The severity of a decision by an attribute."""
        return self.attributes.get(attribute, Severity.INFORMATION)

    def at_most(self, severity: Severity, recognised: Recognised | None) -> Severity | None:
        """The severity of an attribute's finding, or the quieter one of its purpose."""
        purpose = recognised.purpose if recognised is not None else Purpose.DECISION
        return quieter(severity, self.purposes.get(purpose, severity))
