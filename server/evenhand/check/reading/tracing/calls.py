"""Calls: helpers that can be followed, built-ins, and methods that tell a shape."""

from __future__ import annotations

import ast
from dataclasses import replace

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.source import last_name
from evenhand.check.reading.tracing import frames
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Environment,
    Value,
    merge,
    scalars,
)
from evenhand.check.reading.tracing.lookups import iterate
from evenhand.check.reading.tracing.methods import method_call
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.workspace_calls import arguments_of, construct, follow

SAME = {
    "list",
    "tuple",
    "set",
    "sorted",
    "reversed",
    "iter",
    "frozenset",
    "copy",
    "deepcopy",
    "dict",
    "filter",
}
NUMERIC = {"int", "float", "round", "abs", "Decimal"}
OF_NUMBERS = {
    "array", "asarray", "mean", "fmean", "median", "stdev", "pstdev", "variance", "average",
    "std", "percentile", "quantile",
}  # fmt: skip
REFLECTIVE = {"eval", "exec", "locals", "vars", "dir"}
GATHER = {"min", "max", "sum", "any", "all", "next"}


def evaluate_call(tracer: Tracer, node: ast.Call, env: Environment) -> Value:
    """What a call may give; arguments of helpers of the workspace are followed into them."""
    if isinstance(node.func, ast.Attribute):
        owner = tracer.evaluate(node.func.value, env)
        if owner.paths or owner.entries is not None or owner.instance or owner.klass:
            return method_call(tracer, node, node.func.attr, owner, env)
        if owner.elements is not None and node.func.attr in {"index", "count"}:
            return _position(tracer, owner, node, env)
    if isinstance(node.func, ast.Name) and node.func.id == "input" and "input" not in env:
        return _prompt(tracer, node, env)
    arguments, keywords = arguments_of(tracer, node, env)
    function = (
        tracer.evaluate(node.func, env)
        if isinstance(node.func, (ast.Name, ast.Lambda))
        else NOTHING
    )
    if function.klass is not None:
        return construct(tracer, function.klass, arguments, keywords)
    if function.closure is not None:
        return follow(tracer, function, arguments, keywords)
    return _known(tracer, last_name(node.func), node, arguments, keywords, env)


def _position(tracer: Tracer, owner: Value, node: ast.Call, env: Environment) -> Value:
    """`LEVELS.index(level)`: the list's constants are what the level may be."""
    arguments, _ = arguments_of(tracer, node, env)
    for argument in arguments:
        for path in () if argument.derived else argument.paths:
            for constant in scalars(owner):
                path.note(constant)
    return merge(arguments).computed()


def _prompt(tracer: Tracer, node: ast.Call, env: Environment) -> Value:
    for path in tracer.prompts:
        if path.key == (node.lineno, node.col_offset):
            return Value((path,))
    texts = [c for a in node.args for c in scalars(tracer.evaluate(a, env)) if isinstance(c, str)]
    label = texts[0].strip(" :?>\n") if texts else ""
    path = AccessPath(
        f"input_{label}" if label else f"input_{len(tracer.prompts) + 1}",
        f'input("{texts[0]}")' if texts else "input()",
        Via.PROMPT,
        key=(node.lineno, node.col_offset),
    )
    tracer.prompts.append(path)
    return Value((path,))


def _known(
    tracer: Tracer,
    name: str,
    node: ast.Call,
    arguments: list[Value],
    keywords: dict[str, Value],
    env: Environment,
) -> Value:
    everything = [*arguments, *keywords.values()]
    first = arguments[0] if arguments else NOTHING
    _run_callbacks(tracer, name, arguments, keywords, env)
    if name == "sorted" and "key" not in keywords:
        tracer.take(first)
    if name in SAME and arguments:
        source = arguments[1] if name == "filter" and len(arguments) > 1 else first
        if name != "dict" and name != "frozenset" and source.paths and not source.derived:
            iterate(tracer, source)
        return (
            replace(source, pairs=False) if name != "dict" else merge([source, *keywords.values()])
        )
    if name in NUMERIC and arguments:
        for path in () if first.derived else first.paths:
            if path.via is not Via.PROMPT:
                path.learn(Evidence.NUMBER)
            if name in {"int", "float"}:
                path.learn(Evidence.CAST)
        return first
    if name in {"strptime", "fromisoformat"} and arguments:
        for path in () if first.derived else first.paths:
            formats = arguments[1].constants if len(arguments) > 1 else ("%Y-%m-%d",)
            path.date_format = next((f for f in formats if isinstance(f, str)), "")
        return first.computed()
    if name in {"str", "repr", "bool"} and arguments:
        if name != "bool":
            tracer.take(first)
        return first
    if name in REFLECTIVE:
        for value in env.values():
            tracer.take(value)
    if name in OF_NUMBERS and not first.derived:
        _many_numbers(first)
    if name == "next" and arguments:
        return iterate(tracer, first)
    if name in GATHER:
        for argument in arguments if "key" not in keywords else ():
            tracer.take(argument)
        return merge(
            [iterate(tracer, a) if len(arguments) == 1 else a for a in arguments]
        ).computed()
    if (name == "len" and first.paths) or (name == "isinstance" and len(node.args) == 2):
        return NOTHING
    if name == "enumerate" and arguments:
        item = iterate(tracer, first)
        return Value(elements=(Value(elements=(NOTHING, item)),))
    if name == "zip":
        return Value(elements=(Value(elements=tuple(iterate(tracer, a) for a in arguments)),))
    if name in {"getattr", "hasattr"} and len(arguments) >= 2:
        return _dynamic_attribute(tracer, name, arguments)
    if name == "DataFrame" and arguments:
        return frames.build(tracer, first)
    if name in frames.FUNCTIONS:
        return frames.function(tracer, name, arguments, keywords)
    for value in everything:
        tracer.take(value)
    return merge(everything).computed() if everything else NOTHING


def _many_numbers(value: Value) -> None:
    """`np.array(salaries)`: the parameter is a list of numbers."""
    for path in value.paths:
        if path.parent is None and path.may_be_list:
            path.learn(Evidence.LIST)
            path.child_item().learn(Evidence.ARITHMETIC)


def _run_callbacks(
    tracer: Tracer, name: str, arguments: list[Value], keywords: dict[str, Value], env: Environment
) -> None:
    """`sorted(people, key=lambda p: p.age)`: bind what the function is given."""
    callbacks = [v for v in (*arguments, *keywords.values()) if v.closure is not None]
    data = [a for a in arguments if a.closure is None]
    for callback in callbacks:
        follow(tracer, callback, [iterate(tracer, d) for d in data], {})


def _dynamic_attribute(tracer: Tracer, name: str, arguments: list[Value]) -> Value:
    owner, key = arguments[0], arguments[1]
    if not key.constants:
        tracer.take(owner)
    found: list[Value] = []
    for path in owner.paths:
        for constant in key.constants:
            if isinstance(constant, str):
                child = path.child_attribute(constant)
                child.optional = True
                path.learn(Evidence.OBJECT)
                tracer.touched.append(child)
                found.append(tracer.of_place(child))
    if owner.instance is not None:
        for constant in key.constants:
            found.append(owner.instance.attributes.get(str(constant), NOTHING))
    return merge(found) if name == "getattr" else NOTHING
