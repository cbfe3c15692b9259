"""Functions that read attributes by name, or that may read any: `getattr`, `vars`, `eval`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evenhand.check.reading.access_paths import HELD, AccessPath, named_field
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.tracing.abstract_values import NOTHING, Value, merge
from evenhand.check.reading.tracing.objects import value_of
from evenhand.check.reading.tracing.outside_call import OutsideCall, Rule
from evenhand.check.reading.tracing.tracer import Tracer


def _reflective(call: OutsideCall) -> None:
    """`eval`, `locals` and their like see every name."""
    for value in call.env.values():
        call.tracer.mark_escaped(value)


def _dynamic_attribute(call: OutsideCall) -> Value | None:
    """`getattr(person, "age")`; a computed name may be any attribute's."""
    if len(call.arguments.positional) < 2:
        return None

    owner, key = call.arguments.positional[:2]
    if not key.constants:
        call.tracer.mark_escaped(owner)
    for path in key.own_paths:
        if not any(path.root is whole.root for whole in owner.paths):
            path.field_name = path.field_name or named_field(path)
    defaults = call.arguments.positional[2:]
    if any(default.own_paths == owner.own_paths for default in defaults) and _unwraps(owner, key):
        return owner

    names = [constant for constant in key.constants if isinstance(constant, str)]
    values = [_attribute(call.tracer, path, name) for path in owner.paths for name in names]
    if owner.instance is not None:
        attributes = owner.instance.attributes
        values += [attributes.get(str(constant), NOTHING) for constant in key.constants]
    return merge(values)


def _unwraps(owner: Value, key: Value) -> bool:
    """Whether only a member of an enumeration has what is asked for: `getattr(x, "value", x)`.

    What is asked whether it has a value, `hasattr(x, "value")`, may be plain as well.
    """
    if key.constants != (HELD,) or any(map(_is_known_object, owner.own_paths)):
        return False
    for path in owner.own_paths:
        path.learn(Evidence.UNWRAPPED)
    return bool(owner.own_paths)


def _is_known_object(path: AccessPath) -> bool:
    return path.klass is not None or path.is_of_class or bool(path.attributes)


def _attributes_by_name(call: OutsideCall) -> Value | None:
    """`vars(args)["age"]`: the attributes of one object."""
    if len(call.first.own_paths) != 1 or len(call.arguments.positional) != 1:
        _reflective(call)
        return None
    call.tracer.mark_escaped(call.first)
    return Value(entries=AttributesOf(call.tracer, call.first.own_paths[0]))


@dataclass(frozen=True, slots=True)
class AttributesOf(Mapping[object, Value]):
    """The attributes of a path as the entries of a dict, each made when it is asked for."""

    tracer: Tracer
    path: AccessPath

    def __getitem__(self, name: object) -> Value:
        if not isinstance(name, str):
            raise KeyError(name)
        return _attribute(self.tracer, self.path, name)

    def __iter__(self) -> Iterator[object]:
        return iter(self.path.attributes)

    def __len__(self) -> int:
        return len(self.path.attributes)


def _attribute(tracer: Tracer, path: AccessPath, name: str) -> Value:
    """An attribute that an object may lack."""
    path.learn(Evidence.OBJECT)
    child = path.child_attribute(name)
    child.optional = True

    tracer.touched.append(child)
    return value_of(tracer, child)


def _has_attribute(call: OutsideCall) -> Value | None:
    """`hasattr(person, "age")`."""
    asked = call.arguments.positional
    if len(asked) == 2 and _unwraps(*asked):
        return NOTHING
    return None if _dynamic_attribute(call) is None else NOTHING


OF_ATTRIBUTES: Mapping[str, Rule] = {
    **dict.fromkeys(("eval", "exec", "locals", "dir"), _reflective),
    "vars": _attributes_by_name,
    "getattr": _dynamic_attribute,
    "hasattr": _has_attribute,
}
