"""Labelled functions: JSON Lines whose records have `id`, `code`, `labels` and more.

`labels` says of each attribute `biased`, `refuses`, `groups`, `match`, `echo_only`,
`used_no_effect`, `not_used` or `none`. Optional are `runnable` and `complete_for`; `shape`, or the
`world` or `framework` that the code stands in; and by attribute the `function` that decides and the
`purpose` of the difference.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from evenhand.check.catalogue import default_catalogue
from evenhand_studies.research.answer_labels import labels_of

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


def selected(records: Sequence[Record], only: Collection[str], limit: int | None) -> list[Record]:
    """The first `limit` records; if `only` has any ids, of the records with these."""
    wanted = [record for record in records if not only or record["id"] in only]
    return wanted[:limit]


def expectation(record: Record, attribute: str) -> bool | None:
    """Whether the attribute must be reported; None if either answer is right."""
    if attribute not in default_catalogue().profile("default"):
        return None
    return labels_of(record).get(attribute)


def shape_of(record: Record) -> str:
    """What the code looks like: its shape, or the framework that it stands in."""
    return record.get("shape") or record.get("world") or record.get("framework") or "object"


def purpose_of(record: Record, attribute: str) -> str:
    """What the difference is for; empty if the record does not say."""
    return _by_attribute(record.get("purpose"), attribute)


def place_of(record: Record, attribute: str) -> str:
    """The function that decides by the attribute; empty if the record does not say."""
    return _by_attribute(record.get("function"), attribute)


def _by_attribute(said: object, attribute: str) -> str:
    """What a field says of an attribute: a text for each attribute, or one for all."""
    text = said.get(attribute) if isinstance(said, dict) else said
    return str(text or "")


def with_other_numbers(code: str, more: int) -> str:
    """The code with `more` added to its larger numbers, so that nothing is known of it yet."""
    return re.sub(r"\b\d{2,3}\b", lambda number: str(int(number.group()) + more), code)
