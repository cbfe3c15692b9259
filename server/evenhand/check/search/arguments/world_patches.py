"""Which names of a module are patched for a call, and whether they are inputs at all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from evenhand.check.reading.access_paths import AccessPath
from evenhand.check.reading.evidence import Evidence
from evenhand.check.reading.world_names import (
    CLOCKS,
    INHERITED,
    MANAGERS,
    OF_CLASS,
    always,
    below,
    is_table,
    once_blocked,
    world_name,
)
from evenhand.check.search.arguments.argument_trees import Branch, Node, Raw

NodeOf = Callable[[AccessPath, int, int], Node | None]
"""The value of a path in a row, at a depth; None if the code does not look at it."""
Patch = tuple[str, Node]
"""A dotted name of the module, or of another (`app.limits:MAX`), and what it holds in a call."""


def patches_of(root: AccessPath, node_of: NodeOf) -> Iterator[Patch]:
    """What is patched for a name of the world."""
    target = root.patched or root.text
    listed = world_name(root.origin)
    if listed is not None and listed.does:
        yield target, Raw(listed.does)
        return

    if root.is_prompt:
        yield root.origin, node_of(root, 0, 0) or _anything(root)
        return
    if _is_replaced(root):
        yield target, node_of(root, 0, 0) or _anything(root)
        return
    yield from _parts(root, target, node_of, every=once_blocked(root.origin))


def _anything(path: AccessPath) -> Branch:
    """What takes whatever is done with it."""
    if path.shows(Evidence.AWAITED):
        return Branch("function", (), (), path, "await")
    return Branch("stand_in", (), (), path)


def _is_replaced(root: AccessPath) -> bool:
    """Whether a name is patched as a whole, and not only what the code asks of it."""
    if world_name(root.origin) is not None or root.origin.startswith(OF_CLASS):
        return True
    return root.default is None and (always(root.origin) or root.name in MANAGERS)


def _parts(path: AccessPath, target: str, node_of: NodeOf, *, every: bool) -> Iterator[Patch]:
    """Only what is looked at: what else a library offers may be its classes and errors.

    With `every`, also what is called and would be refused.
    """
    if _is_column(path):
        return
    is_namespace = bool(path.attributes) and not path.results and not path.has_fields
    if is_namespace and path.item is None:
        for name, child in path.attributes.items():
            yield from _parts(child, below(target, name), node_of, every=every)
        return

    node = node_of(path, 0, 0)
    if node is None and every and path.shows(Evidence.CALLABLE) and not _is_error(path.name):
        node = _anything(path)
    if node is not None:
        yield target, node


def _is_column(path: AccessPath) -> bool:
    """Whether it is read from a class: `Person.age`, and no member as `Gender.MALE` is."""
    is_read = path.parent is not None and path.is_leaf and not path.expression
    return is_read and path.is_of_class and path.name.islower()


def _is_error(name: str) -> bool:
    """Whether a name is that of a class which is raised: `web.HTTPForbidden`."""
    return name.endswith(("Error", "Exception")) or (name.startswith("HTTP") and name != "HTTP")


def is_input(
    root: AccessPath, stood_in: Collection[str], *, blocked: bool, asked: bool = False
) -> bool:
    """Whether a name of the world is one for which the search chooses values.

    It is if stand-ins took its place when the module was loaded, if it has no value of its own,
    or if it is what the walls refuse, and something was refused or a person is `asked` of it.
    A table that the module itself has read stays as it is, unless a person is asked of it.
    """
    if root.origin in INHERITED and _is_stood_in(root, stood_in):
        return False
    is_of_class = root.name in MANAGERS or root.origin.startswith(OF_CLASS)
    has_no_value = root.origin in CLOCKS or always(root.origin)
    if is_of_class or has_no_value or _is_stood_in(root, stood_in):
        return True
    is_kept = root.default is not None and is_table(root.origin)
    return (asked or (blocked and not is_kept)) and once_blocked(root.origin)


def what_is_replaced(root: AccessPath, stood_in: Collection[str]) -> str:
    """The package of a name of the world, if the package is missing; else the name."""
    package = root.origin.partition(".")[0]
    return package if package in stood_in else root.text


def _is_stood_in(root: AccessPath, stood_in: Collection[str]) -> bool:
    names = {root.text.partition(".")[0], *_beginnings(root.origin)}
    return not names.isdisjoint(stood_in)


def _beginnings(origin: str) -> Iterator[str]:
    """`a.b.c`, `a.b`, `a`."""
    while origin.strip("."):
        yield origin
        origin = origin.rpartition(".")[0]
