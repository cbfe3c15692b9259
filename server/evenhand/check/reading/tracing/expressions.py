"""What each kind of expression may stand for, and what it tells of the places in it."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Closure,
    Environment,
    Value,
    merge,
    scalars,
)
from evenhand.check.reading.tracing.calls import evaluate_call
from evenhand.check.reading.tracing.lookups import iterate, note, note_key, subscript
from evenhand.check.reading.tracing.names_and_attributes import evaluate_attribute, evaluate_name
from evenhand.check.reading.tracing.tracer import EXPRESSIONS, Tracer


def _constant(tracer: Tracer, node: ast.Constant, env: Environment) -> Value:
    return Value(constants=(node.value,))


def _compare(tracer: Tracer, node: ast.Compare, env: Environment) -> Value:
    operands = [tracer.evaluate(n, env) for n in (node.left, *node.comparators)]
    for index, operator in enumerate(node.ops):
        _met(tracer, operands[index], operands[index + 1], operator)
        for operand in operands[index : index + 2]:
            if not isinstance(operator, (ast.Is, ast.IsNot)):
                tracer.take(operand)
    return merge(operands).computed()


def _met(tracer: Tracer, left: Value, right: Value, operator: ast.cmpop) -> None:
    if isinstance(operator, (ast.In, ast.NotIn)):
        _membership(tracer, left, right)
        return
    for one, other in ((left, right), (right, left)):
        for constant in scalars(other):
            note(one, constant)
            if isinstance(operator, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)) and _number(constant):
                _learn(one, Evidence.NUMBER)
    if not left.derived and not right.derived:
        for path in left.paths:
            for other_place in right.paths:
                path.link(other_place)


def _membership(tracer: Tracer, left: Value, right: Value) -> None:
    for constant in scalars(right):
        note_key(left, constant)
    for path in right.paths:
        if right.derived:
            continue
        for constant in left.constants:
            if path.may_be_searched:
                path.learn(Evidence.SEARCHED)
            if path.keys or path.is_mapping:
                if isinstance(constant, str):
                    path.child_key(constant).optional = True
            else:
                path.note(constant)
        for other in left.paths:
            path.learn(Evidence.SEARCHED)
            if not left.derived:
                path.link(other)


def _learn(value: Value, evidence: Evidence) -> None:
    for path in value.paths:
        path.learn(evidence)


def _number(constant: object) -> bool:
    return isinstance(constant, (int, float)) and not isinstance(constant, bool)


def _operation(tracer: Tracer, node: ast.BinOp, env: Environment) -> Value:
    left, right = tracer.evaluate(node.left, env), tracer.evaluate(node.right, env)
    if isinstance(node.op, ast.Mod) and any(isinstance(c, str) for c in left.constants):
        return right.computed()
    if isinstance(node.op, (ast.BitAnd, ast.BitOr)):
        return merge((left, right)).computed()
    both = scalars(left) + scalars(right)
    textual = any(isinstance(c, str) for c in both)
    if isinstance(node.op, ast.Mult) and textual:
        return merge((left, right)).computed()
    for value in (left, right):
        if not value.derived:
            _learn(value, Evidence.TEXT if textual else Evidence.ARITHMETIC)
    if isinstance(node.op, ast.Sub):
        _note_turning_points(left, right)
    if left.elements is not None and right.elements is not None:
        return Value(elements=left.elements + right.elements)
    return merge((left, right)).computed()


def _note_turning_points(left: Value, right: Value) -> None:
    """`max(age - 18, 0)` compares with 18, and does not say so."""
    for value, other in ((left, right), (right, left)):
        numbers = [c for c in other.constants if isinstance(c, (int, float)) and not other.paths]
        for path in () if value.derived else value.paths:
            for number in numbers:
                path.note(number)


def _unary(tracer: Tracer, node: ast.UnaryOp, env: Environment) -> Value:
    if isinstance(node.op, ast.Not):
        return tracer.test(node.operand, env).computed()
    value = tracer.evaluate(node.operand, env)
    if isinstance(node.op, ast.USub):
        _learn(value, Evidence.ARITHMETIC)
        numbers = [c for c in value.constants if isinstance(c, (int, float))]
        if numbers and not value.paths:
            return Value(constants=tuple(-n for n in numbers))
    return value.computed()


def _boolean(tracer: Tracer, node: ast.BoolOp, env: Environment) -> Value:
    values = [tracer.test(n, env) for n in node.values]
    return merge(values)


def _conditional(tracer: Tracer, node: ast.IfExp, env: Environment) -> Value:
    condition = tracer.test(node.test, env)
    chosen = merge((tracer.evaluate(node.body, env), tracer.evaluate(node.orelse, env)))
    return merge((chosen, condition.computed())) if condition.paths else chosen


def _sequence(tracer: Tracer, node: ast.List | ast.Tuple | ast.Set, env: Environment) -> Value:
    elements = tuple(tracer.evaluate(e, env) for e in node.elts)
    return Value(elements=elements)


def _dictionary(tracer: Tracer, node: ast.Dict, env: Environment) -> Value:
    entries: dict[object, Value] = {}
    spread: list[Value] = []
    for key, item in zip(node.keys, node.values, strict=True):
        value = tracer.evaluate(item, env)
        if key is None:
            spread.append(value)
            continue
        name = tracer.evaluate(key, env)
        for constant in _keys_of(name):
            entries[constant] = merge((entries.get(constant, NOTHING), value))
    base = merge(spread)
    return replace(base, entries={**(base.entries or {}), **entries}) if entries else base


def _keys_of(name: Value) -> tuple[object, ...]:
    """The constant keys that a dict display's key may be, tuples of constants included."""
    if name.elements is None:
        return tuple(c for c in name.constants if isinstance(c, (str, int, float, bool)))
    parts = [e.constants[0] for e in name.elements if len(e.constants) == 1]
    return (tuple(parts),) if len(parts) == len(name.elements) else ()


