"""How each kind of expression is evaluated when the values of its parts are known."""

from __future__ import annotations

import ast
import datetime
import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from evenhand.check.reading.classes import is_enum, own_assignments
from evenhand.check.reading.node_handlers import on
from evenhand.repair.rewrite.evaluator import EvaluationRules, Evaluator, Member, UnknownError
from evenhand.repair.rewrite.source_text import ListValue

METHODS = {
    str: frozenset(
        "lower upper strip lstrip rstrip title capitalize casefold startswith endswith "
        "replace isdigit isalpha".split()
    ),
    dict: frozenset({"get"}),
}
"""Methods that are called on known values."""
ENTRIES = frozenset({"items", "keys", "values"})
"""Methods of a table that give all that it has."""
FUNCTIONS: Mapping[str, Callable[..., object]] = {
    "str": str, "int": int, "float": float, "bool": bool, "len": len, "abs": abs, "min": min,
    "max": max, "round": round, "set": frozenset, "frozenset": frozenset, "tuple": tuple,
    "list": ListValue, "enumerate": lambda items: tuple(enumerate(items)),
    "reversed": lambda items: tuple(reversed(items)),
    "sorted": lambda items: ListValue(sorted(items)),
}  # fmt: skip
"""Built-in functions that are called with known values."""
TYPES: Mapping[str, type] = {
    "str": str, "int": int, "float": float, "bool": bool, "dict": dict, "list": list,
}  # fmt: skip
OPERATORS: Mapping[type[ast.AST], Callable[[Any, Any], object]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Is: lambda left, right: _is_same(left, right),
    ast.IsNot: lambda left, right: not _is_same(left, right),
    ast.In: lambda item, group: item in group,
    ast.NotIn: lambda item, group: item not in group,
    ast.BitAnd: lambda left, right: _flag(left) & _flag(right),
    ast.BitOr: lambda left, right: _flag(left) | _flag(right),
}  # fmt: skip
COLUMN_METHODS: Mapping[str, Callable[..., object]] = {
    "isin": lambda value, group: value in group,
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le,
    "gt": operator.gt, "ge": operator.ge,
    "between": lambda value, low, high: low <= value <= high,
    "map": lambda value, table: table[value],
    "replace": lambda value, table: table.get(value, value),
    "astype": lambda value, kind: kind(value),
    "fillna": lambda value, other: value,
}  # fmt: skip
"""Methods of a table's column that treat each row alike, applied to one row."""
MISSING_TESTS = {"isnull": True, "isna": True, "notnull": False, "notna": False}
"""Functions of pandas that say of one value whether it is missing, or is not."""
DATE_PARTS = frozenset({"year", "month", "day"})
OF_ITEMS: Mapping[str, Callable[[Any], object]] = {
    "next": lambda items: items[0], "any": any, "all": all, "sum": sum, "max": max, "min": min,
}  # fmt: skip
"""Functions that are called with a generator over a table."""
LARGEST_TABLE = 200
"""Items of a table that a generator goes through."""
LARGEST = 10_000
"""Entries of a dict that is evaluated."""


def _constant(node: ast.Constant, evaluator: Evaluator) -> object:
    return node.value


def _name(node: ast.Name, evaluator: Evaluator) -> object:
    value = evaluator.bindings.value_of(node)
    if value is None:
        raise UnknownError
    return evaluator.value(value)


def _attribute(node: ast.Attribute, evaluator: Evaluator) -> object:
    member = _enum_member(node, evaluator)
    if member is not None:
        return member

    constant = _class_constant(node, evaluator)
    if constant is not None:
        return evaluator.value(constant)

    owner = evaluator.value(node.value)
    if isinstance(owner, Member) and node.attr == "value":
        return owner.value
    if isinstance(owner, Member) and node.attr == "name":
        return owner.text.rpartition(".")[2]
    if isinstance(owner, datetime.date) and node.attr in DATE_PARTS:
        return getattr(owner, node.attr)
    if isinstance(owner, str) and node.attr == "str":
        return owner  # `df["gender"].str.lower()`
    raise UnknownError


