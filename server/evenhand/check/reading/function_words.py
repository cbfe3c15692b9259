"""The words of a function, by what they say about it: its name, what it gives, all its code."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from evenhand.check.catalogue.phrase_lists import Phrases, in_singular
from evenhand.check.catalogue.word_lists import lexicon
from evenhand.check.reading.allowances import without_allowance
from evenhand.check.reading.node_index import names_in, nodes_of
from evenhand.check.reading.once_per_node import once_per_node
from evenhand.check.reading.source import Function, Source, constant_text, last_name
from evenhand.findings import Span
from evenhand.lines import lines_of

LONGEST_TEXT = 4_000
"""Characters of one text of the code that are read."""
MOST_USERS = 20
"""Functions around one that are looked at."""
MOST_WORDS = 20_000
"""Words of one function that are looked at."""


@dataclass(frozen=True, slots=True)
class FunctionWords:
    """Words in singular, in the order of the source."""

    name: tuple[str, ...]
    """Of the function and of the class that it is in."""
    given: tuple[str, ...]
    """Of what it returns, sets and prints: names, keys and texts."""
    code: tuple[str, ...]
    """Of all names and texts in it, its documentation included."""
    around: tuple[str, ...]
    """Of its class, of the documentation of its file, and of the helpers that it calls."""
    comments: tuple[str, ...] = ()
    """Of what is remarked within it and right above it."""
    summary: tuple[str, ...] = ()
    """Of the first line of its documentation."""

    @property
    def places(self) -> tuple[tuple[str, ...], ...]:
        """Each list of words, from the function outwards."""
        return (self.name, self.given, self.code, self.around, self.comments)

    @property
    def own(self) -> tuple[tuple[str, ...], ...]:
        """Those that the function itself says, comments apart."""
        return (self.name, self.given, self.code)

    @property
    def all(self) -> tuple[str, ...]:
        return tuple(word for words in self.places for word in words)


@lru_cache(maxsize=1)
def function_words(function: Function, source: Source) -> FunctionWords:
    """The words of a function, and of the helpers of the file that it calls."""
    node, owner = function.node, function.owner
    in_class = [owner.name] if owner is not None else []
    class_texts = list(_texts(owner)) if owner is not None else []
    helpers = [text for helper in helpers_of(function, source) for text in _texts(helper)]
    documentation = ast.get_docstring(source.tree) or ""
    return FunctionWords(
        _words([*in_class, *function.name.split(".")]),
        _words(_given(node)),
        _words(_texts(node)),
        _words([documentation, *class_texts, *helpers]),
        _words(_comments(function, source)),
        _words(_summary(node)),
    )


def _comments(function: Function, source: Source) -> Iterator[str]:
    """The comments of a function, right above it, and at the top of the file; all of a script."""
    lines = _lines(source.text)
    first, last = function.span.line - 1, function.span.end_line
    while first > 0 and lines[first - 1].lstrip().startswith("#"):
        first -= 1
    top = takewhile(lambda line: not line.strip() or line.startswith("#"), lines[:first])
    for line in (*top, *lines[first:last]):
        yield without_allowance(line).partition("#")[2]


def _summary(node: ast.AST) -> Iterator[str]:
    """The first line of what documents a function."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield (ast.get_docstring(node) or "").partition("\n")[0]


def told_in_comments(function: Function, source: Source) -> list[str]:
    """What its comments say that may tell what a difference in it is for."""
    spoken = _words(_comments(function, source))
    found = (words.first_in(spoken) for words in lexicon().lists)
    return sorted(set(filter(None, found)))


@lru_cache(maxsize=4)
def _lines(text: str) -> list[str]:
    """The lines of a file, which are asked for once for each of its functions."""
    return lines_of(text)


def helpers_of(function: Function, source: Source) -> list[ast.AST]:
    """The functions of the file that it calls by name."""
    names = dict.fromkeys(map(last_name, nodes_of(function.node, ast.Call)))
    called = [source.symbols.get(name) for name in names]
    return [node for node in called if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def words_of_users(function: Function, source: Source) -> list[tuple[str, ...]]:
    """The words of the name and of the summary of each function of the file that uses this one.

    Those that use it through others are among them.
    """
    users: dict[Function, None] = {}
    nearest = [function]
    while nearest and len(users) < MOST_USERS:
        names = {each.last_name for each in nearest}
        others = (each for each in source.functions if each not in users and each is not function)
        nearest = [each for each in others if not names.isdisjoint(_words_read(each.node))]
        users.update(dict.fromkeys(nearest))
    return [_words([user.last_name, *_summary(user.node)]) for user in users]


def words_of_rules(sites: Sequence[Span], source: Source) -> tuple[str, ...]:
    """The words of the statements in which something is read, and of the conditions around them."""
    lines = {site.line for site in sites}
    return _words(text for part in _rules(source.tree, lines) for text in _texts(part))


def _rules(node: ast.AST, lines: Set[int]) -> Iterator[ast.AST]:
    """The innermost statements below a node that have one of the lines, and outer conditions."""
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, ast.stmt):
            yield from _rules(part, lines)
        elif not lines.isdisjoint(range(part.lineno, (part.end_lineno or part.lineno) + 1)):
            inner = list(_rules(part, lines))
            condition = getattr(part, "test", None)
            yield from [*inner, condition] if inner and condition else inner or [part]


@once_per_node
def _words_read(node: ast.AST) -> frozenset[str]:
    """The names and attributes that a function reads."""
    return names_in(node).union(each.attr for each in nodes_of(node, ast.Attribute))


def first_found(phrases: Phrases, *places: Sequence[str]) -> str:
    """The first phrase that is in one of the places; empty if none is."""
    return next((phrase for place in places for phrase in phrases.found_in(place)), "")


def _words(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(in_singular(text[:LONGEST_TEXT] for text in texts)[:MOST_WORDS])


def _texts(node: ast.AST) -> Iterator[str]:
    """All names and texts below a node."""
    for child in ast.walk(node):
        match child:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case (
                ast.keyword(arg=str(name))
                | ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
            ):
                yield name
            case ast.Constant(value=str(text)):
                yield text


def _given(node: ast.AST) -> Iterator[str]:
    """What a function calls the things that it gives."""
    for child in ast.walk(node):
        match child:
            case ast.Return(value=ast.expr() as value) | ast.Yield(value=ast.expr() as value):
                yield from _outermost(value)
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.Subscript(slice=ast.Constant(value=str(name)), ctx=ast.Store()):
                yield name
            case ast.Call(func=ast.Name(id="print"), args=arguments):
                for argument in arguments:
                    yield from _texts(argument)


def _outermost(value: ast.expr) -> Iterator[str]:
    """The names of a returned value, and not of what it is worked out from."""
    match value:
        case ast.Name(id=name):
            yield name
        case ast.Call(args=[first, *_]) if _is_rounding(value.func):
            yield from _outermost(first)
        case ast.Dict(keys=keys):
            yield from filter(None, map(constant_text, keys))
        case ast.Tuple(elts=items) | ast.List(elts=items):
            for item in items:
                yield from _outermost(item)
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr():
            yield from _texts(value)


def _is_rounding(function: ast.expr) -> bool:
    return isinstance(function, ast.Name) and function.id in {
        "round",
        "int",
        "float",
        "max",
        "min",
        "abs",
    }
