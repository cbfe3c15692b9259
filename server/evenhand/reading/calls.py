"""Calls: helpers that can be followed, built-ins, and methods that tell a shape."""

from __future__ import annotations

import ast
from dataclasses import replace

from evenhand.reading import frames
from evenhand.reading.classes import fields, is_dataclass, is_enum, is_typed_dict, method
from evenhand.reading.places import Place, Via
from evenhand.reading.source import last_name
from evenhand.reading.tracing import Tracer
from evenhand.reading.values import NAMES, NOTHING, Environment, Value, merge, scalars

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
GATHER = {"min", "max", "sum", "any", "all", "next"}


def evaluate_call(tracer: Tracer, node: ast.Call, env: Environment) -> Value:
    """What a call may give; arguments of helpers of the workspace are followed into them."""
    if isinstance(node.func, ast.Attribute):
        owner = tracer.evaluate(node.func.value, env)
        if owner.places or owner.entries is not None or owner.instance or owner.klass:
            return _method(tracer, node, node.func.attr, owner, env)
        if owner.elements is not None and node.func.attr in {"index", "count"}:
            return _position(tracer, owner, node, env)
    if isinstance(node.func, ast.Name) and node.func.id == "input" and "input" not in env:
        return _prompt(tracer, node, env)
    arguments, keywords = _arguments(tracer, node, env)
    function = (
        tracer.evaluate(node.func, env)
        if isinstance(node.func, (ast.Name, ast.Lambda))
        else NOTHING
    )
    if function.klass is not None:
        return _construct(tracer, function.klass, arguments, keywords)
    if function.closure is not None:
        return _follow(tracer, function, arguments, keywords)
    return _known(tracer, last_name(node.func), node, arguments, keywords, env)


def _position(tracer: Tracer, owner: Value, node: ast.Call, env: Environment) -> Value:
    """`LEVELS.index(level)`: the list's constants are what the level may be."""
    arguments, _ = _arguments(tracer, node, env)
    for argument in arguments:
        for place in () if argument.derived else argument.places:
            for constant in scalars(owner):
                place.note(constant)
    return merge(arguments).computed()


def _arguments(
    tracer: Tracer, node: ast.Call, env: Environment
) -> tuple[list[Value], dict[str, Value]]:
    arguments: list[Value] = []
    for argument in node.args:
        value = tracer.evaluate(argument, env)
        if isinstance(argument, ast.Starred) and value.elements is not None:
            arguments.extend(value.elements)
        else:
            arguments.append(value)
    keywords = {k.arg or "**": tracer.evaluate(k.value, env) for k in node.keywords}
    return arguments, keywords


def _follow(
    tracer: Tracer, function: Value, arguments: list[Value], keywords: dict[str, Value]
) -> Value:
    closure = function.closure
    assert closure is not None
    if closure.receiver is not None:
        arguments = [closure.receiver, *arguments]
    return tracer.call(closure.node, arguments, keywords, closure.environment)


def _construct(
    tracer: Tracer, klass: ast.ClassDef, arguments: list[Value], keywords: dict[str, Value]
) -> Value:
    symbols = tracer.source.symbols
    if is_enum(klass, symbols):
        from evenhand.reading.classes import enum_members

        for argument in arguments:
            for place in argument.places:
                for _, value in enum_members(klass):
                    place.note(value)
        return merge(arguments)
    if is_typed_dict(klass, symbols):
        return Value(entries=dict(keywords.items()))
    init = method(klass, "__init__", symbols)
    if init is not None and not is_dataclass(klass, symbols):
        names = [a.arg for a in (*init.args.posonlyargs, *init.args.args)][1:]
    else:
        names = [f.name for f in fields(klass, symbols)]
    given = dict(zip(names, arguments, strict=False))
    spread = keywords.pop("**", NOTHING)
    given.update(keywords)
    for name in names:
        if name not in given and spread.places:
            given[name] = merge([tracer.of_place(p.child_key(name)) for p in spread.places])
    return Value(instance=tracer.built(klass, given))


