"""The words of a piece of code: what it calls things, and its short texts."""

from __future__ import annotations

import ast
import re
from collections import deque
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field

from evenhand.check.catalogue.splitting import without_form
from evenhand.check.reading.mentions import LONGEST_QUERY, MARKUP, WORD
from evenhand.check.reading.result_names import without_widget
from evenhand.check.reading.source import constant_text, last_name

LONGEST_TEXT = 60
"""Characters of a text constant that may be a name or a value of an attribute."""
LONGEST_CODE = 1_000
"""Characters of one that may be code."""
_COMPARES = re.compile(r"<|=(?!>)|(?<![-=>])>(?!>)")
"""A comparison or an assignment, and no arrow."""
_PAGE = re.compile(r"</|/>|<!|>>>")
"""What stands in a page or in an example at the prompt, and in no query."""
_NAME = re.compile(r"[A-Za-z_]\w*")
CHECKS = frozenset({"validator", "field_validator", "validates"})
"""Decorators of methods that check the fields that they name."""
VERBS = frozenset({"validate", "clean", "check", "verify"})
"""What the name of a function begins with that checks a field."""
BINDING = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.alias, ast.arg, ast.MatchAs,
    ast.MatchStar,
)  # fmt: skip
"""Nodes that give a name to something."""
NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.alias, ast.MatchAs, ast.MatchStar)


@dataclass(frozen=True, slots=True)
class Words:
    """Names, attributes and short texts."""

    all: frozenset[str]
    fields: frozenset[str] = frozenset()
    """Those that may be fields of a record, or values: attributes that are not called, what a
    class binds, and texts."""
    outside: frozenset[str] = frozenset()
    """Those that may be names of what is read: fields, texts, and names of things that are neither
    bound nor parameters here."""
    texts: frozenset[str] = frozenset()
    """Those that are texts, or stand in one, and so may be values."""
    only_texts: frozenset[str] = frozenset()
    """Those of the texts that are no names."""
    read: frozenset[str] = frozenset()
    """Those of the fields that code may read: no keywords, and no texts that it compares with."""

    def together(self, others: Iterable[Words]) -> Words:
        """These and others."""
        every = (self, *others)
        return Words(
            frozenset().union(*(words.all for words in every)),
            frozenset().union(*(words.fields for words in every)),
            frozenset().union(*(words.outside for words in every)),
            frozenset().union(*(words.texts for words in every)),
            frozenset().union(*(words.only_texts for words in every)),
            frozenset().union(*(words.read for words in every)),
        )


def words_below(node: ast.AST, without: Container[ast.AST] = ()) -> Words:
    """The words of a node and all below it; what documents it is left out.

    So are the nodes `without`, and all below them.
    """
    words = _WordsByKind()
    todo = deque([node])
    while todo:
        child = todo.popleft()
        words.add(child)
        todo.extend(part for part in ast.iter_child_nodes(child) if part not in without)

    spoken = words.texts | words.of_others | words.fields
    everything = spoken | words.names | words.bound
    outside = spoken | (words.names - words.bound)
    only_texts = words.texts - words.of_others - words.names - words.bound
    kinds = (everything, words.fields, outside, words.texts, only_texts, words.read)
    return Words(*map(frozenset, kinds))


@dataclass(slots=True)
class _WordsByKind:
    """The words of the nodes that were looked at."""

    names: set[str] = field(default_factory=set)
    """Names of variables and functions that are used."""
    bound: set[str] = field(default_factory=set)
    """Names that the code itself gives, and parameters."""
    fields: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    of_others: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    _no_fields: set[int] = field(default_factory=set)
    """Nodes that are no fields: what is called, and documentation."""
    _compared: set[int] = field(default_factory=set)
    """Constants that a value is compared with."""

    def add(self, node: ast.AST) -> None:
        if isinstance(node, ast.Call):
            self._no_fields.add(id(node.func))
        elif isinstance(node, ast.Expr):
            self._no_fields.add(id(node.value))
        elif isinstance(node, ast.Compare):
            self._compared.update(map(id, _compared(node)))

        is_field = id(node) not in self._no_fields
        for word in _words(node, not is_field):
            self._of(node).update((word, *word.split("__")))
        if is_field:
            self.fields.update(_fields(node))
            if not isinstance(node, ast.keyword) and id(node) not in self._compared:
                self.read.update(_fields(node))

    def _of(self, node: ast.AST) -> set[str]:
        if isinstance(node, ast.Name):
            return self.names if isinstance(node.ctx, ast.Load) else self.bound
        if isinstance(node, BINDING):
            return self.bound
        is_text = isinstance(node, ast.Constant | ast.Call)
        return self.texts if is_text else self.of_others


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
    """What `AGE_COLUMN` may hold the name of, and `age_entry` on a screen the value."""
    field = without_form(name) if name.isupper() else without_widget(name)
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


def _compared(node: ast.Compare) -> Iterator[ast.expr]:
    """The constants in `event == "home"`; the one in `"home" in event` is a key."""
    sides = (node.left, *node.comparators)
    if all(isinstance(operator, ast.Eq | ast.NotEq) for operator in node.ops):
        yield from (side for side in sides if isinstance(side, ast.Constant))


def _bound_in(klass: ast.ClassDef) -> Iterator[str]:
    """The names that a class's body assigns, as an enumeration its members; no second names."""
    methods = {each.name for each in klass.body if isinstance(each, NAMED[:2])}
    for statement in klass.body:
        if isinstance(statement, ast.Assign):
            value = statement.value
            is_method = isinstance(value, ast.Name) and value.id in methods
            names = [part.id for part in statement.targets if isinstance(part, ast.Name)]
            yield from () if is_method else names


def _short_text(node: ast.Constant) -> Iterator[str]:
    if isinstance(node.value, str) and len(node.value) <= LONGEST_TEXT:
        yield node.value


def _names_in_code(node: ast.Constant) -> Iterator[str]:
    """The names in a text that may be code: `df.query("age > 60 and sex == @sex")`."""
    text = node.value
    is_short = isinstance(text, str) and len(text) <= LONGEST_CODE
    if isinstance(text, str) and is_short and _COMPARES.search(text) and not _PAGE.search(text):
        yield from _NAME.findall(text)
