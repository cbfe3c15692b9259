"""What is said about causes."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import evenhand.check.worker
from evenhand.causes import Cause, Explanation, Owner
from evenhand.check.outcomes.requests import Outcome, OutcomeKind
from evenhand.check.outcomes.tree_texts import written
from evenhand.check.outcomes.who_gains import Leaning, leaning
from evenhand.check.sentences import CLAUSES, biased, explain, people
from evenhand.findings import Contrast
from evenhand.scalars import Scalar

SENT = re.compile(r'"cause": "(\w+)"|(?:Ended\("\w+", |died\(|_effect_on\()"(\w+)"')
"""Where the worker's modules name the causes that they send."""


def test_every_cause_has_a_clause() -> None:
    ended = Explanation(Cause.EXITED)
    clauses = {
        cause: explain(Explanation(cause, "name", "words", line=3, number=9, because=ended))
        for cause in Cause
    }

    assert [cause for cause, clause in clauses.items() if not clause or "None" in clause] == []
    assert sorted(CLAUSES) == sorted(Cause)


def test_the_worker_sends_causes_that_there_are() -> None:
    folder = Path(evenhand.check.worker.__file__).parent
    texts = [file.read_text("utf-8") for file in folder.glob("*.py")]

    sent = {code or other for text in texts for code, other in SENT.findall(text)}

    assert len(sent) > 25
    assert sent <= set(Cause)


def test_a_killed_process_is_found_behind_other_causes() -> None:
    killed = Explanation(Cause.KILLED, number=9)

    assert Explanation(Cause.NOT_PYTHON, "python", because=killed).was_killed
    assert not Explanation(Cause.NOT_PYTHON, "python", because=Explanation(Cause.EXITED)).was_killed


@pytest.mark.parametrize(
    ("explanation", "owner"),
    [
        (Explanation(Cause.RAN_LONGER), Owner.CODE),
        (Explanation(Cause.EXITED_IN_CALL, number=70), Owner.CODE),
        (Explanation(Cause.NOT_RUN), Owner.CHOICE),
        (Explanation(Cause.INTERNAL), Owner.MACHINE),
        (Explanation(Cause.NOT_PYTHON, because=Explanation(Cause.SIGNALLED)), Owner.MACHINE),
        (Explanation(Cause.STATEMENT_MISSED, because=Explanation(Cause.KILLED)), Owner.MACHINE),
        (Explanation(Cause.STATEMENT_MISSED, because=Explanation(Cause.NO_PACKAGES)), Owner.CODE),
    ],
)
def test_what_the_machine_has_a_part_in_is_its_own_and_never_kept(
    explanation: Explanation, owner: Owner
) -> None:
    assert explanation.owner is owner
    assert not (owner is Owner.MACHINE and explanation.is_lasting)


def test_nothing_is_kept_of_a_process_that_did_not_greet() -> None:
    ended = Explanation(Cause.EXITED_IN_CALL, number=70)

    assert ended.is_lasting
    assert not replace(ended, while_loading=True).is_lasting


@pytest.mark.parametrize(
    ("explanation", "clause"),
    [
        (None, ""),
        (Explanation(Cause.OPENS_FILE), "wants to open a file"),
        (Explanation(Cause.OPENS_FILE, ""), "wants to open ''"),
        (
            Explanation(Cause.RAN_LONGER, seconds=0.5, while_loading=True),
            "while the file was loaded: out of time: ran longer than 0.5 s",
        ),
        (
            Explanation(
                Cause.NOT_PYTHON, "sh", because=Explanation(Cause.EXITED, number=3)
            ),
            "cannot start sh as Python: it ended with status 3",
        ),
        (
            Explanation(
                Cause.STATEMENT_MISSED,
                message="name 'x' is not defined",
                line=3,
                because=Explanation(Cause.STATEMENT_FAILED, "KeyError", "'{a}'"),
            ),
            "name 'x' is not defined; line 3 did not run: KeyError: '{a}'",
        ),
    ],
)  # fmt: skip
def test_an_explanation_is_a_clause(explanation: Explanation | None, clause: str) -> None:
    assert explain(explanation) == clause


@pytest.mark.parametrize(
    ("values", "who"),
    [
        ((True, False), ("when `has_disability` is true", "when it is false")),
        ((False, True), ("when `has_disability` is false", "when it is true")),
        (("m", "f"), ("for 'm'", "for 'f'")),
        (("yes", "No"), ("when `has_disability` is 'yes'", "when it is 'No'")),
        (("blind", ""), ("for 'blind'", "when `has_disability` is ''")),
        (("2", "ninguna"), ("when `has_disability` is '2'", "for 'ninguna'")),
    ],
)
def test_people_are_told_apart_in_words(
    values: tuple[Scalar, Scalar], who: tuple[str, str]
) -> None:
    assert people("disability", "has_disability", values) == who


