"""Tells whether a table only sums up many people, as it is printed or written to a file.

It has a row for each group with what was counted of it, or it describes each column of the data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from evenhand.check.judging.judged_subject import Subject
from evenhand.check.outcomes.differing_parts import Part
from evenhand.lines import lines_of

FIGURES = frozenset(
    "count counts mean median std n share percent pct size sum avg average total rate min max "
    "number unique nunique len anzahl mitglieder personen summe mittelwert durchschnitt cantidad "
    "número numero promedio media média moyenne nombre effectif totale".split()
)
"""Words in the heading of a table for what it has of each group."""
DESCRIBING = frozenset("count null_count mean std min max unique top freq 25% 50% 75%".split())
"""What the rows begin with that describe the columns of a table, in pandas and in polars."""
FEWEST_DESCRIBING = 3
HEADINGS = frozenset({"shape", "statistic", "describe"})
"""What a line begins with that stands over those rows."""
NO_GROUP = frozenset("nan none null total all unknown other shape rows columns x".split())
"""What a row may be called that is of no group, or that tells how large the table is."""
COUNTED = frozenset(
    "n count counts len size share shares percent pct proportion mean headcount people persons "
    "customers members employees mitglieder anzahl personen".split()
)
"""Columns that only a table of groups has, by their whole names."""
_TOKEN = re.compile(r"\d+(?:\.\d+)?%?|[^\W\d]+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")

Line = tuple[str, ...]
"""The words and numbers of a line, in lower case."""


def is_summary_table(part: Part, subject: Subject) -> bool:
    """Whether all that differs is what a table tells of groups, or of columns of the data."""
    if not subject.of_many:
        return False
    if part.texts is None:
        return _is_frame_of_groups(part, subject)
    return not part.label and _is_printed(part.texts, subject)


def _is_printed(texts: tuple[str, str], subject: Subject) -> bool:
    """Whether two printed texts differ in rows of groups, or of what describes columns."""
    printed = [_lines(text) for text in texts]
    lines, others = map(_without_description, printed)
    unshared = _unshared(lines, others)
    if not unshared:
        return all(map(_describes, printed))
    headings = (line for line in (*lines, *others) if not any(map(_NUMBER.fullmatch, line)))
    sums_up = any(not FIGURES.isdisjoint(_parts_of(line)) for line in headings)
    return sums_up and all(_is_of_group(line, subject) for line in unshared)


def _is_frame_of_groups(part: Part, subject: Subject) -> bool:
    """Whether two frames count people, and differ in rows of groups."""
    frames = (part.first, part.second)
    if not all(isinstance(each, dict) and each.get("t") == "frame" for each in frames):
        return False
    columns = {str(column).lower() for frame in frames for column in frame["c"]}
    rows, others = ([_row(*each) for each in _rows(frame)] for frame in frames)
    unshared = _unshared(rows, others)
    counts = not COUNTED.isdisjoint(columns)
    return counts and bool(unshared) and all(_is_of_group(row, subject) for row in unshared)


def _rows(frame: Any) -> Iterator[tuple[Any, list[Any]]]:
    """The rows of a frame, each with what the index calls it."""
    index = frame.get("i") or [""] * len(frame["v"])
    return zip(index, frame["v"], strict=False)


def _row(name: Any, cells: list[Any]) -> Line:
    """The words and numbers of a row."""
    return tuple(token for cell in (name, *cells) for token in _TOKEN.findall(str(cell).lower()))


def _unshared(lines: list[Line], others: list[Line]) -> list[Line]:
    """The lines that only one of two tables has."""
    return [line for line in (*lines, *others) if (line in lines) != (line in others)]


def _without_description(lines: list[Line]) -> list[Line]:
    """The lines before and behind a table that describes columns; all if there is none."""
    if not _describes(lines):
        return lines
    rows = [place for place, line in enumerate(lines) if line[0] in DESCRIBING]
    heads = [place for place, line in enumerate(lines) if line[0] in HEADINGS]
    return [*lines[: min(*heads, *rows)], *lines[max(rows) + 1 :]]


def _describes(lines: list[Line]) -> bool:
    """Whether some lines are rows that describe the columns of a table."""
    return len({line[0] for line in lines} & DESCRIBING) >= FEWEST_DESCRIBING


def _lines(text: str) -> list[Line]:
    """The lines in which anything is told; those of a frame are none."""
    lines = (tuple(_TOKEN.findall(line.lower())) for line in lines_of(text))
    return [line for line in lines if line]


def _parts_of(line: Line) -> frozenset[str]:
    return frozenset(part for word in line for part in word.split("_"))


def _is_of_group(line: Line, subject: Subject) -> bool:
    """Whether a row has numbers, and nothing else but who it is of."""
    words = [word for word in line if not _NUMBER.fullmatch(word)]
    has_numbers = len(words) < len(line)
    return has_numbers and bool(words) and all(_is_group(word, subject) for word in words)


def _is_group(word: str, subject: Subject) -> bool:
    labels, catalogue = subject.words.representation.labels.values(), subject.catalogue
    is_label = any(next(phrases.found_in([word]), "") for phrases in labels)
    is_value = any(catalogue.families_of(each, [word]) for each in catalogue.attributes)
    return is_label or is_value or word in NO_GROUP
