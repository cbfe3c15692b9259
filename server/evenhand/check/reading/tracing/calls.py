"""What calls may give: those of methods, of the workspace's own code, and of everything else."""

from __future__ import annotations

import ast
from dataclasses import replace

from evenhand.check.reading.access_paths import PROMPT
from evenhand.check.reading.source import last_name
from evenhand.check.reading.table_libraries import package_of
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Environment,
    Value,
    merge,
    scalars,
)
from evenhand.check.reading.tracing.asked_clock import asked_clock, note_part
from evenhand.check.reading.tracing.comparisons import meet_as_sets
from evenhand.check.reading.tracing.date_calls import ISO_FORMATS
from evenhand.check.reading.tracing.inherited_methods import asks_ancestor, call_of_ancestor
from evenhand.check.reading.tracing.methods import method_call
from evenhand.check.reading.tracing.outside_call import OutsideCall
from evenhand.check.reading.tracing.outside_calls import FUNCTIONS, outside_call
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.workspace_calls import (
    Arguments,
    arguments_of,
    construct,
    follow,
)
from evenhand.check.reading.tracing.world import (
    call_of,
    computes,
    listed,
    listed_class,
    method_of,
    root_at,
)

LENGTH_OF_YEAR = 4
OF_SETS = frozenset({"issubset", "issuperset", "isdisjoint", "intersection"})
"""Methods of sets that ask what two of them have in common."""


def evaluate_call(node: ast.Call, tracer: Tracer, env: Environment) -> Value:
    """What a call may give; arguments of helpers of the workspace are followed into them."""
    called = node.func
    if isinstance(called, ast.Attribute) and asks_ancestor(called):
        return call_of_ancestor(tracer, called.attr, arguments_of(tracer, node, env), env)
    if isinstance(called, ast.Attribute):
        if computes(tracer, called, env):
            return _outside(node, tracer, arguments_of(tracer, node, env), env)
        path = listed(tracer, called, env)
        if path is not None:
            return call_of(tracer, path, arguments_of(tracer, node, env))
        owner = tracer.evaluate(called.value, env)
        if called.attr in OF_SETS:
            for argument in arguments_of(tracer, node, env).positional:
                meet_as_sets(owner, argument)
        note_part(tracer, owner, called.attr)
        path = method_of(tracer, owner, called.attr)
        if path is not None:
            return call_of(tracer, path, arguments_of(tracer, node, env))
        if _has_methods(owner) or (called.attr == "sort" and owner.elements is not None):
            return method_call(node, called, tracer, owner, env)
        if owner.elements is not None and called.attr in {"index", "count"}:
            return _position(node, tracer, owner, env)

    if _is_input(called, env):
        return _answer(node, tracer, env)
    return _function_call(node, tracer, env)


def _has_methods(owner: Value) -> bool:
    """Whether something is known of the owner by which its methods can be followed."""
    is_object = owner.instance is not None or owner.klass is not None
    return is_object or bool(owner.paths) or owner.entries is not None


def _is_input(called: ast.expr, env: Environment) -> bool:
    says_input = isinstance(called, ast.Name) and called.id == "input"
    return says_input and "input" not in env


def _function_call(node: ast.Call, tracer: Tracer, env: Environment) -> Value:
    called = node.func
    arguments = arguments_of(tracer, node, env)
    _note_year(node, tracer, env)
    if isinstance(called, ast.Call):  # `partial(list, person)()`
        for value in arguments_of(tracer, called, env).all:
            tracer.mark_escaped(value)
    is_nameable = isinstance(called, (ast.Name, ast.Lambda))
    function = tracer.evaluate(called, env) if is_nameable else NOTHING

    if function.klass is not None:
        return construct(tracer, function.klass, arguments)
    if function.closure is not None:
        return follow(tracer, function, arguments)
    is_rule = last_name(called) in FUNCTIONS
    if function.own_paths and not is_rule:
        return merge([call_of(tracer, path, arguments) for path in function.own_paths])
    value = _outside(node, tracer, arguments, env)
    klass = listed_class(tracer, called, env) or asked_clock(tracer, called, value, env)
    return replace(value, made_by=klass) if klass else value


def _outside(node: ast.Call, tracer: Tracer, arguments: Arguments, env: Environment) -> Value:
    package = package_of(node.func, tracer.source.modules)
    return outside_call(OutsideCall(tracer, last_name(node.func), arguments, env, package))


def _note_year(node: ast.Call, tracer: Tracer, env: Environment) -> None:
    """`int(born[:4])`: a text that begins with a year is most likely a date."""
    part = node.args[0] if len(node.args) == 1 else None
    if not isinstance(part, ast.Subscript) or last_name(node.func) != "int":
        return
    if not isinstance(part.slice, ast.Slice) or part.slice.lower is not None:
        return

    end = part.slice.upper
    if isinstance(end, ast.Constant) and end.value == LENGTH_OF_YEAR:
        for path in tracer.evaluate(part.value, env).own_paths:
            path.facts.date_formats = path.facts.date_formats or ISO_FORMATS[:1]


def _position(node: ast.Call, tracer: Tracer, owner: Value, env: Environment) -> Value:
    """`LEVELS.index(level)`: the list's constants are what the level may be."""
    arguments = arguments_of(tracer, node, env)
    for argument in arguments.positional:
        for path in argument.own_paths:
            path.facts.note(*scalars(owner))
    return merge(arguments.positional).computed()


def _answer(node: ast.Call, tracer: Tracer, env: Environment) -> Value:
    """What `input` returns: one path for each call in the source, and each of its questions."""
    prompt = root_at(tracer, "input", PROMPT)
    question = _question(node, tracer, env) or ""
    return Value((prompt.child_answer(f"{node.lineno}:{node.col_offset}", question),))


def _question(node: ast.Call, tracer: Tracer, env: Environment) -> str | None:
    """The first text that the call shows; None if it has no constant text."""
    if node.args and isinstance(node.args[0], ast.JoinedStr):
        pieces = [part.value for part in node.args[0].values if isinstance(part, ast.Constant)]
        return " ".join(str(piece).strip() for piece in pieces)

    arguments = [tracer.evaluate(argument, env) for argument in node.args]
    constants = [constant for argument in arguments for constant in scalars(argument)]
    return next((constant for constant in constants if isinstance(constant, str)), None)
