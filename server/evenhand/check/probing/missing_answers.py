"""Differences between an answer and none, where the code asks for it or says that it is missing.

And differences in what is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from evenhand.check.catalogue.attributes import Attribute
from evenhand.check.catalogue.matching import UNKNOWN
from evenhand.check.catalogue.spelling import plain
from evenhand.check.probing.differing_parts import Part, unshared_texts
from evenhand.check.probing.judged_subject import Subject, weighs
from evenhand.scalars import Scalar


def tells_only_missing(subject: Subject) -> bool:
    """Whether two values differ in that one of them is none, and nobody is weighed by that.

    Who has not said yet what a form asks for belongs to no group of people.
    """
    unanswered = [_is_no_answer(value, subject.attribute) for value in subject.values]
    return unanswered.count(True) == 1 and not weighs(subject.labels, subject)


def only_asks(parts: Sequence[Part]) -> bool:
    """Whether all that differs is what somebody is asked: `Are you pregnant?`"""
    told = [text for part in parts for text in unshared_texts(part)]
    return bool(told) and all(map(unshared_texts, parts)) and all(map(_is_question, told))


def _is_question(text: str) -> bool:
    return text.rstrip().endswith("?")


def _is_no_answer(value: Scalar, attribute: Attribute) -> bool:
    """Whether it stands for a value that is not known: nothing, a blank, "unknown", "skip"."""
    if value is None:
        return True
    if not isinstance(value, str):
        return False
    return not value.strip() or plain(value) in UNKNOWN | attribute.unknown
