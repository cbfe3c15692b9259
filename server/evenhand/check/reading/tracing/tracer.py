"""Follows a function's parameters through its body and helpers, without running it.

The tracer is flow-insensitive: a name stands for everything that is ever bound to it, so bodies are
walked twice to see loops and late bindings. What it learns is written into the `AccessPath` trees
of the parameters.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass, field

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.node_handlers import Handlers
from evenhand.check.reading.source import FunctionNode, Source, positional_with_defaults, span_of
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Closure,
    Environment,
    Instance,
    Value,
    merge,
    name_it,
)
from evenhand.check.reading.tracing.read_log import ReadLog
from evenhand.check.reading.tracing.whole_reads import (
    names_its_part,
    names_one_part,
    place_of,
    records_in,
)

MOST_STEPS = 400_000
"""Expressions and statements that are read for one function, helpers included."""
CHEAP = 32
"""What counts as one step where many values are only copied or compared."""
DEEPEST_CALL = 5
"""How many calls deep helpers are followed."""
MOST_FOLLOWED = 64
"""How often one helper is followed; calls of it beyond are like those of any other function."""
MOST_STEPS_IN_HELPERS = 1_500
"""Steps of one reading of the body, after which no further helper is followed."""
MOST_STEPS_IN_CONSTRUCTORS = 400
"""Steps after which no further constructor of an object that a function is handed is followed."""
MOST_REPEATED = 4
"""How often one helper is followed with the same arguments, of which nothing new is learned."""
ROUNDS = 2
"""How often the body of a loop is read: what the end binds is seen at its beginning."""
DEEPEST_ROUNDS = 3
"""Loops within each other whose bodies are read `ROUNDS` times; those inside are read once."""


class TooLargeError(Exception):
    """A function takes more than `MOST_STEPS` to read."""


@dataclass(slots=True)
class _Followed:
    """What following a helper with the same arguments again and again has come to."""

    times: int = 0
    value: Value = NOTHING
    touched: tuple[AccessPath, ...] = ()


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
    from_fields: frozenset[ast.ClassDef] = frozenset()
    """Classes whose objects are built without their constructors."""
    opens_fields: bool = False
    """Whether an attribute that a constructor leaves open, or fetches, is read as a field, too."""
    is_script: bool = False
    """Whether the module itself is run, and with it its imports."""
    unset: set[ast.ClassDef] = field(default_factory=set)
    """Classes of which an attribute was read that no argument of the constructor is."""
    fetched: set[ast.ClassDef] = field(default_factory=set)
    """Classes of which an attribute was read that the constructor gets from the world."""

    touched: list[AccessPath] = field(default_factory=list)
    """Paths that the code mentions, in order."""
    escaped: dict[int, AccessPath] = field(default_factory=dict)
    """What is compared, printed or passed on as a whole, by identity."""
    opened: dict[int, AccessPath] = field(default_factory=dict)
    """Records of which any field may be read without its name, by identity."""
    log: ReadLog = field(default_factory=ReadLog)
    """At which expressions that is."""
    returned: list[Value] = field(default_factory=list)
    world: dict[str, AccessPath] = field(default_factory=dict)
    """Names of the module that stand for things outside of it, by their dotted names."""
    loose_row: AccessPath | None = None
    """A row of no known frame, for columns that are named apart from one."""
    instances: dict[tuple[int, int], Instance] = field(default_factory=dict)
    """The object at each path (by identity) whose class is known."""
    active: set[tuple[int, ...]] = field(default_factory=set)
    """The calls being followed, so that recursion ends."""
    symbols: dict[str, Value] = field(default_factory=dict)
    """Module-level names, evaluated once."""
    class_constants: dict[int, tuple[tuple[str, Value], ...]] = field(default_factory=dict)
    """What a class's body assigns, by the identity of the class."""
    annotated: dict[tuple[int, int, int], object] = field(default_factory=dict)
    """What was written into paths by annotations, by their identities and the depth."""
    depth: int = 0
    constructors: int = 0
    """How many constructors of handed objects are being read, one within the other."""
    loops: int = 0
    """How many loops are around the statement that is read, in callers too."""
    steps: int = 0
    most_steps: int | None = field(default_factory=lambda: MOST_STEPS)
    """After them `TooLargeError` is raised; None: there is no limit."""
    _around: list[ast.AST] = field(default_factory=list)
    """The expressions and statements that are being read, the innermost last."""
    _steps_before: int = 0
    """Steps of the readings before this one."""
    _followed: dict[tuple[object, ...], _Followed] = field(default_factory=dict)
    """By helper and arguments."""
    _times: Counter[int] = field(default_factory=Counter)
    """How often each helper was followed, by the identity of its node."""
    _held: list[object] = field(default_factory=list)
    """What is known by its identity, so that it has no successor of the same one."""

    def spend(self, steps: int) -> None:
        """Count steps; raises `TooLargeError` when there have been too many."""
        self.steps += steps
        if self.most_steps is not None and self.steps > self.most_steps:
            raise TooLargeError

    def spend_on(self, items: Sized) -> None:
        """Count what only copies or compares all of `items`."""
        self.spend(len(items) // CHEAP)

    def apart(self) -> Tracer:
        """A tracer for the same file that counts its own steps, without a limit."""
        return Tracer(self.source, self.expressions, self.statements, most_steps=None)

    def escaped_parts(self) -> Iterator[AccessPath]:
        """All that has escaped, and the fields of opened records, with all of their parts."""
        seen: set[int] = set()
        records = self.opened.values()
        fields = [f for r in records for f in (*r.keys.values(), *r.attributes.values())]
        for whole in (*self.escaped.values(), *fields):
            if id(whole) in seen:
                continue
            for path in whole.walk():
                seen.add(id(path))
                yield path

    def begin_round(self) -> None:
        """Read the body once more, with all that has been learned."""
        self.returned = []
        self._steps_before = self.steps
        self._followed.clear()
        self._times.clear()
        self.log.begin(self.touched)

    def forget_world(self, kept: dict[str, AccessPath]) -> None:
        """Take in no more of the world than `kept`, and know no name by the rest."""
        self.world = kept
        roots = {id(path) for path in kept.values()}
        self.symbols = {
            name: value
            for name, value in self.symbols.items()
            if all(p.root.via is not Via.WORLD or id(p.root) in roots for p in value.paths)
        }

    def evaluate(self, node: ast.expr | None, env: Environment) -> Value:
        """What `node` may be; raises `TooLargeError`."""
        if node is None:
            return NOTHING
        self.spend(1)

        around = self._around[-1] if self._around else None
        self._around.append(node)
        handler = self.expressions.get(type(node))
        if handler is None:
            self._evaluate_parts(node, env)
        value = handler(node, self, env) if handler is not None else NOTHING
        self._around.pop()
        if handler is None:
            return NOTHING

        for record in records_in(value, self.source) if value.paths else ():
            if not names_its_part(around, node, record, self.source.symbols):
                self._open(record, node)
        has_parts = not value.paths and (value.elements or value.entries)
        if has_parts and isinstance(node, ast.Attribute) and not names_one_part(around, node):
            self.mark_escaped(value)
        self.log.place(node, value.own_paths, self.touched)
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
        """Remember `node` as a test of all paths touched since `start`."""
        if self.depth > 0:
            return

        for path in self.touched[start:]:
            path.facts.branches[span_of(node)] = None

    def body(self, statements: Sequence[ast.stmt], env: Environment) -> None:
        """Read statements in order; names that they bind are added to `env`."""
        for node in statements:
            self.spend(1)
            self._around.append(node)
            handler = self.statements.get(type(node))
            if handler is not None:
                handler(node, self, env)
            else:
                self._evaluate_parts(node, env)
            self._around.pop()

    def rounds(self, body: Callable[[], None]) -> None:
        """Read the body of a loop `ROUNDS` times, unless many loops are around it."""
        self.loops += 1
        times = ROUNDS if self.loops <= DEEPEST_ROUNDS else 1
        for _ in range(times):
            body()
        self.loops -= 1

    @property
    def uses_result(self) -> bool:
        """Whether the expression that is being read is no statement by itself."""
        around = [node for node in self._around[-3:-1] if not isinstance(node, ast.Await)]
        return not around or not isinstance(around[-1], ast.Expr)

    def mark_escaped(self, value: Value) -> None:
        """Mark all parts of `value` as read: code that cannot be followed may look at them."""
        seen: set[int] = set()
        todo = [value]
        while todo:
            current = todo.pop()
            if id(current) in seen:
                continue

            seen.add(id(current))
            self.escaped.update((id(path), path) for path in current.own_paths)
            self.log.pass_on(current.own_paths)
            entries = current.entries or {}
            todo += [*(current.elements or ()), *entries.values()]

        self.spend_on(seen)

    def open_records(self, value: Value) -> None:
        """Note that a value is taken apart by position."""
        place = place_of(self._around[-1]) if self._around else None
        for record in records_in(value, self.source):
            self._open(record, place)

    def _open(self, record: AccessPath, place: ast.expr | None) -> None:
        self.opened[id(record)] = record
        if place is not None:
            self.log.open(record, place)

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

        followed = self._followed_before(function, arguments, keywords, env)
        if followed.times >= MOST_REPEATED:
            self.touched.extend(followed.touched)
            self.log.follow()
            return followed.value
        if self.is_long or self._times[id(function)] >= MOST_FOLLOWED:
            return self.not_followed([*arguments, *keywords.values()])

        start = len(self.touched)
        followed.times += 1
        self._times[id(function)] += 1
        self.active.add(key)
        try:
            followed.value = self._follow(function, arguments, keywords, env)
        finally:
            self.active.discard(key)

        followed.touched = _each_once(self.touched[start:])
        self.log.follow()
        return followed.value

    def _followed_before(
        self,
        function: FunctionNode | ast.Lambda,
        arguments: Sequence[Value],
        keywords: dict[str, Value],
        env: Environment,
    ) -> _Followed:
        """What is known of calls with the same arguments, in the same names, as deep as this."""
        named = [(name, self._key(value)) for name, value in keywords.items()]
        values = [self._key(argument) for argument in arguments]
        key = (id(function), self._identity(env), self.depth, *values, *named)
        return self._followed.setdefault(key, _Followed())

    def _key(self, value: Value) -> object:
        """Something that is equal for values of which the same is known."""
        paths = tuple(id(path) for path in value.paths)
        constants = tuple((type(constant), constant) for constant in value.constants)
        parts = (value.elements, value.entries, value.klass, *value.instances)
        identities = tuple(self._identity(part) for part in parts)
        closures = tuple(map(self._key_of_closure, value.closures))
        return (paths, value.derived, value.pairs, constants, identities, closures)

    def _key_of_closure(self, closure: Closure) -> object:
        receiver = closure.receiver
        of_receiver = self._key(receiver) if receiver is not None else None
        return (id(closure.node), self._identity(closure.environment), of_receiver)

    def _identity(self, thing: object) -> int:
        """The identity of a thing, which is kept; 0 for nothing and for what is empty."""
        if not thing:
            return 0
        self._held.append(thing)
        return id(thing)

    @property
    def is_long(self) -> bool:
        """Whether this reading of the body has followed enough."""
        most = MOST_STEPS_IN_CONSTRUCTORS if self.constructors else MOST_STEPS_IN_HELPERS
        return self.steps - self._steps_before > most

    def not_followed(self, values: Sequence[Value]) -> Value:
        """What a call may give that is not followed: it may look at everything."""
        for value in values:
            self.mark_escaped(value)
        return merge(values).computed()

    def _follow(
        self,
        function: FunctionNode | ast.Lambda,
        arguments: Sequence[Value],
        keywords: dict[str, Value],
        env: Environment,
    ) -> Value:
        self.depth += 1
        outer, self.returned = self.returned, []
        try:
            self.spend_on(env)
            inner = dict(env)
            bind_arguments(self, function.args, arguments, keywords, inner)
            if isinstance(function, ast.Lambda):
                return self.evaluate(function.body, inner)

            self.body(function.body, inner)
            return merge(self.returned)
        finally:
            self.returned = outer
            self.depth -= 1

    def _evaluate_parts(self, node: ast.AST, env: Environment) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.evaluate(child, env)


def _each_once(paths: Iterable[AccessPath]) -> tuple[AccessPath, ...]:
    return tuple({id(path): path for path in paths}.values())


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
            name_it(arguments[index], name)
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
