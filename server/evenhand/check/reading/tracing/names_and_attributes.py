"""What names and attributes may stand for."""

from __future__ import annotations

import ast

from evenhand.check.reading.access_paths import HELD, AccessPath, Via
from evenhand.check.reading.benefit_models import MEMBERS_OF_VALUE
from evenhand.check.reading.classes import (
    class_of,
    is_abstract,
    is_enum,
    is_property,
    method,
    nested_classes,
    own_assignments,
)
from evenhand.check.reading.enumerations import enum_members, enum_values
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.source import last_name
from evenhand.check.reading.subclasses import overriding
from evenhand.check.reading.table_libraries import ROW_MEMBERS, is_member, names_column
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Closure,
    Environment,
    Instance,
    Value,
    merge,
)
from evenhand.check.reading.tracing.asked_clock import note_part
from evenhand.check.reading.tracing.lookups import as_frame
from evenhand.check.reading.tracing.loose_columns import loose_column
from evenhand.check.reading.tracing.object_fields import as_constructed, field_of
from evenhand.check.reading.tracing.objects import instance_at, value_of
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.world import imported, listed, made_outside, root_at
from evenhand.check.reading.world_names import MANAGERS

FRAME_ACCESSORS = frozenset({"loc", "iloc", "at", "iat", "columns"})
PLACES = frozenset({"loc", "iloc", "at", "iat"})
"""What a column is asked for its values by: `df["age"].iloc[0]`."""
COLUMN_ACCESSORS = frozenset({"str", "dt", "cat", "values", "array"})
DATE_PARTS = frozenset({"year", "month", "day"})
DATE_WORDS = frozenset({"date", "birth", "birthday", "birthdate", "dob", "born"})
DATA = (ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.UnaryOp, ast.USub, ast.Load)
CONTENTS, SENDING = frozenset({"data", "raw_data"}), frozenset({"request", "req"})
"""Attributes of fields that hold what somebody sent, `form.age.data`; and what sends records."""
MOST_OVERRIDES = 12
"""Subclasses that a method is followed into."""
ENUM_FIELDS = frozenset({"value", "name"})
"""Attributes of an enumeration's members."""


def evaluate_name(node: ast.Name, tracer: Tracer, env: Environment) -> Value:
    """What is bound to the name, or what the module defines under it."""
    value = env.get(node.id)
    if value is None:
        return _symbol(tracer, node.id)

    tracer.touched.extend(value.paths)
    for path in value.paths:
        tracer.touched.extend(path.made_of)
    return value


def evaluate_attribute(node: ast.Attribute, tracer: Tracer, env: Environment) -> Value:
    """A member of a class, an attribute of an object, or a part of what is taken in."""
    if names_column(node, tracer.source.modules):
        return loose_column(tracer, Value(constants=(node.attr,)))
    path = listed(tracer, node, env)
    if path is not None:
        return Value((path,))
    if isinstance(node.value, ast.Attribute) and node.value.attr == MEMBERS_OF_VALUE:
        return _member_of_value(tracer.evaluate(node.value.value, env), node.attr)
    owner = tracer.evaluate(node.value, env)
    note_part(tracer, owner, node.attr)
    return attribute_of(tracer, owner, node.attr)


def _member_of_value(value: Value, name: str) -> Value:
    """`status == status.possible_values.MARRIED`: a word that the value may be."""
    for path in value.own_paths:
        path.facts.methods.add(MEMBERS_OF_VALUE)
        path.facts.note(name)
    return Value(constants=(name,))


def attribute_of(tracer: Tracer, owner: Value, name: str) -> Value:
    """What the attribute `name` of a value may be."""
    if name == "__dict__":
        tracer.mark_escaped(owner)

    if owner.klass is not None:
        return _class_attribute(tracer, owner.klass, name)
    if owner.instance is not None:
        return merge([_instance_attribute(tracer, each, name) for each in owner.objects])
    if owner.enum is not None and not owner.paths:
        return Value(constants=owner.constants) if name == "value" else NOTHING
    if owner.derived:
        return owner.computed() if owner.paths else NOTHING
    return merge([_path_attribute(tracer, path, name) for path in owner.paths])


