"""Follows what the workspace's own decorators do with what a function gets."""

from __future__ import annotations

import ast

from evenhand.check.reading.source import FunctionNode, last_name
from evenhand.check.reading.tracing.abstract_values import Closure, Environment, Value
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.workspace_calls import Arguments, follow


def follow_decorators(
    tracer: Tracer, node: FunctionNode, owner: ast.ClassDef | None, env: Environment
) -> None:
    """Read the functions that stand in the place of `node`; `env` holds its parameters."""
    itself = Value(closure=Closure(node, {}))
    functions = _functions_of(owner)
    present = itself
    for decorator in reversed(node.decorator_list):
        name = last_name(decorator)
        if name in functions or isinstance(tracer.source.symbols.get(name), ast.FunctionDef):
            present = _decorated(tracer, decorator, functions, present)

    if present is not itself and present.closure is not None:
        follow(tracer, present, _arguments(node.args, env))


def _functions_of(owner: ast.ClassDef | None) -> Environment:
    """The functions of a class, which are plain names inside it."""
    body = owner.body if owner is not None else []
    functions = [node for node in body if isinstance(node, ast.FunctionDef)]
    return {function.name: Value(closure=Closure(function, {})) for function in functions}


def _decorated(
    tracer: Tracer, decorator: ast.expr, functions: Environment, function: Value
) -> Value:
    """What a decorator makes of a function; the function itself if that is not known."""
    wrapper = tracer.evaluate(decorator, functions)
    if wrapper.closure is None:
        return function

    decorated = follow(tracer, wrapper, Arguments([function], {}))
    return decorated if decorated.closure is not None else function


def _arguments(parameters: ast.arguments, env: Environment) -> Arguments:
    """The function's own parameters, as it is called with them."""
    by_position = [p.arg for p in (*parameters.posonlyargs, *parameters.args)]
    by_keyword = [p.arg for p in parameters.kwonlyargs]
    positional = [env[name] for name in by_position if name in env]
    return Arguments(positional, {name: env[name] for name in by_keyword if name in env})
