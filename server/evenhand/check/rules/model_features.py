"""Protected columns among the features that a model is fitted to; nothing runs for this.

Assistants choose protected attributes as features far more often than they branch on them: in
87.7 % of generated pipelines against 59.2 % of conditionals (arXiv 2604.21716).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from evenhand.check.catalogue import Catalogue
from evenhand.check.reading.source import Source, last_name, own_nodes, span_of
from evenhand.findings import Span

FITTING = frozenset({"fit", "fit_predict", "partial_fit", "train"})
SPLITTING = frozenset({"train_test_split"})
FORMULA_FUNCTIONS = frozenset({"ols", "logit", "glm", "probit", "mixedlm", "poisson", "wls", "gls"})
PREPARING = re.compile(r"scaler|encoder|imputer|vectorizer|binarizer|labeler|pca|transformer|tfidf")
"""Words in the name of what only prepares columns; a model is fitted to them later, or never."""
_FORMULA_WORD = re.compile(r"[A-Za-z_]\w*")
DEPTH = 12


@dataclass(frozen=True, slots=True)
class Feature:
    """One protected column that reaches a `fit`."""

    attribute: str
    column: str
    location: Span
    """Where the column is named, or the `fit` where everything but a few columns is taken."""
    line: int
    """Of the `fit`."""


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    node: ast.AST


@dataclass(frozen=True, slots=True)
class Scope:
    """What the names of a function, or of the module, stand for."""

    bound: Mapping[str, list[ast.expr]]
    used: Mapping[str, list[_Column]]
    """Columns that the code names of each table: `df["age"]`."""


def features(source: Source, catalogue: Catalogue) -> tuple[Feature, ...]:
    """All protected columns among the features of the file's models, each once for its place."""
    found: dict[tuple[str, Span], Feature] = {}
    whole = _scope(source.tree)
    for node in dict.fromkeys([source.tree, *(f.node for f in source.functions)]):
        names = _scope(node) if node is source.tree else _scope(node, whole)
        for call in own_nodes(node):
            if isinstance(call, ast.Call):
                columns = list(_fitted(call, names))
                for feature in _protected(columns, call, catalogue):
                    found.setdefault((feature.column, feature.location), feature)
    return tuple(sorted(found.values(), key=lambda f: (f.location.line, f.location.column)))


def _protected(columns: list[_Column], call: ast.Call, catalogue: Catalogue) -> Iterator[Feature]:
    nearby = {column.name for column in columns}
    for column in columns:
        match = catalogue.match_name(column.name, nearby - {column.name})
        if match is not None and match.sure and match.role == "own":
            path = span_of(column.node)
            yield Feature(match.attribute.name, column.name, path, call.lineno)


def _fitted(call: ast.Call, scope: Scope) -> Iterator[_Column]:
    """Columns that a call fits a model to."""
    name = last_name(call.func)
    if name in FITTING and isinstance(call.func, ast.Attribute):
        if _prepares(call.func.value, scope):
            return
        yield from _of_pipeline(call.func.value, scope, DEPTH)
        data = next((k.value for k in call.keywords if k.arg in {"X", "x"}), None)
        given = call.args[0] if call.args else data
        if given is not None:
            yield from _columns(given, scope, DEPTH)
    elif name in FORMULA_FUNCTIONS and call.args:
        formula = call.args[0]
        if isinstance(formula, ast.Constant) and isinstance(formula.value, str):
            _, tilde, terms = formula.value.partition("~")
            if tilde:
                yield from (_Column(w, formula) for w in _FORMULA_WORD.findall(terms))


def _prepares(model: ast.expr, scope: Scope) -> bool:
    """Whether what is fitted is a scaler or its like, and no model."""
    names = [last_name(model)]
    if isinstance(model, ast.Name):
        names += [last_name(v) for v in scope.bound.get(model.id, ())]
    return any(PREPARING.search(n.lower()) for n in names)


def _of_pipeline(model: ast.expr, scope: Scope, depth: int) -> Iterator[_Column]:
    """Columns that a `ColumnTransformer` in the pipeline names."""
    for value in _values(model, scope, depth):
        for node in ast.walk(value):
            if isinstance(node, ast.Name) and node is not value and depth > 0:
                for inner in scope.bound.get(node.id, ()):
                    yield from _of_pipeline(inner, scope, depth - 4)
            if isinstance(node, ast.Call) and last_name(node.func) in {
                "ColumnTransformer", "make_column_transformer"
            }:  # fmt: skip
                yield from _of_transformer(node, scope, depth)


def _of_transformer(call: ast.Call, scope: Scope, depth: int) -> Iterator[_Column]:
    steps: list[ast.expr] = []
    for argument in call.args:
        steps += argument.elts if isinstance(argument, ast.List) else [argument]
    for step in steps:
        if isinstance(step, ast.Tuple) and step.elts:
            yield from _names(step.elts[-1], scope, depth)


def _columns(data: ast.expr, scope: Scope, depth: int) -> Iterator[_Column]:
    """Columns that a table of features has, as far as the source says."""
    if depth <= 0:
        return
    if isinstance(data, ast.Name):
        for value in scope.bound.get(data.id, ()):
            yield from _columns(value, scope, depth - 1)
    elif isinstance(data, ast.Subscript):
        yield from _of_subscript(data, scope, depth)
    elif isinstance(data, ast.Call):
        yield from _of_call(data, scope, depth)
    elif isinstance(data, ast.Attribute):  # `df[features].values`
        yield from _columns(data.value, scope, depth - 1)


