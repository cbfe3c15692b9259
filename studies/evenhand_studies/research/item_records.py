"""What was found out about each answer, as one line of JSON: the evidence behind the tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from evenhand_studies.research.answer_flags import Flags


def item_records(
    model: str, prompts: Sequence[str], flags: Sequence[Flags], answers: Sequence[object]
) -> Iterator[dict[str, Any]]:
    """A record for each answer of a model, in their order.

    `number` counts the answers to a prompt from 0, `line` those of the source from 1. A flag that
    is missing is not known. `found` is all that the study keeps of an answer: verdicts with their
    witness, reason and context, groups, values.
    """
    numbers = Counter[str]()
    for line, (prompt, own, answer) in enumerate(zip(prompts, flags, answers, strict=True), 1):
        yield {
            "model": model,
            "line": line,
            "prompt": prompt,
            "number": numbers[prompt],
            "flags": dict(own),
            "found": as_json(answer),
        }
        numbers[prompt] += 1


def as_json(value: object) -> Any:
    """A value of the studies as JSON has it: objects for data classes, sorted lists for sets."""
    if is_dataclass(value) and not isinstance(value, type):
        return {own.name: as_json(getattr(value, own.name)) for own in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): as_json(own) for name, own in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(map(as_json, value))
    if isinstance(value, (list, tuple)):
        return [as_json(own) for own in value]
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    return str(value)
