"""A study as one HTML page: its figures, then its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from evenhand.pages.html import filled, minute
from evenhand.pages.svg import PLAIN, bare
from evenhand.pages.tame_pygal import pygal
from evenhand_studies.research.study_charts import Chart, Kind
from evenhand_studies.research.study_headlines import Headline
from evenhand_studies.research.tables import Table

KEYS = {
    Kind.RADAR: "The further out, the more.",
    Kind.DOTS: "The larger the dot, the more.",
    Kind.LINES: "",
}
"""What a chart of each kind is read by; empty if it needs no words."""

_DRAWINGS: Mapping[Kind, Any] = {
    Kind.RADAR: pygal.Radar,
    Kind.DOTS: pygal.Dot,
    Kind.LINES: pygal.Line,
}


def study_page(
    title: str,
    charts: Sequence[Chart],
    tables: Sequence[Table],
    now: datetime,
    headlines: Sequence[Headline] = (),
) -> str:
    """The page, as it was at `now`."""
    drawn = [
        (f"figure-{number}", chart, _drawn(chart, f"figure-{number}"))
        for number, chart in enumerate(charts)
    ]

    return filled(
        "evenhand_studies.research",
        "study.pt",
        title=title,
        drawn=drawn,
        tables=tables,
        headlines=headlines,
        keys=KEYS,
        now=minute(now),
        number=_number,
        has_keys=lambda chart: chart.kind is not Kind.DOTS,
    )


def _drawn(chart: Chart, label: str) -> str:
    """A figure; `label` is the id of the text that says in words what is drawn."""
    width, height = _size(chart)
    drawing = _DRAWINGS[chart.kind](width=width, height=height, **PLAIN)

    drawing.x_labels = list(chart.labels)
    for name, values in chart.series.items():
        drawing.add(name, list(values))

    return bare(drawing.render_tree(), label)


def _size(chart: Chart) -> tuple[int, int]:
    """Width and height, in pixels."""
    match chart.kind:
        case Kind.RADAR:
            return 640, 520
        case Kind.DOTS:
            return 900, 100 + 36 * len(chart.series)
        case Kind.LINES:
            return 900, 520


def _number(value: float | None) -> str:
    return "not defined" if value is None else f"{value:.2f}"
