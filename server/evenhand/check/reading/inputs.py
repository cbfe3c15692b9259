"""What a function reads about people: its parameters as places, and the protected ones."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from evenhand.check.catalogue import Catalogue, NameMatch, ValueKind
from evenhand.check.reading.access_paths import Place, Via, singular
from evenhand.check.reading.independence.independence_proof import Reach, reach
from evenhand.check.reading.source import Function, Source
from evenhand.check.reading.tracing import (
    expressions as expressions,
)  # they fill the tracer's tables
from evenhand.check.reading.tracing import statements as statements
from evenhand.check.reading.tracing.abstract_values import Environment, Value
from evenhand.check.reading.tracing.tracer import Tracer, describe


@dataclass(frozen=True, slots=True, eq=False)
class Input:
    """One place through which a protected attribute enters."""

    place: Place
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
    receiver: Place | None
    """What a method's object is built from."""
    parameters: tuple[Place, ...]
    prompts: tuple[Place, ...]
    inputs: tuple[Input, ...]
    enclosing: tuple[Place, ...] | None = None
    """Parameters of the outer function, for an inner one that it returns; None otherwise."""

    @property
    def places(self) -> Iterator[Place]:
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
    tracer = Tracer(source, on_value=on_value)
    enclosing, around = _enclosing(tracer, function, source)
    receiver, parameters, env = _roots(tracer, function)
    for _ in range(2):
        tracer.returned = []
        tracer.body(function.node.body, {**around, **env})
        _settle((*parameters, *((receiver,) if receiver else ()), *(enclosing or ())))
    touched = {id(p) for p in (*tracer.touched, *tracer.taken)}
    reading = Reading(function, receiver, parameters, tuple(tracer.prompts), (), enclosing)
    return replace(reading, inputs=tuple(_inputs(reading, source, catalogue, touched)))


def _enclosing(
    tracer: Tracer, function: Function, source: Source
) -> tuple[tuple[Place, ...] | None, Environment]:
    """For an inner function that its outer one returns: the outer's parameters and names."""
    outer = function.outer
    if outer is None or source.symbols.get(outer.name) is not outer:
        return None, {}
    places = tuple(_parameters(outer.args))
    env: Environment = {}
    for place in places:
        describe(tracer, place)
        env[place.name] = tracer.of_place(place)
    tracer.body(outer.body, env)
    returned = [v.closure.node for v in tracer.returned if v.closure is not None]
    tracer.touched.clear()
    tracer.taken.clear()
    return (places, env) if function.node in returned else (None, env)


def _roots(
    tracer: Tracer, function: Function
) -> tuple[Place | None, tuple[Place, ...], Environment]:
    env: Environment = {}
    node = function.node
    if isinstance(node, ast.Module):
        return None, (), env
    receiver: Place | None = None
    parameters = list(_parameters(node.args))
    if function.owner is not None and not function.decorated("staticmethod") and parameters:
        first = parameters.pop(0)
        if function.decorated("classmethod"):
            env[first.name] = Value(klass=function.owner)
        else:
            receiver = first
            start = len(tracer.touched)
            env[first.name] = Value((first,), instance=tracer.instance(function.owner, first))
            del tracer.touched[start:]
            if node.name in {"__init__", "__post_init__"}:
                parameters = list(receiver.attributes.values())
                for place in parameters:
                    env[place.name] = tracer.of_place(place)
                return None, tuple(parameters), env
    for place in parameters:
        describe(tracer, place)
        env[place.name] = tracer.of_place(place)
    return receiver, tuple(parameters), env


def _parameters(arguments: ast.arguments) -> Iterator[Place]:
    names = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(names) - len(arguments.defaults)) + list(arguments.defaults)
    for index, (name, default) in enumerate(zip(names, defaults, strict=True)):
        kind = "only" if index < len(arguments.posonlyargs) else "positional"
        yield Place(
            name.arg,
            name.arg,
            Via.PARAMETER,
            annotation=name.annotation,
            default=default,
            kind=kind,
        )
    if arguments.vararg is not None:
        place = Place(arguments.vararg.arg, arguments.vararg.arg, Via.PARAMETER, kind="*")
        place.hints.add("list")
        yield place
    for name, keyword_default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield Place(
            name.arg,
            name.arg,
            Via.PARAMETER,
            annotation=name.annotation,
            default=keyword_default,
            kind="keyword",
        )
    if arguments.kwarg is not None:
        place = Place(arguments.kwarg.arg, arguments.kwarg.arg, Via.PARAMETER, kind="**")
        place.hints.add("dict")
        yield place


