"""What the words around a phrase say: a person's own value, a rule, or a thing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from enum import Enum, auto


class Reading(Enum):
    """What the neighbours make of a phrase."""

    OWN = auto()
    REQUIREMENT = auto()
    UNKNOWN = auto()
    """A word stands before it that nobody listed: `foo_age`."""
    OTHER = auto()
    """Something else than a person's value: `max_age`, `cache_age`."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Word lists; the catalogue's text says what each is for."""

    person: frozenset[str]
    someone: frozenset[str]
    life: frozenset[str]
    dependents: frozenset[str]
    graph: frozenset[str]
    own: frozenset[str]
    form: frozenset[str]
    grouping: frozenset[str]
    coding: frozenset[str]
    links: frozenset[str]
    requirement: frozenset[str]
    measure: frozenset[str]
    action: frozenset[str]
    thing: frozenset[str]
    elsewhere: frozenset[str]
    lifeless: frozenset[str]

    @classmethod
    def of(cls, lists: Mapping[str, Iterable[str]]) -> Neighbours:
        return cls(**{field.name: frozenset(lists[field.name]) for field in fields(cls)})

    def read(self, before: tuple[str, ...], behind: tuple[str, ...]) -> Reading:
        """What a phrase means between the words before and behind it."""
        back = self._read_behind(behind)
        if back in (Reading.OTHER, Reading.REQUIREMENT):
            return back if not self._is_measured(before) else Reading.OTHER
        front = self._read_before(before)
        return Reading.UNKNOWN if front is Reading.OWN and back is Reading.UNKNOWN else front

    def speak_of_people(self, words: Collection[str]) -> bool:
        """Whether any of these words is a person, or a fact that only people have."""
        unlike = self.dependents if any(word in self.graph for word in words) else ()
        known = (word for word in words if word not in unlike)
        return any(word in self.person or word in self.life for word in known)

    def is_person(self, word: str) -> bool:
        return word in self.person or word in self.someone

    def _read_before(self, before: tuple[str, ...]) -> Reading:
        """The nearest word decides: in `car_owner_age` it is the owner."""
        for word in reversed(before):
            if self.is_person(word):
                return self._wished(before)
            if word in self.requirement:
                return Reading.REQUIREMENT if not self._is_measured(before) else Reading.OTHER
            if word in self.own or word.isdigit():
                continue
            if word in self.measure or word in self.action or word in self.thing:
                return Reading.OTHER
            return Reading.OTHER if self._is_measured(before) else Reading.UNKNOWN
        return Reading.OWN

    def _wished(self, before: tuple[str, ...]) -> Reading:
        if self._is_measured(before):
            return Reading.OTHER
        return Reading.REQUIREMENT if self.requirement & set(before) else Reading.OWN

    def _is_measured(self, words: tuple[str, ...]) -> bool:
        return any(
            (word in self.measure and word not in self.own) or word in self.action for word in words
        )

    def _read_behind(self, behind: tuple[str, ...]) -> Reading:
        """Behind a phrase only a known word may stand: the last word is what a name is."""
        if behind and behind[0] in self.links:
            return self._read_link(behind[1:])
        for word in behind:
            if word in self.requirement:
                return Reading.REQUIREMENT
            if not (word in self.form or word.isdigit() or word in self.person):
                return Reading.OTHER
        return Reading.OWN

    def _read_link(self, rest: tuple[str, ...]) -> Reading:
        if any(word in self.thing or word in self.measure for word in rest):
            return Reading.OTHER
        known = all(
            self.is_person(word) or word in self.own or word in self.form or word in self.links
            for word in rest
        )
        return Reading.OWN if known else Reading.UNKNOWN
