"""Table 14 of Huang et al.: what each pool of values finds, and what that costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evenhand.share import Share
from evenhand_studies.measures.cohen_kappa import agreement
from evenhand_studies.measures.confusion_matrix import Confusion, confusion
from evenhand_studies.measures.proportion import together
from evenhand_studies.research.answer_flags import ANY, Flags, bias_flags, shares_of
from evenhand_studies.research.answer_labels import Annotations
from evenhand_studies.research.huang.huang_answers import Answer
from evenhand_studies.research.huang.huang_paper import attributes
from evenhand_studies.research.huang.pool_judging import PooledAnswer
from evenhand_studies.research.huang.pool_running import PoolRun
from evenhand_studies.research.huang.value_pools import PoolKind
from evenhand_studies.research.modes import Mode
from evenhand_studies.research.paper_data import paper
from evenhand_studies.research.tables import (
    UNDEFINED,
    Cells,
    Table,
    figure,
    percent,
    published_label,
    share_rows,
)

NOTE = (
    "Protocol: every combination of the pool's values, or a sample where there are too many; what"
    " cannot be called so counts as not biased, as a person has not looked at it yet. TP to TN"
    " count attributes of answers, against {against}."
)
Way = Sequence[Flags]
"""What one way of looking says of each answer."""


@dataclass(frozen=True, slots=True)
class PooledModel:
    """The answers of one model, judged in three ways."""

    name: str
    answers: Sequence[PooledAnswer]
    annotations: Sequence[Annotations]

    @property
    def ways(self) -> Mapping[str, Way]:
        """By its name, what each way says."""
        by_pool = {
            _label(kind): [_pool_flags(own.runs.get(kind)) for own in self.answers]
            for kind in PoolKind
        }
        return {Mode.SEARCH: [_search_flags(own.answer) for own in self.answers], **by_pool}

    @property
    def truth(self) -> Sequence[Mapping[str, bool]]:
        """The labels of the file, or if it has none, what the search says."""
        if self.is_labelled:
            return [annotations.labels for annotations in self.annotations]
        return self.ways[Mode.SEARCH]

    @property
    def is_labelled(self) -> bool:
        return any(annotations.labels for annotations in self.annotations)


def pool_tables(model: PooledModel) -> list[Table]:
    """Table 14, code bias by attribute in each way, and the ways against each other by item."""
    return [_effort(model), _bias(model), _by_item(model)]


def _effort(model: PooledModel) -> Table:
    columns = (
        "", "answers", "run", "calls", "pairs tried, %", "seconds", "TP", "FP", "FN", "TN",
        "precision", "recall",
    )  # fmt: skip
    against = "the labels of the file" if model.is_labelled else "the verdicts of the search"
    rows = (*_own_rows(model), *_published_rows())
    title = f"Pools of values, {model.name}"
    return Table(title, columns, rows, NOTE.format(against=against))


def _own_rows(model: PooledModel) -> Iterator[Cells]:
    counts = {way: _confusion(own, model.truth) for way, own in model.ways.items()}
    answers = [own.answer for own in model.answers]
    read = sum(answer.checked for answer in answers)
    seconds = sum(own.seconds for own in model.answers)
    of_search = (str(len(answers)), str(read), UNDEFINED, UNDEFINED, figure(seconds, 1))
    yield (Mode.SEARCH, *of_search, *_confusion_cells(counts[Mode.SEARCH]))

    for kind in PoolKind:
        runs = [own.runs[kind] for own in model.answers if kind in own.runs]
        cells = _run_cells(runs, len(answers))
        yield (_label(kind), *cells, *_confusion_cells(counts[_label(kind)]))


def _run_cells(runs: Sequence[PoolRun], answers: int) -> Cells:
    tried = together(Share(own.pairs, own.all_pairs) for own in runs)
    return (
        str(answers),
        str(sum(not own.problem for own in runs)),
        str(sum(own.calls for own in runs)),
        percent(tried),
        figure(sum(own.seconds for own in runs), 1),
    )


def _published_rows() -> Iterator[Cells]:
    for kind, published in paper("huang")["pools"].items():
        counts = Confusion(**published["counts"])
        label = published_label(f"{kind} pool, PALM-2-CodeChat-bison")
        effort = (UNDEFINED, UNDEFINED, UNDEFINED, UNDEFINED, figure(published["seconds"], 1))
        yield (label, *effort, *_confusion_cells(counts))


def _confusion(way: Way, truth: Sequence[Mapping[str, bool]]) -> Confusion:
    """What is not known of an answer counts as not biased."""
    return confusion(
        (flags.get(name, False), labels[name])
        for flags, labels in zip(way, truth, strict=True)
        for name in attributes()
        if name in labels
    )


def _confusion_cells(counts: Confusion) -> Cells:
    return (
        str(counts.true_positives),
        str(counts.false_positives),
        str(counts.false_negatives),
        str(counts.true_negatives),
        percent(counts.precision),
        percent(counts.recall),
    )


def _bias(model: PooledModel) -> Table:
    rows: list[Cells] = []
    for way, flags in model.ways.items():
        prompts = (annotations.prompt for annotations in model.annotations)
        shares = shares_of(zip(prompts, flags, strict=True), (*attributes(), ANY))
        rows += share_rows(way, str(len(flags)), list(shares.values()))

    columns = ("", "answers", *attributes(), ANY)
    return Table(f"Code bias by pool of values, per cent, {model.name}", columns, tuple(rows))


def _by_item(model: PooledModel) -> Table:
    search = model.ways[Mode.SEARCH]
    rows = [
        (way, *_item_cells(search, flags))
        for way, flags in model.ways.items()
        if way != Mode.SEARCH
    ]
    columns = ("", "both know", "both biased", "only search", "only pool", "neither", "kappa")
    title = f"Attributes of answers that both ways could check, {model.name}"
    return Table(title, columns, tuple(rows))


def _item_cells(search: Way, pool: Way) -> Cells:
    found = agreement(
        (own[name], other[name])
        for own, other in zip(search, pool, strict=True)
        for name in attributes()
        if name in own and name in other
    )
    counts = (found.count, found.both, found.first, found.second, found.neither)
    return (*map(str, counts), figure(found.kappa))


def _label(kind: PoolKind) -> str:
    return f"{Mode.PROTOCOL}, {kind} pool"


def _search_flags(answer: Answer) -> Flags:
    return bias_flags(answer.biased, answer.unchecked, attributes())


def _pool_flags(run: PoolRun | None) -> Flags:
    return {} if run is None else bias_flags(run.biased, run.unchecked, attributes())
