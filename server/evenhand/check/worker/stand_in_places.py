"""What a stand-in stands for, and what it was told to give."""

from __future__ import annotations

from typing import Any, Callable, Protocol

UNSET: Any = object()
"""In place of a value that nobody chose."""
UNNAMED = "mock"
"""What a stand-in is called that got no name."""
LONGEST_PATH, MOST_PARTS = 300, 64
"""Characters and parts of a path that are written."""
Arguments = tuple[tuple[Any, ...], dict[str, Any]]
"""The arguments of a call."""


class World(Protocol):
    """Is told what happens to the stand-ins of a process, and asked what some of them are."""

    def called(self, place: Place, arguments: Arguments) -> Any:
        """A stand-in is about to be called; gives what was noted of it."""

    def answered(self, place: Place, arguments: Arguments, note: Any) -> None:
        """A stand-in gave what was chosen for it, whatever it was called with."""

    def asked(self, place: Place) -> None:
        """A default of a stand-in decides something."""

    def seen(self, place: Place) -> None:
        """A stand-in is part of an outcome."""

    def changed(self, place: Place, part: str, parts: dict[str, Any], key: str, to: Any) -> None:
        """A part of a stand-in, kept in `parts`, is about to be set; UNSET: deleted."""

    def decides(self, place: Place) -> None:
        """A default of a stand-in answers a comparison."""

    def is_true(self, place: Place) -> bool:
        """Whether a condition on a stand-in holds."""

    def replacement(self, place: Place, name: str) -> Any:
        """What an attribute is instead of a further stand-in; UNSET if nothing else."""

    def decorated(self, place: Place, value: Any) -> Any:
        """What a stand-in gives that is called with a function or class; UNSET if as usual."""

    def is_kept_by_the_code(self, name: str) -> bool:
        """Whether the code itself sets a private attribute."""

    def free_names(self, path: str) -> set[str]:
        """The names that the file `path` reads and does not bind."""

    def base(self, place: Place, others: tuple[Any, ...], path: str) -> type:
        """The class that a class of the file `path` gets, beside others, in a stand-in's place."""


class Place:
    """Where a stand-in stands; the stand-in itself is empty, so that no name is taken."""

    __slots__ = (
        "arguments", "awaited", "base", "effect", "in_order", "items", "lasting_path", "magic",
        "name", "note", "parent", "result", "world",
    )  # fmt: skip

    def __init__(
        self,
        world: World,
        name: str,
        parent: Place | None = None,
        arguments: Arguments | None = None,
    ) -> None:
        self.world, self.name, self.parent = world, name, parent
        self.arguments = arguments
        """The arguments of the call that gave it; None if no call did."""
        self.note: Any = None
        """What was noted of that call."""
        self.result: Any = UNSET
        """What a call of it returns."""
        self.effect: Callable[..., Any] | None = None
        """What is called instead; if that gives UNSET, `result` is returned."""
        self.in_order = False
        """Whether calls give one value after another, whatever they ask."""
        self.magic: dict[str, Any] = NONE_TOLD
        """Stand-ins for its special methods, by their names."""
        self.items: dict[str, Any] | None = None
        """Its items, by how their keys are written."""
        self.awaited = False
        """Whether what its calls give has to be awaited."""
        self.base: type | None = None
        """The class in its place among the bases of a class."""
        self.lasting_path: str | None = None
        """How the code reaches it, if that was asked for and all of it has names."""

    def calls(self) -> list[Place]:
        """The results of calls through which it came about, itself first."""
        places: list[Place] = []
        place: Place | None = self
        while place is not None and len(places) < MOST_PARTS:
            if place.arguments is not None:
                places.append(place)
            place = place.parent
        return places

    def path(self) -> str:
        """How the code reaches it: `frappe.get_doc().owner`."""
        if self.lasting_path is not None:
            return self.lasting_path

        names: list[str] = []
        place: Place | None = self
        while place is not None and len(names) < MOST_PARTS:
            names.append(place.name)
            place = place.parent

        path = "".join(reversed(names))[:LONGEST_PATH]
        if UNNAMED not in names:
            self.lasting_path = path
        return path


NONE_TOLD: dict[str, Any] = {}
"""Shared by all places that were told nothing; never changed."""
