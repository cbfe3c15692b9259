"""Expressions written anew once an attribute's value is known: what became constant is folded.

Only what the attribute decides is touched: where every value of it gives the same (a check of its
type, an age below zero), the text stays.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from evenhand.repair.rewrite.evaluating import Evaluator, Member, UnknownError
from evenhand.repair.rewrite.source_pieces import Text
from evenhand.repair.survey.attribute_reads import Reads

LONGEST = 16
"""Characters of a number that is written; longer ones are left as the sum that they are."""
Folded = str | None
"""The new text of an expression; None: it stays."""


@dataclass(slots=True)
class Folder:
    """Folds the expressions of one file for one choice of values."""

    text: Text
    reads: Reads
    chosen: Evaluator
    others: Sequence[Evaluator]
    """For other values that people may have."""
    thorough: bool = False
    """Also replace what is only handed on, into a list or a text, and decides later."""
    _folds: dict[int, bool] = field(default_factory=dict)

    def fold(self, node: ast.expr) -> Folded:
        """The new text of `node`; None where it stays as it is."""
        if self._settled(node):
            return None
        if self.decided(node) and self._worth_writing(node):
            return self._constant(node)
        rule = RULES.get(type(node))
        folded = rule(self, node) if rule is not None else None
        return folded if folded is not None else self.spliced(node)

    def truth(self, node: ast.expr) -> bool | None:
        """Whether `node` is always true or always false now; None where it depends."""
        if self.decided(node):
            return bool(self.chosen.value(node)[0])
        if isinstance(node, ast.BoolOp):
            stop = isinstance(node.op, ast.Or)
            truths = [self.truth(v) for v in node.values]
            if stop in truths:
                return stop
            return None if None in truths else not stop
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.truth(node.operand)
            return None if inner is None else not inner
        return None

    def decided(self, node: ast.expr) -> bool:
        """Whether `node` varies, and its one value may be written in its place."""
        if id(node) not in self._folds:
            self._folds[id(node)] = self._decided(node)
        return self._folds[id(node)]

    def _settled(self, node: ast.expr) -> bool:
        """Whether `node` is the same for everyone as it stands, such as a check of a type."""
        return self._differs(node) is False

    def _worth_writing(self, node: ast.expr) -> bool:
        """Whether a constant says more here than the name that already stands for one."""
        if isinstance(self.chosen.value(node)[0], bool) and not isinstance(node, ast.Name):
            return True
        return any(id(n) in self.reads.places for n in ast.walk(node))

    def varies(self, node: ast.expr) -> bool:
        """Whether `node` has one value now, and had others for other people."""
        return self._differs(node) is True

    def _differs(self, node: ast.expr) -> bool | None:
        """Whether somebody else gets another value; None where it has not one value now."""
        try:
            value, follows = self.chosen.value(node)
        except UnknownError:
            return None
        return any(_differs(e, node, value) for e in self.others) if follows else None

    def _decided(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Constant) or not isinstance(
            getattr(node, "ctx", ast.Load()), ast.Load
        ):
            return False
        if not self.varies(node):
            return False
        value = self.chosen.value(node)[0]
        return _writable(value) and (id(node) not in self.reads.places or self._replaceable(node))

    def _replaceable(self, node: ast.expr) -> bool:
        if self.thorough and not self.reads.shown(node):
            return True
        return self.reads.decides(node)

    def _constant(self, node: ast.expr) -> str:
        return self.text.literal(self.chosen.value(node)[0])

    def value(self, node: ast.expr) -> object:
        """The value of a decided expression."""
        return self.chosen.value(node)[0]

    def spliced(self, node: ast.AST) -> Folded:
        """The text of `node` with what is folded below it."""
        edits = list(self.below(node))
        return self.text.replaced(node, edits) if edits else None

    def below(self, node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                if not self.text.holds(child):
                    continue  # positions inside f-strings are wrong before Python 3.12
                folded = self.fold(child)
                if folded is not None:
                    yield child, folded
            elif isinstance(child, (ast.keyword, ast.comprehension, ast.arguments, ast.withitem)):
                yield from self.below(child)

    def of(self, node: ast.expr) -> str:
        """The text of `node`, folded or not, with the brackets that it needs elsewhere."""
        folded = self.fold(node)
        return self.text.lifted(node, self.text.of(node) if folded is None else folded)


RULES: dict[type[ast.expr], Callable[[Folder, ast.expr], Folded]] = {}
"""How each kind of expression is folded; `rules.py` fills it."""


def _differs(evaluator: Evaluator, node: ast.expr, value: object) -> bool:
    try:
        other, _ = evaluator.value(node)
    except UnknownError:
        return True
    return type(other) is not type(value) or other != value


def _writable(value: object) -> bool:
    if isinstance(value, float):
        return len(repr(value)) <= LONGEST
    if isinstance(value, tuple):
        return len(value) <= 4 and all(_writable(v) for v in value)
    return value is None or isinstance(value, (str, int, Member))
