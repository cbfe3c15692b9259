"""What a function reads of the world: names of its module that stand for things outside of it."""

from __future__ import annotations

import ast
import re

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.node_index import nodes_of
from evenhand.check.reading.source import dotted_names, last_name
from evenhand.check.reading.table_libraries import made_by
from evenhand.check.reading.tracing.abstract_values import (
    MOST_PATHS,
    NOTHING,
    Environment,
    Value,
    merge,
    scalars,
)
from evenhand.check.reading.tracing.lookups import iterate
from evenhand.check.reading.tracing.objects import value_of
from evenhand.check.reading.tracing.predictions import note_prediction
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.workspace_calls import Arguments, call_back
from evenhand.check.reading.world_names import (
    OWNERS,
    ROWS,
    WORLD_NAMES,
    below,
    is_computed,
    is_on_screen,
    is_open,
    world_name,
)

BUILTINS = frozenset({"open"})
"""What Python itself offers of the world, `input` aside."""
_QUESTION = re.compile(r"[^\W\d][\w .,'()?:-]{0,60}")
"""A text that says what is asked for: a name or a question, and no address or statement."""
TRANSLATING = frozenset(
    "_ gettext ngettext pgettext lazy_gettext gettext_lazy translate tr".split()
)
"""Methods that give a text in the language of the reader, and ask for nothing."""
_SERVICE = re.compile(
    r"(?:^|_)(?:db|dao|api|conn|repo)$|(?:session|database|repository|store|client|service|"
    r"connection|cursor|manager|gateway|storage|backend|registry)$",
    re.IGNORECASE,
)
"""Names of what is asked for records, whatever its methods are called."""


def imported(tracer: Tracer, name: str) -> Value:
    """What the file imports under a name, as a part of the world; NOTHING if it is none."""
    origin = tracer.source.modules.get(name)
    if origin is None:
        is_builtin = name in BUILTINS
        return Value((root_at(tracer, name, f"builtins.{name}"),)) if is_builtin else NOTHING
    if origin not in WORLD_NAMES and not is_open(origin):
        return NOTHING

    root = root_at(tracer, name, origin)
    root.is_module = root.is_module or "." not in origin
    return Value((root,))


def computes(tracer: Tracer, node: ast.expr, env: Environment) -> bool:
    """Whether a dotted name means a function that only computes: `frappe.utils.getdate`."""
    first, *rest = dotted_names(node) or [""]
    origin = tracer.source.modules.get(first)
    if origin is None or first in env or first in tracer.source.symbols:
        return False
    return is_computed(".".join((origin, *rest)))


def listed(tracer: Tracer, node: ast.expr, env: Environment) -> AccessPath | None:
    """The part of the world that a dotted name means, if its library lists it: `json.load`."""
    parts = dotted_names(node)
    origin = origin_of(tracer, parts, env) if len(parts) > 1 else ""
    return root_at(tracer, ".".join(parts), origin) if origin in WORLD_NAMES else None


def listed_class(tracer: Tracer, called: ast.expr, env: Environment) -> str:
    """The class that is called, as the file writes it, if the world lists methods of it."""
    parts = dotted_names(called)
    return ".".join(parts) if parts and origin_of(tracer, parts, env) in OWNERS else ""


def method_of(tracer: Tracer, owner: Value, name: str) -> AccessPath | None:
    """The part of the world that a method means: `parser.parse_args`, `Path("a").read_text`."""
    if not owner.made_by:
        return None
    first, *rest = owner.made_by.split(".")
    origin = ".".join((tracer.source.modules[first], *rest, name))
    return root_at(tracer, f"{owner.made_by}.{name}", origin) if origin in WORLD_NAMES else None


def origin_of(tracer: Tracer, parts: list[str], env: Environment) -> str:
    """What a dotted name is imported as; empty if its first part is not imported."""
    first, *rest = parts
    if first in env or first in tracer.source.symbols:
        return ""
    origin = tracer.source.modules.get(first)
    return "" if origin is None else ".".join((origin, *rest))


def root_at(tracer: Tracer, target: str, origin: str) -> AccessPath:
    """The path of a name of the module: the same one for the same name."""
    if target not in tracer.world:
        name = target.rpartition(".")[2]
        patched = _imported_inside(tracer, target)
        tracer.world[target] = AccessPath(
            name, target, Via.WORLD, origin=origin, patched=patched, is_module=patched[-1:] == ":"
        )
        if origin in ROWS:
            tracer.world[target].learn(Evidence.TUPLE)
    return tracer.world[target]


def _imported_inside(tracer: Tracer, target: str) -> str:
    """What a name stands for that is imported while the code runs; empty for every other."""
    first, _, rest = target.partition(".")
    source = tracer.source
    place = source.inner_imports.get(first, "")
    if tracer.is_script:
        place = source.outer_imports.get(first, place)
    return below(place, rest) if place and rest else place


def made_outside(tracer: Tracer, name: str, node: ast.expr) -> Value:
    """What a module-level expression gives, as one part of the world if it comes from there.

    `df = pd.read_csv("people.csv")` is what `df` stands for, and no call of `read_csv` any more.
    """
    before = dict(tracer.world)
    value = tracer.evaluate(node, {})
    origins = {path.root.origin for path in value.paths if path.root.via is Via.WORLD}
    tracer.forget_world(before)
    if not origins or value.elements is not None or value.entries is not None:
        return value

    path = root_at(tracer, name, min(origins))
    path.default = node
    for other in value.own_paths:
        path.learn(*other.facts.evidence - {Evidence.CALLABLE})
    return Value((path,))


