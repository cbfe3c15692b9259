"""Attributes, the families of their values, and what a name in code matches."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from string import ascii_uppercase

from evenhand.check.catalogue.splitting import words_of

Value = str | int | float | bool

OF_MOST = 10
"""How many other values one counts as that most people have."""
DENIALS = frozenset({"non", "not", "no", "foreign", "permanent", "international"})
"""Words beside those for most people that mean the others: `is_foreign_national`."""


class Tier(StrEnum):
    """Why an attribute is in the catalogue; it decides how loudly it is reported."""

    PROTECTED = "protected"
    """Named by anti-discrimination law."""
    CONTEXTUAL = "contextual"
    """Sensitive in research; the law depends on the use."""
    ECONOMIC = "economic"
    """Most functions that take it compute with it."""
    PROXY = "proxy"
    """Stands in for a protected attribute."""


class ValueKind(StrEnum):
    """What sort of value an input holds."""

    CATEGORY = "category"
    NUMBER = "number"
    FLAG = "flag"
    DATE = "date"


class Role(StrEnum):
    """Whose value a name holds."""

    OWN = "own"
    """The person's own."""
    REQUIREMENT = "requirement"
    """One that is asked for: `target_gender`."""


@dataclass(frozen=True, slots=True)
class Family:
    """Values that one program would use together, spelled alike, the most usual first."""

    name: str
    values: tuple[Value, ...]
    also: frozenset[str] = field(default=frozenset(), repr=False)
    """Rarer ones, without their spelling: no value to try, unless the code has it."""

    @property
    def is_of_labels(self) -> bool:
        """Whether its values are A, B, C and so on, which may stand for anything."""
        return "".join(map(str, self.values)) == ascii_uppercase[: len(self.values)]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A name that means an attribute, as words in lower case."""

    words: tuple[str, ...]
    kind: ValueKind
    families: tuple[str, ...]
    sure: bool = True
    """False: means the attribute only if a second sign is near."""
    strong: bool = False
    """Means the attribute whatever word is before it."""
    needs_value: bool = False
    """Means it only if the code has a value of it; no word that is near says so."""
    grouped: tuple[str, ...] = ()
    """Families behind `group`, `band`, `category`: `age_group`."""
    coded: tuple[str, ...] = ()
    """Families behind `code`, `id`, `num`: `gender_code`."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """One protected attribute: how it is called, and which values it takes."""

    name: str
    """Canonical: `marital_status`."""
    title: str
    """As a sentence says it: `marital status`."""
    legal_basis: str
    tier: Tier
    families: tuple[Family, ...]
    believable: tuple[tuple[float, float], ...] = ()
    """Ranges of numbers, both ends included, that a reader believes of a person; empty: any."""
    may_be_absent: bool = False
    """None says that a person has none, rather than that it is not known: a disability."""
    of_people_only: bool = False
    """No animal and no thing has it: a `book` with an `occupation` is one of policies."""
    may_be_state: bool = False
    """Doubtful words for it may say instead that something is switched off: `disabled`."""
    most_people: frozenset[Value] = frozenset({False})
    """Values that many more people have than any other, texts in lower case."""
    flags_of_most: frozenset[str] = frozenset()
    """Words in the name of a flag that is set for most people: `is_citizen`."""
    phrases: tuple[Phrase, ...] = ()
    questions: tuple[Phrase, ...] = ()
    """Phrases by which a person is asked for it: "how old are you"."""
    unlike: tuple[tuple[str, ...], ...] = ()
    """Phrases that look like the attribute and are not about people."""
    unlike_values: tuple[str, ...] = ()
    """Values that show that a name means something else."""
    unknown: frozenset[str] = frozenset()
    """Values that say that a person's is not known, in lower case."""
    kin: tuple[str, ...] = ()
    """Attributes whose names beside a doubtful one are no sign of people: texts and programs have
    both, as a locale has a language and a region."""
    same_order: tuple[str, ...] = ()
    """Families that spell the same values in the same order."""
    unmistakable: tuple[str, ...] = ()
    """Values that name the attribute wherever they occur."""

    def spellings(self, value: object) -> frozenset[str]:
        """All spellings of the value that `value` is one of, in lower case; itself included."""
        plain = str(value).strip().lower()
        families = [self._lowered(name) for name in self.same_order]
        positions = {i for family in families for i, text in enumerate(family) if text == plain}

        spellings = {plain}
        for family in families:
            spellings.update(family[index] for index in positions if index < len(family))
        return frozenset(spellings)

    def weight(self, value: object) -> int:
        """How much a value counts where it is asked what holds of most people."""
        known = value.strip().lower() if isinstance(value, str) else value
        is_of_most = any(known == most and type(known) is type(most) for most in self.most_people)
        return OF_MOST if is_of_most else 1

    def family(self, name: str) -> Family:
        """The family of that name; KeyError if there is none."""
        for family in self.families:
            if family.name == name:
                return family

        raise KeyError(name)

    def _lowered(self, family: str) -> list[str]:
        return [str(value).lower() for value in self.family(family).values]


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A name in code that means an attribute."""

    attribute: Attribute
    sure: bool
    """False: it needs a second sign, such as a comparison with one of the values."""
    role: Role
    kind: ValueKind
    families: tuple[Family, ...]
    """Values that fit this very word: booleans for `is_female`, years for `birth_year`."""
    plural: bool = False
    """True: the name holds the values of several people, as `ages` does."""
    elsewhere: bool = False
    """A bare word that is sure by itself, among names that speak of programs and not of people."""
    needs_value: bool = False
    """Only a comparison with one of the values says that it means the attribute."""
    name: str = field(default="", compare=False)
    """The name in the code; empty if no name says it, but a value or a question."""

    def weight(self, value: object) -> int:
        """How much a value under this name counts where it is asked what holds of most people."""
        words = words_of(self.name)
        is_of_most = not self.attribute.flags_of_most.isdisjoint(words)
        if isinstance(value, bool) and is_of_most and not DENIALS.intersection(words):
            value = not value
        return self.attribute.weight(value)

    @property
    def is_own(self) -> bool:
        """Whether the name surely means the person's own value, and no bound on it."""
        return self.sure and self.role is Role.OWN

    @property
    def may_be_flag(self) -> bool:
        """Whether True and False are among the values that fit the word."""
        values = [value for family in self.families for value in family.values]
        return any(isinstance(value, bool) for value in values)
