"""Reads what a function takes in, and finds the protected attributes among it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from evenhand.check.catalogue import Catalogue, NameMatch, ValueKind
from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.attribute_paths import (
    attribute_of,
    may_be_attribute,
    speaks_of_attribute,
)
from evenhand.check.reading.classes import (
    CONSTRUCTORS,
    has_no_constructor,
    is_called_by_constructor,
    is_enum,
    made_outside,
    takes_anything,
)
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.independence.function_body import Body
from evenhand.check.reading.independence.independence_proof import Reach, reach
from evenhand.check.reading.node_index import names_in
from evenhand.check.reading.read_sites import nodes_around, sites
from evenhand.check.reading.settling import settle
from evenhand.check.reading.signatures import signature_of
from evenhand.check.reading.source import Function, Source
from evenhand.check.reading.tracing.abstract_values import Value
from evenhand.check.reading.tracing.decorators import follow_decorators
from evenhand.check.reading.tracing.expressions import EXPRESSIONS
from evenhand.check.reading.tracing.read_log import ReadLog
from evenhand.check.reading.tracing.statements import STATEMENTS
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.findings import Span

DATES = (Evidence.DATE, Evidence.DATETIME)
ROUNDS = 2
"""How often a body is walked: what its end binds is seen at its beginning."""


@dataclass(frozen=True, slots=True, eq=False)
class Input:
    """An access path through which a protected attribute enters."""

    path: AccessPath
    match: NameMatch
    read: bool
    """False: the function never looks at it."""
    reach: Reach
    """How far its value reaches, as far as the source proves it."""
    sites: tuple[Span, ...] = ()
    """Where the file reads it; empty if that is not known."""

    @property
    def may_decide(self) -> bool:
        """Whether an outcome may depend on it, so that it has to be probed."""
        return self.reach is Reach.UNKNOWN

    @property
    def attribute(self) -> str:
        """The attribute's canonical name."""
        return self.match.attribute.name


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """All that a function takes in."""

    function: Function
    receiver: AccessPath | None
    """What a method's object is built from."""
    parameters: tuple[AccessPath, ...]
    inputs: tuple[Input, ...]
    world: tuple[AccessPath, ...] = ()
    """Names of the module that stand for things outside of it."""
    enclosing: tuple[AccessPath, ...] | None = None
    """Parameters of the outer function, for an inner one that it returns; None otherwise.

    For one that it hands on, what that takes from around it.
    """
    apart: str = ""
    """How an inner function is called that its outer one hands on."""
    touched: frozenset[int] = frozenset()
    """The paths, by identity, that the code reads: others only have a name and a place."""

    @property
    def paths(self) -> Iterator[AccessPath]:
        """All access paths, from each parameter down to its parts."""
        receiver = (self.receiver,) if self.receiver is not None else ()
        enclosing = self.enclosing or ()
        for root in (*receiver, *enclosing, *self.parameters, *self.world):
            yield from root.walk()


def read(
    function: Function,
    source: Source,
    catalogue: Catalogue,
    on_value: Callable[[ast.expr, Value], None] | None = None,
    from_fields: frozenset[ast.ClassDef] = frozenset(),
) -> Reading:
    """Trace `function` and find the protected attributes among what it reads.

    Raises `TooLargeError` and RecursionError for a function that is too large to be read.
    `on_value` is called with every expression of it and of its helpers, and what it may be.
    Objects of `from_fields` are built without their constructors, and so are those whose
    constructors fetch what the function reads, or give no value to what it reads of a person.
    """
    from_fields |= _never_built(function, source)
    if on_value is None:  # most functions read no attribute, however their objects are built
        look, tracer = _traced(function, source, catalogue, None, from_fields, opens_fields=True)
        has_open_fields = bool(tracer.fetched or tracer.unset)
        if not has_open_fields or not (look.inputs or _may_read_attributes(look, catalogue)):
            return look

    reading, tracer = _traced(function, source, catalogue, on_value, from_fields)
    if tracer.fetched:
        from_fields |= tracer.fetched
        reading, tracer = _traced(function, source, catalogue, on_value, from_fields)
    if tracer.unset <= from_fields:
        return reading

    other, _ = _traced(function, source, catalogue, on_value, from_fields | tracer.unset)
    after = _attributes_read(other)
    before = _attributes_read(reading) - (_only_kept(reading) - after)
    is_made_outside = any(made_outside(klass, source.symbols) for klass in tracer.unset)
    is_mixin = all(has_no_constructor(klass, source.symbols) for klass in tracer.unset)
    if after > before or (after >= before and (is_made_outside or is_mixin)):
        return other
    if on_value is not None:  # the last that it hears of is what is returned
        _traced(function, source, catalogue, on_value, from_fields)
    return reading


def _may_read_attributes(look: Reading, catalogue: Catalogue) -> bool:
    """Whether a path may be an attribute if objects are built in another way.

    Then some of the names beside it may be missing that say that it belongs to a program.
    """
    nearby = catalogue.telling(_names_nearby(look.paths, look.function, catalogue))
    telling = frozenset(name for name in nearby if not catalogue.may_deny(name))
    return any(attribute_of(path, telling, catalogue) is not None for path in look.paths)


def _never_built(function: Function, source: Source) -> frozenset[ast.ClassDef]:
    """The class of a method that its constructor calls: an object would have passed it."""
    owner, node = function.owner, function.node
    if owner is None or isinstance(node, ast.Module) or not _may_be_from_fields(owner, source):
        return frozenset()
    is_called = is_called_by_constructor(owner, node, source.symbols)
    return frozenset({owner}) if is_called else frozenset()


