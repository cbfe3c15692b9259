"""`match` statements: what a pattern says about its subject."""

from __future__ import annotations

import ast

from evenhand.check.reading.tracing.abstract_values import Environment, Value, merge, scalars
from evenhand.check.reading.tracing.tracer import Tracer


def match_pattern(tracer: Tracer, pattern: ast.pattern, subject: Value, env: Environment) -> None:
    """Note the constants and bind the names of one case."""
    if isinstance(pattern, ast.MatchValue):
        for constant in scalars(tracer.evaluate(pattern.value, env)):
            _note(subject, constant)
    elif isinstance(pattern, ast.MatchSingleton):
        _note(subject, pattern.value)
    elif isinstance(pattern, ast.MatchOr):
        for alternative in pattern.patterns:
            match_pattern(tracer, alternative, subject, env)
    elif isinstance(pattern, ast.MatchAs):
        if pattern.pattern is not None:
            match_pattern(tracer, pattern.pattern, subject, env)
        if pattern.name is not None:
            env[pattern.name] = merge((env.get(pattern.name, Value()), subject))
    elif isinstance(pattern, ast.MatchSequence):
        for index, part in enumerate(pattern.patterns):
            match_pattern(tracer, part, _element(tracer, subject, index), env)
    elif isinstance(pattern, ast.MatchMapping):
        for key, part in zip(pattern.keys, pattern.patterns, strict=True):
            if isinstance(key, ast.Constant):
                match_pattern(tracer, part, _field(tracer, subject, key.value), env)
    elif isinstance(pattern, ast.MatchClass):
        for name, part in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
            children = [tracer.of_place(p.child_attribute(name)) for p in subject.paths]
            match_pattern(tracer, part, merge(children), env)


def _note(subject: Value, constant: object) -> None:
    if not subject.derived:
        for path in subject.paths:
            path.note(constant)


def _element(tracer: Tracer, subject: Value, index: int) -> Value:
    if subject.elements is not None and index < len(subject.elements):
        return subject.elements[index]
    return merge([tracer.of_place(p.child_key(index)) for p in subject.paths])


def _field(tracer: Tracer, subject: Value, key: object) -> Value:
    children = [p.child_key(key) for p in subject.paths]
    tracer.touched.extend(children)
    return merge([tracer.of_place(c) for c in children])
