"""What each kind of expression may stand for, and what it tells of the places in it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import replace

from evenhand.reading.calls import evaluate_call
from evenhand.reading.classes import enum_members, is_enum, method
from evenhand.reading.places import Place, field_name
from evenhand.reading.source import last_name
from evenhand.reading.tracing import Tracer
from evenhand.reading.values import NAMES, NOTHING, Closure, Environment, Value, merge, scalars


def _constant(tracer: Tracer, node: ast.Constant, env: Environment) -> Value:
    return Value(constants=(node.value,))


def _name(tracer: Tracer, node: ast.Name, env: Environment) -> Value:
    value = env.get(node.id)
    if value is None:
        return _symbol(tracer, node.id)
    tracer.touched.extend(value.places)
    return value


def _symbol(tracer: Tracer, name: str) -> Value:
    if name in tracer.symbols:
        return tracer.symbols[name]
    tracer.symbols[name] = NOTHING
    found = tracer.source.symbols.get(name)
    if isinstance(found, ast.ClassDef):
        value = Value(klass=found)
    elif isinstance(found, (ast.FunctionDef, ast.AsyncFunctionDef)):
        value = Value(closure=Closure(found, {}))
    elif isinstance(found, ast.expr):
        value = tracer.evaluate(found, {})
    else:
        value = NOTHING
    tracer.symbols[name] = value
    return value


def _attribute(tracer: Tracer, node: ast.Attribute, env: Environment) -> Value:
    owner = tracer.evaluate(node.value, env)
    if owner.klass is not None:
        return _class_attribute(tracer, owner.klass, node.attr)
    if owner.instance is not None:
        return instance_attribute(tracer, owner, node.attr)
    if owner.derived or not owner.places:
        return owner.computed() if owner.places else NOTHING
    return merge([_place_attribute(tracer, p, node.attr) for p in owner.places])


def _class_attribute(tracer: Tracer, klass: ast.ClassDef, name: str) -> Value:
    if is_enum(klass, tracer.source.symbols):
        members = dict(enum_members(klass))
        if name in members:
            return Value(constants=(members[name] if members[name] is not None else name,))
    found = method(klass, name, tracer.source.symbols)
    if found is not None:
        return Value(closure=Closure(found, {}, Value(klass=klass)))
    for statement in klass.body:
        if isinstance(statement, ast.Assign) and last_name(statement.targets[0]) == name:
            return tracer.evaluate(statement.value, {})
    return NOTHING


def instance_attribute(tracer: Tracer, owner: Value, name: str) -> Value:
    """An attribute of an object of the workspace: field, method or property."""
    instance = owner.instance
    assert instance is not None
    if name in instance.attributes:
        value = instance.attributes[name]
        tracer.touched.extend(value.places)
        return value
    found = method(instance.klass, name, tracer.source.symbols)
    if found is None:
        if instance.place is not None and name not in {"value", "name"}:
            child = instance.place.child_attribute(name)
            tracer.touched.append(child)
            return tracer.of_place(child)
        return owner.computed()
    decorators = {last_name(d) for d in found.decorator_list}
    if decorators & {"property", "cached_property"}:
        return tracer.call(found, [owner], {}, {})
    if "staticmethod" in decorators:
        return Value(closure=Closure(found, {}))
    return Value(closure=Closure(found, {}, owner))


def _place_attribute(tracer: Tracer, place: Place, name: str) -> Value:
    place.methods.add(name)
    if name in {"loc", "iloc", "at", "iat", "columns"} and not place.attributes:
        _as_frame(place)
    if "frame" in place.hints:
        row = place.child_item()
        if name in NAMES.frame:
            return Value((place,))
        child = row.child_key(name)
    elif {"str", "number", "series", "enum", "date", "datetime"} & place.hints:
        return Value((place,), derived=place.hints.isdisjoint({"series", "enum"}))
    elif name in {"str", "dt", "cat", "values", "array"} and not place.attributes:
        place.hints.add("series")
        return Value((place,))
    elif name in {"year", "month", "day"} and not place.attributes and "date" in place.text.lower():
        place.hints.add("date")
        return Value((place,), derived=True)
    elif name == "value" and not place.attributes:
        return Value((place,))
    else:
        place.hints.add("object")
        child = place.child_attribute(name)
    tracer.touched.append(child)
    return tracer.of_place(child)


def _subscript(tracer: Tracer, node: ast.Subscript, env: Environment) -> Value:
    owner = tracer.evaluate(node.value, env)
    if isinstance(node.slice, ast.Slice):
        return replace(owner, elements=None) if owner.places else owner
    key = tracer.evaluate(node.slice, env)
    mask = isinstance(node.slice, (ast.Compare, ast.BinOp, ast.UnaryOp, ast.Call, ast.BoolOp))
    return look_up(tracer, owner, key, mask=mask or key.derived)


def look_up(tracer: Tracer, owner: Value, key: Value, *, mask: bool = False) -> Value:
    """`owner[key]` and `owner.get(key)`."""
    if owner.entries is not None:
        for known in owner.entries:
            _note_key(key, known)
        chosen = [owner.entries[k] for k in key.constants if k in owner.entries]
        found = merge(chosen or owner.entries.values())
        return merge((found, key.computed())) if key.places else found
    if owner.elements is not None and not owner.places:
        return _element(owner, key)
    if owner.derived:
        return merge((owner, key)).computed()
    parts = [_part(tracer, place, key, mask) for place in owner.places]
    return merge(parts)


def _element(owner: Value, key: Value) -> Value:
    assert owner.elements is not None
    index = key.constants[0] if len(key.constants) == 1 else None
    if isinstance(index, int) and -len(owner.elements) <= index < len(owner.elements):
        return owner.elements[index]
    return merge((merge(owner.elements), key.computed()))


def _part(tracer: Tracer, place: Place, key: Value, mask: bool) -> Value:
    if key.elements is not None and key.constants == ():
        return _columns(tracer, place, key)
    if key.places and mask:
        _as_frame(place)
        return Value((place,))
    if key.constants:
        children = [
            _item(tracer, place, k) for k in key.constants if isinstance(k, (str, int, float, bool))
        ]
        return merge(children)
    if key.places and not key.derived:
        return _keyed(tracer, place, key.places)
    if key.places or "list" in place.hints:
        return tracer.items(Value((place,)))
    return merge(
        [tracer.of_place(c) for c in place.keys.values()]
        or [tracer.of_place(place.item) if place.item else Value((place,), derived=True)]
    )


def _columns(tracer: Tracer, place: Place, key: Value) -> Value:
    """`df[["age", "gender"]]`, or `table["a", "b"]`."""
    _as_frame(place)
    for element in key.elements or ():
        for constant in element.constants:
            row = place.child_item() if "frame" in place.hints else place
            tracer.touched.append(row.child_key(constant))
    return Value((place,))


def _as_frame(place: Place) -> None:
    if not place.hints & {"dict", "table"} and place.parent is None:
        place.hints.add("frame")


def _item(tracer: Tracer, place: Place, key: object) -> Value:
    if "frame" in place.hints and isinstance(key, str):
        child = place.child_item().child_key(key)
    elif isinstance(key, int) and not isinstance(key, bool) and not _positional(place):
        if place.hints & {"str"}:
            return Value((place,), derived=True)
        place.hints.add("list")
        child = place.child_item()
    else:
        child = place.child_key(key)
    tracer.touched.append(child)
    return tracer.of_place(child)


def _positional(place: Place) -> bool:
    """Whether its integer subscripts name fields, as in rows that are tuples."""
    return "tuple" in place.hints or (place.parent is not None and place.parent.item is place)


def _keyed(tracer: Tracer, place: Place, keys: Iterable[Place]) -> Value:
    """`person[ethnicity]`, where the parameter `ethnicity` names the field."""
    found: list[Value] = []
    for key in keys:
        child = place.child_key(f"<{key.name}>")
        child.key_param, child.name = key, field_name(key)
        child.text = f"{place.text}[{key.text}]"
        key.field_name = key.field_name or field_name(key)
        tracer.touched.append(child)
        found.append(tracer.of_place(child))
    return merge(found)


def assigned_item(tracer: Tracer, target: ast.Subscript, value: Value, env: Environment) -> None:
    """`row["new"] = ...`: the key is the function's own from here on."""
    owner = tracer.evaluate(target.value, env)
    key = tracer.evaluate(target.slice, env)
    for place in owner.places:
        row = place.child_item() if "frame" in place.hints else place
        for constant in key.constants:
            if constant not in row.keys and constant not in place.keys:
                row.child_key(constant).assigned = True
    if isinstance(target.value, ast.Name) and not owner.places:
        known = env.get(target.value.id, NOTHING)
        entries = dict(known.entries or {})
        for constant in key.constants:
            entries[constant] = merge((entries.get(constant, NOTHING), value))
        env[target.value.id] = replace(known, entries=entries) if entries else known