def _may_be_from_fields(klass: ast.ClassDef, source: Source) -> bool:
    return not is_enum(klass, source.symbols) and not takes_anything(klass, source.symbols)


def _attributes_read(reading: Reading) -> set[str]:
    """The attributes that a function reads from what its callers can give it."""
    entries = [entry for entry in reading.inputs if entry.read and entry.may_decide]
    return {e.attribute for e in entries if not any(p.is_untaken for p in e.path.around())}


def _only_kept(reading: Reading) -> set[str]:
    """The attributes with which constructors do no more than keep them, or hand them on."""
    used = {entry.attribute for entry in reading.inputs if _shows_use(entry.path)}
    return {entry.attribute for entry in reading.inputs} - used


def _shows_use(path: AccessPath) -> bool:
    is_kept = path.shows(Evidence.ANNOTATED) or path.facts.evidence <= {Evidence.PASSED_UP}
    return bool(path.facts.constants) or not is_kept


def _traced(
    function: Function,
    source: Source,
    catalogue: Catalogue,
    on_value: Callable[[ast.expr, Value], None] | None,
    from_fields: frozenset[ast.ClassDef],
    *,
    opens_fields: bool = False,
) -> tuple[Reading, Tracer]:
    """The reading, and what else was learned on the way."""
    log = ReadLog(nodes_around(source) if source.has_imported else None)
    from_fields -= _own_class(function)
    tracer = Tracer(
        source,
        EXPRESSIONS,
        STATEMENTS,
        on_value,
        from_fields,
        opens_fields=opens_fields,
        is_script=function.is_script,
        log=log,
    )
    escaped: list[AccessPath] = []
    signature = signature_of(tracer, function)

    for _ in range(ROUNDS):
        tracer.begin_round()
        tracer.body(function.node.body, dict(signature.env))
        if not isinstance(function.node, ast.Module):
            follow_decorators(tracer, function.node, function.owner, signature.env)
        escaped = list(tracer.escaped_parts())
        roots = (*signature.roots, *tracer.world.values())
        settle(roots)
        if not _speak_of_attributes(roots, function, catalogue):
            break

    reading = Reading(
        function,
        signature.receiver,
        signature.parameters,
        inputs=(),
        world=tuple(tracer.world.values()),
        enclosing=signature.enclosing,
        apart=signature.apart,
    )
    touched = {id(path) for path in (*tracer.touched, *escaped)}
    inputs = _inputs(reading, source, catalogue, touched)
    located = tuple(_located(entry, log, source) for entry in inputs)
    return replace(reading, inputs=located, touched=frozenset(touched)), tracer


def _speak_of_attributes(
    roots: Sequence[AccessPath], function: Function, catalogue: Catalogue
) -> bool:
    """Whether anything that a function reads may mean an attribute; most functions end here."""
    paths = [path for root in roots for path in root.walk()]
    nearby = catalogue.telling(_names_nearby(paths, function, catalogue))
    return any(speaks_of_attribute(path, nearby, catalogue) for path in paths)


def _own_class(function: Function) -> frozenset[ast.ClassDef]:
    """The class whose constructor the function is: what it makes, it makes by itself."""
    is_constructor = function.last_name in CONSTRUCTORS
    return frozenset({function.owner}) if is_constructor and function.owner else frozenset()


def _located(entry: Input, log: ReadLog, source: Source) -> Input:
    """An input that may decide, with where it is read."""
    return replace(entry, sites=sites(entry.path, log, source)) if entry.may_decide else entry


def _inputs(
    reading: Reading, source: Source, catalogue: Catalogue, touched: set[int]
) -> Iterator[Input]:
    nearby = catalogue.telling(_names_nearby(reading.paths, reading.function, catalogue))
    candidates = [path for path in reading.paths if may_be_attribute(path)]
    body = Body(reading.function, source)

    whole: set[int] = set()
    for path in candidates:
        is_piece = any(id(outer) in whole for outer in path.around())
        match = None if is_piece else attribute_of(path, nearby, catalogue)
        if match is None:
            continue
        if path.parts is not None:
            whole.add(id(path))
        if match.kind is ValueKind.DATE and path.is_sent and not path.shows(*DATES):
            path.learn(Evidence.TEXT)

        is_read = id(path) in touched or path.root.via is Via.WORLD
        if is_read or body.mentions(path):
            far = reach(body, path, reading.receiver)
        elif body.is_seen_by_nobody:
            far = Reach.NOWHERE
        else:
            far = Reach.UNKNOWN
        yield Input(path, match, is_read, far)


def _names_nearby(
    paths: Iterable[AccessPath], function: Function, catalogue: Catalogue
) -> set[str]:
    """Names that may show that a doubtful one is about people, or that one is about a thing."""
    names = set[str]()
    for path in paths:
        names.add(path.name)
        if path.klass is not None and not path.shows(Evidence.ENUM):
            names.add(path.klass.name)
    names.update(function.name.replace(".", "_").split("_"))

    if function.owner is not None:
        names.add(function.owner.name)
    if any(map(catalogue.may_be_hidden, names)):
        names.update(filter(catalogue.hides_others, _told_by(function)))
    return names


def _told_by(function: Function) -> Iterator[str]:
    """The names that a function reads, and the words of what it says of itself."""
    yield from names_in(function.node)
    yield from (ast.get_docstring(function.node) or "").split()