def _enum_member(node: ast.Attribute, evaluator: Evaluator) -> Member | None:
    """The member that `Gender.MALE` names."""
    symbols = evaluator.source.symbols
    klass = symbols.get(node.value.id) if isinstance(node.value, ast.Name) else None
    if not isinstance(klass, ast.ClassDef) or not is_enum(klass, symbols):
        return None

    value = own_assignments(klass, symbols).get(node.attr)
    if value is None or node.attr.startswith("_"):
        return None
    constant = value.value if isinstance(value, ast.Constant) else None
    return Member(f"{klass.name}.{node.attr}", constant)


def _class_constant(node: ast.Attribute, evaluator: Evaluator) -> ast.expr | None:
    """The value that a class gives to `Rules.limit` or `self.limit`, which nothing changes."""
    symbols, bindings = evaluator.source.symbols, evaluator.bindings
    if not isinstance(node.value, ast.Name):
        return None

    named = symbols.get(node.value.id)
    is_own = node.value.id in {"self", "cls"}
    klass = bindings.class_around(node) if is_own else named
    if not isinstance(klass, ast.ClassDef):
        return None
    if node.attr in bindings.attributes_set:
        return bindings.set_at_start(klass, node.attr) if is_own else None
    return own_assignments(klass, symbols).get(node.attr)


def _subscript(node: ast.Subscript, evaluator: Evaluator) -> object:
    owner = evaluator.value(node.value)
    if not isinstance(owner, (dict, tuple, str)):
        raise UnknownError
    key: Any = evaluator.value(node.slice)
    return owner[key]


def _sequence(node: ast.Tuple | ast.List, evaluator: Evaluator) -> object:
    made = ListValue if isinstance(node, ast.List) else tuple
    return made(evaluator.value(element) for element in node.elts)


def _set(node: ast.Set, evaluator: Evaluator) -> object:
    return frozenset(evaluator.value(element) for element in node.elts)


def _dict(node: ast.Dict, evaluator: Evaluator) -> object:
    if len(node.keys) > LARGEST:
        raise UnknownError

    entries: dict[object, object] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            raise UnknownError  # `{**others}`
        entries[evaluator.value(key)] = evaluator.value(value)
    return entries


def _unary(node: ast.UnaryOp, evaluator: Evaluator) -> object:
    value: Any = evaluator.value(node.operand)
    if isinstance(node.op, ast.Not):
        return not value
    if isinstance(node.op, ast.Invert):
        return not _flag(value)
    return -value if isinstance(node.op, ast.USub) else +value


def _binary(node: ast.BinOp, evaluator: Evaluator) -> object:
    if type(node.op) not in OPERATORS:
        raise UnknownError

    left, right = evaluator.value(node.left), evaluator.value(node.right)
    are_numbers = isinstance(left, (int, float)) and isinstance(right, (int, float))
    are_texts = isinstance(left, str) and isinstance(right, str)
    if not are_numbers and not (are_texts and isinstance(node.op, ast.Add)):
        raise UnknownError
    return OPERATORS[type(node.op)](left, right)


def _comparison(node: ast.Compare, evaluator: Evaluator) -> object:
    left = evaluator.value(node.left)
    for comparison, comparator in zip(node.ops, node.comparators, strict=True):
        right = evaluator.value(comparator)
        if not OPERATORS[type(comparison)](left, right):
            return False
        left = right
    return True


def _boolean(node: ast.BoolOp, evaluator: Evaluator) -> object:
    goes_on_while = isinstance(node.op, ast.And)
    value: object = None
    for operand in node.values:
        value = evaluator.value(operand)
        if bool(value) is not goes_on_while:
            return value
    return value


def _conditional(node: ast.IfExp, evaluator: Evaluator) -> object:
    return evaluator.value(node.body if evaluator.value(node.test) else node.orelse)


def _call(node: ast.Call, evaluator: Evaluator) -> object:
    if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
        raise UnknownError
    if isinstance(node.func, ast.Name):
        return _function_call(node.func.id, node, evaluator)
    if isinstance(node.func, ast.Attribute):
        return _method_call(node.func, node, evaluator)
    raise UnknownError


def _function_call(name: str, node: ast.Call, evaluator: Evaluator) -> object:
    if name in evaluator.source.symbols:
        raise UnknownError  # the file's own function of that name
    if name == "isinstance" and len(node.args) == 2:
        return _type_check(node, evaluator)
    if name in OF_ITEMS and isinstance(node.args[0], ast.GeneratorExp):
        return _of_items(name, node, evaluator)
    if name not in FUNCTIONS:
        raise UnknownError
    return FUNCTIONS[name](*(evaluator.value(argument) for argument in node.args))


