"""Tables as a paper has them: rows of text, printed as text, Markdown, LaTeX or CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from tabulate import tabulate

from evenhand.measures.share import Share

UNDEFINED = "-"
"""The cell of a figure that is not defined, or not published."""
INTERVAL = "95 %"
"""Heads the rows and columns of confidence intervals."""
FORMATS = {"text": "simple", "markdown": "github", "latex": "latex_booktabs"}

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A title, the heads of the columns, and rows with as many cells."""

    title: str
    columns: Cells
    rows: tuple[Cells, ...]


def as_text(table: Table, form: str) -> str:
    """A table in one of `FORMATS`."""
    alignment = ("left", *("right",) * (len(table.columns) - 1))
    body: str = tabulate(
        table.rows,
        headers=table.columns,
        tablefmt=FORMATS[form],
        disable_numparse=True,
        colalign=alignment,
    )

    title = f"% {table.title}" if form == "latex" else table.title
    return f"{title}\n\n{body}\n"


def as_csv(tables: Iterable[Table]) -> str:
    """All tables as one, each row preceded by the title of its table."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")

    for table in tables:
        writer.writerow(("table", *table.columns))
        writer.writerows((table.title, *row) for row in table.rows)

    return text.getvalue()


def share_rows(label: str, count: str, shares: Sequence[Share]) -> list[Cells]:
    """A row of shares in per cent, and below it their intervals."""
    return [
        (label, count, *map(percent, shares)),
        (INTERVAL, "", *map(interval, shares)),
    ]


def published_label(label: str) -> str:
    """The label of a row or a line with figures that others published."""
    return f"{label} (published)"


def figure(value: float | None, digits: int = 2) -> str:
    """A number as the papers print it; `UNDEFINED` for None."""
    return UNDEFINED if value is None else f"{value:.{digits}f}"


def percent(share: Share) -> str:
    """A share in per cent, without the sign."""
    return figure(None if share.value is None else 100 * share.value)


def interval(share: Share) -> str:
    """The confidence interval of a share in per cent: `31.8 to 34.7`."""
    if not share.whole:
        return UNDEFINED

    low, high = share.interval()
    return f"{100 * low:.1f} to {100 * high:.1f}"


def span(ends: tuple[float, float] | None) -> str:
    """The confidence interval of any other figure: `0.82 to 0.97`."""
    return UNDEFINED if ends is None else f"{figure(ends[0])} to {figure(ends[1])}"


def mean(values: Iterable[float | None]) -> str:
    """The mean of the values that are defined."""
    defined = [value for value in values if value is not None]
    return figure(fmean(defined) if defined else None)
