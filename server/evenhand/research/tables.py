"""Tables as a paper has them: rows of text, to be printed in whatever form."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from tabulate import tabulate

from evenhand.measures.scores import Share

UNDEFINED = "-"
FORMS = {"text": "simple", "markdown": "github", "latex": "latex_booktabs"}


@dataclass(frozen=True, slots=True)
class Table:
    """A title, the heads of the columns, and rows with as many cells."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def figure(value: float | None, digits: int = 2) -> str:
    """A number as the papers print it; `-` where it is not defined."""
    return UNDEFINED if value is None else f"{value:.{digits}f}"


def percent(share: Share | None) -> str:
    """A share in per cent, without the sign."""
    return figure(None if share is None or share.value is None else 100 * share.value)


def interval(share: Share) -> str:
    """The interval of a share at 95 % confidence, in per cent: `31.8 to 34.7`."""
    low, high = share.interval()
    return f"{100 * low:.1f} to {100 * high:.1f}" if share.whole else UNDEFINED


def span(ends: tuple[float, float] | None) -> str:
    """An interval of a figure: `0.82 to 0.97`."""
    return UNDEFINED if ends is None else f"{figure(ends[0])} to {figure(ends[1])}"


def mean(values: Iterable[float | None]) -> str:
    """The mean of those that are defined."""
    known = [value for value in values if value is not None]
    return figure(fmean(known) if known else None)


def by_others(label: str) -> str:
    """How a row or a line with published figures is called."""
    return f"{label} (published)"


def as_text(table: Table, form: str) -> str:
    """A table in one of `FORMS`."""
    made: str = tabulate(
        table.rows,
        headers=table.columns,
        tablefmt=FORMS[form],
        disable_numparse=True,
        colalign=("left", *("right",) * (len(table.columns) - 1)),
    )
    return f"{'% ' if form == 'latex' else ''}{table.title}\n\n{made}\n"


def as_csv(tables: Iterable[Table]) -> str:
    """All tables as one, each row with the title of its table."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for table in tables:
        writer.writerow(("table", *table.columns))
        writer.writerows((table.title, *row) for row in table.rows)
    return out.getvalue()
