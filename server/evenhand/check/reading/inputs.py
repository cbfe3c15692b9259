"""Reads what a function takes in, and finds the protected attributes among it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from evenhand.check.catalogue import Attribute, Catalogue, NameMatch, Role, ValueKind
from evenhand.check.reading.access_paths import AccessPath, Via, item_name
from evenhand.check.reading.benefit_models import is_of_law
from evenhand.check.reading.classes import (
    CONSTRUCTORS,
    has_no_constructor,
    is_called_by_constructor,
    is_enum,
    made_outside,
    takes_anything,
)
from evenhand.check.reading.enumerations import enum_members
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.independence.function_body import Body
from evenhand.check.reading.independence.independence_proof import Reach, reach
from evenhand.check.reading.read_sites import nodes_around, sites
from evenhand.check.reading.settling import settle
from evenhand.check.reading.signatures import signature_of
from evenhand.check.reading.source import Function, Source, last_name
from evenhand.check.reading.tracing.abstract_values import Value
from evenhand.check.reading.tracing.decorators import follow_decorators
from evenhand.check.reading.tracing.expressions import EXPRESSIONS
from evenhand.check.reading.tracing.read_log import ReadLog
from evenhand.check.reading.tracing.statements import STATEMENTS
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.findings import Span

DATES = (Evidence.DATE, Evidence.DATETIME)
AGE, BIRTHDAY = "age", "date_of_birth"
COUNTED = (Evidence.NUMBER, Evidence.ARITHMETIC, Evidence.CAST)
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
    """Parameters of the outer function, for an inner one that it returns; None otherwise."""

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
    reading, tracer = _traced(function, source, catalogue, on_value, from_fields)
    if tracer.fetched:
        from_fields |= tracer.fetched
        reading, tracer = _traced(function, source, catalogue, on_value, from_fields)
    if tracer.unset <= from_fields:
        return reading

    other, _ = _traced(function, source, catalogue, on_value, from_fields | tracer.unset)
    before, after = _attributes_read(reading), _attributes_read(other)
    is_made_outside = any(made_outside(klass, source.symbols) for klass in tracer.unset)
    is_mixin = all(has_no_constructor(klass, source.symbols) for klass in tracer.unset)
    if after > before or (after >= before and (is_made_outside or is_mixin)):
        return other
    if on_value is not None:  # the last that it hears of is what is returned
        _traced(function, source, catalogue, on_value, from_fields)
    return reading


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


def _traced(
    function: Function,
    source: Source,
    catalogue: Catalogue,
    on_value: Callable[[ast.expr, Value], None] | None,
    from_fields: frozenset[ast.ClassDef],
) -> tuple[Reading, Tracer]:
    """The reading, and what else was learned on the way."""
    log = ReadLog(nodes_around(source) if source.has_imported else None)
    from_fields -= _own_class(function)
    tracer = Tracer(source, EXPRESSIONS, STATEMENTS, on_value, from_fields, log=log)
    escaped: list[AccessPath] = []
    signature = signature_of(tracer, function)

    for _ in range(ROUNDS):
        tracer.begin_round()
        tracer.body(function.node.body, dict(signature.env))
        if not isinstance(function.node, ast.Module):
            follow_decorators(tracer, function.node, function.owner, signature.env)
        escaped = list(tracer.escaped_parts())
        settle((*signature.roots, *tracer.world.values()))

    reading = Reading(
        function,
        signature.receiver,
        signature.parameters,
        inputs=(),
        world=tuple(tracer.world.values()),
        enclosing=signature.enclosing,
    )
    touched = {id(path) for path in (*tracer.touched, *escaped)}
    inputs = _inputs(reading, source, catalogue, touched)
    located = tuple(_located(entry, log, source) for entry in inputs)
    return replace(reading, inputs=located), tracer


def _own_class(function: Function) -> frozenset[ast.ClassDef]:
    """The class whose constructor the function is: what it makes, it makes by itself."""
    is_constructor = function.name.rpartition(".")[2] in CONSTRUCTORS
    return frozenset({function.owner}) if is_constructor and function.owner else frozenset()


def _located(entry: Input, log: ReadLog, source: Source) -> Input:
    """An input that may decide, with where it is read."""
    return replace(entry, sites=sites(entry.path, log, source)) if entry.may_decide else entry


def _inputs(
    reading: Reading, source: Source, catalogue: Catalogue, touched: set[int]
) -> Iterator[Input]:
    nearby = catalogue.telling(_names_nearby(reading))
    candidates = [path for path in reading.paths if _may_be_attribute(path)]
    body = Body(reading.function, source)

    whole: set[int] = set()
    for path in candidates:
        is_piece = any(id(outer) in whole for outer in path.around())
        match = None if is_piece else _match(path, nearby, catalogue)
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


def _names_nearby(reading: Reading) -> set[str]:
    """Names that may show that a doubtful one is about people."""
    function = reading.function
    names = {path.name for path in reading.paths}
    names.update(function.name.replace(".", "_").split("_"))

    if function.owner is not None:
        names.add(function.owner.name)
    return names


def _may_be_attribute(path: AccessPath) -> bool:
    """Whether it is one value of a person, and not a record, a name of a field or a result."""
    is_record = path.has_fields or path.attributes or path.item is not None
    if is_record or path.is_callable or path.expression or path.is_of_class:
        return False
    if is_of_law(path) or _is_constant(path):
        return False
    return not path.field_name and not path.assigned and not path.expression


def _is_constant(path: AccessPath) -> bool:
    """Whether it is a constant of another module, and nobody's value: `limits.AGES`."""
    is_name = path.via in {Via.WORLD, Via.ATTRIBUTE} and path.root.via is Via.WORLD
    return is_name and path.name.isupper()


