"""Holds what a call takes in: its receiver, its arguments, and what the world gives."""

from __future__ import annotations

from dataclasses import dataclass

from evenhand.check.outcomes.requests import Call
from evenhand.check.search.arguments.argument_texts import Writer
from evenhand.check.search.arguments.argument_trees import Branch, Node, Raw

MEMBERS = (".", "@", "=")
"""How the name begins of what is asked of a receiver."""


@dataclass(frozen=True, slots=True)
class Context:
    """Values for everything that one call takes in."""

    receiver: Node | None
    arguments: Branch
    head: str
    """What is called: `score`, or of a receiver `.fee`; `@fee` reads a property, `=fee` sets it.

    Any other name with a receiver is that of a function which takes it as first argument.
    """
    world: Branch | None = None
    """What the world gives: a node for each name of the module that is patched."""
    inner: Branch | None = None
    """The second arguments of a function that returns a function."""

    @property
    def roots(self) -> tuple[Node, ...]:
        """The trees of all that the call takes in."""
        parts = (self.receiver, self.arguments, self.world, self.inner)
        return tuple(part for part in parts if part is not None)

    def as_tree(self) -> Branch:
        """The whole context as one tree, so that a position addresses any leaf of it."""
        parts = (self.receiver, self.arguments, self.world, self.inner)
        children = tuple(Raw("") if part is None else part for part in parts)
        return Branch("context", (), children)

    def with_tree(self, tree: Node) -> Context:
        """The same call with the values of `tree`, which has the form of `as_tree`."""
        assert isinstance(tree, Branch)
        receiver, arguments, world, inner = tree.children
        assert isinstance(arguments, Branch)
        return Context(
            receiver=None if self.receiver is None else receiver,
            arguments=arguments,
            head=self.head,
            world=world if isinstance(world, Branch) else None,
            inner=inner if isinstance(inner, Branch) else None,
        )

    def call(self, writer: Writer) -> Call:
        """The call as a Python expression, with what the world answers."""
        text = self._text(writer)
        if self.inner is not None:
            text += f"({writer.arguments(self.inner)})"
        return Call(text, self._patches(writer))

    def _patches(self, writer: Writer) -> tuple[tuple[str, str], ...]:
        """What is put under which name of the module."""
        if self.world is None:
            return ()
        texts = [writer.write(node) for node in self.world.children]
        return tuple(zip(map(str, self.world.names), texts, strict=True))

    def _text(self, writer: Writer) -> str:
        arguments = writer.arguments(self.arguments)
        if self.receiver is None:
            return f"{self.head}({arguments})"

        receiver = writer.write(self.receiver)
        if not self.head.startswith(MEMBERS):
            return f"{self.head}({', '.join(filter(None, (receiver, arguments)))})"
        if self.head.startswith("@"):  # a property
            return f'getattr({receiver}, "{self.head[1:]}")'
        if self.head.startswith("="):
            return f'setattr({receiver}, "{self.head[1:]}", {arguments})'
        return f"{receiver}{self.head}({arguments})"
