"""What a call does to the world is told in the words of the code."""

from __future__ import annotations

from typing import Any

import pytest

from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.effect_texts import deeds
from evenhand.check.outcomes.requests import Outcome, OutcomeKind
from evenhand.check.sentences import biased, with_effects

WHO = ("for 'female'", "for 'male'")
AGES = (30, 66)


def outcome(*effects: tuple[str, Any], text: str = "None") -> Outcome:
    return Outcome(OutcomeKind.RETURNED, text=text, effects=effects)


def given(*arguments: tuple[str, Any]) -> dict[str, Any]:
    return {"t": "object", "c": "", "v": [list(pair) for pair in arguments]}


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        (("abort", given(("0", 403))), "calls abort(403)"),
        (("db.save", given(("0", {"t": "dict"}), ("now", True))), "calls db.save(..., now=True)"),
        (("row.grade =", given(("", 3))), "sets row.grade to 3"),
        (("del row.grade", given()), "deletes row.grade"),
    ],
)
def test_an_effect_reads_like_the_code(effect: tuple[str, Any], text: str) -> None:
    difference = Difference(("male", "female"), (outcome(effect), outcome()))

    assert deeds(difference) == ([text], [])


def test_what_both_calls_do_is_not_told() -> None:
    log, mail = ("log.info", given(("0", "done"))), ("mail.send", given())

    difference = Difference(("male", "female"), (outcome(log, mail, log), outcome(log)))

    assert deeds(difference) == (["calls mail.send()", "calls log.info('done')"], [])


def test_what_differs_within_a_list_is_told_from_there_on() -> None:
    def menu(fee: int) -> tuple[str, Any]:
        row = {"t": "tuple", "v": [f"the price is {fee}", {"t": "dict", "v": [["seats", 4]]}]}
        return "menu.show", given(("0", "welcome"), ("rows", {"t": "list", "v": [row]}))

    assert deeds(Difference(("male", "female"), (outcome(menu(20)), outcome(menu(30))))) == (
        ["calls menu.show(…he price is 20', {'seats': 4})])"],
        ["calls menu.show(…he price is 30', {'seats': 4})])"],
    )


def test_a_finding_says_who_is_treated_so() -> None:
    refused, served = outcome(("abort", given(("0", 403)))), outcome()
    deeds: list[str] = ["calls abort(403)"]

    assert biased("view", WHO, (refused, served), None, (deeds, []), AGES) == (
        "`view` calls abort(403) for 'female' and not for 'male'"
    )
    assert biased("view", WHO, (served, refused), None, ([], deeds), AGES) == (
        "`view` calls abort(403) for 'male' and not for 'female'"
    )


def test_a_program_that_ends_refuses_nobody() -> None:
    def ended(printed: str) -> Outcome:
        return Outcome(OutcomeKind.RAISED, printed=printed, error=("SystemExit", "bye"))

    assert biased("phase", WHO, (ended("phase 1\n"), ended("phase 2\n")), None, ([], []), AGES) == (
        "`phase` prints 'phase 1' for 'female' and 'phase 2' for 'male'"
    )
    assert biased("phase", WHO, (ended("hi\n"), ended("hi\n")), None, ([], []), AGES) == (
        "`phase` refuses for another reason for 'female' than for 'male'"
    )


def test_a_result_stands_before_what_was_done() -> None:
    assert with_effects("'ok'", ["calls abort(403)"]) == "'ok', calls abort(403)"
    assert with_effects("None", ["calls abort(403)"]) == "calls abort(403)"


def test_what_only_repeats_the_persons_own_value_is_not_told_beside_another_difference() -> None:
    def written(age: int, fee: int) -> Outcome:
        lines = (f"Age: {age}", f"Fee: {fee}")
        return outcome(*(("file.write", given(("0", line))) for line in lines))

    assert deeds(Difference((30, 66), (written(30, 20), written(66, 10)))) == (
        ["calls file.write('Fee: 20')"],
        ["calls file.write('Fee: 10')"],
    )


def test_what_only_repeats_the_persons_own_value_is_told_if_there_is_nothing_else() -> None:
    first, second = (outcome(("file.write", given(("0", f"Age: {age}")))) for age in (30, 66))

    assert deeds(Difference((30, 66), (first, second))) == (
        ["calls file.write('Age: 30')"],
        ["calls file.write('Age: 66')"],
    )
