"""What a function takes in: its parameters, its receiver, and what the function around it gets."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from evenhand.check.reading.access_paths import AccessPath, ParameterKind, Via
from evenhand.check.reading.class_fields import constructor_names
from evenhand.check.reading.classes import CONSTRUCTORS, binds
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.frameworks.declared_parameters import default_of_parameter
from evenhand.check.reading.handed_functions import Around, around
from evenhand.check.reading.node_index import nodes_of
from evenhand.check.reading.record_members import MEMBERS_OF_ALL
from evenhand.check.reading.source import (
    Function,
    FunctionNode,
    constant_text,
    last_name,
    own_nodes,
    positional_with_defaults,
)
from evenhand.check.reading.table_libraries import learn_by_name
from evenhand.check.reading.tracing.abstract_values import Environment, Value
from evenhand.check.reading.tracing.annotations import describe
from evenhand.check.reading.tracing.objects import instance_at, value_of
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.words_of_code import CHECKS, checked_field

BY_KEYWORD = (ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY)
RECEIVERS = frozenset({"self", "cls", "this", "me", "klass", "mcs", "metacls", "_self", "_", "s"})
"""What the first parameter of a method is called."""
VALUES = frozenset({"value", "v", "val", "data"})
"""Names of parameters that say nothing of what they hold."""


@dataclass(frozen=True, slots=True)
class Signature:
    """The paths at which a function's inputs start, and the names that hold them."""

    receiver: AccessPath | None
    """What a method's object is built from."""
    parameters: tuple[AccessPath, ...]
    enclosing: tuple[AccessPath, ...] | None
    """Parameters of the outer function, for an inner one that it returns; None otherwise.

    For one that it hands on, what that takes from around it.
    """
    env: Environment
    apart: str = ""
    """How an inner function is called that its outer one hands on."""

    @property
    def roots(self) -> tuple[AccessPath, ...]:
        """All of these paths: the parameters first, then what is around them."""
        receiver = (self.receiver,) if self.receiver is not None else ()
        enclosing = self.enclosing or ()
        return (*self.parameters, *receiver, *enclosing)


def signature_of(tracer: Tracer, function: Function) -> Signature:
    """Describe what `function` takes in, and bind its names."""
    outside = around(function, tracer.source)
    if outside is not None and not isinstance(function.node, ast.Module):
        return _apart(tracer, function.node, outside)
    enclosing, env = _enclosing(tracer, function)
    node = function.node
    if isinstance(node, ast.Module):
        return Signature(None, (), enclosing, env)

    parameters = list(_parameters(node.args))
    symbols = tracer.source.symbols
    has_receiver = bool(parameters) and _is_receiver(function, node, parameters[0].name, symbols)
    if function.owner is None or not has_receiver:
        _name_by_field(node, parameters)
        env |= _described(tracer, parameters)
        return Signature(None, tuple(parameters), enclosing, env)

    first, *rest = parameters
    _name_by_field(node, rest)
    if function.decorated("classmethod"):
        env[first.name] = Value(klass=function.owner)
        env |= _described(tracer, rest)
        return Signature(None, tuple(rest), enclosing, env)

    env[first.name] = _receiver(tracer, first, function.owner)
    if node.name not in CONSTRUCTORS:
        env |= _described(tracer, rest)
        return Signature(first, tuple(rest), enclosing, env)

    # A constructor has no object yet: its inputs are the paths of the attributes.
    attributes = tuple(first.attributes.values())
    env |= {path.name: value_of(tracer, path) for path in attributes}
    return Signature(None, attributes, enclosing, env)


def _apart(tracer: Tracer, node: FunctionNode, outside: Around) -> Signature:
    """The signature of an inner function that is called without its outer one."""
    taken = [_path(name, ParameterKind.KEYWORD_ONLY) for name in outside.taken]
    constants = [_constant(name, value) for name, value in outside.constants.items()]
    parameters = list(_parameters(node.args))
    for path in parameters:
        if isinstance(path.default, ast.Constant):
            path.facts.note(path.default.value)
        path.default = None  # which the code of a function does not hold
    env = {name: tracer.evaluate(value, {}) for name, value in outside.constants.items()}
    env |= _described(tracer, [*taken, *parameters])
    enclosing = (*taken, *constants)
    return Signature(None, tuple(parameters), enclosing, env, outside.maker_of(node.name))


def _constant(name: str, value: ast.expr) -> AccessPath:
    path = _path(name, ParameterKind.KEYWORD_ONLY)
    path.expression = ast.unparse(value)
    return path


def _is_receiver(
    function: Function, node: FunctionNode, name: str, symbols: Mapping[str, ast.AST]
) -> bool:
    """Whether the first parameter of a method is its object or class, and no person.

    A class may be a place for functions alone: `def formula(person, period)`. One whose objects
    are made of something has methods, if they ask their first parameter for nothing else.
    """
    if function.owner is None or function.decorated("staticmethod"):
        return False
    is_so_named = name in RECEIVERS or function.name.endswith("__") or _decorators(function)
    if not is_so_named and not _has_members_read(function.owner, node, name, symbols):
        return False
    return function.decorated("classmethod") or not _is_called(name, node)


