"""Say how much of what decides in `fixtures/deciders` is found, and how much of that is right.

    python -m benchmarks.decider_files [OPTIONS OF evenhand check]

A finding is a warning or an information. It is right if a label names its attribute and the
function that it stands in; a leak is found if a finding about it is right.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from benchmarks.evenhand_runs import measured_check
from benchmarks.options_and_output import fraction
from evenhand.findings import Severity
from evenhand.share import Share

FOLDER = Path(__file__).parents[1] / "fixtures" / "deciders"
MODULE = "<module>"
SHOWN = frozenset({Severity.WARNING, Severity.INFORMATION})
ASIDE = frozenset(
    "with_saved_models with_pyspark_ml with_bedrock with_sqlalchemy with_polars".split()
)
"""Libraries at whose files nobody looked until all others were done."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One file, and what somebody said of it before it was checked."""

    name: str
    channel: str
    holds: str
    """`leak`, or what it is instead of one."""
    leaks: Mapping[str, frozenset[str]]
    """By attribute, the functions that a finding about it may stand in."""

    @property
    def library(self) -> str:
        return self.name.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Checked:
    """One file, and what a check says of it: attributes, each with a function."""

    label: Labelled
    findings: frozenset[tuple[str, str]]

    @property
    def right(self) -> frozenset[tuple[str, str]]:
        leaks = self.label.leaks
        return frozenset((a, place) for a, place in self.findings if place in leaks.get(a, ()))

    @property
    def found(self) -> frozenset[str]:
        return frozenset(attribute for attribute, _ in self.right)

    def __str__(self) -> str:
        wrong = [f"wrong: {a} in {place}" for a, place in sorted(self.findings - self.right)]
        missed = [f"missed: {a}" for a in sorted(set(self.label.leaks) - self.found)]
        return "; ".join([*wrong, *missed])


def labels() -> tuple[Labelled, ...]:
    records = json.loads((FOLDER / "labels.json").read_text(encoding="utf-8"))
    return tuple(
        Labelled(
            name,
            record["channel"],
            record["holds"],
            {a: frozenset(places) for a, places in record["leaks"].items()},
        )
        for name, record in records.items()
    )


def checked(folder: Path, *options: str) -> tuple[Checked, ...]:
    """Check the labelled files below a folder."""
    report = measured_check(folder, sys.executable, "--isolated", *options).report
    findings: dict[str, set[tuple[str, str]]] = {}
    for path, attribute, place in _findings(report):
        findings.setdefault(path, set()).add((attribute, place))
    chosen = (label for label in labels() if folder in (FOLDER, FOLDER / label.library))
    return tuple(Checked(label, frozenset(findings.get(label.name, ()))) for label in chosen)


def _findings(report: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """File, attribute and function of each."""
    for function in report["functions"]:
        for verdict in function["verdicts"]:
            if verdict["severity"] in SHOWN:
                yield _name_of(function["path"]), verdict["attribute"], function["name"]
    for remark in report["summary"]["remarks"]:
        if remark["severity"] in SHOWN and remark["attribute"]:
            tree = ast.parse(Path(remark["path"]).read_text(encoding="utf-8"))
            place = _innermost(tree, remark["line"], "") or MODULE
            yield _name_of(remark["path"]), remark["attribute"], place


def _name_of(path: str) -> str:
    return Path(path).relative_to(FOLDER).as_posix()


def _innermost(node: ast.AST, line: int, prefix: str) -> str:
    """The function or class around a line; empty if it is in none."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{prefix}{child.name}"
            if child.lineno <= line <= (child.end_lineno or child.lineno):
                return _innermost(child, line, f"{name}.") or name
    return ""


def precision(files: Iterable[Checked]) -> Share:
    files = tuple(files)
    return Share(sum(len(f.right) for f in files), sum(len(f.findings) for f in files))


def recall(files: Iterable[Checked]) -> Share:
    files = tuple(files)
    return Share(sum(len(f.found) for f in files), sum(len(f.label.leaks) for f in files))


@click.command(help=__doc__, context_settings={"ignore_unknown_options": True})
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def main(options: tuple[str, ...]) -> None:
    files = checked(FOLDER, *options)
    table = Table("", "files", "findings", "precision", "leaks", "recall")
    groups = [("all", files)]
    groups += [
        (channel, tuple(file for file in files if file.label.channel == channel))
        for channel in dict.fromkeys(file.label.channel for file in files)
    ]
    groups.append(("aside", tuple(file for file in files if file.label.library in ASIDE)))
    for name, group in groups:
        right, found = precision(group), recall(group)
        cells = (len(group), right.whole, fraction(right), found.whole, fraction(found))
        table.add_row(name, *map(str, cells))
    console = Console()
    console.print(table)
    for file in files:
        if str(file):
            console.print(f"{file.label.name}: {file}")


if __name__ == "__main__":
    main()
