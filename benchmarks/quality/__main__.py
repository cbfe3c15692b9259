"""Run Evenhand over labelled functions and count where it is right and where it is wrong.

    python -m benchmarks.quality FOLDER [--python PYTHON] [--only ID ...] [--limit N]

`benchmarks/labelled.py` says what FOLDER holds.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.labelled import Pairs, Record, corpora, expectation, fraction
from evenhand.causes import Cause
from evenhand.check.checking import Checker
from evenhand.check.sentences import explain
from evenhand.findings import FileReport, VerdictKind
from evenhand.measures.confusion_matrix import confusion
from evenhand.options import CheckOptions


@dataclass
class Score:
    """All counts of one run."""

    by_corpus: dict[str, Pairs] = field(default_factory=lambda: defaultdict(list))
    by_attribute: dict[str, Pairs] = field(default_factory=lambda: defaultdict(list))
    by_shape: dict[str, Pairs] = field(default_factory=lambda: defaultdict(list))
    whole: Pairs = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    functions: int = 0
    unchecked: int = 0
    """Of these: checkable ones with an attribute that was not checked."""
    checkable: int = 0
    pairs: int = 0
    calls: int = 0
    seconds: float = 0.0
    slowest: list[tuple[float, str]] = field(default_factory=list)


async def run(folder: Path, python: str, only: frozenset[str], limit: int | None) -> Score:
    """Check every record of every labelled file, or the first `limit` of each."""
    score = Score()
    started = time.monotonic()
    async with Checker() as checker:
        for name, records in corpora(folder):
            wanted = [r for r in records if not only or r["id"] in only][:limit]
            for record in track(wanted, name, console=Console(stderr=True), transient=True):
                before = time.monotonic()
                path = Path(f"{record['id']}.py")
                report = await checker.check(record["code"], path, CheckOptions(python))
                score.slowest.append((time.monotonic() - before, record["id"]))
                add(score, name, record, report)
                if only:
                    show(report)
        score.calls = checker.calls
    score.seconds = time.monotonic() - started
    return score


def add(score: Score, corpus: str, record: Record, report: FileReport) -> None:
    """Compare one record's labels with its report."""
    found: dict[str, set[VerdictKind]] = defaultdict(set)
    for function in report.functions:
        unchecked = [
            v
            for v in function.verdicts
            if v.kind is VerdictKind.NOT_CHECKED and v.cause is not Cause.INSIDE
        ]
        score.functions += bool(function.verdicts)
        if record.get("runnable", True) and function.verdicts:
            score.checkable += 1
            score.unchecked += bool(unchecked)
        for verdict in function.verdicts:
            found[verdict.attribute].add(verdict.kind)
            score.pairs += verdict.pairs
        score.reasons.update(explain(v.explanation)[:70] for v in unchecked)
    for attribute in sorted(set(found) | set(record["labels"])):
        compare(score, corpus, record, attribute, found[attribute])


def compare(
    score: Score, corpus: str, record: Record, attribute: str, kinds: set[VerdictKind]
) -> None:
    expected = expectation(record, attribute)
    if expected is None:
        return
    reported = any(kind.unequal for kind in kinds)
    for pairs in (
        score.whole,
        score.by_corpus[corpus],
        score.by_attribute[attribute],
        score.by_shape[record.get("shape") or "object"],
    ):
        pairs.append((reported, expected))
    if expected != reported:
        kind = "missed" if expected else "FALSE ALARM"
        shown = ", ".join(sorted(kinds)) or "no input seen"
        score.wrong.append(f"{kind:11} {record['id']} {attribute} ({shown})")


def show(report: FileReport) -> None:
    for function in report.functions:
        for verdict in function.verdicts:
            print(function.name, verdict.attribute, verdict.kind, verdict.input, verdict.reason)
            if verdict.witness:
                pairs = zip(verdict.witness.calls, verdict.witness.outcomes, strict=True)
                for call, outcome in pairs:
                    print("   ", call, "->", outcome)


def table(title: str, rows: Iterable[tuple[str, Pairs]]) -> Table:
    made = Table("", "TP", "FP", "TN", "FN", "precision", "recall", title=title)
    for name, pairs in rows:
        c = confusion(pairs)
        numbers = (c.true_positives, c.false_positives, c.true_negatives, c.false_negatives)
        made.add_row(name, *map(str, numbers), fraction(c.precision), fraction(c.recall))
    return made


def print_score(score: Score, console: Console) -> None:
    console.print(table("by corpus", sorted(score.by_corpus.items())))
    console.print(table("by attribute", sorted(score.by_attribute.items())))
    console.print(table("by shape", [*sorted(score.by_shape.items()), ("all", score.whole)]))
    for line in score.wrong:
        console.print(line, highlight=False)
    for reason, count in score.reasons.most_common(20):
        console.print(f"not checked {count:3} x {reason}", highlight=False)
    share = 100 * score.unchecked / max(score.checkable, 1)
    console.print(
        f"{score.functions} functions with inputs that name an attribute; of {score.checkable} "
        f"that can run, {score.unchecked} ({share:.1f} %) were not checked for one"
    )
    slow = ", ".join(f"{i} {s:.1f} s" for s, i in sorted(score.slowest, reverse=True)[:8])
    console.print(f"{score.calls} calls, {score.pairs} pairs compared, {score.seconds:.1f} s")
    console.print(f"slowest: {slow}")


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--python", default=sys.executable, help="The interpreter that runs the code.")
@click.option("--only", multiple=True, help="Check these records and print every verdict.")
@click.option("--limit", type=int, help="Check this many records of each file.")
def main(folder: Path, python: str, only: tuple[str, ...], limit: int | None) -> None:
    score = asyncio.run(run(folder, python, frozenset(only), limit))
    print_score(score, Console(width=110))


if __name__ == "__main__":
    main()
