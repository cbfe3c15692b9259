"""Print the tables of a study, and write them with its charts to a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evenhand.apps.cli.commands.study.judged_answers import Judging
from evenhand.apps.cli.output.written_files import write_output
from evenhand.clock import now
from evenhand.doors.terminal import show_text
from evenhand.research.study_charts import Chart
from evenhand.research.tables import Table, as_csv, as_text


def show(tables: Sequence[Table], charts: Sequence[Chart], judging: Judging, title: str) -> None:
    """Print the tables, and write the page if one is asked for."""
    if judging.html is not None:
        _write_page(judging.html, f"Study: {title}", charts, tables)
    if judging.form == "csv":
        show_text(as_csv(tables), end="")
        return
    for table in tables:
        show_text(as_text(table, judging.form))


def _write_page(file: Path, title: str, charts: Sequence[Chart], tables: Sequence[Table]) -> None:
    from evenhand.research.study_page import study_page

    write_output(file, study_page(title, charts, tables, now()))
