"""What each kind of expression may stand for, and what it shows of the paths in it."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from evenhand.check.reading.access_paths import Via, is_plural
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.missing_members import word_of
from evenhand.check.reading.node_handlers import Handlers, on
from evenhand.check.reading.source import last_name
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Closure,
    Environment,
    Value,
    joined,
    merge,
    name_it,
    scalars,
)
from evenhand.check.reading.tracing.assignment import bind
from evenhand.check.reading.tracing.calls import evaluate_call
from evenhand.check.reading.tracing.comparisons import evaluate_comparison, meet_as_sets
from evenhand.check.reading.tracing.lookups import evaluate_subscript, iterate
from evenhand.check.reading.tracing.moments import Moment, met_with, moments, names_year
from evenhand.check.reading.tracing.names_and_attributes import evaluate_attribute, evaluate_name
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.world import awaited, name_item

FACTORS = (ast.Mult, ast.Div, ast.FloorDiv, ast.Pow)
"""Operators that only numbers have."""
SHIFTING = (ast.Add, ast.Sub)
SPANS = frozenset({"timedelta", "Timedelta", "DateOffset", "relativedelta"})
"""What makes a span of time in the standard library, in pandas and in dateutil."""
EXTREMES = frozenset({"min", "max"})
"""Methods of a column that give one of its values."""
LONGEST_INTEGER = 1_000
"""Bits."""


def _constant(node: ast.Constant, tracer: Tracer, env: Environment) -> Value:
    if isinstance(node.value, int) and node.value.bit_length() > LONGEST_INTEGER:
        return NOTHING  # no one is that old, and it is too long to be written into a call
    return Value(constants=(node.value,))


def _operation(node: ast.BinOp, tracer: Tracer, env: Environment) -> Value:
    left, right = tracer.evaluate(node.left, env), tracer.evaluate(node.right, env)
    if isinstance(node.op, ast.Mod) and _has_text(left.constants):  # "%s years" % age
        return right.computed()
    if isinstance(node.op, (ast.BitAnd, ast.BitOr)):
        if left.elements is not None or right.elements is not None:
            meet_as_sets(left, right)
        _note_flags(left, right)
        _note_sets(left, right)
        if isinstance(node.op, ast.BitOr) and (left.entries or right.entries):
            return merge((left, right))  # two dicts in one
        return merge((left, right)).computed()

    textual = _has_text(scalars(left) + scalars(right))
    if isinstance(node.op, ast.Mult) and textual:  # "-" * width
        return merge((left, right)).computed()

    if moments(left) or moments(right):
        return _span(left, right)
    if isinstance(node.op, SHIFTING):
        moment = _shifted(node, left, right)
        if moment is not None:
            return moment
    for path in (*left.own_paths, *right.own_paths):
        path.learn(Evidence.TEXT if textual else Evidence.ARITHMETIC)
        if isinstance(node.op, FACTORS) and not textual:
            path.learn(Evidence.FACTOR)
    if isinstance(node.op, ast.Sub):
        _note_turning_point(left, right)
        _note_turning_point(right, left)
        if names_year(node.left):
            for path in right.own_paths:
                path.learn(Evidence.YEAR)

    if left.elements is not None and right.elements is not None:
        return Value(elements=joined(left.elements, right.elements))
    return replace(
        merge((left, right)).computed(),
        made_by=left.made_by,
        is_number=not textual,
        is_text=textual,
    )


def _shifted(node: ast.BinOp, left: Value, right: Value) -> Value | None:
    """The moment that is so much later or earlier: `joined + timedelta(days=30)`; else None."""
    for operand, value, span in ((node.left, left, node.right), (node.right, right, node.left)):
        if not isinstance(span, ast.Call) or last_name(span.func) not in SPANS:
            continue
        is_extreme = isinstance(operand, ast.Call) and last_name(operand.func) in EXTREMES
        shifted = value.paths if is_extreme else value.own_paths
        unknown = [path for path in shifted if not path.facts.is_moment]
        for path in unknown:
            path.learn(Evidence.DATETIME)
        result = merge((left, right)).computed()
        return replace(result, constants=(Moment.NAIVE,)) if unknown else result
    return None


def _note_flags(left: Value, right: Value) -> None:
    """`(df["age"] > 17) & df["insured"]`: what stands beside a condition is one."""
    for side, other in ((left, right), (right, left)):
        if other.derived and not other.constants and not side.derived:
            for path in side.own_paths:
                path.learn(Evidence.BOOLEAN)


def _note_sets(left: Value, right: Value) -> None:
    """`campaign.interests & person.interests`: what two have in common, if each has several."""
    paths = (*left.own_paths, *right.own_paths)
    if not left.own_paths or not right.own_paths or any(path.is_table for path in paths):
        return
    if all(is_plural(path.name) for path in paths):
        for path in paths:
            path.learn(Evidence.SET, Evidence.LIST)


def _span(left: Value, right: Value) -> Value:
    """`date.today() - born` is a span of time, `date.today() - timedelta(days)` a moment again."""
    met_with(left, right)
    met_with(right, left)
    result = merge((left, right)).computed()
    if left.own_paths or right.own_paths:
        return result

    dates = (*moments(left), *moments(right))
    asked = left.made_by or right.made_by
    return replace(result, constants=dates[:1], made_by=asked) if len(dates) == 1 else result


def _note_turning_point(value: Value, other: Value) -> None:
    """`max(age - 18, 0)` compares with 18, and does not say so."""
    if other.paths:
        return

    numbers = _numbers(other.constants)
    for path in value.own_paths:
        path.facts.note(*numbers)


def _numbers(constants: Iterable[object]) -> list[int | float]:
    return [constant for constant in constants if isinstance(constant, (int, float))]


def _has_text(constants: Iterable[object]) -> bool:
    return any(isinstance(constant, str) for constant in constants)


def _unary(node: ast.UnaryOp, tracer: Tracer, env: Environment) -> Value:
    if isinstance(node.op, ast.Not):
        return tracer.test(node.operand, env).computed()

    value = tracer.evaluate(node.operand, env)
    if isinstance(node.op, ast.Invert):  # `~df["blocked"]`
        for path in value.own_paths:
            if path.via is Via.KEY:
                path.learn(Evidence.BOOLEAN)
    if not isinstance(node.op, ast.USub):
        return value.computed()

    for path in value.paths:
        path.learn(Evidence.ARITHMETIC)
    numbers = _numbers(value.constants)
    if numbers and not value.paths:
        return Value(constants=tuple(-number for number in numbers))
    return value.computed()


def _boolean(node: ast.BoolOp, tracer: Tracer, env: Environment) -> Value:
    return merge([tracer.test(operand, env) for operand in node.values])


def _conditional(node: ast.IfExp, tracer: Tracer, env: Environment) -> Value:
    condition = tracer.test(node.test, env)
    chosen = merge((tracer.evaluate(node.body, env), tracer.evaluate(node.orelse, env)))
    if not condition.paths or chosen.own_paths:
        return chosen
    return merge((chosen, condition.computed()))


def _display(node: ast.List | ast.Tuple | ast.Set, tracer: Tracer, env: Environment) -> Value:
    return Value(elements=tuple(tracer.evaluate(element, env) for element in node.elts))


def _dictionary(node: ast.Dict, tracer: Tracer, env: Environment) -> Value:
    entries: dict[object, Value] = {}
    spread: list[Value] = []
    enum: ast.ClassDef | None = None
    for key, item in zip(node.keys, node.values, strict=True):
        value = tracer.evaluate(item, env)
        if key is None:
            spread.append(value)
            continue

        named = tracer.evaluate(key, env)
        enum = enum or named.enum
        for constant in _constant_keys(named):
            name_it(value, str(constant))
            entries[constant] = merge((entries.get(constant, NOTHING), value))

    base = merge(spread)
    if not entries:
        return base
    return replace(base, entries={**(base.entries or {}), **entries}, enum=enum)


def _constant_keys(key: Value) -> tuple[object, ...]:
    """The constants that a dict display's key may be, tuples of constants included."""
    if key.elements is None:
        words = [word for word in map(word_of, key.own_paths) if word]
        return (*words, *(c for c in key.constants if isinstance(c, (str, int, float, bool))))

    parts = [element.constants[0] for element in key.elements if len(element.constants) == 1]
    all_are_constant = len(parts) == len(key.elements)
    return (tuple(parts),) if all_are_constant else ()


