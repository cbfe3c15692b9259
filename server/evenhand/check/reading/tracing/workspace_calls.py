"""Calls that lead into the workspace's own functions and classes."""

from __future__ import annotations

import ast

from evenhand.check.reading.classes import (
    enum_members,
    fields,
    is_dataclass,
    is_enum,
    is_typed_dict,
    method,
)
from evenhand.check.reading.tracing.abstract_values import NOTHING, Environment, Value, merge
from evenhand.check.reading.tracing.tracer import Tracer


def arguments_of(
    tracer: Tracer, node: ast.Call, env: Environment
) -> tuple[list[Value], dict[str, Value]]:
    arguments: list[Value] = []
    for argument in node.args:
        value = tracer.evaluate(argument, env)
        if isinstance(argument, ast.Starred) and value.elements is not None:
            arguments.extend(value.elements)
        else:
            arguments.append(value)
    keywords = {k.arg or "**": tracer.evaluate(k.value, env) for k in node.keywords}
    return arguments, keywords


def follow(
    tracer: Tracer, function: Value, arguments: list[Value], keywords: dict[str, Value]
) -> Value:
    closure = function.closure
    assert closure is not None
    if closure.receiver is not None:
        arguments = [closure.receiver, *arguments]
    return tracer.call(closure.node, arguments, keywords, closure.environment)


def construct(
    tracer: Tracer, klass: ast.ClassDef, arguments: list[Value], keywords: dict[str, Value]
) -> Value:
    symbols = tracer.source.symbols
    if is_enum(klass, symbols):
        for argument in arguments:
            for path in argument.paths:
                for _, value in enum_members(klass):
                    path.note(value)
        return merge(arguments)
    if is_typed_dict(klass, symbols):
        return Value(entries=dict(keywords.items()))
    init = method(klass, "__init__", symbols)
    if init is not None and not is_dataclass(klass, symbols):
        names = [a.arg for a in (*init.args.posonlyargs, *init.args.args)][1:]
    else:
        names = [f.name for f in fields(klass, symbols)]
    given = dict(zip(names, arguments, strict=False))
    spread = keywords.pop("**", NOTHING)
    given.update(keywords)
    for name in names:
        if name not in given and spread.paths:
            given[name] = merge([tracer.of_place(p.child_key(name)) for p in spread.paths])
    return Value(instance=tracer.built(klass, given))
