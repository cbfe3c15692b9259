"""Follow a function's parameters through its body and helpers, without running it.

The tracer is flow-insensitive: a name stands for everything that is ever bound to it. It
walks each body twice so that loops and late bindings are seen. What it learns is written
into the `AccessPath` trees of the parameters.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from evenhand.check.reading.access_paths import AccessPath, ParameterKind
from evenhand.check.reading.classes import bases, fields, is_dataclass, is_typed_dict, method
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.source import FunctionNode, Source, span_of
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Environment,
    Instance,
    Value,
    merge,
)
from evenhand.check.reading.tracing.annotations import annotate

NESTED = 3
"""How many objects of workspace classes are built inside each other."""
DEPTH = 5
"""How many calls deep helpers are followed."""
DEFAULTS: Mapping[type, Evidence] = {
    str: Evidence.TEXT,
    int: Evidence.NUMBER,
    float: Evidence.NUMBER,
    bool: Evidence.BOOLEAN,
}
"""What a parameter's default says of its type."""


@dataclass(slots=True)
class Tracer:
    """The state of one function's reading."""

    source: Source
    depth: int = 0
    touched: list[AccessPath] = field(default_factory=list)
    taken: list[AccessPath] = field(default_factory=list)
    """Places of records and lists that went whole where nobody follows them."""
    returned: list[Value] = field(default_factory=list)
    prompts: list[AccessPath] = field(default_factory=list)
    instances: dict[int, Instance] = field(default_factory=dict)
    active: set[tuple[int, ...]] = field(default_factory=set)
    symbols: dict[str, Value] = field(default_factory=dict)
    steps: int = 0
    on_value: Callable[[ast.expr, Value], None] | None = None
    """Told of every expression and what it may be."""

    def evaluate(self, node: ast.expr | None, env: Environment) -> Value:
        """What `node` may be; every step is counted so that huge code ends in time."""
        if node is None or self.steps > 60_000:
            return NOTHING
        self.steps += 1
        handler = EXPRESSIONS.get(type(node))
        if handler is None:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self.evaluate(child, env)
            return NOTHING
        value = handler(self, node, env)
        if self.on_value is not None:
            self.on_value(node, value)
        return value

    def take(self, value: Value) -> None:
        """`value` goes whole where nothing is known of what happens to its parts."""
        for path in () if value.derived else value.paths:
            self.taken.extend(path.walk())
        for part in value.elements or ():
            self.take(part)
        for part in (value.entries or {}).values():
            self.take(part)

    def test(self, node: ast.expr, env: Environment) -> Value:
        """Evaluate a condition; the places that it reads depend on it."""
        start = len(self.touched)
        value = self.evaluate(node, env)
        if not value.derived:
            for path in value.paths:
                path.learn(Evidence.TESTED)
        for path in self.touched[start:]:
            if path.branch is None and self.depth == 0:
                path.branch = span_of(node)
        return value

    def body(self, statements: Sequence[ast.stmt], env: Environment) -> None:
        for statement in statements:
            self.statement(statement, env)

    def statement(self, node: ast.stmt, env: Environment) -> None:
        handler = STATEMENTS.get(type(node))
        if handler is not None:
            handler(self, node, env)
            return
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.evaluate(child, env)

    def bind(self, target: ast.expr, value: Value, env: Environment) -> None:
        """Assign `value` to a name, a tuple of names, an attribute or an item."""
        if isinstance(target, ast.Name):
            env[target.id] = merge((env.get(target.id, NOTHING), value))
        elif isinstance(target, (ast.Tuple, ast.List)):
            self._unpack(target.elts, value, env)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, value.computed(), env)
        elif isinstance(target, ast.Attribute):
            self._bind_attribute(target, value, env)
        elif isinstance(target, ast.Subscript):
            from evenhand.check.reading.tracing.lookups import (
                assigned_item,  # it needs the tracer itself
            )

            assigned_item(self, target, value, env)

    def call(
        self,
        function: FunctionNode | ast.Lambda,
        arguments: Sequence[Value],
        keywords: dict[str, Value],
        env: Environment,
    ) -> Value:
        """The value of a call of a helper, followed with these arguments."""
        key = (id(function), *(id(p) for a in arguments for p in a.paths))
        if key in self.active or self.depth >= DEPTH:
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

    def instance(self, klass: ast.ClassDef, path: AccessPath) -> Instance:
        """An object of `klass` whose constructor's arguments are read from `place`."""
        if id(path) not in self.instances:
            path.klass = klass
            made = Instance(klass, {}, path)
            self.instances[id(path)] = made
            self._construct(made, {})
        return self.instances[id(path)]

    def built(self, klass: ast.ClassDef, arguments: dict[str, Value]) -> Instance:
        """An object that the code itself builds."""
        made = Instance(klass, {})
        if self.depth < DEPTH:
            self.depth += 1
            self._construct(made, arguments)
            self.depth -= 1
        return made

    def _construct(self, made: Instance, arguments: dict[str, Value]) -> None:
        symbols = self.source.symbols
        init = method(made.klass, "__init__", symbols)
        if init is None or is_dataclass(made.klass, symbols):
            for item in fields(made.klass, symbols):
                made.attributes[item.name] = arguments.get(item.name) or self._argument(
                    made, item.name, item.annotation, item.default
                )
            init = method(made.klass, "__post_init__", symbols)
        for constant, value in self._class_constants(made.klass):
            made.attributes.setdefault(constant, value)
        if init is None:
            return
        env: Environment = {}
        receiver = Value(paths=(made.path,) if made.path else (), instance=made)
        for index, (name, default) in enumerate(with_defaults(init.args)):
            if index == 0:
                env[name.arg] = receiver
            elif name.arg in arguments:
                env[name.arg] = arguments[name.arg]
            else:
                env[name.arg] = self._argument(made, name.arg, name.annotation, default)
        if init.args.kwarg is not None and made.path is not None:
            env[init.args.kwarg.arg] = self.of_place(_keywords(made.path, init.args.kwarg.arg))
        returned, self.returned = self.returned, []
        self.depth += 1
        self.body(init.body, env)
        self.depth -= 1
        self.returned = returned

    def _argument(
        self, made: Instance, name: str, annotation: ast.expr | None, default: ast.expr | None
    ) -> Value:
        if made.path is None:
            return self.evaluate(default, {}) if default is not None else NOTHING
        path = made.path.child_attribute(name)
        path.annotation = path.annotation or annotation
        path.default = path.default or default
        describe(self, path)
        return self.of_place(path)

    def _class_constants(self, klass: ast.ClassDef) -> Iterator[tuple[str, Value]]:
        for current in bases(klass, self.source.symbols):
            for node in current.body:
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    yield node.targets[0].id, self.evaluate(node.value, {})
                elif (
                    isinstance(node, ast.AnnAssign)
                    and isinstance(node.target, ast.Name)
                    and node.value
                ):
                    yield node.target.id, self.evaluate(node.value, {})

    def of_place(self, path: AccessPath) -> Value:
        """A place as a value, with the object that stands there where a class is known."""
        klass = path.klass
        if klass is None or is_typed_dict(klass, self.source.symbols):
            return Value((path,))
        if nested_in_itself(path, klass):
            return Value((path,))
        return Value((path,), instance=self.instance(klass, path))

    def _unpack(self, targets: Sequence[ast.expr], value: Value, env: Environment) -> None:
        if value.elements is not None and len(value.elements) == len(targets):
            for target, element in zip(targets, value.elements, strict=True):
                self.bind(target, element, env)
            return
        if value.pairs and len(targets) == 2:
            self.bind(targets[1], Value(value.paths, instance=value.instance), env)
            return
        for index, target in enumerate(targets):
            parts: list[Value] = []
            for path in value.paths:
                if value.derived:
                    parts.append(Value((path,), derived=True))
                    continue
                child = path.child_key(index)
                if isinstance(target, ast.Name):
                    child.name = child.text = target.id
                path.learn(Evidence.TUPLE)
                parts.append(self.of_place(child))
            self.bind(target, merge(parts), env)

    def _bind_attribute(self, target: ast.Attribute, value: Value, env: Environment) -> None:
        owner = self.evaluate(target.value, env)
        if owner.instance is not None:
            known = owner.instance.attributes.get(target.attr, NOTHING)
            owner.instance.attributes[target.attr] = merge((known, value))