def _of_subscript(data: ast.Subscript, scope: Scope, depth: int) -> Iterator[_Column]:
    """`df[["age", "income"]]`, `df[features]`, `df.loc[:, features]`."""
    key = data.slice
    if isinstance(key, ast.Tuple) and len(key.elts) == 2:
        key = key.elts[1]
    if isinstance(key, ast.Constant):
        if isinstance(key.value, str):
            yield _Column(key.value, key)
        return
    yield from _names(key, scope, depth)


def _of_call(call: ast.Call, scope: Scope, depth: int) -> Iterator[_Column]:
    name = last_name(call.func)
    if name in SPLITTING and call.args:
        yield from _columns(call.args[0], scope, depth - 1)
    elif name == "drop" and isinstance(call.func, ast.Attribute):
        yield from _left(call, call.func.value, scope, depth)
    elif name in {"get_dummies", "fit_transform", "transform", "array", "asarray", "DataFrame"}:
        if name == "DataFrame":
            yield from _made(call, scope, depth)
        elif call.args:
            yield from _columns(call.args[0], scope, depth - 1)
    elif isinstance(call.func, ast.Attribute):  # `df[features].fillna(0)`
        yield from _columns(call.func.value, scope, depth - 1)


def _left(call: ast.Call, table: ast.expr, scope: Scope, depth: int) -> Iterator[_Column]:
    """Columns of a table that the code knows of and does not drop."""
    drops = [call]
    known = list(_made(table, scope, depth))
    if isinstance(table, ast.Name):
        known += scope.used.get(table.id, ())
        values = scope.bound.get(table.id, ())
        drops += [v for v in values if isinstance(v, ast.Call) and last_name(v.func) == "drop"]
    dropped = {c.name for drop in drops for c in _dropped(drop, scope, depth)}
    first = {c.name: c for c in reversed(known)}
    yield from (c for c in first.values() if c.name not in dropped)


def _dropped(call: ast.Call, scope: Scope, depth: int) -> Iterator[_Column]:
    given = [*call.args[:1], *(k.value for k in call.keywords if k.arg in {"columns", "labels"})]
    for value in given:
        yield from _names(value, scope, depth)


def _made(data: ast.expr, scope: Scope, depth: int) -> Iterator[_Column]:
    """Columns of a table that the code itself makes: `pd.DataFrame({"age": ...})`."""
    for value in _values(data, scope, depth):
        if not isinstance(value, ast.Call) or last_name(value.func) != "DataFrame":
            continue
        for given in value.args[:1]:
            for table in _values(given, scope, depth):
                if isinstance(table, ast.Dict):
                    for key in table.keys:
                        if isinstance(key, ast.Constant) and isinstance(key.value, str):
                            yield _Column(key.value, key)


def _names(value: ast.expr, scope: Scope, depth: int) -> Iterator[_Column]:
    """Column names in a list, in a name that stands for one, or in a sum of both."""
    if depth <= 0:
        return
    if isinstance(value, ast.Constant):
        if isinstance(value.value, str):
            yield _Column(value.value, value)
    elif isinstance(value, (ast.List, ast.Tuple)):
        for element in value.elts:
            yield from _names(element, scope, depth - 1)
    elif isinstance(value, ast.BinOp):
        yield from _names(value.left, scope, depth - 1)
        yield from _names(value.right, scope, depth - 1)
    elif isinstance(value, ast.Starred):
        yield from _names(value.value, scope, depth - 1)
    elif isinstance(value, ast.Name):
        for one in scope.bound.get(value.id, ()):
            yield from _names(one, scope, depth - 1)


def _values(value: ast.expr, scope: Scope, depth: int) -> Iterable[ast.expr]:
    """What a name stands for, or the expression itself."""
    if isinstance(value, ast.Name) and depth > 0:
        return [v for b in scope.bound.get(value.id, ()) for v in _values(b, scope, depth - 1)]
    return [value]


def _scope(node: ast.AST, around: Scope | None = None) -> Scope:
    """Names of a scope; the parts of a split stand for what was split."""
    bound: dict[str, list[ast.expr]] = {}
    used: dict[str, list[_Column]] = {}
    for inner in own_nodes(node):
        if isinstance(inner, ast.Subscript) and isinstance(inner.value, ast.Name):
            key = inner.slice
            named = isinstance(key, ast.Constant) and isinstance(key.value, str)
            column = [_Column(key.value, key)] if named else []  # type: ignore[attr-defined]
            used.setdefault(inner.value.id, []).extend(column)
        if not isinstance(inner, (ast.Assign, ast.AnnAssign)) or inner.value is None:
            continue
        targets = inner.targets if isinstance(inner, ast.Assign) else [inner.target]
        for target in targets:
            if isinstance(target, ast.Name):
                bound.setdefault(target.id, []).append(inner.value)
            elif isinstance(target, ast.Tuple):
                for name, value in _unpacked(target, inner.value):
                    bound.setdefault(name, []).append(value)
    if around is None:
        return Scope(bound, used)
    return Scope({**around.bound, **bound}, {**around.used, **used})


def _unpacked(target: ast.Tuple, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """`X_train, X_test, y_train, y_test = train_test_split(X, y)`, `X, y = df[a], df[b]`."""
    for index, element in enumerate(target.elts):
        if not isinstance(element, ast.Name):
            continue
        if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
            yield element.id, value.elts[index]
        splits = isinstance(value, ast.Call) and last_name(value.func) in SPLITTING
        if splits and isinstance(value, ast.Call) and index // 2 < len(value.args):
            yield element.id, value.args[index // 2]
