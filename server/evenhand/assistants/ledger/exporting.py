"""Exports the ledger as CSV and JSON, for other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

from evenhand.assistants.ledger.records import Entry, RecordedFate, RecordedVerdict
from evenhand.doors.printable import json_document

COLUMNS = (
    "id", "time", "workspace", "file", "kind", "confidence", "assistant", "model", "function",
    "attribute", "verdict", "reason", "first_call", "second_call", "first_outcome",
    "second_outcome", "direction", "fate", "fate_detail",
)  # fmt: skip


def as_csv(entries: Iterable[Entry]) -> str:
    """One row for each verdict, and one for each suggestion without any."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()

    for entry in entries:
        suggestion = _suggestion_columns(entry)
        fates = {fate.function: fate for fate in entry.fates}
        if not entry.verdicts:
            writer.writerow(suggestion)
        for verdict in entry.verdicts:
            fate = fates.get(verdict.function)
            writer.writerow(suggestion | _verdict_columns(verdict) | _fate_columns(fate))

    return text.getvalue()


def as_json(entries: Iterable[Entry]) -> str:
    """One document with all suggestions."""
    return json_document({"suggestions": [as_object(entry) for entry in entries]})


def as_object(entry: Entry) -> dict[str, Any]:
    """A suggestion as it is in JSON."""
    suggestion = entry.suggestion
    return {
        **_origin(entry),
        "assistant": suggestion.assistant or None,
        "model": suggestion.model or None,
        "code_hash": suggestion.code_hash,
        "prompt_hash": suggestion.prompt_hash or None,
        "functions": list(suggestion.functions),
        "source": suggestion.source,
        "verdicts": [_verdict_object(verdict) for verdict in entry.verdicts],
        "fates": [_fate_object(fate) for fate in entry.fates],
    }


def _verdict_object(verdict: RecordedVerdict) -> dict[str, Any]:
    return {
        "function": verdict.function,
        "attribute": verdict.attribute,
        "verdict": verdict.kind,
        "severity": verdict.severity or None,
        "reason": verdict.reason,
        "calls": list(verdict.calls),
        "outcomes": list(verdict.outcomes),
        "direction": verdict.direction or None,
    }


def _fate_object(fate: RecordedFate) -> dict[str, Any]:
    return {
        "function": fate.function,
        "fate": fate.fate.value,
        "detail": fate.detail or None,
        "time": fate.time.isoformat(),
    }


def _origin(entry: Entry) -> dict[str, Any]:
    """When, where and how a suggestion came; the same in both forms."""
    suggestion = entry.suggestion
    return {
        "id": entry.id,
        "time": suggestion.time.isoformat(),
        "workspace": suggestion.workspace,
        "file": suggestion.file,
        "kind": suggestion.kind.value,
        "confidence": suggestion.confidence,
    }


def _suggestion_columns(entry: Entry) -> dict[str, Any]:
    suggestion = entry.suggestion
    return {
        **_origin(entry),
        "assistant": suggestion.assistant,
        "model": suggestion.model,
    }


def _verdict_columns(verdict: RecordedVerdict) -> dict[str, Any]:
    first_call, second_call = _pair(verdict.calls)
    first_outcome, second_outcome = _pair(verdict.outcomes)
    return {
        "function": verdict.function,
        "attribute": verdict.attribute,
        "verdict": verdict.kind,
        "reason": verdict.reason,
        "first_call": first_call,
        "second_call": second_call,
        "first_outcome": first_outcome,
        "second_outcome": second_outcome,
        "direction": verdict.direction,
    }


def _fate_columns(fate: RecordedFate | None) -> dict[str, Any]:
    if fate is None:
        return {}
    return {"fate": fate.fate.value, "fate_detail": fate.detail}


def _pair(texts: tuple[str, ...]) -> tuple[str, str]:
    """The two calls or outcomes of a witness; empty texts if there is none."""
    first, second = (*texts, "", "")[:2]
    return first, second
