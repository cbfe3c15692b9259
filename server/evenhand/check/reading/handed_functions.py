"""Inner functions that something else will call: views of an application, handlers, checks.

Their outer function only hands them on, to a decorator, in an argument or in what it returns. So
they are called by themselves, with values for the names that they take from around them.
"""

from __future__ import annotations

import ast
import functools
import symtable
from collections.abc import Iterator
from dataclasses import dataclass

from evenhand.check.reading.imported_names import BUILTINS
from evenhand.check.reading.node_index import names_in
from evenhand.check.reading.source import (
    Function,
    FunctionNode,
    Source,
    last_name,
    own_nodes,
    parents_of,
)
from evenhand.check.reading.statement_walks import DEFINITIONS

_CODE = 'next(c for c in {}.__code__.co_consts if getattr(c, "co_name", "") == "{}")'
_MAKES = '(lambda: __import__("types").FunctionType({}, {}.__globals__))'
_MAKES_WITH_NAMES = (
    '(lambda **names: __import__("types").FunctionType(code := {}, {}.__globals__, closure=tuple('
    '__import__("types").CellType(names[n]) for n in code.co_freevars)))'
)
LEAVING = frozenset({"wraps", "cache", "lru_cache", "contextmanager", "njit", "jit", "overload"})
"""Decorators that hand nothing on."""
CALLING = frozenset(
    (
        "map filter sorted sort reduce max min any all sum next iter list tuple set dict starmap "
        "apply applymap transform agg aggregate pipe assign groupby partial cmp_to_key gather "
        "submit run run_in_executor Thread Timer defaultdict callable isinstance print len"
    ).split()
)
"""Functions and methods that call at once what they are given, or do not hand it on."""
LITERAL = (
    ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.UnaryOp, ast.unaryop,
    ast.expr_context,
)  # fmt: skip
MADE_ELSEWHERE = (ast.Call, ast.Await, ast.Attribute, ast.Subscript)
"""What a value has in it that is no constant of the code."""


@dataclass(frozen=True, slots=True)
class Around:
    """What an inner function takes from around it, by name."""

    outer: str
    """How the outer function is called: `create_app`, `Shop.routes`."""
    constants: dict[str, ast.expr]
    taken: tuple[str, ...]
    """Names for which the outer function has arguments, or what it has been given elsewhere."""

    def maker_of(self, name: str) -> str:
        """Python for what gives the inner function, once it is told the names around it."""
        code = _CODE.format(self.outer, name)
        makes = _MAKES_WITH_NAMES if self.constants or self.taken else _MAKES
        return makes.format(code, self.outer)


def around(function: Function, source: Source) -> Around | None:
    """What is around an inner function that is only handed on; None if it is no such function."""
    outer = function.outer
    if outer is None or isinstance(function.node, ast.Module) or function.owner is not None:
        return None
    owner = _owner_of_outer(function, source)
    is_within_reach = source.symbols.get((owner or outer).name) is (owner or outer)
    is_private = outer.name.startswith("__") and not outer.name.endswith("__")
    if not is_within_reach or is_private or outer.decorator_list:
        return None
    if not _is_handed_on(function.node, outer, source):
        return None

    names = _names_from_around(function, outer, source)
    if names is None:
        return None
    constants: dict[str, ast.expr] = {}
    for name in names:
        values = list(_values_of(name, outer))
        literal = _literal(values)
        if literal is not None:
            constants[name] = literal
        elif not all(_is_made_elsewhere(value) for value in values):
            return None
    taken = tuple(name for name in names if name not in constants)
    return Around(function.name.rpartition(".")[0], constants, taken)


def _owner_of_outer(function: Function, source: Source) -> ast.ClassDef | None:
    """The class of the method around an inner function."""
    owners = (each.owner for each in source.functions if each.node is function.outer)
    return next(owners, None)


def _is_handed_on(node: FunctionNode, outer: FunctionNode, source: Source) -> bool:
    """Whether the outer function gives an inner one to something else, and never calls it."""
    same = [each for each in own_nodes(outer) if getattr(each, "name", "") == node.name]
    if len([each for each in same if isinstance(each, DEFINITIONS)]) != 1:
        return False

    nodes = list(ast.walk(outer))
    within = {id(each) for each in ast.walk(node)}
    parents = parents_of(nodes)
    uses = [each for each in nodes if _is_read_of(each, node.name) and id(each) not in within]
    is_decorated = any(last_name(each) not in LEAVING for each in node.decorator_list)
    return bool(uses or is_decorated) and all(_hands_on(use, parents, source) for use in uses)


def _is_read_of(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def _hands_on(use: ast.AST, parents: dict[int, ast.AST], source: Source) -> bool:
    parent = parents[id(use)]
    if isinstance(parent, ast.keyword):
        return parent.arg != "key" and _hands_on(parent, parents, source)
    if isinstance(parent, ast.Call):
        called = last_name(parent.func)
        is_followed = isinstance(source.symbols.get(called), DEFINITIONS)
        return parent.func is not use and called not in CALLING and not is_followed
    if isinstance(parent, ast.Assign):
        return all(isinstance(each, (ast.Attribute, ast.Subscript)) for each in parent.targets)
    return isinstance(parent, (ast.List, ast.Tuple, ast.Set, ast.Dict))


def _names_from_around(
    function: Function, outer: FunctionNode, source: Source
) -> tuple[str, ...] | None:
    """The names that an inner function takes from its outer one; None if that is not clear."""
    table = _names_of_file(source.text)
    for name in function.name.split("."):
        inner = [] if table is None else table.get_children()
        inner = [child for child in inner if child.get_name() == name]
        table = inner[0] if len(inner) == 1 else None
    if not isinstance(table, symtable.Function):
        return None

    names = tuple(sorted(table.get_frees()))
    defined = {each.name for each in own_nodes(outer) if isinstance(each, DEFINITIONS)}
    is_unclear = "__class__" in names or not defined.isdisjoint(names)
    return None if is_unclear else names


@functools.lru_cache(maxsize=4)
def _names_of_file(text: str) -> symtable.SymbolTable | None:
    try:
        return symtable.symtable(text, "<file>", "exec")
    except (SyntaxError, ValueError, RecursionError):
        return None


def _values_of(name: str, outer: FunctionNode) -> Iterator[ast.AST]:
    """What an outer function binds to a name besides its arguments: values, or whole statements."""
    for node in own_nodes(outer):
        if not isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(name in names_in(target) for target in targets):
            is_plain = any(isinstance(target, ast.Name) for target in targets)
            yield node.value if is_plain and node.value is not None else node


def _literal(values: list[ast.AST]) -> ast.expr | None:
    """The one value that a name has, if it is plain data."""
    value = values[0] if len(values) == 1 else None
    if not isinstance(value, ast.expr):
        return None
    return value if all(isinstance(node, LITERAL) for node in ast.walk(value)) else None


def _is_made_elsewhere(value: ast.AST) -> bool:
    nodes = list(ast.walk(value))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return any(isinstance(node, MADE_ELSEWHERE) for node in nodes) and not names <= BUILTINS
