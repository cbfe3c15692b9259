"""Calls of `super()`: methods of ancestors, in the workspace or outside of it."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from evenhand.check.reading.classes import bases, method
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Closure,
    Environment,
    Value,
    merge,
)
from evenhand.check.reading.tracing.names_and_attributes import attribute_of
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.workspace_calls import Arguments, follow

GIVEN_BACK: Mapping[str, str] = {"clean": "cleaned_data"}
"""Methods of classes outside of the workspace that return an attribute: Django's forms."""


def asks_ancestor(called: ast.expr) -> bool:
    """Whether it is `super().name`."""
    owner = called.value if isinstance(called, ast.Attribute) else None
    function = owner.func if isinstance(owner, ast.Call) else None
    return isinstance(function, ast.Name) and function.id == "super"


def call_of_ancestor(tracer: Tracer, name: str, arguments: Arguments, env: Environment) -> Value:
    """What a method of an ancestor may give: outside of the workspace, what it is given."""
    receiver = next((value for value in env.values() if value.instance is not None), NOTHING)
    if receiver.instance is None:
        return merge(arguments.all)

    symbols = tracer.source.symbols
    above = list(bases(receiver.instance.klass, symbols))[1:]
    functions = (method(klass, name, symbols) for klass in above)
    function = next((each for each in functions if each is not None), None)
    if function is not None:
        return follow(tracer, Value(closure=Closure(function, {}, receiver)), arguments)

    if name in GIVEN_BACK and not arguments.all:
        return attribute_of(tracer, receiver, GIVEN_BACK[name])
    for path in merge(arguments.all).own_paths:
        path.learn(Evidence.PASSED_UP)
    return merge(arguments.all)
