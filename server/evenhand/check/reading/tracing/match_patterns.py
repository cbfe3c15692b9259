"""`match` statements: what a pattern says about its subject."""

from __future__ import annotations

import ast

from evenhand.check.reading.node_handlers import Handlers, on
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Environment,
    Value,
    merge,
    scalars,
)
from evenhand.check.reading.tracing.comparisons import note_name
from evenhand.check.reading.tracing.lookups import note_members
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
        path.note(*constants)
        for name in value.own_paths:
            note_name(path, name)


def _singleton(
    pattern: ast.MatchSingleton, tracer: Tracer, subject: Value, env: Environment
) -> None:
    for path in subject.own_paths:
        path.note(pattern.value)


def _alternatives(pattern: ast.MatchOr, tracer: Tracer, subject: Value, env: Environment) -> None:
    for alternative in pattern.patterns:
        match_pattern(alternative, tracer, subject, env)


def _capture(pattern: ast.MatchAs, tracer: Tracer, subject: Value, env: Environment) -> None:
    if pattern.pattern is not None:
        match_pattern(pattern.pattern, tracer, subject, env)
    if pattern.name is not None:
        env[pattern.name] = merge((env.get(pattern.name, NOTHING), subject))


def _sequence(pattern: ast.MatchSequence, tracer: Tracer, subject: Value, env: Environment) -> None:
    elements = subject.elements or ()
    for index, part in enumerate(pattern.patterns):
        if index < len(elements):
            element = elements[index]
        else:
            fields = [path.child_key(index) for path in subject.paths]
            element = any_of(tracer, fields)
        match_pattern(part, tracer, element, env)


def _mapping(pattern: ast.MatchMapping, tracer: Tracer, subject: Value, env: Environment) -> None:
    for key, part in zip(pattern.keys, pattern.patterns, strict=True):
        if not isinstance(key, ast.Constant):
            continue

        fields = [path.child_key(key.value) for path in subject.paths]
        tracer.touched.extend(fields)
        match_pattern(part, tracer, any_of(tracer, fields), env)


def _class(pattern: ast.MatchClass, tracer: Tracer, subject: Value, env: Environment) -> None:
    for name, part in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
        fields = [path.child_attribute(name) for path in subject.paths]
        match_pattern(part, tracer, any_of(tracer, fields), env)


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
