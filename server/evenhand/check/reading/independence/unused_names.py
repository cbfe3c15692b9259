"""Code without an effect: names that reach no outcome, and tests that only set such names."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from evenhand.check.reading.independence.meanings import Meanings

PURE = (
    ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.IfExp,
    ast.Add, ast.Sub, ast.Mult, ast.unaryop, ast.cmpop, ast.boolop, ast.expr_context, ast.Attribute,
)  # fmt: skip
"""What neither has an effect nor fails for some values only, as a division does."""
OPERATORS = (
    "__add__", "__radd__", "__iadd__", "__sub__", "__rsub__", "__isub__", "__mul__", "__rmul__",
    "__imul__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__",
    "__iter__", "__getitem__", "__bool__", "__len__", "__neg__", "__pos__", "__invert__",
    "__getattr__", "__getattribute__", "__get__",
)  # fmt: skip
"""Methods by which a pure expression may have an effect."""
NO_EXPRESSION = (ast.stmt, ast.mod, ast.comprehension, ast.excepthandler)


class UnusedNames:
    """The names of one function that are set, and that no outcome depends on."""

    def __init__(
        self, nodes: Sequence[ast.AST], parents: Mapping[int, ast.AST], meanings: Meanings
    ) -> None:
        """`nodes` are the function's own; `parents` gives the parent of each, by identity."""
        self._parents, self._meanings = parents, meanings
        names = [node for node in nodes if isinstance(node, ast.Name)]
        loads = [name for name in names if isinstance(name.ctx, ast.Load)]
        stored = {name.id for name in names if isinstance(name.ctx, ast.Store)}
        deleted = {name.id for name in names if isinstance(name.ctx, ast.Del)}
        self._names = stored - deleted - _used_inside(nodes)
        if meanings.defines(*OPERATORS):
            self._names = set()

        while used := self._used(loads):
            self._names -= used

    def is_unused(self, node: ast.AST) -> bool:
        """Whether nothing depends on the expression `node`, whatever its value."""
        statement, below = self._statement(node)
        if isinstance(statement, ast.If):
            return below is statement.test and self._leads_nowhere(statement)
        return self._sets_unused_names(statement)

    def _used(self, loads: Sequence[ast.Name]) -> set[str]:
        """Names that were thought unused, and are read by something that is not."""
        candidates = [name for name in loads if name.id in self._names]
        return {name.id for name in candidates if not self.is_unused(name)}

    def _statement(self, node: ast.AST) -> tuple[ast.AST, ast.AST]:
        """The statement around an expression, and its child that leads to it."""
        below = node
        while not isinstance(node, NO_EXPRESSION):
            below, node = node, self._parents[id(node)]
        return node, below

    def _leads_nowhere(self, statement: ast.stmt) -> bool:
        if isinstance(statement, ast.If):
            branches = [*statement.body, *statement.orelse]
            return _is_pure(statement.test) and all(map(self._leads_nowhere, branches))

        return isinstance(statement, ast.Pass) or self._sets_unused_names(statement)

    def _sets_unused_names(self, statement: ast.AST) -> bool:
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        elif isinstance(statement, ast.AugAssign) and isinstance(statement.value, ast.Constant):
            targets = [statement.target]  # anything else may be added to a list in place
        else:
            return False

        sets_only_unused = all(self._is_unused_name(target) for target in targets)
        return sets_only_unused and _is_pure(statement.value)

    def _is_unused_name(self, target: ast.expr) -> bool:
        return isinstance(target, ast.Name) and target.id in self._names


def _used_inside(nodes: Sequence[ast.AST]) -> set[str]:
    """Names that functions and classes inside the function mention."""
    scopes = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    inner = (part for node in nodes if isinstance(node, scopes) for part in ast.walk(node))
    return {part.id for part in inner if isinstance(part, ast.Name)}


def _is_pure(node: ast.AST | None) -> bool:
    if node is None:
        return True
    return all(isinstance(part, PURE) for part in ast.walk(node))
