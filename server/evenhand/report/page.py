"""The report as one HTML page: no script, nothing loaded, a style sheet named by its hash."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable
from datetime import datetime
from importlib.resources import files
from typing import Any

from chameleon import PageTemplate

from evenhand.ledger.records import Entry
from evenhand.measures.scores import Share
from evenhand.report.charts import weeks_chart
from evenhand.report.figures import Figures, Open, figures

Link = Callable[[Open], str]
"""Where the name of a function leads; empty: nowhere."""


def page(entries: Iterable[Entry], now: datetime, link: Link = lambda one: "") -> str:
    """The report on what a ledger holds, as it was at `now`."""
    return written(figures(entries), now, link)


def written(found: Figures, now: datetime, link: Link = lambda one: "") -> str:
    """The report on figures that have been counted."""
    return filled(
        "report.pt",
        f=found,
        now=minute(now),
        minute=minute,
        day=lambda time: f"{time:%Y-%m-%d}",
        percent=percent,
        interval=interval,
        number=lambda share: f"{share.value or 0:.4f}",
        link=link,
        chart=weeks_chart(found.weeks, "weeks-label") if found.weeks else "",
    )


def filled(template: str, **values: Any) -> str:
    """A page from a template, which gets the style sheet and the policy that allows it alone."""
    style = _resource("report.css")
    policy = f"default-src 'none'; style-src '{_hash(style)}'"
    html: str = PageTemplate(_resource(template))(style=style, policy=policy, **values)
    return html


def percent(share: Share) -> str:
    """`12.5 %`; `none` where there is nothing to have a share of."""
    return "none" if share.value is None else f"{100 * share.value:.1f} %"


def interval(share: Share) -> str:
    """The interval of a share at 95 % confidence: `8 to 19 %`."""
    low, high = (100 * end for end in share.interval())
    return f"{low:.0f} to {high:.0f} %" if share.whole else "none"


def minute(time: datetime) -> str:
    """`2026-05-01 12:30 UTC`"""
    return f"{time:%Y-%m-%d %H:%M} UTC"


def _resource(name: str) -> str:
    return files("evenhand.report").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