def _prompt(tracer: Tracer, node: ast.Call, env: Environment) -> Value:
    for place in tracer.prompts:
        if place.key == (node.lineno, node.col_offset):
            return Value((place,))
    texts = [c for a in node.args for c in scalars(tracer.evaluate(a, env)) if isinstance(c, str)]
    label = texts[0].strip(" :?>\n") if texts else ""
    place = Place(
        f"input_{label}" if label else f"input_{len(tracer.prompts) + 1}",
        f'input("{texts[0]}")' if texts else "input()",
        Via.PROMPT,
        key=(node.lineno, node.col_offset),
    )
    place.hints.add("prompt")
    tracer.prompts.append(place)
    return Value((place,))


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
    if name in SAME and arguments:
        source = arguments[1] if name == "filter" and len(arguments) > 1 else first
        if name != "dict" and name != "frozenset" and source.places and not source.derived:
            tracer.items(source)
        return (
            replace(source, pairs=False) if name != "dict" else merge([source, *keywords.values()])
        )
    if name in NUMERIC and arguments:
        for place in () if first.derived else first.places:
            place.hints.add("number" if place.via is not Via.PROMPT else "numeric_text")
            if name in {"int", "float"}:
                place.hints.add("cast")
        return first
    if name in {"str", "repr", "bool"} and arguments:
        return first
    if name in OF_NUMBERS and not first.derived:
        _many_numbers(first)
    if name in GATHER:
        return merge([tracer.items(a) if len(arguments) == 1 else a for a in arguments]).computed()
    if name == "len" and first.places:
        for place in first.places:
            place.hints.add("sized")
        return NOTHING
    if name == "isinstance" and len(node.args) == 2:
        _checked_type(first, node.args[1])
        return NOTHING
    if name == "enumerate" and arguments:
        item = tracer.items(first)
        return Value(elements=(Value(elements=(NOTHING, item)),))
    if name == "zip":
        return Value(elements=(Value(elements=tuple(tracer.items(a) for a in arguments)),))
    if name in {"getattr", "hasattr"} and len(arguments) >= 2:
        return _dynamic_attribute(tracer, name, arguments)
    if name == "DataFrame" and arguments:
        return frames.build(tracer, first)
    if name in frames.FUNCTIONS:
        return frames.function(tracer, name, arguments, keywords)
    return merge(everything).computed() if everything else NOTHING


def _many_numbers(value: Value) -> None:
    """`np.array(salaries)`: the parameter is a list of numbers."""
    for place in value.places:
        if place.parent is None and place.hints.isdisjoint({"frame", "series", "str", "dict"}):
            place.hints.add("list")
            place.child_item().hints.add("arithmetic")


def _run_callbacks(
    tracer: Tracer, name: str, arguments: list[Value], keywords: dict[str, Value], env: Environment
) -> None:
    """`sorted(people, key=lambda p: p.age)`: bind what the function is given."""
    callbacks = [v for v in (*arguments, *keywords.values()) if v.closure is not None]
    data = [a for a in arguments if a.closure is None]
    for callback in callbacks:
        _follow(tracer, callback, [tracer.items(d) for d in data], {})


def _checked_type(value: Value, node: ast.expr) -> None:
    names = [last_name(n) for n in (node.elts if isinstance(node, ast.Tuple) else [node])]
    kinds = {
        "str": "str",
        "int": "number",
        "float": "number",
        "dict": "dict",
        "list": "list",
        "bool": "bool",
        "date": "date",
        "datetime": "datetime",
        "DataFrame": "frame",
    }
    if not value.derived and names and names[0] in kinds:
        for place in value.places:
            if place.is_leaf and place.hints.isdisjoint(kinds.values()):
                place.hints.add("maybe_" + kinds[names[0]])


def _dynamic_attribute(tracer: Tracer, name: str, arguments: list[Value]) -> Value:
    owner, key = arguments[0], arguments[1]
    found: list[Value] = []
    for place in owner.places:
        for constant in key.constants:
            if isinstance(constant, str):
                child = place.child_attribute(constant)
                child.optional = True
                place.hints.add("object")
                tracer.touched.append(child)
                found.append(tracer.of_place(child))
    if owner.instance is not None:
        for constant in key.constants:
            found.append(owner.instance.attributes.get(str(constant), NOTHING))
    return merge(found) if name == "getattr" else NOTHING


def _method(tracer: Tracer, node: ast.Call, name: str, owner: Value, env: Environment) -> Value:
    arguments, keywords = _arguments(tracer, node, env)
    if owner.klass is not None or owner.instance is not None:
        from evenhand.reading.expressions import HANDLERS

        function = HANDLERS[ast.Attribute](tracer, node.func, env)
        if function.closure is not None:
            return _follow(tracer, function, arguments, keywords)
        if function.klass is not None:
            return _construct(tracer, function.klass, arguments, keywords)
        if owner.klass is not None:
            return merge([*arguments, *keywords.values()]).computed()
    if owner.entries is not None and name in {
        "get",
        "items",
        "values",
        "keys",
        "pop",
        "setdefault",
    }:
        return _table_method(tracer, name, owner, arguments)
    if owner.derived:
        return merge([owner, *arguments]).computed()
    return merge([_on_place(tracer, p, name, arguments, keywords, env) for p in owner.places])


