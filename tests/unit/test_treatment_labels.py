"""How people are called as whom everyone is treated."""

from __future__ import annotations

from evenhand.repair.survey.treatment_choices import Choice
from evenhand.repair.survey.value_groups import Group


def test_people_are_named_once_however_many_records_hold_them() -> None:
    before = Group('client["age"]', "age", (20, 40))
    after = Group('status["age"]', "age", (20, 40))

    assert Choice((before, after)).label == "age 20 to 40"


def test_numbers_of_other_groups_divide_a_range() -> None:
    group = Group("age", "age", (24, 51, 70), others=(25, 50))

    assert group.label == "age 24 and below or age 51 and above"


def test_people_beside_an_unknown_bound_are_an_example() -> None:
    group = Group("age", "age", (40, 50, 60), others=(30, 61))

    assert group.label == "age 50 (for example)"
