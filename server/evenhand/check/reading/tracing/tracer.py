"""Follows a function's parameters through its body and helpers, without running it.

The tracer is flow-insensitive: a name stands for everything that is ever bound to it, so bodies are
walked twice to see loops and late bindings. What it learns is written into the `AccessPath` trees
of the parameters.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.node_handlers import Handlers
from evenhand.check.reading.source import FunctionNode, Source, positional_with_defaults, span_of
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Environment,
    Instance,
    Value,
    merge,
)

MOST_STEPS = 60_000
"""Expressions that are evaluated for one function; after them its reading ends."""
DEEPEST_CALL = 5
"""How many calls deep helpers are followed."""


@dataclass(slots=True)
class Tracer:
    """The state of one function's reading."""

    source: Source
    expressions: Handlers[[Tracer, Environment], Value]
    """How each kind of expression is evaluated; for others only their parts are."""
    statements: Handlers[[Tracer, Environment], None]
    """How each kind of statement is read."""
    on_value: Callable[[ast.expr, Value], None] | None = None
    """Called with every expression and what it may be."""

    touched: list[AccessPath] = field(default_factory=list)
    """Paths that the code mentions, in order."""
    escaped: list[AccessPath] = field(default_factory=list)
    """Parts of records and lists that are compared, printed or passed on as a whole."""
    returned: list[Value] = field(default_factory=list)
    prompts: list[AccessPath] = field(default_factory=list)
    """One for each call of `input`."""
    instances: dict[int, Instance] = field(default_factory=dict)
    """The object at each path (by identity) whose class is known."""
    active: set[tuple[int, ...]] = field(default_factory=set)
    """The calls being followed, so that recursion ends."""
    symbols: dict[str, Value] = field(default_factory=dict)
    """Module-level names, evaluated once."""
    depth: int = 0
    steps: int = 0

    def evaluate(self, node: ast.expr | None, env: Environment) -> Value:
        """What `node` may be; NOTHING once the code has proved too large to read."""
        if node is None or self.steps > MOST_STEPS:
            return NOTHING
        self.steps += 1

        handler = self.expressions.get(type(node))
        if handler is None:
            self._evaluate_parts(node, env)
            return NOTHING

        value = handler(node, self, env)
        if self.on_value is not None:
            self.on_value(node, value)
        return value

    def test(self, node: ast.expr, env: Environment) -> Value:
        """Evaluate a condition; the paths that it reads decide which branch is taken."""
        start = len(self.touched)
        value = self.evaluate(node, env)
        for path in value.own_paths:
            path.learn(Evidence.TESTED)

        self.note_branch(node, start)
        return value

    def note_branch(self, node: ast.expr, start: int) -> None:
        """Remember `node` as the first test of all paths touched since `start`."""
        if self.depth > 0:
            return

        for path in self.touched[start:]:
            if path.branch is None:
                path.branch = span_of(node)

    def body(self, statements: Sequence[ast.stmt], env: Environment) -> None:
        """Read statements in order; names that they bind are added to `env`."""
        for node in statements:
            handler = self.statements.get(type(node))
            if handler is not None:
                handler(node, self, env)
            else:
                self._evaluate_parts(node, env)

    def mark_escaped(self, value: Value) -> None:
        """Mark all parts of `value` as read: code that cannot be followed may look at them."""
        for path in value.own_paths:
            self.escaped.extend(path.walk())

        for element in value.elements or ():
            self.mark_escaped(element)
        entries = value.entries or {}
        for entry in entries.values():
            self.mark_escaped(entry)

    def call(
        self,
        function: FunctionNode | ast.Lambda,
        arguments: Sequence[Value],
        keywords: dict[str, Value],
        env: Environment,
    ) -> Value:
        """The value of a call of a helper, followed with these arguments."""
        paths = [path for argument in arguments for path in argument.paths]
        key = (id(function), *(id(path) for path in paths))
        if key in self.active or self.depth >= DEEPEST_CALL:
            return merge([*arguments, *keywords.values()]).computed()

        self.active.add(key)
        self.depth += 1
        outer, self.returned = self.returned, []
        try:
            inner = dict(env)
            bind_arguments(self, function.args, arguments, keywords, inner)
            if isinstance(function, ast.Lambda):
                return self.evaluate(function.body, inner)

            self.body(function.body, inner)
            return merge(self.returned)
        finally:
            self.returned = outer
            self.depth -= 1
            self.active.discard(key)

    def _evaluate_parts(self, node: ast.AST, env: Environment) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.evaluate(child, env)


def bind_arguments(
    tracer: Tracer,
    parameters: ast.arguments,
    arguments: Sequence[Value],
    keywords: dict[str, Value],
    env: Environment,
) -> None:
    """Bind a helper's parameters to the arguments of a call of it."""
    positional = positional_with_defaults(parameters)
    for index, (parameter, default) in enumerate(positional):
        name = parameter.arg
        if index < len(arguments):
            env[name] = arguments[index]
        elif name in keywords:
            env[name] = keywords[name]
        else:
            env[name] = tracer.evaluate(default, env)

    for parameter, default in zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True):
        name = parameter.arg
        env[name] = keywords.get(name) or tracer.evaluate(default, env)

    if parameters.vararg is not None:
        env[parameters.vararg.arg] = Value(elements=tuple(arguments[len(positional) :]))
    if parameters.kwarg is not None:
        entries: dict[object, Value] = dict(keywords.items())
        rest = Value(entries=entries)
        env[parameters.kwarg.arg] = merge((rest, keywords.get("**", NOTHING)))
