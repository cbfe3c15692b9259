"""Draws the chart of suggestions by week."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, timedelta

from evenhand.assistants.report.audited_functions import week_of
from evenhand.assistants.report.figures import Row
from evenhand.pages.svg import PLAIN, bare
from evenhand.pages.tame_pygal import pygal
from evenhand.share import Share

HEIGHT, WIDTH = 260, 900
MOST_WEEKS = 52
FEWEST_WEEKS = 8
LINES = 6
"""Lines across the chart at most."""
MOST_UPRIGHT = 12
"""Labels that fit side by side; more are rotated."""
ROTATION = 45
"""In degrees."""


def weeks_chart(rows: Sequence[Row], label: str) -> str:
    """An SVG: functions in each week, with those that treat people differently at the bottom.

    `label` is the id of the text that describes the chart.
    """
    weeks = _every_week(rows)[-MOST_WEEKS:]
    highest = max(week.share.whole for week in weeks)
    step = max(1, math.ceil(highest / LINES))

    chart = pygal.StackedBar(
        height=HEIGHT,
        width=WIDTH,
        x_label_rotation=ROTATION if len(weeks) > MOST_UPRIGHT else 0,
        value_formatter=lambda value: f"{value:g}",
        **PLAIN,
    )
    chart.x_labels = [week.name for week in weeks]
    chart.y_labels = range(0, highest + 1, step)
    chart.add("differently", [week.share.part for week in weeks])
    chart.add("alike", [week.share.whole - week.share.part for week in weeks])

    return bare(chart.render_tree(), label)


def _every_week(rows: Sequence[Row]) -> list[Row]:
    """The rows, with the weeks in which nothing was suggested, and enough before for a chart."""
    row_of = {_monday(row.name): row for row in rows}
    last = max(row_of)
    first = min(min(row_of), last - timedelta(weeks=FEWEST_WEEKS - 1))

    weeks = (last - first).days // 7 + 1
    mondays = [first + timedelta(weeks=number) for number in range(weeks)]
    return [row_of.get(day, Row(week_of(day), Share(0, 0))) for day in mondays]


def _monday(week: str) -> date:
    year, _, number = week.partition("-W")
    return date.fromisocalendar(int(year), int(number), 1)
