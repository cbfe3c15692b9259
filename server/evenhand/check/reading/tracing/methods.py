"""Methods: those of the workspace's classes are followed, others show what a path is."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.classes import is_abstract, is_mapped, lacks, method, owner_of_method
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.source import FunctionNode, last_name, named_with_defaults
from evenhand.check.reading.table_libraries import COLUMN_MEMBERS
from evenhand.check.reading.tracing import data_frames, type_members
from evenhand.check.reading.tracing.abstract_values import (
    NOTHING,
    Environment,
    Value,
    merge,
    scalars,
)
from evenhand.check.reading.tracing.inherited_methods import listed_method
from evenhand.check.reading.tracing.lookups import iterate, look_up
from evenhand.check.reading.tracing.loose_columns import name_column
from evenhand.check.reading.tracing.names_and_attributes import attribute_of
from evenhand.check.reading.tracing.objects import (
    any_of,
    instance_at,
    is_nested_too_deep,
    value_of,
)
from evenhand.check.reading.tracing.tracer import Tracer
from evenhand.check.reading.tracing.workspace_calls import (
    Arguments,
    arguments_of,
    call_back,
    construct,
    follow,
    note_ranked,
)
from evenhand.check.reading.tracing.world import call_of, is_service, root_at
from evenhand.check.reading.world_names import OF_CLASS

LOOKUPS = frozenset({"get", "pop", "setdefault"})
NO_DICT = frozenset({"type", "default"})
"""Arguments by name that the `get` of a dict does not take."""
VIEWS = frozenset({"items", "values", "keys"})
SPLITTING = frozenset({"split", "rsplit", "partition", "rpartition", "splitlines"})
DEFAULT_SEPARATORS = {"split": (" ",), "rsplit": (" ",), "splitlines": ("\n",)}
"""What a text is split at by a method without arguments."""
OF_OTHERS = frozenset({"replace", "values"})
"""Methods of columns that texts, dates or mappings have too."""
COPIES = frozenset({"copy", "_asdict"})
BUILT_IN = (Evidence.TEXT, Evidence.NUMBER, Evidence.FRAME, Evidence.MAPPING, Evidence.LIST)
"""Evidence of types that no class of the workspace can be."""


def method_call(
    node: ast.Call, called: ast.Attribute, tracer: Tracer, owner: Value, env: Environment
) -> Value:
    """What `owner.name(...)` may give."""
    arguments, name = arguments_of(tracer, node, env), called.attr
    if name == "sort":
        _run_sort_key(tracer, owner, arguments)

    if owner.klass is not None or owner.instance is not None:
        function = attribute_of(tracer, owner, name)
        if function.closure is not None:
            return follow(tracer, function, arguments)
        of_library = _of_library(tracer, owner, name)
        if of_library is not None:
            return call_of(tracer, of_library, arguments)
        if owner.instance is not None and lacks(owner.instance.klass, name, tracer.source.symbols):
            return NOTHING
        if function.klass is not None:
            return construct(tracer, function.klass, arguments)
        if owner.klass is not None:
            asked = _asked_of_class(tracer, owner.klass, function, name, arguments)
            return merge(arguments.all).computed() if asked is None else asked

    if owner.entries is not None and name in LOOKUPS | VIEWS:
        return _table_method(tracer, name, owner, arguments)
    if name == "alias":
        name_column(tracer, owner, arguments.first)
    if owner.derived:
        _learn_from_operands(tracer, called, env)
        return merge([owner, *arguments.positional]).computed()
    return merge([_on_path(tracer, path, name, arguments) for path in owner.paths])


def _of_library(tracer: Tracer, owner: Value, name: str) -> AccessPath | None:
    """A method that the class of an object has from a library, and that asks a database."""
    if owner.instance is None or method(owner.instance.klass, name, tracer.source.symbols):
        return None
    return listed_method(tracer, owner.instance.klass, name)


def _learn_from_operands(tracer: Tracer, called: ast.Attribute, env: Environment) -> None:
    """`(df["age"] < 25).astype(int)`: only columns give something that has such a method."""
    if called.attr not in COLUMN_MEMBERS - OF_OTHERS:
        return
    for operand in _operands(called.value):
        value = tracer.evaluate(operand, env)
        for path in () if value.derived else value.own_paths:
            if path.via is Via.KEY:
                data_frames.learn_column(path)


def _operands(node: ast.expr) -> Iterator[ast.Subscript]:
    """The fields that are compared and calculated with in an expression."""
    match node:
        case ast.Subscript():
            yield node
        case ast.Compare(left=left, comparators=others):
            for operand in (left, *others):
                yield from _operands(operand)
        case ast.BinOp(left=left, right=right):
            yield from _operands(left)
            yield from _operands(right)
        case ast.UnaryOp(operand=operand):
            yield from _operands(operand)


def _asked_of_class(
    tracer: Tracer, klass: ast.ClassDef, member: Value, name: str, arguments: Arguments
) -> Value | None:
    """`Pupil.get_by_id(3)`: what the rows of a table are asked for through its class."""
    if member.own_paths:
        return merge([call_of(tracer, path, arguments) for path in member.own_paths])
    if not is_mapped(klass, tracer.source.symbols) or not klass.bases or name.startswith("_"):
        return None
    path = root_at(tracer, f"{klass.name}.{name}", f"{OF_CLASS}{klass.name}.{name}")
    return call_of(tracer, path, arguments)


def _run_sort_key(tracer: Tracer, owner: Value, arguments: Arguments) -> None:
    """`people.sort(key=lambda p: p.age)`: the function gets the items."""
    key = arguments.keywords.get("key", NOTHING)
    if key.closure is not None and not owner.derived:
        call_back(tracer, key, iterate(tracer, owner))
        note_ranked(owner, arguments)


def _table_method(tracer: Tracer, name: str, owner: Value, arguments: Arguments) -> Value:
    """A method of a dict that the code displays."""
    assert owner.entries is not None
    if name in LOOKUPS and arguments.positional:
        defaults = arguments.positional[1:]
        return merge([look_up(tracer, owner, arguments.first), *defaults])

    keys = Value(constants=tuple(owner.entries))
    items = owner.any_part
    if name == "keys":
        return replace(keys, elements=(keys,))
    if name == "values":
        return Value(elements=(items,))

    pair = Value(elements=(keys, items))
    return Value(elements=(pair,))


def _on_path(tracer: Tracer, path: AccessPath, name: str, arguments: Arguments) -> Value:
    """A method of something that the function takes in, which shows what it is."""
    path.facts.methods.add(name)
    looks_up = name in LOOKUPS and bool(arguments.first.constants)
    klass = None if looks_up and path.klass is None else _class_with(tracer, path, name, arguments)
    if klass is not None and not is_nested_too_deep(path, klass):
        return _workspace_method(tracer, path, klass, name, arguments)
    if is_service(path, arguments):
        return _asked(tracer, path, name, arguments)

    for rule in (_of_frame, _of_built_in_type):
        value = rule(tracer, path, name, arguments)
        if value is not None:
            return value
    return _asked(tracer, path, name, arguments)


def _of_frame(tracer: Tracer, path: AccessPath, name: str, arguments: Arguments) -> Value | None:
    """What a frame gives, its columns or its rows; None if it is none of them."""
    if path.shows(Evidence.FRAME) or data_frames.becomes_frame(tracer, path, name, arguments):
        return data_frames.method(tracer, path, name, arguments)
    if data_frames.translates(path, name, arguments):
        return data_frames.column(tracer, path, name, arguments)
    if path.is_row_of_frame and arguments.callbacks:
        return data_frames.over_rows(tracer, path, arguments)
    return None


def _of_built_in_type(
    tracer: Tracer, path: AccessPath, name: str, arguments: Arguments
) -> Value | None:
    """What a method gives that texts, mappings, lists or dates have; None if none of them has."""
    if name in type_members.TEXT:
        return _text(tracer, path, name, arguments)
    may_be_dict = arguments.keywords.keys() <= NO_DICT
    if name in {*LOOKUPS, "getlist"} and arguments.positional and may_be_dict:
        return _get(tracer, path, arguments, several=name == "getlist")
    if name in VIEWS and not arguments.all:
        return _view(tracer, path, name)
    if name in COPIES:
        return Value((path,))

    if _is_column_method(path, name):
        return data_frames.column(tracer, path, name, arguments)
    if name in type_members.LIST and _may_be_of_list(name, arguments):
        return _list(tracer, path, name, arguments)
    if name in type_members.DATE:
        path.learn(Evidence.DATE)
        return Value((path,), derived=True)
    return None


def _may_be_of_list(name: str, arguments: Arguments) -> bool:
    """Whether a list or set takes such arguments: `users.insert(email=email)` is asked.

    No set takes a record: `course.add(person)` is asked, too.
    """
    if name in type_members.ONLY_OF_SETS and _is_record(arguments.first):
        return False
    count = type_members.OF_LISTS.get(name)
    return count is None or (len(arguments.positional) == count and not arguments.keywords)


def _is_record(value: Value) -> bool:
    return value.entries is not None or any(path.has_fields for path in value.own_paths)


def _is_column_method(path: AccessPath, name: str) -> bool:
    may_be_column = name in COLUMN_MEMBERS or path.is_column_of_frame
    return (path.via is Via.KEY or path.shows(Evidence.COLUMN)) and may_be_column


def _asked(tracer: Tracer, path: AccessPath, name: str, arguments: Arguments) -> Value:
    """A method that no known type has: what it gives is taken in, too."""
    path.learn(Evidence.OBJECT)
    return call_of(tracer, path.child_attribute(name), arguments)


def _workspace_method(
    tracer: Tracer, path: AccessPath, klass: ast.ClassDef, name: str, arguments: Arguments
) -> Value:
    receiver = Value((path,), instance=instance_at(tracer, path, klass))
    function = method(klass, name, tracer.source.symbols)
    assert function is not None
    return tracer.call(function, [receiver, *arguments.positional], arguments.keywords, {})


def _text(tracer: Tracer, path: AccessPath, name: str, arguments: Arguments) -> Value:
    if not path.shows(Evidence.COLUMN) and name != "replace":
        path.learn(Evidence.TEXT)
    if name == "decode":
        path.learn(Evidence.BYTES)

    if name in {"startswith", "endswith"}:
        for argument in arguments.positional:
            path.facts.note(*scalars(argument))
    elif name == "format" and arguments.all:
        path.facts.note(_template(arguments))
    elif name in SPLITTING:
        return _split(tracer, path, name, arguments)

    if name == "format" and not path.shows(Evidence.COLUMN):
        path.facts.note("".join(f"{{{field}}}" for field in _placeholders(arguments)))
    return Value((path,), derived=name not in type_members.SAME_TEXT)


def _template(arguments: Arguments) -> str:
    """A text with a place for everything that `format` is given."""
    places = ["{}"] * len(arguments.positional)
    places += [f"{{{name}}}" for name in arguments.keywords if name.isidentifier()]
    return " ".join(places)


def _split(tracer: Tracer, path: AccessPath, name: str, arguments: Arguments) -> Value:
    """`line.split(";")`, `text.partition(":")`: what a text consists of."""
    constants = arguments.first.constants or DEFAULT_SEPARATORS.get(name, ())
    path.facts.split_at(*constants)
    separator = next((text for text in constants if isinstance(text, str) and text), None)
    if separator is None or path.shows(Evidence.COLUMN) or path.is_typed_in:
        return Value((path,), derived=True)

    parts = path.child_parts(separator)
    if parts is path or parts.key != separator:
        return Value((path,), derived=True)
    if name not in {"partition", "rpartition"}:
        return value_of(tracer, parts)

    head, tail = (value_of(tracer, parts.child_key(index)) for index in range(2))
    tracer.touched.extend((*head.paths, *tail.paths))
    return Value(elements=(head, Value(constants=(separator,)), tail))


def _placeholders(arguments: Arguments) -> list[str]:
    """What a template may show: `template.format(name=name)` has a place for `name`."""
    by_position = [str(index) for index in range(len(arguments.positional))]
    return [*by_position, *(name for name in arguments.keywords if name != "**")]


def _get(tracer: Tracer, path: AccessPath, arguments: Arguments, *, several: bool = False) -> Value:
    """`person.get("age", 0)`: the key may be missing, and the default is a value of it.

    `form.getlist("skills")` gives `several`.
    """
    if not path.shows(Evidence.FRAME):
        path.learn(Evidence.MAPPING)
    if several or not NO_DICT.isdisjoint(arguments.keywords):
        path.learn(Evidence.FORM)

    key, *defaults = arguments.positional
    defaults += [arguments.keywords["default"]] if "default" in arguments.keywords else []
    value = look_up(tracer, Value((path,)), key)
    children = [child for child in value.paths if child.parent is path]
    for child in children:
        child.optional = True
        _note_defaults(child, defaults)
        if several:
            child.learn(Evidence.LIST)

    other_defaults = [replace(default, constants=()) for default in defaults]
    return merge([value, *other_defaults])


def _note_defaults(path: AccessPath, defaults: Sequence[Value]) -> None:
    for default in defaults:
        constants = [constant for constant in default.constants if constant is not None]
        path.facts.note(*constants)
        path.facts.has_fallback = path.facts.has_fallback or bool(constants)


def _view(tracer: Tracer, path: AccessPath, name: str) -> Value:
    """`items`, `values` or `keys` of a record, or of a mapping that holds records."""
    is_record = bool(path.keys) and path.item is None
    if is_record:
        keys = Value(constants=tuple(path.keys))
    else:
        path.learn(Evidence.MAPPING, Evidence.RECORDS_BY_KEY)
        keys = Value((path,), derived=True)
    if name == "keys":
        return keys

    children = path.keys.values() if is_record else [path.child_item()]
    item = any_of(tracer, children)
    if name == "values":
        return Value(elements=(item,))

    pair = Value(elements=(keys, item))
    return Value(elements=(pair,))


def _list(tracer: Tracer, path: AccessPath, name: str, arguments: Arguments) -> Value:
    path.learn(Evidence.LIST_METHODS)
    if name in type_members.ONLY_OF_SETS and not path.shows(Evidence.LIST):
        path.learn(Evidence.SET)
    compares_items = name in {"remove", "index", "count"}
    sorts_items = name == "sort" and "key" not in arguments.keywords
    if compares_items or sorts_items:
        tracer.mark_escaped(Value((path,)))

    return merge(arguments.positional).computed()


def _class_with(
    tracer: Tracer, path: AccessPath, name: str, arguments: Arguments
) -> ast.ClassDef | None:
    """The one class of the workspace that has the method called so on an untyped path."""
    symbols = tracer.source.symbols
    if path.klass is not None:
        function = method(path.klass, name, symbols)
        return path.klass if function is not None and not is_abstract(function) else None
    if path.shows(*BUILT_IN) or name in type_members.TEXT:
        return None

    owner = owner_of_method(name, symbols)
    function = None if owner is None else method(owner, name, symbols)
    return owner if function is not None and _takes(function, arguments) else None


def _takes(function: FunctionNode, arguments: Arguments) -> bool:
    """Whether a method has places for what a call passes: `objects.get(pk=1)` asks no view."""
    parameters = function.args
    names = {each.arg for each, _ in named_with_defaults(parameters)}
    is_static = any(last_name(each) == "staticmethod" for each in function.decorator_list)
    most = len(parameters.posonlyargs) + len(parameters.args) - (not is_static)
    has_names = parameters.kwarg is not None or arguments.keywords.keys() <= {*names, "**"}
    return has_names and (parameters.vararg is not None or len(arguments.positional) <= most)