@pytest.mark.parametrize(
    ("printed", "other_printed", "sentence"),
    [
        ("Welcome", "Sorry", "`greet` prints 'Welcome' for age 30 and 'Sorry' for age 17"),
        (
            "Age: 30\nWelcome",
            "Age: 17\nSorry",
            "`greet` prints 'Welcome' for age 30 and 'Sorry' for age 17",
        ),
        ("Hi\nCome in", "Hi", "`greet` prints 'Come in' for age 30 and not for age 17"),
        ("Hi", "Hi\nStop", "`greet` does not print 'Stop' for age 30 and does for age 17"),
        ("x" * 99, "y" * 99, "`greet` prints something else for age 30 than for age 17"),
    ],
)
def test_lines_that_differ_are_shown(printed: str, other_printed: str, sentence: str) -> None:
    outcomes = [Outcome(OutcomeKind.RETURNED, printed=text) for text in (printed, other_printed)]

    who, ages = ("for age 30", "for age 17"), (30, 17)
    said = biased("greet", who, (outcomes[0], outcomes[1]), None, ([], []), ages)

    assert said == sentence


def test_a_line_that_only_repeats_the_value_is_not_shown() -> None:
    first = Outcome(OutcomeKind.RETURNED, printed="Your sex is m\nYou can stay")
    second = Outcome(OutcomeKind.RETURNED, printed="Your sex is f\nYou can retire")

    said = biased("main", ("for 'm'", "for 'f'"), (first, second), None, ([], []), ("m", "f"))

    assert said == "`main` prints 'You can stay' for 'm' and 'You can retire' for 'f'"


@pytest.mark.parametrize(
    ("text", "other", "sentence"),
    [
        ("Rate him. He may leave.", "Rate him.", "adds 'He may leave.' for 'm'"),
        (
            "Dear Kim",
            "Dear Kim, see us in May",
            "says 'Kim' for 'm' and 'Kim, see us in May' for 'f'",
        ),
        ("Rate him " * 9, "Ask her " * 9, "gives another result for 'm' than for 'f'"),
    ],
)
def test_the_words_in_which_long_texts_differ_are_said(
    text: str, other: str, sentence: str
) -> None:
    letter = "We read what you have sent to us with great interest and will come back to it soon. "
    first, second = (
        Outcome(OutcomeKind.RETURNED, letter + each, text=repr(letter + each))
        for each in (text, other)
    )

    said = biased("write", ("for 'm'", "for 'f'"), (first, second), None, ([], []), ("m", "f"))

    assert said == f"`write` {sentence}"


@pytest.mark.parametrize(
    ("value", "other", "sentence"),
    [
        (
            {"t": "tuple", "v": [{"t": "dict", "v": []}, 201]},
            {"t": "tuple", "v": ["come to a branch", 403]},
            "answers 201 for 'm' and 403 for 'f'",
        ),
        (
            {"t": "list", "v": ["Kim", "Alex"]},
            {"t": "list", "v": ["Alex"]},
            "leaves out 'Kim' for 'f' and not for 'm'",
        ),
    ],
)
def test_answers_and_lists_are_said_by_what_differs(
    value: object, other: object, sentence: str
) -> None:
    values = ("m", "f")
    first, second = (
        Outcome(OutcomeKind.RETURNED, each, text=written(each)) for each in (value, other)
    )
    lean = leaning(values, (first, second))

    said = biased("rank", ("for 'm'", "for 'f'"), (first, second), lean, ([], []), values)

    assert said == f"`rank` {sentence}"


def test_what_two_deeds_have_in_common_is_said_once() -> None:
    outcome = Outcome(OutcomeKind.RETURNED, None, text="None")
    deeds = (["sets salary to 85000"], ["sets salary to 85500"])

    said = biased("raise_", ("for 'f'", "for 'm'"), (outcome, outcome), None, deeds, ("f", "m"))

    assert said == "`raise_` sets salary to 85000 for 'f' and 85500 for 'm'"


def test_a_status_is_neither_higher_nor_lower() -> None:
    first, second = (
        Outcome(OutcomeKind.RETURNED, {"t": "object", "c": "Response"}, text=f"<{status}>")
        for status in (403, 201)
    )
    lean, part = Leaning(first=True, amount=202, where="status"), ("403", "201")

    who = ("for 'f'", "for 'm'")
    values = ("f", "m")
    said = biased(
        "rank", who, (first, second), lean, ([], []), values, [Contrast("status_code", part)]
    )

    assert said == "`rank` gives status_code 403 for 'f' and status_code 201 for 'm'"
