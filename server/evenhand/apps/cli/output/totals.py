"""What a run comes to: counts, and the exit status."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from evenhand.apps.cli.jobs import Checked
from evenhand.findings import Severity, VerdictKind
from evenhand.isolation import Isolation, Standing

FOUND, FAILED = 1, 2
_WEAKENING = (Isolation.STATIC, Isolation.STRONG, Isolation.BASIC)


@dataclass(slots=True)
class Totals:
    """Counts over all files of one run."""

    files: int = 0
    functions: int = 0
    unequal: int = 0
    """Functions shown as biased or refusing."""
    other: int = 0
    """Other findings that are shown as warnings or information."""
    hints: int = 0
    unchecked: int = 0
    """Functions with a verdict `not checked`."""
    unread: int = 0
    """Files about which nothing can be said."""
    verdicts: Counter[VerdictKind] = field(default_factory=Counter)
    standing: Standing = field(default_factory=Standing)
    """The weakest under which something ran; `static` where nothing did."""
    seconds: float = 0.0

    def add(self, checked: Checked) -> None:
        """Count one file."""
        report = checked.report
        self.files += 1
        self.functions += len(report.functions)
        self.unread += report.problem is not None
        both = (self.standing, checked.standing)
        self.standing = max(both, key=lambda s: _WEAKENING.index(s.level))
        for function in report.functions:
            kinds = {verdict.kind for verdict in function.verdicts}
            self.verdicts.update(verdict.kind for verdict in function.verdicts)
            self.unchecked += VerdictKind.NOT_CHECKED in kinds
            shown = [v for v in function.verdicts if v.shown and v.severity is not Severity.HINT]
            self.unequal += any(v.kind.unequal for v in shown)
            self.other += sum(not v.kind.unequal for v in shown)
        self.other += sum(remark.severity is not Severity.HINT for remark in report.remarks)
        self.hints += sum(verdict.severity is Severity.HINT for verdict in report.shown)
        self.hints += sum(remark.severity is Severity.HINT for remark in report.remarks)

    def status(self, problems: bool, exit_zero: bool) -> int:
        """The exit status: 2 where something could not be done, 1 for findings, else 0."""
        if problems or self.unread:
            return FAILED
        return FOUND if (self.unequal or self.other) and not exit_zero else 0


def counted(number: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
