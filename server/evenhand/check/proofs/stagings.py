"""Takes the two calls of a witness apart into what a program or a test is written from."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from evenhand.causes import Cause
from evenhand.check.outcomes.outcome_comparison import is_entry
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.proofs import django_requests, fastapi_requests, flask_requests
from evenhand.check.proofs.awaited_mocks import with_awaited
from evenhand.check.proofs.framework_requests import Request, View, staged_request
from evenhand.check.reading.source import SCRIPT
from evenhand.check.search.arguments.argument_texts import Writer
from evenhand.check.search.arguments.argument_trees import (
    Branch,
    Leaf,
    Node,
    Position,
    Raw,
    at,
    is_mock,
    put,
)
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.arguments.mock_texts import typed_answer
from evenhand.check.search.probes import Probe
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.witnesses import driven
from evenhand.findings import Staging
from evenhand.scalars import Scalar, is_same

JOINED = "joined"
"""The style of a container whose parts are no expressions of their own."""
EQUAL = frozenset({"list", "tuple", "set", "dict", "namedtuple", "dataclass", "enum"})
"""Kinds of values that `==` compares by what they hold."""
TEXTS = frozenset({"float", "date", "datetime", "time", "timedelta", "decimal", "fraction", "int"})
DJANGO = frozenset({"django", "rest_framework"})
"""Packages that need settings before they are used."""
SETS = " ="
"""Ends the name of what is set, among effects."""
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
FRAMEWORKS = (flask_requests.request, fastapi_requests.request, django_requests.request)
"""Each says how its client makes a call; None if it does not."""
_IMPORT = re.compile(r"""__import__\((["'])([\w.]+)\1\)""")
_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_OF_ITS_FILE = re.compile(r"\bglobals\(\)|\b__package__\b|\b__name__\b")
"""Names that mean another module in another file."""


def staging(search: SearchState, probe: Probe, *, is_asked: bool) -> Staging | None:
    """The parts of a program that makes both calls; None if there is none.

    `is_asked` if they differ in what a model is asked.
    """
    absent = _absent(search)
    if absent is None:
        return None
    requested = None if is_asked else _by_client(search, probe)
    staged = requested or _plain_call(search, probe)
    nodes = list(ast.walk(search.source.tree))
    is_seen = _is_seen(probe, staged)
    staged = replace(
        staged,
        watched=staged.watched if is_seen else (),
        absent=absent,
        is_asked=is_asked,
        is_plain=staged.is_plain and not is_asked,
        is_relative=any(isinstance(node, ast.ImportFrom) and node.level for node in nodes),
        runs=is_seen and _can_be_mocked(search, absent),
        uses_django=_uses_django(search),
    )
    if _OF_ITS_FILE.search(" ".join(_expressions(staged))):
        return None
    try:
        return _with_names(staged, search)
    except SyntaxError:  # names of the world that no program can say: the verdict holds
        return None


def _plain_call(search: SearchState, probe: Probe) -> Staging:
    """The call of the function itself."""
    function = search.reading.function
    variable = _variable(search, probe)
    context, values = _with_variable(probe, variable, search.writer)
    given, context = _given(with_awaited(context, function.node), search.writer)
    call = context.call(search.writer)
    text, patches, is_script = driven(call.text, function.node), call.world, False
    if call.text.startswith(SCRIPT):
        text, patches, is_script = *_of_script(call.world), True
    return Staging(
        variable, values, given, patches, text, (), (), (),
        repeated=_repeated(probe), is_plain=_is_plain(probe), is_script=is_script,
        watched=_watched(search, probe),
        is_alike=_looks_alike(probe),
        raises=sum(outcome.raised for outcome in probe.outcomes),
    )  # fmt: skip


def _by_client(search: SearchState, probe: Probe) -> Staging | None:
    """The request that leads to the function, if a client of its framework can make it."""
    variable = _variable(search, probe)
    raised = [outcome.error for outcome in probe.outcomes if outcome.raised]
    tree = put(probe.context.as_tree(), probe.position, Raw(variable))
    view = View(
        search.reading.function, search.source, probe.context.with_tree(tree), search.writer
    )
    request = next(filter(None, (of_framework(view) for of_framework in FRAMEWORKS)), None)
    if request is None or (raised and not all(raised)):
        return None
    return _requested(search, probe, variable, request)


def _requested(
    search: SearchState, probe: Probe, variable: str, request: Request
) -> Staging | None:
    statuses = tuple(request.status_of(outcome) for outcome in probe.outcomes)
    first, second = statuses
    is_compared = not _is_echoed(probe) or bool(_repeated(probe) and request.record)
    if first is None or second is None or not is_compared:
        return None
    leaf = at(probe.context.as_tree(), probe.position)
    assert isinstance(leaf, Leaf)
    one, other = (request.value(leaf.with_value(value)) for value in probe.values)
    staged = staged_request(variable, (one, other), request, (first, second))
    return replace(staged, repeated=_repeated(probe))


def _with_variable(probe: Probe, variable: str, writer: Writer) -> tuple[Context, tuple[str, str]]:
    """The context with a variable for what differs, and what it is in each call."""
    tree = probe.context.as_tree()
    position = _expression_around(tree, probe.position)
    around = at(tree, position[:-1])
    is_typed = isinstance(around, Branch) and around.style == "prompt"
    nodes = [at(context.as_tree(), position) for context in probe.contexts]
    first, second = (
        typed_answer(node) if is_typed and isinstance(node, Leaf) else writer.write(node)
        for node in nodes
    )
    return probe.context.with_tree(put(tree, position, Raw(variable))), (first, second)


def _expression_around(tree: Node, position: Position) -> Position:
    """The innermost part around a leaf that is written as an expression of its own."""
    for depth in range(len(position)):
        around = at(tree, position[:depth])
        if isinstance(around, Branch) and around.style == JOINED:
            return position[:depth]
    return position


def _given(context: Context, writer: Writer) -> tuple[tuple[tuple[str, str], ...], Context]:
    """Stand-ins among the arguments as variables, so that one sees what is done to them."""
    given: list[tuple[str, str]] = []
    children: list[Node] = []
    for name, child in zip(context.arguments.names, context.arguments.children, strict=True):
        is_named = isinstance(name, str) and name.isidentifier()
        if is_named and is_mock(child):
            given.append((str(name), writer.write(child)))
            children.append(Raw(str(name)))
        else:
            children.append(child)
    arguments = context.arguments.with_children(tuple(children))
    return tuple(given), replace(context, arguments=arguments)


def _looks_alike(probe: Probe) -> bool:
    """Whether both calls give objects that are written alike, and hold something else."""
    first, second = probe.outcomes
    return first.text == second.text and first.value != second.value and first.returned


def _watched(search: SearchState, probe: Probe) -> tuple[str, ...]:
    """Expressions for what differs where both calls give and print the same: what they do."""
    first, second = probe.outcomes
    if (first.text, first.printed) != (second.text, second.printed):
        return ()
    doing = [set(map(repr, outcome.effects)) for outcome in probe.outcomes]
    telling = [e for e in (*first.effects, *second.effects) if repr(e) in doing[0] ^ doing[1]]
    patched = [name for name, _ in probe.context.call(search.writer).world]
    absent = [module.lstrip(".") for module in _absent(search) or ()]
    return tuple(dict.fromkeys(_done(name, patched, absent) for name, _ in telling))


def _done(name: str, patched: Sequence[str], absent: Sequence[str]) -> str:
    """What was done to the stand-in that an effect begins with, or set in it."""
    name = name.lstrip(".")
    if name.endswith(SETS):
        return name.removesuffix(SETS).replace("()", ".return_value")
    owner = next((p for p in patched if name == p or name.startswith(f"{p}.")), "")
    module = next((a for a in absent if name.startswith(f"{a}.")), "")
    if module and not owner:
        return f'__import__("sys").modules[{module!r}].mock_calls'
    return f"{owner or name.partition('.')[0].partition('(')[0]}.mock_calls"


def _of_script(
    world: Sequence[tuple[str, str]],
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The call that runs the file, with what stands for builtins among its names."""
    names = [pair for pair in world if hasattr(builtins, pair[0])]
    others = tuple(pair for pair in world if pair not in names)
    known = ", {" + ", ".join(f"{name!r}: {text}" for name, text in names) + "}" if names else ""
    return f'__import__("runpy").run_path(FILE{known})', others


def _variable(search: SearchState, probe: Probe) -> str:
    """A name for what differs that no expression uses: `gender`."""
    leaf = at(probe.context.as_tree(), probe.position)
    path = leaf.path if isinstance(leaf, Leaf) else None
    name = path.name if path is not None else ""
    name = re.sub(r"\W+", "_", name).strip("_") or "value"
    if not _IDENTIFIER.fullmatch(name):
        name = f"value_{name}"
    used = set(_words(search, probe))
    return name if name not in used and not hasattr(builtins, name) else f"the_{name}"


def _words(search: SearchState, probe: Probe) -> Iterator[str]:
    """Names that the call uses."""
    call = probe.context.call(search.writer)
    for text in (call.text.replace(SCRIPT, ""), *(text for _, text in call.world)):
        try:
            tree = ast.parse(text or "0", mode="eval")
        except SyntaxError:
            continue
        yield from (node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
        yield from (node.arg for node in ast.walk(tree) if isinstance(node, ast.arg))


def _absent(search: SearchState) -> tuple[str, ...] | None:
    """What has to be replaced before the file is imported: modules, and what cannot be called.

    None if a statement of the file fails for another reason: then it cannot be imported.
    """
    failing = {line: why.cause for line, why in search.observed.loaded.skipped}
    absent = [name for node in search.source.tree.body for name in _missing(node, search)]
    for node in search.source.tree.body:
        if failing.get(node.lineno) is Cause.STATEMENT_FAILED and not _modules(node):
            made = _imported_call(node, search)
            if not made:
                return None
            absent.append(made)
    return tuple(dict.fromkeys([*_parents(absent, search), *absent]))


def _parents(absent: Sequence[str], search: SearchState) -> Iterator[str]:
    """The packages around absent modules, unless the file has something else of them."""
    origins = [o for o in search.source.modules.values() if not _is_in(o, absent)]
    for name in absent:
        packages = name.partition(":")[0].split(".")[:-1]
        parents = [".".join(packages[: depth + 1]) for depth in range(len(packages))]
        is_absolute = not name.startswith(".") and ":" not in name
        yield from (p for p in parents if is_absolute and not any(_is_in(o, [p]) for o in origins))


def _is_seen(probe: Probe, staged: Staging) -> bool:
    """Whether a program shows how the calls differ: by what they give, or do to its own mocks."""
    first, second = probe.outcomes
    if staged.statuses is not None:
        return True
    if not staged.watched:
        return (first.text, first.printed) != (second.text, second.printed) or staged.is_alike
    stand_ins = (*staged.given, *staged.patches)
    mocks = [name for name, text in stand_ins if text.startswith("mock.")]
    are_shown = [_as_shown(first.effects), _as_shown(second.effects)]
    return are_shown[0] != are_shown[1] and all(
        text.startswith("__import__") or any(_is_in(text, [name]) for name in mocks)
        for text in staged.watched
    )


def _as_shown(tree: object) -> object:
    """What a call is given as it is printed: of an object only its class."""
    if isinstance(tree, dict):
        is_object = tree.get("t") == "object" and tree.get("c")
        return tree["c"] if is_object else {key: _as_shown(part) for key, part in tree.items()}
    return [_as_shown(part) for part in tree] if isinstance(tree, list | tuple) else tree


def _uses_django(search: SearchState) -> bool:
    origins = {origin.partition(".")[0] for origin in search.source.modules.values()}
    return bool(origins & DJANGO) and not origins & DJANGO & set(search.world.stood_in)


def _can_be_mocked(search: SearchState, absent: Sequence[str]) -> bool:
    """Whether mocks can take the place of what nobody has: none is a decorator or a base class,
    which would swallow what it is made of, and none is computed with, which mocks refuse."""
    gone = {module.lstrip(".") for module in absent if ":" not in module}
    origins = search.source.modules.items()
    names = {name for name, origin in origins if _is_in(origin.lstrip("."), gone)}
    names |= set(_made(search.source.tree, names))
    statements = [node for node in search.source.tree.body if not isinstance(node, DEFINITIONS)]
    computing = [search.reading.function.node, *statements]
    used = [*_shaping(search.source.tree), *chain.from_iterable(map(_operands, computing))]
    return not any(_name_in(part) in names for part in used)


def _shaping(tree: ast.Module) -> Iterator[ast.AST]:
    """The parts of decorators and base classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            shaping = [*node.bases, *node.decorator_list]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            shaping = node.decorator_list
        else:
            continue
        yield from (each for part in shaping for each in ast.walk(part))


def _operands(function: ast.AST) -> Iterator[ast.AST]:
    """What operators are given that mocks have none of."""
    for node in ast.walk(function):
        if isinstance(node, ast.BinOp):
            yield from (node.left, node.right)
        elif isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
            yield node.operand
        elif isinstance(node, ast.Compare) and any(isinstance(op, ORDERS) for op in node.ops):
            yield from (node.left, *node.comparators)


def _name_in(expression: ast.AST) -> str:
    """The name that attributes, calls and items lead back to: `Employee` of `Employee.level`."""
    while isinstance(expression, ast.Attribute | ast.Call | ast.Subscript):
        expression = expression.func if isinstance(expression, ast.Call) else expression.value
    return expression.id if isinstance(expression, ast.Name) else ""


def _made(tree: ast.Module, names: Collection[str]) -> Iterator[str]:
    """Variables of a module that are made with some names: `app` with `Flask`."""
    statements = [node for node in tree.body if not isinstance(node, DEFINITIONS)]
    for node in chain.from_iterable(map(ast.walk, statements)):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            parts = ast.walk(node.value.func)
            if any(isinstance(part, ast.Name) and part.id in names for part in parts):
                yield from (each.id for each in node.targets if isinstance(each, ast.Name))


def _is_in(origin: str, modules: Collection[str]) -> bool:
    return any(origin == module or origin.startswith(f"{module}.") for module in modules)


def _missing(statement: ast.stmt, search: SearchState) -> list[str]:
    """Modules that a statement imports and that nobody had."""
    failing = {line for line, _ in search.observed.loaded.skipped}
    modules = [name for node in ast.walk(statement) for name in _modules(node)]
    if statement.lineno in failing:
        return modules
    stood_in = search.world.stood_in
    return [m for m in modules if m in stood_in or m.partition(".")[0] in stood_in]


def _modules(node: ast.AST) -> list[str]:
    """The modules that a statement imports, with the dots of relative ones."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        dots = "." * node.level
        names = [node.module] if node.module else [alias.name for alias in node.names]
        return [f"{dots}{name}" for name in names]
    return []


def _imported_call(statement: ast.stmt, search: SearchState) -> str:
    """`openai:OpenAI`, if a statement only calls what was imported; else nothing."""
    value = statement.value if isinstance(statement, ast.Assign | ast.Expr) else None
    made = value.func if isinstance(value, ast.Call) else None
    origin = search.source.modules.get(ast.unparse(made), "") if made is not None else ""
    module, _, name = origin.rpartition(".")
    return f"{module}:{name}" if module and not module.startswith(".") else ""


def _repeated(probe: Probe) -> tuple[str, ...]:
    """Keys of what both calls give that hold the attribute's own value."""
    firsts, seconds = (_entries(outcome.value) for outcome in probe.outcomes)
    pairs = ((key, firsts[key], seconds.get(key)) for key in firsts)
    return tuple(key for key, *both in pairs if _are(both, probe.values))


def _entries(tree: object) -> dict[str, object]:
    body = (
        tree["v"][0] if isinstance(tree, dict) and tree.get("t") == "tuple" and tree["v"] else tree
    )
    if not isinstance(body, dict) or body.get("t") != "dict":
        return {}
    return {key: value for key, value in filter(is_entry, body["v"]) if isinstance(key, str)}


def _are(both: Sequence[object], values: Sequence[Scalar]) -> bool:
    return all(type(b) is type(v) and b == v for b, v in zip(both, values, strict=True))


def _is_echoed(probe: Probe) -> bool:
    """Whether an outcome holds the value of its own call."""
    pairs = zip(probe.outcomes, probe.values, strict=True)
    return any(holds(outcome.value, value) for outcome, value in pairs)


def holds(tree: object, value: Scalar) -> bool:
    """Whether a value is among what an outcome holds, also as words of a text."""
    if isinstance(tree, dict):
        return any(holds(part, value) for part in tree.values())
    if isinstance(tree, list):
        return any(holds(part, value) for part in tree)
    if isinstance(tree, str) and isinstance(value, str):
        return bool(value) and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", tree) is not None
    is_scalar = isinstance(tree, int | float | str) and not isinstance(value, bool)
    return is_scalar and is_same(tree, value)


def _is_plain(probe: Probe) -> bool:
    """Whether both calls give something that `==` compares, and do nothing else."""
    first, second = probe.outcomes
    does_alike = (first.printed, first.changed) == (second.printed, second.changed)
    is_same_world = [name for name, _ in first.effects] == [name for name, _ in second.effects]
    is_told = _without_own(first, probe.values[0]) != _without_own(second, probe.values[1])
    is_echoed = _is_echoed(probe) and not _repeated(probe)
    return (
        first.returned and second.returned and does_alike and is_same_world and is_told
        and not is_echoed and _compares(first) and _compares(second)
    )  # fmt: skip


def _without_own(outcome: Outcome, value: Scalar) -> object:
    """What a call gives, without keys that hold its own value."""
    entries = _entries(outcome.value)
    if not entries:
        return outcome.value
    return {key: each for key, each in entries.items() if not _are([each], (value,))}


def _compares(outcome: Outcome) -> bool:
    return _is_equal_by_value(outcome.value)


def _is_equal_by_value(tree: object) -> bool:
    if isinstance(tree, list):
        return all(map(_is_equal_by_value, tree))
    if not isinstance(tree, dict):
        return True
    if tree.get("t") in TEXTS:
        return tree.get("v") != "nan"
    return tree.get("t") in EQUAL and _is_equal_by_value(tree.get("v"))


def _expressions(staged: Staging) -> Iterator[str]:
    yield from (text for _, text in (*staged.given, *staged.patches))
    yield from staged.values
    yield staged.call
    yield from staged.watched
    yield from staged.setup


def _with_names(staged: Staging, search: SearchState) -> Staging | None:
    """The staging with the imports of what its expressions name; None if a name is unknown."""
    imported = set(staged.imports)

    def bare(text: str) -> str:
        for module in _IMPORT.findall(text):
            imported.add("from unittest import mock" if module[1] == "unittest.mock" else "")
            imported.add(f"import {module[1]}")
        return _IMPORT.sub(lambda found: found[2], text)

    staged = replace(
        staged,
        values=(bare(staged.values[0]), bare(staged.values[1])),
        given=tuple((name, bare(text)) for name, text in staged.given),
        patches=tuple((name, bare(text)) for name, text in staged.patches),
        call=bare(staged.call),
        watched=tuple(map(bare, staged.watched)),
        setup=tuple(map(bare, staged.setup)),
    )
    if staged.patches or any(re.search(r"\bmock\.", text) for text in _expressions(staged)):
        imported.add("from unittest import mock")

    known = {staged.variable, "mock", "FILE", *(name for name, _ in staged.given)}
    known |= staged.seen & {name for name, _ in staged.patches}
    known |= {word for text in imported for word in re.findall(r"\w+", text)[1:]}
    own = set[str]()
    for name in _free_names(staged) - known:
        origin = search.source.modules.get(name, "")
        is_open = origin and not origin.startswith(".") and name not in search.world.stood_in
        if is_open and name not in {n.partition(".")[0] for n, _ in staged.patches}:
            imported.add(_import_of(name, origin))
        else:
            own.add(name)
    imports = tuple(sorted(filter(None, imported), key=_order_of_imports))
    return replace(staged, imports=imports, names=tuple(sorted(own)))


def _order_of_imports(statement: str) -> tuple[bool, str]:
    return statement.startswith("from"), statement


def _import_of(name: str, origin: str) -> str:
    module, _, member = origin.rpartition(".")
    if not module:
        return f"import {origin}" if name == origin else f"import {origin} as {name}"
    return f"from {module} import {member}" + ("" if member == name else f" as {name}")


def _free_names(staged: Staging) -> set[str]:
    """Names that the expressions take from elsewhere."""
    bound, used = set[str](), set[str]()
    setup = "\n".join(staged.setup)
    values = f"({', '.join([*_expressions(replace(staged, setup=())), '0'])})"
    for node in ast.walk(ast.parse(f"{setup}\n{values}")):
        if isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            used.add(node.id)
        elif isinstance(node, ast.Name):
            bound.add(node.id)
    return {name for name in used - bound if not hasattr(builtins, name)}
