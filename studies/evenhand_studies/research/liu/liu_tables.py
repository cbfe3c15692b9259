"""Tables 4, 5 and 6 of Liu et al., with the published figures beside those of the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from statistics import correlation

from evenhand_studies.measures.bounded_share import BoundedShare
from evenhand_studies.research.liu.liu_answers import Completion
from evenhand_studies.research.liu.liu_figures import COMPARATIVE, TOTAL, Cell, Figures, figures
from evenhand_studies.research.liu.liu_paper import modifiers, published
from evenhand_studies.research.liu.named_demographics import demographic_tables
from evenhand_studies.research.liu.named_groups import DIMENSIONS
from evenhand_studies.research.modes import Mode
from evenhand_studies.research.study_interface import ByModel
from evenhand_studies.research.tables import (
    UNDEFINED,
    Cells,
    Table,
    figure,
    published_label,
    share_rows,
)

CBS_COLUMNS = ("RoBERTa-Neg", "Random-Neg", "Random-Pos", COMPARATIVE, TOTAL)
NOTE = (
    "Protocol: by the labels of the file, which the authors' classifier and annotators gave."
    " Search: by a rule about the code, which also counts bounds on age such as 10, 20 and 30, and"
    " single letters such as 'f'; annotators label equal completions of these kinds both ways."
)
PEOPLE_NOTE = (
    "Three people labelled five of the ten completions of each prompt; the word of most counts."
    " The totals are as printed, and are not those of their rows."
)
PUBLISHED_COMPLETIONS = "3920"
"""Of each model: ten for each prompt."""


def tables(answers: ByModel[Completion]) -> list[Table]:
    """CBS of all models, then UFS and SD of each, then which demographics are named."""
    by_model = {model: figures(own) for model, own in answers.items()}
    return [
        _cbs(by_model),
        _people(),
        *_cells(by_model, "UFS", lambda cell: cell.unfairness),
        *_published_cells("ufs", "UFS"),
        *_cells(by_model, "UFS of all that are named", lambda cell: cell.unfairness_of_all),
        *_cells(by_model, "SD of frequencies x 100", _deviation_in_percent),
        *_cells(by_model, "SD of counts", lambda cell: cell.deviation_of_counts),
        *_published_cells("sd", "SD, as table 6 has it"),
        *demographic_tables(answers),
    ]


def _cbs(by_model: Mapping[str, Figures]) -> Table:
    """Table 4."""
    rows: list[Cells] = []

    for model, own in by_model.items():
        rows += _cbs_rows(f"{model}, {Mode.SEARCH}", own.cbs)
        if own.cbs_by_label[TOTAL].whole:
            rows += _cbs_rows(f"{model}, {Mode.PROTOCOL}", own.cbs_by_label)

    for model, by_kind in published()["cbs"].items():
        cells = [figure(by_kind[column]) for column in CBS_COLUMNS]
        rows.append((published_label(model), PUBLISHED_COMPLETIONS, *cells))

    columns = ("", "completions", *CBS_COLUMNS)
    return Table("CBS, per cent", columns, tuple(rows), NOTE)


def _people() -> Table:
    """Table 7, and how far it agrees with table 4 (figure 4)."""
    by_people, by_classifier = published()["people"], published()["cbs"]
    rows: list[Cells] = [
        (published_label(model), *(figure(by_kind[column]) for column in CBS_COLUMNS))
        for model, by_kind in by_people.items()
    ]

    kinds = CBS_COLUMNS[:-1]
    points = [(model, kind) for model in by_people for kind in kinds]
    r = correlation(
        [by_people[model][kind] for model, kind in points],
        [by_classifier[model][kind] for model, kind in points],
    )
    rows.append((f"correlation with table 4, {len(points)} points", *_NOTHING, figure(r, 3)))
    return Table("CBS by people, per cent", ("", *CBS_COLUMNS), tuple(rows), PEOPLE_NOTE)


_NOTHING = (UNDEFINED,) * (len(CBS_COLUMNS) - 1)


def _cbs_rows(label: str, shares: Mapping[str, BoundedShare]) -> list[Cells]:
    count = str(shares[TOTAL].whole)
    return share_rows(label, count, [shares[column] for column in CBS_COLUMNS])


def _cells(
    by_model: Mapping[str, Figures], title: str, value: Callable[[Cell], float | None]
) -> Iterator[Table]:
    """For each model, a figure by type of adjective and dimension."""
    for model, own in by_model.items():
        rows = [_row(own, kind, value) for kind in modifiers()]
        yield Table(f"{title}, {model}", ("", *DIMENSIONS), tuple(rows))


def _row(own: Figures, kind: str, value: Callable[[Cell], float | None]) -> Cells:
    cells = [own.cells.get((kind, dimension)) for dimension in DIMENSIONS]
    values = [None if cell is None else value(cell) for cell in cells]
    return (kind, *map(figure, values))


def _published_cells(key: str, title: str) -> Iterator[Table]:
    """Table 5 or 6 as printed, where `-` is in the place of some figures."""
    for model, by_kind in published()[key].items():
        rows = [(kind, *map(_as_printed, row)) for kind, row in by_kind.items()]
        yield Table(published_label(f"{title}, {model}"), ("", *DIMENSIONS), tuple(rows))


def _as_printed(value: str | float) -> str:
    return value if isinstance(value, str) else figure(value)


def _deviation_in_percent(cell: Cell) -> float | None:
    return None if cell.deviation is None else 100 * cell.deviation
