"""Make a module say what it compares, looks up and branches on.

The tree is rewritten so that comparisons, subscripts, a few methods and conditions go
through the functions of `Watcher`. What the program computes stays the same.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from .watching import PREFIX

OPERATORS = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip
METHODS = frozenset(
    "get startswith endswith index count find isin between eq ne lt le gt ge match search "
    "fullmatch pop issubset issuperset intersection".split()
)


class Instrument(ast.NodeTransformer):
    """Rewrites a module; positions are kept, so tracebacks name the right lines."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        known = all(type(op) in OPERATORS for op in node.ops)
        if not known or not all(_repeatable(c) for c in node.comparators[:-1]):
            return self.generic_visit(node)
        operands = [node.left, *node.comparators]
        parts = [
            self._call(node, "compare", ast.Constant(OPERATORS[type(op)]), *self._anew(pair))
            for op, pair in zip(node.ops, zip(operands, operands[1:]))
        ]
        if len(parts) == 1:
            return parts[0]
        return ast.copy_location(ast.BoolOp(ast.And(), list(parts)), node)

    def _anew(self, nodes: tuple[ast.expr, ...]) -> list[ast.expr]:
        return [self.visit(copy.deepcopy(n)) for n in nodes]

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or _has_slice(node.slice):
            return node
        return self._call(node, "item", node.value, node.slice)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in METHODS:
            return node
        name = ast.Constant(node.func.attr)
        node.func = self._call(node, "method", name, node.func.value)
        return node

    def visit_If(self, node: ast.If) -> Any:
        return self._tested(node)

    def visit_While(self, node: ast.While) -> Any:
        return self._tested(node)

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        return self._tested(node)

    def visit_Assert(self, node: ast.Assert) -> Any:
        return self._tested(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            node.operand = self._call(node.operand, "test", node.operand)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.ifs = [self._call(c, "test", c) for c in node.ifs]
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        node.values = [self._call(v, "truth", v) for v in node.values]
        return node

    def visit_Match(self, node: Any) -> Any:
        constants = [
            ast.copy_location(ast.Constant(value.value), node)
            for case in node.cases
            for value in _pattern_values(case.pattern)
            if isinstance(value, ast.Constant)
        ]
        self.generic_visit(node)
        listed = ast.Tuple(list(constants), ast.Load())
        node.subject = self._call(node.subject, "match", node.subject, listed)
        for case in node.cases:
            mark = ast.Expr(self._call(case.body[0], "case"))
            case.body.insert(0, ast.copy_location(mark, case.body[0]))
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> Any:
        return self._function(node)

    def _function(self, node: Any) -> Any:
        returns, decorators = node.returns, node.decorator_list
        node.returns, node.decorator_list = None, []
        self.generic_visit(node)
        node.returns, node.decorator_list = returns, decorators
        return node

    def _tested(self, node: Any) -> Any:
        self.generic_visit(node)
        node.test = self._call(node.test, "test", node.test)
        return node

    def _call(self, node: Any, name: str, *args: ast.expr) -> ast.Call:
        position = [ast.Constant(node.lineno), ast.Constant(node.col_offset)]
        made = ast.Call(ast.Name(PREFIX + name, ast.Load()), [*position, *args], [])
        ast.copy_location(made, node)
        for part in (made.func, *position):
            ast.copy_location(part, node)
        return made


def instrumented(tree: ast.Module) -> ast.Module:
    """The same program with everything watched."""
    made = Instrument().visit(tree)
    return ast.fix_missing_locations(made)  # type: ignore[no-any-return]


def _repeatable(node: ast.expr) -> bool:
    """Whether evaluating `node` twice is the same as once, as in `18 <= person.age < 65`."""
    if isinstance(node, (ast.Name, ast.Constant)):
        return True
    if isinstance(node, ast.Attribute):
        return _repeatable(node.value)
    if isinstance(node, ast.Subscript):
        return _repeatable(node.value) and isinstance(node.slice, (ast.Constant, ast.Name))
    return False


def _pattern_values(pattern: Any) -> list[Any]:
    found = [p for p in ast.walk(pattern) if type(p).__name__ == "MatchValue"]
    return [getattr(p, "value", None) for p in found]


def _has_slice(node: ast.AST | None) -> bool:
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return any(isinstance(p, (ast.Slice, ast.Starred)) for p in parts)
