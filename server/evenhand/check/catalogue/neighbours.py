"""What the words around a phrase say: a person's own value, a rule, or a thing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum, auto
from typing import Any

PAIRS = "nothing_beside"
"""The list that holds pairs, where all others hold words."""
GRAMMATICAL = frozenset({"person", "persons"})
"""Words for people that are also words of grammar."""


class Meaning(Enum):
    """What the neighbours make of a phrase."""

    OWN = auto()
    REQUIREMENT = auto()
    UNKNOWN = auto()
    """The word before it is on no list: `foo_age`."""
    OTHER = auto()
    """Something other than a person's value: `max_age`, `cache_age`."""


@dataclass(frozen=True, slots=True)
class NothingBeside:
    """Names that mean nothing where one of some words is among the names around them."""

    names: frozenset[str]
    """In lower case, their words apart: `single parent`."""
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Word lists; the catalogue's text says what each is for."""

    person: frozenset[str]
    someone: frozenset[str]
    life: frozenset[str]
    heading: frozenset[str]
    text_parts: frozenset[str]
    own: frozenset[str]
    form: frozenset[str]
    grouping: frozenset[str]
    coding: frozenset[str]
    links: frozenset[str]
    requirement: frozenset[str]
    measure: frozenset[str]
    action: frozenset[str]
    thing: frozenset[str]
    grammar: frozenset[str]
    address: frozenset[str]
    elsewhere: frozenset[str]
    nothing_beside: tuple[NothingBeside, ...]
    states: frozenset[str]
    life_table: frozenset[str]
    lifeless: frozenset[str]
    openings: frozenset[str]
    tallies: frozenset[str]
    mute: frozenset[str]
    polite: frozenset[str]
    hidden: frozenset[str] = field(init=False)
    """Words of names that mean nothing beside some words."""
    hiding: frozenset[str] = field(init=False)
    """The words beside which those names mean nothing."""
    people_in_any_case: frozenset[str] = field(init=False)
    """Words for people, and for what only people have, whatever is beside them."""

    def __post_init__(self) -> None:
        names = frozenset[str]().union(*(pair.names for pair in self.nothing_beside))
        hidden = frozenset(word for name in names for word in name.split())
        hiding = frozenset[str]().union(*(pair.words for pair in self.nothing_beside))
        in_any_case = (self.person | self.life) - names - GRAMMATICAL

        object.__setattr__(self, "hidden", hidden)
        object.__setattr__(self, "hiding", hiding)
        object.__setattr__(self, "people_in_any_case", in_any_case)

    @classmethod
    def of(cls, lists: Mapping[str, Any]) -> Neighbours:
        """From the lists of the catalogue's text, by name; KeyError if one is missing."""
        names = [each.name for each in fields(cls) if each.init and each.name != PAIRS]
        pairs = [
            NothingBeside(frozenset(pair["names"]), frozenset(pair["words"]))
            for pair in lists[PAIRS]
        ]
        word_lists = {name: frozenset(lists[name]) for name in names}
        return cls(nothing_beside=tuple(pairs), **word_lists)

    def read(self, before: tuple[str, ...], behind: tuple[str, ...]) -> Meaning:
        """What a phrase means between the words before and behind it."""
        back = self._read_behind(behind)
        if back is Meaning.REQUIREMENT and self._is_measured(before):
            return Meaning.OTHER
        if back in (Meaning.OTHER, Meaning.REQUIREMENT):
            return back

        front = self._read_before(before)
        is_unknown = front is Meaning.OWN and back is Meaning.UNKNOWN
        return Meaning.UNKNOWN if is_unknown else front

    def speak_of_people(self, words: Collection[str]) -> bool:
        """Whether any of these words is a person, or a fact that only people have."""
        about_people = (self.person | self.life) - self.meaningless(words)
        if not self.grammar.isdisjoint(words):  # a person may be the third
            about_people -= GRAMMATICAL

        return not about_people.isdisjoint(words)

    def meaningless(self, words: Collection[str]) -> frozenset[str]:
        """The names that mean nothing beside these words."""
        beside = (pair.names for pair in self.nothing_beside if not pair.words.isdisjoint(words))
        return frozenset[str]().union(*beside)

    def speak_of_address(self, words: Collection[str]) -> bool:
        """Whether any of these words is for how somebody is addressed."""
        return not self.address.isdisjoint(words)

    def is_person(self, word: str) -> bool:
        """Whether it is a word for people, even one that programs use for much else."""
        return word in self.person or word in self.someone

    def _read_before(self, before: tuple[str, ...]) -> Meaning:
        """The nearest word decides: in `car_owner_age` it is the owner."""
        is_measured = self._is_measured(before)
        for word in reversed(before):
            if self.is_person(word):
                return self._wished(before)
            if word in self.requirement:
                return Meaning.REQUIREMENT if not is_measured else Meaning.OTHER

            if word in self.own or word.isdigit():
                continue
            is_other = is_measured or word in self.thing
            return Meaning.OTHER if is_other else Meaning.UNKNOWN

        return Meaning.OWN

    def _wished(self, before: tuple[str, ...]) -> Meaning:
        """A person's own value, or one that is asked of people: `required_applicant_age`."""
        if self._is_measured(before):
            return Meaning.OTHER

        is_wish = not self.requirement.isdisjoint(before)
        return Meaning.REQUIREMENT if is_wish else Meaning.OWN

    def _is_measured(self, words: tuple[str, ...]) -> bool:
        measures = (self.measure - self.own) | self.action
        return not measures.isdisjoint(words)

    def _read_behind(self, behind: tuple[str, ...]) -> Meaning:
        """Behind a phrase only a known word may stand: the last word is what a name is."""
        if behind and behind[0] in self.links:
            return self._read_link(behind[1:])

        for word in behind:
            if word in self.requirement:
                return Meaning.REQUIREMENT
            if not self._may_follow(word):
                return Meaning.OTHER
        return Meaning.OWN

    def _may_follow(self, word: str) -> bool:
        return word.isdigit() or word in self.form or word in self.person

    def _read_link(self, rest: tuple[str, ...]) -> Meaning:
        if not rest:  # age_to, beside age_from
            return Meaning.OTHER
        things = self.thing | self.measure
        if not things.isdisjoint(rest):
            return Meaning.OTHER
        listed = self.person | self.someone | self.own | self.form | self.links
        return Meaning.OWN if listed.issuperset(rest) else Meaning.UNKNOWN