def _symbol(tracer: Tracer, name: str) -> Value:
    """A module-level name; NOTHING for one that is defined by itself."""
    if name not in tracer.symbols:
        tracer.symbols[name] = NOTHING
        tracer.symbols[name] = _definition(tracer, name)

    return tracer.symbols[name]


def _definition(tracer: Tracer, name: str) -> Value:
    node = tracer.source.symbols.get(name)
    if node is None:
        return imported(tracer, name)
    klass = class_of(node)
    if klass is not None:
        return Value(klass=klass)
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return Value(closure=Closure(node, {}))
    if not isinstance(node, ast.expr):
        return NOTHING

    # Data may be long, and the functions of the file share it.
    literals = tracer.source.literals
    if name not in literals:
        literals[name] = tracer.apart().evaluate(node, {}) if _is_data(node) else None
    data: Value | None = literals[name]
    return data if data is not None else made_outside(tracer, name, node)


def _is_data(node: ast.expr) -> bool:
    """Whether an expression is constants in lists, tuples, sets and dicts."""
    return all(isinstance(part, DATA) for part in ast.walk(node))


def _class_attribute(tracer: Tracer, klass: ast.ClassDef, name: str) -> Value:
    """A member of an enumeration, a class method or a class variable."""
    symbols = tracer.source.symbols
    nested = nested_classes(klass).get(name)
    if nested is not None:
        return Value(klass=nested)

    assigned = own_assignments(klass, symbols).get(name)
    if is_enum(klass, symbols) and not name.startswith("_") and assigned is not None:
        return _member(klass, name)

    function = method(klass, name, symbols)
    if function is not None:
        names = {last_name(decorator) for decorator in function.decorator_list}
        receiver = Value(klass=klass) if "classmethod" in names else None
        return Value(closure=Closure(function, {}, receiver))
    if assigned is None and name in MANAGERS and klass.bases:
        return Value((root_at(tracer, f"{klass.name}.{name}", f"{klass.name}.{name}"),))
    return tracer.evaluate(assigned, {})


def _member(klass: ast.ClassDef, name: str) -> Value:
    """A member of an enumeration, as one of the values that tell its members apart."""
    names = [member for member, _ in enum_members(klass)]
    values = dict(zip(names, enum_values(klass), strict=True))
    return Value(constants=(values.get(name, name),), enum=klass)


def _instance_attribute(tracer: Tracer, owner: Value, name: str) -> Value:
    """An attribute of an object of the workspace: field, method or property."""
    instance = owner.instance
    assert instance is not None
    if name in instance.attributes:
        value = as_constructed(tracer, instance, name, instance.attributes[name])
        tracer.touched.extend(value.paths)
        return value

    function = method(instance.klass, name, tracer.source.symbols)
    if function is not None:
        is_open = instance.path is not None and is_abstract(function)
        inherited = [] if is_open else [_bound(tracer, function, owner)]
        methods = [*inherited, *_overrides(tracer, instance, name)]
        if methods:
            return merge(methods)
        tracer.fetched.add(instance.klass)
    if instance.path is None or name in ENUM_FIELDS:
        return owner.computed()
    return field_of(tracer, instance, name)


def _overrides(tracer: Tracer, instance: Instance, name: str) -> list[Value]:
    """What subclasses have in place of a method, if the code did not make the object itself."""
    path, symbols = instance.path, tracer.source.symbols
    if path is None:
        return []

    values: list[Value] = []
    for klass, function in overriding(instance.klass, name, symbols)[:MOST_OVERRIDES]:
        if klass not in path.subclasses:
            path.subclasses.append(klass)
        receiver = Value((path,), instance=instance_at(tracer, path, klass))
        values.append(_bound(tracer, function, receiver))
    return values


