"""Code without an effect: names that reach no outcome, and tests that only set such names."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping, Sequence

from evenhand.check.reading.independence.meanings import Meanings
from evenhand.check.reading.node_index import names_in

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
    """The names of one function that are set, and that no outcome depends on.

    At first every statement that could be without an effect counts as idle. One that is not makes
    the names that it reads used, which makes the statements that set them busy, and so on.
    """

    def __init__(
        self, nodes: Sequence[ast.AST], parents: Mapping[int, ast.AST], meanings: Meanings
    ) -> None:
        """`nodes` are the function's own, each behind its parent; `parents` are by identity."""
        self._parents = parents
        self._homes: dict[int, tuple[ast.AST, ast.AST]] = {}
        """The statement around an expression, and its child that leads to it."""
        self._read_in: dict[int, list[str]] = defaultdict(list)
        """Names that a statement reads."""
        self._setters: dict[str, list[ast.AST]] = defaultdict(list)
        self._idle: set[int] = set()

        deleted = [n for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Del)]
        self._kept = {name.id for name in deleted} | _used_inside(nodes)
        """Names that are used in ways that are not followed."""
        self._all_kept = meanings.defines(*OPERATORS)

        for node in nodes:
            self._homes[id(node)] = self._home(node)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                self._note_read(node)
            if isinstance(node, ast.stmt) and self._may_be_idle(node):
                self._idle.add(id(node))
                for target in _targets(node):
                    self._setters[target.id].append(node)

        self._settle()

    def is_unused(self, node: ast.AST) -> bool:
        """Whether nothing depends on the expression `node`, whatever its value."""
        statement, below = self._homes[id(node)]
        if isinstance(statement, ast.If) and below is not statement.test:
            return False
        return id(statement) in self._idle

    def _may_be_idle(self, statement: ast.stmt) -> bool:
        """Whether a statement has no effect if the names that it sets are unused."""
        if isinstance(statement, ast.Pass):
            return True
        if isinstance(statement, ast.If):
            return _is_pure(statement.test)
        if not isinstance(statement, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
            return False
        if isinstance(statement, ast.AugAssign) and not isinstance(statement.value, ast.Constant):
            return False  # what is added to may be a list, and changed in place

        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        names = {target.id for target in _targets(statement)}
        sets_names_only = len(targets) == len(_targets(statement))
        is_kept = self._all_kept or not names.isdisjoint(self._kept)
        return sets_names_only and not is_kept and _is_pure(statement.value)

    def _home(self, node: ast.AST) -> tuple[ast.AST, ast.AST]:
        parent = self._parents[id(node)]
        if isinstance(node, NO_EXPRESSION):
            return node, node
        if isinstance(parent, NO_EXPRESSION) or id(parent) not in self._homes:
            return parent, node
        return self._homes[id(parent)]

    def _note_read(self, name: ast.Name) -> None:
        statement, _ = self._homes[id(name)]
        self._read_in[id(statement)].append(name.id)

    def _settle(self) -> None:
        """Find out which statements have an effect."""
        homes = {id(home): home for home, _ in self._homes.values()}
        todo = [home for home in homes.values() if id(home) not in self._idle]
        while todo:
            busy = todo.pop()
            around = self._parents.get(id(busy))
            affected: list[ast.AST] = [around] if isinstance(around, ast.If) else []
            for name in self._read_in.get(id(busy), ()):
                affected += self._setters.pop(name, ())

            for statement in affected:
                if id(statement) in self._idle:
                    self._idle.discard(id(statement))
                    todo.append(statement)


def _targets(statement: ast.AST) -> list[ast.Name]:
    """The plain names that an assignment sets."""
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, (ast.AugAssign, ast.AnnAssign)):
        targets = [statement.target]
    else:
        return []
    return [target for target in targets if isinstance(target, ast.Name)]


def _used_inside(nodes: Sequence[ast.AST]) -> set[str]:
    """Names that functions and classes inside the function mention."""
    scopes = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return {name for node in nodes if isinstance(node, scopes) for name in names_in(node)}


def _is_pure(node: ast.AST | None) -> bool:
    if node is None:
        return True
    return all(isinstance(part, PURE) for part in ast.walk(node))