def _table_method(tracer: Tracer, name: str, owner: Value, arguments: list[Value]) -> Value:
    from evenhand.reading.expressions import look_up

    assert owner.entries is not None
    if name in {"get", "pop", "setdefault"} and arguments:
        return merge([look_up(tracer, owner, arguments[0]), *arguments[1:]])
    if name == "keys":
        return Value(
            constants=tuple(owner.entries), elements=(Value(constants=tuple(owner.entries)),)
        )
    inner = merge(owner.entries.values())
    if name == "values":
        return Value(elements=(inner,))
    return Value(elements=(Value(elements=(Value(constants=tuple(owner.entries)), inner)),))


def _on_place(
    tracer: Tracer,
    place: Place,
    name: str,
    arguments: list[Value],
    keywords: dict[str, Value],
    env: Environment,
) -> Value:
    place.methods.add(name)
    klass = _class_with(tracer, place, name)
    if klass is not None:
        instance = Value((place,), instance=tracer.instance(klass, place))
        found = method(klass, name, tracer.source.symbols)
        assert found is not None
        return tracer.call(found, [instance, *arguments], keywords, {})
    if "frame" in place.hints or (name in frames.METHODS and frames.looks_like(place, name)):
        return frames.method(tracer, place, name, arguments, keywords)
    if name in NAMES.text:
        return _text(tracer, place, name, arguments)
    if name in {"get", "pop", "setdefault"} and arguments:
        return _get(tracer, place, arguments)
    if name in {"items", "values", "keys"}:
        return _view(tracer, place, name)
    if name == "copy":
        return Value((place,))
    if place.via is Via.KEY and (name in NAMES.series or _in_frame(place)):
        return frames.column(tracer, place, name, arguments, keywords)
    if name in {"append", "add", "extend", "remove", "insert", "sort", "index", "count", "update"}:
        place.hints.add("sequence")
        return merge(arguments).computed()
    if name == "_asdict":
        return Value((place,))
    if name in NAMES.date:
        place.hints.add("date")
        return Value((place,), derived=True)
    place.hints.add("object")
    child = place.child_attribute(name)
    child.hints.add("callable")
    return Value((child,), derived=True)


def _text(tracer: Tracer, place: Place, name: str, arguments: list[Value]) -> Value:
    if place.hints.isdisjoint({"series"}) and name != "replace":
        place.hints.add("str")
    if name in {"startswith", "endswith"}:
        for argument in arguments:
            for constant in scalars(argument):
                place.note(constant)
    if name in {"split", "splitlines", "partition"}:
        return Value((place,), derived=True)
    same = name in {
        "lower",
        "upper",
        "strip",
        "title",
        "capitalize",
        "casefold",
        "lstrip",
        "rstrip",
    }
    return Value((place,), derived=not same and name != "replace")


def _get(tracer: Tracer, place: Place, arguments: list[Value]) -> Value:
    from evenhand.reading.expressions import look_up

    if place.hints.isdisjoint({"frame"}):
        place.hints.add("dict")
    value = look_up(tracer, Value((place,)), arguments[0])
    for child in value.places:
        if child.parent is place:
            child.optional = True
            for default in arguments[1:]:
                for constant in default.constants:
                    if constant is not None:
                        child.note(constant)
    return merge([value, *[replace(a, constants=()) for a in arguments[1:]]])


def _view(tracer: Tracer, place: Place, name: str) -> Value:
    if place.keys and place.item is None:
        children = [tracer.of_place(c) for c in place.keys.values()]
        names = Value(constants=tuple(place.keys))
        if name == "keys":
            return names
        inner = merge(children)
        return Value(elements=(Value(elements=(names, inner)) if name == "items" else inner,))
    place.hints.update({"dict", "table"})
    if name == "keys":
        return Value((place,), derived=True)
    item = place.child_item()
    if name == "values":
        return Value(elements=(tracer.of_place(item),))
    key = Value((place,), derived=True)
    return Value(elements=(Value(elements=(key, tracer.of_place(item))),))


def _in_frame(place: Place) -> bool:
    """Whether the place is a column: a key of the row of a frame."""
    row = place.parent
    return row is not None and row.parent is not None and "frame" in row.parent.hints


def _class_with(tracer: Tracer, place: Place, name: str) -> ast.ClassDef | None:
    """The one class of the workspace that has the method called on an untyped place."""
    if place.klass is not None:
        return place.klass if method(place.klass, name, tracer.source.symbols) else None
    if place.hints & {"str", "number", "frame", "dict", "list"} or name in NAMES.text:
        return None
    found = [
        s
        for s in tracer.source.symbols.values()
        if isinstance(s, ast.ClassDef)
        and any(isinstance(n, ast.FunctionDef) and n.name == name for n in s.body)
    ]
    around = place.parent
    while around is not None:
        if found and around.klass is found[0]:
            return None
        around = around.parent
    return found[0] if len(found) == 1 else None