def _comprehension(
    node: ast.ListComp | ast.SetComp | ast.GeneratorExp, tracer: Tracer, env: Environment
) -> Value:
    inner = _generators(node.generators, tracer, env)
    return Value(elements=(tracer.evaluate(node.elt, inner),))


def _dict_comprehension(node: ast.DictComp, tracer: Tracer, env: Environment) -> Value:
    inner = _generators(node.generators, tracer, env)
    tracer.evaluate(node.key, inner)
    return tracer.evaluate(node.value, inner).computed()


def _generators(
    generators: Iterable[ast.comprehension], tracer: Tracer, env: Environment
) -> Environment:
    """The names inside a comprehension."""
    tracer.spend_on(env)
    inner = dict(env)
    for generator in generators:
        item = iterate(tracer, tracer.evaluate(generator.iter, inner))
        name_item(item, generator.target)
        bind(generator.target, tracer, item, inner)

        for condition in generator.ifs:
            tracer.test(condition, inner)

    return inner


def _formatted(node: ast.JoinedStr, tracer: Tracer, env: Environment) -> Value:
    fields = [part for part in node.values if isinstance(part, ast.FormattedValue)]
    specs = [field.format_spec for field in fields if field.format_spec is not None]
    values = [tracer.evaluate(part, env) for part in (*(f.value for f in fields), *specs)]
    for value in values:
        tracer.mark_escaped(value)

    written = _written(node, values)
    if written is not None:
        return Value(constants=(written,))
    return replace(merge(values).computed(), is_text=True) if values else NOTHING


