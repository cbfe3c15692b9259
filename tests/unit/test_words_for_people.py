"""Texts that differ in nothing but words for a person."""

from __future__ import annotations

import pytest

from evenhand.check.catalogue.words_for_people import only_words_for_people

NAMES = frozenset({"kim", "lee"})


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Sehr geehrte Frau Lee,", "Guten Tag Kim Lee,"),
        ("Dear Lee", "Dear Kim Lee"),
        ("Kunde", "Kundin"),
        ("Kunde", "Kund*in"),
        ("Pate", "Patin"),
        ("Arzt", "Ärztin"),
        ("Dottor", "Dottoressa"),
        ("leitender Ingenieur", "leitende Ingenieurin/leitender Ingenieur"),
        ("Benvenuto, Lee!", "Ti diamo il benvenuto, Lee!"),
    ],
)
def test_greetings_and_professions_are_words_for_people(first: str, second: str) -> None:
    assert only_words_for_people(first, second, NAMES)
    assert only_words_for_people(second, first, NAMES)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Kim", "Lee"),
        ("Dear Mr Kim, you are invited", "Dear Ms Lee, you are refused"),
        ("yes", "yes/no"),
        ("late", "latin"),
        ("Frau Kim: bewilligt", "Herr Kim: abgelehnt"),
    ],
)
def test_other_people_and_other_answers_are_none(first: str, second: str) -> None:
    assert not only_words_for_people(first, second, NAMES)
