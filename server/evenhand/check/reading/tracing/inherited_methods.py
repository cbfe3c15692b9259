"""Calls of `super()`: methods of ancestors, in the workspace or outside of it."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.classes import bases, method
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.source import dotted_names
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
from evenhand.check.reading.tracing.world import call_of, origin_of, root_at
from evenhand.check.reading.world_names import WORLD_NAMES

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

    path = listed_method(tracer, receiver.instance.klass, name)
    if path is not None:
        return call_of(tracer, path, arguments)
    if name in GIVEN_BACK and not arguments.all:
        return attribute_of(tracer, receiver, GIVEN_BACK[name])
    for path in merge(arguments.all).own_paths:
        path.learn(Evidence.PASSED_UP)
    return merge(arguments.all)


def listed_method(tracer: Tracer, klass: ast.ClassDef, name: str) -> AccessPath | None:
    """A method of a library's class that asks a database, as `save` of a Django model does."""
    for ancestor in bases(klass, tracer.source.symbols):
        for base in ancestor.bases:
            parts = dotted_names(base)
            origin = origin_of(tracer, parts, {}) if parts else ""
            if f"{origin}.{name}" in WORLD_NAMES:
                return root_at(tracer, ".".join((*parts, name)), f"{origin}.{name}")
    return None
