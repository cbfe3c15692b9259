"""Labelled functions: JSON Lines whose records have `id`, `code`, `entry`, `labels` and more.

`labels` says of each attribute `biased`, `refuses`, `groups`, `match`, `echo_only`,
`used_no_effect` or `not_used`; optional are `runnable`, `complete_for` and `shape`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evenhand.check.catalogue import default_catalogue
from evenhand.measures.share import Share
from evenhand.research.answer_labels import labels_of

Record = dict[str, Any]
Pairs = list[tuple[bool, bool]]
"""What was reported, and what is true."""


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
    return labels_of(record).get(attribute)


def fraction(share: Share) -> str:
    return "" if share.value is None else f"{share.value:.3f}"
