r"""Tables for LaTeX: with caption and label, and never wider than the column or page they stand in.

They need the packages `booktabs` and `graphicx`. A table that a column of a two-column page cannot
show legibly takes both columns (`table*`); one with more rows than a page holds is continued.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tabulate import tabulate

from evenhand_studies.research.tables import Cells, Table

PACKAGES = "% \\usepackage{booktabs} and \\usepackage{graphicx}\n\n"
LONGEST = 40
"""Rows of one float; the rest follow in others."""
COLUMN = 58
"""Characters that a column of 3.25 inches shows in a row, at 8 points."""
GAP = 2
"""Characters between two columns of a table."""

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
    **{character: f"${character}$" for character in "<>"},
}
_FITTED = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
"""Shrinks what is wider than its column, and never enlarges."""


def as_latex(tables: Sequence[Table]) -> str:
    """All tables as floats; equal titles have different labels."""
    labels = _labels([table.title for table in tables])
    floats = [
        text for table, label in zip(tables, labels, strict=True) for text in _floats(table, label)
    ]
    return PACKAGES + "\n".join(floats)


def _floats(table: Table, label: str) -> Iterator[str]:
    parts = [table.rows[start : start + LONGEST] for start in range(0, len(table.rows), LONGEST)]
    for number, rows in enumerate(parts or [()], 1):
        continued = number > 1
        title = f"{table.title} (continued)" if continued else table.title
        own_label = f"{label}-{number}" if continued else label
        note = "" if continued else table.note
        yield _float(table.columns, rows, title, own_label, note)


def _float(columns: Cells, rows: Sequence[Cells], title: str, label: str, note: str) -> str:
    environment = "table*" if _width(columns, rows) > COLUMN else "table"
    heading = _escaped(title)
    caption = f"{heading}. {_escaped(note)}".strip()
    lines = (
        f"\\begin{{{environment}}}[t]",
        r"\centering\footnotesize\setlength{\tabcolsep}{3pt}",
        f"\\caption[{heading}]{{{caption}}}",
        f"\\label{{tab:{label}}}",
        _FITTED,
        f"{_tabular(columns, rows)}}}",
        f"\\end{{{environment}}}\n",
    )
    return "\n".join(lines)


def _tabular(columns: Cells, rows: Sequence[Cells]) -> str:
    alignment = ("left", *("right",) * (len(columns) - 1))
    text: str = tabulate(
        rows,
        headers=columns,
        tablefmt="latex_booktabs",
        disable_numparse=True,
        colalign=alignment if rows else None,
    )
    return text


def _width(columns: Cells, rows: Sequence[Cells]) -> int:
    """Characters in a row, with the gaps between the columns."""
    widths = [max(map(len, cells)) for cells in zip(columns, *rows, strict=True)]
    return sum(widths) + GAP * (len(widths) - 1)


def _labels(titles: Sequence[str]) -> list[str]:
    labels: list[str] = []
    for title in titles:
        name = re.sub(r"\W+", "-", title.lower()).strip("-")
        count = sum(label == name or label.startswith(f"{name}.") for label in labels)
        labels.append(f"{name}.{count + 1}" if count else name)
    return labels


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(character, character) for character in text)
