"""Finds protected attributes that a function speaks of, followed or not.

`visitor = lookup(id)` and then `visitor.age < 18`: nothing that the function takes in shows an age,
and still it decides about people. Such a function is not passed over in silence.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from evenhand.check.catalogue import Catalogue, NameMatch
from evenhand.check.catalogue.spelling import may_be_code
from evenhand.check.reading.node_index import nodes_of
from evenhand.check.reading.source import (
    Function,
    Source,
    constant_text,
    last_name,
    named_with_defaults,
)

NAMED = re.compile(r"-{0,2}[A-Za-z][\w -]{0,40}")
"""Texts that may name a field, a column or an option."""
MARKUP = frozenset("query eval exec execute sql read_sql raw text".split())
"""Functions whose texts are queries, of which each word may name a field."""
WORD = re.compile(r"[A-Za-z_]\w{1,40}")
LONGEST_QUERY, LARGEST_TABLE = 2_000, 400
"""Characters of a query, and nodes of a table, that are looked at."""
QUERIES = frozenset("filter exclude get filter_by annotate aggregate".split())
"""Methods whose keywords name the fields that they look at."""
DECIDING = (ast.Lambda, ast.Compare, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.IfExp)
"""Expressions outside of functions in which what is read of somebody may lead elsewhere."""
COMPARING = re.compile("[<>=]")
"""What a query has that asks for some and not for others."""


@dataclass(frozen=True, slots=True)
class Mention:
    """That a function speaks of an attribute."""

    attribute: str
    name: str
    """The name in the code that means it, or the value."""
    line: int
    by_value: bool = False


@dataclass(frozen=True, slots=True)
class _Name:
    text: str
    owner: str
    """The name of what it is a part of; empty if it is none."""
    line: int


def mentions(function: Function, source: Source, catalogue: Catalogue) -> tuple[Mention, ...]:
    """The attributes that a function speaks of, each where it does so first."""
    nodes = list(_body(function))
    names = [
        *_names(nodes, _parameters(function), source),
        *_own_name(function),
        *_in_tables(nodes, source),
    ]
    owner = function.owner.name if function.owner is not None else ""
    return _meant(names, nodes, _classes(function), owner, catalogue)


def mentions_outside(source: Source, catalogue: Catalogue) -> tuple[Mention, ...]:
    """The attributes by which code outside of all functions may decide: lambdas, statements."""
    if any(function.is_script for function in source.functions):
        return ()
    parts: dict[int, ast.AST] = {}
    for node in _evaluated(source.tree):
        if id(node) not in parts:  # each part is walked once
            parts.update((id(part), part) for part in _parts_that_decide(node, source))
    nodes = sorted(parts.values(), key=_place)
    return _meant(list(_names(nodes, (), source)), nodes, {}, "", catalogue)


def _place(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def _evaluated(node: ast.AST) -> Iterator[ast.AST]:
    """What is evaluated when a node is: all of it but the bodies and parameters of functions."""
    todo = [node]
    while todo:
        child = todo.pop()
        yield child
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            todo.extend(child.decorator_list)
        else:
            todo.extend(ast.iter_child_nodes(child))


def _parts_that_decide(node: ast.AST, source: Source) -> Iterator[ast.AST]:
    """All of an expression; of a statement or a look-up, what it asks for."""
    asked: Sequence[ast.AST] = ()
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test):
            asked = [test]
        case ast.Match(subject=subject, cases=cases):
            asked = [subject, *(case.pattern for case in cases)]
        case ast.comprehension(ifs=tests):
            asked = tests
        case ast.AugAssign(value=value):
            asked = [value]
        case ast.keyword(arg="key", value=value):
            asked = [value]
        case ast.Subscript(value=table, slice=key) if _is_table(table, source) or _reads(key):
            asked = [key]
        case ast.Call(func=ast.Attribute(value=table), args=arguments) if _is_table(table, source):
            asked = arguments
        case ast.Call(func=ast.Attribute(value=value), args=[table, *_]) if _is_table(
            table, source
        ):
            asked = [value]
        case ast.Call() if _asks(node, source):
            return iter([node])
        case ast.expr():
            asked = [node] if isinstance(node, DECIDING) else ()
    return (part for each in asked for part in ast.walk(each))


def _is_table(node: ast.AST, source: Source) -> bool:
    """Whether an expression is a table that the file writes out."""
    table = source.symbols.get(node.id) if isinstance(node, ast.Name) else node
    return isinstance(table, (ast.List, ast.Tuple, ast.Dict))


def _reads(key: ast.expr) -> bool:
    """Whether a key is read of somebody, as a class between brackets is not: `person.gender`."""
    fields = nodes_of(key, ast.Attribute, ast.Subscript)
    return any(_compared(field).islower() for field in fields)


def _asks(call: ast.Call, source: Source) -> bool:
    """Whether a call is a query for some and not for others."""
    return COMPARING.search(_query(call, source)) is not None or any(_fields(call))


def _meant(
    names: list[_Name],
    nodes: list[ast.AST],
    classes: Mapping[str, str],
    owner: str,
    catalogue: Catalogue,
) -> tuple[Mention, ...]:
    """The attributes that names and values mean, each with the first of them."""
    nearby = catalogue.telling({name.text for name in names} | {owner})
    first: dict[str, Mention] = {}
    for name in names:
        match = catalogue.match_name(name.text, nearby - {name.text})
        owners = (name.owner, classes.get(name.owner, ""))
        if match is not None and _is_persons(match, owners, catalogue):
            attribute = match.attribute.name
            first.setdefault(attribute, Mention(attribute, name.text, name.line))
    for mention in _values(nodes, catalogue):
        first.setdefault(mention.attribute, mention)
    return tuple(first.values())


def _is_persons(match: NameMatch, owners: Iterable[str], catalogue: Catalogue) -> bool:
    return match.is_own and not catalogue.denies(match, owners, ())


def _classes(function: Function) -> dict[str, str]:
    """What the classes of parameters are called, by the parameters' names."""
    if isinstance(function.node, ast.Module):
        return {}

    every_part = nodes_of(function.node.args, ast.arg)
    classes = {part.arg: last_name(part.annotation) for part in every_part if part.annotation}
    if function.owner is not None and every_part:
        classes.setdefault(every_part[0].arg, function.owner.name)
    return classes


