"""The words of a piece of code: what it calls things, and its short texts."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from evenhand.check.catalogue.splitting import without_form
from evenhand.check.catalogue.value_signs import TELLING_AGES
from evenhand.check.reading.functional_classes import functional_class
from evenhand.check.reading.mentions import LONGEST_QUERY, MARKUP, WORD
from evenhand.check.reading.node_index import nodes_of
from evenhand.check.reading.read_texts import texts_in_json
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
FIELD_MAKERS = frozenset({"field", "Field"})
"""Functions of dataclasses, attrs and pydantic that make a field in the body of a class."""
SLOTS = "__slots__"
"""What a class calls the names of its objects' fields."""
MOST_NAMES = 65_536
"""Names that are remembered."""
DEFINING = (ast.FunctionDef, ast.AsyncFunctionDef)


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
    ages: frozenset[int] = frozenset()
    """Numbers of the code and of its texts by which a doubtful word is an age: `eta < 18`."""
    inner: frozenset[str] = frozenset()
    """The names of functions within this code that are names of nothing else in it."""


def words_below(node: ast.AST, without: Container[ast.AST] = ()) -> Words:
    """The words of a node and all below it; what documents it is left out.

    So are the nodes `without`, and all below them.
    """
    words = _WordsByKind()
    todo: list[Any] = [node]
    while todo:
        current = todo.pop()
        if current in without:
            continue
        add = _ADDED.get(type(current))
        if add is not None:
            add(words, current)
        for name in _FIELDS_WITH_NODES[type(current)]:
            part = getattr(current, name, None)
            if isinstance(part, list):
                todo += part
            elif part is not None:
                todo.append(part)

    spoken = words.texts | words.of_others | words.fields
    everything = spoken | words.names | words.bound
    outside = spoken | (words.names - words.bound)
    only_texts = words.texts - words.of_others - words.names - words.bound
    inner = words.defined - spoken - {getattr(node, "name", "")}
    return Words(
        frozenset(everything),
        frozenset(words.fields),
        frozenset(outside),
        frozenset(words.texts),
        frozenset(only_texts),
        frozenset(words.read),
        frozenset(words.ages),
        frozenset(inner),
    )


class _FieldsWithNodes(dict[type[object], tuple[str, ...]]):
    """The fields of each type of node below which words may be; none of what is no node."""

    WORDLESS = frozenset(
        "ctx op ops id attr asname module level lineno kind type_comment conversion simple "
        "is_async tag kwd_attrs rest".split()
    )

    def __missing__(self, kind: type[object]) -> tuple[str, ...]:
        fields = () if kind is ast.Constant else getattr(kind, "_fields", ())
        self[kind] = tuple(name for name in fields if name not in self.WORDLESS)
        return self[kind]


_FIELDS_WITH_NODES = _FieldsWithNodes()


@dataclass(slots=True)
class _WordsByKind:
    """The words of the nodes that were looked at, each before those below it."""

    names: set[str] = field(default_factory=set)
    """Names of variables and functions that are used."""
    bound: set[str] = field(default_factory=set)
    """Names that the code itself gives, and parameters."""
    defined: set[str] = field(default_factory=set)
    """Names of the functions that it defines."""
    fields: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    of_others: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    ages: set[int] = field(default_factory=set)
    _no_fields: set[int] = field(default_factory=set)
    """Nodes that are no fields: what is called, documentation, and messages of what is raised."""
    _compared: set[int] = field(default_factory=set)
    """Constants that a value is compared with."""
    _without_words: set[int] = field(default_factory=set)
    """Nodes whose own word says nothing: of `x = Base.x` in a class, and of `x = field()`."""

    def name(self, node: ast.Name) -> None:
        if id(node) in self._without_words:
            return
        of_kind = self.names if isinstance(node.ctx, ast.Load) else self.bound
        _add(of_kind, node.id, *_field_of_constant(node.id))

    def attribute(self, node: ast.Attribute) -> None:
        if id(node) in self._without_words:
            return
        _add(self.of_others, node.attr, *_field_of_constant(node.attr))
        if id(node) not in self._no_fields:
            self._read([node.attr])

    def parameter(self, node: ast.arg) -> None:
        _add(self.bound, node.arg)

    def keyword(self, node: ast.keyword) -> None:
        if node.arg:
            _add(self.of_others, node.arg)
            self.fields.add(node.arg)

    def definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        _add(self.bound, node.name, *filter(None, [checked_field(node.name)]))
        if not isinstance(node, ast.ClassDef):
            self.defined.add(node.name)
            return
        self._read(_bound_in(node))
        self._without_words.update(map(id, _without_words(node)))

    def binding(self, node: ast.alias | ast.MatchAs) -> None:
        if node.name:
            _add(self.bound, node.name, *filter(None, [checked_field(node.name)]))

    def constant(self, node: ast.Constant) -> None:
        if not isinstance(node.value, str):
            self.ages.update(TELLING_AGES & {node.value})
        elif id(node) not in self._no_fields:
            self._text(node.value, is_compared=id(node) in self._compared)

    def _text(self, text: str, *, is_compared: bool) -> None:
        short = [*_short_text(text), *texts_in_json(text)]
        _add(self.texts, *short, *_names_in_code(text))
        self.fields.update(short)
        self.ages.update(age for age in TELLING_AGES if str(age) in text[:LONGEST_CODE])
        if not is_compared:
            self.read.update(short)

    def call(self, node: ast.Call) -> None:
        self._no_fields.add(id(node.func))
        _add(self.texts, *_words_of_call(node))
        self._read(_fields_of_made(node))

    def expression(self, node: ast.Expr) -> None:
        self._no_fields.add(id(node.value))

    def raising(self, node: ast.Raise) -> None:
        if isinstance(node.exc, ast.Call):
            self._no_fields.update(id(part) for each in node.exc.args for part in _texts_of(each))

    def comparison(self, node: ast.Compare) -> None:
        self._compared.update(map(id, _compared(node)))

    def assignment(self, node: ast.Assign) -> None:
        if not any(isinstance(each, ast.Name) and each.id == SLOTS for each in node.targets):
            return
        constants = nodes_of(node.value, ast.Constant)
        self._no_fields.update(map(id, constants))
        names = [part.value for part in constants if isinstance(part.value, str)]
        _add(self.of_others, *names)
        self._read(names)

    def annotated(self, node: ast.AnnAssign) -> None:
        if isinstance(node.target, ast.Name):
            self._read([node.target.id])

    def pattern(self, node: ast.MatchClass) -> None:
        self._read(node.kwd_attrs)

    def _read(self, names: Iterable[str]) -> None:
        for name in names:
            self.fields.add(name)
            self.read.add(name)


