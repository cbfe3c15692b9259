"""Make a module say what it compares, looks up and branches on.

The tree is rewritten so that comparisons, subscripts, a few methods and conditions go
through the functions of `Watcher`. What the program computes stays the same.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from typing import Any, Callable

PREFIX = "_evenhand_watch_"
OPERATORS = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip
FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
    "in": lambda a, b: a in b, "not in": lambda a, b: a not in b,
}  # fmt: skip
METHODS = frozenset(
    "get startswith endswith index count find isin between eq ne lt le gt ge match search "
    "fullmatch pop issubset issuperset intersection".split()
)
MAX_EVENTS = 400
MAX_ITEMS = 40
MAX_TEXT = 200


class Watcher:
    """Collects the events and branches of one call."""

    def __init__(self) -> None:
        self.active = False
        self.events: dict[Any, list[Any]] = {}
        self.branches: set[str] = set()

    def start(self) -> None:
        self.events, self.branches, self.active = {}, set(), True

    def stop(self) -> None:
        self.active = False

    def names(self) -> dict[str, Any]:
        """What the rewritten module finds among its globals."""
        return {
            PREFIX + "compare": self.compare,
            PREFIX + "test": self.test,
            PREFIX + "truth": self.truth,
            PREFIX + "item": self.item,
            PREFIX + "method": self.method,
            PREFIX + "match": self.match,
            PREFIX + "case": self.case,
        }

    def compare(self, line: int, column: int, op: str, left: Any, right: Any) -> Any:
        result = FUNCTIONS[op](left, right)
        if self.active:
            self.note(line, column, op, left, right, result)
        return result

    def test(self, line: int, column: int, value: Any) -> bool:
        """A condition: only its truth matters."""
        truth = bool(value)
        self.truth_of(line, column, value, truth)
        return truth

    def truth(self, line: int, column: int, value: Any) -> Any:
        """An operand of `and` or `or`: its value may be used."""
        if self.active and not _is_array(value):
            self.truth_of(line, column, value, bool(value))
        return value

    def truth_of(self, line: int, column: int, value: Any, truth: bool) -> None:
        if self.active:
            self.branches.add(f"{line}:{column}:{'+' if truth else '-'}")
            self.note(line, column, "truth", value, None, truth)

    def item(self, line: int, column: int, owner: Any, key: Any) -> Any:
        if self.active and isinstance(owner, (dict, list, tuple)):
            self.note(line, column, "[]", key, owner if isinstance(owner, dict) else None, None)
        return owner[key]

    def method(
        self, line: int, column: int, name: str, owner: Any, *args: Any, **kwargs: Any
    ) -> Any:
        if self.active:
            self._note_method(line, column, name, owner, args)
        return getattr(owner, name)(*args, **kwargs)

    def match(self, line: int, column: int, subject: Any, constants: tuple[Any, ...]) -> Any:
        if self.active:
            self.note(line, column, "in", subject, constants, None)
            if isinstance(subject, (tuple, list)):
                for part in subject:
                    self.note(line, column, "in", part, constants, None)
            elif isinstance(subject, dict):
                for part in list(subject.values())[:MAX_ITEMS]:
                    self.note(line, column, "in", part, constants, None)
        return subject

    def case(self, line: int, column: int) -> None:
        if self.active:
            self.branches.add(f"{line}:{column}:+")

    def note(self, line: int, column: int, op: str, left: Any, right: Any, result: Any) -> None:
        """Remember one event; sequences compared with a scalar are noted by element."""
        if len(self.events) >= MAX_EVENTS:
            return
        try:
            if _is_array(left) or _is_array(right):
                self._note_array(line, column, op, left, right)
                return
            if isinstance(left, tuple) and isinstance(right, (dict, list, tuple, set)):
                self._note_tuples(line, column, op, left, right)
                return
            outcome = result if isinstance(result, bool) else None
            event = [line, column, op, operand(left), operand(right), outcome]
            self.events.setdefault(repr(event), event)
        except Exception:  # an operand's own methods may fail; the event is lost, no more
            return

    def _note_array(self, line: int, column: int, op: str, left: Any, right: Any) -> None:
        array, other, swapped = (left, right, False) if _is_array(left) else (right, left, True)
        values = list(dict.fromkeys(_listed(array)))[:12]
        others = _listed(other)[:12] if _is_array(other) else [other]
        for value in values:
            for scalar in others:
                pair = (scalar, value) if swapped else (value, scalar)
                event = [line, column, op, operand(pair[0]), operand(pair[1]), None]
                self.events.setdefault(repr(event), event)

    def _note_tuples(self, line: int, column: int, op: str, left: Any, right: Any) -> None:
        for index, part in enumerate(left):
            column_of = [
                k[index] for k in list(right)[:MAX_ITEMS] if isinstance(k, tuple) and len(k) > index
            ]
            self.note(line, column, op, part, column_of, None)

    def _note_method(self, line: int, column: int, name: str, owner: Any, args: Any) -> None:
        if not args:
            return
        if name in {"match", "search", "fullmatch"}:
            pattern, text = (
                (owner.pattern, args[0]) if isinstance(owner, re.Pattern) else (args[0], args[-1])
            )
            if isinstance(pattern, str) and isinstance(text, str):
                words = re.findall(r"[A-Za-z][A-Za-z -]+|\d+", pattern)
                self.note(line, column, "re", text, words, None)
        elif name in {"get", "pop"}:
            if isinstance(owner, dict):
                self.note(line, column, "[]", args[0], owner, None)
        elif name in {"index", "count"} and isinstance(owner, (list, tuple)):
            self.note(line, column, "in", args[0], list(owner), None)
        else:
            for argument in args[:2]:
                self.note(line, column, name, owner, argument, None)


def operand(value: Any) -> Any:
    """An operand as JSON: a scalar, a list of scalars, or None."""
    scalar = _scalar(value)
    if scalar is not None or value is None:
        return scalar
    if isinstance(value, dict):
        value = list(value)
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=repr)
    if isinstance(value, (list, tuple, range)):
        return [s for s in (_scalar(v) for v in list(value)[:MAX_ITEMS]) if s is not None]
    return None


def _scalar(value: Any) -> Any:
    kind = type(value)
    if kind is str:
        return value[:MAX_TEXT]
    if kind is bool:
        return value
    if kind is int:
        return value if abs(value) < 10**15 else None
    if kind is float:
        return value if math.isfinite(value) else None
    if kind.__module__ == "numpy" and hasattr(value, "item") and not _is_array(value):
        return _scalar(value.item())
    inner = getattr(value, "_value_", None)
    return _scalar(inner) if inner is not None and inner is not value else None


def _is_array(value: Any) -> bool:
    kind = type(value)
    return kind.__name__ in {"Series", "ndarray", "Index", "DataFrame", "Categorical"} and (
        kind.__module__.partition(".")[0] in {"numpy", "pandas"}
    )


def _listed(array: Any) -> list[Any]:
    if type(array).__name__ == "DataFrame" or getattr(array, "ndim", 1) != 1:
        return []
    return [v for v in array.tolist()[:60] if isinstance(v, (str, int, float, bool))]


class Instrument(ast.NodeTransformer):
    """Rewrites a module; positions are kept, so tracebacks name the right lines."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        known = all(type(op) in OPERATORS for op in node.ops)
        if not known or not all(_repeatable(c) for c in node.comparators[:-1]):
            return self.generic_visit(node)
        operands = [node.left, *node.comparators]
        parts = [
            self._call(node, "compare", ast.Constant(OPERATORS[type(op)]),
                       self.visit(_copy(operands[i])), self.visit(_copy(operands[i + 1])))
            for i, op in enumerate(node.ops)
        ]  # fmt: skip
        if len(parts) == 1:
            return parts[0]
        return ast.copy_location(ast.BoolOp(ast.And(), list(parts)), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or _has_slice(node.slice):
            return node
        return self._call(node, "item", node.value, node.slice)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in METHODS:
            return node
        made = self._call(node, "method", ast.Constant(node.func.attr), node.func.value, *node.args)
        made.keywords = node.keywords
        return made

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


def _copy(node: ast.expr) -> ast.expr:
    import copy

    return copy.deepcopy(node)
