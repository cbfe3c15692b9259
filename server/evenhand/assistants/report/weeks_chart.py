"""The chart of suggestions by week."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from evenhand.assistants.report.figures import Row, week_of
from evenhand.measures.share import Share
from evenhand.pages.svg import PLAIN, bare
from evenhand.pages.tame_pygal import pygal

HEIGHT = 260
MOST_WEEKS = 52
FEWEST_WEEKS = 8
LINES = 6
"""Lines across the chart at most."""


def weeks_chart(rows: Sequence[Row], label: str) -> str:
    """Functions in each week, those that treat people differently at the bottom.

    `label` is the id of the text that says in words what is drawn.
    """
    shown = _every_week(rows)[-MOST_WEEKS:]
    highest = max(row.share.whole for row in shown)
    chart = pygal.StackedBar(
        height=HEIGHT,
        width=900,
        x_label_rotation=45 if len(shown) > 12 else 0,
        value_formatter=lambda value: f"{value:g}",
        **PLAIN,
    )
    chart.x_labels = [row.name for row in shown]
    chart.y_labels = range(0, highest + 1, max(1, -(-highest // LINES)))
    chart.add("differently", [row.share.part for row in shown])
    chart.add("alike", [row.share.whole - row.share.part for row in shown])
    return bare(chart.render_tree(), label)


def _every_week(rows: Sequence[Row]) -> list[Row]:
    """Also the weeks in which nothing was suggested, and enough before for a chart."""
    known = {_monday(row.name): row for row in rows}
    last = max(known)
    first = min(min(known), last - timedelta(weeks=FEWEST_WEEKS - 1))
    days = (first + timedelta(weeks=n) for n in range((last - first).days // 7 + 1))
    return [known.get(day, Row(week_of(day), Share(0, 0))) for day in days]


def _monday(week: str) -> date:
    year, _, number = week.partition("-W")
    return date.fromisocalendar(int(year), int(number), 1)
