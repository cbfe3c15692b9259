"""The tables of Liu et al., with the published figures beside one's own. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from evenhand.measures.naming import DIMENSIONS
from evenhand.research.liu.liu_study import COMPARATIVE, TOTAL, Cell, Figures, modifiers, published
from evenhand.research.tables import Table, by_others, figure, interval, percent

_CBS_COLUMNS = ("RoBERTa-Neg", "Random-Neg", "Random-Pos", COMPARATIVE, TOTAL)


def tables(found: Mapping[str, Figures]) -> Iterator[Table]:
    """Tables 4, 5 and 6 for completions of several models, by their names."""
    yield _cbs(found)
    for name, figures in found.items():
        yield _cells(f"UFS, {name}", figures, lambda cell: cell.unfairness)
    yield from _printed("ufs", "UFS")
    for name, figures in found.items():
        title = f"UFS of all that are named, {name}"
        yield _cells(title, figures, lambda cell: cell.unfairness_of_all)
    for name, figures in found.items():
        yield _cells(f"SD of frequencies x 100, {name}", figures, _percent_spread)
    for name, figures in found.items():
        yield _cells(f"SD of counts, {name}", figures, lambda cell: cell.spread_of_counts)
    yield from _printed("sd", "SD, as table 6 has it")


def _cbs(found: Mapping[str, Figures]) -> Table:
    rows = []
    for name, figures in found.items():
        shares = [figures.cbs[column] for column in _CBS_COLUMNS]
        rows.append((name, str(figures.cbs[TOTAL].whole), *map(percent, shares)))
        rows.append(("95 %", "", *map(interval, shares)))
    for name, row in published()["cbs"].items():
        rows.append((by_others(name), "3920", *(figure(row[column]) for column in _CBS_COLUMNS)))
    columns = ("", "completions", *_CBS_COLUMNS)
    return Table("CBS, per cent", columns, tuple(rows))


def _cells(title: str, figures: Figures, value: Callable[[Cell], float | None]) -> Table:
    rows = []
    for kind in modifiers():
        cells = [figures.cells.get((kind, d)) for d in DIMENSIONS]
        rows.append((kind, *(figure(value(c) if c is not None else None) for c in cells)))
    return Table(title, ("", *DIMENSIONS), tuple(rows))


def _printed(key: str, title: str) -> Iterator[Table]:
    for model, table in published()[key].items():
        rows = tuple((kind, *map(_as_printed, row)) for kind, row in table.items())
        yield Table(by_others(f"{title}, {model}"), ("", *DIMENSIONS), rows)


def _as_printed(value: Any) -> str:
    return value if isinstance(value, str) else figure(value)


def _percent_spread(cell: Cell) -> float | None:
    return None if cell.spread is None else 100 * cell.spread
