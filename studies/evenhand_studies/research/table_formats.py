"""Tables as `--format` asks for them: text, Markdown, CSV, JSON or LaTeX."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence

from tabulate import tabulate

from evenhand_studies.research.latex_tables import as_latex
from evenhand_studies.research.tables import Cells, Table

LAYOUTS = {"text": "simple", "markdown": "github"}
"""Forms that people read, by what tabulate calls them."""


def printed(tables: Sequence[Table], form: str) -> str:
    """Tables as `--format` asks for them: one of `LAYOUTS`, `csv`, `json` or `latex`."""
    match form:
        case "latex":
            return as_latex(tables)
        case "csv":
            return as_csv(tables)
        case "json":
            return f"{as_json(tables)}\n"
        case _:
            return "".join(f"{as_text(table, form)}\n" for table in tables)


def as_text(table: Table, form: str) -> str:
    """A table in one of `LAYOUTS`."""
    alignment = ("left", *("right",) * (len(table.columns) - 1))
    body: str = tabulate(
        table.rows,
        headers=table.columns,
        tablefmt=LAYOUTS[form],
        disable_numparse=True,
        colalign=alignment,
    )

    note = f"\n{table.note}\n" if table.note else ""
    return f"{table.title}\n\n{body}\n{note}"


def as_csv(tables: Iterable[Table]) -> str:
    """All tables as one, each row preceded by the title of its table."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")

    for table in tables:
        writer.writerow(("table", *table.columns))
        writer.writerows((table.title, *row) for row in table.rows)

    return text.getvalue()


def as_json(tables: Iterable[Table]) -> str:
    """All tables as a JSON array: titles, notes, and each row as an object by its columns.

    Cells are texts, as the tables print them; the column of labels is called `row`.
    """
    return json.dumps([_table_record(table) for table in tables], ensure_ascii=False, indent=2)


def _table_record(table: Table) -> dict[str, object]:
    columns = ("row", *table.columns[1:])
    names = [_numbered(columns, index) for index in range(len(columns))]
    rows = [dict(zip(names, row, strict=True)) for row in table.rows]
    return {"title": table.title, "note": table.note, "rows": rows}


def _numbered(columns: Cells, index: int) -> str:
    """The name of a column; `95 % of recall` where several are called `95 %`."""
    name = columns[index]
    if columns.count(name) == 1:
        return name
    return f"{name} of {columns[index - 1]}"
