"""The plainest candidates: a function begins by setting the attribute to one value."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from evenhand.check.probing.input_state import InputState
from evenhand.check.probing.search_state import SearchState
from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.classes import is_dataclass
from evenhand.repair.rewrite.source_lines import first_line
from evenhand.repair.rewrite.source_text import SourceText


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
        assignment = _assignment(search, path, opening.text.literal(values[path.text]))
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
    belongs_to_parameter = path.parent is not None and path.parent.via is Via.PARAMETER
    if opening is None or not (path.via is Via.PARAMETER or belongs_to_parameter):
        return None

    assignment = _assignment(search, path, opening.text.literal(default))
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


def _assignment(search: SearchState, path: AccessPath, value: str) -> str | None:
    """A statement that sets the input at `path`; None if there is no plain one."""
    rule = ASSIGNMENTS.get(path.via)
    if rule is None or value.startswith("datetime"):
        return None
    return rule(search, path, value)


def _of_parameter(search: SearchState, path: AccessPath, value: str) -> str | None:
    return None if path.is_variadic else f"{path.name} = {value}"


def _of_item(search: SearchState, path: AccessPath, value: str) -> str | None:
    """An attribute that is an item of a parameter: a list of ages."""
    group = path.parent
    if group is None or group.via is not Via.PARAMETER:
        return None
    return f"{group.name} = [{value} for _ in {group.name}]"


def _of_part(search: SearchState, path: AccessPath, value: str) -> str | None:
    """An attribute in a record, which is a parameter or an item of one."""
    record = path.parent
    if record is None:
        return None
    if record.via is Via.PARAMETER:
        return _of_record(search, record, path, value)

    group = record.parent
    if record.via is Via.ITEM and group is not None and group.via is Via.PARAMETER:
        return _of_records(search, group, record, path, value)
    return None


def _of_record(search: SearchState, record: AccessPath, path: AccessPath, value: str) -> str | None:
    if record.is_variadic or record is search.reading.receiver:
        return None
    copy = _changed_copy(search, record, path, value)
    return f"{record.name} = {copy}" if copy else None


def _of_records(
    search: SearchState, group: AccessPath, record: AccessPath, path: AccessPath, value: str
) -> str | None:
    if group.is_frame:
        return f"{group.name} = {group.name}.assign({path.key}={value})"
    copy = _changed_copy(search, record, path, value)
    return f"{group.name} = [{copy} for {record.name} in {group.name}]" if copy else None


def _changed_copy(
    search: SearchState, record: AccessPath, path: AccessPath, value: str
) -> str | None:
    """An expression for a copy of a record, so that the caller's own stays as it is."""
    if path.via is Via.KEY and isinstance(path.key, str):
        return f"{{**{record.name}, {_quoted(path.key)}: {value}}}"
    if record.klass is not None and is_dataclass(record.klass, search.source.symbols):
        return f'__import__("dataclasses").replace({record.name}, {path.name}={value})'
    return None


def _quoted(key: str) -> str:
    return f'"{key}"' if '"' not in key else repr(key)


ASSIGNMENTS: Mapping[Via, Callable[[SearchState, AccessPath, str], str | None]] = {
    Via.PARAMETER: _of_parameter,
    Via.ITEM: _of_item,
    Via.KEY: _of_part,
    Via.ATTRIBUTE: _of_part,
}
"""How an input is set, by the way in which the function reaches it; others are not."""