def _settle(roots: tuple[Place, ...]) -> None:
    """Correct what only the whole body shows: rows of frames, tables keyed by a parameter."""
    for root in roots:
        for place in list(root.walk()):
            _settle_tables(place)
            _settle_members(place)
            _settle_dates(place)
            if "frame" in place.hints:
                _settle_columns(place)


def _settle_columns(frame: Place) -> None:
    row = frame.child_item()
    for key, child in list(frame.keys.items()):
        child.parent = row
        row.keys.setdefault(key, child)
    frame.keys.clear()
    for child in row.keys.values():
        child.text = child.text.replace(f"{row.text}[", f"{frame.text}[", 1)


def _settle_dates(place: Place) -> None:
    """What has a year and a month is a date, whatever its name."""
    if {"year", "month"} <= place.attributes.keys() and place.klass is None:
        place.attributes.clear()
        place.hints -= {"object"}
        place.hints.add("date")


def _settle_members(place: Place) -> None:
    """`"fever" in symptoms` says what one symptom may be."""
    if place.item is not None and place.item.is_leaf and "str" not in place.hints:
        for constant in place.constants:
            place.item.note(constant)


def _settle_tables(place: Place) -> None:
    """`rates[region]` with numbers or lists in it is a table, not a person's field."""
    for key, child in list(place.keys.items()):
        if child.key_param is None or len(place.keys) > 1:
            continue
        holds_data = child.item is not None or "arithmetic" in child.hints
        if holds_data and not any(isinstance(c, str) for c in child.constants):
            place.item, child.via, child.parent = child, Via.ITEM, place
            place.hints.update({"dict", "by_value"})
            place.link(child.key_param)
            child.key_param.field_name = ""
            child.key_param = None
            for inner in child.walk():
                inner.name = inner.text = f"{singular(place.name)}_value"
            del place.keys[key]


def _inputs(
    reading: Reading, source: Source, catalogue: Catalogue, touched: set[int]
) -> Iterator[Input]:
    places = list(reading.places)
    nearby = {p.name for p in places}
    nearby.update(reading.function.name.replace(".", "_").split("_"))
    if reading.function.owner is not None:
        nearby.add(reading.function.owner.name)
    for place in places:
        if not _may_be_attribute(place):
            continue
        match = _match(place, nearby, catalogue)
        if match is None:
            continue
        read = id(place) in touched or place.via is Via.PROMPT
        far = reach(reading.function, place, reading.receiver, source) if read else Reach.NOWHERE
        yield Input(place, match, read, far)


def _may_be_attribute(place: Place) -> bool:
    structured = place.has_fields or place.attributes or place.item is not None
    return not (structured or place.field_name or place.assigned or "callable" in place.hints)


def _match(place: Place, nearby: set[str], catalogue: Catalogue) -> NameMatch | None:
    match = catalogue.match_name(place.name, nearby - {place.name})
    if place.parent is not None and place.parent.via in {Via.KEY, Via.ATTRIBUTE}:
        whole = catalogue.match_name(f"{place.parent.name}_{place.name}")
        if whole is not None and whole.sure and _says_more(whole, match):
            return whole  # student["parents"]["degree"]
    if match is None and place.klass is not None and "enum" in place.hints:
        match = catalogue.match_name(place.klass.name)
    if match is None:
        return _by_value(place, catalogue)
    if catalogue.denies(match, place.parent.name if place.parent else "", place.constants):
        return None
    own = match.role == "own" and (match.sure or catalogue.confirms(match, place.constants))
    return match if own else None


def _says_more(whole: NameMatch, alone: NameMatch | None) -> bool:
    return alone is None or not alone.sure or whole.attribute is not alone.attribute


def _by_value(place: Place, catalogue: Catalogue) -> NameMatch | None:
    """`x == "female"` says what `x` is, whatever its name; two such attributes say nothing."""
    named = {a.name: a for c in place.constants for a in catalogue.match_value(c)}
    if len(named) != 1:
        return None
    (attribute,) = named.values()
    return NameMatch(attribute, True, "own", ValueKind.CATEGORY, attribute.families)
