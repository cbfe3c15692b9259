"""What an expression is once an attribute's value is known, worked out without running it."""

from __future__ import annotations

import ast
import datetime
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from evenhand.check.reading.classes import enum_members, is_enum
from evenhand.check.reading.source import Source
from evenhand.repair.rewrite.bindings import Bindings

METHODS = {
    str: frozenset(
        "lower upper strip lstrip rstrip title capitalize casefold startswith endswith "
        "replace isdigit isalpha".split()
    ),
    dict: frozenset({"get"}),
}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "str": str, "int": int, "float": float, "bool": bool, "len": len, "abs": abs, "min": min,
    "max": max, "round": round, "set": frozenset, "frozenset": frozenset, "tuple": tuple,
}  # fmt: skip
TYPES: dict[str, type] = {
    "str": str,
    "int": int,
    "float": float,
    "bool": bool,
    "dict": dict,
    "list": list,
}
OPERATORS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Is: lambda one, other: _same(one, other),
    ast.IsNot: lambda one, other: not _same(one, other),
    ast.In: lambda one, other: one in other, ast.NotIn: lambda one, other: one not in other,
    ast.BitAnd: lambda one, other: _flag(one) & _flag(other),
    ast.BitOr: lambda one, other: _flag(one) | _flag(other),
}  # fmt: skip
SERIES = {
    "isin": lambda value, among: value in among,
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le,
    "gt": operator.gt, "ge": operator.ge,
    "between": lambda value, low, high: low <= value <= high,
    "map": lambda value, table: table[value],
    "replace": lambda value, table: table.get(value, value),
    "astype": lambda value, kind: kind(value),
    "fillna": lambda value, other: value,
}  # fmt: skip
"""Methods of a column that treat each row alike, applied to one row."""
LARGEST = 10_000


class UnknownError(Exception):
    """The expression depends on something else, or does what is not followed."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an enumeration of the file."""

    text: str
    """As the source writes it: `Gender.MALE`."""
    value: object = field(compare=False, default=None)

    def __str__(self) -> str:
        return self.text


