"""What a function reads about people: its parameters as places, and the protected ones."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from evenhand.check.catalogue import Catalogue, NameMatch, ValueKind
from evenhand.check.reading.access_paths import AccessPath, ParameterKind, Via, singular
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.independence.independence_proof import Reach, reach
from evenhand.check.reading.source import Function, Source
from evenhand.check.reading.tracing.abstract_values import Environment, Value
from evenhand.check.reading.tracing.annotations import describe
from evenhand.check.reading.tracing.expressions import EXPRESSIONS
from evenhand.check.reading.tracing.objects import instance_at, value_of
from evenhand.check.reading.tracing.statements import STATEMENTS
from evenhand.check.reading.tracing.tracer import Tracer


@dataclass(frozen=True, slots=True, eq=False)
class Input:
    """One place through which a protected attribute enters."""

    path: AccessPath
    match: NameMatch
    read: bool
    """False: the function never looks at it."""
    reach: Reach
    """How far its value reaches, as far as the source proves it."""

    @property
    def may_decide(self) -> bool:
        """Whether an outcome may depend on it, so that it has to be probed."""
        return self.reach is Reach.UNKNOWN

    @property
    def attribute(self) -> str:
        return self.match.attribute.name


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """All that a function takes in."""

    function: Function
    receiver: AccessPath | None
    """What a method's object is built from."""
    parameters: tuple[AccessPath, ...]
    prompts: tuple[AccessPath, ...]
    inputs: tuple[Input, ...]
    enclosing: tuple[AccessPath, ...] | None = None
    """Parameters of the outer function, for an inner one that it returns; None otherwise."""

    @property
    def paths(self) -> Iterator[AccessPath]:
        around = self.enclosing or ()
        for root in (*((self.receiver,) if self.receiver else ()), *around, *self.parameters):
            yield from root.walk()
        yield from self.prompts


def read(
    function: Function,
    source: Source,
    catalogue: Catalogue,
    on_value: Callable[[ast.expr, Value], None] | None = None,
) -> Reading:
    """Trace `function` and find the protected attributes among what it reads.

    `on_value` is told of every expression of it and of its helpers, and what it may be.
    """
    tracer = Tracer(source, EXPRESSIONS, STATEMENTS, on_value)
    enclosing, around = _enclosing(tracer, function, source)
    receiver, parameters, env = _roots(tracer, function)
    for _ in range(2):
        tracer.returned = []
        tracer.body(function.node.body, {**around, **env})
        _settle((*parameters, *((receiver,) if receiver else ()), *(enclosing or ())))
    touched = {id(p) for p in (*tracer.touched, *tracer.escaped)}
    reading = Reading(function, receiver, parameters, tuple(tracer.prompts), (), enclosing)
    return replace(reading, inputs=tuple(_inputs(reading, source, catalogue, touched)))


def _enclosing(
    tracer: Tracer, function: Function, source: Source
) -> tuple[tuple[AccessPath, ...] | None, Environment]:
    """For an inner function that its outer one returns: the outer's parameters and names."""
    outer = function.outer
    if outer is None or source.symbols.get(outer.name) is not outer:
        return None, {}
    paths = tuple(_parameters(outer.args))
    env: Environment = {}
    for path in paths:
        describe(path, tracer)
        env[path.name] = value_of(tracer, path)
    tracer.body(outer.body, env)
    returned = [v.closure.node for v in tracer.returned if v.closure is not None]
    tracer.touched.clear()
    tracer.escaped.clear()
    return (paths, env) if function.node in returned else (None, env)


def _roots(
    tracer: Tracer, function: Function
) -> tuple[AccessPath | None, tuple[AccessPath, ...], Environment]:
    env: Environment = {}
    node = function.node
    if isinstance(node, ast.Module):
        return None, (), env
    receiver: AccessPath | None = None
    parameters = list(_parameters(node.args))
    if function.owner is not None and not function.decorated("staticmethod") and parameters:
        first = parameters.pop(0)
        if function.decorated("classmethod"):
            env[first.name] = Value(klass=function.owner)
        else:
            receiver = first
            start = len(tracer.touched)
            env[first.name] = Value((first,), instance=instance_at(tracer, first, function.owner))
            del tracer.touched[start:]
            if node.name in {"__init__", "__post_init__"}:
                parameters = list(receiver.attributes.values())
                for path in parameters:
                    env[path.name] = value_of(tracer, path)
                return None, tuple(parameters), env
    for path in parameters:
        describe(path, tracer)
        env[path.name] = value_of(tracer, path)
    return receiver, tuple(parameters), env


