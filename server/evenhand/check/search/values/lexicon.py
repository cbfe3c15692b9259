"""What the words of a name say about its values: `income` is some 50,000, `is_member` a flag."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from evenhand.check.catalogue.splitting import singular


class ScalarKind(StrEnum):
    """What sort of value goes where no list, record or table does."""

    TEXT = "str"
    NUMBER = "number"
    BOOLEAN = "bool"
    DATE = "date"
    """In whatever form."""


_NUMBERS: dict[str, tuple[int | float, ...]] = {
    "joining year joined hired founded": (2018, 2022, 2010),
    "gpa": (3.2, 3.9, 2.0),
    "bmi": (24.0, 33.0, 17.0),
    "salary income amount price charges budget cost revenue wage loan balance debt value "
    "earnings premium pay": (50000, 120000, 8000),
    "probability proba": (0.45, 0.6, 0.1, 0.85),
    "rate ratio share fraction pct percent percentage growth inflation discount": (
        0.1,
        0.5,
        0.02,
        -0.1,
    ),
    "credit": (650, 780, 480),
    "score rating points grade marks performance": (70, 95, 5),
    "hours": (40, 60, 20),
    "age": (35, 60, 22),
    "children dependents dependants kids": (1, 3, 0),
    "experience years tenure months count number num total level tier size days n": (3, 12, 0),
    "height": (170, 190, 150),
    "weight": (70, 110, 50),
}
NUMBER_WORDS = {word: values for words, values in _NUMBERS.items() for word in words.split()}
"""Usual values by word, the most usual first."""
NAME_WORDS = frozenset(
    (
        "firstname fullname lastname name nickname surname username vorname nachname nombre "
        "apellido apellidos nome sobrenome cognome prenom prénom nom nama imie imię nazwisko "
        "имя фамилия titel"
    ).split()
)
TEXT_WORDS = NAME_WORDS | set(
    "title city country status type category description email text statement letters "
    "department role position field industry id sector location address message label level "
    "degree major key code password username phone telephone mobile url uri token iban ssn zip "
    "zipcode postcode postal comment note subject body line".split()
)
MANY_WORDS = frozenset(
    "skills certifications interests hobbies languages courses activities conditions "
    "achievements preferences symptoms projects requirements tags".split()
)
DATE_WORDS = frozenset({"date", "datetime", "timestamp", "today", "now"})
COLUMN_WORDS = frozenset({"column", "col"})
"""Text where no other word means a number."""
BOOL_STARTS = (
    *(
        "is_",
        "has_",
        "was_",
        "can_",
        "ever_",
        "willing",
        "needs_",
        "wants_",
        "had_",
        "does_",
        "should_",
    ),
    *(
        "meets_",
        "qualifies_",
        "intends_",
        "owns_",
        "receives_",
        "lives_in_",
        "eligible_",
        "entitled_",
    ),
)


@lru_cache(maxsize=4096)
def telling_words(name: str) -> tuple[str, ...]:
    """The words of a name in lower case, in the singular unless the plural has a meaning here.

    Every capital letter begins a word, so that `GPA` is three: only words that a name spells out
    say what its values are like.
    """
    spaced = "".join(f"_{c.lower()}" if c.isupper() else c for c in name)
    words = spaced.replace("-", "_").replace(" ", "_").split("_")
    return tuple(w if w in MANY_WORDS or w in NUMBER_WORDS else singular(w) for w in words if w)


def is_many_word(name: str) -> bool:
    """Whether the last word of a name means several things: `skills`."""
    return not MANY_WORDS.isdisjoint(telling_words(name)[-1:])


def kind_of_name(identifier: str) -> ScalarKind | None:
    """The kind of value that a name suggests; None if it says nothing."""
    without_area = identifier.lower().rpartition("__")[2]  # `citizenship__is_of_age`
    if without_area.startswith(BOOL_STARTS):
        return ScalarKind.BOOLEAN

    words = telling_words(identifier)
    last = words[-1] if words else ""
    if last in DATE_WORDS:
        return ScalarKind.DATE
    if last in TEXT_WORDS:
        return ScalarKind.TEXT
    if any(word in NUMBER_WORDS for word in words):
        return ScalarKind.NUMBER
    return ScalarKind.TEXT if last in COLUMN_WORDS else None
