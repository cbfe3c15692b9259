"""Writes the question to a prover: do two values of the attribute ever give different outcomes?"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from evenhand.check.search.arguments.argument_trees import (
    Leaf,
    Node,
    Position,
    Raw,
    at,
    leaves,
    put,
    set_value,
)
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.input_state import InputState
from evenhand.check.search.search_state import SearchState
from evenhand.scalars import Scalar

NAME = "_evenhand_question"
MOST_VALUES = 8
"""Values of the attribute among which a difference is sought."""
MOST_UNKNOWNS = 12
LONGEST_UNKNOWN, LARGEST_UNKNOWN = 1_000, 10**15
"""What the prover may choose; it is asked for less."""
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
        """The context and the two values that `call`, the prover's counterexample, means."""
        try:
            node = ast.parse(call, mode="eval").body
            assert isinstance(node, ast.Call)
            by_name = [keyword.value for keyword in node.keywords]
            arguments = (*node.args, *by_name)
            *unknowns, which = [ast.literal_eval(argument) for argument in arguments]
        except (SyntaxError, ValueError, TypeError, AssertionError, RecursionError, MemoryError):
            return None

        if len(unknowns) != len(self.unknowns) or not all(map(_is_believable, unknowns)):
            return None
        if type(which) is not int or which not in range(len(self.values)):
            return None

        tree: Node = self.context.as_tree()
        for position, value in zip(self.unknowns, unknowns, strict=True):
            tree = set_value(tree, position, value)
        return self.context.with_tree(tree), (self.values[0], self.values[which])


def _is_believable(value: object) -> bool:
    """Whether the prover may have chosen the value of an unknown: the answer may be forged."""
    if isinstance(value, str):
        return len(value) <= LONGEST_UNKNOWN
    return isinstance(value, (bool, int, float)) and abs(value) <= LARGEST_UNKNOWN


def question(search: SearchState, state: InputState, context: Context) -> Question | None:
    """Everything but the attribute is unknown, within its type; None if nothing can be asked."""
    spots = list(leaves(context.as_tree()))
    protected = next((p for p, leaf in spots if leaf.path is state.input.path), None)
    values = tuple(v for v in state.domain if isinstance(v, (str, int, float)))[:MOST_VALUES]
    if protected is None or len(values) < 2:
        return None
    if context.world is not None:  # the prover runs the call without what is patched
        return None

    unknowns = [(p, leaf) for p, leaf in spots if _may_be_unknown(search, leaf)][:MOST_UNKNOWNS]
    positions = tuple(position for position, _ in unknowns)
    text = _written(search, context, protected, unknowns, values)
    return Question(text, context, protected, positions, values)


def _may_be_unknown(search: SearchState, leaf: Leaf) -> bool:
    """Whether the prover may choose the value of a leaf: it is of a plain type, and unprotected."""
    if leaf.path is None or leaf.wrap:
        return False
    return search.values.state_of(leaf.path) is None and type(leaf.value) in KINDS


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
        name = f"v{index}"
        declared.append(f"{name}: {kind}")
        if believable:
            conditions.append(believable.format(name))
        tree = put(tree, position, Raw(name))

    first = _call(search, context, tree, protected, repr(values[0]))
    second = _call(search, context, tree, protected, f"{values!r}[which]")
    lines = [f"    pre: {condition}" for condition in conditions]
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
            f"    first = {NAME}_outcome(lambda: {first})",
            f"    return first == {NAME}_outcome(lambda: {second})\n",
        )
    )


def _call(
    search: SearchState, context: Context, tree: Node, protected: Position, value: str
) -> str:
    """The call with `value`, a Python expression, in the place of the attribute."""
    leaf = at(tree, protected)
    assert isinstance(leaf, Leaf)
    written = (leaf.wrap or "{}").format(value)
    varied = put(tree, protected, Raw(written))
    return context.with_tree(varied).call(search.writer).text