@dataclass(slots=True)
class Evaluator:
    """Evaluates expressions in which some nodes and names are known."""

    source: Source
    known: Mapping[int, object]
    """By node identity: the value of a read."""
    bindings: Bindings
    touched: bool = False
    """Whether the last evaluation met a known node."""
    _memo: dict[int, tuple[object, bool]] = field(default_factory=dict)

    def value(self, node: ast.expr) -> tuple[object, bool]:
        """The value, and whether it follows from what is known; raises UnknownError."""
        if id(node) not in self._memo:
            outer, self.touched = self.touched, False
            try:
                value = self._evaluate(node)
                self._memo[id(node)] = (value, self.touched)
            except UnknownError:
                self._memo[id(node)] = (UnknownError, self.touched)
            except Exception:
                self._memo[id(node)] = (UnknownError, self.touched)
            self.touched = outer
        value, touched = self._memo[id(node)]
        self.touched = self.touched or touched
        if value is UnknownError:
            raise UnknownError
        return value, touched

    def _of(self, node: ast.expr) -> Any:
        return self.value(node)[0]

    def _evaluate(self, node: ast.expr) -> object:
        if id(node) in self.known:
            self.touched = True
            return self.known[id(node)]
        handler = getattr(self, f"_{type(node).__name__.lower()}", None)
        if handler is None:
            raise UnknownError
        return handler(node)

    def _constant(self, node: ast.Constant) -> object:
        return node.value

    def _name(self, node: ast.Name) -> object:
        bound = self.bindings.value_of(node)
        if bound is None:
            raise UnknownError
        return self._of(bound)

    def _attribute(self, node: ast.Attribute) -> object:
        if isinstance(node.value, ast.Name):
            klass = self.source.symbols.get(node.value.id)
            if isinstance(klass, ast.ClassDef) and is_enum(klass, self.source.symbols):
                for name, value in enum_members(klass):
                    if name == node.attr:
                        return Member(f"{klass.name}.{name}", value)
        owner = self._of(node.value)
        if isinstance(owner, Member) and node.attr == "value":
            return owner.value
        if isinstance(owner, Member) and node.attr == "name":
            return owner.text.rpartition(".")[2]
        if isinstance(owner, datetime.date) and node.attr in {"year", "month", "day"}:
            return getattr(owner, node.attr)
        if isinstance(owner, str) and node.attr == "str":
            return owner  # `df["gender"].str.lower()`
        raise UnknownError

    def _subscript(self, node: ast.Subscript) -> object:
        owner = self._of(node.value)
        if not isinstance(owner, (dict, tuple, str)):
            raise UnknownError
        return owner[self._of(node.slice)]

    def _tuple(self, node: ast.Tuple | ast.List) -> object:
        return tuple(self._of(e) for e in node.elts)

    _list = _tuple

    def _set(self, node: ast.Set) -> object:
        return frozenset(self._of(e) for e in node.elts)

    def _dict(self, node: ast.Dict) -> object:
        if any(k is None for k in node.keys) or len(node.keys) > LARGEST:
            raise UnknownError
        pairs = zip(node.keys, node.values, strict=True)
        return {self._of(k): self._of(v) for k, v in pairs if k is not None}

    def _unaryop(self, node: ast.UnaryOp) -> object:
        value = self._of(node.operand)
        if isinstance(node.op, ast.Not):
            return not value
        if isinstance(node.op, ast.Invert):
            return not _flag(value)
        return -value if isinstance(node.op, ast.USub) else +value

    def _binop(self, node: ast.BinOp) -> object:
        if type(node.op) not in OPERATORS:
            raise UnknownError
        one, other = self._of(node.left), self._of(node.right)
        numbers = isinstance(one, (int, float)) and isinstance(other, (int, float))
        words = isinstance(one, str) and isinstance(other, str) and isinstance(node.op, ast.Add)
        if not numbers and not words:
            raise UnknownError
        return OPERATORS[type(node.op)](one, other)

    def _compare(self, node: ast.Compare) -> object:
        left = self._of(node.left)
        for op, comparator in zip(node.ops, node.comparators, strict=True):
            right = self._of(comparator)
            if not OPERATORS[type(op)](left, right):
                return False
            left = right
        return True

    def _boolop(self, node: ast.BoolOp) -> object:
        value: object = None
        for part in node.values:
            value = self._of(part)
            if bool(value) != isinstance(node.op, ast.And):
                return value
        return value

    def _ifexp(self, node: ast.IfExp) -> object:
        return self._of(node.body if self._of(node.test) else node.orelse)

    def _call(self, node: ast.Call) -> object:
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            raise UnknownError
        if isinstance(node.func, ast.Name):
            return self._function(node.func.id, node)
        if not isinstance(node.func, ast.Attribute):
            raise UnknownError
        owner = self._of(node.func.value)
        name = node.func.attr
        if any(isinstance(owner, kind) and name in names for kind, names in METHODS.items()):
            return getattr(owner, name)(*(self._of(a) for a in node.args))
        if name in SERIES and isinstance(owner, (str, int, float)):
            arguments = [_type(a) or self._of(a) for a in node.args]
            return SERIES[name](owner, *arguments)  # type: ignore[operator]
        raise UnknownError

    def _function(self, name: str, node: ast.Call) -> object:
        if name in self.source.symbols:
            raise UnknownError
        if name == "isinstance" and len(node.args) == 2:
            asked = node.args[1]
            kinds = [_type(k) for k in (asked.elts if isinstance(asked, ast.Tuple) else [asked])]
            if None in kinds:
                raise UnknownError
            return isinstance(self._of(node.args[0]), tuple(k for k in kinds if k is not None))
        if name not in FUNCTIONS:
            raise UnknownError
        return FUNCTIONS[name](*(self._of(a) for a in node.args))

    def _joinedstr(self, node: ast.JoinedStr) -> object:
        parts = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                if part.format_spec is not None or part.conversion != -1:
                    raise UnknownError
                parts.append(str(self._of(part.value)))
            else:
                parts.append(self._of(part))
        return "".join(parts)


def _type(node: ast.expr) -> type | None:
    return TYPES.get(node.id) if isinstance(node, ast.Name) else None


def _same(one: object, other: object) -> bool:
    return one == other if isinstance(one, Member) else one is other


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise UnknownError
    return value
