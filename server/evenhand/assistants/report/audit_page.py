"""Writes the audit report as one HTML page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from evenhand.assistants.ledger.records import Entry
from evenhand.assistants.report.figures import Figures, OpenFinding, figures
from evenhand.assistants.report.weeks_chart import weeks_chart
from evenhand.pages.html import filled, minute
from evenhand.share import Share

Link = Callable[[OpenFinding], str]
"""The address behind the name of a function; empty if there is none."""


def page(entries: Iterable[Entry], now: datetime, link: Link = lambda suggestion: "") -> str:
    """The report on the entries of a ledger, as of `now`."""
    return written(figures(entries), now, link)


def written(report: Figures, now: datetime, link: Link = lambda suggestion: "") -> str:
    """The report on figures that have been counted."""
    return filled(
        "evenhand.assistants.report",
        "report.pt",
        f=report,
        now=minute(now),
        minute=minute,
        day=lambda time: f"{time:%Y-%m-%d}",
        percent=percent,
        interval=interval,
        sure=sure,
        number=lambda share: f"{share.value or 0:.4f}",
        link=link,
        chart=weeks_chart(report.weeks, "weeks-label") if report.weeks else "",
    )


def percent(share: Share) -> str:
    """`12.5 %`, or `none` if the whole is 0."""
    return "none" if share.value is None else f"{100 * share.value:.1f} %"


def sure(confidences: tuple[float, float]) -> str:
    """Confidences from the least to the highest, as `50 to 80 %`, or `50 %` if they are one."""
    low, high = (f"{100 * each:.0f}" for each in confidences)
    return f"{low} %" if low == high else f"{low} to {high} %"


def interval(share: Share) -> str:
    """The interval of a share at 95 % confidence, as `8 to 19 %`, or `none` if the whole is 0."""
    low, high = (100 * end for end in share.interval())
    return f"{low:.0f} to {high:.0f} %" if share.whole else "none"