def _keywords(path: AccessPath, name: str) -> AccessPath:
    """What a constructor takes as `**name`."""
    child = path.child_attribute(f"**{name}")
    child.name = child.text = name
    child.parameter_kind = ParameterKind.VAR_KEYWORD
    child.learn(Evidence.MAPPING)
    return child


def nested_in_itself(path: AccessPath, klass: ast.ClassDef) -> bool:
    """Whether an object of the same class, or many of any class, are around this one."""
    around: list[ast.ClassDef] = []
    parent = path.parent
    while parent is not None:
        if parent.klass is not None:
            around.append(parent.klass)
        parent = parent.parent
    return klass in around or len(around) >= NESTED


def bind_arguments(
    tracer: Tracer,
    parameters: ast.arguments,
    arguments: Sequence[Value],
    keywords: dict[str, Value],
    env: Environment,
) -> None:
    """Bind a helper's parameters to the arguments of a call of it."""
    names = [*parameters.posonlyargs, *parameters.args]
    defaults = _defaults(parameters)
    for index, (name, default) in enumerate(zip(names, defaults, strict=True)):
        if index < len(arguments):
            env[name.arg] = arguments[index]
        elif name.arg in keywords:
            env[name.arg] = keywords[name.arg]
        else:
            env[name.arg] = tracer.evaluate(default, env) if default is not None else NOTHING
    for name, keyword_default in zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True):
        env[name.arg] = keywords.get(name.arg) or tracer.evaluate(keyword_default, env)
    if parameters.vararg is not None:
        env[parameters.vararg.arg] = Value(elements=tuple(arguments[len(names) :]))
    if parameters.kwarg is not None:
        rest: dict[object, Value] = dict(keywords.items())
        env[parameters.kwarg.arg] = merge((Value(entries=rest), keywords.get("**", NOTHING)))