def _match(path: AccessPath, nearby: frozenset[str], catalogue: Catalogue) -> NameMatch | None:
    """The attribute that a path means: by its own name, its owner's, its type's or its values."""
    if catalogue.not_people and any(map(catalogue.is_not_people, _names(path, catalogue))):
        return None
    name = item_name(path.name) if path.is_table else path.name
    match = catalogue.match_name(name, nearby - {path.name})
    if match is None or not match.sure:
        match = _match_by_other_names(path, nearby, catalogue) or match
    with_owner = _match_with_owner(path, catalogue)
    if with_owner is not None and _says_more(with_owner, match):
        return with_owner

    if match is None and path.klass is not None and path.is_enum:
        match = catalogue.match_name(path.klass.name)
    if match is None:
        return _match_by_value(path, catalogue)

    if match.role is not Role.OWN or catalogue.denies(match, _owners(path), path.constants):
        return None

    if _has_other_values(path, match, catalogue):
        return None

    is_sure = match.sure or catalogue.confirms(match, path.constants)
    if not is_sure and not _is_used_as_date(path, match, nearby, catalogue):
        return None
    return _as_code_names_it(path, match, catalogue)


def _names(path: AccessPath, catalogue: Catalogue) -> Iterator[str]:
    """What the code calls a value: any of these may be what the user knows to be nobody's."""
    yield path.name
    if path.is_table:
        yield item_name(path.name)
    if path.is_enum and path.klass is not None:
        yield path.klass.name
    if _is_named_by_others(path, catalogue):
        yield from path.aliases
    yield from _kept_as(path)
    if catalogue.is_mute(path.name):
        yield from path.spans


def _as_code_names_it(path: AccessPath, match: NameMatch, catalogue: Catalogue) -> NameMatch:
    """The match with a name of the code, where a question was taken for one."""
    if not path.is_typed_in or match.name != path.name:
        return match
    called = [catalogue.match_name(name) for name in path.aliases]
    same = (m.name for m in called if m is not None and m.attribute is match.attribute)
    return replace(match, name=next(same, ""))


def _has_other_values(path: AccessPath, match: NameMatch, catalogue: Catalogue) -> bool:
    """Whether its values show that a doubtful word means something else."""
    if path.lists_its_values and catalogue.lists_others(match, path.name, _values_of(path)):
        return True
    if catalogue.is_text_of_thing(match, path.constants) and not path.shows(*COUNTED):
        return True
    return catalogue.is_number_of_thing(match, path.name, path.constants)


def _values_of(path: AccessPath) -> tuple[object, ...]:
    """The values that a path is declared to have: also the names of an enumeration's members."""
    members = enum_members(path.klass) if path.klass is not None and path.is_enum else ()
    return (*path.constants, *(part for member in members for part in member))


