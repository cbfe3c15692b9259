"""What a search gives values for in place of the world around the code."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.frameworks.wrapped_functions import (
    UNWRAPPED,
    call_of_wrapped,
    may_be_unwrapped,
)
from evenhand.check.reading.inputs import Reading
from evenhand.check.reading.source import Source
from evenhand.check.search.arguments.world_patches import is_input, what_is_replaced
from evenhand.check.search.input_state import InputState


@dataclass(slots=True)
class ReplacedWorld:
    """Names of the world that values are chosen for, and how a call names the function."""

    reading: Reading
    source: Source
    states: list[InputState]
    stood_in: tuple[str, ...] = ()
    """Names that stand-ins are bound to, since they cannot be had."""
    roots: tuple[AccessPath, ...] = ()
    """Names of the world that values are chosen for."""
    called: str = ""
    """How a call names the function, if not by its name."""
    blocked: bool = False
    """The walls have refused something, so that what they refuse is an input, too."""

    def stand_in_for(self, names: tuple[str, ...]) -> None:
        """Choose values for what cannot be had, and for what has no value of its own."""
        self.stood_in = names
        self.roots = self._inputs_of_world()
        node = self.reading.function.node
        if self.reading.function.owner is None and not isinstance(node, ast.Module):
            self.called = call_of_wrapped(node, self.source, names) or ""

    def unwrap(self) -> bool:
        """Call the function behind its decorators; whether there is anything of that."""
        function = self.reading.function
        if self.called or not may_be_unwrapped(function):
            return False
        self.called = UNWRAPPED.format(function.name)
        return True

    def block(self) -> bool:
        """Choose values for what the walls refuse, too; whether there is anything of that."""
        if self.blocked:
            return False
        before, self.blocked = len(self.roots), True
        self.roots = self._inputs_of_world()
        return len(self.roots) > before

    @property
    def names(self) -> tuple[str, ...]:
        """What stand-ins took the place of: a package that cannot be had, else the name itself."""
        roots = (root for root in self.roots if not root.is_prompt)
        names = (what_is_replaced(root, self.stood_in) for root in roots)
        return tuple(dict.fromkeys(names))

    def drop_what_was_had(self) -> None:
        """Forget inputs from the world that are read for real."""
        by_root = [(state.input.path.root, state) for state in self.states]
        self.states[:] = [s for r, s in by_root if r.via is not Via.WORLD or r in self.roots]

    def _inputs_of_world(self) -> tuple[AccessPath, ...]:
        states = [(state.input.attribute, state.input.path.root) for state in self.states]
        own = {attribute for attribute, root in states if root.via is not Via.WORLD}
        # What is there of an attribute that a call passes is compared with it: rows of a tariff.
        asked = {id(root) for attribute, root in states if attribute not in own}
        return tuple(
            root
            for root in self.reading.world
            if is_input(root, self.stood_in, blocked=self.blocked, asked=id(root) in asked)
        )
