"""Where a function reads an input: the expressions that a call must reach to say anything of it.

`age = int(person["age"])` only moves the value to another name, and so does an argument of a helper
that is followed. If the value is used anywhere else, those uses are the sites.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.source import Source, last_name, parents_of, span_of
from evenhand.check.reading.tracing.read_log import Expressions, ReadLog
from evenhand.findings import Span

MOVING = (ast.Assign, ast.AnnAssign, ast.AugAssign)
"""Statements that only give a value another name."""
CHANGING = (
    ast.Attribute, ast.Subscript, ast.BinOp, ast.Starred, ast.keyword, ast.Await, ast.NamedExpr,
    ast.JoinedStr, ast.FormattedValue, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Call,
)  # fmt: skip
"""Nodes around a value that make another of it, without a decision."""
CASTS = frozenset("int float str round abs bool Decimal date datetime".split())
"""Functions that give the same value in another form."""
Nodes = Mapping[int, ast.AST]
"""By the identity of a node, the node around it."""


def sites(path: AccessPath, log: ReadLog, source: Source) -> tuple[Span, ...]:
    """Where `path` is read in its file, from top to bottom; empty if that is not known."""
    around = nodes_around(source)
    touched = list(log.touched.get(id(path), {}).values())
    computed = log.computed.get(id(path), {}).values()

    used = [node for node in touched if not _is_moved(node, around, log, source)]
    used += [_last_part(node) for node in _passed_on(path, log, with_itself=not touched)]
    used += [] if touched else _opened(path, log)
    if not used:
        used = [node for node in computed if not _is_moved(node, around, log, source)]

    marked = [_marked(node, around) for node in used or touched]
    spans = {span_of(node) for node in marked if node is not None}
    return tuple(sorted(spans, key=lambda span: (span.line, span.column)))


@lru_cache(maxsize=2)
def nodes_around(source: Source) -> Nodes:
    """The node around each node of a file."""
    return parents_of(ast.walk(source.tree))


def _passed_on(path: AccessPath, log: ReadLog, *, with_itself: bool) -> list[ast.expr]:
    """Where something that the path is a part of is passed on; `with_itself`: or it alone."""
    nodes: Expressions = {}
    for whole in islice(path.around(), 0 if with_itself else 1, None):
        nodes |= log.passed_on.get(id(whole), {})
    return list(nodes.values())


def _opened(path: AccessPath, log: ReadLog) -> list[ast.expr]:
    """Where a record that the path is a part of is taken apart."""
    return [node for whole in path.around() for node in log.opened.get(id(whole), {}).values()]


def _is_moved(node: ast.AST, around: Nodes, log: ReadLog, source: Source) -> bool:
    """Whether an expression only gives its value another name."""
    inner = node
    for outer in _outwards(node, around):
        if isinstance(outer, MOVING):
            return True
        if isinstance(outer, ast.Call) and _hands_over(outer, inner, log, source):
            return True
        if _uses(outer, inner):
            return False
        inner = outer
    return False


def _hands_over(call: ast.Call, part: ast.AST, log: ReadLog, source: Source) -> bool:
    """Whether a call gives an argument to a helper, or to a new object, that is followed."""
    creates = isinstance(source.symbols.get(last_name(call.func)), ast.ClassDef)
    return part is not call.func and (creates or id(call) in log.followed)


def _uses(outer: ast.AST, part: ast.AST) -> bool:
    """Whether a node does more with its part than to make another value of it."""
    if isinstance(outer, ast.Call):
        return part is not outer.func and not _is_cast(outer)
    if isinstance(outer, ast.Subscript):
        return part is not outer.value
    if isinstance(outer, ast.UnaryOp):
        return isinstance(outer.op, ast.Not)
    return not isinstance(outer, CHANGING)


def _is_cast(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) in CASTS


def _last_part(node: ast.expr) -> ast.expr:
    """The part of a call that is evaluated last before the call is made; else the node itself."""
    if not isinstance(node, ast.Call):
        return node

    arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
    last = max(arguments, key=_end, default=node.func)
    return last.value if isinstance(last, ast.Starred) else last


def _end(node: ast.expr) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or node.col_offset


def _marked(node: ast.expr, around: Nodes) -> ast.expr | None:
    """The innermost expression around `node` whose value a call can be seen to compute.

    Positions inside a formatted string differ between versions of Python.
    """
    marked: ast.AST | None = node if id(node) in around else None
    for outer in _outwards(node, around):
        if isinstance(outer, ast.JoinedStr):
            marked = outer
        elif isinstance(outer, ast.match_case):
            statement = around[id(outer)]
            in_pattern = marked is None or _is_in(marked, outer.pattern)
            if in_pattern and isinstance(statement, ast.Match):
                marked = statement.subject
        elif isinstance(outer, ast.stmt):
            break

    return marked if isinstance(marked, ast.expr) else None


def _is_in(node: ast.AST, whole: ast.AST) -> bool:
    return any(part is node for part in ast.walk(whole))


def _outwards(node: ast.AST, around: Nodes) -> Iterator[ast.AST]:
    """The nodes around a node, the innermost first."""
    outer = around.get(id(node))
    while outer is not None:
        yield outer
        outer = around.get(id(outer))
