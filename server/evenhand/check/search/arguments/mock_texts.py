"""Writes stand-ins out with the standard library's mock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from evenhand.check.reading.access_paths import Via
from evenhand.check.reading.result_names import is_layout
from evenhand.check.search.arguments.argument_trees import Branch, Leaf, Node

RESERVED = frozenset(
    {"name", "spec", "spec_set", "side_effect", "return_value", "wraps", "unsafe", "parent"}
)
"""Keywords that mean something else to a mock than an attribute of that name."""
ANYTHING = "mock.DEFAULT"
"""What a mock gives that was told nothing."""
CALLED = "()"
"""The name of what calls of an object give, among its attributes."""
Write = Callable[[Node], str]


def written_mock(node: Branch, write: Write) -> str:
    """`mock.MagicMock(form={"gender": "female"})`, for all styles of mocks."""
    if node.style == "prompt":
        return _prompt(node, write)
    if node.style == "function":
        return _function(node, write)

    if RESERVED.isdisjoint(node.names):
        return _mock("MagicMock", dict(_attributes(node, "", write)))
    # As keywords they would not become attributes: what a call gives has them.
    return _mock("MagicMock", dict(_attributes(node, "return_value.", write))) + "()"


def _function(node: Branch, write: Write) -> str:
    if node.head != "await":
        return _mock("MagicMock", dict(_answers(node, "", write)))
    if len(node.children) == 1:  # parts of it would be awaited, too, were they not its own
        return _mock("AsyncMock", {"return_value": write(node.children[0])})
    return _mock("AsyncMock", dict(_answers(node, "", write)))


def _prompt(node: Branch, write: Write) -> str:
    """Gives one answer after another, each as it is typed."""
    answers = (child for child in node.children if not isinstance(child, Branch))
    typed = [typed_answer(a) if isinstance(a, Leaf) else write(a) for a in answers]
    return f"mock.Mock(side_effect=[{', '.join([*typed, node.head] if node.head else typed)}])"


def typed_answer(leaf: Leaf) -> str:
    """An answer as it is typed, an expression."""
    return repr(str(leaf.value))


def _mock(kind: str, fields: dict[str, str]) -> str:
    """A mock with attributes, the dotted ones in a dict of their own."""
    keywords = [f"{name}={text}" for name, text in fields.items() if name.isidentifier()]
    dotted = [f"{name!r}: {text}" for name, text in fields.items() if not name.isidentifier()]
    if dotted:
        keywords.append("**{" + ", ".join(dotted) + "}")
    return f"mock.{kind}({', '.join(keywords)})"


def _attributes(node: Branch, prefix: str, write: Write) -> Iterator[tuple[str, str]]:
    """Dotted names below a mock, and what each holds."""
    for name, child in zip(node.names, node.children, strict=True):
        if name == CALLED and isinstance(child, Branch):
            yield from _answers(child, prefix, write)
        else:
            yield from _below(f"{prefix}{name}", child, write)


def _below(name: str, node: Node, write: Write) -> Iterator[tuple[str, str]]:
    if not isinstance(node, Branch):
        yield name, write(node)
    elif node.style == "stand_in":
        yield from _attributes(node, f"{name}.", write)
    elif node.style == "function" and node.head != "await":
        yield from _answers(node, f"{name}.", write)
    else:
        yield name, write(node)


def _answers(node: Branch, prefix: str, write: Write) -> Iterator[tuple[str, str]]:
    """What calls of a mock give: the same for all, or by what they ask for."""
    if not node.children:
        return
    if len(node.children) == 1:
        yield from _below(f"{prefix}return_value", node.children[0], write)
        return

    texts = [write(child) for child in node.children]
    by_question = dict(zip(node.names, texts, strict=True))
    others = by_question.pop(None, ANYTHING if _is_of_world(node) else None)
    if all(is_layout(str(word)) for word in by_question):
        yield f"{prefix}side_effect", _by_number(by_question, others)
        return

    answers = "{" + ", ".join(f"{word!r}: {text}" for word, text in by_question.items()) + "}"
    chosen = f"value for word, value in {answers}.items() if word in asked"
    answer = f"next({chosen})" if others is None else f"next(({chosen}), {others})"
    yield f"{prefix}side_effect", f"lambda *asked, **_: {answer}"


def _is_of_world(node: Branch) -> bool:
    """Whether code may ask it for more than anybody has read off the code: a saved file."""
    return node.path is not None and node.path.root.via is Via.WORLD


def _by_number(by_number: Mapping[object, str], others: str | None) -> str:
    """A function that gives as many parts as it is asked for, by a number or by a list."""
    answers = "{" + ", ".join(f"{number}: {text}" for number, text in by_number.items()) + "}"
    asked = "parts if isinstance(parts, int) else len(parts)"
    answer = f"{answers}[{asked}]" if others is None else f"{answers}.get({asked}, {others})"
    return f"lambda parts, **_: {answer}"
