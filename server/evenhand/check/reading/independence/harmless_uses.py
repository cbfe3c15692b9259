"""What becomes of a value in the expression or statement around it.

Only uses that decide nothing are known here. For every other one the answer is None.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache

from evenhand.check.reading.independence.followed_values import (
    AS_TEXT,
    DROPPED,
    IN_HOLDER,
    SHOWN,
    Held,
    Kind,
    Use,
)
from evenhand.check.reading.independence.harmless_calls import use_in_call
from evenhand.check.reading.node_handlers import Handlers, on
from evenhand.check.reading.record_members import MEMBERS_OF_ALL
from evenhand.check.reading.source import constant_text

WATCHING: Mapping[type[ast.AST], frozenset[str]] = {
    ast.Attribute: frozenset({"__getattr__", "__getattribute__", "__get__", "__set__"}),
    ast.Subscript: frozenset({"__getitem__", "__setitem__", "__missing__"}),
    ast.For: frozenset({"__iter__", "__next__", "__getitem__"}),
    ast.comprehension: frozenset({"__iter__", "__next__", "__getitem__"}),
    ast.AsyncFor: frozenset({"__aiter__", "__anext__"}),
    ast.Await: frozenset({"__await__"}),
    ast.BinOp: frozenset({"__add__", "__radd__"}),
    ast.AugAssign: frozenset({"__iadd__", "__add__", "__radd__"}),
    ast.Compare: frozenset({"__contains__", "__iter__", "__getitem__"}),
    **dict.fromkeys(
        (ast.If, ast.While, ast.UnaryOp, ast.IfExp), frozenset({"__bool__", "__len__"})
    ),
}
"""Methods by which an object may see the value in an expression or statement around it."""


def use_of(around: ast.AST, held: Held) -> Use | None:
    """What `around` does with the value that its part `held` holds; None: it may decide."""
    if held.names.meanings.defines(*WATCHING.get(type(around), ())):
        return None

    handler = USES.get(type(around))
    return handler(around, held) if handler is not None else None


# ---------------------------------------------------------------- statements


def _returned(around: ast.Return | ast.Yield | ast.YieldFrom, held: Held) -> Use | None:
    return SHOWN


def _raised(around: ast.Raise, held: Held) -> Use | None:
    return None if held.names.catches else SHOWN


def _dropped(around: ast.Expr, held: Held) -> Use | None:
    return DROPPED


def _assigned(around: ast.Assign, held: Held) -> Use | None:
    if around.value is not held.node:
        return None
    return Use(targets=tuple(around.targets))


def _annotated(around: ast.AnnAssign, held: Held) -> Use | None:
    if around.value is not held.node:
        return None
    return Use(targets=(around.target,))


def _augmented(around: ast.AugAssign, held: Held) -> Use | None:
    """Text is added to text; a number would be computed with."""
    if around.value is not held.node or held.kind is not Kind.TEXT:
        return None
    return Use(targets=(around.target,))


def _looped(around: ast.For | ast.AsyncFor | ast.comprehension, held: Held) -> Use | None:
    """Each of many records; the fields of one would be read without their names."""
    if around.iter is not held.node:
        return None
    if held.kind is Kind.PEOPLE:
        return Use(targets=(around.target,), given=Kind.PERSON)

    match around.target:
        case ast.Tuple(elts=[_, record]) if held.kind is Kind.NUMBERED:
            return Use(targets=(record,), given=Kind.PERSON)
    return None


def _tested(around: ast.AST, held: Held) -> Use | None:
    """Whether there is a record, or an entry in a list, does not depend on the value."""
    return DROPPED if held.kind.exists_anyway else None


# ---------------------------------------------------------------- parts of records


def _attribute(around: ast.Attribute, held: Held) -> Use | None:
    if isinstance(around.ctx, ast.Store):
        return _set_in(held)
    if held.kind is not Kind.PERSON or around.attr in MEMBERS_OF_ALL:
        return None
    return None if around.attr.startswith("__") else _field(around.attr, held)


def _subscript(around: ast.Subscript, held: Held) -> Use | None:
    if around.value is not held.node:
        return None
    if isinstance(around.ctx, ast.Store):
        return _set_in(held)

    key = around.slice.value if isinstance(around.slice, ast.Constant) else None
    if held.kind is Kind.PEOPLE and isinstance(key, int):
        return Use(becomes=Kind.PERSON)
    return _field(key, held) if held.kind is Kind.PERSON and isinstance(key, str) else None


def _set_in(owner: Held) -> Use | None:
    """Something else is put into `owner`."""
    return DROPPED if owner.kind is Kind.HOLDER else None


def _field(key: object, person: Held) -> Use:
    """One part of a person: the value itself, or another that does not matter."""
    return Use(becomes=Kind.VALUE) if key == person.field else DROPPED


# ---------------------------------------------------------------- containers and text


def _unchanged(around: ast.Await | ast.keyword, held: Held) -> Use | None:
    return Use(becomes=held.kind)


def _listed(around: ast.List | ast.Tuple, held: Held) -> Use | None:
    return IN_HOLDER


def _dictionary(around: ast.Dict, held: Held) -> Use | None:
    return IN_HOLDER if held.node in _values_of(around) else None


@lru_cache(maxsize=8)
def _values_of(dictionary: ast.Dict) -> frozenset[ast.AST]:
    """The values of a display, which is asked about once for each of them."""
    return frozenset(dictionary.values)


def _comprehension(around: ast.ListComp | ast.GeneratorExp, held: Held) -> Use | None:
    return IN_HOLDER if around.elt is held.node else None


def _dict_comprehension(around: ast.DictComp, held: Held) -> Use | None:
    return IN_HOLDER if around.value is held.node else None


def _formatted(around: ast.FormattedValue, held: Held) -> Use | None:
    is_plain = around.value is held.node and around.format_spec is None
    if not is_plain or not held.kind.is_written:
        return None
    return AS_TEXT


def _joined(around: ast.JoinedStr, held: Held) -> Use | None:
    return AS_TEXT


def _added(around: ast.BinOp, held: Held) -> Use | None:
    """Text behind text; two numbers would be computed with."""
    if not isinstance(around.op, ast.Add):
        return None
    if held.kind is Kind.TEXT:
        return AS_TEXT

    other = around.right if around.left is held.node else around.left
    is_text = held.kind is Kind.VALUE and _is_text(other)
    return AS_TEXT if is_text else None


# ---------------------------------------------------------------- conditions


def _chosen(around: ast.IfExp, held: Held) -> Use | None:
    if around.test is held.node:
        return _tested(around, held)
    return Use(becomes=held.kind)


def _compared(around: ast.Compare, held: Held) -> Use | None:
    """`person is None` and `"age" in person` look at the record alone."""
    if len(around.ops) != 1 or held.kind not in {Kind.PERSON, Kind.PEOPLE}:
        return None

    operands = (around.left, around.comparators[0])
    has_constant = any(isinstance(operand, ast.Constant) for operand in operands)
    if not has_constant:
        return None

    operator = around.ops[0]
    asks_if_same = isinstance(operator, (ast.Is, ast.IsNot))
    key = around.left.value if isinstance(around.left, ast.Constant) else None
    asks_for_key = isinstance(operator, (ast.In, ast.NotIn)) and key == held.field
    return DROPPED if asks_if_same or asks_for_key else None


def _denied(around: ast.UnaryOp, held: Held) -> Use | None:
    if not isinstance(around.op, ast.Not):
        return None
    return _tested(around, held)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or constant_text(node) is not None


USES: Handlers[[Held], Use | None] = dict(
    (
        on(ast.Return, _returned),
        on(ast.Yield, _returned),
        on(ast.YieldFrom, _returned),
        on(ast.Raise, _raised),
        on(ast.Expr, _dropped),
        on(ast.Assign, _assigned),
        on(ast.AnnAssign, _annotated),
        on(ast.AugAssign, _augmented),
        on(ast.For, _looped),
        on(ast.AsyncFor, _looped),
        on(ast.comprehension, _looped),
        on(ast.If, _tested),
        on(ast.While, _tested),
        on(ast.Attribute, _attribute),
        on(ast.Subscript, _subscript),
        on(ast.Await, _unchanged),
        on(ast.keyword, _unchanged),  # the call around it decides
        on(ast.List, _listed),
        on(ast.Tuple, _listed),
        on(ast.Dict, _dictionary),
        on(ast.ListComp, _comprehension),
        on(ast.GeneratorExp, _comprehension),
        on(ast.DictComp, _dict_comprehension),
        on(ast.FormattedValue, _formatted),
        on(ast.JoinedStr, _joined),
        on(ast.BinOp, _added),
        on(ast.IfExp, _chosen),
        on(ast.Compare, _compared),
        on(ast.UnaryOp, _denied),
        on(ast.Call, use_in_call),
    )
)
"""What each kind of expression or statement does with a value in it."""
