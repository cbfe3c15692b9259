"""Run Evenhand over labelled functions and count where it is right and where it is wrong.

    python -m benchmarks.quality FOLDER [--python PYTHON] [--only ID ...] [--limit N]

`benchmarks/labelled.py` says what FOLDER holds.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from benchmarks.coverage import Coverage, Differences, coverage_table
from benchmarks.labelled import Pairs, Record, corpora, expectation, purpose_of, selected, shape_of
from benchmarks.options_and_output import (
    folder_argument,
    fraction,
    limit_option,
    python_option,
    tracked,
)
from evenhand.causes import Cause
from evenhand.check.checking import Checker
from evenhand.check.sentences import explain
from evenhand.findings import FileReport, FunctionReport, Verdict, VerdictKind
from evenhand.options import CheckOptions
from evenhand_studies.measures.confusion_matrix import confusion


@dataclass
class Score:
    """All counts of one run."""

    by_corpus: dict[str, Pairs] = field(default_factory=lambda: defaultdict(list))
    by_attribute: dict[str, Pairs] = field(default_factory=lambda: defaultdict(list))
    by_shape: dict[str, Pairs] = field(default_factory=lambda: defaultdict(list))
    whole: Pairs = field(default_factory=list)

    differences: Differences = field(default_factory=list)
    """What became of every attribute that must be reported."""

    wrong: list[str] = field(default_factory=list)
    """A line for each attribute of which the report is wrong."""
    reasons: Counter[str] = field(default_factory=Counter)
    """Why attributes were not checked."""

    functions: int = 0
    """Functions with verdicts."""
    checkable: int = 0
    """Of these, functions that can run."""
    unchecked: int = 0
    """Of these, functions with an attribute that was not checked."""

    pairs: int = 0
    """Pairs of calls that were compared."""
    calls: int = 0
    seconds: float = 0.0
    slowest: list[tuple[float, str]] = field(default_factory=list)
    """Seconds and id of every record."""


async def run(folder: Path, python: str, only: frozenset[str], limit: int | None) -> Score:
    """Check every record of every labelled file, or the first `limit` of each."""
    score = Score()
    started = time.monotonic()

    async with Checker() as checker:
        for corpus, records in corpora(folder):
            for record in tracked(selected(records, only, limit), corpus):
                report = await timed_report(checker, record, python, score)
                add(score, corpus, record, report)
                if only:
                    show(report)
        score.calls = checker.calls

    score.seconds = time.monotonic() - started
    return score


async def timed_report(checker: Checker, record: Record, python: str, score: Score) -> FileReport:
    """Check one record, and note the seconds in the score."""
    started = time.monotonic()
    path = Path(f"{record['id']}.py")
    report = await checker.check(record["code"], path, CheckOptions(python))

    score.slowest.append((time.monotonic() - started, record["id"]))
    return report


def add(score: Score, corpus: str, record: Record, report: FileReport) -> None:
    """Compare one record's labels with its report."""
    kinds: dict[str, set[VerdictKind]] = defaultdict(set)

    for function in report.functions:
        count_function(score, record, function)
        for verdict in function.verdicts:
            kinds[verdict.attribute].add(verdict.kind)

    for attribute in sorted({*kinds, *record["labels"]}):
        compare(score, corpus, record, attribute, kinds[attribute])
        if expectation(record, attribute):
            coverage = Coverage.of(record, attribute, report)
            purpose = purpose_of(record, attribute)
            score.differences.append((corpus, purpose, coverage))


def count_function(score: Score, record: Record, function: FunctionReport) -> None:
    """Count a function with verdicts, and what was not checked about it."""
    unchecked = [verdict for verdict in function.verdicts if is_gap(verdict)]
    has_inputs = bool(function.verdicts)
    can_run = has_inputs and record.get("runnable", True)

    score.functions += has_inputs
    score.checkable += bool(can_run)
    score.unchecked += bool(can_run and unchecked)
    score.pairs += sum(verdict.pairs for verdict in function.verdicts)
    score.reasons.update(explain(verdict.explanation)[:70] for verdict in unchecked)


def is_gap(verdict: Verdict) -> bool:
    """Whether an attribute was not checked, though no other function answers for it."""
    return verdict.kind is VerdictKind.NOT_CHECKED and verdict.cause is not Cause.INSIDE


def compare(
    score: Score, corpus: str, record: Record, attribute: str, kinds: set[VerdictKind]
) -> None:
    """Hold the verdicts on one attribute of a record against its label."""
    expected = expectation(record, attribute)
    if expected is None:
        return

    reported = any(kind.unequal for kind in kinds)
    for pairs in (
        score.whole,
        score.by_corpus[corpus],
        score.by_attribute[attribute],
        score.by_shape[shape_of(record)],
    ):
        pairs.append((reported, expected))

    if expected != reported:
        error = "missed" if expected else "FALSE ALARM"
        verdicts = ", ".join(sorted(kinds)) or "no input seen"
        score.wrong.append(f"{error:11} {record['id']} {attribute} ({verdicts})")


def show(report: FileReport) -> None:
    """Print every verdict with its witness."""
    for function in report.functions:
        for verdict in function.verdicts:
            print(function.name, verdict.attribute, verdict.kind, verdict.input, verdict.reason)
            if verdict.witness:
                pairs = zip(verdict.witness.calls, verdict.witness.outcomes, strict=True)
                for call, outcome in pairs:
                    print("   ", call, "->", outcome)


def table(title: str, rows: Iterable[tuple[str, Pairs]]) -> Table:
    """Counts, precision and recall of each row."""
    body = Table("", "TP", "FP", "TN", "FN", "precision", "recall", title=title)

    for name, pairs in rows:
        counts = confusion(pairs)
        body.add_row(
            name,
            str(counts.true_positives),
            str(counts.false_positives),
            str(counts.true_negatives),
            str(counts.false_negatives),
            fraction(counts.precision),
            fraction(counts.recall),
        )

    return body


def print_score(score: Score, console: Console) -> None:
    console.print(table("by corpus", sorted(score.by_corpus.items())))
    console.print(table("by attribute", sorted(score.by_attribute.items())))
    console.print(table("by shape", [*sorted(score.by_shape.items()), ("all", score.whole)]))
    console.print(coverage_table("differences by corpus and purpose", score.differences))

    for line in score.wrong:
        console.print(line, highlight=False)
    for reason, count in score.reasons.most_common(20):
        console.print(f"not checked {count:3} x {reason}", highlight=False)

    share = 100 * score.unchecked / max(score.checkable, 1)
    console.print(
        f"{score.functions} functions with inputs that name an attribute; of {score.checkable} "
        f"that can run, {score.unchecked} ({share:.1f} %) were not checked for one"
    )
    console.print(f"{score.calls} calls, {score.pairs} pairs compared, {score.seconds:.1f} s")
    slowest = sorted(score.slowest, reverse=True)[:8]
    console.print("slowest: " + ", ".join(f"{name} {seconds:.1f} s" for seconds, name in slowest))


@click.command(help=__doc__)
@folder_argument
@python_option
@click.option("--only", multiple=True, help="Check these records and print every verdict.")
@limit_option
def main(folder: Path, python: str, only: tuple[str, ...], limit: int | None) -> None:
    score = asyncio.run(run(folder, python, frozenset(only), limit))
    print_score(score, Console(width=110))


if __name__ == "__main__":
    main()
