"""Say how many warnings on real code are useless, and how much of what matters is warned of.

    python -m benchmarks.public_code.measure FOLDER [--fold open|sealed] [--say]

FOLDER has the files that `benchmarks.public_code.fetch` brings. A warning is *useless* if a reader
said `no` of that function and attribute, or named no such dependence; *found* are the places of
which the reader said `yes` that are warned of. Intervals take a repository's places as alike.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from benchmarks.evenhand_runs import measured_check
from benchmarks.options_and_output import EXISTING, python_option
from benchmarks.public_code.manifest import (
    FIRST_READINGS,
    SECOND_READINGS,
    Act,
    Label,
    Place,
    PublicFile,
    by_file,
    labels,
    public_files,
    read_twice,
    readings,
)
from evenhand.findings import Severity
from evenhand_studies.measures.clustered_share import ClusteredShare, clustered
from evenhand_studies.measures.cohen_kappa import Agreement, agreement


@dataclass(frozen=True, slots=True)
class LabelledWarning:
    """One warning, and the label that it is about, if there is one."""

    file: str
    function: str
    line: int
    attribute: str
    label: Label | None

    @property
    def is_useless(self) -> bool:
        return self.label is None or self.label.act is Act.NO


@dataclass(frozen=True)
class Measurement:
    """All warnings on some files, and all labels of these."""

    repositories: dict[str, str]
    """By file, since places of a repository are alike."""
    warnings: tuple[LabelledWarning, ...]
    labels: tuple[Label, ...]

    @cached_property
    def warned_places(self) -> frozenset[Place]:
        """The labels' places that some warning is about."""
        labels_of_warnings = (warning.label for warning in self.warnings)
        return frozenset(label.place for label in labels_of_warnings if label is not None)

    def useless(self, field: str = "", value: str = "") -> ClusteredShare:
        """Of the warnings; if a `field` is named, of those whose label has a `value` there."""
        chosen = [w for w in self.warnings if not field or getattr(w.label, field, "") == value]
        return self._clustered((warning.file, warning.is_useless) for warning in chosen)

    def found(self, field: str = "", value: str = "") -> ClusteredShare:
        """Of the places that matter, those that are warned of; `field` and `value` as above."""
        matters = [label for label in self.labels if label.act is Act.YES]
        chosen = [label for label in matters if not field or getattr(label, field) == value]
        return self._clustered((label.file, label.place in self.warned_places) for label in chosen)

    def _clustered(self, answers: Iterable[tuple[str, bool]]) -> ClusteredShare:
        rows: dict[str, list[bool]] = {}
        for file, answer in answers:
            rows.setdefault(self.repositories[file], []).append(answer)
        return clustered(rows.values())


def measure(files: Sequence[PublicFile], folder: Path, python: str, *options: str) -> Measurement:
    """Check those of the files that are in a folder, as if they were one project's."""
    there = [file for file in files if (folder / file.name).exists()]
    with tempfile.TemporaryDirectory() as place:
        for file in there:
            # A folder each: what a file imports is not to be found beside it.
            own = Path(place) / file.id / file.place
            own.parent.mkdir(parents=True)
            shutil.copyfile(folder / file.name, own)
        report = measured_check(Path(place), python, "--isolated", *options).report

    ids = {file.id for file in there}
    of_files = tuple(label for label in labels() if label.file in ids)
    of_file = by_file(of_files)
    warnings = [
        LabelledWarning(
            file,
            function,
            line,
            attribute,
            label_about(of_file.get(file, []), function, attribute, decided_on),
        )
        for file, function, line, attribute, decided_on in sorted(
            set(_warnings(report, Path(place)))
        )
    ]
    repositories = {file.id: file.repository for file in there}
    return Measurement(repositories, tuple(warnings), of_files)


def _warnings(report: dict[str, Any], folder: Path) -> Iterator[tuple[str, str, int, str, int]]:
    """File, function, line, attribute and deciding line of each; 0 if no line alone decides."""

    def file_of(path: str) -> str:
        return Path(path).resolve().relative_to(folder.resolve()).parts[0]

    for function in report["functions"]:
        for verdict in function["verdicts"]:
            if verdict["severity"] == Severity.WARNING:
                id, name = file_of(function["path"]), function["name"]
                yield id, name, function["line"], verdict["attribute"], 0
    for remark in report["summary"]["remarks"]:
        if remark["severity"] == Severity.WARNING and remark["attribute"]:
            id, decided_on = file_of(remark["path"]), remark["decided_on"] or 0
            yield id, "", remark["line"], remark["attribute"], decided_on