def with_defaults(parameters: ast.arguments) -> list[tuple[ast.arg, ast.expr | None]]:
    """Parameters that have names, each with its default."""
    names = [*parameters.posonlyargs, *parameters.args]
    pairs = list(zip(names, _defaults(parameters), strict=True))
    return pairs + list(zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True))


def _defaults(parameters: ast.arguments) -> list[ast.expr | None]:
    count = len(parameters.posonlyargs) + len(parameters.args) - len(parameters.defaults)
    return [None] * count + list(parameters.defaults)


def describe(tracer: Tracer, path: AccessPath) -> None:
    """Read a place's annotation and default for what it tells of its shape."""
    if path.annotation is not None:
        annotate(path, path.annotation, tracer.source)
    if path.default is not None:
        value = tracer.evaluate(path.default, {})
        for constant in value.constants:
            if type(constant) in DEFAULTS:
                path.learn(DEFAULTS[type(constant)])


Expression = Callable[[Tracer, "ast.expr", Environment], Value]
Statement = Callable[[Tracer, "ast.stmt", Environment], None]

EXPRESSIONS: dict[type[ast.AST], Expression] = {}
"""How each kind of expression is read; `expressions.py` fills it."""
STATEMENTS: dict[type[ast.stmt], Statement] = {}
"""How each kind of statement is read; `statements.py` fills it."""
