"""The plainest candidates: a function begins by setting a parameter to one value."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.search.input_state import InputState
from evenhand.check.search.search_state import SearchState
from evenhand.repair.rewrite.source_lines import first_line
from evenhand.repair.rewrite.source_text import SourceText
from evenhand.repair.survey.named_people import is_year_of_birth


def with_values_set_first(search: SearchState, values: Mapping[str, object]) -> str | None:
    """The file's text with `values` set first, each for the input of that text.

    None if that cannot be written in a plain way.
    """
    opening = _opening(search)
    if opening is None:
        return None

    lines: list[str] = []
    for path in (state.input.path for state in search.states):
        if path.text not in values:
            continue
        if is_year_of_birth(values[path.text]):
            return None
        assignment = _assignment(path, opening.text.literal(values[path.text]))
        if assignment is None:
            return None
        lines.append(assignment)
    return opening.with_lines(lines) if lines else None


def with_default_for_others(
    search: SearchState, state: InputState, accepted: Sequence[object], default: object
) -> str | None:
    """The file's text with `default` for whatever is not `accepted` as the input's value.

    None if that cannot be written in a plain way.
    """
    opening, path = _opening(search), state.input.path
    if opening is None:
        return None

    assignment = _assignment(path, opening.text.literal(default))
    if assignment is None:
        return None
    served = opening.text.literal(tuple(accepted))
    return opening.with_lines(
        [f"if {path.text} not in {served}:", f"{opening.indent_unit}{assignment}"]
    )


@dataclass(frozen=True, slots=True)
class _Opening:
    """The place between a function's docstring and its first other statement."""

    text: SourceText
    function: ast.FunctionDef | ast.AsyncFunctionDef
    statement: ast.stmt
    """The first that is no docstring."""

    @property
    def indent(self) -> str:
        return self.text.indent(self.statement.lineno)

    @property
    def indent_unit(self) -> str:
        """By how much a block is indented here."""
        return self.indent[self.function.col_offset :]

    def with_lines(self, lines: Iterable[str]) -> str:
        """The file's text with lines put in."""
        added = "".join(f"{self.indent}{line}{self.text.newline}" for line in lines)
        offset = self.text.line_start(first_line(self.statement))
        return self.text.source[:offset] + added + self.text.source[offset:]


def _opening(search: SearchState) -> _Opening | None:
    """None for a script, and for a function without a line of its own for its body."""
    function = search.reading.function.node
    if isinstance(function, ast.Module):
        return None

    body = function.body[1:] if _is_docstring(function.body[0]) else function.body
    if not body or body[0].lineno == function.lineno:
        return None
    return _Opening(SourceText(search.source.text), function, body[0])


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _assignment(path: AccessPath, value: str) -> str | None:
    """A statement that sets a parameter; None for all else.

    A record or a table that is overwritten belongs to the caller, and hides what was decided.
    """
    is_plain = path.via is Via.PARAMETER and not path.is_variadic
    return f"{path.name} = {value}" if is_plain and not value.startswith("datetime") else None
