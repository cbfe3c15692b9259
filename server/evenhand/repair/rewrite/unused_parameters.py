"""Notes in a comment which parameters of a function a rewrite no longer uses."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from evenhand.doors.printable import listed
from evenhand.repair.rewrite.function_nodes import FunctionNode, functions_of, names_read
from evenhand.repair.rewrite.source_lines import first_line
from evenhand.repair.rewrite.source_text import SourceText


def with_note_on_unused_parameters(old: str, new: str, function: str) -> str:
    """`new` with a comment on the parameters of `function` that only `old` reads."""
    before, after = functions_of(old).get(function), functions_of(new).get(function)
    if before is None or after is None:
        return new

    parameters = _no_longer_read(before, after)
    text = SourceText(new)
    line = _line_of_note(after, text)
    if not parameters or line is None:
        return new

    indent = text.indent(after.body[0].lineno)
    offset = text.line_start(line)
    note = f"{indent}{_note(parameters)}{text.newline}"
    return new[:offset] + note + new[offset:]


def reads_no_parameter(source: str, function: str) -> bool:
    """Whether a function that has parameters reads none of them."""
    node = functions_of(source).get(function)
    if node is None:
        return False
    parameters = {argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
    return bool(parameters) and parameters.isdisjoint(names_read(node))


def _no_longer_read(old: FunctionNode, new: FunctionNode) -> list[str]:
    arguments = (*new.args.posonlyargs, *new.args.args, *new.args.kwonlyargs)
    names = [argument.arg for argument in arguments if argument.arg not in {"self", "cls"}]
    no_longer_read = names_read(old) - names_read(new)
    return [name for name in names if name in no_longer_read]


def _line_of_note(function: FunctionNode, text: SourceText) -> int | None:
    """The line before which the note is written; None if the body has no lines of its own."""
    statement = function.body[0]
    line = first_line(statement)
    is_indented = text.lines[line - 1][: statement.col_offset].isspace()
    if line == function.lineno or not is_indented:
        return None

    is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    if is_docstring:
        return _line_behind(statement, text)

    while text.lines[line - 2].lstrip().startswith("#"):
        line -= 1
    return line


def _line_behind(statement: ast.stmt, text: SourceText) -> int | None:
    """The line behind a statement; None if the text ends without a line end."""
    following = (statement.end_lineno or statement.lineno) + 1
    start = text.line_start(following)
    return following if text.source[:start].endswith("\n") else None


def _note(parameters: Sequence[str]) -> str:
    names = listed([f"`{name}`" for name in parameters])
    if len(parameters) > 1:
        return f"# {names} are not used any more; they stay so that calls go on working."
    return f"# {names} is not used any more; it stays so that calls go on working."
