"""How places are written: in a file, a cell of a notebook, or a row of a data set."""

from __future__ import annotations

from evenhand.findings import FileReport, Place, Span


def position_in(report: FileReport, location: Span) -> str:
    """`12:5` as editors read it, or `cell 3:line 2`, or `row 7:line 2`."""
    place = report.place_of(location)
    if place.cell is None and place.row is None:
        return f"{place.line}:{place.column}"
    return ":".join(f"{name} {number}" for name, number in _parts(place))


def spoken_position(report: FileReport, location: Span) -> str:
    """`cell 3, line 2`; empty where the lines are those of the file."""
    if report.is_whole_file:
        return ""
    place = report.place_of(location)
    return ", ".join(f"{name} {number}" for name, number in _parts(place))


def _parts(place: Place) -> list[tuple[str, int]]:
    numbers = {"row": place.row, "cell": place.cell, "line": place.line}
    return [(name, number) for name, number in numbers.items() if number is not None]