_ADDED: dict[type[ast.AST], Callable[[_WordsByKind, Any], None]] = {
    ast.Name: _WordsByKind.name,
    ast.Attribute: _WordsByKind.attribute,
    ast.arg: _WordsByKind.parameter,
    ast.keyword: _WordsByKind.keyword,
    ast.FunctionDef: _WordsByKind.definition,
    ast.AsyncFunctionDef: _WordsByKind.definition,
    ast.ClassDef: _WordsByKind.definition,
    ast.alias: _WordsByKind.binding,
    ast.MatchAs: _WordsByKind.binding,
    ast.Constant: _WordsByKind.constant,
    ast.Call: _WordsByKind.call,
    ast.Expr: _WordsByKind.expression,
    ast.Raise: _WordsByKind.raising,
    ast.Compare: _WordsByKind.comparison,
    ast.Assign: _WordsByKind.assignment,
    ast.AnnAssign: _WordsByKind.annotated,
    ast.MatchClass: _WordsByKind.pattern,
}
"""What to note of each type of node."""


def _add(words: set[str], *more: str) -> None:
    """Add words, and the parts of those that Django joins: `person__age`."""
    for word in more:
        words.add(word)
        if "__" in word:
            words.update(word.split("__"))


@lru_cache(maxsize=MOST_NAMES)
def _field_of_constant(name: str) -> tuple[str, ...]:
    """What `AGE_COLUMN` may hold the name of, and `age_entry` on a screen the value."""
    field = without_form(name) if name.isupper() else without_widget(name)
    return (field,) if field != name else ()


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


def _texts_of(message: ast.expr) -> Iterator[ast.expr]:
    """The constants of which a message is put together: nothing reads them as names or values."""
    match message:
        case ast.Constant():
            yield message
        case ast.JoinedStr(values=parts):
            yield from (part for part in parts if isinstance(part, ast.Constant))
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            yield from (*_texts_of(left), *_texts_of(right))
        case ast.BinOp(op=ast.Mod(), left=pattern):
            yield from _texts_of(pattern)
        case ast.Call(func=ast.Attribute(value=pattern, attr="format")):
            yield from _texts_of(pattern)


def _compared(node: ast.Compare) -> Iterator[ast.expr]:
    """The constants in `event == "home"`; the one in `"home" in event` is a key."""
    sides = (node.left, *node.comparators)
    if all(isinstance(operator, ast.Eq | ast.NotEq) for operator in node.ops):
        yield from (side for side in sides if isinstance(side, ast.Constant))


def _fields_of_made(call: ast.Call) -> Iterator[str]:
    """The fields of the class that a call makes: `namedtuple("Person", "age gender")`."""
    klass = functional_class(call)
    names = nodes_of(klass, ast.Name) if klass is not None else ()
    return (name.id for name in names if isinstance(name.ctx, ast.Store))


def _bound_in(klass: ast.ClassDef) -> Iterator[str]:
    """The names that a class's body assigns, as an enumeration its members; no second names."""
    methods = {each.name for each in klass.body if isinstance(each, DEFINING)}
    for statement in klass.body:
        if isinstance(statement, ast.Assign):
            value = statement.value
            is_method = isinstance(value, ast.Name) and value.id in methods
            is_second_name = is_method or _is_taken_over(statement)
            names = [part.id for part in statement.targets if isinstance(part, ast.Name)]
            yield from () if is_second_name else names


def _without_words(klass: ast.ClassDef) -> Iterator[ast.AST]:
    """What a class's body takes over under the same name, and the makers of its fields."""
    for statement in klass.body:
        if isinstance(statement, ast.Assign) and _is_taken_over(statement):
            yield from (*statement.targets, statement.value)
        value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
        if isinstance(value, ast.Call) and last_name(value.func) in FIELD_MAKERS:
            yield value.func


def _is_taken_over(statement: ast.Assign) -> bool:
    """Whether it is `x = Base.x`."""
    value, targets = statement.value, statement.targets
    return isinstance(value, ast.Attribute) and [last_name(t) for t in targets] == [value.attr]


def _short_text(text: str) -> Iterator[str]:
    if len(text) <= LONGEST_TEXT and not _is_inside_sentence(text):
        yield text


def _is_inside_sentence(text: str) -> bool:
    """Whether it goes between two others, as `" is expecting "` does: no name, and no value."""
    return len(text) > 1 and text[0] == text[-1] == " "


def _names_in_code(text: str) -> Iterator[str]:
    """The names in a text that may be code: `df.query("age > 60 and sex == @sex")`."""
    if len(text) <= LONGEST_CODE and _COMPARES.search(text) and not _PAGE.search(text):
        yield from _NAME.findall(text)
