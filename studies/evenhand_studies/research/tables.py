"""Tables as a paper has them: rows of text, and how figures are written in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from statistics import fmean

from evenhand_studies.measures.bounded_share import BoundedShare
from evenhand_studies.measures.proportion import Proportion

UNDEFINED = "-"
"""The cell of a figure that is not defined, or not published."""
INTERVAL = "95 %"
"""Heads the rows and columns of confidence intervals."""
BOUNDS = "bounds"
"""Heads the rows of shares if nothing, and if everything, that was not checked counts."""

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A title, the heads of the columns, and rows with as many cells."""

    title: str
    columns: Cells
    rows: tuple[Cells, ...]
    note: str = ""
    """How the figures came about, in a sentence or two; empty if the columns say it all."""


def share_rows(label: str, count: str, shares: Sequence[Proportion]) -> list[Cells]:
    """A row of shares in per cent, and below it their bounds, if there are any, and intervals."""
    rows: list[Cells] = [(label, count, *map(percent, shares))]
    if any(isinstance(share, BoundedShare) and share.unknown for share in shares):
        rows.append((BOUNDS, "", *map(bounds, shares)))

    rows.append((INTERVAL, "", *map(interval, shares)))
    return rows


def published_label(label: str) -> str:
    """The label of a row or a line with figures that others published."""
    return f"{label} (published)"


def figure(value: float | None, digits: int = 2) -> str:
    """A number as the papers print it; `UNDEFINED` for None."""
    return UNDEFINED if value is None else f"{value:.{digits}f}"


def percent(share: Proportion) -> str:
    """A share in per cent, without the sign."""
    return figure(None if share.value is None else 100 * share.value)


def bounds(share: Proportion) -> str:
    """A share in per cent if nothing, and if everything, that was not checked counts."""
    if not isinstance(share, BoundedShare) or not share.unknown:
        return UNDEFINED

    ends = (figure(100 * (end.value or 0.0), 1) for end in (share.lowest, share.highest))
    return " to ".join(ends)


def interval(share: Proportion) -> str:
    """The confidence interval of a share in per cent: `31.8 to 34.7`."""
    if not share.whole:
        return UNDEFINED

    low, high = share.interval()
    return f"{100 * low:.1f} to {100 * high:.1f}"


def span(ends: tuple[float, float] | None, least: float = -inf, most: float = inf) -> str:
    """The confidence interval of any other figure, which is never below `least` or above `most`.

    As in `0.82 to 0.97`.
    """
    if ends is None:
        return UNDEFINED
    return f"{figure(max(ends[0], least))} to {figure(min(ends[1], most))}"


def mean(values: Iterable[float | None]) -> str:
    """The mean of the values that are defined."""
    defined = [value for value in values if value is not None]
    return figure(fmean(defined) if defined else None)
