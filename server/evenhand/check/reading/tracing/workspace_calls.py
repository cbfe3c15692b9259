"""Calls that lead into the workspace's own functions and classes."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.class_fields import declared, fields
from evenhand.check.reading.classes import (
    class_named,
    is_dataclass,
    is_enum,
    is_typed_dict,
    method,
)
from evenhand.check.reading.enumerations import enum_members
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.source import (
    last_name,
    named_with_defaults,
    positional_with_defaults,
)
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Closure,
    Environment,
    Instance,
    Value,
    merge,
    name_it,
)
from evenhand.check.reading.tracing.annotations import annotate_as
from evenhand.check.reading.tracing.objects import any_of, new_instance
from evenhand.check.reading.tracing.tracer import Tracer

NAMED_TUPLE = "NamedTuple"
CONDITIONS = (ast.Compare, ast.BinOp, ast.UnaryOp)
"""What a query is made of."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """What a call passes."""

    positional: list[Value]
    keywords: dict[str, Value]
    """By name; `**` for mappings that are spread."""
    env: Environment = field(default_factory=dict)
    """The names where the call stands."""
    node: ast.Call | None = None

    @property
    def all(self) -> list[Value]:
        """Positional ones first, then those by keyword."""
        return [*self.positional, *self.keywords.values()]

    @property
    def first(self) -> Value:
        """The first positional argument, or NOTHING."""
        return self.positional[0] if self.positional else NOTHING

    @property
    def callbacks(self) -> list[Value]:
        """Functions and lambdas among them."""
        return [value for value in self.all if value.closure is not None]


def arguments_of(tracer: Tracer, node: ast.Call, env: Environment) -> Arguments:
    """What a call passes; the items of a list that is spread are arguments of their own."""
    positional: list[Value] = []
    for argument in node.args:
        value = tracer.evaluate(argument, env)
        _note_query(argument, value)
        if isinstance(argument, ast.Starred) and value.elements is not None:
            positional.extend(value.elements)
        else:
            positional.append(value)

    keywords = {
        keyword.arg or "**": tracer.evaluate(keyword.value, env) for keyword in node.keywords
    }
    for name, value in keywords.items():
        name_it(value, name)
    return Arguments(positional, keywords, env, node)


def _note_query(argument: ast.expr, value: Value) -> None:
    """`where(Person.age < 30)`: what is compared is a column, which has no value."""
    if isinstance(argument, CONDITIONS) and value.derived:
        for path in value.paths:
            if path.is_of_class:
                path.learn(Evidence.QUERIED)


def follow(tracer: Tracer, function: Value, arguments: Arguments) -> Value:
    """The value of a call of a closure, or of any of several."""
    return merge([_follow(tracer, closure, arguments) for closure in function.closures])


def _follow(tracer: Tracer, closure: Closure, arguments: Arguments) -> Value:
    """The value of a call of a closure, with its receiver as first argument."""
    receiver = [closure.receiver] if closure.receiver is not None else []
    positional = [*receiver, *arguments.positional]
    _take_classes(tracer, closure.node.args, positional, arguments.keywords)
    return tracer.call(closure.node, positional, arguments.keywords, closure.environment)


def _take_classes(
    tracer: Tracer, parameters: ast.arguments, positional: list[Value], keywords: dict[str, Value]
) -> None:
    """Let what nothing else describes be of the class that the helper's annotation names."""
    names = [parameter.arg for parameter, _ in positional_with_defaults(parameters)]
    values = dict(zip(names, positional, strict=False)) | keywords

    for parameter, _ in named_with_defaults(parameters):
        value = values.get(parameter.arg, NOTHING)
        if parameter.annotation is None or len(value.own_paths) != 1:
            continue
        path = value.own_paths[0]
        klass = class_named(last_name(parameter.annotation), tracer.source.symbols)
        if klass is not None and _may_be_of_class(path, klass, tracer.source.symbols):
            path.klass = klass
            path.learn(Evidence.OBJECT)


