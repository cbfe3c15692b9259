"""Tables as `evenhand study --format csv` prints them."""

from __future__ import annotations

import csv
import io

Rows = dict[str, dict[str, str]]
"""By the label of a row and the head of a column."""


def tables_in(text: str) -> dict[str, Rows]:
    """All tables by their titles."""
    found: dict[str, Rows] = {}
    header: list[str] = []
    for line in csv.reader(io.StringIO(text)):
        if line[0] == "table":
            header = line
        else:
            found.setdefault(line[0], {})[line[1]] = dict(zip(header, line, strict=True))
    return found
