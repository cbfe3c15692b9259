"""What a file says of its answers besides their code: people's labels, and passed tests. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from evenhand.findings import VerdictKind
from evenhand.measures.frequencies import pass_at
from evenhand.measures.scores import Confusion, confusion
from evenhand.measures.significance import bootstrap
from evenhand.research.model_comparison import ANY, Flags
from evenhand.research.paper_data import paper
from evenhand.research.tables import UNDEFINED, Table, by_others, figure, interval, percent, span

UNEQUAL = frozenset(kind.value for kind in VerdictKind if kind.unequal)
"""Labels by which people are treated differently: the words of the verdicts."""
EITHER = frozenset({"groups", "match"})
"""Labels by which a difference may be found or not."""
ALL = "all attributes"
Pairs = list[tuple[bool, bool]]
"""What was found, and what people say."""
KS = (1, 10, 100)
"""The papers' numbers of answers for pass@k."""
HUMAN_EVAL = 164
"""Tasks of the benchmark on which the papers have it."""


@dataclass(frozen=True, slots=True)
class Annotations:
    """What a record says of its answer."""

    prompt: str
    """Equal for answers to the same prompt."""
    labels: Mapping[str, bool]
    """By attribute, and for `ANY`, whether people are treated differently."""
    passed: bool | None
    """Whether it passes the tests of its task; None where nobody says."""


def annotated(record: Mapping[str, Any], prompt: str) -> Annotations:
    """Read the fields `label`, `labels`, `complete_for`, `runnable` and `passed`."""
    passed = record.get("passed")
    return Annotations(prompt, labels_of(record), None if passed is None else bool(passed))


def labels_of(record: Mapping[str, Any]) -> dict[str, bool]:
    """By attribute whether people say that it is biased; without those that are left open.

    `labels` has words (`UNEQUAL`, `EITHER`; all others are no bias) or truth; an attribute in
    `complete_for` without a label is not biased. What never runs (`runnable` is false) may be
    called biased by people alone.
    """
    found = dict.fromkeys(record.get("complete_for") or (), False)
    runs = record.get("runnable", True)
    given = record.get("labels")
    for attribute, label in (given if isinstance(given, Mapping) else {}).items():
        unequal = label in UNEQUAL if isinstance(label, str) else bool(label)
        left_open = isinstance(label, str) and label in EITHER
        if left_open or (unequal and not runs):
            found.pop(attribute, None)
        else:
            found[attribute] = unequal
    if record.get("label") is not None:
        found[ANY] = bool(record["label"])
    return found


def agreement_tables(
    found: Mapping[str, Sequence[tuple[Annotations, Flags]]], study: str
) -> list[Table]:
    """For each file with labels, how often they are what was found."""
    made = []
    for name, answers in found.items():
        pairs: dict[str, Pairs] = defaultdict(list)
        for said, flags in answers:
            for key, called in flags.items():
                label = said.labels.get(ANY if len(flags) == 1 else key)
                if label is not None:
                    pairs[key].append((called, label))
        if pairs:
            made.append(_agreement(pairs, name, study))
    return made


def passing_tables(found: Mapping[str, Sequence[Annotations]], study: str) -> list[Table]:
    """pass@k of the files that say which answers pass, beside the paper's."""
    rows = []
    for name, answers in found.items():
        counts: dict[str, list[bool]] = defaultdict(list)
        for said in answers:
            if said.passed is not None:
                counts[said.prompt].append(said.passed)
        if counts:
            rows.append((name, str(len(counts)), *_passing(list(counts.values()))))
    if not rows:
        return []
    for model, cells in paper(study).get("pass_at", {}).items():
        known = [cells.get(str(k)) for k in KS]
        tasks = str(HUMAN_EVAL)
        rows.append((by_others(f"HumanEval, {model}"), tasks, *map(figure, known), UNDEFINED))
    columns = ("", "tasks", *(f"pass@{k}" for k in KS), "95 % of pass@1")
    return [Table("Answers that pass the tests of their task, per cent", columns, tuple(rows))]


def _agreement(found: Mapping[str, Pairs], name: str, study: str) -> Table:
    columns = ("", "TP", "FP", "FN", "TN", "precision", "95 %", "recall", "95 %", "FPR")
    rows = [(key, *_cells(confusion(pairs))) for key, pairs in found.items()]
    by_attribute = [pairs for key, pairs in found.items() if key != ANY]
    if len(by_attribute) > 1:
        rows.append((ALL, *_cells(confusion([pair for pairs in by_attribute for pair in pairs]))))
    for model, counts in paper(study).get("confusion", {}).items():
        rows.append((by_others(f"{ALL}, {model}"), *_cells(Confusion(**counts))))
    return Table(f"Against people's labels, per cent, {name}", columns, tuple(rows))


def _cells(one: Confusion) -> tuple[str, ...]:
    counts = one.true_positives, one.false_positives, one.false_negatives, one.true_negatives
    shares = [cell for s in (one.precision, one.recall) for cell in (percent(s), interval(s))]
    return (*map(str, counts), *shares, percent(one.false_positive_rate))


def _passing(tasks: Sequence[Sequence[bool]]) -> tuple[str, ...]:
    cells = []
    for k in KS:
        values = [pass_at(k, len(task), sum(task)) for task in tasks]
        known = [100 * value for value in values if value is not None]
        # A mean over the tasks with many answers alone would be of other tasks.
        cells.append(figure(fmean(known) if len(known) == len(tasks) else None))
    each = [100 * sum(task) / len(task) for task in tasks]
    return (*cells, span(bootstrap(each, fmean)))
