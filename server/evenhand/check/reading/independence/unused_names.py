"""Code without an effect: names that reach no outcome, and tests that only set such names."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

PURE = (
    ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.IfExp,
    ast.Add, ast.Sub, ast.Mult, ast.unaryop, ast.cmpop, ast.boolop, ast.expr_context, ast.Attribute,
)  # fmt: skip
"""What neither has an effect nor fails for some values only, as a division does."""
NO_EXPRESSION = (ast.stmt, ast.mod, ast.comprehension, ast.excepthandler)


class UnusedNames:
    """The names of one function that are set, and that no outcome depends on."""

    def __init__(self, nodes: Sequence[ast.AST], parents: Mapping[int, ast.AST]) -> None:
        """`nodes` are the function's own; `parents` gives the parent of each, by identity."""
        self._parents = parents
        names = [node for node in nodes if isinstance(node, ast.Name)]
        loads = [name for name in names if isinstance(name.ctx, ast.Load)]
        self._names = {name.id for name in names if isinstance(name.ctx, ast.Store)}

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
        elif isinstance(statement, (ast.AugAssign, ast.AnnAssign)):
            targets = [statement.target]
        else:
            return False

        sets_only_unused = all(self._is_unused_name(target) for target in targets)
        return sets_only_unused and _is_pure(statement.value)

    def _is_unused_name(self, target: ast.expr) -> bool:
        return isinstance(target, ast.Name) and target.id in self._names


def _is_pure(node: ast.AST | None) -> bool:
    if node is None:
        return True
    return all(isinstance(part, PURE) for part in ast.walk(node))