def _bound(tracer: Tracer, function: ast.FunctionDef | ast.AsyncFunctionDef, owner: Value) -> Value:
    """A method as it is read from an object: the value of a property, or a closure."""
    if is_property(function):
        return tracer.call(function, [owner], {}, {})

    decorators = {last_name(decorator) for decorator in function.decorator_list}
    receiver = None if "staticmethod" in decorators else owner
    return Value(closure=Closure(function, {}, receiver))


def _path_attribute(tracer: Tracer, path: AccessPath, name: str) -> Value:
    if name in MANAGERS and path.via is Via.WORLD and path.name[:1].isupper():
        return Value((root_at(tracer, f"{path.text}.{name}", f"{path.origin}.{name}"),))
    path.facts.methods.add(name)
    if name in FRAME_ACCESSORS and not path.attributes:
        as_frame(path)

    if path.shows(Evidence.FRAME):
        return _frame_attribute(tracer, path, name)
    if path.is_row_of_frame:
        return _row_attribute(tracer, path, name)
    if path.shows(Evidence.COLUMN, Evidence.ENUM):
        _learn_from_accessor(path, name)
        return Value((path,))
    if name == HELD and path.shows(Evidence.UNWRAPPED):
        return Value((path,))
    if path.facts.is_scalar:
        return Value((path,), derived=True)

    if not path.attributes and path.via is not Via.WORLD:
        telling = _telling_attribute(path, name)
        if telling is not None:
            return telling

    path.learn(Evidence.OBJECT)
    child = path.child_attribute(name)
    if name in CONTENTS:
        _name_contents(child, path)
    tracer.touched.append(child)
    return value_of(tracer, child)


def _name_contents(contents: AccessPath, field: AccessPath) -> None:
    """`form.age.data` is an age."""
    if field.via is Via.ATTRIBUTE and field.name not in SENDING:
        contents.name = field.name
    elif field.name == "field" and field.facts.aliases:
        (contents.name, *_) = field.facts.aliases  # of `validate_age(self, field)`, a check


def _telling_attribute(path: AccessPath, name: str) -> Value | None:
    """An attribute that shows a column, a date or an enumeration; None for all others."""
    is_placed = name in PLACES and path.is_column_of_frame
    if is_placed or name in COLUMN_ACCESSORS:
        path.learn(Evidence.COLUMN)
        _learn_from_accessor(path, name)
        return Value((path,))
    if name in DATE_PARTS and _is_called_date(path):
        path.learn(Evidence.DATE)
        return Value((path,), derived=True)
    return None


def _is_called_date(path: AccessPath) -> bool:
    """Whether the code calls it a day: `start_date`, or `value` in `validate_birth_date(value)`."""
    if "date" in path.text.lower():
        return True
    return any(not DATE_WORDS.isdisjoint(alias.lower().split("_")) for alias in path.facts.aliases)


def _learn_from_accessor(column: AccessPath, name: str) -> None:
    """`df["born"].dt`, `df["sex"].str`: the values are dates, or texts."""
    if name == "dt" and not column.facts.date_formats:
        column.learn(Evidence.DATETIME)
    elif name == "str":
        column.learn(Evidence.TEXT)


def _frame_attribute(tracer: Tracer, path: AccessPath, name: str) -> Value:
    """The frame again, or the column that is read like an attribute: `df.age`."""
    path.child_item()
    if is_member(path, name, tracer.source.modules):
        return Value((path,))
    return _column(tracer, path.child_item(), name)


def _row_attribute(tracer: Tracer, row: AccessPath, name: str) -> Value:
    """A column that is read like an attribute of a row: `row.age`."""
    if name in ROW_MEMBERS:
        return Value((row,))
    return _column(tracer, row, name)


def _column(tracer: Tracer, row: AccessPath, name: str) -> Value:
    column = row.child_key(name)
    tracer.touched.append(column)
    return value_of(tracer, column)
