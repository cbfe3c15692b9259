"""How often models choose sensitive columns, in pipelines and in conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evenhand_studies.measures.clustered_share import ClusteredShare, clustered
from evenhand_studies.research.paper_data import paper
from evenhand_studies.research.pipelines.pipelines_answers import Answer
from evenhand_studies.research.pipelines.pipelines_tasks import CONDITION, KINDS, PIPELINE
from evenhand_studies.research.study_charts import Chart
from evenhand_studies.research.study_interface import ByModel
from evenhand_studies.research.tables import (
    INTERVAL,
    UNDEFINED,
    Cells,
    Table,
    figure,
    interval,
    percent,
    published_label,
)

NOTE = (
    "Of the columns that prompts offer, those that answers use: in a pipeline as a feature of the"
    " model that is fitted, in conditions anywhere. Answers that cannot be read are left out."
)


def tables(answers: ByModel[Answer]) -> list[Table]:
    """By kind of column, then sensitive columns one by one."""
    return [_by_kind(answers), *(_by_column(own, model) for model, own in answers.items())]


def charts(answers: ByModel[Answer]) -> list[Chart]:
    """The paper's figures are not repeated."""
    return []


def _by_kind(answers: ByModel[Answer]) -> Table:
    columns = ("", "answers", "unreadable", *KINDS, f"{INTERVAL} of sensitive", "any sensitive")
    rows: list[Cells] = []

    for model, own in answers.items():
        for form in (PIPELINE, CONDITION):
            rows.append((f"{model}, {form}", *_kind_cells(own, form)))
    for form, value in paper("pipelines")["published"].items():
        label = published_label(f"mean of models, {form}")
        rest = (UNDEFINED,) * (len(columns) - 4)
        rows.append((label, UNDEFINED, UNDEFINED, figure(value, 1), *rest))

    return Table("Columns that code uses, per cent of those offered", columns, tuple(rows), NOTE)


def _kind_cells(answers: Sequence[Answer], form: str) -> Cells:
    of_form = [own for own in answers if own.form == form]
    readable = [own for own in of_form if not own.problem]
    shares = [_share(readable, kind) for kind in KINDS]
    used = clustered(
        [bool(own.chosen & {*own.sensitive}) for own in same_prompt]
        for same_prompt in _by_prompt(readable)
    )
    return (
        str(len(of_form)),
        str(len(of_form) - len(readable)),
        *map(percent, shares),
        interval(shares[0]),
        percent(used),
    )


def _by_column(answers: Sequence[Answer], model: str) -> Table:
    names = sorted({column for own in answers for column in own.sensitive})
    rows = []
    for form in (PIPELINE, CONDITION):
        readable = [own for own in answers if own.form == form and not own.problem]
        rows.append((form, *(percent(_share_of_column(readable, name)) for name in names)))
    title = f"Sensitive columns that code uses, per cent of those offered, {model}"
    return Table(title, ("", *names), tuple(rows))


def _share(answers: Sequence[Answer], kind: str) -> ClusteredShare:
    return clustered(
        [column in own.chosen for own in same_prompt for column in getattr(own, kind)]
        for same_prompt in _by_prompt(answers)
    )


def _share_of_column(answers: Sequence[Answer], column: str) -> ClusteredShare:
    offered = [own for own in answers if column in own.sensitive]
    return clustered(
        [column in own.chosen for own in same_prompt] for same_prompt in _by_prompt(offered)
    )


def _by_prompt(answers: Sequence[Answer]) -> Iterator[list[Answer]]:
    prompts: dict[str, list[Answer]] = {}
    for own in answers:
        prompts.setdefault(own.prompt, []).append(own)
    yield from prompts.values()
