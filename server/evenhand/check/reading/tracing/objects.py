"""Objects of the workspace's classes: what their attributes may be."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from evenhand.check.reading.access_paths import AccessPath, ParameterKind
from evenhand.check.reading.class_fields import Field, fields
from evenhand.check.reading.classes import (
    CONSTRUCTORS,
    bases,
    declaration,
    has_no_objects,
    is_dataclass,
    is_mapped,
    is_typed_dict,
    method,
    nested_classes,
)
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.source import FunctionNode, named_with_defaults
from evenhand.check.reading.tracing.abstract_values import Environment, Instance, Value, merge
from evenhand.check.reading.tracing.annotations import describe
from evenhand.check.reading.tracing.tracer import CHEAP, DEEPEST_CALL, Tracer

DEEPEST_OBJECT = 3
"""How many objects of workspace classes are built inside each other."""


def value_of(tracer: Tracer, path: AccessPath) -> Value:
    """A path as a value, with its object if its class is known."""
    klass = path.klass
    if klass is None or is_typed_dict(klass, tracer.source.symbols):
        return Value((path,))
    if is_nested_too_deep(path, klass):
        return Value((path,))
    return Value((path,), instance=instance_at(tracer, path, klass))


def any_of(tracer: Tracer, paths: Iterable[AccessPath]) -> Value:
    """What may be at any of `paths`."""
    return merge([value_of(tracer, path) for path in paths])


def is_nested_too_deep(path: AccessPath, klass: ast.ClassDef) -> bool:
    """Whether an object of the same class, or many of any class, are around this one."""
    around = [part.klass for part in path.around() if part is not path and part.klass is not None]
    return klass in around or len(around) >= DEEPEST_OBJECT


def instance_at(tracer: Tracer, path: AccessPath, klass: ast.ClassDef) -> Instance:
    """The object of `klass` whose fields, or constructor's arguments, are read from `path`."""
    key = (id(path), id(klass))
    if key not in tracer.instances:
        path.klass = path.klass or klass
        is_abstract = has_no_objects(klass, tracer.source.symbols)
        is_far = tracer.constructors > 0 and tracer.is_long
        from_fields = klass in tracer.from_fields or is_abstract or is_far
        if path.klass is klass:
            path.from_fields = from_fields
        constructed: Environment | None = {} if from_fields else None
        instance = Instance(klass, {}, path, constructed)
        tracer.instances[key] = instance  # its constructor may come to it again

        tracer.constructors += 1
        if constructed is None:
            _construct(tracer, instance, {})
        elif not is_far:
            _note_what_is_made(tracer, path, klass, constructed)
        tracer.constructors -= 1

    return tracer.instances[key]


def _note_what_is_made(
    tracer: Tracer, path: AccessPath, klass: ast.ClassDef, constructed: Environment
) -> None:
    """Note what the constructor would set of an object that is built without it."""
    beside = AccessPath(path.name, path.text, path.via, path.parent, klass=klass)
    instance = Instance(klass, constructed, beside)
    tracer.instances[id(beside), id(klass)] = instance
    before = dict(tracer.world)
    _construct(tracer, instance, {})
    tracer.forget_world(before)


def new_instance(tracer: Tracer, klass: ast.ClassDef, arguments: dict[str, Value]) -> Instance:
    """An object that the code itself builds."""
    instance = Instance(klass, {})
    if tracer.depth < DEEPEST_CALL:
        tracer.depth += 1
        _construct(tracer, instance, arguments)
        tracer.depth -= 1

    return instance


def _construct(tracer: Tracer, instance: Instance, arguments: dict[str, Value]) -> None:
    """Fill the object's attributes as its constructor does."""
    klass, symbols = instance.klass, tracer.source.symbols
    constructor = method(klass, "__init__", symbols)

    if is_dataclass(klass, symbols):
        for item in fields(klass, symbols):
            tracer.spend(1)
            value = arguments.get(item.name) or _argument(tracer, instance, item)
            instance.attributes[item.name] = value
        inits = [method(klass, name, symbols) for name in CONSTRUCTORS[1:]]
        constructor = next((init for init in inits if init is not None), None)

    if id(klass) not in tracer.class_constants:
        tracer.class_constants[id(klass)] = tuple(_class_constants(tracer, klass))
    constants = tracer.class_constants[id(klass)]
    tracer.spend(1 + len(constants) // CHEAP)
    for name, value in constants:
        instance.attributes.setdefault(name, value)

    if constructor is not None:
        _run_constructor(tracer, instance, constructor, arguments)


def _run_constructor(
    tracer: Tracer, instance: Instance, constructor: FunctionNode, arguments: dict[str, Value]
) -> None:
    env = _constructor_names(tracer, instance, constructor, arguments)

    outer, tracer.returned = tracer.returned, []
    tracer.depth += 1
    tracer.body(constructor.body, env)
    tracer.depth -= 1
    tracer.returned = outer


def _constructor_names(
    tracer: Tracer, instance: Instance, constructor: FunctionNode, arguments: dict[str, Value]
) -> Environment:
    """What each parameter of a constructor holds."""
    parameters = named_with_defaults(constructor.args)
    env: Environment = {}
    for receiver, _ in parameters[:1]:
        paths = (instance.path,) if instance.path else ()
        env[receiver.arg] = Value(paths, instance=instance)

    for parameter, default in parameters[1:]:
        tracer.spend(1)
        name = parameter.arg
        field = Field(name, parameter.annotation, default)
        env[name] = arguments[name] if name in arguments else _argument(tracer, instance, field)

    rest = constructor.args.kwarg
    if rest is not None and instance.path is not None:
        env[rest.arg] = value_of(tracer, _rest_of_keywords(instance.path, rest.arg))
    return env


def _argument(tracer: Tracer, instance: Instance, field: Field) -> Value:
    """What the constructor gets for a field that the code does not name."""
    if instance.path is None:
        return tracer.evaluate(field.default, {})

    path = instance.path.child_attribute(field.name)
    path.annotation = path.annotation or field.annotation
    path.default = path.default or field.default
    path.facts.pattern = path.facts.pattern or field.pattern
    describe(path, tracer)
    return value_of(tracer, path)


def _rest_of_keywords(path: AccessPath, name: str) -> AccessPath:
    """What a constructor takes as `**name`."""
    child = path.child_attribute(f"**{name}")
    child.name = child.text = name
    child.parameter_kind = ParameterKind.VAR_KEYWORD
    child.learn(Evidence.MAPPING)
    return child


def _class_constants(tracer: Tracer, klass: ast.ClassDef) -> Iterator[tuple[str, Value]]:
    """Names that the class's body and its bases' bodies assign, with their values."""
    symbols = tracer.source.symbols
    columns = fields(klass, symbols) if is_mapped(klass, symbols) else ()
    of_objects = {column.name for column in columns}

    for current in bases(klass, symbols):
        for name, nested in nested_classes(current).items():
            yield name, Value(klass=nested)
        for node in current.body:
            target, _, value = declaration(node)
            if target is not None and value is not None and target not in of_objects:
                yield target, tracer.evaluate(value, {})
