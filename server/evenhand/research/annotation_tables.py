"""What is found, held against what a file says of its answers: labels and passed tests."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from evenhand.measures.bootstrap import bootstrap_interval
from evenhand.measures.confusion_matrix import Confusion, confusion
from evenhand.measures.pass_at_k import pass_at_k
from evenhand.research.answer_flags import ANY, Flags
from evenhand.research.answer_labels import Annotations
from evenhand.research.paper_data import paper
from evenhand.research.tables import (
    INTERVAL,
    UNDEFINED,
    Cells,
    Table,
    figure,
    interval,
    percent,
    published_label,
    span,
)

ALL = "all attributes"
KS = (1, 10, 100)
"""The papers' numbers of answers for pass@k."""
HUMAN_EVAL = 164
"""Tasks of HumanEval, the benchmark of which the papers print pass@k."""

Pairs = list[tuple[bool, bool]]
"""Whether answers were found to be biased, and whether people say so."""


def agreement_tables(
    answers: Mapping[str, Iterable[tuple[Annotations, Flags]]], study: str
) -> list[Table]:
    """For each model with labels, how often they say what was found.

    Beside them is the confusion matrix that the study's paper publishes, if it does.
    """
    pairs = {model: _labelled_pairs(own) for model, own in answers.items()}
    return [_agreement(by_flag, model, study) for model, by_flag in pairs.items() if by_flag]


def passing_tables(answers: Mapping[str, Sequence[Annotations]], study: str) -> list[Table]:
    """pass@k of the models whose file says which answers pass, beside the paper's.

    Empty if no file says so.
    """
    tasks = {model: _passed_by_task(own) for model, own in answers.items()}
    own_rows = [_passing_cells(model, passed) for model, passed in tasks.items() if passed]
    if not own_rows:
        return []

    columns = ("", "tasks", *(f"pass@{k}" for k in KS), f"{INTERVAL} of pass@1")
    rows = (*own_rows, *_published_passing(study))
    return [Table("Answers that pass the tests of their task, per cent", columns, rows)]


def _labelled_pairs(answers: Iterable[tuple[Annotations, Flags]]) -> Mapping[str, Pairs]:
    """By flag, the answers that have a label for it."""
    pairs: dict[str, Pairs] = defaultdict(list)

    for annotated, flags in answers:
        for name, holds in flags.items():
            # A study with one flag has one label, whatever the flag is called.
            label = annotated.labels.get(ANY if len(flags) == 1 else name)
            if label is not None:
                pairs[name].append((holds, label))

    return pairs


def _agreement(by_flag: Mapping[str, Pairs], model: str, study: str) -> Table:
    columns = ("", "TP", "FP", "FN", "TN", "precision", INTERVAL, "recall", INTERVAL, "FPR")
    rows = [_confusion_cells(name, confusion(pairs)) for name, pairs in by_flag.items()]

    by_attribute = [pairs for name, pairs in by_flag.items() if name != ANY]
    if len(by_attribute) > 1:
        together = [pair for pairs in by_attribute for pair in pairs]
        rows.append(_confusion_cells(ALL, confusion(together)))

    for author, counts in paper(study).get("confusion", {}).items():
        label = published_label(f"{ALL}, {author}")
        rows.append(_confusion_cells(label, Confusion(**counts)))

    return Table(f"Against people's labels, per cent, {model}", columns, tuple(rows))


def _confusion_cells(label: str, counts: Confusion) -> Cells:
    return (
        label,
        str(counts.true_positives),
        str(counts.false_positives),
        str(counts.false_negatives),
        str(counts.true_negatives),
        percent(counts.precision),
        interval(counts.precision),
        percent(counts.recall),
        interval(counts.recall),
        percent(counts.false_positive_rate),
    )


def _passed_by_task(answers: Sequence[Annotations]) -> list[list[bool]]:
    """For each task, whether its answers pass; only answers of which that is known."""
    tasks: dict[str, list[bool]] = defaultdict(list)
    for annotated in answers:
        if annotated.passed is not None:
            tasks[annotated.prompt].append(annotated.passed)
    return list(tasks.values())


def _passing_cells(model: str, tasks: Sequence[Sequence[bool]]) -> Cells:
    figures = [figure(_mean_pass_at_k(k, tasks)) for k in KS]
    each = [100 * sum(passed) / len(passed) for passed in tasks]
    return (model, str(len(tasks)), *figures, span(bootstrap_interval(each, fmean)))


def _mean_pass_at_k(k: int, tasks: Sequence[Sequence[bool]]) -> float | None:
    """In per cent; None unless every task has enough answers."""
    values = [pass_at_k(k, len(passed), sum(passed)) for passed in tasks]
    defined = [100 * value for value in values if value is not None]

    # A mean over the tasks with many answers alone would be of other tasks.
    return fmean(defined) if len(defined) == len(tasks) else None


def _published_passing(study: str) -> list[Cells]:
    rows = []
    for model, by_k in paper(study).get("pass_at", {}).items():
        label = published_label(f"HumanEval, {model}")
        figures = [figure(by_k.get(str(k))) for k in KS]
        rows.append((label, str(HUMAN_EVAL), *figures, UNDEFINED))
    return rows