def _parameters(arguments: ast.arguments) -> Iterator[AccessPath]:
    names = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(names) - len(arguments.defaults)) + list(arguments.defaults)
    for index, (name, default) in enumerate(zip(names, defaults, strict=True)):
        only = index < len(arguments.posonlyargs)
        kind = ParameterKind.POSITIONAL_ONLY if only else ParameterKind.POSITIONAL_OR_KEYWORD
        yield AccessPath(
            name.arg,
            name.arg,
            Via.PARAMETER,
            annotation=name.annotation,
            default=default,
            parameter_kind=kind,
        )
    if arguments.vararg is not None:
        rest = arguments.vararg.arg
        path = AccessPath(rest, rest, Via.PARAMETER, parameter_kind=ParameterKind.VAR_POSITIONAL)
        path.learn(Evidence.LIST)
        yield path
    for name, keyword_default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield AccessPath(
            name.arg,
            name.arg,
            Via.PARAMETER,
            annotation=name.annotation,
            default=keyword_default,
            parameter_kind=ParameterKind.KEYWORD_ONLY,
        )
    if arguments.kwarg is not None:
        rest = arguments.kwarg.arg
        path = AccessPath(rest, rest, Via.PARAMETER, parameter_kind=ParameterKind.VAR_KEYWORD)
        path.learn(Evidence.MAPPING)
        yield path


def _settle(roots: tuple[AccessPath, ...]) -> None:
    """Correct what only the whole body shows: rows of frames, tables keyed by a parameter."""
    for root in roots:
        for path in list(root.walk()):
            _settle_tables(path)
            _settle_members(path)
            _settle_dates(path)
            if path.is_frame:
                _settle_columns(path)


def _settle_columns(frame: AccessPath) -> None:
    row = frame.child_item()
    for key, child in list(frame.keys.items()):
        child.parent = row
        row.keys.setdefault(key, child)
    frame.keys.clear()
    for child in row.keys.values():
        child.text = child.text.replace(f"{row.text}[", f"{frame.text}[", 1)


def _settle_dates(path: AccessPath) -> None:
    """What has a year and a month is a date, whatever its name."""
    if {"year", "month"} <= path.attributes.keys() and path.klass is None:
        path.attributes.clear()
        path.evidence.discard(Evidence.OBJECT)
        path.learn(Evidence.DATE)


def _settle_members(path: AccessPath) -> None:
    """`"fever" in symptoms` says what one symptom may be."""
    if path.item is not None and path.item.is_leaf and not path.is_text:
        for constant in path.constants:
            path.item.note(constant)


def _settle_tables(path: AccessPath) -> None:
    """`rates[region]` with numbers or lists in it is a table, not a person's field."""
    for key, child in list(path.keys.items()):
        if child.key_param is None or len(path.keys) > 1:
            continue
        holds_data = child.item is not None or child.is_arithmetic
        if holds_data and not any(isinstance(c, str) for c in child.constants):
            path.item, child.via, child.parent = child, Via.ITEM, path
            path.learn(Evidence.MAPPING, Evidence.LOOKUP_TABLE)
            path.link(child.key_param)
            child.key_param.field_name = ""
            child.key_param = None
            for inner in child.walk():
                inner.name = inner.text = f"{singular(path.name)}_value"
            del path.keys[key]


def _inputs(
    reading: Reading, source: Source, catalogue: Catalogue, touched: set[int]
) -> Iterator[Input]:
    paths = list(reading.paths)
    nearby = {p.name for p in paths}
    nearby.update(reading.function.name.replace(".", "_").split("_"))
    if reading.function.owner is not None:
        nearby.add(reading.function.owner.name)
    for path in paths:
        if not _may_be_attribute(path):
            continue
        match = _match(path, nearby, catalogue)
        if match is None:
            continue
        read = id(path) in touched or path.via is Via.PROMPT
        far = reach(reading.function, path, reading.receiver, source) if read else Reach.NOWHERE
        yield Input(path, match, read, far)


def _may_be_attribute(path: AccessPath) -> bool:
    structured = path.has_fields or path.attributes or path.item is not None
    return not (structured or path.field_name or path.assigned or path.is_callable)


def _match(path: AccessPath, nearby: set[str], catalogue: Catalogue) -> NameMatch | None:
    match = catalogue.match_name(path.name, nearby - {path.name})
    if path.parent is not None and path.parent.via in {Via.KEY, Via.ATTRIBUTE}:
        whole = catalogue.match_name(f"{path.parent.name}_{path.name}")
        if whole is not None and whole.sure and _says_more(whole, match):
            return whole  # student["parents"]["degree"]
    if match is None and path.klass is not None and path.is_enum:
        match = catalogue.match_name(path.klass.name)
    if match is None:
        return _by_value(path, catalogue)
    if catalogue.denies(match, path.parent.name if path.parent else "", path.constants):
        return None
    own = match.role == "own" and (match.sure or catalogue.confirms(match, path.constants))
    return match if own else None


def _says_more(whole: NameMatch, alone: NameMatch | None) -> bool:
    return alone is None or not alone.sure or whole.attribute is not alone.attribute


def _by_value(path: AccessPath, catalogue: Catalogue) -> NameMatch | None:
    """`x == "female"` says what `x` is, whatever its name; two such attributes say nothing."""
    named = {a.name: a for c in path.constants for a in catalogue.match_value(c)}
    if len(named) != 1:
        return None
    (attribute,) = named.values()
    return NameMatch(attribute, True, "own", ValueKind.CATEGORY, attribute.families)
