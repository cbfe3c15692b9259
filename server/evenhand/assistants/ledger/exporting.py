"""The ledger as CSV and JSON, for other programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from evenhand.assistants.ledger.records import Entry

COLUMNS = (
    "id", "time", "workspace", "file", "kind", "confidence", "assistant", "model", "function",
    "attribute", "verdict", "reason", "first_call", "second_call", "first_outcome",
    "second_outcome", "direction", "fate", "fate_detail",
)  # fmt: skip


def as_csv(entries: Iterable[Entry]) -> str:
    """One row for each verdict, and one for a suggestion without any."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for entry in entries:
        s = entry.suggestion
        head = {
            "id": entry.id, "time": s.time.isoformat(), "workspace": s.workspace, "file": s.file,
            "kind": s.kind.value, "confidence": s.confidence, "assistant": s.assistant,
            "model": s.model,
        }  # fmt: skip
        fates = {f.function: f for f in entry.fates}
        if not entry.verdicts:
            writer.writerow(head)
        for v in entry.verdicts:
            ended = fates.get(v.function)
            calls, outcomes = (*v.calls, "", "")[:2], (*v.outcomes, "", "")[:2]
            writer.writerow(
                {
                    **head, "function": v.function, "attribute": v.attribute, "verdict": v.kind,
                    "reason": v.reason, "first_call": calls[0], "second_call": calls[1],
                    "first_outcome": outcomes[0], "second_outcome": outcomes[1],
                    "direction": v.direction, "fate": ended.fate.value if ended else "",
                    "fate_detail": ended.detail if ended else "",
                }
            )  # fmt: skip
    return out.getvalue()


def as_json(entries: Iterable[Entry]) -> str:
    """One document with all suggestions."""
    return json.dumps({"suggestions": [as_object(e) for e in entries]}, indent=2)


def as_object(entry: Entry) -> dict[str, Any]:
    """A suggestion as JSON has it."""
    s = entry.suggestion
    return {
        "id": entry.id,
        "time": s.time.isoformat(),
        "workspace": s.workspace,
        "file": s.file,
        "kind": s.kind.value,
        "confidence": s.confidence,
        "assistant": s.assistant or None,
        "model": s.model or None,
        "code_hash": s.code_hash,
        "prompt_hash": s.prompt_hash or None,
        "functions": list(s.functions),
        "source": s.source,
        "verdicts": [
            {
                "function": v.function,
                "attribute": v.attribute,
                "verdict": v.kind,
                "severity": v.severity or None,
                "reason": v.reason,
                "calls": list(v.calls),
                "outcomes": list(v.outcomes),
                "direction": v.direction or None,
            }
            for v in entry.verdicts
        ],
        "fates": [
            {
                "function": f.function,
                "fate": f.fate.value,
                "detail": f.detail or None,
                "time": f.time.isoformat(),
            }
            for f in entry.fates
        ],
    }
