"""Rewrites a module so that it reports what it compares, looks up and branches on.

Comparisons, subscripts, a few methods and conditions become calls of `Watcher`'s functions.
What the program computes stays the same.
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
"""The operators that are watched, as `Watcher.compare` names them."""
LOOKUPS = frozenset({"get", "pop"})
"""Methods whose first argument may be a key."""
METHODS = frozenset(
    "get startswith endswith index count find isin between eq ne lt le gt ge match search "
    "fullmatch findall finditer pop issubset issuperset intersection".split()
)
"""The methods whose arguments are watched."""


def instrumented(tree: ast.Module) -> ast.Module:
    """The same program with everything watched; `tree` itself is changed."""
    rewritten = Instrument().visit(tree)
    return ast.fix_missing_locations(rewritten)  # type: ignore[no-any-return]


class Instrument(ast.NodeTransformer):
    """Rewrites a module; positions are kept, so tracebacks name the right lines."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """`a < b < c` becomes `a < b and b < c` with both watched, if `b` can be read twice."""
        watched = all(type(op) in OPERATORS for op in node.ops)
        if not watched or not all(_repeatable(middle) for middle in node.comparators[:-1]):
            return self.generic_visit(node)

        comparisons: list[ast.expr] = []
        lefts = [node.left, *map(copy.deepcopy, node.comparators[:-1])]
        for op, left, right in zip(node.ops, lefts, node.comparators):
            operator = ast.Constant(OPERATORS[type(op)])
            operands = (self.visit(left), self.visit(right))
            comparisons.append(self._call(node, "compare", operator, *operands))

        if len(comparisons) == 1:
            return comparisons[0]
        return ast.copy_location(ast.BoolOp(ast.And(), comparisons), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or _has_slice(node.slice):
            return node
        if isinstance(node.slice, ast.Constant):  # a field of a record, which asks nothing
            return node

        return self._call(node, "item", node.value, node.slice)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in METHODS:
            return node
        if node.func.attr in LOOKUPS and node.args and isinstance(node.args[0], ast.Constant):
            return node

        name = ast.Constant(node.func.attr)
        node.func = self._call(node, "method", name, node.func.value)
        return node

    def visit_If(self, node: ast.If) -> Any:
        return self._tested(node)

    def visit_While(self, node: ast.While) -> Any:
        return self._tested(node)

    def visit_For(self, node: ast.For) -> Any:
        return self._counted(node)

    def visit_AsyncFor(self, node: ast.AsyncFor) -> Any:
        return self._counted(node)

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
        node.ifs = [self._call(condition, "test", condition) for condition in node.ifs]
        if not node.ifs:
            node.ifs = [self._step(node.target)]
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        node.values = [self._call(value, "truth", value) for value in node.values]
        return node

    def visit_Match(self, node: Any) -> Any:
        """The subject is watched with all constants of the patterns, and each case as a branch."""
        constants: list[ast.expr] = []
        for case in node.cases:
            for value in _pattern_constants(case.pattern):
                constants.append(ast.copy_location(ast.Constant(value), node))
        self.generic_visit(node)

        candidates = ast.Tuple(constants, ast.Load())
        node.subject = self._call(node.subject, "match", node.subject, candidates)
        for case in node.cases:
            mark = ast.Expr(self._call(case.body[0], "case"))
            case.body.insert(0, ast.copy_location(mark, case.body[0]))
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        self.generic_visit(node)
        mark = ast.Expr(self._call(node, "catch"))
        node.body.insert(0, ast.copy_location(mark, node))
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Annotations stay as they are: libraries read them."""
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
        """Everything but the decorators and the annotation of the result."""
        returns, decorators = node.returns, node.decorator_list
        node.returns, node.decorator_list = None, []

        self._counted(node)

        node.returns, node.decorator_list = returns, decorators
        return node

    def _counted(self, node: Any) -> Any:
        """A loop or a function that counts a step wherever its body begins."""
        self.generic_visit(node)
        place = 1 if _is_docstring(node.body[0]) else 0
        beside = node.body[min(place, len(node.body) - 1)]
        step = ast.Expr(self._step(beside))
        node.body.insert(place, ast.copy_location(step, beside))
        return node

    def _tested(self, node: Any) -> Any:
        self.generic_visit(node)
        node.test = self._call(node.test, "test", node.test)
        return node

    def _step(self, node: ast.AST) -> ast.Call:
        """A call that counts one step, at the position of `node`."""
        call = ast.Call(ast.Name(PREFIX + "step", ast.Load()), [], [])
        ast.copy_location(call, node)
        ast.copy_location(call.func, node)
        return call

    def _call(self, node: Any, name: str, *args: ast.expr) -> ast.Call:
        """A call of the watcher's function `name`, at the position of `node`."""
        position = [ast.Constant(node.lineno), ast.Constant(node.col_offset)]
        call = ast.Call(ast.Name(PREFIX + name, ast.Load()), [*position, *args], [])

        ast.copy_location(call, node)
        for part in (call.func, *position):
            ast.copy_location(part, node)
        return call


def _is_docstring(node: ast.stmt) -> bool:
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):
        return False
    return isinstance(node.value.value, str)


def _repeatable(node: ast.expr) -> bool:
    """Whether evaluating `node` twice is the same as once, as in `18 <= person.age < 65`."""
    if isinstance(node, (ast.Name, ast.Constant)):
        return True
    if isinstance(node, ast.Attribute):
        return _repeatable(node.value)
    if isinstance(node, ast.Subscript):
        return _repeatable(node.value) and isinstance(node.slice, (ast.Constant, ast.Name))
    return False


def _pattern_constants(pattern: Any) -> list[Any]:
    constants: list[Any] = []
    for part in ast.walk(pattern):
        value = getattr(part, "value", None)
        is_value = type(part).__name__ == "MatchValue"  # Python 3.9 has no such class
        if is_value and isinstance(value, ast.Constant):
            constants.append(value.value)
    return constants


def _has_slice(node: ast.AST | None) -> bool:
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return any(isinstance(p, (ast.Slice, ast.Starred)) for p in parts)