def call_of(tracer: Tracer, path: AccessPath, arguments: Arguments) -> Value:
    """What a call of something that the function takes in may give."""
    listed_name = world_name(path.origin)
    is_translated = path.name in TRANSLATING
    question = None if is_translated else _question(arguments) or _layout(path, arguments)
    if path.root.via is Via.WORLD or tracer.uses_result:
        for value in arguments.all:
            tracer.mark_escaped(value)
    _run_callbacks(tracer, arguments)
    if listed_name is not None and listed_name.does:
        return merge(arguments.all).computed() if arguments.all else NOTHING

    path.learn(Evidence.CALLABLE)
    result = path.child_result(question)
    if question is not None:
        _note_choices(result, arguments)
    if listed_name is not None and listed_name.gives_frame:
        result.learn(Evidence.FRAME)
        result.made_by = made_by(path.origin)
    note_prediction(path, arguments, result)

    made_of = {id(p): p for value in arguments.all for p in (*result.made_of, *value.paths)}
    result.made_of = tuple(made_of.values())[:MOST_PATHS]
    tracer.touched.append(result)
    return value_of(tracer, result)


def entered(tracer: Tracer, value: Value, *, is_async: bool) -> Value:
    """What `with` binds: of what the code takes in, what entering it gives."""
    outside = [path for path in value.own_paths if path.is_outside]
    if not outside:
        return value

    name = "__aenter__" if is_async else "__enter__"
    results = [call_of(tracer, p.child_attribute(name), Arguments([], {})) for p in outside]
    return merge(results)


def note_entered(value: Value) -> None:
    """`with lock:`, `with column:`: what is entered is an object, though nothing is read of it."""
    for path in value.own_paths:
        path.child_attribute("__enter__").learn(Evidence.CALLABLE)


def awaited(node: ast.Await, value: Value) -> Value:
    """What awaiting the result of a call gives; the call is noted as one to be awaited.

    The call stands in the expression itself, and not in a function that it calls.
    """
    names = {last_name(call.func) for call in nodes_of(node, ast.Call)}
    for result in (value, *(value.elements or ())):
        for path in result.own_paths:
            function = path.parent
            if path.via is Via.RESULT and function is not None and function.name in names:
                function.learn(Evidence.AWAITED)
    return value


def name_result(value: Value, name: str) -> None:
    """`patient = repo.get(id)`: the variable says what the call gives, if nothing else does."""
    results = [path for path in value.paths if path.via is Via.RESULT and path.parent is not None]
    if len(results) != 1:
        return

    (result,) = results
    assert result.parent is not None
    says_nothing = result.name in {path.name for path in result.parent.around()}
    if says_nothing and not result.is_asked_by_text:
        result.name = name


def name_item(value: Value, target: ast.expr) -> None:
    """`for person in repo.all()`: the variable says what the call gives many of."""
    for path in value.own_paths:
        owner = path.parent
        is_of_call = owner is not None and owner.via in {Via.RESULT, Via.WORLD}
        if is_of_call and path.via is Via.ITEM and path.is_leaf and isinstance(target, ast.Name):
            path.name = path.text = target.id


def is_service(path: AccessPath, arguments: Arguments) -> bool:
    """Whether methods of a path ask for something, whatever their names are.

    A module, a database, a client: its `get` is no look-up of a key, and its `add` fills no list.
    """
    if path.is_module:
        return True
    is_asked_with_type = bool(arguments.positional) and _is_type(arguments.first)
    is_named_so = _SERVICE.search(path.name) is not None
    is_data = path.shows(Evidence.MAPPING, Evidence.FRAME)
    return (is_asked_with_type or is_named_so) and not is_data


def _is_type(value: Value) -> bool:
    """Whether a value is a class, of the workspace or imported."""
    if value.klass is not None:
        return True
    roots = [path for path in value.own_paths if path.via is Via.WORLD]
    return any(path.name[:1].isupper() for path in roots)


def _question(arguments: Arguments) -> str | None:
    """What a call asks for in a word: `person("age")`, `get_value("Employee", id, "gender")`."""
    texts = [value.constants[0] for value in arguments.positional if len(value.constants) == 1]
    asked = [text for text in texts if isinstance(text, str) and _QUESTION.fullmatch(text)]
    if not asked:
        return None
    first_is_asked = bool(arguments.first.constants) and arguments.first.constants[0] == asked[0]
    is_last = len(arguments.positional) > 2 and texts[-1] == asked[-1]
    if is_last:
        return asked[-1]
    return asked[0] if first_is_asked else None


def _layout(path: AccessPath, arguments: Arguments) -> str | None:
    """Into how many parts a screen is divided, in digits: `columns(3)`, `tabs(["Me", "You"])`."""
    if not is_on_screen(path.root.origin) or len(arguments.positional) != 1:
        return None
    layout = arguments.first
    if layout.elements is not None:
        return str(len(layout.elements))
    is_number = len(layout.constants) == 1 and type(layout.constants[0]) is int
    return str(layout.constants[0]) if is_number else None


def _note_choices(result: AccessPath, arguments: Arguments) -> None:
    """`selectbox("Gender", ["Male", "Female"])`: one of them is the answer."""
    options = [*arguments.positional[1:], arguments.keywords.get("options", NOTHING)]
    for option in options:
        if option.elements is not None and len(option.elements) > 1:
            result.facts.note(*scalars(option))


def _run_callbacks(tracer: Tracer, arguments: Arguments) -> None:
    data = [value for value in arguments.positional if value.closure is None]
    for callback in arguments.callbacks:
        call_back(tracer, callback, *[iterate(tracer, value) for value in data])
