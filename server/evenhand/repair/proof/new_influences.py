"""Finds what a new text asks of the world and the old one did not, without running either.

Bias can hide where no call finds it: behind a date to come, behind chance, or behind a count of
calls. None of these has a place in a repair.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Set

from evenhand.check.reading.independence.meanings import bound_names
from evenhand.check.reading.source import Source, dotted_names
from evenhand.repair.objections import Objection, ObjectionKind
from evenhand.repair.proof.looked_at import Looked

PURE = frozenset(
    "__future__ abc bisect collections copy dataclasses decimal enum fractions functools heapq "
    "itertools math numbers operator re statistics string textwrap types typing "
    "datetime calendar".split()
)
"""Modules of the standard library that give the same for the same arguments."""
ASKING = frozenset(
    "today now utcnow localtime gmtime random rand randn randint choice choices shuffle sample "
    "default_rng seed uuid4 urandom".split()
)
"""Members, of whatever module, that ask the clock or chance."""
UNSTEADY_BUILTINS = frozenset(
    "__import__ breakpoint compile dir eval exec globals hash id input locals open vars".split()
)
INNER_MEMBERS = frozenset(
    "__builtins__ __class__ __closure__ __code__ __defaults__ __dict__ __globals__ __module__ "
    "__self__ __subclasses__ _getframe".split()
)
"""By which code reaches the state of the program, or itself."""
CHANGING_METHODS = frozenset(
    "add append clear discard extend insert pop popitem remove setdefault sort update".split()
)


def new_influence(old: Looked, new: Looked) -> Objection | None:
    """The clock, chance or state that only the new function looks at."""
    before = set(_influences(old))
    for name in _influences(new):
        if name not in before:
            return Objection(ObjectionKind.NEW_INFLUENCE, {"name": name})
    return None


def _influences(looked: Looked) -> Iterator[str]:
    """The clock, chance and the program's state, as far as a function or its helpers use them."""
    source, definitions = looked.job.source, looked.job.dependencies.closure(looked.function)
    origins = _origins(source.tree)
    for definition in definitions:
        nodes = list(ast.walk(definition))
        bound = bound_names(nodes) | {node.arg for node in nodes if isinstance(node, ast.arg)}
        named = {id(n.func): n for n in nodes if isinstance(n, ast.Call) and _imports_by_name(n)}
        for node in nodes:
            if id(node) in named:
                name = _outside(str(ast.literal_eval(named[id(node)].args[0])))
            else:
                name = _influence(node, origins, source, bound)
            if name:
                yield name


def _influence(node: ast.AST, origins: Mapping[str, str], source: Source, bound: Set[str]) -> str:
    """What an expression or statement depends on besides its inputs; empty if on nothing.

    `bound` are the names that the definition around it binds.
    """
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        return f"{type(node).__name__.lower()} {', '.join(node.names)}"
    if isinstance(node, ast.Name) and node.id in UNSTEADY_BUILTINS - bound:
        return node.id
    if isinstance(node, ast.Name) and node.id in origins:
        return _outside(origins[node.id])
    if isinstance(node, ast.Attribute):
        return _member(node, origins, source)
    if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
        return _shared(node.value, source)
    return ""


def _imports_by_name(call: ast.Call) -> bool:
    """Whether it is `__import__("dataclasses")`, or that of another module."""
    is_import = isinstance(call.func, ast.Name) and call.func.id == "__import__"
    return is_import and len(call.args) == 1 and isinstance(call.args[0], ast.Constant)


def _member(node: ast.Attribute, origins: Mapping[str, str], source: Source) -> str:
    root, *names = dotted_names(node) or [""]
    if root in origins:
        return _outside(".".join([origins[root], *names]))
    if node.attr in INNER_MEMBERS:
        return ast.unparse(node)

    is_function = isinstance(source.symbols.get(root), (ast.FunctionDef, ast.AsyncFunctionDef))
    changes = not isinstance(node.ctx, ast.Load) or node.attr in CHANGING_METHODS
    if is_function:
        return ast.unparse(node)
    return _shared(node.value, source) if changes else ""


def _shared(owner: ast.expr, source: Source) -> str:
    """What belongs to the whole module and is changed, as the source writes it."""
    root = owner
    while isinstance(root, (ast.Attribute, ast.Subscript)):
        root = root.value
    is_shared = isinstance(root, ast.Name) and root.id in source.symbols
    return ast.unparse(owner) if is_shared else ""


def _outside(origin: str) -> str:
    """A dotted name if it means something that is not always the same; else empty."""
    module, *names = origin.split(".")
    if ASKING.intersection(names):
        return origin
    is_steady = module in PURE or module not in sys.stdlib_module_names
    return "" if is_steady else origin


def _origins(tree: ast.Module) -> dict[str, str]:
    """What each imported name means, wherever it is imported."""
    origins: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                origins[name] = alias.name if alias.asname else name
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                origins[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return origins