def _comprehension(
    tracer: Tracer, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, env: Environment
) -> Value:
    inner = _generators(tracer, node.generators, env)
    value = tracer.evaluate(node.elt, inner)
    return Value(elements=(value,))


def _table(tracer: Tracer, node: ast.DictComp, env: Environment) -> Value:
    inner = _generators(tracer, node.generators, env)
    tracer.evaluate(node.key, inner)
    return tracer.evaluate(node.value, inner).computed()


def _generators(
    tracer: Tracer, generators: Iterable[ast.comprehension], env: Environment
) -> Environment:
    inner = dict(env)
    for generator in generators:
        tracer.bind(
            generator.target, iterate(tracer, tracer.evaluate(generator.iter, inner)), inner
        )
        for condition in generator.ifs:
            tracer.test(condition, inner)
    return inner


def _formatted(tracer: Tracer, node: ast.JoinedStr, env: Environment) -> Value:
    parts = [
        tracer.evaluate(n.value, env) for n in node.values if isinstance(n, ast.FormattedValue)
    ]
    for part in parts:
        tracer.take(part)
    return merge(parts).computed() if parts else NOTHING


def _lambda(tracer: Tracer, node: ast.Lambda, env: Environment) -> Value:
    return Value(closure=Closure(node, env))


def _walrus(tracer: Tracer, node: ast.NamedExpr, env: Environment) -> Value:
    value = tracer.evaluate(node.value, env)
    tracer.bind(node.target, value, env)
    return value


def _inner(
    tracer: Tracer, node: ast.Await | ast.Starred | ast.YieldFrom, env: Environment
) -> Value:
    return tracer.evaluate(node.value, env)


def _yield(tracer: Tracer, node: ast.Yield, env: Environment) -> Value:
    tracer.returned.append(tracer.evaluate(node.value, env))
    return NOTHING


EXPRESSIONS.update(
    {
        ast.Constant: _constant,  # type: ignore[dict-item]
        ast.Name: evaluate_name,  # type: ignore[dict-item]
        ast.Attribute: evaluate_attribute,  # type: ignore[dict-item]
        ast.Subscript: subscript,  # type: ignore[dict-item]
        ast.Compare: _compare,  # type: ignore[dict-item]
        ast.BinOp: _operation,  # type: ignore[dict-item]
        ast.UnaryOp: _unary,  # type: ignore[dict-item]
        ast.BoolOp: _boolean,  # type: ignore[dict-item]
        ast.IfExp: _conditional,  # type: ignore[dict-item]
        ast.List: _sequence,  # type: ignore[dict-item]
        ast.Tuple: _sequence,  # type: ignore[dict-item]
        ast.Set: _sequence,  # type: ignore[dict-item]
        ast.Dict: _dictionary,  # type: ignore[dict-item]
        ast.ListComp: _comprehension,  # type: ignore[dict-item]
        ast.SetComp: _comprehension,  # type: ignore[dict-item]
        ast.GeneratorExp: _comprehension,  # type: ignore[dict-item]
        ast.DictComp: _table,  # type: ignore[dict-item]
        ast.JoinedStr: _formatted,  # type: ignore[dict-item]
        ast.Lambda: _lambda,  # type: ignore[dict-item]
        ast.NamedExpr: _walrus,  # type: ignore[dict-item]
        ast.Await: _inner,  # type: ignore[dict-item]
        ast.Starred: _inner,  # type: ignore[dict-item]
        ast.YieldFrom: _inner,  # type: ignore[dict-item]
        ast.Yield: _yield,  # type: ignore[dict-item]
        ast.Call: evaluate_call,  # type: ignore[dict-item]
    }
)
