"""What is found, held against what a file says of its answers: labels and passed tests."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from evenhand_studies.measures.clustered_mean import mean_of
from evenhand_studies.measures.clustered_share import ClusteredShare, clustered
from evenhand_studies.measures.confusion_matrix import Confusion, confusion
from evenhand_studies.measures.pass_at_k import pass_at_k
from evenhand_studies.measures.proportion import Proportion
from evenhand_studies.research.answer_flags import ANY, Flags
from evenhand_studies.research.answer_labels import Annotations
from evenhand_studies.research.paper_data import paper
from evenhand_studies.research.tables import (
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
HUMAN_EVAL = {"name": "HumanEval", "tasks": 164}
"""The benchmark of which most papers print pass@k."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """One answer with a label."""

    prompt: str
    found: bool
    """Whether it was found to be biased."""
    label: bool
    """Whether its file says so."""


Pairs = list[_Pair]


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
                pairs[name].append(_Pair(annotated.prompt, holds, label))

    return pairs


def _agreement(by_flag: Mapping[str, Pairs], model: str, study: str) -> Table:
    columns = ("", "TP", "FP", "FN", "TN", "precision", INTERVAL, "recall", INTERVAL, "FPR")
    rows = [_own_cells(name, pairs) for name, pairs in by_flag.items()]

    by_attribute = [pairs for name, pairs in by_flag.items() if name != ANY]
    if len(by_attribute) > 1:
        together = [pair for pairs in by_attribute for pair in pairs]
        rows.append(_own_cells(ALL, together))

    for author, counts in paper(study).get("confusion", {}).items():
        label = published_label(f"{ALL}, {author}")
        counted = Confusion(**counts)
        rows.append(_confusion_cells(label, counted, counted.precision, counted.recall))

    return Table(f"Against the labels of the file, per cent, {model}", columns, tuple(rows))


def _own_cells(label: str, pairs: Pairs) -> Cells:
    counts = confusion((pair.found, pair.label) for pair in pairs)
    precision = _clustered([pair for pair in pairs if pair.found])
    recall = _clustered([pair for pair in pairs if pair.label])
    return _confusion_cells(label, counts, precision, recall)


def _clustered(pairs: Pairs) -> ClusteredShare:
    """Of some answers, those that are biased both by what was found and by their label."""
    by_prompt: dict[str, list[bool]] = defaultdict(list)
    for pair in pairs:
        by_prompt[pair.prompt].append(pair.found and pair.label)
    return clustered(by_prompt.values())


def _confusion_cells(
    label: str, counts: Confusion, precision: Proportion, recall: Proportion
) -> Cells:
    return (
        label,
        str(counts.true_positives),
        str(counts.false_positives),
        str(counts.false_negatives),
        str(counts.true_negatives),
        percent(precision),
        interval(precision),
        percent(recall),
        interval(recall),
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
    return (model, str(len(tasks)), *figures, span(mean_of(each).interval()))


def _mean_pass_at_k(k: int, tasks: Sequence[Sequence[bool]]) -> float | None:
    """In per cent; None unless every task has enough answers."""
    values = [pass_at_k(k, len(passed), sum(passed)) for passed in tasks]
    defined = [100 * value for value in values if value is not None]

    # A mean over the tasks with many answers alone would be of other tasks.
    return fmean(defined) if len(defined) == len(tasks) else None


def _published_passing(study: str) -> list[Cells]:
    benchmark = paper(study).get("pass_benchmark", HUMAN_EVAL)
    rows = []
    for model, by_k in paper(study).get("pass_at", {}).items():
        label = published_label(f"{benchmark['name']}, {model}")
        figures = [figure(by_k.get(str(k))) for k in KS]
        rows.append((label, str(benchmark["tasks"]), *figures, UNDEFINED))
    return rows
