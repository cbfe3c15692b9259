"""Whether a function only calls others one after another, and hands on what they give."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence, Set

from evenhand.check.reading.node_index import names_in, nodes_of
from evenhand.check.reading.shown_values import SHOWING
from evenhand.check.reading.source import called_name

CHAINING = (
    *(ast.Expr, ast.Assign, ast.AnnAssign, ast.Return, ast.Pass, ast.Await, ast.Call),
    *(ast.Name, ast.Attribute, ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Starred),
    *(ast.keyword, ast.Load, ast.Store),
)
"""Nodes of a function that neither compares nor calculates, and does nothing twice."""
COPYING = frozenset({"copy", "deepcopy"})


def only_chains(
    body: Sequence[ast.stmt], parameters: frozenset[str], functions: frozenset[str]
) -> bool:
    """Whether statements only call `functions`, and hand on what these give.

    Others may be called with what comes neither from these nor from a parameter, to read a file
    for example, or to show something.
    """
    nodes = [node for statement in body for node in _telling_nodes(statement)]
    if not all(isinstance(node, CHAINING) for node in nodes):
        return False

    calls = [node for node in nodes if isinstance(node, ast.Call)]
    handed_on = parameters | _names_of_results(nodes, functions)
    foreign = [call for call in calls if called_name(call) not in functions | COPYING]
    has_own = any(called_name(call) in functions for call in calls)
    return has_own and not any(_takes_any(call, handed_on) for call in foreign)


def _telling_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all inside of it, but for what is only shown."""
    if isinstance(node, ast.Call) and called_name(node) in SHOWING:
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _telling_nodes(child)


def _names_of_results(nodes: Sequence[ast.AST], functions: frozenset[str]) -> set[str]:
    """Names for what calls of `functions` give."""
    assignments = [node for node in nodes if isinstance(node, ast.Assign)]
    results = [a for a in assignments if functions & set(map(called_name, nodes_of(a, ast.Call)))]
    return {name for each in results for target in each.targets for name in names_in(target)}


def _takes_any(call: ast.Call, names: Set[str]) -> bool:
    """Whether a call is given one of these names, or is a method of what has one."""
    return not names.isdisjoint(names_in(call))
