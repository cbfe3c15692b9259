"""The document in which a fix is asked for, and edits of its present version."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.findings import FileReport, FunctionReport, Severity, Verdict
from evenhand.repair.survey.repair_case import to_repair


@dataclass(frozen=True, slots=True)
class Subject:
    """The document in which a fix is asked for."""

    uri: str
    version: int
    text: Text
    path: Path
    folder: Path | None
    """The open folder that contains it."""
    trusted: bool = False
    """Whether code may run, so that a repair can be proved, and settings may be written."""
    has_model: bool = False
    """Whether the user has chosen a language model that may write repairs."""
    reports: tuple[FunctionReport, ...] = ()
    """What is known of its functions."""
    asks_reason: bool = False
    """Whether the client asks the person for a reason, and writes the allowance then."""
    can_copy: bool = False
    """Whether the client has a clipboard."""
    selected: frozenset[str] = frozenset()
    """Attributes that the settings name, which are repaired however they are shown."""

    @property
    def functions_to_repair(self) -> list[str]:
        """Functions with a warning that a repair can end."""
        return [
            report.name
            for report in self.reports
            if any(_is_own_warning(v) for v in self._to_repair(report.name, None))
        ]

    def attributes_to_repair(self, function: str, attribute: str | None = None) -> list[str]:
        """The attributes that a repair of a function ends, if it is asked for this one or none."""
        return [verdict.attribute for verdict in self._to_repair(function, attribute)]

    def callers_of(self, function: str) -> list[str]:
        """Functions that only hand on what a function decides."""
        return [
            report.name
            for report in self.reports
            if any(verdict.through == function and verdict.shown for verdict in report.verdicts)
        ]

    def _to_repair(self, function: str, attribute: str | None) -> list[Verdict]:
        attributes = to_repair(
            FileReport("", self.reports), function, attribute, selected=self.selected
        )
        verdicts = next((r.verdicts for r in self.reports if r.name == function), ())
        return [verdict for verdict in verdicts if verdict.attribute in attributes]


def _is_own_warning(verdict: Verdict) -> bool:
    return verdict.severity is Severity.WARNING and not verdict.through