def label_about(
    given: Sequence[Label], function: str, attribute: str, decided_on: int = 0
) -> Label | None:
    """The label of a function, or of one around or inside of it.

    If it is not known, the one nearest to the line that decides.
    """
    alike = [label for label in given if label.attribute == attribute]
    same = [label for label in alike if label.function == function]
    related = [label for label in alike if _is_related(label.function, function)]
    order = list(Act)

    def rank(label: Label) -> tuple[int, int]:
        return abs(label.line - decided_on) if decided_on else 0, order.index(label.act)

    return min(same or related, key=rank, default=None)


def _is_related(first: str, second: str) -> bool:
    return (
        not second or f"{first}.".startswith(f"{second}.") or f"{second}.".startswith(f"{first}.")
    )


def agreement_of_readers() -> tuple[Agreement, Agreement]:
    """On which attributes decide in a file, and on whether somebody wants to be told of a place."""
    first, second = readings(FIRST_READINGS), readings(SECOND_READINGS)
    attributes = sorted({label.attribute for label in first})
    deciding, others = ({(label.file, label.attribute) for label in of} for of in (first, second))
    questions = list(product(sorted(read_twice()), attributes))

    acts, other_acts = ({label.place: label.act for label in of} for of in (first, second))
    named_by_both = acts.keys() & other_acts.keys()
    return (
        agreement((question in deciding, question in others) for question in questions),
        agreement((acts[p] is Act.YES, other_acts[p] is Act.YES) for p in named_by_both),
    )


def print_measurement(measurement: Measurement, console: Console) -> None:
    """A row for each channel, purpose and attribute."""
    table = Table("", "warnings", "useless", "worth a warning", "found")
    table.add_row("all", *_cells(measurement.useless(), measurement.found()))
    for field in ("channel", "purpose", "attribute"):
        table.add_section()
        for value in sorted({getattr(label, field) for label in measurement.labels}):
            useless = measurement.useless(field, value)
            found = measurement.found(field, value)
            if useless.whole or found.whole:
                table.add_row(f"{field} {value}", *_cells(useless, found))
    console.print(table)


def _cells(useless: ClusteredShare, found: ClusteredShare) -> tuple[str, str, str, str]:
    return str(useless.whole), _shown(useless), str(found.whole), _shown(found)


def _shown(share: ClusteredShare) -> str:
    if share.value is None:
        return ""
    low, high = share.interval()
    return f"{share.value:.2f} ({low:.2f} to {high:.2f})"


@click.command(help=__doc__)
@click.argument("folder", type=EXISTING)
@click.option("--fold", type=click.Choice(["open", "sealed"]), default="open", show_default=True)
@click.option("--jobs", default=2, show_default=True)
@click.option(
    "--say", is_flag=True, help="List useless warnings and what is missed; open fold only."
)
@python_option
def main(folder: Path, fold: str, jobs: int, say: bool, python: str) -> None:
    if say and fold == "sealed":
        raise click.UsageError("what is sealed is measured, and never looked at")
    chosen = [file for file in public_files() if file.is_sealed == (fold == "sealed")]
    measurement = measure(chosen, folder, python, "--jobs", str(jobs))

    console = Console(width=120)
    console.print(f"{len(measurement.repositories)} of {len(chosen)} files, fold {fold}")
    print_measurement(measurement, console)
    for question, agreed in zip(("names", "wants to be told"), agreement_of_readers(), strict=True):
        console.print(f"a second reader {question} as the first does: kappa {agreed.kappa:.2f}")
    if say:
        _list(measurement)
    missing = len(chosen) - len(measurement.repositories)
    sys.exit(f"{missing} files are missing: fetch them first" if missing else 0)


def _list(measurement: Measurement) -> None:
    for warning in measurement.warnings:
        if warning.is_useless:
            why = warning.label.why if warning.label is not None else "without a label"
            place = f"{warning.file}:{warning.line} {warning.function} {warning.attribute}"
            click.echo(f"useless {place}: {why}")
    for label in measurement.labels:
        if label.act is Act.YES and label.place not in measurement.warned_places:
            place = f"{label.file}:{label.line} {label.function} {label.attribute}"
            click.echo(f"missed {place} ({label.channel}): {label.why}")


if __name__ == "__main__":
    main()
