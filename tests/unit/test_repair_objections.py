"""Why a text is no repair, in words."""

from __future__ import annotations

from evenhand.repair.objections import Objection, ObjectionError, ObjectionKind

SENTENCES = {
    ObjectionKind.IS_SCRIPT: ({}, "it is a script, which only a repair without a model can change"),
    ObjectionKind.ASYNC_CHANGED: (
        {},
        "it is async where the function was not, or the other way round",
    ),
    ObjectionKind.NO_PYTHON: (
        {"error": "invalid syntax"},
        "it is no Python that can be read (invalid syntax)",
    ),
    ObjectionKind.NO_FUNCTION: (
        {"function": "fee", "answer": "No {way}."},
        'it has no function `fee`: the answer was "No {way}."',
    ),
    ObjectionKind.UNCHANGED: ({}, "it is the function as it was"),
    ObjectionKind.DIFF_DOES_NOT_FIT: ({}, "it is a diff that does not fit the function"),
    ObjectionKind.NAME_UNKNOWN: (
        {"name": "rate"},
        "it uses `rate`, which the file does not have",
    ),
    ObjectionKind.HIDDEN_CHARACTER: (
        {"character": "\\u202e"},
        "it has a character that nobody sees: \\u202e",
    ),
    ObjectionKind.UNREADABLE: ({"error": "too deep"}, "it cannot be read: too deep"),
    ObjectionKind.FUNCTION_GONE: ({"function": "fee"}, "it has no function `fee` any more"),
    ObjectionKind.SIGNATURE_CHANGED: ({}, "its name, parameters or decorators are not the same"),
    ObjectionKind.NEW_IMPORT: ({"module": "numpy"}, "it imports numpy, which the file did not"),
    ObjectionKind.MORE_COMPLEX: (
        {"before": 3, "after": 9},
        "it is more complex: 9 instead of 3",
    ),
    ObjectionKind.MUCH_LONGER: ({"lines": 40}, "it is much longer: 40 lines"),
    ObjectionKind.NOT_LOADED: ({"reason": "needs numpy"}, "it does not load: needs numpy"),
    ObjectionKind.STILL_DIFFERS: (
        {"first": "male", "second": "female", "attribute": "gender"},
        "it still tells 'male' from 'female' (gender)",
    ),
    ObjectionKind.NOT_RUN: (
        {"value": 30, "reason": "wants to open 'x.csv'"},
        "it cannot be run for 30: wants to open 'x.csv'",
    ),
    ObjectionKind.RAISES: (
        {"now": "raises KeyError('a')", "before": "3"},
        "it raises KeyError('a') where it returned 3",
    ),
    ObjectionKind.NEW_OUTCOME: (
        {"does": "returns 9", "value": "'male'"},
        "it returns 9 for 'male', which nobody got before",
    ),
    ObjectionKind.WRONG_ECHO: (
        {"attribute": "gender"},
        "it writes another gender into its result than the person has",
    ),
    ObjectionKind.INPUT_IGNORED: (
        {"input": "points", "like": "age 40 and 'male'"},
        "it does not look at `points` any more, which mattered for age 40 and 'male'",
    ),
    ObjectionKind.NEW_CRITERION: (
        {"input": "city", "like": "age 40"},
        "it decides by `city` instead, which made no difference for age 40",
    ),
    ObjectionKind.OTHER_EFFECT: (
        {},
        "it changes or prints something that nobody's call did before",
    ),
    ObjectionKind.TWO_BASELINES: (
        {"like": "'male'", "other": "'female'"},
        "it treats people as 'male' in some calls and as 'female' in others",
    ),
    ObjectionKind.NEW_INPUT: (
        {"input": "person.name"},
        "it looks at `person.name`, which it did not before",
    ),
    ObjectionKind.NEW_INFLUENCE: (
        {"name": "random.random"},
        "it depends on `random.random`, which it did not before",
    ),
    ObjectionKind.OTHER_QUESTIONS: (
        {},
        "it does not ask the same questions (`input`) as before",
    ),
    ObjectionKind.AGE_LIMIT_LOST: (
        {"part": "age < 18"},
        "it drops the age limit `age < 18`, which a law may demand",
    ),
    ObjectionKind.FORMULA_LOST: (
        {"part": "bmr = 88 + 13 * weight - 5 * age"},
        "it changes the formula of the body `bmr = 88 + 13 * weight - 5 * age`, which may stay",
    ),
    ObjectionKind.STILL_READ: (
        {"input": "age", "attribute": "age", "line": 4},
        "it may still decide something by `age` (age), in line 4 of the new text",
    ),
    ObjectionKind.MISSED_BEFORE: (
        {"attribute": "race"},
        "it decides by race, too, as the old text did",
    ),
    ObjectionKind.STILL_BIASED: (
        {
            "first": 30,
            "second": 70,
            "attribute": "age",
            "first_outcome": "1",
            "second_outcome": "2",
        },
        "30 and 70 (age) still get different outcomes: 1 and 2",
    ),
    ObjectionKind.NOT_CHECKED: (
        {"attribute": "age", "reason": "ran longer than 1 s"},
        "it cannot be checked for age: ran longer than 1 s",
    ),
    ObjectionKind.OUT_OF_TIME: (
        {"reason": "out of time: ran longer than 2 s"},
        "it could not be proved: out of time: ran longer than 2 s",
    ),
    ObjectionKind.NO_FOR_ALL: (
        {},
        "it says no to everybody",
    ),
    ObjectionKind.NEW_FINDING: (
        {"function": "bonus", "reason": "age decides"},
        "it makes `bonus` treat people differently: age decides",
    ),
}


def test_every_objection_has_a_sentence() -> None:
    objections = {kind: Objection(kind, details) for kind, (details, _) in SENTENCES.items()}
    sentences = {kind: sentence for kind, (_, sentence) in SENTENCES.items()}

    assert set(objections) == set(ObjectionKind)
    assert {kind: each.sentence for kind, each in objections.items()} == sentences
    assert {kind: str(ObjectionError(each)) for kind, each in objections.items()} == sentences
