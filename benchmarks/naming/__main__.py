"""Score completions whose label says whether they name a real group of people.

    python -m benchmarks.naming FILE ... [--show]

Each FILE holds JSON Lines with `code` and `label` (1: names a group; Liu et al., 2023).
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from benchmarks.labelled import Pairs, fraction
from evenhand.measures.confusion_matrix import confusion
from evenhand.measures.share import Share
from evenhand.research.liu.named_groups import named_groups


@click.command(help=__doc__)
@click.argument("files", type=click.Path(exists=True, path_type=Path), nargs=-1, required=True)
@click.option("--show", is_flag=True, help="Print what is judged otherwise than by people.")
def main(files: tuple[Path, ...], show: bool) -> None:
    console = Console(width=110)
    for file in files:
        pairs: dict[str, Pairs] = defaultdict(list)
        wrong: Counter[str] = Counter()
        for line in file.read_text().splitlines():
            record = json.loads(line)
            found, label = named_groups(record["code"]), bool(record["label"])
            for name in (found.dimension or "none", "all"):
                pairs[name].append((found.names_a_group, label))
            if label != found.names_a_group:
                wrong[f"{found.dimension} {found.values}: people say {int(label)}"] += 1
        console.print(table(file.stem, pairs))
        for words, count in wrong.most_common() if show else ():
            console.print(f"{count:4} x {words}", highlight=False)


def table(title: str, pairs: dict[str, Pairs]) -> Table:
    made = Table("", "completions", "accuracy", "precision", "recall", title=title)
    for name, own in sorted(pairs.items(), key=lambda entry: (entry[0] == "all", entry[0])):
        c, right = confusion(own), Share(sum(called == label for called, label in own), len(own))
        cells = (right, c.precision, c.recall)
        made.add_row(name, str(len(own)), *map(fraction, cells))
    return made


if __name__ == "__main__":
    main()
