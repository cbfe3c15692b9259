"""What the proofs about all inputs of one function share."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.independence.followed_values import Names, names_in
from evenhand.check.reading.independence.meanings import meanings_of
from evenhand.check.reading.independence.unused_names import UnusedNames
from evenhand.check.reading.independence.wrapping import may_be_wrapped
from evenhand.check.reading.source import (
    Function,
    Source,
    named_with_defaults,
    own_nodes,
    parents_of,
)

SCOPES = (ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Body:
    """One function as the proofs see it; each part is worked out when it is asked for."""

    def __init__(self, function: Function, source: Source) -> None:
        self.function, self.source = function, source
        self.meanings = meanings_of(source)
        self.parameters = parameters_of(function)
        self.shared = _shared_parameters(function)

    @cached_property
    def may_be_wrapped(self) -> bool:
        """Whether something around the function may see what it is called with."""
        return may_be_wrapped(self.function, self.source, self.meanings)

    @property
    def is_seen_by_nobody(self) -> bool:
        """Whether a parameter that it never reads is not looked at around it either."""
        if isinstance(self.function.node, ast.Module):
            return not self.meanings.watched
        return not self.may_be_wrapped

    def mentions(self, path: AccessPath) -> bool:
        """Whether its text has the name of an input, also where tracing does not look."""
        while path.via is Via.ITEM and path.parent is not None:
            path = path.parent
        if path.via is Via.PARAMETER:
            return path.name in self.loads or path.name in self.in_scopes
        return path.name in self.parts

    @cached_property
    def parts(self) -> frozenset[str]:
        """Names of attributes and keys in the function."""
        attributes = {node.attr for node in self.nodes if isinstance(node, ast.Attribute)}
        constants = {node.value for node in self.nodes if isinstance(node, ast.Constant)}
        return frozenset(attributes | {key for key in constants if isinstance(key, str)})

    @cached_property
    def nodes(self) -> Sequence[ast.AST]:
        """All nodes of the function itself, each behind its parent."""
        return list(own_nodes(self.function.node))

    @cached_property
    def parents(self) -> Mapping[int, ast.AST]:
        """By the identity of a node, the node around it."""
        return parents_of([self.function.node, *self.nodes])

    @cached_property
    def unused(self) -> UnusedNames:
        """The names that no outcome depends on."""
        return UnusedNames(self.nodes, self.parents, self.meanings)

    @cached_property
    def names(self) -> Names:
        """What the names in the function mean."""
        return names_in(self.function, self.source)

    @cached_property
    def loads(self) -> Mapping[str, Sequence[ast.Name]]:
        """Where each name is read."""
        return _by_name(self.nodes, ast.Load)

    @cached_property
    def stores(self) -> Mapping[str, Sequence[ast.Name]]:
        """Where each name is set."""
        return _by_name(self.nodes, ast.Store)

    @cached_property
    def in_scopes(self) -> frozenset[str]:
        """Names that inner functions, lambdas and classes mention."""
        todo: list[ast.AST] = [node for node in self.nodes if isinstance(node, SCOPES)]
        seen: set[int] = set()
        names: set[str] = set()
        while todo:
            node = todo.pop()
            if id(node) in seen:
                continue

            seen.add(id(node))
            todo.extend(ast.iter_child_nodes(node))
            if isinstance(node, ast.Name):
                names.add(node.id)
        return frozenset(names)


def parameters_of(function: Function) -> set[str]:
    """The names of the parameters that are passed one by one; a script has none."""
    node = function.node
    if isinstance(node, ast.Module):
        return set()
    return {parameter.arg for parameter, _ in named_with_defaults(node.args)}


def _shared_parameters(function: Function) -> set[str]:
    """Parameters whose default is one object for all calls."""
    node = function.node
    if isinstance(node, ast.Module):
        return set()

    defaults = named_with_defaults(node.args)
    are_shared = ((p.arg, d) for p, d in defaults if d is not None)
    return {name for name, default in are_shared if not isinstance(default, ast.Constant)}


def _by_name(
    nodes: Iterable[ast.AST], context: type[ast.expr_context]
) -> Mapping[str, Sequence[ast.Name]]:
    names: dict[str, list[ast.Name]] = defaultdict(list)
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, context):
            names[node.id].append(node)
    return names
