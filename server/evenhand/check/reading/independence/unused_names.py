"""Code without an effect: names that reach no outcome, and tests that only set such names."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

PURE = (
    ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.IfExp,
    ast.Add, ast.Sub, ast.Mult, ast.unaryop, ast.cmpop, ast.boolop, ast.expr_context, ast.Attribute,
)  # fmt: skip
"""What neither has an effect nor fails for some values only, as a division does."""


class Inert:
    """The names and tests of one function that lead nowhere."""

    def __init__(self, nodes: Sequence[ast.AST], parents: Mapping[int, ast.AST]) -> None:
        self._parents = parents
        self._names = {
            n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        loads = [n for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
        while used := {n.id for n in loads if n.id in self._names and not self.holds(n)}:
            self._names -= used

    def holds(self, node: ast.AST) -> bool:
        """Whether nothing depends on the expression `node`, whatever its value."""
        statement, below = self._statement(node)
        if isinstance(statement, ast.If):
            return below is statement.test and self._leads_nowhere(statement)
        return self._sets_such_names(statement)

    def _statement(self, node: ast.AST) -> tuple[ast.AST, ast.AST]:
        """The statement around an expression, and its child that leads to it."""
        below = node
        while not isinstance(node, (ast.stmt, ast.mod, ast.comprehension, ast.excepthandler)):
            below, node = node, self._parents[id(node)]
        return node, below

    def _leads_nowhere(self, statement: ast.stmt) -> bool:
        if isinstance(statement, ast.If):
            branches = [*statement.body, *statement.orelse]
            return _is_pure(statement.test) and all(self._leads_nowhere(s) for s in branches)
        return isinstance(statement, ast.Pass) or self._sets_such_names(statement)

    def _sets_such_names(self, statement: ast.AST) -> bool:
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, (ast.AugAssign, ast.AnnAssign)):
            targets = [statement.target]
        else:
            return False
        named = all(isinstance(t, ast.Name) and t.id in self._names for t in targets)
        return named and _is_pure(statement.value)


def _is_pure(node: ast.AST | None) -> bool:
    return node is None or all(isinstance(n, PURE) for n in ast.walk(node))
