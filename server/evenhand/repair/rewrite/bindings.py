"""Names that stand for one expression wherever they are read."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.Module | ast.ClassDef
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module, ast.ClassDef)
NAMED = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.ExceptHandler,
    ast.MatchAs,
    ast.MatchStar,
)
MUTATING = frozenset(
    "append extend insert update pop remove clear sort setdefault add discard popitem".split()
)


@dataclass(frozen=True, slots=True)
class Binding:
    """One place at which a name gets a value."""

    node: ast.AST
    value: ast.expr | None
    """The expression, where the name stands for just that."""


@dataclass(frozen=True, slots=True)
class Bindings:
    """All bindings of a file, by the scope in which they are."""

    parents: Mapping[int, ast.AST] = field(repr=False)
    _found: dict[int, dict[str, list[Binding]]] = field(repr=False)
    _changed: frozenset[tuple[int, str]] = field(repr=False)
    """Names whose value is changed in place somewhere."""

    def value_of(self, name: ast.Name) -> ast.expr | None:
        """The one expression that `name` stands for where it is read; None if there is none."""
        scope = self.scope_of(name)
        while scope is not None:
            found = self._found[id(scope)].get(name.id)
            if found:
                if (id(scope), name.id) in self._changed:
                    return None
                return self._single(found, name, scope)
            scope = self.scope_of(scope)
        return None

    def scope_of(self, node: ast.AST) -> Scope | None:
        """The function, class or module around `node`."""
        around = self.parents.get(id(node))
        while around is not None and not isinstance(around, SCOPES):
            around = self.parents.get(id(around))
        return around

    def _single(self, found: list[Binding], name: ast.Name, scope: Scope) -> ast.expr | None:
        own = [b for b in found if not isinstance(b.node, ast.arg)]
        if len(own) != 1 or own[0].value is None:
            return None
        inner = self.scope_of(name) is not scope
        if not inner and name.lineno <= _end(own[0].node):
            return None
        if len(found) > 1 and self.parents[id(own[0].node)] is not scope:
            return None  # the parameter may still have its first value
        return own[0].value


def bindings_of(tree: ast.Module) -> Bindings:
    """Every binding in `tree`."""
    parents = {id(c): n for n in ast.walk(tree) for c in ast.iter_child_nodes(n)}
    found: dict[int, dict[str, list[Binding]]] = defaultdict(lambda: defaultdict(list))
    changed: set[tuple[int, str]] = set()
    bindings = Bindings(parents, found, frozenset())
    for node in ast.walk(tree):
        scope = bindings.scope_of(node)
        if scope is None:
            continue
        for name, binding in _bound(node, parents):
            found[id(scope)][name].append(binding)
        owner = _changed(node)
        if owner is not None:
            changed.add((id(scope), owner))
    return Bindings(parents, found, frozenset(changed))


def _bound(node: ast.AST, parents: Mapping[int, ast.AST]) -> Iterator[tuple[str, Binding]]:
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield node.id, _assigned(node, parents[id(node)])
        return
    for name in _declared(node):
        yield name, Binding(node, None)


def _assigned(name: ast.Name, around: ast.AST) -> Binding:
    if isinstance(around, ast.Assign) and around.targets == [name]:
        return Binding(around, around.value)
    if isinstance(around, ast.AnnAssign) and around.target is name:
        return Binding(around, around.value)
    return Binding(around, None)


def _declared(node: ast.AST) -> Iterator[str]:
    """Names that something else than an assignment binds."""
    if isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).split(".")[0]
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names
    elif isinstance(node, NAMED) and node.name:
        yield node.name


def _changed(node: ast.AST) -> str | None:
    """The name whose value `node` changes in place."""
    owner: ast.AST | None = None
    if isinstance(node, (ast.Subscript, ast.Attribute)) and not isinstance(node.ctx, ast.Load):
        owner = node.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        owner = node.func.value if node.func.attr in MUTATING else None
    return owner.id if isinstance(owner, ast.Name) else None


def _end(node: ast.AST) -> int:
    return int(getattr(node, "end_lineno", 0))