def _has_members_read(
    owner: ast.ClassDef, node: FunctionNode, name: str, symbols: Mapping[str, ast.AST]
) -> bool:
    """Whether objects of a class are made of something, and have what is read of a name."""
    made_of = constructor_names(owner, symbols)
    reads = nodes_of(node, ast.Attribute)
    read = {part.attr for part in reads if last_name(part.value) == name}
    own = {*made_of, *MEMBERS_OF_ALL, *dir(object), "__dict__"}
    return bool(made_of) and all(binds(owner, other, symbols) for other in read - own)


def _decorators(function: Function) -> list[ast.expr]:
    return [] if isinstance(function.node, ast.Module) else function.node.decorator_list


def _name_by_field(node: FunctionNode, parameters: list[AccessPath]) -> None:
    """The value that a method checks is that of the field that it says: `validate_age(value)`."""
    field = _checked_field(node)
    values = [path for path in parameters if path.name in VALUES]
    if len(parameters) == 1:
        values = parameters
    if field and values:
        values[-1].facts.call_it(field)


def _checked_field(node: FunctionNode) -> str:
    """The field that a method checks, by its decorator or its name; empty if it says none."""
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Attribute) and decorator.attr == "validator":
            return last_name(decorator.value)
        if isinstance(decorator, ast.Call) and last_name(decorator) in CHECKS:
            texts = [constant_text(argument) for argument in decorator.args]
            return next((text for text in texts if text), "")

    return checked_field(node.name)


def _is_called(name: str, function: FunctionNode) -> bool:
    """Whether a method calls its first parameter: `person("age", period)` asks a simulation."""
    calls = (node.func for node in own_nodes(function) if isinstance(node, ast.Call))
    return any(isinstance(called, ast.Name) and called.id == name for called in calls)


def _enclosing(
    tracer: Tracer, function: Function
) -> tuple[tuple[AccessPath, ...] | None, Environment]:
    """For an inner function that its outer one returns: the outer's parameters and names."""
    outer = function.outer
    if outer is None or tracer.source.symbols.get(outer.name) is not outer:
        return None, {}

    parameters = tuple(_parameters(outer.args))
    env = _described(tracer, parameters)
    tracer.body(outer.body, env)
    tracer.touched.clear()
    tracer.escaped.clear()

    closures = [value.closure for value in tracer.returned]
    is_returned = any(c is not None and c.node is function.node for c in closures)
    return (parameters if is_returned else None), env


def _receiver(tracer: Tracer, path: AccessPath, owner: ast.ClassDef) -> Value:
    """`self`; what its constructor reads is not yet what the method reads."""
    start = len(tracer.touched)
    instance = instance_at(tracer, path, owner)
    del tracer.touched[start:]
    return Value((path,), instance=instance)


def _described(tracer: Tracer, parameters: Iterable[AccessPath]) -> Environment:
    """The parameters as values, after what their annotations and defaults say."""
    env: Environment = {}
    for path in parameters:
        path.default = default_of_parameter(path.default, tracer.source.modules)
        describe(path, tracer)
        learn_by_name(path)
        env[path.name] = _table(tracer, path) or value_of(tracer, path)
    return env


def _table(tracer: Tracer, path: AccessPath) -> Value | None:
    """The rules that a parameter holds by default, `rules=RULES`: calls leave them as they are."""
    if path.default is None or isinstance(path.default, ast.Constant):
        return None

    default = tracer.evaluate(path.default, {})
    is_table = bool(default.elements or default.entries) and not default.paths
    return default if is_table and path.parameter_kind in BY_KEYWORD else None


def _parameters(arguments: ast.arguments) -> Iterator[AccessPath]:
    """A path for each parameter, in the order of the source."""
    yield from _positional(arguments)

    if arguments.vararg is not None:
        rest = _path(arguments.vararg.arg, ParameterKind.VAR_POSITIONAL)
        rest.learn(Evidence.LIST)
        yield rest

    for parameter, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _parameter(parameter, ParameterKind.KEYWORD_ONLY, default)

    if arguments.kwarg is not None:
        rest = _path(arguments.kwarg.arg, ParameterKind.VAR_KEYWORD)
        rest.learn(Evidence.MAPPING)
        yield rest


def _positional(arguments: ast.arguments) -> Iterator[AccessPath]:
    positional_only = len(arguments.posonlyargs)
    for index, (parameter, default) in enumerate(positional_with_defaults(arguments)):
        kind = ParameterKind.POSITIONAL_OR_KEYWORD
        if index < positional_only:
            kind = ParameterKind.POSITIONAL_ONLY
        yield _parameter(parameter, kind, default)


def _parameter(parameter: ast.arg, kind: ParameterKind, default: ast.expr | None) -> AccessPath:
    path = _path(parameter.arg, kind)
    path.annotation, path.default = parameter.annotation, default
    return path


def _path(name: str, kind: ParameterKind) -> AccessPath:
    return AccessPath(name, name, Via.PARAMETER, parameter_kind=kind)