def _compare(tracer: Tracer, node: ast.Compare, env: Environment) -> Value:
    operands = [tracer.evaluate(n, env) for n in (node.left, *node.comparators)]
    for index, operator in enumerate(node.ops):
        _met(tracer, operands[index], operands[index + 1], operator)
    return merge(operands).computed()


def _met(tracer: Tracer, left: Value, right: Value, operator: ast.cmpop) -> None:
    if isinstance(operator, (ast.In, ast.NotIn)):
        _membership(tracer, left, right)
        return
    for one, other in ((left, right), (right, left)):
        for constant in scalars(other):
            _note(one, constant)
            if isinstance(operator, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)) and _number(constant):
                _hint(one, "number")
    if not left.derived and not right.derived:
        for place in left.places:
            for other_place in right.places:
                place.link(other_place)


def _membership(tracer: Tracer, left: Value, right: Value) -> None:
    for constant in scalars(right):
        _note_key(left, constant)
    for place in right.places:
        if right.derived:
            continue
        for constant in left.constants:
            if place.hints.isdisjoint({"str", "list", "dict", "frame"}) and not place.keys:
                place.hints.add("contains")
            if place.keys or "dict" in place.hints:
                if isinstance(constant, str):
                    place.child_key(constant).optional = True
            else:
                place.note(constant)
        for other in left.places:
            place.hints.add("contains")
            if not left.derived:
                place.link(other)


