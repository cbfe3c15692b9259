"""Differences between an answer and none, where the code asks for it or says that it is missing.

And differences in what is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evenhand.check.catalogue.matching import UNKNOWN
from evenhand.check.catalogue.spelling import plain
from evenhand.check.judging.judged_subject import Subject, weighs
from evenhand.check.outcomes.differing_parts import Part, unshared_texts
from evenhand.scalars import Scalar

OF_A_GROUP = frozenset({"other", "x", "o"})
"""Texts that stand for a group of people in one place, and for nothing in another."""
ASKING = "input"
"""What asks whoever sits at the terminal."""
_QUESTION = re.compile(r"\?\s*(?:\([^()]*\)|\[[^\[\]]*\])?[\s:>]*$")
"""How a question ends: `Are you insured? (y/n) `."""


def tells_only_missing(subject: Subject) -> bool:
    """Whether two values differ in that one of them is none, and nobody is weighed by that.

    Or neither says anything of somebody. Who has not said yet what a form asks for belongs to
    no group of people.
    """
    if all(_may_be_no_answer(value, subject) for value in subject.values):
        return True
    unanswered = [_is_no_answer(value, subject) for value in subject.values]
    people = subject.words.unclear.people
    spoken = (*subject.function.name, *subject.function.given)
    telling = [word for word in spoken if word not in people]
    return unanswered.count(True) == 1 and not weighs(telling, subject)


def only_asks(parts: Sequence[Part]) -> bool:
    """Whether all that differs is what somebody is asked: `Are you pregnant?`"""
    others = [part for part in parts if part.called != ASKING]
    told = [text for part in others for text in unshared_texts(part)]
    are_questions = all(map(unshared_texts, others)) and all(map(_is_question, told))
    return bool(parts) and are_questions


def _is_question(text: str) -> bool:
    return bool(_QUESTION.search(text))


def _is_no_answer(value: Scalar, subject: Subject) -> bool:
    """Whether it stands for a value that is not known: nothing, a blank, "skip", "Select one"."""
    return _may_be_no_answer(value, subject) and plain(value) not in OF_A_GROUP


def _may_be_no_answer(value: Scalar, subject: Subject) -> bool:
    if value is None:
        return True
    if not isinstance(value, str):
        return False
    if subject.words.representation.prompts.intersection(plain(value).split()[:1]):
        return True
    no_answers = UNKNOWN | subject.attribute.unknown | subject.words.representation.unknown
    return not plain(value) or not no_answers.isdisjoint({plain(value), value.strip().lower()})