def _may_be_of_class(path: AccessPath, klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> bool:
    """Whether nothing else is known of what a parameter holds, and the class is one of records."""
    is_described = path.klass is not None or path.annotation is not None or path.has_fields
    if is_described or path.root.via is not Via.PARAMETER:
        return False
    return not is_enum(klass, symbols) and not is_typed_dict(klass, symbols)


def call_back(tracer: Tracer, callback: Value, *values: Value) -> Value:
    """The value of a function that other code calls with `values`."""
    return follow(tracer, callback, Arguments(list(values), {}))


def construct(tracer: Tracer, klass: ast.ClassDef, arguments: Arguments) -> Value:
    """The object, enumeration member or typed dict that a call of its class gives."""
    symbols = tracer.source.symbols
    if is_enum(klass, symbols):
        return _member(klass, arguments)
    if is_typed_dict(klass, symbols):
        return Value(entries=dict(arguments.keywords.items()))
    if tracer.constructors and tracer.is_long:
        return tracer.not_followed(arguments.all)

    instance = new_instance(tracer, klass, _by_parameter(tracer, klass, arguments))
    return Value(instance=instance, elements=_positions(tracer, instance))


def _positions(tracer: Tracer, instance: Instance) -> tuple[Value, ...] | None:
    """The fields of a named tuple in their order; None for every other object."""
    if NAMED_TUPLE not in map(last_name, instance.klass.bases):
        return None
    declared_fields = fields(instance.klass, tracer.source.symbols)
    return tuple(instance.attributes.get(field.name, NOTHING) for field in declared_fields)


def _member(klass: ast.ClassDef, arguments: Arguments) -> Value:
    """`Gender(text)`: the text is one of the members' values."""
    paths = [path for argument in arguments.positional for path in argument.paths]
    values = [value for _, value in enum_members(klass)]
    for path in paths:
        path.facts.note(*values)

    return merge(arguments.positional)


def _by_parameter(tracer: Tracer, klass: ast.ClassDef, arguments: Arguments) -> dict[str, Value]:
    """The constructor's arguments by the names of its parameters."""
    names = _positional_names(klass, tracer.source.symbols)
    keywords = dict(arguments.keywords)
    spread = keywords.pop("**", NOTHING)
    values = dict(zip(names, arguments.positional, strict=False)) | keywords
    if not spread.paths:
        return values

    for name in names:
        if name not in values:
            children = [path.child_key(name) for path in spread.paths]
            declaration = declared(klass, name, tracer.source.symbols)
            if declaration is not None:
                for child in children:
                    annotate_as(child, declaration, tracer)
            values[name] = any_of(tracer, children)
    return values


def _positional_names(klass: ast.ClassDef, symbols: Mapping[str, ast.AST]) -> list[str]:
    """Parameters of the constructor that may be passed by position."""
    constructor = method(klass, "__init__", symbols)
    if constructor is None or is_dataclass(klass, symbols):
        return [field.name for field in fields(klass, symbols)]

    parameters = [*constructor.args.posonlyargs, *constructor.args.args]
    return [parameter.arg for parameter in parameters[1:]]


def note_ranked(items: Value, arguments: Arguments) -> None:
    """`sorted(people, key=lambda p: (p.points, p.age))`: who comes first depends on several things.

    Whoever sorts by one thing alone asks for nothing else.
    """
    closure = arguments.keywords.get("key", NOTHING).closure
    if closure is None:
        return
    asks_one = isinstance(closure.node, ast.Lambda) and _asks_one(closure.node.body)
    for path in () if asks_one else _collections(items):
        path.learn(Evidence.RANKED)


def _asks_one(key: ast.expr) -> bool:
    """Whether a key is one thing: a field, or what a method or a built-in function gives."""
    if isinstance(key, ast.Call) and isinstance(key.func, ast.Name):
        return hasattr(builtins, key.func.id)
    return isinstance(key, (ast.Attribute, ast.Subscript, ast.Call, ast.Name))


def _collections(items: Value) -> Iterator[AccessPath]:
    """The lists that items are of, also those that a comprehension goes through."""
    yield from items.own_paths
    for element in items.elements or ():
        for path in element.own_paths:
            if path.via is Via.ITEM and path.parent is not None:
                yield path.parent
