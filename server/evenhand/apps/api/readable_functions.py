"""The functions that a report on a file has, as far as that is known before anything runs."""

from __future__ import annotations

from pathlib import Path

from evenhand.check.deep_stack import with_deep_stack
from evenhand.check.reading.source import parse
from evenhand.doors.files import Unreadable, read_bytes
from evenhand.workspace.decoding import NotTextError
from evenhand.workspace.sources import most_bytes, source_text


def functions_in(path: Path) -> tuple[list[tuple[str, int]], str]:
    """Names and lines of functions, in the order of the report, and what cannot be read."""
    data = read_bytes(path, most_bytes(path))
    if isinstance(data, Unreadable):
        return [], data.reason
    try:
        source = source_text(path, data)
        functions = with_deep_stack(parse, source.text).functions
    except (NotTextError, SyntaxError, RecursionError) as error:
        return [], str(error) or type(error).__name__
    return [(f.name, f.location.line) for f in functions if not f.overload], source.problem