def _note(value: Value, constant: object) -> None:
    if value.derived or not isinstance(constant, (str, int, float, bool, type(None))):
        return
    for place in value.places:
        place.note(constant)


def _note_key(key: Value, known: object) -> None:
    """A table's key, also one that is a tuple: `STANDARDS[role, industry]`."""
    if isinstance(known, tuple) and key.elements is not None and len(known) == len(key.elements):
        for element, part in zip(key.elements, known, strict=True):
            _note(element, part)
    else:
        _note(key, known)


def _hint(value: Value, hint: str) -> None:
    for place in value.places:
        place.hints.add(hint)


def _number(constant: object) -> bool:
    return isinstance(constant, (int, float)) and not isinstance(constant, bool)


def _operation(tracer: Tracer, node: ast.BinOp, env: Environment) -> Value:
    left, right = tracer.evaluate(node.left, env), tracer.evaluate(node.right, env)
    if isinstance(node.op, ast.Mod) and any(isinstance(c, str) for c in left.constants):
        return right.computed()
    if isinstance(node.op, (ast.BitAnd, ast.BitOr)):
        return merge((left, right)).computed()
    both = scalars(left) + scalars(right)
    textual = any(isinstance(c, str) for c in both)
    if isinstance(node.op, ast.Mult) and textual:
        return merge((left, right)).computed()
    for value in (left, right):
        if not value.derived:
            _hint(value, "str" if textual else "arithmetic")
    if left.elements is not None and right.elements is not None:
        return Value(elements=left.elements + right.elements)
    return merge((left, right)).computed()


def _unary(tracer: Tracer, node: ast.UnaryOp, env: Environment) -> Value:
    if isinstance(node.op, ast.Not):
        return tracer.test(node.operand, env).computed()
    value = tracer.evaluate(node.operand, env)
    if isinstance(node.op, ast.USub):
        _hint(value, "arithmetic")
        numbers = [c for c in value.constants if isinstance(c, (int, float))]
        if numbers and not value.places:
            return Value(constants=tuple(-n for n in numbers))
    return value.computed()


def _boolean(tracer: Tracer, node: ast.BoolOp, env: Environment) -> Value:
    values = [tracer.test(n, env) for n in node.values]
    return merge(values)


def _conditional(tracer: Tracer, node: ast.IfExp, env: Environment) -> Value:
    condition = tracer.test(node.test, env)
    chosen = merge((tracer.evaluate(node.body, env), tracer.evaluate(node.orelse, env)))
    return merge((chosen, condition.computed())) if condition.places else chosen


def _sequence(tracer: Tracer, node: ast.List | ast.Tuple | ast.Set, env: Environment) -> Value:
    elements = tuple(tracer.evaluate(e, env) for e in node.elts)
    return Value(elements=elements)


def _dictionary(tracer: Tracer, node: ast.Dict, env: Environment) -> Value:
    entries: dict[object, Value] = {}
    spread: list[Value] = []
    for key, item in zip(node.keys, node.values, strict=True):
        value = tracer.evaluate(item, env)
        if key is None:
            spread.append(value)
            continue
        name = tracer.evaluate(key, env)
        for constant in _keys_of(name):
            entries[constant] = merge((entries.get(constant, NOTHING), value))
    base = merge(spread)
    return replace(base, entries={**(base.entries or {}), **entries}) if entries else base


def _keys_of(name: Value) -> tuple[object, ...]:
    """The constant keys that a dict display's key may be, tuples of constants included."""
    if name.elements is None:
        return tuple(c for c in name.constants if isinstance(c, (str, int, float, bool)))
    parts = [e.constants[0] for e in name.elements if len(e.constants) == 1]
    return (tuple(parts),) if len(parts) == len(name.elements) else ()


