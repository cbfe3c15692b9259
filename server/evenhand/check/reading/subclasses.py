"""Says which classes do otherwise what a method of another does: those of objects in its place."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping

from evenhand.check.reading.classes import (
    bases,
    classes_in,
    has_no_objects,
    is_protocol,
    method,
    own_methods,
    remembered,
)
from evenhand.check.reading.source import FunctionNode, named_with_defaults

Subclasses = Mapping[ast.ClassDef, list[ast.ClassDef]]


def overriding(
    klass: ast.ClassDef, name: str, symbols: Mapping[str, ast.AST]
) -> list[tuple[ast.ClassDef, FunctionNode]]:
    """The subclasses whose objects have another method `name` than the inherited one, with it.

    Of a protocol: all classes that have its methods.
    """
    below: Subclasses = remembered(symbols, "subclasses", symbols, lambda: _subclasses(symbols))
    inherited = method(klass, name, symbols)
    methods = ((each, method(each, name, symbols)) for each in below.get(klass, ()))
    return [(each, own) for each, own in methods if own is not None and own is not inherited]


def _subclasses(symbols: Mapping[str, ast.AST]) -> Subclasses:
    """By each class, those below it that may have objects."""
    below: dict[ast.ClassDef, list[ast.ClassDef]] = defaultdict(list)
    classes = list(classes_in(symbols))
    concrete = [klass for klass in classes if not has_no_objects(klass, symbols)]
    for klass in concrete:
        for ancestor in bases(klass, symbols):
            below[ancestor].append(klass)

    for protocol in filter(is_protocol, classes):
        wanted = own_methods(protocol).values()
        below[protocol] = [klass for klass in concrete if _has_methods(klass, wanted, symbols)]
    return below


def _has_methods(
    klass: ast.ClassDef, wanted: Iterable[FunctionNode], symbols: Mapping[str, ast.AST]
) -> bool:
    """Whether a class has methods of the same names with the same parameters."""
    return all(
        (own := method(klass, function.name, symbols)) is not None
        and _parameter_names(own) == _parameter_names(function)
        for function in wanted
    )


def _parameter_names(function: FunctionNode) -> list[str]:
    return [parameter.arg for parameter, _ in named_with_defaults(function.args)]
