"""What becomes of a value in the expression or statement around it.

Only uses that decide nothing are known here. For every other one the answer is None.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """How an expression holds the value that is followed."""

    PERSON = "person"
    """The value can be read from it: a record, a list of records."""
    VALUE = "value"
    TEXT = "text"
    """Text in which the value is written."""
    HOLDER = "holder"
    """A new container or object into which the value was put."""


@dataclass(frozen=True, slots=True)
class Use:
    """A use that decides nothing."""

    shown: bool = False
    """It ends in the outcome, as it is."""
    becomes: Kind | None = None
    """What the expression around it holds."""
    targets: tuple[ast.expr, ...] = ()
    """What is assigned the value."""
    fills: ast.expr | None = None
    """A container into which it is put."""


NOTHING, SHOWN = Use(), Use(shown=True)
COPYING = {"dict", "list", "tuple", "deepcopy", "copy", "enumerate"}
LOGGERS = {"logger", "logging", "log", "_logger", "LOGGER"}
RECORDS = {"dict", "SimpleNamespace"}


def use_of(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    """What `around` does with `node`, which holds the value; None where it may decide something.

    `field` is the key or attribute of a person under which the value stands.
    """
    rule = RULES.get(type(around))
    return rule(around, node, kind, field) if rule is not None else None


def _returned(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    return SHOWN


def _dropped(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    return NOTHING


def _same(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    return Use(becomes=kind)


def _assigned(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    if isinstance(around, ast.Assign) and around.value is node:
        return Use(targets=tuple(around.targets))
    if isinstance(around, ast.AnnAssign) and around.value is node:
        return Use(targets=(around.target,))
    if isinstance(around, ast.AugAssign) and around.value is node and kind is Kind.TEXT:
        return Use(targets=(around.target,))
    return None


def _attribute(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    assert isinstance(around, ast.Attribute)
    if isinstance(around.ctx, ast.Store):
        return NOTHING if kind is Kind.HOLDER else None
    if kind is not Kind.PERSON or around.attr.startswith("__"):
        return None
    return Use(becomes=Kind.VALUE) if around.attr == field else NOTHING


def _subscript(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    assert isinstance(around, ast.Subscript)
    if around.value is not node:
        return None
    if isinstance(around.ctx, ast.Store):
        return NOTHING if kind is Kind.HOLDER else None
    key = around.slice.value if isinstance(around.slice, ast.Constant) else None
    if kind is not Kind.PERSON or key is None:
        return None
    if isinstance(key, int):
        return Use(becomes=Kind.PERSON)
    return Use(becomes=Kind.VALUE) if key == field else NOTHING


def _display(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    return Use(becomes=Kind.HOLDER)


def _dict(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    assert isinstance(around, ast.Dict)
    return Use(becomes=Kind.HOLDER) if any(v is node for v in around.values) else None


def _formatted(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    assert isinstance(around, ast.FormattedValue)
    plain = around.value is node and around.format_spec is None
    return Use(becomes=Kind.TEXT) if plain and kind in {Kind.VALUE, Kind.TEXT} else None


def _joined(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    return Use(becomes=Kind.TEXT)


def _added(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    """Text behind text; two numbers would be computed with."""
    assert isinstance(around, ast.BinOp)
    if not isinstance(around.op, ast.Add):
        return None
    other = around.right if around.left is node else around.left
    written = isinstance(other, ast.JoinedStr) or (
        isinstance(other, ast.Constant) and isinstance(other.value, str)
    )
    return Use(becomes=Kind.TEXT) if kind is Kind.TEXT or (kind is Kind.VALUE and written) else None


def _chosen(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    assert isinstance(around, ast.IfExp)
    if around.test is node:
        return _asked(around, node, kind, field)
    return Use(becomes=kind)


def _looped(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    assert isinstance(around, (ast.For, ast.AsyncFor, ast.comprehension))
    if around.iter is node and kind is Kind.PERSON:
        return Use(targets=(around.target,))
    return None


def _comprised(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    assert isinstance(around, (ast.ListComp, ast.GeneratorExp))
    return Use(becomes=Kind.HOLDER) if around.elt is node else None


def _dict_comprised(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    assert isinstance(around, ast.DictComp)
    return Use(becomes=Kind.HOLDER) if around.value is node else None


def _asked(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    """Whether there is a record, or an entry in a list, does not depend on the value."""
    return NOTHING if kind in {Kind.PERSON, Kind.HOLDER} else None


def _compared(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    assert isinstance(around, ast.Compare)
    if len(around.ops) != 1 or kind is not Kind.PERSON:
        return None
    known = isinstance(around.left, ast.Constant) or isinstance(around.comparators[0], ast.Constant)
    presence = isinstance(around.ops[0], (ast.Is, ast.IsNot))
    presence |= isinstance(around.ops[0], (ast.In, ast.NotIn)) and around.left is not node
    return NOTHING if known and presence else None


def _denied(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    assert isinstance(around, ast.UnaryOp)
    return _asked(around, node, kind, field) if isinstance(around.op, ast.Not) else None


def _keyword(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    return Use(becomes=kind)  # the call around it decides


def _called(around: ast.AST, node: ast.AST, kind: Kind, field: str) -> Use | None:
    assert isinstance(around, ast.Call)
    if around.func is node:
        return None
    if isinstance(around.func, ast.Attribute):
        return _given_to_method(around, around.func, kind)
    return _given_to(around, around.func, kind) if isinstance(around.func, ast.Name) else None


def _given_to(call: ast.Call, function: ast.Name, kind: Kind) -> Use | None:
    name = function.id
    if name == "print":
        return SHOWN if kind in {Kind.VALUE, Kind.TEXT} else None
    if name in {"len", "isinstance"} and kind in {Kind.PERSON, Kind.HOLDER}:
        return NOTHING
    if name == "str" and kind in {Kind.VALUE, Kind.TEXT}:
        return Use(becomes=Kind.TEXT)
    if name in COPYING and kind is Kind.PERSON:
        return Use(becomes=kind)
    if name in RECORDS or name in {"list", "tuple"}:
        return Use(becomes=Kind.HOLDER) if kind is not Kind.TEXT else None
    if name.endswith(("Error", "Exception", "Warning")) and kind in {Kind.VALUE, Kind.TEXT}:
        return Use(becomes=Kind.TEXT)
    return None


def _given_to_method(call: ast.Call, method: ast.Attribute, kind: Kind) -> Use | None:
    owner = method.value
    if method.attr in {"append", "insert", "extend", "update"} and isinstance(owner, ast.Name):
        return Use(fills=owner)
    if isinstance(owner, ast.Name) and owner.id in LOGGERS:
        return NOTHING
    written = isinstance(owner, ast.Constant) and isinstance(owner.value, str)
    if written and (method.attr == "format" or (method.attr == "join" and kind is not Kind.PERSON)):
        return Use(becomes=Kind.TEXT) if kind is not Kind.PERSON else None
    if isinstance(owner, ast.Name) and owner.id == "copy" and kind is Kind.PERSON:
        return Use(becomes=kind)
    if isinstance(owner, ast.Name) and owner.id == "types" and method.attr in RECORDS:
        return Use(becomes=Kind.HOLDER)
    return None


Rule = Callable[[ast.AST, ast.AST, Kind, str], Use | None]
RULES: dict[type[ast.AST], Rule] = {
    ast.Return: _returned,
    ast.Yield: _returned,
    ast.YieldFrom: _returned,
    ast.Raise: _returned,
    ast.Expr: _dropped,
    ast.Await: _same,
    ast.Assign: _assigned,
    ast.AnnAssign: _assigned,
    ast.AugAssign: _assigned,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.List: _display,
    ast.Tuple: _display,
    ast.Dict: _dict,
    ast.FormattedValue: _formatted,
    ast.JoinedStr: _joined,
    ast.BinOp: _added,
    ast.IfExp: _chosen,
    ast.If: _asked,
    ast.While: _asked,
    ast.Compare: _compared,
    ast.UnaryOp: _denied,
    ast.For: _looped,
    ast.AsyncFor: _looped,
    ast.comprehension: _looped,
    ast.ListComp: _comprised,
    ast.GeneratorExp: _comprised,
    ast.DictComp: _dict_comprised,
    ast.keyword: _keyword,
    ast.Call: _called,
}
