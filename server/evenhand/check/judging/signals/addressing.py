"""Signals that only the words for a person differ."""

from __future__ import annotations

from evenhand.check.catalogue.words_for_people import only_words_for_people
from evenhand.check.judging.case import Case
from evenhand.check.judging.signals.signal import Signal
from evenhand.findings import Purpose


def _only_addresses(case: Case) -> str:
    spoken = case.difference.words_of_person
    texts = [part.texts for part in case.parts]
    is_address = all(both is not None and only_words_for_people(*both, spoken) for both in texts)
    return "words for the person" if texts and is_address else ""


ADDRESS = Purpose.ADDRESS
SIGNALS = (
    Signal(
        "words for the person",
        ADDRESS,
        _only_addresses,
        "differs only in words for the person",
        "def hello(gender):\n    return 'Dear Mr' if gender == 'male' else 'Dear Ms'\n",
        is_plain=True,
    ),
)
