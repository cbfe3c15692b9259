"""What a rewrite leaves behind: names that nothing reads any more, stores that nothing sees."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from evenhand.repair.rewrite.source_pieces import Text

PURE_CALLS = frozenset(
    "get lower upper strip title capitalize str int float bool len round abs min max".split()
)
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


def tidied(before: str, after: str, function: str) -> str:
    """`after` without what became idle by the change; a parameter that became so is noted."""
    old = dict(_functions(ast.parse(before)))
    for _ in range(20):
        new = dict(_functions(ast.parse(after)))
        idle = next((s for n in new if n in old for s in _idle(old[n], new[n])), None)
        if idle is None:
            break
        after = _without(after, idle)
    return _noted(old, after, function)


def _functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, FunctionNode]]:
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield prefix + child.name, child
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")
        else:
            yield from _functions(child, prefix)


def _idle(old: FunctionNode, new: FunctionNode) -> Iterator[ast.stmt]:
    """Statements of `new` that do nothing, and did something in `old`."""
    was_read, is_read = _loaded(old), _loaded(new)
    once = _bound_once(new)
    pairs = {(ast.dump(a), ast.dump(b)) for a, b in _neighbours(old)}
    for node in ast.walk(new):
        name = _target(node)
        if name is None or len(_block_of(new, node)) < 2:
            continue
        assert isinstance(node, (ast.Assign, ast.AnnAssign))
        gone = name in was_read and name not in is_read and name in once
        if gone and node.value is not None and _pure(node.value):
            yield node
    for one, other in _neighbours(new):
        name = _target(one)
        if name is None or _target(other) != name or (ast.dump(one), ast.dump(other)) in pairs:
            continue
        assert isinstance(one, (ast.Assign, ast.AnnAssign))
        assert isinstance(other, (ast.Assign, ast.AnnAssign))
        if one.value is None or other.value is None or name in _loaded(other.value):
            continue
        if _pure(one.value):
            yield one


def _target(node: ast.AST) -> str | None:
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
        return target.id if isinstance(target, ast.Name) else None
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
        return node.target.id
    return None


def _loaded(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and _reads(n)}


def _reads(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Load)


def _bound_once(function: FunctionNode) -> set[str]:
    stored = [n.id for n in ast.walk(function) if isinstance(n, ast.Name) and not _reads(n)]
    declared = {
        name
        for n in ast.walk(function)
        if isinstance(n, (ast.Global, ast.Nonlocal))
        for name in n.names
    }
    return {name for name in stored if stored.count(name) == 1} - declared


def _neighbours(function: FunctionNode) -> Iterator[tuple[ast.stmt, ast.stmt]]:
    for node in ast.walk(function):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield from pairwise(block)


def _block_of(function: FunctionNode, statement: ast.AST) -> list[ast.stmt]:
    for node in ast.walk(function):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and any(s is statement for s in block):
                return block
    return []


def _pure(value: ast.expr) -> bool:
    """Whether nobody notices if it is not evaluated."""
    effects = (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)
    for node in ast.walk(value):
        if isinstance(node, effects):
            return False
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name not in PURE_CALLS:
                return False
    return True


def _without(source: str, statement: ast.stmt) -> str:
    """The text without the lines of a statement and the comment right above it."""
    text = Text(source)
    first = statement.lineno
    indent = text.indent(first)
    while first > 1 and text.lines[first - 2].startswith(f"{indent}#"):
        first -= 1
    last = (statement.end_lineno or first) + 1
    blank = last <= len(text.lines) and not text.lines[last - 1].strip()
    if blank and (first < 2 or not text.lines[first - 2].strip() or _opens(text, first - 1)):
        last += 1
    return source[: text.line_start(first)] + source[text.line_start(last) :]


def _opens(text: Text, line: int) -> bool:
    return text.lines[line - 1].rstrip().endswith((":", '"""'))


def _noted(old: dict[str, FunctionNode], after: str, function: str) -> str:
    """`after` with a comment on each parameter of `function` that nothing reads any more."""
    new = dict(_functions(ast.parse(after))).get(function)
    if function not in old or new is None:
        return after
    was_read, is_read = _loaded(old[function]), _loaded(new)
    arguments = new.args
    names = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    names = [n for n in names if n not in {"self", "cls"}]
    unused = [n for n in names if n in was_read and n not in is_read]
    first = new.body[0]
    text = Text(after)
    line = min([first.lineno, *(d.lineno for d in getattr(first, "decorator_list", ()))])
    if not unused or line == new.lineno or not text.lines[line - 1][: first.col_offset].isspace():
        return after
    listed = " and ".join(f"`{n}`" for n in unused)
    verb, kept = ("are", "they stay") if len(unused) > 1 else ("is", "it stays")
    note = f"# {listed} {verb} not used any more; {kept} so that calls go on working."
    docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    line = (first.end_lineno or line) + 1 if docstring else line
    while not docstring and text.lines[line - 2].lstrip().startswith("#"):
        line -= 1
    at = text.line_start(line)
    if docstring and not after[:at].endswith("\n"):
        return after
    indent = text.indent(first.lineno)
    return f"{after[:at]}{indent}{note}{text.newline}{after[at:]}"
