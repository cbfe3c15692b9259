"""Puts what a person types in into the order in which a call asks for it.

A second question may be asked only after "no" to the first, or again for every visitor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from evenhand.check.outcomes.requests import Outcome
from evenhand.check.search.arguments.argument_trees import (
    Branch,
    Leaf,
    Node,
    Position,
    at,
    branches,
    put,
)
from evenhand.check.search.arguments.contexts import Context

ASKING = "input"
"""What a call is noted as that asks a person."""
MOST_ANSWERS = 30
"""Answers of one call."""
AGAIN = 4
"""More answers to a question that was asked once more than the code shows."""


def in_asked_order(context: Context, outcome: Outcome) -> Context | None:
    """The context with its answers in the order of a call's questions; None if they are."""
    tree = context.as_tree()
    prompt = next(((p, node) for p, node in branches(tree) if node.style == "prompt"), None)
    if prompt is None:
        return None

    position, node = prompt
    answers = tuple(leaf for leaf in node.children if isinstance(leaf, Leaf))
    wanted = _wanted(answers, list(_questions(outcome)))[:MOST_ANSWERS]
    if wanted == answers:
        return None
    reordered = replace(node, names=tuple(range(len(wanted))), children=wanted)
    return context.with_tree(put(tree, position, reordered))


def remember_order(context: Context, outcome: Outcome) -> bool:
    """Let all contexts have the order in which a call asked; whether they had another."""
    ordered = None if outcome.returned else in_asked_order(context, outcome)
    if ordered is None:
        return False

    for _, node in branches(ordered.as_tree()):
        if node.style == "prompt" and node.path is not None:
            leaves = [leaf for leaf in node.children if isinstance(leaf, Leaf)]
            node.path.asked = [leaf.path for leaf in leaves if leaf.path is not None]
    return True


def asks_another(tree: Node, position: Position, outcome: Outcome) -> bool:
    """Whether a call asked another question where it got the answer at this position.

    Then the answer says nothing about the attribute: a gender was taken for a password.
    """
    leaf, answers = at(tree, position), at(tree, position[:-1])
    is_answer = isinstance(answers, Branch) and answers.style == "prompt"
    if not is_answer or not isinstance(leaf, Leaf) or leaf.path is None or not leaf.path.question:
        return False
    questions = list(_questions(outcome))
    place = position[-1]
    return place < len(questions) and not _answers(leaf, questions[place])


def _questions(outcome: Outcome) -> Iterator[str]:
    """What a call asked, in order; empty for a prompt without a text."""
    for name, tree in outcome.effects:
        if name == ASKING:
            arguments = tree["v"] if isinstance(tree, dict) else []
            text = arguments[0][1] if arguments else ""
            yield text if isinstance(text, str) else ""


def _wanted(answers: tuple[Leaf, ...], questions: list[str]) -> tuple[Leaf, ...]:
    """An answer for each question, then those that nobody asked for."""
    unused, wanted = list(answers), list[Leaf]()
    for question in questions:
        fitting = [leaf for leaf in unused if _answers(leaf, question)]
        if fitting:
            wanted.append(fitting[0])
            unused = [leaf for leaf in unused if leaf is not fitting[0]]
            continue

        fitting = [leaf for leaf in answers if _answers(leaf, question)]
        wanted += fitting[:1] or [*unused[:1], *answers[-1:]][:1]
        unused = unused if fitting else unused[1:]

    is_more = len(questions) > len(answers)
    return (*wanted, *wanted[-1:] * (AGAIN * is_more), *unused)


def _answers(leaf: Leaf, question: str) -> bool:
    """Whether a question is the one of a leaf, whose text may have gaps: `Age of {name}: `."""
    words = leaf.path.question.split() if leaf.path is not None else []
    start = 0
    for piece in words:
        start = question.find(piece, start)
        if start < 0:
            return False
        start += len(piece)
    return bool(words)
