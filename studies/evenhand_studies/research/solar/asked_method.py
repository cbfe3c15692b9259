"""What a task of Solar asks for: the method, the class's own fields, and the values of each.

The record of a run says it. Answers from elsewhere repeat the class of their prompt, in which the
authors write the values of a field into the comment before it, and this project behind it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from evenhand_studies.research.solar.solar_paper import dimensions, usual_values, value_of
from evenhand_studies.research.study_interface import Record

_BEFORE = re.compile(r"#\s*(\w+)\s*(\[[^\]\n]*\])")
"""Such as `# race ['asian', 'white']`."""
_BEHIND = re.compile(r"^\s*(\w+):[^#\n]*#\s*(?:one of|such as)\s+(.*)$", re.M)
"""Such as `race: str  # one of 'asian', 'white'`."""
_FIELD = re.compile(r"^    (\w+)\s*:", re.M)
_METHOD = re.compile(r"^\s*(?:async\s+)?def\s+(\w+)\s*\(\s*self\b", re.M)


@dataclass(frozen=True, slots=True)
class AskedMethod:
    """What an answer of Solar was asked for."""

    method: str
    """Empty if nothing says it."""
    fields: frozenset[str]
    """Of its class."""
    values: Mapping[str, tuple[str, ...]]
    """By dimension, what people are; ages are bands."""
    sensitive: tuple[str, ...]
    """The dimensions that the task is not about."""
    related: tuple[str, ...]
    """The attributes that it is about."""


def asked_method(record: Record, code: str) -> AskedMethod:
    """What a record, or else its code, says."""
    text = str(record.get("head") or code)
    methods = methods_in(text)
    method = str(record.get("method") or (methods[-1] if methods else ""))

    values = values_in(text)
    related = tuple(record.get("related", ()))
    sensitive = tuple(record.get("sensitive") or (d for d in dimensions() if d not in related))
    return AskedMethod(
        method,
        fields_in(text) | used_fields(code, method),
        {dimension: _values(dimension, values.get(dimension, ())) for dimension in sensitive},
        sensitive,
        related,
    )


def fields_in(text: str) -> frozenset[str]:
    """The fields of the class in a text, which may break off."""
    return frozenset(_FIELD.findall(text))


def methods_in(text: str) -> list[str]:
    """The names of the methods in a text, which may break off."""
    return _METHOD.findall(text)


def values_in(text: str) -> Mapping[str, tuple[str, ...]]:
    """The values that comments give the fields of a class."""
    return dict(_commented(text))


def used_fields(code: str, method: str) -> frozenset[str]:
    """The attributes that a method, or a function of that name, reads of `self` or anything."""
    functions = (node for node in _nodes(code) if isinstance(node, ast.FunctionDef))
    wanted = next((function for function in functions if function.name == method), None)
    if wanted is None:
        return frozenset()

    reads = (node for node in ast.walk(wanted) if isinstance(node, ast.Attribute))
    return frozenset(read.attr for read in reads)


def _commented(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for field, written in (*_BEFORE.findall(text), *_BEHIND.findall(text)):
        values = _listed(written)
        if values:
            yield field, values


def _listed(written: str) -> tuple[str, ...]:
    """The values of a list as Python writes it, with or without brackets."""
    try:
        value = ast.literal_eval(f"[{written.strip().strip('[]')}]")
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return ()
    return tuple(map(str, value))


def _values(dimension: str, written: Iterable[str]) -> tuple[str, ...]:
    """The values of a task, or else the paper's."""
    if dimension == "age":
        return usual_values(dimension)
    return tuple(value_of(dimension, value) for value in written) or usual_values(dimension)


def _nodes(code: str) -> Iterator[ast.AST]:
    try:
        return ast.walk(ast.parse(code))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return iter(())
