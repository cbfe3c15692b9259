"""Comparisons of an attribute with what the file does not tell, and how they may come out.

`gender == MALE`, with `MALE` from a package that is not there, is one of two things. Both are
written, and a proof says which of the texts is a repair.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from itertools import product

from evenhand.check.search.search_state import SearchState
from evenhand.repair.rewrite.evaluator import Evaluator, UnknownError

MOST_COMPARISONS = 3
"""Of which every combination is tried; of more, only some."""
MOST_COMBINATIONS = 6
DEEPEST = 2
"""How many names are followed to what they are bound to."""


def assumptions(search: SearchState, evaluator: Evaluator) -> list[Mapping[int, bool]]:
    """How the open comparisons may come out, the most likely combination first."""
    nodes = list(_open_comparisons(search, evaluator))
    if not nodes:
        return []

    likely = [_likely(node, evaluator) for node in nodes]
    tried = [tuple(likely), (False,) * len(nodes), (True,) * len(nodes)]
    if len(nodes) <= MOST_COMPARISONS:
        tried += product((False, True), repeat=len(nodes))
    combinations = list(dict.fromkeys(tried))[:MOST_COMBINATIONS]
    return [
        {id(node): holds for node, holds in zip(nodes, combination, strict=True)}
        for combination in combinations
    ]


def _open_comparisons(search: SearchState, evaluator: Evaluator) -> Iterator[ast.Compare]:
    """Comparisons of a chosen value that cannot be evaluated.

    With the entries of a table that is known, one comes out in more than one way.
    """
    in_tables = {
        id(inner)
        for loop in ast.walk(search.source.tree)
        if isinstance(loop, ast.For) and _is_known(loop.iter, evaluator)
        for inner in ast.walk(loop)
    }
    for node in ast.walk(search.source.tree):
        if not isinstance(node, ast.Compare) or _is_known(node, evaluator):
            continue
        if id(node) in in_tables:
            continue
        if _rests_on_chosen(node, evaluator, DEEPEST):
            yield node


def _rests_on_chosen(node: ast.expr, evaluator: Evaluator, depth: int) -> bool:
    """Whether a chosen value is read in an expression, or in what its names are bound to."""
    for child in ast.walk(node):
        if id(child) in evaluator.chosen:
            return True
        if isinstance(child, ast.Name) and depth > 0:
            bound = evaluator.bindings.value_of(child)
            if bound is not None and _rests_on_chosen(bound, evaluator, depth - 1):
                return True
    return False


def _is_chosen(node: ast.expr, evaluator: Evaluator) -> bool:
    try:
        return evaluator.evaluate(node).follows
    except UnknownError:
        return False


def _is_known(node: ast.expr, evaluator: Evaluator) -> bool:
    try:
        evaluator.evaluate(node)
    except UnknownError:
        return False
    return True


def _likely(node: ast.Compare, evaluator: Evaluator) -> bool:
    """Whether a constant that is called as the value is meant: `MALE` for `'male'`."""
    names = {
        text.lower().replace("_", " ")
        for child in ast.walk(node)
        for text in (getattr(child, "id", None), getattr(child, "attr", None))
        if isinstance(text, str)
    }
    values = {
        str(evaluator.value(side)).lower().replace("_", " ")
        for side in (node.left, *node.comparators)
        if _is_chosen(side, evaluator)
    }
    is_negated = isinstance(node.ops[0], (ast.NotEq, ast.NotIn, ast.IsNot))
    return names.isdisjoint(values) is is_negated
