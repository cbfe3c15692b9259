"""Counts over all files of a run, and the exit status that they call for."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from evenhand.check.costs import Cost
from evenhand.check.rules import evh201_model_feature, evh202_query_condition
from evenhand.check.sentences import of_run
from evenhand.findings import FileReport, FunctionReport, Severity, VerdictKind
from evenhand.isolation import WEAKENING, Standing

FOUND, FAILED = 1, 2
MOST_SLOW = 5
"""Files that are named as the slowest."""


@dataclass(slots=True)
class FileCosts:
    """What the checks of many files have cost."""

    together: Cost = field(default_factory=Cost)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    """The files that took longest, with their seconds; the slowest first."""

    def add(self, path: str, cost: Cost) -> None:
        """Count one file."""
        self.together.add(cost)
        self.slowest = sorted([*self.slowest, (cost.seconds, path)], reverse=True)[:MOST_SLOW]


@dataclass(slots=True)
class Totals:
    """Counts over all files of one run."""

    files: int = 0
    rows: int = 0
    """Of data sets."""
    functions: int = 0
    unequal: int = 0
    """Functions shown as biased or refusing, in a decision about people."""
    features: int = 0
    """Attributes that models are given, shown as warnings."""
    queries: int = 0
    """Attributes by which queries choose people, shown as warnings."""
    other: int = 0
    """Other findings that are shown as warnings or information."""
    warnings: int = 0
    """Findings that are shown as warnings: only these decide the exit status."""
    hints: int = 0
    unchecked: int = 0
    """Functions with a verdict `not checked` on something that they take in."""
    unread: int = 0
    """Files and rows that could not be read."""
    partly_read: int = 0
    """Notebooks with cells that could not be read."""
    problems: list[str] = field(default_factory=list)
    """What the machine left undone, each said once: it says nothing about the files."""
    verdicts: Counter[VerdictKind] = field(default_factory=Counter)
    standing: Standing = field(default_factory=Standing)
    """The weakest isolation under which code ran; `static` if none did."""
    seconds: float = 0.0
    costs: FileCosts = field(default_factory=FileCosts)

    def add(self, report: FileReport, standing: Standing) -> None:
        """Count one file, whose code ran under `standing`."""
        self.files += report.row is None
        self.rows += report.row is not None
        self.functions += len(report.functions)
        self.unread += report.problem is not None and not report.cells
        self.partly_read += report.problem is not None and bool(report.cells)
        self.standing = max(self.standing, standing, key=lambda s: WEAKENING.index(s.level))

        self.problems += [p for p in of_run(report.accidents) if p not in self.problems]
        for function in report.functions:
            self._add_function(function)

        hints = sum(remark.severity is Severity.HINT for remark in report.remarks)
        self.hints += hints
        loud = [remark for remark in report.remarks if remark.severity is Severity.WARNING]
        codes = Counter(remark.code for remark in loud)
        features = codes[evh201_model_feature.RULE.code]
        queries = codes[evh202_query_condition.RULE.code]
        self.features += features
        self.queries += queries
        self.other += len(report.remarks) - hints - features - queries
        self.warnings += len(loud)

    def _add_function(self, function: FunctionReport) -> None:
        self.verdicts.update(verdict.kind for verdict in function.verdicts)
        self.unchecked += any(v.kind is VerdictKind.NOT_CHECKED for v in function.on_inputs)

        shown = [verdict for verdict in function.verdicts if verdict.shown]
        loud = [verdict for verdict in shown if verdict.severity is not Severity.HINT]
        unequal = [verdict for verdict in loud if verdict.decides]
        self.hints += len(shown) - len(loud)
        self.unequal += bool(unequal)
        self.other += len(loud) - len(unequal)
        self.warnings += sum(verdict.severity is Severity.WARNING for verdict in shown)

    def status(self, problems: bool, exit_zero: bool) -> int:
        """The exit status: 2 if something could not be done, 1 for warnings, else 0."""
        if problems or self.problems or self.unread or self.partly_read:
            return FAILED
        if exit_zero:
            return 0
        return FOUND if self.warnings else 0


def counted(number: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