def _body(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function's defaults and own statements, in the order of the source."""
    node = function.node
    statements: list[ast.AST] = [*node.body]
    if not isinstance(node, ast.Module):
        statements[:0] = [default for _, default in named_with_defaults(node.args) if default]
    for statement in statements:
        yield from sorted(_evaluated(statement), key=lambda node: getattr(node, "lineno", 0))


def _parameters(function: Function) -> set[str]:
    node = function.node
    if isinstance(node, ast.Module):
        return set()
    return {part.arg for part in nodes_of(node.args, ast.arg)}


def _own_name(function: Function) -> Iterator[_Name]:
    if not function.is_script:
        yield _Name(function.last_name, "", function.location.line)


def _names(nodes: list[ast.AST], parameters: Container[str], source: Source) -> Iterator[_Name]:
    """The names by which values are read, without those of parameters and of records.

    What is an attribute or a parameter may be an object itself: `age` in `person.age.years`.
    """
    records, asked = _records(nodes), _asked(nodes)
    for node in nodes:
        if isinstance(node, ast.Name) and node.id in parameters:
            if id(node) in records | asked:
                yield _Name(node.id, "", node.lineno)
            continue
        if isinstance(node, ast.Name) and id(node) in records:
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield _Name(node.id, "", node.lineno)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield _Name(node.attr, last_name(node.value), node.lineno)
        elif isinstance(node, ast.Subscript):
            yield from _texts(ast.walk(node.slice), last_name(node.value))
        elif isinstance(node, ast.Call):
            yield from _texts(node.args, _owner_of_call(node))
            yield from _fields(node)
            yield from _words_of_query(node, source)
        elif isinstance(node, ast.MatchClass):
            yield from (_Name(name, last_name(node.cls), node.lineno) for name in node.kwd_attrs)
        elif isinstance(node, ast.MatchMapping):
            yield from _texts(node.keys, "")


def _records(nodes: list[ast.AST]) -> set[int]:
    """Names and attributes, by identity, of which only a part is read: `job` in `job["city"]`."""
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    wholes = [node for node in nodes if isinstance(node, (ast.Attribute, ast.Subscript))]
    owners = [node.value for node in wholes if id(node) not in called]
    return {id(node) for node in owners if isinstance(node, (ast.Name, ast.Attribute))}


def _asked(nodes: list[ast.AST]) -> set[int]:
    """What methods are called of, by identity: `age` in `age.in_years()`."""
    called = [node.func for node in nodes if isinstance(node, ast.Call)]
    return {id(method.value) for method in called if isinstance(method, ast.Attribute)}


def _owner_of_call(call: ast.Call) -> str:
    """`person` for `person.get("age")` and for `person("age")`."""
    return last_name(call.func.value if isinstance(call.func, ast.Attribute) else call.func)


def _texts(nodes: Iterable[ast.AST], owner: str) -> Iterator[_Name]:
    """The constants that may name a field."""
    for node in nodes:
        text = constant_text(node)
        if text is not None and NAMED.fullmatch(text):
            for part in text.strip("-").split("__"):
                yield _Name(part, owner, getattr(node, "lineno", 1))


def _fields(call: ast.Call) -> Iterator[_Name]:
    """`objects.filter(age__gte=18)` looks at an age."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in QUERIES:
        for keyword in call.keywords:
            for part in (keyword.arg or "").split("__"):
                yield _Name(part, "", keyword.value.lineno)


def _words_of_query(call: ast.Call, source: Source) -> Iterator[_Name]:
    """`df.query("age > 30")` looks at an age."""
    for word in WORD.findall(_query(call, source)):
        yield _Name(word, "", call.lineno)


def _query(call: ast.Call, source: Source) -> str:
    """The text of a query that a call makes, also by a name of the file; empty if it makes none."""
    if not call.args or last_name(call.func) not in MARKUP:
        return ""
    text = call.args[0]
    written = source.symbols.get(text.id) if isinstance(text, ast.Name) else text
    return (constant_text(written) or "")[:LONGEST_QUERY]


def _in_tables(nodes: Iterable[ast.AST], source: Source) -> Iterator[_Name]:
    """`RULES = [("age", ">=", 18)]`: what a table of the file speaks of, so does who uses it."""
    used = {node.id: node.lineno for node in nodes if isinstance(node, ast.Name)}
    for name, line in used.items():
        table = source.symbols.get(name)
        if isinstance(table, (ast.List, ast.Tuple, ast.Dict)):
            for field in _texts(islice(ast.walk(table), LARGEST_TABLE), ""):
                yield _Name(field.text, "", line)


def _compared(node: ast.expr) -> str:
    """What a compared value is called: `gender` in `plug["gender"]`."""
    key = constant_text(node.slice) if isinstance(node, ast.Subscript) else None
    return last_name(node) if key is None else key


def _values(nodes: list[ast.AST], catalogue: Catalogue) -> Iterator[Mention]:
    """Comparisons of a name that says nothing with an unmistakable value of one attribute."""
    comparisons = [node for node in nodes if isinstance(node, ast.Compare)]
    untold = [node for node in comparisons if _says_nothing(_compared(node.left), catalogue)]
    constants = [part for node in untold for part in nodes_of(node, ast.Constant)]
    for node in constants:
        if not may_be_code(node.value):
            meant = catalogue.match_value(node.value)
            if len(meant) == 1:
                yield Mention(meant[0].name, str(node.value), node.lineno, by_value=True)


def _says_nothing(name: str, catalogue: Catalogue) -> bool:
    """Whether neither the catalogue nor the user knows what a name means."""
    return not catalogue.match_name(name) and not catalogue.is_not_people(name)
