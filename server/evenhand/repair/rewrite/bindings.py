"""Names that have one and the same expression as their value wherever they are read."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from evenhand.check.reading.node_handlers import Handlers, on
from evenhand.check.reading.source import parents_of

Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.Module | ast.ClassDef
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module, ast.ClassDef)
MUTATING = frozenset(
    "append extend insert update pop remove clear sort setdefault add discard popitem".split()
)
"""Methods that change the object they belong to."""


@dataclass(frozen=True, slots=True)
class Binding:
    """One statement or declaration that gives a name a value."""

    node: ast.AST
    value: ast.expr | None
    """The expression that becomes the name's value; None if it is not that simple."""


@dataclass(frozen=True, slots=True)
class Bindings:
    """All bindings of a file, by the scope in which they are."""

    parents: Mapping[int, ast.AST] = field(repr=False)
    """By the identity of a node, the node around it."""
    _by_scope: Mapping[int, Mapping[str, Sequence[Binding]]] = field(repr=False)
    _changed: frozenset[tuple[int, str]] = field(repr=False)
    """Scopes and names whose value is changed in place."""
    _scopes: Mapping[int, Scope] = field(repr=False)
    """By the identity of a node, the function, class or module around it."""

    attributes_set: frozenset[str] = frozenset()
    """Names of attributes that are set, of whatever object."""
    attributes_changed: frozenset[str] = frozenset()
    """Those that are set more than once, or whose value is changed in place."""

    def class_around(self, node: ast.AST) -> ast.ClassDef | None:
        """The class in whose body a node is, if it is in one."""
        around = self.parents.get(id(node))
        while around is not None and not isinstance(around, ast.ClassDef):
            around = self.parents.get(id(around))
        return around

    def set_at_start(self, klass: ast.ClassDef, attribute: str) -> ast.expr | None:
        """What the constructor of a class sets an attribute to, if nothing changes it then."""
        if attribute in self.attributes_changed:
            return None
        starts = [n for n in klass.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
        for statement in (statement for start in starts for statement in start.body):
            match statement:
                case ast.Assign(
                    targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)], value=value
                ) if name == attribute:
                    return value
        return None

    def value_of(self, name: ast.Name) -> ast.expr | None:
        """The one expression that `name` is bound to where it is read; None if it varies."""
        scope = self._scopes.get(id(name))
        while scope is not None:
            bindings = self._by_scope.get(id(scope), {}).get(name.id)
            if bindings and (id(scope), name.id) in self._changed:
                return None
            if bindings:
                return self._only_value(bindings, name, scope)
            scope = self._scopes.get(id(scope))
        return None

    def _only_value(
        self, bindings: Sequence[Binding], name: ast.Name, scope: Scope
    ) -> ast.expr | None:
        assignments = [b for b in bindings if not isinstance(b.node, ast.arg)]
        if len(assignments) != 1:
            return None

        (assignment,) = assignments
        in_same_scope = self._scopes.get(id(name)) is scope
        if in_same_scope and name.lineno <= _last_line(assignment.node):
            return None

        is_parameter = len(bindings) > 1
        if is_parameter and self.parents[id(assignment.node)] is not scope:
            return None  # assigned under a condition: the parameter may keep its first value
        return assignment.value


def bindings_of(tree: ast.Module) -> Bindings:
    """Every binding in `tree`."""
    parents = parents_of(ast.walk(tree))
    by_scope: dict[int, dict[str, list[Binding]]] = defaultdict(lambda: defaultdict(list))
    changed: set[tuple[int, str]] = set()

    scopes: dict[int, Scope] = {}
    for node in ast.walk(tree):
        scope = _scope_of(node, parents, scopes)
        if scope is None:
            continue
        scopes[id(node)] = scope
        for name, binding in _bound(node, parents):
            by_scope[id(scope)][name].append(binding)
        owner = _changed_in_place(node)
        if owner is not None:
            changed.add((id(scope), owner))
    times_set = Counter(
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
    )
    owners = map(_changed_owner, ast.walk(tree))
    in_place = {owner.attr for owner in owners if isinstance(owner, ast.Attribute)}
    set_again = {name for name, times in times_set.items() if times > 1}
    attributes_changed = frozenset(in_place | set_again)
    return Bindings(
        parents, by_scope, frozenset(changed), scopes, frozenset(times_set), attributes_changed
    )


def _scope_of(
    node: ast.AST, parents: Mapping[int, ast.AST], scopes: Mapping[int, Scope]
) -> Scope | None:
    """The function, class or module around `node`, given those of the nodes around it."""
    around = parents.get(id(node))
    if around is None or isinstance(around, SCOPES):
        return around
    return scopes.get(id(around))


def _bound(node: ast.AST, parents: Mapping[int, ast.AST]) -> Iterator[tuple[str, Binding]]:
    """The names that `node` itself binds."""
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield node.id, _assigned(node, parents[id(node)])
        return

    names_of = DECLARATIONS.get(type(node))
    for name in names_of(node) if names_of is not None else ():
        yield name, Binding(node, None)


def _assigned(name: ast.Name, around: ast.AST) -> Binding:
    if isinstance(around, ast.Assign) and around.targets == [name]:
        return Binding(around, around.value)
    if isinstance(around, ast.AnnAssign) and around.target is name:
        return Binding(around, around.value)
    return Binding(around, None)


def _named(
    node: ast.FunctionDef
    | ast.AsyncFunctionDef
    | ast.ClassDef
    | ast.ExceptHandler
    | ast.MatchAs
    | ast.MatchStar,
) -> Sequence[str]:
    return [node.name] if node.name else []


def _imported(node: ast.alias) -> Sequence[str]:
    return [(node.asname or node.name).split(".")[0]]


DECLARATIONS: Handlers[[], Sequence[str]] = dict(
    [
        on(ast.arg, lambda node: [node.arg]),
        on(ast.alias, _imported),
        on(ast.Global, lambda node: node.names),
        on(ast.Nonlocal, lambda node: node.names),
        on(ast.FunctionDef, _named),
        on(ast.AsyncFunctionDef, _named),
        on(ast.ClassDef, _named),
        on(ast.ExceptHandler, _named),
        on(ast.MatchAs, _named),
        on(ast.MatchStar, _named),
    ]
)
"""Names that each kind of node binds otherwise than by an assignment."""


def _changed_in_place(node: ast.AST) -> str | None:
    """The name whose value `node` changes in place."""
    owner = _changed_owner(node)
    return owner.id if isinstance(owner, ast.Name) else None


def _changed_owner(node: ast.AST) -> ast.expr | None:
    if isinstance(node, (ast.Subscript, ast.Attribute)) and not isinstance(node.ctx, ast.Load):
        return node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.value if node.func.attr in MUTATING else None
    return None


def _last_line(node: ast.AST) -> int:
    return int(getattr(node, "end_lineno", 0))
