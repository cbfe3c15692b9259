"""The plainest repair: the attribute is set to one value before the function looks at it."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from evenhand.check.probing.input_state import State
from evenhand.check.probing.search_state import Trial
from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.classes import is_dataclass
from evenhand.repair.rewrite.source_pieces import Text


def pinned(trial: Trial, values: Mapping[str, object]) -> str | None:
    """The file's text with the values set first; None where there is no plain way to."""
    node = trial.reading.function.node
    if isinstance(node, ast.Module):
        return None
    text = Text(trial.source.text)
    lines: list[str] = []
    for state in trial.states:
        path = state.input.path
        if path.text in values:
            line = _line(trial, path, text.literal(values[path.text]))
            if line is None:
                return None
            lines.append(line)
    first = _after_docstring(node)
    if not lines or first is None or first.lineno == node.lineno:
        return None
    indent = text.indent(first.lineno)
    added = "".join(f"{indent}{line}{text.newline}" for line in lines)
    at = text.line_start(min([first.lineno, *_decorators(first)]))
    return text.source[:at] + added + text.source[at:]


def defaulted(trial: Trial, state: State, accepted: Sequence[object], value: object) -> str | None:
    """The file's text with `value` in the place of whatever is not `accepted`."""
    node, path = trial.reading.function.node, state.input.path
    if isinstance(node, ast.Module):
        return None
    text = Text(trial.source.text)
    line = _line(trial, path, text.literal(value))
    first = _after_docstring(node)
    owner = path.parent
    direct = path.via is Via.PARAMETER or (owner is not None and owner.via is Via.PARAMETER)
    if line is None or first is None or first.lineno == node.lineno or not direct:
        return None
    known = text.literal(tuple(accepted))
    indent, unit = text.indent(first.lineno), text.indent(first.lineno)[node.col_offset :]
    added = (
        f"{indent}if {path.text} not in {known}:{text.newline}{indent}{unit}{line}{text.newline}"
    )
    at = text.line_start(min([first.lineno, *_decorators(first)]))
    return text.source[:at] + added + text.source[at:]


def _line(trial: Trial, path: AccessPath, value: str) -> str | None:
    if value.startswith("datetime"):
        return None
    owner = path.parent
    if path.via is Via.PARAMETER and not path.is_variadic:
        return f"{path.name} = {value}"
    if path.via is Via.ITEM and owner is not None and owner.via is Via.PARAMETER:
        return f"{owner.name} = [{value} for _ in {owner.name}]"
    if owner is None or path.via not in {Via.KEY, Via.ATTRIBUTE}:
        return None
    if owner.via is Via.PARAMETER and not owner.is_variadic:
        return _owned(trial, owner.name, owner, path, value)
    many = owner.parent
    if owner.via is Via.ITEM and many is not None and many.via is Via.PARAMETER:
        if many.is_frame:
            return f"{many.name} = {many.name}.assign({path.key}={value})"
        inner = _record(trial, owner.name, owner, path, value)
        return f"{many.name} = [{inner} for {owner.name} in {many.name}]" if inner else None
    return None


def _owned(trial: Trial, name: str, owner: AccessPath, path: AccessPath, value: str) -> str | None:
    if owner is trial.reading.receiver:
        return None
    inner = _record(trial, name, owner, path, value)
    return f"{name} = {inner}" if inner else None


def _record(trial: Trial, name: str, owner: AccessPath, path: AccessPath, value: str) -> str | None:
    if path.via is Via.KEY and isinstance(path.key, str):
        return f"{{**{name}, {_quoted(path.key)}: {value}}}"
    klass = owner.klass
    if klass is not None and is_dataclass(klass, trial.source.symbols):
        return f'__import__("dataclasses").replace({name}, {path.name}={value})'
    return None


def _quoted(key: str) -> str:
    return f'"{key}"' if '"' not in key else repr(key)


def _after_docstring(node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.stmt | None:
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return node.body[1] if len(node.body) > 1 else None
    return first


def _decorators(node: ast.stmt) -> list[int]:
    return [d.lineno for d in getattr(node, "decorator_list", ())]
