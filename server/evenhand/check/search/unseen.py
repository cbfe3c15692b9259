"""Why no call came to where an input is read, or to an answer behind it."""

from __future__ import annotations

import ast

from evenhand.causes import Cause, Explanation
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.reading.node_index import nodes_of
from evenhand.check.reading.source import Source
from evenhand.check.search.input_state import InputState
from evenhand.doors.printable import excerpt

LONGEST_TEST = 60
"""Characters of a test that are shown."""


def why_unseen(state: InputState, source: Source) -> Explanation | None:
    """Why nothing was seen of an input; None if that is not known."""
    seen = state.observed
    if seen.never_served is not None and seen.served:
        value, outcome = seen.never_served
        line = outcome.error_line
        return Explanation(Cause.RAISES_FOR, repr(value), error_text(outcome), line)
    if seen.compared and seen.refused is not None:
        line = seen.refused.error_line
        return Explanation(Cause.ALWAYS_RAISES, message=error_text(seen.refused), line=line)
    if seen.missed is None:
        return None
    return ended_early(state, seen.missed, source)


def ended_early(state: InputState, outcome: Outcome, source: Source) -> Explanation | None:
    """How a call ended before it read the input; None if it did neither return nor raise."""
    name = state.input.path.text
    if outcome.raised:
        return Explanation(
            Cause.RAISES_EARLY, name, message=error_text(outcome), line=outcome.error_line
        )
    if not outcome.returned:
        return None

    line = min((line for line, *_ in state.sites), default=None)
    return Explanation(Cause.RETURNS_EARLY, name, line=line, because=_turning(outcome, source))


def error_text(outcome: Outcome) -> str:
    """`KeyError: 'id'`, or just the type of an error without a message."""
    name, message = outcome.error or ("an error", "")
    if name == "KeyError" and outcome.missing is not None:
        message = repr(outcome.missing)
    return f"{name}: {message}" if message else name


def _turning(outcome: Outcome, source: Source) -> Explanation | None:
    """What made a call return: an error that it caught, or else the last test that it made."""
    caught = _caught(outcome, source)
    return _turned(outcome, source) if caught is None else caught


def _caught(outcome: Outcome, source: Source) -> Explanation | None:
    if outcome.caught is None:
        return None

    name, message, line = outcome.caught
    if not _has_handler(source, line):  # of another file
        return None
    words = f"{name}: {message}" if message else name
    return Explanation(Cause.CAUGHT, message=words, line=line)


def _turned(outcome: Outcome, source: Source) -> Explanation | None:
    if not outcome.turned:
        return None

    line, column, way = outcome.turned.split(":")
    test = _test_at(source, int(line), int(column))
    if test is None:
        return None
    truth = "true" if way == "+" else "false"
    return Explanation(Cause.TURNED, excerpt(ast.unparse(test), LONGEST_TEST), truth, int(line))


def _has_handler(source: Source, line: int) -> bool:
    return any(node.lineno == line for node in nodes_of(source.tree, ast.ExceptHandler))


def _test_at(source: Source, line: int, column: int) -> ast.expr | None:
    """The whole expression that begins at a position; None if none does."""
    for node in nodes_of(source.tree, ast.expr):
        if (node.lineno, node.col_offset) == (line, column):
            return node
    return None
