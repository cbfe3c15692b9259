"""Where the value of an input enters a function."""

from __future__ import annotations

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.independence.followed_values import Kind
from evenhand.check.reading.independence.function_body import parameters_of
from evenhand.check.reading.independence.meanings import meanings_of
from evenhand.check.reading.independence.wrapping import is_plain_enum, only_holds
from evenhand.check.reading.source import Function, Source


def start_of(
    function: Function, path: AccessPath, receiver: AccessPath | None, source: Source
) -> tuple[str, Kind, str] | None:
    """The parameter that brings the value of a path, how it holds it, and the field that the value
    is; None if it cannot be followed.

    `receiver` is what `self` stands for.
    """
    parameters = parameters_of(function)
    if function.name.endswith(".__init__"):
        return (path.name, Kind.VALUE, "") if path.name in parameters else None

    root = _root(path)
    if root is None or root.name not in parameters or not _can_be_followed(path, root):
        return None
    if root is receiver and not _receiver_only_holds(function, source):
        return None

    if path is root:
        return root.name, Kind.VALUE, ""
    field = _field_of(path)
    kind = Kind.PERSON if path.parent is root else Kind.PEOPLE
    return (root.name, kind, field) if field is not None else None


def is_of_plain_type(path: AccessPath, source: Source) -> bool:
    """Whether the value is none of the file's own objects, which may look at themselves."""
    return path.klass is None or is_plain_enum(path.klass, source)


def _can_be_followed(path: AccessPath, root: AccessPath) -> bool:
    is_one_parameter = root.via is Via.PARAMETER and not root.is_variadic
    return is_one_parameter and path.key_param is None


def _field_of(path: AccessPath) -> str | None:
    """The key or attribute that leads to a path; None for an item."""
    if path.via is Via.KEY:
        return path.key if isinstance(path.key, str) else None
    if path.via is Via.ATTRIBUTE:
        return path.text.rpartition(".")[2]
    return None


def _root(path: AccessPath) -> AccessPath | None:
    """The parameter that is the record of a path, or a list of such; None for all others."""
    root = path.parent or path
    if root.via is Via.ITEM and root.parent is not None and not root.facts.is_tabular:
        root = root.parent
    is_known = root.parent is None and (root is path or not root.facts.is_tabular)
    return root if is_known else None


def _receiver_only_holds(function: Function, source: Source) -> bool:
    owner = function.owner
    return owner is not None and only_holds(owner, source, meanings_of(source))
