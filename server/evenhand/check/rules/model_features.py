"""Finds protected columns among the features that a model is fitted to; nothing runs for this.

Assistants choose protected attributes as features far more often than they branch on them: in
87.7 % of generated pipelines against 59.2 % of conditionals (arXiv 2604.21716).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evenhand.check.catalogue import Catalogue
from evenhand.check.reading.source import Source, constant_text, last_name, own_nodes, span_of
from evenhand.check.rules.own_attributes import own_attribute
from evenhand.check.rules.table_columns import (
    DEPTH,
    Column,
    Scope,
    column_names,
    columns,
    scope_of,
    values_of,
)
from evenhand.findings import Span

FITTING = frozenset({"fit", "fit_predict", "partial_fit", "train"})
FORMULA_FUNCTIONS = frozenset({"ols", "logit", "glm", "probit", "mixedlm", "poisson", "wls", "gls"})
_FITTING_NAME = re.compile(rf"\b(?:{'|'.join(sorted(FITTING | FORMULA_FUNCTIONS))})\b")
TRANSFORMERS = frozenset({"ColumnTransformer", "make_column_transformer"})
PREPARING = re.compile(r"scaler|encoder|imputer|vectorizer|binarizer|labeler|pca|transformer|tfidf")
"""Words in the name of what only prepares columns; a model is fitted to them later, or never."""
MOST_MODELS = 100
"""Values of one name that are looked at."""
_FORMULA_WORD = re.compile(r"[A-Za-z_]\w*")
_DEPTH_OF_A_STEP = 4
"""What a name inside a pipeline costs of `DEPTH`: pipelines are walked as a whole at each step."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One protected column that reaches a `fit`."""

    attribute: str
    column: str
    location: Span
    """Where the column is named."""
    line: int
    """Of the `fit`."""


def features(source: Source, catalogue: Catalogue) -> tuple[Feature, ...]:
    """All protected columns among the features of the file's models, each location once."""
    first: dict[tuple[str, Span], Feature] = {}
    for call, scope in _calls(source):
        fitted = list(_fitted_columns(call, scope))
        for feature in _protected(fitted, call, catalogue):
            first.setdefault((feature.column, feature.location), feature)

    return tuple(sorted(first.values(), key=lambda f: (f.location.line, f.location.column)))


def fitted_columns(source: Source) -> frozenset[str] | None:
    """The names of all columns that a file's models are fitted to; None if it fits none."""
    fitted = list(_fits(source))
    if not fitted:
        return None
    return frozenset(column.name for columns_of_fit in fitted for column in columns_of_fit)


def _fits(source: Source) -> Iterator[list[Column]]:
    for call, scope in _calls(source):
        name = last_name(call.func)
        is_method = name in FITTING and isinstance(call.func, ast.Attribute)
        if is_method or name in FORMULA_FUNCTIONS:
            yield list(_fitted_columns(call, scope))


def _calls(source: Source) -> Iterator[tuple[ast.Call, Scope]]:
    """Every call of a file that may fit models, with the names of the function that it is in."""
    if not _FITTING_NAME.search(source.text):
        return
    module_scope = scope_of(source.tree)
    functions = [function.node for function in source.functions]

    for node in dict.fromkeys([source.tree, *functions]):
        scope = module_scope if node is source.tree else scope_of(node, module_scope)
        for inner in own_nodes(node):
            if isinstance(inner, ast.Call):
                yield inner, scope


def _protected(fitted: list[Column], call: ast.Call, catalogue: Catalogue) -> Iterator[Feature]:
    nearby = catalogue.telling({column.name for column in fitted})
    for column in fitted:
        attribute = own_attribute(catalogue, column.name, nearby)
        if attribute is not None:
            yield Feature(attribute.name, column.name, span_of(column.node), call.lineno)


def _fitted_columns(call: ast.Call, scope: Scope) -> Iterator[Column]:
    """Columns that a call fits a model to."""
    name = last_name(call.func)
    if name in FITTING and isinstance(call.func, ast.Attribute):
        yield from _of_fit(call, call.func.value, scope)
    elif name in FORMULA_FUNCTIONS and call.args:
        yield from _of_formula(call.args[0])


def _of_fit(call: ast.Call, model: ast.expr, scope: Scope) -> Iterator[Column]:
    """`model.fit(df[["age", "income"]], df["y"])`, and the columns of a pipeline's steps."""
    if _only_prepares(model, scope):
        return
    yield from _of_pipeline(model, scope, DEPTH)

    by_name = [keyword.value for keyword in call.keywords if keyword.arg in {"X", "x"}]
    tables = [*call.args, *by_name]
    if tables:
        yield from columns(tables[0], scope)


def _of_formula(formula: ast.expr) -> Iterator[Column]:
    """`"pay ~ visits + age"`: the words right of the tilde."""
    text = constant_text(formula) or ""
    _, _, terms = text.partition("~")
    for word in _FORMULA_WORD.findall(terms):
        yield Column(word, formula)


def _only_prepares(model: ast.expr, scope: Scope) -> bool:
    """Whether it is a scaler, an encoder or the like, and not a model."""
    names = [last_name(model)]
    if isinstance(model, ast.Name):
        values = scope.bound.get(model.id, [])[:MOST_MODELS]
        names += [last_name(value) for value in values]

    return any(PREPARING.search(name.lower()) for name in names)


def _of_pipeline(model: ast.expr, scope: Scope, depth: int) -> Sequence[Column]:
    """Columns that a `ColumnTransformer` in the pipeline names."""
    return scope.remembered("pipeline", model, depth, lambda: _named_in(model, scope, depth))


def _named_in(model: ast.expr, scope: Scope, depth: int) -> Iterator[Column]:
    for value in values_of(model, scope, depth):
        for node in ast.walk(value):
            if isinstance(node, ast.Name) and node is not value:
                yield from _of_steps(node, scope, depth)
            elif isinstance(node, ast.Call) and last_name(node.func) in TRANSFORMERS:
                yield from _of_transformer(node, scope, depth)


def _of_steps(name: ast.Name, scope: Scope, depth: int) -> Sequence[Column]:
    """Columns of the pipelines that a name inside a pipeline stands for."""
    if depth <= 0:
        return ()
    return scope.remembered("steps", name, depth, lambda: _of_each_step(name, scope, depth))


def _of_each_step(name: ast.Name, scope: Scope, depth: int) -> Iterator[Column]:
    for step in scope.bound.get(name.id, ()):
        yield from _of_pipeline(step, scope, depth - _DEPTH_OF_A_STEP)


def _of_transformer(call: ast.Call, scope: Scope, depth: int) -> Iterator[Column]:
    """`ColumnTransformer([("n", StandardScaler(), ["age"])])`: the last item of each step."""
    steps: list[ast.expr] = []
    for argument in call.args:
        steps += argument.elts if isinstance(argument, ast.List) else [argument]

    for step in steps:
        if isinstance(step, ast.Tuple) and step.elts:
            yield from column_names(step.elts[-1], scope, depth)
