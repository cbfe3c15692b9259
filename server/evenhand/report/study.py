"""A study as one HTML page: its figures, then its tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from evenhand.report.charts import study_chart
from evenhand.report.page import filled, minute
from evenhand.study.charts import Chart, Kind
from evenhand.study.tables import Table

KEYS = {
    Kind.RADAR: "The further out, the more.",
    Kind.DOTS: "The larger the dot, the more.",
    Kind.LINES: "",
}


def study_page(title: str, charts: Sequence[Chart], tables: Sequence[Table], now: datetime) -> str:
    """The page, as it was at `now`."""
    drawn = [(f"figure-{n}", chart, study_chart(chart, f"figure-{n}"))
             for n, chart in enumerate(charts)]  # fmt: skip
    return filled("study.pt", title=title, drawn=drawn, tables=tables, keys=KEYS, now=minute(now),
                  number=_number, has_keys=lambda chart: chart.kind is not Kind.DOTS)  # fmt: skip


def _number(value: float | None) -> str:
    return "not defined" if value is None else f"{value:.2f}"
