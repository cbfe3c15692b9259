"""Writes the question to a prover: do two values of the attribute ever give different outcomes?"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from evenhand.check.probing.arguments.argument_trees import (
    Branch,
    Leaf,
    Node,
    Position,
    Raw,
    at,
    leaves,
    put,
    set_value,
)
from evenhand.check.probing.arguments.contexts import Context
from evenhand.check.probing.input_state import InputState
from evenhand.check.probing.search_state import SearchState
from evenhand.scalars import Scalar

NAME = "_evenhand_question"
MOST_VALUES = 8
"""Values of the attribute among which a difference is sought."""
MOST_UNKNOWNS = 12
KINDS: dict[type, tuple[str, str]] = {
    bool: ("bool", ""),
    int: ("int", "0 <= {} <= 10_000_000"),
    float: ("float", "0 <= {} <= 10_000_000"),
    str: ("str", "len({}) <= 12"),
}
"""For each type of value: how an unknown of it is declared, and what a person would believe."""


@dataclass(frozen=True, slots=True)
class Question:
    """A function behind the checked file that is False if two people are treated differently."""

    text: str
    context: Context
    protected: Position
    unknowns: tuple[Position, ...]
    values: tuple[Scalar, ...]

    def answered(self, call: str) -> tuple[Context, tuple[Scalar, Scalar]] | None:
        """The context and the two values that `call`, the prover's counterexample, stands for."""
        try:
            node = ast.parse(call, mode="eval").body
            assert isinstance(node, ast.Call)
            arguments = (*node.args, *(keyword.value for keyword in node.keywords))
            *unknowns, which = [ast.literal_eval(argument) for argument in arguments]
        except (SyntaxError, ValueError, AssertionError):
            return None
        if len(unknowns) != len(self.unknowns) or which not in range(len(self.values)):
            return None

        tree: Node = self.context.as_tree()
        for position, value in zip(self.unknowns, unknowns, strict=True):
            tree = set_value(tree, position, value)
        return self.context.with_tree(tree), (self.values[0], self.values[which])


def question(search: SearchState, state: InputState, context: Context) -> Question | None:
    """Everything but the attribute is unknown, within its type; None if nothing can be asked."""
    tree = context.as_tree()
    paths = [(position, leaf) for position, leaf in leaves(tree) if leaf.path is not None]
    protected = next((p for p, leaf in paths if leaf.path is state.input.path), None)
    values = tuple(v for v in state.domain if isinstance(v, (str, int, float)))[:MOST_VALUES]
    if protected is None or len(values) < 2 or context.answers is not None:
        return None
    unknowns = [
        (position, leaf)
        for position, leaf in paths
        if search.state_of(leaf.path) is None and type(leaf.value) in KINDS and not leaf.wrap
    ][:MOST_UNKNOWNS]
    positions = tuple(position for position, _ in unknowns)
    text = _written(search, context, protected, unknowns, values)
    return Question(text, context, protected, positions, values)


def _written(
    search: SearchState,
    context: Context,
    protected: Position,
    unknowns: list[tuple[Position, Leaf]],
    values: tuple[Scalar, ...],
) -> str:
    tree: Node = context.as_tree()
    declared: list[str] = []
    conditions = [f"0 <= which < {len(values)}"]
    for index, (position, leaf) in enumerate(unknowns):
        kind, believable = KINDS[type(leaf.value)]
        declared.append(f"v{index}: {kind}")
        conditions += [believable.format(f"v{index}")] if believable else []
        tree = put(tree, position, Raw(f"v{index}"))
    wrap = at(tree, protected)
    assert isinstance(wrap, Leaf)
    calls = [
        _call(search, context, put(tree, protected, Raw((wrap.wrap or "{}").format(value))))
        for value in (repr(values[0]), f"{values!r}[which]")
    ]
    lines = [f"    pre: {c}" for c in conditions]
    return "\n".join(
        (
            f"\n\ndef {NAME}_outcome(call):",
            "    try:",
            "        return ('returned', call())",
            "    except Exception as error:",
            "        return ('raised', type(error).__name__)",
            f"\n\ndef {NAME}({', '.join([*declared, 'which: int'])}) -> bool:",
            '    """',
            *lines,
            "    post: _",
            '    """',
            f"    first = {NAME}_outcome(lambda: {calls[0]})",
            f"    return first == {NAME}_outcome(lambda: {calls[1]})\n",
        )
    )


def _call(search: SearchState, context: Context, tree: Node) -> str:
    assert isinstance(tree, Branch)
    return replace(context.with_tree(tree)).call(search.writer).text
