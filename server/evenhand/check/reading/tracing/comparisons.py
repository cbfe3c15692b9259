"""Comparisons: the constants and the other paths that a path is compared with."""

from __future__ import annotations

import ast
import contextlib
import re

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.missing_members import may_hold, word_of
from evenhand.check.reading.sentinels import constants_beside
from evenhand.check.reading.tracing.abstract_values import Environment, Value, merge, scalars
from evenhand.check.reading.tracing.lookups import note, note_key, note_members
from evenhand.check.reading.tracing.moments import met_with
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.scalars import is_number

EQUALITIES = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)
ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
HOLDERS = (Evidence.TEXT, Evidence.LIST, Evidence.MAPPING, Evidence.FRAME)
"""Evidence that says already what `in` searches."""
MOST_LETTERS = 3
"""Letters of a text that is no word, but a list of letters."""


def evaluate_comparison(node: ast.Compare, tracer: Tracer, env: Environment) -> Value:
    """Let the operands learn from each other; what is compared is read as a whole."""
    nodes = (node.left, *node.comparators)
    operands = [tracer.evaluate(operand, env) for operand in nodes]
    _note_sentinels(node, operands, tracer)

    for operator, left, right in zip(node.ops, operands, operands[1:], strict=False):
        note_members(left, right, operator, tracer.source.symbols)
        note_members(right, left, operator, tracer.source.symbols)
        if isinstance(operator, (ast.In, ast.NotIn)):
            _searched(left, right)
        else:
            _compared(operator, left, right)

        if not isinstance(operator, (ast.Is, ast.IsNot)):
            tracer.mark_escaped(left)
            tracer.mark_escaped(right)

    return merge(operands).computed()


def _note_sentinels(node: ast.Compare, operands: list[Value], tracer: Tracer) -> None:
    """`gender == FEMALE`: the constants that the module defines beside it are values, too."""
    if len(operands) != 2 or not isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
        return

    for name, value in ((node.left, operands[1]), (node.comparators[0], operands[0])):
        if isinstance(name, ast.Name) and name.id.isupper() and value.own_paths:
            for constant in constants_beside(name.id, tracer.source):
                note(value, constant)


def _compared(operator: ast.cmpop, left: Value, right: Value) -> None:
    _meets_constants(operator, left, right)
    _meets_constants(operator, right, left)

    is_equality = isinstance(operator, EQUALITIES)
    for path in left.own_paths:
        for other_path in right.own_paths:
            named = is_equality and (note_name(path, other_path) or note_name(other_path, path))
            if not named:
                path.link(other_path)


def _meets_constants(operator: ast.cmpop, value: Value, other: Value) -> None:
    """What the constants of `other` say about `value`: its values, a number, or a date."""
    met_with(value, other)
    for constant in scalars(other):
        note(value, constant)
        if isinstance(constant, bytes):
            _note_bytes(value, constant)

        if isinstance(operator, ORDERINGS) and is_number(constant):
            for path in value.paths:
                path.learn(Evidence.NUMBER)


def _note_bytes(value: Value, constant: bytes) -> None:
    """`country == b"FR"`: the text is written as bytes."""
    with contextlib.suppress(UnicodeDecodeError):
        note(value, constant.decode())
        for path in value.own_paths:
            path.learn(Evidence.BYTES)


def note_name(path: AccessPath, name: AccessPath) -> bool:
    """`sex == FEMALE`, imported from what cannot be had: the name is the value, and no input."""
    word = word_of(name)
    if not word or word == path.name or word_of(path) or not may_hold(path):
        return False

    name.expression = repr(word)
    path.facts.note(word)
    return True


def _searched(item: Value, collection: Value) -> None:
    """`item in collection`: a value among constants, or a constant among values or keys."""
    for constant in scalars(collection):
        for value in _words_in(constant) if constant in collection.constants else (constant,):
            note_key(item, value)
    for element in collection.elements or ():
        for path in item.own_paths:
            for name in element.own_paths:
                note_name(path, name)

    for path in collection.own_paths:
        for constant in item.constants:
            _look_for(path, constant)

        if item.paths:
            path.learn(Evidence.SEARCHED)
        for other_path in item.own_paths:
            path.link(other_path)


def _words_in(constant: object) -> list[object]:
    """What may be looked for in a text: its words, the letters of `MF`, or one whole word."""
    words = re.findall(r"\w+", constant) if isinstance(constant, str) else []
    if len(words) != 1:
        return [*words] or [constant]
    return [*words[0]] if len(words[0]) <= MOST_LETTERS else [constant]


def meet_as_sets(left: Value, right: Value) -> None:
    """`REQUIRED <= set(skills)`, `REQUIRED & set(skills)`: each may hold what the other has."""
    for collection, other in ((left, right), (right, left)):
        if other.elements is None and not other.constants:
            continue
        parts = (collection, *(collection.elements or ()))
        for path in (path for part in parts for path in part.paths):
            for constant in scalars(other):
                _look_for(path, constant)


def _look_for(path: AccessPath, constant: object) -> None:
    """`"age" in person` asks for a key, `"nurse" in job` for a value."""
    if not path.keys and not path.shows(*HOLDERS):
        path.learn(Evidence.SEARCHED)
    if path.via is Via.PARTS and path.parent is not None:
        path.parent.facts.note(constant)  # a text of this one word has it among its words
    if not path.keys and not path.shows(Evidence.MAPPING):
        path.facts.note(constant)
    elif isinstance(constant, str):
        path.child_key(constant).optional = True
