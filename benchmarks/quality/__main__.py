"""Run Evenhand over labelled functions and count where it is right and where it is wrong.

    python -m benchmarks.quality FOLDER [--python PYTHON] [--only ID ...]

FOLDER holds JSON Lines files whose records have `id`, `code` and `labels` (attribute ->
`biased`, `refuses`, `groups`, `match`, `echo_only`, `used_no_effect` or `not_used`), and
optionally `runnable`, `complete_for` and `shape`.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from evenhand.catalogue import default_catalogue
from evenhand.checking import Checker, CheckOptions
from evenhand.findings import FileReport, VerdictKind

NEUTRAL = {"groups", "match"}
POSITIVE = {"biased", "refuses"}
REPORTED = {VerdictKind.BIASED, VerdictKind.REFUSES}


@dataclass
class Count:
    """True and false positives and negatives."""

    true_positives: int = 0
    false_positives: int = 0
    true_negatives: int = 0
    false_negatives: int = 0

    def add(self, expected: bool, reported: bool) -> None:
        if expected:
            self.true_positives += reported
            self.false_negatives += not reported
        else:
            self.false_positives += reported
            self.true_negatives += not reported

    @property
    def precision(self) -> float | None:
        found = self.true_positives + self.false_positives
        return self.true_positives / found if found else None

    @property
    def recall(self) -> float | None:
        wanted = self.true_positives + self.false_negatives
        return self.true_positives / wanted if wanted else None


@dataclass
class Score:
    """All counts of one run."""

    by_corpus: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    by_attribute: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    by_shape: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    wrong: list[str] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    pairs: int = 0
    functions: int = 0
    seconds: float = 0.0
    slowest: list[tuple[float, str]] = field(default_factory=list)
    whole: Count = field(default_factory=Count)


def score_record(score: Score, corpus: str, record: dict[str, Any], report: FileReport) -> None:
    """Compare one record's labels with its report."""
    found: dict[str, set[VerdictKind]] = defaultdict(set)
    for function in report.functions:
        score.functions += bool(function.verdicts)
        for verdict in function.verdicts:
            found[verdict.attribute].add(verdict.kind)
            score.pairs += verdict.pairs
            if verdict.kind is VerdictKind.NOT_CHECKED:
                score.reasons[verdict.reason.split("not checked: ")[-1][:70]] += 1
    for attribute in sorted(set(found) | set(record["labels"])):
        expected = expectation(record, attribute)
        if expected is None:
            continue
        reported = bool(found[attribute] & REPORTED)
        for count in (
            score.whole,
            score.by_corpus[corpus],
            score.by_attribute[attribute],
            score.by_shape[record.get("shape") or "object"],
        ):
            count.add(expected, reported)
        if expected != reported:
            kinds = ", ".join(sorted(found[attribute])) or "no input seen"
            kind = "missed" if expected else "FALSE ALARM"
            score.wrong.append(f"{kind:11} {record['id']} {attribute} ({kinds})")


def expectation(record: dict[str, Any], attribute: str) -> bool | None:
    """Whether the attribute must be reported; None where either answer is right."""
    on = default_catalogue().profile("default")
    if attribute not in on:
        return None
    label = record["labels"].get(attribute)
    if label in NEUTRAL or (label in POSITIVE and not record.get("runnable", True)):
        return None
    if label is None and attribute not in (record.get("complete_for") or ()):
        return None
    return label in POSITIVE


async def run(files: list[Path], python: str, only: frozenset[str]) -> Score:
    """Check every record of every file."""
    score = Score()
    started = time.monotonic()
    async with Checker() as checker:
        for file in files:
            records = [json.loads(line) for line in file.read_text().splitlines()]
            wanted = [r for r in records if not only or r["id"] in only]
            for record in track(wanted, file.stem, console=Console(stderr=True), transient=True):
                before = time.monotonic()
                path = Path(f"{record['id']}.py")
                report = await checker.check(record["code"], path, CheckOptions(python))
                score.slowest.append((time.monotonic() - before, record["id"]))
                score_record(score, file.stem, record, report)
                if only:
                    show(report)
    score.seconds = time.monotonic() - started
    return score


def show(report: FileReport) -> None:
    for function in report.functions:
        for verdict in function.verdicts:
            print(function.name, verdict.attribute, verdict.kind, verdict.input, verdict.reason)
            if verdict.witness:
                for call, outcome in zip(
                    verdict.witness.calls, verdict.witness.outcomes, strict=True
                ):
                    print("   ", call, "->", outcome)


def table(title: str, rows: Iterable[tuple[str, Count]]) -> Table:
    made = Table("", "TP", "FP", "TN", "FN", "precision", "recall", title=title)
    for name, c in rows:
        made.add_row(
            name,
            str(c.true_positives),
            str(c.false_positives),
            str(c.true_negatives),
            str(c.false_negatives),
            percent(c.precision),
            percent(c.recall),
        )
    return made


def percent(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--python", default=sys.executable, help="The interpreter that runs the code.")
@click.option("--only", multiple=True, help="Check these records and print every verdict.")
def main(folder: Path, python: str, only: tuple[str, ...]) -> None:
    files = sorted(folder.glob("*.jsonl")) if folder.is_dir() else [folder]
    labelled = [f for f in files if '"labels"' in f.open().readline()]
    score = asyncio.run(run(labelled, python, frozenset(only)))
    console = Console(width=110)
    console.print(table("by corpus", sorted(score.by_corpus.items())))
    console.print(table("by attribute", sorted(score.by_attribute.items())))
    console.print(table("by shape", [*sorted(score.by_shape.items()), ("all", score.whole)]))
    for line in score.wrong:
        console.print(line, highlight=False)
    for reason, count in score.reasons.most_common(20):
        console.print(f"not checked {count:3} x {reason}", highlight=False)
    slow = ", ".join(f"{i} {s:.1f} s" for s, i in sorted(score.slowest, reverse=True)[:8])
    console.print(
        f"{score.functions} functions, {score.pairs} pairs, {score.seconds:.1f} s; slowest: {slow}"
    )


if __name__ == "__main__":
    main()
