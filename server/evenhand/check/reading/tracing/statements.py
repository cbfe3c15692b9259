"""What each kind of statement binds, tests and returns."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from evenhand.check.reading.access_paths import UNNAMED_ANSWER, Via
from evenhand.check.reading.evidence import MOST_ALIASES, Evidence
from evenhand.check.reading.node_handlers import Handlers, on
from evenhand.check.reading.source import dotted_names, last_name
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Closure,
    Environment,
    Value,
    merge,
    name_it,
)
from evenhand.check.reading.tracing.assignment import bind
from evenhand.check.reading.tracing.lookups import is_place, iterate
from evenhand.check.reading.tracing.match_patterns import match_pattern
from evenhand.check.reading.tracing.outside_calls import CLOSING
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.world import entered, name_item, name_result, note_entered

PARSERS = frozenset({"strptime", "fromisoformat"})
"""What reads a date from text."""


def _assign(node: ast.Assign, tracer: Tracer, env: Environment) -> None:
    value = tracer.evaluate(node.value, env)
    for target in node.targets:
        if isinstance(target, ast.Name):
            _name_prompts(value, target.id)
            name_result(value, target.id)
            name_it(value, target.id)
            _name_dates(node.value, value, target.id)
            _name_spans(value, node.value, target.id)
        elif isinstance(target, ast.Tuple):
            _name_elements(value, target)
        for part, its_value in _pairs(target, node.value):
            _name_fields(its_value, part, env)
        bind(target, tracer, value, env)


def _name_spans(value: Value, node: ast.expr, name: str) -> None:
    """`age = today.year - value.year`: the variable says what `value` is the beginning of."""
    if value.derived and any(isinstance(part, ast.Sub) for part in ast.walk(node)):
        for path in value.paths:
            day = path.parent if path.name == "year" and path.parent is not None else path
            if name not in day.facts.spans and len(day.facts.spans) < MOST_ALIASES:
                day.facts.spans.append(name)


def _name_elements(value: Value, target: ast.Tuple) -> None:
    """`age, sex = int(row[1]), row[2]`: each variable says what its value is."""
    for part, element in zip(target.elts, value.elements or (), strict=False):
        if isinstance(part, ast.Name):
            name_it(element, part.id)


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """The names that an assignment binds, and what each gets: `name, age = row[0], row[1]`."""
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for part, its_value in zip(target.elts, value.elts, strict=False):
            yield from _pairs(part, its_value)


def _name_fields(node: ast.expr, name: str, env: Environment) -> None:
    """`age = int(row[1])`: the row has a field at that position, and it has a name."""
    while isinstance(node, ast.Call):
        inner = node.args[:1] or [node.func]
        node = inner[0].value if isinstance(inner[0], ast.Attribute) else inner[0]
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Constant):
        return

    position = node.slice.value
    if is_place(position) and isinstance(node.value, ast.Name):
        for path in env.get(node.value.id, NOTHING).own_paths:
            path.facts.fields[position] = name


def _name_dates(node: ast.expr, value: Value, name: str) -> None:
    """`birthday = datetime.strptime(message.text, "%d.%m.%Y").date()`: so the text is called."""
    if isinstance(node, ast.Call) and last_name(node.func) == "date" and not node.args:
        node = node.func.value if isinstance(node.func, ast.Attribute) else node
    is_read = isinstance(node, ast.Call) and last_name(node.func) in PARSERS
    if is_read and value.derived and len(value.paths) == 1:
        value.paths[0].facts.call_it(name)


def _name_prompts(value: Value, name: str) -> None:
    """`age = int(input("? "))`: the variable says what the person is asked for."""
    for path in value.paths:
        if path.is_typed_in and path.name.startswith(UNNAMED_ANSWER):
            path.name = name


def _expression(node: ast.Expr, tracer: Tracer, env: Environment) -> None:
    """A call whose result nobody looks at: it is no input."""
    start = len(tracer.touched)
    value = tracer.evaluate(node.value, env)
    for path in value.own_paths:
        if path.via is not Via.RESULT or not path.is_leaf or path.parent is None:
            continue
        if path not in tracer.touched[:start]:
            results = path.parent.results
            unused = [question for question, result in results.items() if result is path]
            for question in unused:
                del results[question]
            if path.parent.via is Via.PARAMETER:
                path.parent.learn(Evidence.TOLD)


def _annotated(node: ast.AnnAssign, tracer: Tracer, env: Environment) -> None:
    if node.value is None:
        return

    value = tracer.evaluate(node.value, env)
    if isinstance(node.target, ast.Name):
        name_it(value, node.target.id)
        name_result(value, node.target.id)
    bind(node.target, tracer, value, env)


def _augmented(node: ast.AugAssign, tracer: Tracer, env: Environment) -> None:
    if not isinstance(node.target, ast.Name):
        read = _as_read(node.target)
        bind(node.target, tracer, tracer.evaluate(_operation(node, read), env), env)
        return

    value = tracer.evaluate(node.value, env)
    name = node.target.id
    for path in value.own_paths:
        if path.via is Via.RESULT and not path.shows(Evidence.TEXT):
            path.learn(Evidence.ARITHMETIC)
    added = value.computed() if value.paths else value
    env[name] = merge((env.get(name, NOTHING), added))


def _operation(node: ast.AugAssign, read: ast.expr) -> ast.expr:
    """`employee.level + 1` for `employee.level += 1`."""
    return ast.copy_location(ast.BinOp(read, node.op, node.value), node)


def _as_read(target: ast.Attribute | ast.Subscript) -> ast.expr:
    """The target of `+=` as the expression that reads its old value."""
    expression: ast.expr
    if isinstance(target, ast.Attribute):
        expression = ast.Attribute(target.value, target.attr, ast.Load())
    else:
        expression = ast.Subscript(target.value, target.slice, ast.Load())

    return ast.copy_location(expression, target)


def _loop(node: ast.For | ast.AsyncFor, tracer: Tracer, env: Environment) -> None:
    item = iterate(tracer, tracer.evaluate(node.iter, env))
    name_item(item, node.target)
    bind(node.target, tracer, item, env)

    tracer.rounds(lambda: tracer.body(node.body, env))
    tracer.body(node.orelse, env)


def _branch(node: ast.If, tracer: Tracer, env: Environment) -> None:
    tracer.test(node.test, env)
    tracer.body(node.body, env)
    tracer.body(node.orelse, env)


def _while(node: ast.While, tracer: Tracer, env: Environment) -> None:
    tracer.rounds(lambda: _while_round(node, tracer, env))
    tracer.body(node.orelse, env)


def _while_round(node: ast.While, tracer: Tracer, env: Environment) -> None:
    tracer.test(node.test, env)
    tracer.body(node.body, env)


def _with(node: ast.With | ast.AsyncWith, tracer: Tracer, env: Environment) -> None:
    for item in node.items:
        value = tracer.evaluate(item.context_expr, env)
        if item.optional_vars is None:
            note_entered(value)
        else:
            if not _gives_itself(item.context_expr):
                value = entered(tracer, value, is_async=isinstance(node, ast.AsyncWith))
            if isinstance(item.optional_vars, ast.Name):
                name_result(value, item.optional_vars.id)
            bind(item.optional_vars, tracer, value, env)

    tracer.body(node.body, env)


def _gives_itself(entered: ast.expr) -> bool:
    """`with closing(cursor) as rows`: what is bound is what was given."""
    return isinstance(entered, ast.Call) and last_name(entered.func) in CLOSING


def _try(node: ast.Try | ast.TryStar, tracer: Tracer, env: Environment) -> None:
    tracer.body(node.body, env)
    for handler in node.handlers:
        tracer.body(handler.body, env)
    tracer.body(node.orelse, env)
    tracer.body(node.finalbody, env)


def _match(node: ast.Match, tracer: Tracer, env: Environment) -> None:
    start = len(tracer.touched)
    subject = tracer.evaluate(node.subject, env)

    for case in node.cases:
        match_pattern(case.pattern, tracer, subject, env)
        tracer.note_branch(node.subject, start)
        if case.guard is not None:
            tracer.test(case.guard, env)
        tracer.body(case.body, env)
        start = len(tracer.touched)


def _return(node: ast.Return, tracer: Tracer, env: Environment) -> None:
    tracer.returned.append(tracer.evaluate(node.value, env))


def _raise(node: ast.Raise, tracer: Tracer, env: Environment) -> None:
    """What is raised; an imported class of errors is no part of the world."""
    error = node.exc
    if error is None or not _is_imported(error, tracer, env):
        tracer.evaluate(error, env)
    elif isinstance(error, ast.Call):
        for part in (*error.args, *(keyword.value for keyword in error.keywords)):
            tracer.mark_escaped(tracer.evaluate(part, env))
    tracer.evaluate(node.cause, env)


def _is_imported(error: ast.expr, tracer: Tracer, env: Environment) -> bool:
    names = dotted_names(error.func if isinstance(error, ast.Call) else error)
    if not names or names[0] in env or names[0] in tracer.source.symbols:
        return False
    return names[0] in tracer.source.modules


def _assert(node: ast.Assert, tracer: Tracer, env: Environment) -> None:
    tracer.test(node.test, env)


def _function(
    node: ast.FunctionDef | ast.AsyncFunctionDef, tracer: Tracer, env: Environment
) -> None:
    env[node.name] = Value(closure=Closure(node, env))


def _class(node: ast.ClassDef, tracer: Tracer, env: Environment) -> None:
    env[node.name] = Value(klass=node)


STATEMENTS: Handlers[[Tracer, Environment], None] = dict(
    (
        on(ast.Assign, _assign),
        on(ast.Expr, _expression),
        on(ast.AnnAssign, _annotated),
        on(ast.AugAssign, _augmented),
        on(ast.For, _loop),
        on(ast.AsyncFor, _loop),
        on(ast.If, _branch),
        on(ast.While, _while),
        on(ast.With, _with),
        on(ast.AsyncWith, _with),
        on(ast.Try, _try),
        on(ast.TryStar, _try),
        on(ast.Match, _match),
        on(ast.Return, _return),
        on(ast.Raise, _raise),
        on(ast.Assert, _assert),
        on(ast.FunctionDef, _function),
        on(ast.AsyncFunctionDef, _function),
        on(ast.ClassDef, _class),
    )
)
"""How each kind of statement is read; of others only their expressions are evaluated."""