def _written(node: ast.JoinedStr, values: list[Value]) -> str | None:
    """The text that is made of constants alone; None if it depends on what is taken in."""
    texts: list[str] = []
    constants = iter(values)
    for part in node.values:
        if isinstance(part, ast.Constant):
            texts.append(str(part.value))
            continue

        value = next(constants)
        is_plain = isinstance(part, ast.FormattedValue) and part.format_spec is None
        if not is_plain or value.paths or len(value.constants) != 1:
            return None
        texts.append(str(value.constants[0]))
    return "".join(texts)


def _lambda(node: ast.Lambda, tracer: Tracer, env: Environment) -> Value:
    return Value(closure=Closure(node, env))


def _walrus(node: ast.NamedExpr, tracer: Tracer, env: Environment) -> Value:
    value = tracer.evaluate(node.value, env)
    bind(node.target, tracer, value, env)
    return value


def _inner(node: ast.Starred | ast.YieldFrom, tracer: Tracer, env: Environment) -> Value:
    return tracer.evaluate(node.value, env)


def _await(node: ast.Await, tracer: Tracer, env: Environment) -> Value:
    return awaited(node, tracer.evaluate(node.value, env))


def _yield(node: ast.Yield, tracer: Tracer, env: Environment) -> Value:
    tracer.returned.append(tracer.evaluate(node.value, env))
    return NOTHING


EXPRESSIONS: Handlers[[Tracer, Environment], Value] = dict(
    (
        on(ast.Constant, _constant),
        on(ast.Name, evaluate_name),
        on(ast.Attribute, evaluate_attribute),
        on(ast.Subscript, evaluate_subscript),
        on(ast.Call, evaluate_call),
        on(ast.Compare, evaluate_comparison),
        on(ast.BinOp, _operation),
        on(ast.UnaryOp, _unary),
        on(ast.BoolOp, _boolean),
        on(ast.IfExp, _conditional),
        on(ast.List, _display),
        on(ast.Tuple, _display),
        on(ast.Set, _display),
        on(ast.Dict, _dictionary),
        on(ast.ListComp, _comprehension),
        on(ast.SetComp, _comprehension),
        on(ast.GeneratorExp, _comprehension),
        on(ast.DictComp, _dict_comprehension),
        on(ast.JoinedStr, _formatted),
        on(ast.Lambda, _lambda),
        on(ast.NamedExpr, _walrus),
        on(ast.Await, _await),
        on(ast.Starred, _inner),
        on(ast.YieldFrom, _inner),
        on(ast.Yield, _yield),
    )
)
"""How each kind of expression is evaluated."""
