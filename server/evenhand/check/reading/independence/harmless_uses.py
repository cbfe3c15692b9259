"""What becomes of a value in the expression or statement around it.

Only uses that decide nothing are known here. For every other one the answer is None.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import StrEnum

from evenhand.check.reading.node_handlers import Handlers, on
from evenhand.check.reading.source import constant_text

COPYING = frozenset({"dict", "list", "tuple", "deepcopy", "copy", "enumerate"})
COLLECTING = frozenset({"append", "insert", "extend", "update"})
LOGGERS = frozenset({"logger", "logging", "log", "_logger", "LOGGER"})
RECORDS = frozenset({"dict", "SimpleNamespace"})
HOLDERS = RECORDS | {"list", "tuple"}
"""Functions that make a container of what they are given."""


class Kind(StrEnum):
    """How an expression holds the value that is followed."""

    PERSON = "person"
    """The value can be read from it: a record, a list of records."""
    VALUE = "value"
    TEXT = "text"
    """Text in which the value is written."""
    HOLDER = "holder"
    """A new container or object into which the value was put."""

    @property
    def is_written(self) -> bool:
        """Whether the value itself is all that it holds, as it is or as text."""
        return self in {Kind.VALUE, Kind.TEXT}

    @property
    def exists_anyway(self) -> bool:
        """Whether it is there for every value: a record, or a container with an entry."""
        return self in {Kind.PERSON, Kind.HOLDER}


@dataclass(frozen=True, slots=True)
class Held:
    """An expression that holds the value."""

    node: ast.AST
    kind: Kind
    field: str
    """The key or attribute of a person that holds the value."""


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


DROPPED, SHOWN = Use(), Use(shown=True)
AS_TEXT, IN_HOLDER = Use(becomes=Kind.TEXT), Use(becomes=Kind.HOLDER)


def use_of(around: ast.AST, held: Held) -> Use | None:
    """What `around` does with the value that its part `held` holds; None: it may decide."""
    handler = USES.get(type(around))
    return handler(around, held) if handler is not None else None


# ---------------------------------------------------------------- statements


def _returned(around: ast.Return | ast.Yield | ast.YieldFrom | ast.Raise, held: Held) -> Use | None:
    return SHOWN


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
    if around.iter is not held.node or held.kind is not Kind.PERSON:
        return None
    return Use(targets=(around.target,))


def _tested(around: ast.AST, held: Held) -> Use | None:
    """Whether there is a record, or an entry in a list, does not depend on the value."""
    return DROPPED if held.kind.exists_anyway else None


# ---------------------------------------------------------------- parts of records


def _attribute(around: ast.Attribute, held: Held) -> Use | None:
    if isinstance(around.ctx, ast.Store):
        return _set_in(held)
    if held.kind is not Kind.PERSON or around.attr.startswith("__"):
        return None
    return _field(around.attr, held)


def _subscript(around: ast.Subscript, held: Held) -> Use | None:
    if around.value is not held.node:
        return None
    if isinstance(around.ctx, ast.Store):
        return _set_in(held)

    key = around.slice.value if isinstance(around.slice, ast.Constant) else None
    if held.kind is not Kind.PERSON or key is None:
        return None
    if isinstance(key, int):
        return Use(becomes=Kind.PERSON)
    return _field(key, held)


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
    is_value = any(value is held.node for value in around.values)
    return IN_HOLDER if is_value else None


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
    if len(around.ops) != 1 or held.kind is not Kind.PERSON:
        return None

    operands = (around.left, around.comparators[0])
    has_constant = any(isinstance(operand, ast.Constant) for operand in operands)
    if not has_constant:
        return None

    operator = around.ops[0]
    asks_if_same = isinstance(operator, (ast.Is, ast.IsNot))
    asks_for_key = isinstance(operator, (ast.In, ast.NotIn)) and around.left is not held.node
    return DROPPED if asks_if_same or asks_for_key else None


def _denied(around: ast.UnaryOp, held: Held) -> Use | None:
    if not isinstance(around.op, ast.Not):
        return None
    return _tested(around, held)


# ---------------------------------------------------------------- calls


def _called(around: ast.Call, held: Held) -> Use | None:
    if around.func is held.node:
        return None
    if isinstance(around.func, ast.Attribute):
        return _passed_to_method(around.func, held.kind)
    if isinstance(around.func, ast.Name):
        return _passed_to(around.func.id, held.kind)
    return None


def _passed_to(name: str, kind: Kind) -> Use | None:
    if name in COPYING and kind is Kind.PERSON:
        return Use(becomes=kind)
    if name in HOLDERS and kind is not Kind.TEXT:
        return IN_HOLDER

    if kind.is_written:
        return _written_by(name)
    return DROPPED if name in {"len", "isinstance"} else None


def _written_by(name: str) -> Use | None:
    """What a function does with the value, or with text in which it is written."""
    if name == "print":
        return SHOWN

    makes_text = name == "str" or name.endswith(("Error", "Exception", "Warning"))
    return AS_TEXT if makes_text else None


def _passed_to_method(method: ast.Attribute, kind: Kind) -> Use | None:
    owner, name = method.value, method.attr
    if isinstance(owner, ast.Name):
        return _passed_to_member(owner, name, kind)

    fills_text = name in {"format", "join"} and constant_text(owner) is not None
    return AS_TEXT if fills_text and kind is not Kind.PERSON else None


def _passed_to_member(owner: ast.Name, name: str, kind: Kind) -> Use | None:
    """`rows.append(...)`, `logger.info(...)`, `copy.deepcopy(...)`."""
    if name in COLLECTING:
        return Use(fills=owner)
    if owner.id in LOGGERS:
        return DROPPED

    if owner.id == "copy" and kind is Kind.PERSON:
        return Use(becomes=kind)
    if owner.id == "types" and name in RECORDS:
        return IN_HOLDER
    return None


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or constant_text(node) is not None


USES: Handlers[[Held], Use | None] = dict(
    (
        on(ast.Return, _returned),
        on(ast.Yield, _returned),
        on(ast.YieldFrom, _returned),
        on(ast.Raise, _returned),
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
        on(ast.Call, _called),
    )
)
"""What each kind of expression or statement does with a value in it."""
