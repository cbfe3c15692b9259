"""That the interval of a rate (`evenhand check --rate`) covers what it says, by simulation."""

from __future__ import annotations

import random

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.check.file_job import JUDGE
from evenhand.check.outcomes.requests import Module
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import parse
from evenhand.check.search.arguments.argument_trees import leaves
from evenhand.check.search.arguments.contexts import Context
from evenhand.check.search.flip_rate import People
from evenhand.check.search.search_state import SearchState
from evenhand.check.search.spending import Budget, Spending
from evenhand.share import Share

pytestmark = pytest.mark.long

SAMPLES = 1_000
"""A true share of 95 % is then seen as 93.6 to 96.4 %, nineteen times of 20."""
PEOPLE = 1_000
"""Of whom a rate is the share."""
SEEDS, FEW_PEOPLE = 300, 150


@pytest.mark.parametrize("share", [0.004, 0.037, 0.2, 0.5, 0.9])
def test_the_interval_of_a_share_of_people_covers_what_it_says(share: float) -> None:
    generator = random.Random(f"{share}")
    covered = 0
    for _ in range(SAMPLES):
        changed = sum(generator.random() < share for _ in range(PEOPLE))
        low, high = Share(changed, PEOPLE).interval()
        covered += low <= share <= high

    assert 0.93 <= covered / SAMPLES <= 0.97


def test_people_are_made_up_independently_of_each_other() -> None:
    """An interval of many people who are alike would cover too little."""
    code = (
        "def fee(gender, member: bool, student: bool):\n    return gender if member else student\n"
    )
    source = parse(code)
    reading = read(source.functions[0], source, default_catalogue())
    budget, module = Budget.of(2, 5.0), Module(code, "fee.py")
    covered = 0
    for seed in range(SEEDS):
        spending = Spending(budget)
        search = SearchState(
            reading, source, module, default_catalogue(), spending, JUDGE, seed=seed
        )
        people = People(search, []).drawn(range(FEW_PEOPLE))
        touched = sum(_is_member_and_no_student(context) for _, context in people)
        low, high = Share(touched, FEW_PEOPLE).interval()
        covered += low <= 0.25 <= high

    assert 0.93 <= covered / SEEDS <= 0.97


def _is_member_and_no_student(context: Context) -> bool:
    placed = leaves(context.as_tree())
    values = {leaf.path.name: leaf.value for _, leaf in placed if leaf.path is not None}
    return values["member"] is True and values["student"] is False
