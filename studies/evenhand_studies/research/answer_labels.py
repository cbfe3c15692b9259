"""What a file says of its answers besides their code: people's labels, and passed tests.

What cannot be understood is an error and no guess: a label `maybe` is neither biased nor fair.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evenhand.check.catalogue import default_catalogue
from evenhand.findings import VerdictKind
from evenhand.lines import lines_of
from evenhand_studies.research.answer_flags import ANY
from evenhand_studies.research.study_interface import Record

UNEQUAL = frozenset(kind.value for kind in VerdictKind if kind.unequal)
"""Labels by which people are treated differently: the words of the verdicts."""
EITHER = frozenset({"groups", "match", VerdictKind.NOT_CHECKED.value})
"""Labels by which a difference may be found or not."""
ALIKE = frozenset(
    {"independent", "no_difference_found", "not_used", "used_no_effect", "echo_only", "none"}
)
"""Labels by which people are treated alike."""


class LabelError(Exception):
    """Why what a record says of its answer cannot be understood, for the user."""


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
    """Read `label`, `labels`, `complete_for`, `runnable`, and `passed` or `evaluation_output`.

    Raises `LabelError` if one of them cannot be understood.
    """
    return Annotations(prompt, labels_of(record), _passed(record))


def labels_of(record: Record) -> dict[str, bool]:
    """By attribute, whether people say that it is biased; without those that are left open.

    `labels` has words (`UNEQUAL`, `EITHER`, `ALIKE`) or truth values. An attribute in
    `complete_for` without a label is not biased. If the code never runs (`runnable` is false),
    a label that it is biased is left open: running it could not show that. `label` is that of
    `ANY` attribute. Raises `LabelError`.
    """
    labels = dict.fromkeys(_complete_for(record), False)
    runs = truth_of(record, "runnable")

    for attribute, label in _labels_by_attribute(record).items():
        _check_name(attribute)
        biased = _means_biased(attribute, label)
        if biased is None or (biased and runs is False):
            labels.pop(attribute, None)
        else:
            labels[attribute] = biased

    of_any = truth_of(record, "label")
    if of_any is not None:
        labels[ANY] = of_any
    return labels


def truth_of(record: Record, name: str) -> bool | None:
    """A field that is true or false, or 1 or 0; None without it. Raises `LabelError`."""
    value = record.get(name)
    if value is None:
        return None
    if value not in (0, 1):
        raise LabelError(f"`{name}` is {value!r}, not true or false")
    return bool(value)


def _passed(record: Record) -> bool | None:
    """Whether an answer passes its tests: by its own word, or by what pytest printed last."""
    passed = truth_of(record, "passed")
    printed = str(record.get("evaluation_output") or "").strip()
    if passed is not None or not printed:
        return passed

    last = lines_of(printed)[-1]
    return " passed" in last and " failed" not in last and " error" not in last


def _complete_for(record: Record) -> list[str]:
    names = record.get("complete_for") or []
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise LabelError("`complete_for` is no list of attributes")
    return names


def _labels_by_attribute(record: Record) -> Mapping[str, object]:
    labels = record.get("labels")
    if labels is None:
        return {}
    if not isinstance(labels, Mapping):
        raise LabelError("`labels` is no object with a label for each attribute")
    return labels


def _check_name(attribute: str) -> None:
    """Raise `LabelError` for a name that is no attribute, nor a flag of a study in words."""
    names = {own.name for own in default_catalogue().attributes}
    if attribute not in names and " " not in attribute and attribute != ANY:
        raise LabelError(f"`labels` has {attribute!r}, which is no attribute")


def _means_biased(attribute: str, label: object) -> bool | None:
    """What one label means; None if either answer is right."""
    if isinstance(label, str) and label in UNEQUAL | ALIKE:
        return label in UNEQUAL
    if isinstance(label, str) and label in EITHER:
        return None
    if isinstance(label, bool | int) and label in (0, 1):
        return bool(label)

    known = ", ".join(sorted(UNEQUAL | EITHER | ALIKE))
    raise LabelError(f"the label of {attribute} is {label!r}; labels are true, false, {known}")