def _comprehension(
    tracer: Tracer, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, env: Environment
) -> Value:
    inner = _generators(tracer, node.generators, env)
    value = tracer.evaluate(node.elt, inner)
    return Value(elements=(value,))


def _table(tracer: Tracer, node: ast.DictComp, env: Environment) -> Value:
    inner = _generators(tracer, node.generators, env)
    tracer.evaluate(node.key, inner)
    return tracer.evaluate(node.value, inner).computed()


def _generators(
    tracer: Tracer, generators: Iterable[ast.comprehension], env: Environment
) -> Environment:
    inner = dict(env)
    for generator in generators:
        tracer.bind(generator.target, tracer.items(tracer.evaluate(generator.iter, inner)), inner)
        for condition in generator.ifs:
            tracer.test(condition, inner)
    return inner


def iterate(tracer: Tracer, value: Value) -> Value:
    """What one round of a loop over `value` gets."""
    if value.pairs:
        rows = [tracer.of_place(_row(p)) for p in value.places]
        return replace(merge(rows), pairs=True) if rows else NOTHING
    if value.elements is not None and not value.places:
        return merge(value.elements)
    if value.entries is not None and not value.places:
        return Value(constants=tuple(value.entries))
    found: list[Value] = []
    for place in value.places:
        if value.derived:
            found.append(Value((place,), derived=True))
        elif place.keys and "frame" not in place.hints and place.item is None:
            found.append(Value(constants=tuple(k for k in place.keys if isinstance(k, str))))
        elif "str" in place.hints or "number" in place.hints:
            found.append(Value((place,), derived=True))
        else:
            if place.hints.isdisjoint({"frame", "dict", "series", "tuple"}):
                place.hints.add("list")
            found.append(tracer.of_place(place.child_item()))
    return merge(found)


def _row(place: Place) -> Place:
    """A row of a frame, or one of the records of a dict of records."""
    if "frame" in place.hints:
        return place.child_item()
    place.hints.update({"dict", "table"})
    return place.child_item()


def _formatted(tracer: Tracer, node: ast.JoinedStr, env: Environment) -> Value:
    parts = [
        tracer.evaluate(n.value, env) for n in node.values if isinstance(n, ast.FormattedValue)
    ]
    return merge(parts).computed() if parts else NOTHING


def _lambda(tracer: Tracer, node: ast.Lambda, env: Environment) -> Value:
    return Value(closure=Closure(node, env))


def _walrus(tracer: Tracer, node: ast.NamedExpr, env: Environment) -> Value:
    value = tracer.evaluate(node.value, env)
    tracer.bind(node.target, value, env)
    return value


def _inner(
    tracer: Tracer, node: ast.Await | ast.Starred | ast.YieldFrom, env: Environment
) -> Value:
    return tracer.evaluate(node.value, env)


def _yield(tracer: Tracer, node: ast.Yield, env: Environment) -> Value:
    tracer.returned.append(tracer.evaluate(node.value, env))
    return NOTHING


Handler = Callable[[Tracer, "ast.expr", Environment], Value]

HANDLERS: dict[type[ast.AST], Handler] = {
    ast.Constant: _constant,  # type: ignore[dict-item]
    ast.Name: _name,  # type: ignore[dict-item]
    ast.Attribute: _attribute,  # type: ignore[dict-item]
    ast.Subscript: _subscript,  # type: ignore[dict-item]
    ast.Compare: _compare,  # type: ignore[dict-item]
    ast.BinOp: _operation,  # type: ignore[dict-item]
    ast.UnaryOp: _unary,  # type: ignore[dict-item]
    ast.BoolOp: _boolean,  # type: ignore[dict-item]
    ast.IfExp: _conditional,  # type: ignore[dict-item]
    ast.List: _sequence,  # type: ignore[dict-item]
    ast.Tuple: _sequence,  # type: ignore[dict-item]
    ast.Set: _sequence,  # type: ignore[dict-item]
    ast.Dict: _dictionary,  # type: ignore[dict-item]
    ast.ListComp: _comprehension,  # type: ignore[dict-item]
    ast.SetComp: _comprehension,  # type: ignore[dict-item]
    ast.GeneratorExp: _comprehension,  # type: ignore[dict-item]
    ast.DictComp: _table,  # type: ignore[dict-item]
    ast.JoinedStr: _formatted,  # type: ignore[dict-item]
    ast.Lambda: _lambda,  # type: ignore[dict-item]
    ast.NamedExpr: _walrus,  # type: ignore[dict-item]
    ast.Await: _inner,  # type: ignore[dict-item]
    ast.Starred: _inner,  # type: ignore[dict-item]
    ast.YieldFrom: _inner,  # type: ignore[dict-item]
    ast.Yield: _yield,  # type: ignore[dict-item]
    ast.Call: evaluate_call,  # type: ignore[dict-item]
}
