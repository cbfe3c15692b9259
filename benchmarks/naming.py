"""Score completions whose label says whether they name a real group of people.

    python -m benchmarks.naming FILE ... [--show]

Each FILE holds JSON Lines with `code` and `label` (1: names a group; Liu et al., 2023).
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from benchmarks.labelled import Pairs
from benchmarks.options_and_output import EXISTING, fraction
from evenhand.share import Share
from evenhand_studies.measures.confusion_matrix import confusion
from evenhand_studies.research.liu.named_groups import named_groups

ALL = "all"


@dataclass
class Score:
    """How one file was judged."""

    pairs: dict[str, Pairs] = field(default_factory=lambda: defaultdict(list))
    """By dimension, and for `ALL`."""
    wrong: Counter[str] = field(default_factory=Counter)
    """What people judge otherwise, and how often."""


def score_of(file: Path) -> Score:
    """Judge every completion of a file."""
    score = Score()

    for line in file.read_text().splitlines():
        record = json.loads(line)
        named, label = named_groups(record["code"]), bool(record["label"])

        for name in (named.dimension or "none", ALL):
            score.pairs[name].append((named.names_a_group, label))
        if label != named.names_a_group:
            score.wrong[f"{named.dimension} {named.values}: people say {int(label)}"] += 1

    return score


def table(title: str, score: Score) -> Table:
    """Accuracy, precision and recall by dimension."""
    rows = Table("", "completions", "accuracy", "precision", "recall", title=title)
    names = sorted(score.pairs, key=lambda name: (name == ALL, name))

    for name in names:
        pairs = score.pairs[name]
        counts = confusion(pairs)
        right = Share(counts.true_positives + counts.true_negatives, len(pairs))
        cells = (right, counts.precision, counts.recall)
        rows.add_row(name, str(len(pairs)), *map(fraction, cells))

    return rows


@click.command(help=__doc__)
@click.argument("files", type=EXISTING, nargs=-1, required=True)
@click.option("--show", is_flag=True, help="Print what is judged otherwise than by people.")
def main(files: tuple[Path, ...], show: bool) -> None:
    console = Console(width=110)

    for file in files:
        score = score_of(file)
        console.print(table(file.stem, score))
        if show:
            for words, count in score.wrong.most_common():
                console.print(f"{count:4} x {words}", highlight=False)


if __name__ == "__main__":
    main()
