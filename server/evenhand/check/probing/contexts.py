"""What a call takes in: values for a function's arguments, its receiver, and what it asks."""

from __future__ import annotations

from dataclasses import dataclass, replace

from evenhand.check.probing.argument_trees import Branch, Node, Raw, Writer, leaves
from evenhand.check.probing.requests import Call


@dataclass(frozen=True, slots=True)
class Context:
    """Values for everything that one call takes in."""

    receiver: Node | None
    arguments: Branch
    answers: Branch | None
    head: str
    """What is called: `score`, `.fee` of a receiver, `outer(...)(...)`."""
    inner: Branch | None = None
    """The second arguments of a function that returns a function."""

    @property
    def roots(self) -> tuple[Node, ...]:
        parts = (self.receiver, self.arguments, self.answers, self.inner)
        return tuple(p for p in parts if p is not None)

    def as_tree(self) -> Branch:
        """The whole context as one tree, so that a path addresses any leaf of it."""
        return Branch(
            "context",
            (),
            tuple(
                p if p is not None else Raw("")
                for p in (self.receiver, self.arguments, self.answers, self.inner)
            ),
        )

    def with_tree(self, tree: Node) -> Context:
        assert isinstance(tree, Branch)
        receiver, arguments, answers, inner = tree.children
        assert isinstance(arguments, Branch)
        return replace(
            self,
            receiver=None if self.receiver is None else receiver,
            arguments=arguments,
            answers=answers if isinstance(answers, Branch) else None,
            inner=inner if isinstance(inner, Branch) else None,
        )

    def call(self, writer: Writer) -> Call:
        """The call as a Python expression."""
        inner = writer.arguments(self.arguments)
        if self.receiver is None:
            text = f"{self.head}({inner})"
        elif self.head.startswith("@"):
            text = f'getattr({writer.write(self.receiver)}, "{self.head[1:]}")'
        else:
            text = f"{writer.write(self.receiver)}{self.head}({inner})"
        if self.inner is not None:
            text += f"({writer.arguments(self.inner)})"
        answers = None
        if self.answers is not None:
            answers = tuple(str(leaf.value) for _, leaf in leaves(self.answers))
        return Call(text, answers)