def _owners(path: AccessPath) -> Iterator[str]:
    """What the record is called that a path is a field of, and its class."""
    owner = path.parent
    if owner is None:
        return

    yield owner.name
    if owner.klass is not None:
        yield owner.klass.name
    if owner.annotation is not None:
        yield last_name(owner.annotation)


def _match_by_other_names(
    path: AccessPath, nearby: frozenset[str], catalogue: Catalogue
) -> NameMatch | None:
    """What the question means that is asked, or what the code calls a value whose name is mute.

    `age = int(c)` says what `c` is; names that mean different attributes say nothing.
    """
    asked = catalogue.match_question(path.question) if path.question else None
    if asked is not None:
        return asked
    names = path.aliases if _is_named_by_others(path, catalogue) else _kept_as(path)
    called = [catalogue.match_name(name, nearby - {name}) for name in names]
    by_attribute = {match.attribute.name: match for match in called if match is not None}
    if len(by_attribute) == 1:
        return by_attribute.popitem()[1]
    is_mute = catalogue.is_mute(path.name)
    return _match_by_span(path, nearby, catalogue) if is_mute and not by_attribute else None


def _kept_as(path: AccessPath) -> list[str]:
    """What the one object calls an argument that it keeps: `self.age = page`."""
    is_argument = path.via in {Via.PARAMETER, Via.ATTRIBUTE} and path.is_leaf
    return path.kept_as if is_argument and len(path.kept_as) == 1 else []


def _match_by_span(
    path: AccessPath, nearby: frozenset[str], catalogue: Catalogue
) -> NameMatch | None:
    """`age = today.year - value.year`: what somebody's age is counted from is a day of birth."""
    if not path.is_moment or catalogue.speak_of_programs(nearby):
        return None
    for name in path.spans:
        span, birthday = catalogue.match_name(name), catalogue.match_name(BIRTHDAY)
        is_age = span is not None and span.sure and span.attribute.name == AGE
        if is_age and birthday is not None:
            return replace(birthday, name=name)
    return None


def _is_named_by_others(path: AccessPath, catalogue: Catalogue) -> bool:
    """Whether what the code calls its value says more than its own name."""
    is_mute = isinstance(path.key, int) or catalogue.is_mute(path.name)
    return path.is_typed_in or path.via is Via.RESULT or is_mute


def _is_used_as_date(
    path: AccessPath, match: NameMatch, nearby: frozenset[str], catalogue: Catalogue
) -> bool:
    """Whether a doubtful word for a day, `birth`, is compared with days, and of no program's."""
    is_day = bool(path.date_formats) or path.is_date or path.is_datetime
    return match.kind is ValueKind.DATE and is_day and not catalogue.speak_of_programs(nearby)


def _match_with_owner(path: AccessPath, catalogue: Catalogue) -> NameMatch | None:
    """`student["parents"]["degree"]` means the education of parents."""
    owner = path.parent
    if owner is None or owner.via not in {Via.KEY, Via.ATTRIBUTE, Via.RESULT}:
        return None

    match = catalogue.match_name(f"{owner.name}_{path.name}")
    if match is None or not match.sure:
        return None
    return replace(match, name=path.name)


def _says_more(with_owner: NameMatch, alone: NameMatch | None) -> bool:
    return alone is None or not alone.sure or with_owner.attribute is not alone.attribute


def _match_by_value(path: AccessPath, catalogue: Catalogue) -> NameMatch | None:
    """`x == "female"` says what `x` is, whatever its name; two such attributes say nothing."""
    by_name: dict[str, Attribute] = {}
    members = enum_members(path.klass) if path.klass is not None and path.is_enum else ()
    for constant in (*path.constants, *(name.lower() for name, _ in members)):
        for attribute in catalogue.match_value(constant):
            by_name[attribute.name] = attribute
    if len(by_name) != 1:
        return None

    (attribute,) = by_name.values()
    says_nothing = path.is_typed_in or isinstance(path.key, int) or catalogue.is_mute(path.name)
    name = "" if says_nothing else path.name
    families = attribute.families
    return NameMatch(attribute, True, Role.OWN, ValueKind.CATEGORY, families, name=name)
