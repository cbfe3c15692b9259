"""Disagreements of two judges, each with its reason, as the scripts about agreement print them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evenhand_studies.measures.cohen_kappa import agreement
from evenhand_studies.research.tables import figure

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Disagreement:
    """A question that two judges answer differently."""

    where: str
    reason: str


@dataclass(frozen=True)
class Pair:
    """What the authors' program and a study say of one answer and attribute."""

    where: str
    attribute: str
    theirs: bool
    ours: bool
    reason: str
    """Why they differ; empty if they agree."""


def records_in(file: Path) -> Iterator[Record]:
    """The lines of a file of JSON Lines."""
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def print_agreement(pairs: Collection[Pair]) -> None:
    """How many pairs agree, and kappa."""
    alike = agreement((pair.theirs, pair.ours) for pair in pairs)
    print(f"{alike.alike} of {alike.count} agree, kappa {figure(alike.kappa)}")


def print_disagreements(pairs: Collection[Pair]) -> None:
    """Every disagreement, by its reason."""
    different = (pair for pair in pairs if pair.reason)
    print_reasons([Disagreement(f"{own.where} {own.attribute}", own.reason) for own in different])


def print_reasons(disagreements: Collection[Disagreement]) -> None:
    """Each reason with its count and places, the most frequent first."""
    for reason, count in Counter(own.reason for own in disagreements).most_common():
        places = [own.where for own in disagreements if own.reason == reason]
        print(f"{count:4}  {reason}\n      {', '.join(places)}")
