"""Finds conditions of queries that choose people by a protected attribute; nothing runs.

`WHERE age < 40` in a text of SQL, `filter(age__lte=40)` of Django, `where(Person.age <= 40)` of
SQLAlchemy and peewee, `find({"age": {"$lt": 40}})` of pymongo. Only a literal is looked for: what
a caller hands in is the caller's choice. A query that only counts says nothing of anybody.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from evenhand.check.catalogue import Catalogue
from evenhand.check.catalogue.attributes import NameMatch
from evenhand.check.reading.bound_values import Scope, bindings_of, name_of
from evenhand.check.reading.source import Source, constant_text, last_name, own_nodes, span_of
from evenhand.check.rules.own_attributes import own_match
from evenhand.findings import Span
from evenhand.lines import lines_of
from evenhand.scalars import is_number

BY_KEYWORDS = frozenset({"filter", "exclude", "filter_by", "Q"})
BY_COMPARISONS = frozenset({"where", "filter", "having"})
JOINING = frozenset({"and_", "or_"})
COMPARING = frozenset({"in_", "not_in", "between", "like", "is_"})
"""Methods of a column of SQLAlchemy."""
BY_DOCUMENTS = frozenset(
    "find find_one find_one_and_update find_one_and_delete aggregate "
    "update_one update_many delete_one delete_many".split()
)
FIRST_STAGE, STATISTICS = "$match", frozenset({"$group", "$count", "$bucket", "$facet"})
"""Stages of a pipeline of pymongo: what chooses, and what makes figures of people."""
QUERYING = BY_KEYWORDS | BY_COMPARISONS | JOINING | BY_DOCUMENTS
COUNTING = frozenset({"count", "count_documents", "aggregate", "exists"})
"""Methods whose answer is a figure, not people."""
LOOKUPS = frozenset(
    "exact iexact lt lte gt gte in range contains icontains startswith ne not".split()
)
"""What Django and others write behind the name of a field."""
FILLED_IN = "\0"
"""Stands in a text for what is put into it."""
LARGEST_FLAG = 1
"""Numbers up to it ask whether there is a value at all."""
_ANY_QUERY = re.compile(rf"\b({'|'.join(sorted(QUERYING))}|case\s+when)\b", re.IGNORECASE)
_STATEMENT = re.compile(
    r"\s*(?:select\b.+?\bfrom|with\b.+?\bselect|update\b.+?\bset|delete\s+from)\b",
    re.IGNORECASE | re.DOTALL,
)
_STATISTIC = re.compile(r"\b(?:count|sum|avg|min|max)\s*\(|\bgroup\s+by\b", re.IGNORECASE)
_WHERE = re.compile(r"\bwhere\b", re.IGNORECASE)
_CASE = re.compile(r"\bcase\s+when\b", re.IGNORECASE)
_FRAGMENT = re.compile(r"\s*(?:and|or|where)\b", re.IGNORECASE)
"""What is added to a statement."""
_LITERAL = r"(?:'(?:[^']|'')*'|-?\d+(?:\.\d+)?)"
_CONDITION = re.compile(
    rf"(?:\w+\.)?[\"`\[]?(\w+)[\"`\]]?\s*"
    rf"(?:(?:[<>]=?|<>|!=|==?|\blike\b)\s*(?P<one>{_LITERAL})"
    rf"|(?:not\s+)?(?:in\s*\(\s*(?P<first>{_LITERAL})[^()]*\)"
    rf"|between\s+(?P<low>{_LITERAL})\s+and\s+{_LITERAL}))",
    re.IGNORECASE,
)
_FILLED_IN = re.compile(rf"{FILLED_IN}|{{.*}}|%s")
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class QueryCondition:
    """One condition of a query by a protected attribute."""

    match: NameMatch
    column: str
    text: str
    """The condition as it is written."""
    location: Span
    line: int
    """Where the query begins."""
    scope: ast.AST
    """The function, or the module, that the query is in."""
    beside: tuple[str, ...]
    """All names in the query."""
    target: str = ""
    """What it gives has no name."""
    in_case: bool = False
    """It chooses a value, and no people: `CASE WHEN sex = 'f' THEN 300 ELSE 200 END`."""

    @property
    def attribute(self) -> str:
        return self.match.attribute.name


@dataclass(frozen=True, slots=True)
class _Condition:
    """A condition before it is known what its column means."""

    column: str
    text: str
    node: ast.AST
    beside: tuple[str, ...]
    in_case: bool = False


def query_conditions(source: Source, catalogue: Catalogue) -> Iterator[QueryCondition]:
    """The conditions by protected attributes in a file: each attribute once for each function."""
    if not _ANY_QUERY.search(source.text):
        return
    seen: set[tuple[str, ast.AST]] = set()
    for scope, bound in bindings_of(source).scopes.items():
        nodes = list(own_nodes(scope))
        passed_over = set(chain.from_iterable(map(_passed_over_at, nodes)))
        for node in nodes:
            for condition in () if id(node) in passed_over else _conditions_of(node, bound):
                nearby = catalogue.telling(condition.beside)
                match = own_match(catalogue, condition.column, nearby)
                if match is not None and (match.attribute.name, scope) not in seen:
                    seen.add((match.attribute.name, scope))
                    names = (condition.column, *condition.beside)
                    yield QueryCondition(
                        match,
                        condition.column,
                        " ".join(condition.text.split()),
                        _place_of(condition, source),
                        span_of(condition.node).line,
                        scope,
                        names,
                        in_case=condition.in_case,
                    )


def _place_of(condition: _Condition, source: Source) -> Span:
    """Its own place in a text of SQL, or else that of the expression."""
    whole = span_of(condition.node)
    lines = lines_of(source.text)[whole.line - 1 : whole.end_line]
    for number, line in enumerate(lines, whole.line):
        before, own, _ = line.partition(condition.text)
        if own:
            start = len(before.encode())
            return Span(number, start, number, start + len(own.encode()))
    return whole


def _conditions_of(node: ast.AST, scope: Scope) -> Iterator[_Condition]:
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr() | ast.BinOp(op=ast.Add()):
            yield from _of_statement(node, scope)
        case ast.Call():
            yield from _of_call(node, scope)


def _of_statement(node: ast.expr, scope: Scope) -> Iterator[_Condition]:
    """Those of a text of SQL, behind its first `WHERE` or `CASE WHEN`, or of one added to it."""
    statement = _text_of(node)
    is_added = bool(_FRAGMENT.match(statement)) and _has_statement(scope)
    where, case = _WHERE.search(statement), _CASE.search(statement)
    starts = [found.start() for found in (where, case) if found is not None]
    start = 0 if is_added else min(starts, default=None)
    if start is None or not (is_added or _STATEMENT.match(statement)):
        return
    if _STATISTIC.search(statement[:start]):
        return

    names = tuple(_NAME.findall(statement))
    for found in _CONDITION.finditer(statement, start):
        literal = (found["one"] or found["first"] or found["low"]).strip("'")
        if _says_something(float(literal) if _is_figure(literal) else literal):
            in_case = case is not None and (where is None or found.start() < where.start())
            yield _Condition(found[1], found[0], node, names, in_case)


def _has_statement(scope: Scope) -> bool:
    """Whether a statement of SQL is bound to a name there."""
    values = (bound.value for bounds in scope.values.values() for bound in bounds)
    return any(_STATEMENT.match(_text_of(value)) for value in values if value is not None)


def _text_of(node: ast.expr) -> str:
    """A text, in which a mark stands for what is filled in."""
    match node:
        case ast.JoinedStr(values=parts):
            return "".join(map(_text_of, parts))
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _text_of(left) + _text_of(right)
    return constant_text(node) or FILLED_IN


def _is_figure(text: str) -> bool:
    return re.fullmatch(r"-?\d+(?:\.\d+)?", text) is not None


def _of_call(call: ast.Call, scope: Scope) -> Iterator[_Condition]:
    name, is_method = last_name(call.func), isinstance(call.func, ast.Attribute)
    if name not in QUERYING:
        return
    names = tuple(_NAME.findall(ast.unparse(call)))
    if name in BY_KEYWORDS:
        yield from _of_keywords(call, names)
    if name in JOINING or (name in BY_COMPARISONS and is_method):
        parts = chain.from_iterable(map(ast.walk, call.args))
        yield from (each for part in parts for each in _of_comparison(part, names))
    if name in BY_DOCUMENTS and is_method:
        for document in _documents(call.args[0], scope) if call.args else ():
            yield from _of_document(document, names)


def _documents(query: ast.expr, scope: Scope) -> Iterator[ast.Dict]:
    """What chooses in a query or a pipeline, also by its name; nothing in a statistic."""
    bounds = scope.values_of(name_of(query)) if name_of(query) else ()
    for value in (query, *(bound.value for bound in bounds)):
        if isinstance(value, ast.Dict):
            yield value
        stages = value.elts if isinstance(value, ast.List) else ()
        entries = [entry for stage in stages for entry in _entries(stage)]
        if not any(name in STATISTICS for name, _ in entries):
            chosen = (part for name, part in entries if name == FIRST_STAGE)
            yield from (part for part in chosen if isinstance(part, ast.Dict))


def _entries(stage: ast.expr) -> Iterator[tuple[str | None, ast.expr]]:
    if isinstance(stage, ast.Dict):
        yield from zip(map(constant_text, stage.keys), stage.values, strict=True)


def _of_keywords(call: ast.Call, names: tuple[str, ...]) -> Iterator[_Condition]:
    """`filter(applicant__age__lt=25)`: the last name that is no look-up is the column."""
    for keyword in call.keywords:
        path = (keyword.arg or "").split("__")
        while len(path) > 1 and path[-1] in LOOKUPS:
            path.pop()
        if _is_literal(keyword.value):
            yield _Condition(path[-1], ast.unparse(keyword), keyword.value, names)


def _of_comparison(node: ast.AST, names: tuple[str, ...]) -> Iterator[_Condition]:
    """`Person.age <= 40`, `people.c.age.between(30, 40)`"""
    match node:
        case ast.Compare(left=ast.Attribute(attr=column) as name, comparators=[literal]):
            pass
        case ast.Call(
            func=ast.Attribute(value=ast.Attribute(attr=column) as name, attr=method),
            args=[literal, *_],
        ) if method in COMPARING:
            pass
        case _:
            return
    if name_of(name) and _is_literal(literal):
        yield _Condition(column, ast.unparse(node), node, names)


def _of_document(document: ast.Dict, names: tuple[str, ...]) -> Iterator[_Condition]:
    """`{"age": {"$lt": 40}, "$or": [{"gender": "M"}]}`"""
    for key, value in zip(document.keys, document.values, strict=True):
        column = constant_text(key)
        for part in value.elts if isinstance(value, ast.List) else ():
            if isinstance(part, ast.Dict):
                yield from _of_document(part, names)
        operands = value.values if isinstance(value, ast.Dict) else [value]
        if key is not None and column and any(map(_is_literal, operands)):
            yield _Condition(column, f"{ast.unparse(key)}: {ast.unparse(value)}", key, names)


def _is_literal(node: ast.expr) -> bool:
    """Whether a condition compares with something that is written here, and says something."""
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return bool(node.elts) and all(map(_is_literal, node.elts))
    return isinstance(node, ast.Constant) and _says_something(node.value)


def _says_something(value: object) -> bool:
    """Whether a literal is more than a question whether there is a value."""
    if isinstance(value, bool):
        return True
    if is_number(value):
        return abs(value) > LARGEST_FLAG
    is_text = isinstance(value, str) and bool(value.strip("% "))
    return is_text and not _FILLED_IN.search(str(value))


def _passed_over_at(node: ast.AST) -> Iterator[int]:
    """A documentation, and all in a call that only counts: `people.filter(sex="f").count()`."""
    if isinstance(node, ast.Expr) and constant_text(node.value) is not None:
        yield id(node.value)
    elif isinstance(node, ast.Call) and last_name(node.func) in COUNTING and not _is_pipeline(node):
        yield from (id(inner) for inner in ast.walk(node))


def _is_pipeline(call: ast.Call) -> bool:
    """Whether an `aggregate` is given the stages of pymongo, and no expressions of Django."""
    is_aggregate = last_name(call.func) == "aggregate"
    return is_aggregate and bool(call.args) and isinstance(call.args[0], ast.List | ast.Name)
