"""Tells whether a function only turns somebody away by what a helper says."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from evenhand.check.reading.node_index import names_in, nodes_of

REFUSED = range(400, 500)
"""HTTP statuses that refuse a request."""
ENDINGS = frozenset({"abort", "deny", "reject", "exit"})
"""Functions that end a request or a program."""
FAILURES = frozenset({"error", "errors", "err", "failure"})
"""Keys under which an answer says what went wrong."""
SUCCESSES = frozenset({"ok", "success", "valid", "allowed"})
"""Keys of flags that say whether all went well."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def only_answers(node: ast.AST) -> bool:
    """Whether a function only says yes or no, or why not: no number, nothing made."""
    returns = [each.value for each in nodes_of(node, ast.Return)]
    return bool(returns) and all(value is None or _is_answer(value) for value in returns)


def only_turns_away(node: ast.AST, helper: str) -> bool:
    """Whether everything that a function does with what `helper` says is to turn somebody away."""
    if not isinstance(node, Function):
        return False
    names = {helper, *_names_of_results(node, helper)}
    guards = [each for each in nodes_of(node, ast.If) if _uses(each, names)]
    guarded = {id(inner) for guard in guards for inner in _guarding(guard, names)}
    kept = {id(inner) for each in _assignments(node, helper) for inner in ast.walk(each)}

    uses = [each for each in ast.walk(node) if _names(each, names)]
    return bool(guards) and all(id(use) in guarded | kept for use in uses)


def _guarding(guard: ast.If, names: set[str]) -> Iterator[ast.AST]:
    """The nodes of a test, and of its branch that turns somebody away; none if neither does."""
    for branch in (guard.body, guard.orelse):
        if branch and _turns_away(branch[-1], names):
            yield from ast.walk(guard.test)
            for statement in branch:
                yield from ast.walk(statement)


def _turns_away(statement: ast.stmt, names: set[str]) -> bool:
    match statement:
        case ast.Raise():
            return True
        case ast.Return(value=None):
            return True
        case ast.Return(value=ast.expr() as value):
            return _is_refusal(value, names)
        case ast.Expr(value=ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name))):
            return name in ENDINGS
    return False


def _is_refusal(value: ast.expr, names: set[str]) -> bool:
    """Whether what is given says no: nothing, the helper's own words, an error."""
    match value:
        case ast.Constant(value=None | False):
            return True
        case ast.Name(id=name):
            return name in names
        case ast.Call(keywords=keywords):
            return any(_says_error(keyword.arg, keyword.value) for keyword in keywords) or any(
                _is_refusal(argument, names) for argument in value.args
            )
        case ast.Dict(keys=keys, values=values):
            return any(
                isinstance(key, ast.Constant) and _says_error(key.value, entry)
                for key, entry in zip(keys, values, strict=True)
            )
        case ast.Tuple(elts=elements):
            return any(_is_refusal(element, names) or _is_status(element) for element in elements)
    return False


def _says_error(name: object, value: ast.expr) -> bool:
    is_no = isinstance(value, ast.Constant) and value.value is False
    is_status = name in ("status", "status_code") and _is_status(value)
    return name in FAILURES or (name in SUCCESSES and is_no) or is_status


def _is_status(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value in REFUSED


def _is_answer(value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=None | bool() | str()) | ast.JoinedStr() | ast.Compare():
            return True
        case ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp(values=values):
            return all(map(_is_answer, values))
        case ast.IfExp(body=body, orelse=orelse):
            return _is_answer(body) and _is_answer(orelse)
        case ast.Tuple(elts=elements):
            return bool(elements) and all(map(_is_answer, elements))
    return False


def _names_of_results(node: ast.AST, helper: str) -> Iterator[str]:
    """The names that a function gives to what `helper` says."""
    for assignment in _assignments(node, helper):
        for target in assignment.targets:
            yield from names_in(target)


def _assignments(node: ast.AST, helper: str) -> Sequence[ast.Assign]:
    return [
        each
        for each in nodes_of(node, ast.Assign)
        if isinstance(each.value, ast.Call) and _names(each.value.func, {helper})
    ]


def _uses(guard: ast.If, names: set[str]) -> bool:
    return any(_names(each, names) for each in ast.walk(guard.test))


def _names(node: ast.AST, names: set[str]) -> bool:
    match node:
        case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()):
            return name in names
    return False
