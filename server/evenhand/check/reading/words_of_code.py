"""The words of a piece of code: what it calls things, and its short texts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from evenhand.check.catalogue.splitting import without_form
from evenhand.check.reading.mentions import LONGEST_QUERY, MARKUP, WORD
from evenhand.check.reading.source import constant_text, last_name

LONGEST_TEXT = 60
"""Characters of a text constant that may be a name or a value of an attribute."""
LONGEST_CODE = 1_000
"""Characters of one that may be code."""
_COMPARES = re.compile(r"[<>=]")
_NAME = re.compile(r"[A-Za-z_]\w*")
VERBS = frozenset({"validate", "clean", "check", "verify"})
"""What the name of a function begins with that checks a field."""
NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.alias, ast.MatchAs, ast.MatchStar)


@dataclass(frozen=True, slots=True)
class Words:
    """Names, attributes and short texts."""

    all: frozenset[str]
    fields: frozenset[str] = frozenset()
    """Those that may be fields of a record, or values: attributes that are not called, what a
    class binds, and texts."""


def words_below(node: ast.AST) -> Words:
    """The words of a node and all below it; what documents it is left out."""
    words: set[str] = set()
    fields: set[str] = set()
    others: set[int] = set()
    """Nodes that are no fields: what is called, and documentation."""
    for child in ast.walk(node):
        if isinstance(child, ast.Call):
            others.add(id(child.func))
        elif isinstance(child, ast.Expr):
            others.add(id(child.value))

        for word in _words(child, id(child) in others):
            words.update((word, *word.split("__")))
        if id(child) not in others:
            fields.update(_fields(child))
    return Words(frozenset(words | fields), frozenset(fields))


def _words(node: ast.AST, is_other: bool) -> Iterator[str]:
    """The words of one node."""
    if isinstance(node, ast.Name):
        yield node.id
        yield from _field_of_constant(node.id)
    elif isinstance(node, ast.Attribute):
        yield node.attr
        yield from _field_of_constant(node.attr)
    elif isinstance(node, (ast.arg, ast.keyword)) and node.arg:
        yield node.arg
    elif isinstance(node, NAMED) and node.name:
        yield node.name
        yield from filter(None, [checked_field(node.name)])
    elif isinstance(node, ast.Constant) and not is_other:
        yield from _short_text(node)
        yield from _names_in_code(node)
    elif isinstance(node, ast.Call):
        yield from _words_of_call(node)


def _field_of_constant(name: str) -> Iterator[str]:
    """What `AGE_COLUMN` may hold the name of."""
    field = without_form(name) if name.isupper() else name
    if field != name:
        yield field


def checked_field(name: str) -> str:
    """The field that a function of this name checks: `validate_age`; empty if it says none."""
    verb, _, field = name.partition("_")
    return field if verb in VERBS else ""


def _words_of_call(call: ast.Call) -> Iterator[str]:
    """A question that is asked, however long; the words of a query."""
    name = last_name(call)
    if name == "input":
        yield from filter(None, map(constant_text, call.args))
    elif name in MARKUP:
        for text in filter(None, map(constant_text, call.args)):
            yield from WORD.findall(text[:LONGEST_QUERY])


def _fields(node: ast.AST) -> Iterator[str]:
    """What one node may call a field of a record."""
    if isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.keyword) and node.arg:
        yield node.arg
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id
    elif isinstance(node, ast.ClassDef):
        yield from _bound_in(node)
    elif isinstance(node, ast.MatchClass):
        yield from node.kwd_attrs
    elif isinstance(node, ast.Constant):
        yield from _short_text(node)


def _bound_in(klass: ast.ClassDef) -> Iterator[str]:
    """The names that a class's body assigns, as an enumeration its members."""
    for statement in klass.body:
        if isinstance(statement, ast.Assign):
            yield from (part.id for part in statement.targets if isinstance(part, ast.Name))


def _short_text(node: ast.Constant) -> Iterator[str]:
    if isinstance(node.value, str) and len(node.value) <= LONGEST_TEXT:
        yield node.value


def _names_in_code(node: ast.Constant) -> Iterator[str]:
    """The names in a text that may be code: `df.query("age > 60 and sex == @sex")`."""
    text = node.value
    if isinstance(text, str) and len(text) <= LONGEST_CODE and _COMPARES.search(text):
        yield from _NAME.findall(text)