def _of_items(name: str, node: ast.Call, evaluator: Evaluator) -> object:
    """`next(rate for low, high, rate in BANDS if low <= age < high)`, and its like."""
    generator, *defaults = node.args
    assert isinstance(generator, ast.GeneratorExp)
    items = tuple(_generated(generator, evaluator))
    if name == "next" and not items:
        return evaluator.value(defaults[0])  # an IndexError means that nothing is known
    return OF_ITEMS[name](items)


def _generated(node: ast.GeneratorExp, evaluator: Evaluator) -> Iterator[object]:
    """What a generator gives for the items of a table that is known."""
    if len(node.generators) != 1:
        raise UnknownError
    (loop,) = node.generators
    items: Any = evaluator.value(loop.iter)
    if not isinstance(items, (tuple, dict)) or len(items) > LARGEST_TABLE:
        raise UnknownError
    for item in items:
        within = evaluator.with_names(bound_names(loop.target, item), [*loop.ifs, node.elt])
        if all(within.value(condition) for condition in loop.ifs):
            yield within.value(node.elt)


def bound_names(target: ast.expr, item: Any) -> Mapping[str, object]:
    """The names that a loop binds to an item."""
    if isinstance(target, ast.Name):
        return {target.id: item}
    if not isinstance(target, ast.Tuple) or not isinstance(item, tuple):
        raise UnknownError
    names = [part.id for part in target.elts if isinstance(part, ast.Name)]
    if len(names) != len(target.elts) or len(names) != len(item):
        raise UnknownError
    return dict(zip(names, item, strict=True))


def _type_check(node: ast.Call, evaluator: Evaluator) -> bool:
    value, kind = node.args
    types: list[type] = []
    for alternative in kind.elts if isinstance(kind, ast.Tuple) else [kind]:
        known_type = _type(alternative)
        if known_type is None:
            raise UnknownError
        types.append(known_type)
    return isinstance(evaluator.value(value), tuple(types))


def _method_call(method: ast.Attribute, node: ast.Call, evaluator: Evaluator) -> object:
    name = method.attr
    if name in MISSING_TESTS and len(node.args) == 1:
        return (evaluator.value(node.args[0]) is None) is MISSING_TESTS[name]

    owner = evaluator.value(method.value)
    if isinstance(owner, dict) and name in ENTRIES and not node.args:
        return tuple(getattr(owner, name)())
    if any(isinstance(owner, kind) and name in names for kind, names in METHODS.items()):
        return getattr(owner, name)(*(evaluator.value(argument) for argument in node.args))

    if name in COLUMN_METHODS and isinstance(owner, (str, int, float)):
        arguments = [_type(argument) or evaluator.value(argument) for argument in node.args]
        return COLUMN_METHODS[name](owner, *arguments)
    raise UnknownError


def _formatted_text(node: ast.JoinedStr, evaluator: Evaluator) -> object:
    return "".join(_text_piece(piece, evaluator) for piece in node.values)


def _text_piece(piece: ast.expr, evaluator: Evaluator) -> Any:
    if not isinstance(piece, ast.FormattedValue):
        return evaluator.value(piece)
    if piece.format_spec is not None or piece.conversion != -1:
        raise UnknownError
    return str(evaluator.value(piece.value))


def _type(node: ast.expr) -> type | None:
    return TYPES.get(node.id) if isinstance(node, ast.Name) else None


def _is_same(left: object, right: object) -> bool:
    return left == right if isinstance(left, Member) else left is right


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise UnknownError  # bits of a number
    return value


EVALUATION_RULES: EvaluationRules = dict(
    [
        on(ast.Constant, _constant),
        on(ast.Name, _name),
        on(ast.Attribute, _attribute),
        on(ast.Subscript, _subscript),
        on(ast.Tuple, _sequence),
        on(ast.List, _sequence),
        on(ast.Set, _set),
        on(ast.Dict, _dict),
        on(ast.UnaryOp, _unary),
        on(ast.BinOp, _binary),
        on(ast.Compare, _comparison),
        on(ast.BoolOp, _boolean),
        on(ast.IfExp, _conditional),
        on(ast.Call, _call),
        on(ast.JoinedStr, _formatted_text),
    ]
)
"""Every expression that can be evaluated; all others are unknown."""
