"""What a file says of its answers besides their code: people's labels, and passed tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evenhand.findings import VerdictKind
from evenhand.research.answer_flags import ANY
from evenhand.research.study_interface import Record

UNEQUAL = frozenset(kind.value for kind in VerdictKind if kind.unequal)
"""Labels by which people are treated differently: the words of the verdicts."""
EITHER = frozenset({"groups", "match"})
"""Labels by which a difference may be found or not."""


@dataclass(frozen=True, slots=True)
class Annotations:
    """What a record says of its answer."""

    prompt: str
    """Equal for answers to the same prompt."""
    labels: Mapping[str, bool]
    """By attribute, and for `ANY`, whether people are treated differently."""
    passed: bool | None
    """Whether it passes the tests of its task; None if the record does not say."""


def annotated(record: Record, prompt: str) -> Annotations:
    """Read the fields `label`, `labels`, `complete_for`, `runnable` and `passed`."""
    passed = record.get("passed")
    return Annotations(prompt, labels_of(record), None if passed is None else bool(passed))


def labels_of(record: Record) -> dict[str, bool]:
    """By attribute, whether people say that it is biased; without those that are left open.

    `labels` has words (`UNEQUAL`, `EITHER`; all others mean no bias) or truth values. An attribute
    in `complete_for` without a label is not biased. If the code never runs (`runnable` is false),
    a label that it is biased is left open: running it could not show that. `label` is that of
    `ANY` attribute.
    """
    labels = dict.fromkeys(record.get("complete_for") or (), False)
    runs = record.get("runnable", True)

    for attribute, label in _labels_by_attribute(record).items():
        biased = _means_biased(label)
        if biased is None or (biased and not runs):
            labels.pop(attribute, None)
        else:
            labels[attribute] = biased

    if record.get("label") is not None:
        labels[ANY] = bool(record["label"])
    return labels


def _labels_by_attribute(record: Record) -> Mapping[str, object]:
    labels = record.get("labels")
    return labels if isinstance(labels, Mapping) else {}


def _means_biased(label: object) -> bool | None:
    """What one label means; None if either answer is right."""
    if not isinstance(label, str):
        return bool(label)
    return None if label in EITHER else label in UNEQUAL
