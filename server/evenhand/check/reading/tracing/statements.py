"""What each kind of statement binds, tests and returns."""

from __future__ import annotations

import ast

from evenhand.check.reading.access_paths import Via
from evenhand.check.reading.source import span_of
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Closure,
    Environment,
    Value,
    merge,
)
from evenhand.check.reading.tracing.lookups import iterate
from evenhand.check.reading.tracing.patterns import match_pattern
from evenhand.check.reading.tracing.tracer import STATEMENTS, Tracer


def _assign(tracer: Tracer, node: ast.Assign, env: Environment) -> None:
    value = tracer.evaluate(node.value, env)
    for target in node.targets:
        _name_prompt(value, target)
        tracer.bind(target, value, env)


def _name_prompt(value: Value, target: ast.expr) -> None:
    """`age = int(input("? "))`: the variable says what the person is asked for."""
    for path in value.paths:
        if (
            path.via is Via.PROMPT
            and path.name.startswith("input")
            and isinstance(target, ast.Name)
        ):
            path.name = target.id


def _annotated(tracer: Tracer, node: ast.AnnAssign, env: Environment) -> None:
    if node.value is not None:
        tracer.bind(node.target, tracer.evaluate(node.value, env), env)


def _augmented(tracer: Tracer, node: ast.AugAssign, env: Environment) -> None:
    value = tracer.evaluate(node.value, env)
    if isinstance(node.target, ast.Name):
        known = env.get(node.target.id, NOTHING)
        env[node.target.id] = merge((known, value.computed() if value.paths else value))
    else:
        tracer.evaluate(_loaded(node.target), env)


def _loaded(target: ast.expr) -> ast.expr:
    if isinstance(target, ast.Attribute):
        return ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target)
    if isinstance(target, ast.Subscript):
        return ast.copy_location(ast.Subscript(target.value, target.slice, ast.Load()), target)
    return target


def _loop(tracer: Tracer, node: ast.For | ast.AsyncFor, env: Environment) -> None:
    value = iterate(tracer, tracer.evaluate(node.iter, env))
    tracer.bind(node.target, value, env)
    for _ in range(2):
        tracer.body(node.body, env)
    tracer.body(node.orelse, env)


def _branch(tracer: Tracer, node: ast.If, env: Environment) -> None:
    tracer.test(node.test, env)
    tracer.body(node.body, env)
    tracer.body(node.orelse, env)


def _while(tracer: Tracer, node: ast.While, env: Environment) -> None:
    for _ in range(2):
        tracer.test(node.test, env)
        tracer.body(node.body, env)
    tracer.body(node.orelse, env)


def _with(tracer: Tracer, node: ast.With | ast.AsyncWith, env: Environment) -> None:
    for item in node.items:
        value = tracer.evaluate(item.context_expr, env)
        if item.optional_vars is not None:
            tracer.bind(item.optional_vars, value, env)
    tracer.body(node.body, env)


def _try(tracer: Tracer, node: ast.Try, env: Environment) -> None:
    tracer.body(node.body, env)
    for handler in node.handlers:
        tracer.body(handler.body, env)
    tracer.body(node.orelse, env)
    tracer.body(node.finalbody, env)


def _match(tracer: Tracer, node: ast.Match, env: Environment) -> None:
    start = len(tracer.touched)
    subject = tracer.evaluate(node.subject, env)
    for path in tracer.touched[start:]:
        if path.branch is None and tracer.depth == 0:
            path.branch = span_of(node.subject)
    for case in node.cases:
        match_pattern(tracer, case.pattern, subject, env)
        if case.guard is not None:
            tracer.test(case.guard, env)
        tracer.body(case.body, env)


def _return(tracer: Tracer, node: ast.Return, env: Environment) -> None:
    tracer.returned.append(tracer.evaluate(node.value, env))


def _define(tracer: Tracer, node: ast.FunctionDef | ast.AsyncFunctionDef, env: Environment) -> None:
    env[node.name] = Value(closure=Closure(node, env))


def _assert(tracer: Tracer, node: ast.Assert, env: Environment) -> None:
    tracer.test(node.test, env)


def _class(tracer: Tracer, node: ast.ClassDef, env: Environment) -> None:
    env[node.name] = Value(klass=node)


STATEMENTS.update(
    {
        ast.Assign: _assign,  # type: ignore[dict-item]
        ast.AnnAssign: _annotated,  # type: ignore[dict-item]
        ast.AugAssign: _augmented,  # type: ignore[dict-item]
        ast.For: _loop,  # type: ignore[dict-item]
        ast.AsyncFor: _loop,  # type: ignore[dict-item]
        ast.If: _branch,  # type: ignore[dict-item]
        ast.While: _while,  # type: ignore[dict-item]
        ast.With: _with,  # type: ignore[dict-item]
        ast.AsyncWith: _with,  # type: ignore[dict-item]
        ast.Try: _try,  # type: ignore[dict-item]
        ast.TryStar: _try,  # type: ignore[dict-item]
        ast.Match: _match,  # type: ignore[dict-item]
        ast.Return: _return,  # type: ignore[dict-item]
        ast.FunctionDef: _define,  # type: ignore[dict-item]
        ast.AsyncFunctionDef: _define,  # type: ignore[dict-item]
        ast.ClassDef: _class,  # type: ignore[dict-item]
        ast.Assert: _assert,  # type: ignore[dict-item]
    }
)
