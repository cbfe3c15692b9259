"""Uses of a record that may read any of its fields: all but those that name the one they read.

`name, years = person` reads the age of a named tuple, and so do `person[1]`, `f(*person)`,
`case (_, years)` and a loop over it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.classes import method
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.frameworks.odoo_records import is_set_of_records
from evenhand.check.reading.record_members import MEMBERS_OF_ALL
from evenhand.check.reading.source import Source, constant_text
from evenhand.check.reading.tracing.abstract_values import Value

MOVING = (
    ast.AnnAssign, ast.Assert, ast.Await, ast.BoolOp, ast.Expr, ast.GeneratorExp, ast.If,
    ast.IfExp, ast.Lambda, ast.List, ast.ListComp, ast.NamedExpr, ast.Raise, ast.Return,
    ast.Tuple, ast.While, ast.With, ast.AsyncWith, ast.Yield,
)  # fmt: skip
"""What hands a record on, or asks whether there is one. A call hands it to a helper, or the rule
for calls of other functions says what they read."""
BY_KEY = frozenset({"get", "pop", "setdefault", "__getitem__"})
"""Methods of a dict that are given the key of one field."""


def records_in(value: Value, source: Source) -> Iterator[AccessPath]:
    """The records that a value may be of which all fields are known."""
    for path in value.own_paths:
        is_dict = path.shows(Evidence.ANNOTATED) and bool(path.keys)
        is_object = path.klass is not None and not path.shows(Evidence.ENUM)
        if is_dict or (is_object and not _is_many(path, source)):
            yield path
    path_of_object = value.instance.path if value.instance is not None else None
    if value.derived and path_of_object is not None:
        yield path_of_object


def names_its_part(
    around: ast.AST | None, node: ast.expr, record: AccessPath, symbols: Mapping[str, ast.AST]
) -> bool:
    """Whether `around` only hands on the record that its part `node` is, or names a field of it."""
    match around:
        case ast.Attribute(attr=name):
            return _is_field(record, name, symbols) or name not in MEMBERS_OF_ALL
        case ast.Subscript(value=owner, slice=key):
            is_by_key = owner is node and record.klass is None
            return is_by_key and constant_text(key) is not None
        case ast.Call():
            return _is_handed_on(around, node, record, symbols)
        case ast.Compare(ops=[operator], comparators=[other]):
            asks_for_key = isinstance(operator, (ast.In, ast.NotIn)) and other is node
            is_same = isinstance(operator, (ast.Is, ast.IsNot))
            return is_same or (asks_for_key and record.klass is None)
        case ast.Assign(value=value, targets=targets):
            return value is not node or all(map(_takes_whole, targets))
        case ast.For(iter=value) | ast.AsyncFor(iter=value) | ast.AugAssign(value=value):
            return value is not node
        case ast.Dict(keys=keys):
            return not any(key is node for key in keys)
        case ast.ListComp(generators=parts) | ast.GeneratorExp(generators=parts):
            return not any(part.iter is node for part in parts)
        case ast.Match() | None:
            return True
        case ast.UnaryOp(op=operator):
            return isinstance(operator, ast.Not)
    return isinstance(around, MOVING)


def names_one_part(around: ast.AST | None, node: ast.expr) -> bool:
    """Whether `around` names the one part of a list or dict that it reads: `self.answers[0]`."""
    match around:
        case ast.Subscript(value=owner, slice=ast.Constant()):
            return owner is node
    return False


def _takes_whole(target: ast.expr) -> bool:
    """Whether a target is given a record as it is: `a, b` and `rows[:]` take it apart."""
    if isinstance(target, ast.Subscript):
        return not isinstance(target.slice, ast.Slice)
    return isinstance(target, (ast.Name, ast.Attribute))


def _is_handed_on(
    call: ast.Call, node: ast.expr, record: AccessPath, symbols: Mapping[str, ast.AST]
) -> bool:
    """Whether a call is one of a method that is followed, or gets the record as an argument."""
    called = call.func
    if not isinstance(called, ast.Attribute) or called.value is not node:
        return not any(part.value is node and part.arg is None for part in call.keywords)
    if _is_field(record, called.attr, symbols):
        return True
    key = constant_text(call.args[0]) if call.args else None
    return called.attr in BY_KEY and key is not None and record.klass is None


def _is_field(record: AccessPath, name: str, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether a name is that of a field, or of a method of the workspace."""
    is_method = record.klass is not None and method(record.klass, name, symbols) is not None
    return is_method or name in record.attributes


def _is_many(path: AccessPath, source: Source) -> bool:
    """Whether it stands for any number of records, as those of Odoo do."""
    return path.klass is not None and is_set_of_records(path.klass, source.modules)


def place_of(around: ast.AST | None) -> ast.expr | None:
    """The expression whose value a statement or a comprehension takes apart."""
    match around:
        case ast.Assign(value=value) | ast.For(iter=value) | ast.AsyncFor(iter=value):
            return value
        case ast.Match(subject=value):
            return value
        case ast.ListComp(generators=[part, *_]) | ast.SetComp(generators=[part, *_]):
            return part.iter
        case ast.GeneratorExp(generators=[part, *_]) | ast.DictComp(generators=[part, *_]):
            return part.iter
    return around if isinstance(around, ast.expr) else None
