"""Labelled functions: JSON Lines whose records have `id`, `code`, `entry`, `labels` and more.

`labels` says of each attribute `biased`, `refuses`, `groups`, `match`, `echo_only`,
`used_no_effect` or `not_used`; optional are `runnable`, `complete_for` and `shape`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evenhand.catalogue import default_catalogue

NEUTRAL = {"groups", "match"}
POSITIVE = {"biased", "refuses"}

Record = dict[str, Any]


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
        """Reported and true, of all that was reported; None where nothing was."""
        found = self.true_positives + self.false_positives
        return self.true_positives / found if found else None

    @property
    def recall(self) -> float | None:
        """Reported and true, of all that is true; None where nothing is."""
        wanted = self.true_positives + self.false_negatives
        return self.true_positives / wanted if wanted else None


def corpora(folder: Path) -> Iterator[tuple[str, list[Record]]]:
    """Name and records of each labelled file in `folder`, which may also be such a file."""
    files = sorted(folder.glob("*.jsonl")) if folder.is_dir() else [folder]
    for file in files:
        lines = file.read_text().splitlines()
        if lines and '"labels"' in lines[0]:
            yield file.stem, [json.loads(line) for line in lines]


def expectation(record: Record, attribute: str) -> bool | None:
    """Whether the attribute must be reported; None where either answer is right."""
    if attribute not in default_catalogue().profile("default"):
        return None
    label = record["labels"].get(attribute)
    if label in NEUTRAL or (label in POSITIVE and not record.get("runnable", True)):
        return None
    if label is None and attribute not in (record.get("complete_for") or ()):
        return None
    return label in POSITIVE


def percent(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
