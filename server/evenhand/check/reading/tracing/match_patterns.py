"""`match` statements: what a pattern says about its subject."""

from __future__ import annotations

import ast

from evenhand.check.reading.class_fields import constructor_names
from evenhand.check.reading.node_handlers import Handlers, on
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Environment,
    Value,
    merge,
    scalars,
)
from evenhand.check.reading.tracing.comparisons import note_name
from evenhand.check.reading.tracing.lookups import look_up, note_members
from evenhand.check.reading.tracing.names_and_attributes import attribute_of
from evenhand.check.reading.tracing.objects import any_of
from evenhand.check.reading.tracing.tracer import Tracer


def match_pattern(pattern: ast.pattern, tracer: Tracer, subject: Value, env: Environment) -> None:
    """Note the constants and bind the names of one case."""
    handler = PATTERNS.get(type(pattern))
    if handler is not None:
        handler(pattern, tracer, subject, env)


def _value(pattern: ast.MatchValue, tracer: Tracer, subject: Value, env: Environment) -> None:
    value = tracer.evaluate(pattern.value, env)
    note_members(subject, value, ast.Eq(), tracer.source.symbols)
    constants = scalars(value)
    for path in subject.own_paths:
        path.facts.note(*constants)
        for name in value.own_paths:
            note_name(path, name)


def _singleton(
    pattern: ast.MatchSingleton, tracer: Tracer, subject: Value, env: Environment
) -> None:
    for path in subject.own_paths:
        path.facts.note(pattern.value)


def _alternatives(pattern: ast.MatchOr, tracer: Tracer, subject: Value, env: Environment) -> None:
    for alternative in pattern.patterns:
        match_pattern(alternative, tracer, subject, env)


def _capture(pattern: ast.MatchAs, tracer: Tracer, subject: Value, env: Environment) -> None:
    if pattern.pattern is not None:
        match_pattern(pattern.pattern, tracer, subject, env)
    if pattern.name is not None:
        env[pattern.name] = merge((env.get(pattern.name, NOTHING), subject))


def _sequence(pattern: ast.MatchSequence, tracer: Tracer, subject: Value, env: Environment) -> None:
    tracer.open_records(subject)
    elements = subject.elements or ()
    for index, part in enumerate(pattern.patterns):
        if index < len(elements):
            element = elements[index]
        else:
            fields = [path.child_key(index) for path in subject.paths]
            element = any_of(tracer, fields)
        match_pattern(part, tracer, element, env)


def _mapping(pattern: ast.MatchMapping, tracer: Tracer, subject: Value, env: Environment) -> None:
    if pattern.rest is not None or not all(isinstance(key, ast.Constant) for key in pattern.keys):
        tracer.open_records(subject)
    for key, part in zip(pattern.keys, pattern.patterns, strict=True):
        if isinstance(key, ast.Constant):
            entry = look_up(tracer, subject, Value(constants=(key.value,)))
            match_pattern(part, tracer, entry, env)


def _class(pattern: ast.MatchClass, tracer: Tracer, subject: Value, env: Environment) -> None:
    """`Household(civil_status="married")`, `Point(0, y)`, `str(name)`."""
    klass = tracer.evaluate(pattern.cls, {}).klass
    if klass is None and len(pattern.patterns) == 1:  # a built-in type gives its value itself
        match_pattern(pattern.patterns[0], tracer, subject, env)

    if pattern.patterns:
        tracer.open_records(subject)
    names = constructor_names(klass, tracer.source.symbols) if klass is not None else ()
    positional = zip(names, pattern.patterns, strict=False)
    for name, part in (*positional, *zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True)):
        match_pattern(part, tracer, attribute_of(tracer, subject, name), env)


PATTERNS: Handlers[[Tracer, Value, Environment], None] = dict(
    (
        on(ast.MatchValue, _value),
        on(ast.MatchSingleton, _singleton),
        on(ast.MatchOr, _alternatives),
        on(ast.MatchAs, _capture),
        on(ast.MatchSequence, _sequence),
        on(ast.MatchMapping, _mapping),
        on(ast.MatchClass, _class),
    )
)
