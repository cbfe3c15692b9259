"""An argument stays small however many collections the code has within each other."""

from __future__ import annotations

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import parse
from evenhand.check.search.arguments.argument_trees import leaves
from evenhand.check.search.arguments.building import Builder
from evenhand.check.search.values.choosing import usual
from evenhand.check.search.values.domains import context_domain

ROWS = 3


def nested(depth: int) -> str:
    """A function with `depth` nested loops, the innermost over people."""
    lines = ["def f(group):"]
    for level in range(1, depth + 1):
        inner = "person" if level == depth else f"group{level}"
        outer = "group" if level == 1 else f"group{level - 1}"
        lines.append(f"{'    ' * level}for {inner} in {outer}['members']:")
    body = "    " * (depth + 1)
    return "\n".join([*lines, f"{body}if person['age'] > 45:", f"{body}    return 1", ""])


def people_in_an_argument(depth: int) -> int:
    source = parse(nested(depth))
    (function,) = source.functions
    reading = read(function, source, default_catalogue())
    context = Builder(reading, source, usual(context_domain), ROWS).build()
    return len(list(leaves(context.arguments)))


@pytest.mark.parametrize(("depth", "people"), [(1, 3), (2, 9), (3, 27), (4, 27), (7, 27)])
def test_the_innermost_of_many_have_one_item_each(depth: int, people: int) -> None:
    assert people_in_an_argument(depth) == people
