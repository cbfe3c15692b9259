"""The catalogue: which attribute a name or a value means, and how values are spelled."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import dropwhile
from types import MappingProxyType

from evenhand.check.catalogue.attributes import (
    Attribute,
    Family,
    NameMatch,
    Phrase,
    Role,
    Tier,
    ValueKind,
)
from evenhand.check.catalogue.neighbours import Meaning, Neighbours
from evenhand.check.catalogue.phrases import PhraseIndex, PhraseMatch
from evenhand.check.catalogue.spelling import plain, plain_texts, spelled_like
from evenhand.check.catalogue.splitting import words_of
from evenhand.findings import Severity

STRICT = "strict"
"""The profile in which no purpose quietens a finding."""
PROFILES = ("default", "legal", "paper", STRICT)
YEARS, OF = frozenset({"años", "anos", "anni", "ans"}), frozenset({"de", "di", "d"})
AGES = frozenset({"edad", "idade", "età", "vida", "vita"})
"""Spanish, Portuguese, Italian and French words around the years that somebody is asked for."""
NOT_LIVED = frozenset(
    (
        *"financiar financiamento pagar pagamento pagare parcelar investir invertir".split(),
        *"empréstimo emprestimo préstamo prestamo prestito trabalha trabalhou trabaja".split(),
        *"experiencia experiência esperienza empresa contribuiu contribuição fuma fumou".split(),
    )
)
"""Beside them: that these are no years of somebody's life."""
LONGEST_MUTE = 2
"""Letters of a name that says nothing, whatever they are."""
_IN_BRACKETS = re.compile(r"\([^)]*\)|\[[^\]]*\]")
NEIGHBOURLY = (
    "person", "life", "text_parts", "grammar", "elsewhere", "states",
)  # fmt: skip
"""The lists of words that say something about the names beside them."""
FEWEST_FIELDS = 2
"""Attributes that a list names if it lists names of fields, and no values."""


@dataclass(frozen=True, eq=False)
class Catalogue:
    """All protected attributes, with the words and values that mean them."""

    attributes: tuple[Attribute, ...]
    neighbours: Neighbours
    papers: frozenset[str] = frozenset()
    """Names of the attributes that the three papers study."""
    birthdays: tuple[date, ...] = ()
    """Days on which people are born, the most usual first."""
    not_people: frozenset[tuple[str, ...]] = frozenset()
    """Names that mean no attribute of a person, by their words."""
    _index: PhraseIndex = field(init=False, repr=False)
    _values: dict[str, tuple[Attribute, ...]] = field(init=False, repr=False)
    _seen: dict[str, NameMatch | None] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_index", PhraseIndex.of(self.attributes))
        object.__setattr__(self, "_values", _values_index(self.attributes))

    def match_name(self, name: str, nearby: Iterable[str] = ()) -> NameMatch | None:
        """The attribute that a name in code means; None for everything else.

        `nearby` holds other names of the same function or record, its own name included:
        a word for a person or another attribute among them makes a doubtful word sure.
        """
        match = self._alone(name)
        if match is None:
            return None

        others = [other for other in nearby if other != name]
        if match.sure:
            is_elsewhere = self._is_elsewhere(name, others)
            return replace(match, sure=not is_elsewhere, elsewhere=is_elsewhere)
        if match.needs_value:
            return match
        return replace(match, sure=self._has_second_sign(match, self._weighty(others)))

    def is_not_people(self, name: str) -> bool:
        """Whether the user says that values of this name are nobody's."""
        return words_of(name) in self.not_people

    def names_itself(self, name: str, attribute: Attribute) -> bool:
        """Whether a name, whatever is beside it, surely means the value of this attribute."""
        match = self.match_name(name)
        return match is not None and match.is_own and match.attribute.name == attribute.name

    def match_question(self, question: str) -> NameMatch | None:
        """The attribute that a person is asked for; None for every other question."""
        words = words_of(_IN_BRACKETS.sub(" ", question))
        if not self.neighbours.thing.isdisjoint(words):
            return None

        asked = self._asked(words)
        if asked is not None:
            return asked

        polite = self.neighbours.polite
        inner = list(dropwhile(polite.__contains__, words))
        while inner and inner[-1] in polite:
            inner.pop()
        match = self.match_name(" ".join(inner))
        return match if match is not None and match.sure else None

    def is_mute(self, name: str) -> bool:
        """Whether a name says nothing about its value: `c`, `row_3`, `answer`."""
        words = [word for word in words_of(name) if not word.isdigit()]
        return all(len(word) <= LONGEST_MUTE or word in self.neighbours.mute for word in words)

    def speak_of_programs(self, names: Iterable[str]) -> bool:
        """Whether any of the names is that of a cache, a node, a star or the like."""
        words = {word for name in names for word in words_of(name)}
        neighbours = self.neighbours
        things = (
            neighbours.elsewhere | neighbours.grammar | neighbours.lifeless | neighbours.openings
        )
        return not things.isdisjoint(words)

    def may_deny(self, name: str) -> bool:
        """Whether a name may say that one beside it belongs to a program, and not to a person."""
        neighbours = self.neighbours
        denying = neighbours.states | neighbours.text_parts | neighbours.hiding
        return self.speak_of_programs([name]) or not denying.isdisjoint(words_of(name))

    def telling(self, names: Iterable[str]) -> frozenset[str]:
        """Those of many names that can decide what a name beside them means.

        Of each kind there are two, so that one is left beside the other.
        """
        by_kind: dict[object, list[str]] = defaultdict(list)
        for name in sorted(names):
            for kind in self._kinds(name):
                if len(by_kind[kind]) < 2:
                    by_kind[kind].append(name)
        return frozenset(name for kept in by_kind.values() for name in kept)

    def _kinds(self, name: str) -> Iterator[object]:
        """The ways in which a name says something about those beside it."""
        words, neighbours = frozenset(words_of(name)), self.neighbours
        for kind in NEIGHBOURLY:
            if not words.isdisjoint(getattr(neighbours, kind)):
                yield kind
        for pair in neighbours.nothing_beside:
            if not words.isdisjoint(pair.words):
                yield pair
        if not words.isdisjoint(neighbours.people_in_any_case):
            yield "people in any case"

        match = self._alone(name)
        if match is not None and match.sure:
            yield match.attribute.name

    def denies(
        self,
        match: NameMatch,
        owners: Iterable[str],
        constants: Iterable[object],
        fields: Iterable[object] = (),
    ) -> bool:
        """Whether the record around a name, or the values it is compared with, are no person's.

        `owners` are names of the record, and of its class; `fields` are those beside it.
        """
        names = [field for field in fields if isinstance(field, str)]
        if not self.neighbours.life_table.isdisjoint(names):
            return True
        last_words = _last_words(owners)
        if not last_words.isdisjoint(self.neighbours.tallies | self.neighbours.openings):
            return True
        is_lifeless = not last_words.isdisjoint(self.neighbours.lifeless)
        if is_lifeless and not any(map(self._is_only_peoples, names)):
            return True

        return not plain_texts(constants).isdisjoint(match.attribute.unlike_values)

    def _is_only_peoples(self, name: str) -> bool:
        """Whether a name surely means what only people have: an occupation."""
        match = self._alone(name)
        return match is not None and match.sure and match.attribute.of_people_only

    def is_of_thing(self, owners: Iterable[str]) -> bool:
        """Whether a record is called after a thing: a job, a criterion, a count."""
        neighbours = self.neighbours
        things = neighbours.lifeless | neighbours.tallies | neighbours.openings
        return not things.isdisjoint(_last_words(owners))

    def is_switched_off(self, match: NameMatch, owner: str) -> bool:
        """Whether a doubtful word says that a thing is in use, or not: `disabled` of a tax slab.

        `owner` is what a record is called by the program that is asked for it.
        """
        may_be_state = match.attribute.may_be_state and self.is_doubtful(match.name)
        return may_be_state and self.neighbours.person.isdisjoint(_last_words([owner]))

    def may_be_hidden(self, name: str) -> bool:
        """Whether a name may mean nothing beside others."""
        return not self.neighbours.hidden.isdisjoint(words_of(name))

    def hides_others(self, name: str) -> bool:
        """Whether some name means nothing beside this one: `gender` beside `CONNECTORS`."""
        return not self.neighbours.hiding.isdisjoint(words_of(name))

    def means_nothing(self, name: str, others: Iterable[str]) -> bool:
        """Whether a name means nothing beside others: `single_parent` beside `backref`."""
        words = words_of(name)
        if not self.neighbours.hidden.issuperset(words):
            return False
        return " ".join(words) in self.neighbours.meaningless(_words_in(others))

    def speaks_of_people(self, name: str, others: Iterable[str]) -> bool:
        """Whether a name does, among others: those beside tasks are no person's `dependents`."""
        words, neighbours = frozenset(words_of(name)), self.neighbours
        if not words.isdisjoint(neighbours.hidden):
            words -= neighbours.meaningless(_words_in(others))
        return neighbours.speak_of_people(words)

    def is_doubtful(self, name: str) -> bool:
        """Whether a name means an attribute only beside a second sign, or none at all."""
        alone = self._alone(name)
        return alone is None or not alone.sure

    def name_fields(self, values: Iterable[object]) -> bool:
        """Whether texts are names of fields, since they name two attributes or more."""
        matches = (self._alone(value) for value in values if isinstance(value, str))
        named = {match.attribute.name for match in matches if match is not None and match.sure}
        return len(named) >= FEWEST_FIELDS

    def match_value(self, value: object) -> tuple[Attribute, ...]:
        """The attributes of which this is an unmistakable value: `female`, `muslim`."""
        if not isinstance(value, str):
            return ()
        return self._values.get(plain(value), ())

    def families_of(self, attribute: Attribute, constants: Iterable[object]) -> tuple[Family, ...]:
        """The families that the code's own constants belong to, best fit first.

        Their values are spelled as the constants are: `MALE` gives `MALE`, `FEMALE`, ...
        Empty if no constant is a known value.
        """
        return spelled_like(attribute.families, list(constants))

    def profile(self, name: str) -> Mapping[str, Severity]:
        """The attributes that a profile checks, with the severity of their findings.

        Raises ValueError for an unknown profile.
        """
        if name not in PROFILES:
            raise ValueError(f"unknown profile {name!r}; there are {', '.join(PROFILES)}")
        if name == "paper":
            return MappingProxyType(dict.fromkeys(sorted(self.papers), Severity.WARNING))

        severities = {Tier.PROTECTED: Severity.WARNING}
        if name in {"default", STRICT}:
            severities[Tier.CONTEXTUAL] = Severity.INFORMATION

        checked = [attribute for attribute in self.attributes if attribute.tier in severities]
        return MappingProxyType(
            {attribute.name: severities[attribute.tier] for attribute in checked}
        )

    def without(self, names: Iterable[str]) -> Catalogue:
        """A catalogue in which these names mean no attribute, however they are written."""
        return replace(self, not_people=self.not_people | set(map(words_of, names)))

    def _asked(self, words: tuple[str, ...]) -> NameMatch | None:
        """The attribute whose question the words hold: "how old are you"."""
        for attribute in self.attributes:
            for question in attribute.questions:
                if _holds(words, question.words) and not _asks_for_years_of(words):
                    families = tuple(attribute.family(name) for name in question.families)
                    return NameMatch(attribute, True, Role.OWN, question.kind, families)
        return None

    def _alone(self, name: str) -> NameMatch | None:
        """What a name means without any other names around it."""
        if name not in self._seen:
            match = self._matched(words_of(name))
            self._seen[name] = replace(match, name=name) if match is not None else None

        return self._seen[name]

    def _matched(self, words: tuple[str, ...]) -> NameMatch | None:
        """What the longest phrase in a name means, as its neighbours have it."""
        match = next(self._index.find(words), None)
        if match is None or words in self.not_people:
            return None

        phrase = match.phrase
        before, behind = words[: match.start], words[match.end :]
        meaning = self.neighbours.read(before, behind)
        if meaning is Meaning.OTHER or self._is_choice(match, meaning):
            return None
        if not phrase.sure and self._is_compound(before, meaning):
            return None

        sure = self._is_sure(phrase, before, meaning)
        role = Role.REQUIREMENT if meaning is Meaning.REQUIREMENT else Role.OWN
        kind, families = _values_behind(match.attribute, phrase, behind, self.neighbours)
        return NameMatch(
            match.attribute, sure, role, kind, families, match.plural,
            needs_value=phrase.needs_value,
        )  # fmt: skip

    def _is_sure(self, phrase: Phrase, before: tuple[str, ...], meaning: Meaning) -> bool:
        """Whether a phrase needs no second sign, given the words before it."""
        if phrase.needs_value:
            return False
        names_person = not self.neighbours.person.isdisjoint(before)
        is_clear = phrase.strong or meaning is not Meaning.UNKNOWN
        return names_person or (phrase.sure and is_clear)

    def _is_choice(self, match: PhraseMatch, meaning: Meaning) -> bool:
        """Whether a plural lists what there is, rather than people's values: `regions`."""
        if not match.plural:
            return False

        words = match.phrase.words
        is_table = len(words) > 1 and words[-1] in self.neighbours.form
        is_asked_for = meaning is Meaning.REQUIREMENT
        return is_table or is_asked_for or not match.phrase.sure

    def _is_compound(self, before: tuple[str, ...], meaning: Meaning) -> bool:
        """Whether a doubtful word is part of another name: `inference_state`, `age_weight`."""
        return meaning is Meaning.UNKNOWN or any(self._index.find(before))

    def _has_second_sign(self, match: NameMatch, others: list[str]) -> bool:
        """Whether other names are about people, or mean another attribute for sure."""
        words = [word for other in others for word in words_of(other)]
        if self._is_heading(match, others):
            return False
        if match.attribute.may_be_state and not self.neighbours.states.isdisjoint(words):
            return False
        if self.neighbours.speak_of_people(words):
            return True

        return any(self._is_sign(match.attribute, other) for other in others)

    def _weighty(self, others: list[str]) -> list[str]:
        """The names that may be second signs: no bare words among names of programs."""
        others = [name for name in others if not self.means_nothing(name, others)]
        if not any(map(self._names_program, others)):
            return others
        return [n for n in others if len(words_of(n)) > 1 or self._is_about_people(n)]

    def _is_about_people(self, name: str) -> bool:
        return self.neighbours.speak_of_people(words_of(name))

    def _is_heading(self, match: NameMatch, others: list[str]) -> bool:
        """Whether it is the title of a text, whose other parts have names beside it."""
        if self.neighbours.heading.isdisjoint(words_of(match.name)):
            return False
        return not self.neighbours.text_parts.isdisjoint(_last_words(others))

    def _is_sign(self, attribute: Attribute, other: str) -> bool:
        match = self._alone(other)
        if match is None or not match.sure or match.attribute is attribute:
            return False
        return match.attribute.name not in attribute.kin

    def _is_elsewhere(self, name: str, others: list[str]) -> bool:
        """Whether a bare word is among names of programs only: `age` beside `cache`."""
        if self.means_nothing(name, others):
            return True
        is_bare = len(words_of(name)) == 1
        if not is_bare or not any(self._names_program(other) for other in others):
            return False

        match = self._alone(name)
        return match is not None and not self._has_second_sign(match, others)

    def _names_program(self, name: str) -> bool:
        neighbours = self.neighbours
        return not (neighbours.elsewhere | neighbours.grammar).isdisjoint(words_of(name))


def _asks_for_years_of(words: tuple[str, ...]) -> bool:
    """Whether a question is about years of something else: "quantos anos de financiamento"."""
    if not YEARS.isdisjoint(words) and not NOT_LIVED.isdisjoint(words):
        return True
    triples = zip(words, words[1:], words[2:], strict=False)
    return any(
        first in YEARS and second in OF and third not in AGES for first, second, third in triples
    )


def _holds(words: tuple[str, ...], phrase: tuple[str, ...]) -> bool:
    """Whether the words of a phrase stand among `words`, one behind the other."""
    starts = range(len(words) - len(phrase) + 1)
    return any(words[start : start + len(phrase)] == phrase for start in starts)


def _values_behind(
    attribute: Attribute, phrase: Phrase, behind: tuple[str, ...], neighbours: Neighbours
) -> tuple[ValueKind, tuple[Family, ...]]:
    """Kind and families of a phrase, given the words behind it: `age_group`, `sex_code`."""
    kind, names = phrase.kind, phrase.families
    if phrase.grouped and neighbours.grouping & set(behind):
        kind, names = ValueKind.CATEGORY, phrase.grouped
    elif phrase.coded and neighbours.coding & set(behind):
        names = tuple(dict.fromkeys(phrase.coded + phrase.families))

    return kind, tuple(attribute.family(name) for name in names)


def _last_words(names: Iterable[str]) -> frozenset[str]:
    """What each name calls its thing: `job` for `old_job`."""
    return frozenset(word for name in names for word in words_of(name)[-1:])


def _words_in(names: Iterable[str]) -> frozenset[str]:
    """Names, and the words of each."""
    return frozenset(word for name in names for word in (name, *words_of(name)))


def _values_index(attributes: tuple[Attribute, ...]) -> dict[str, tuple[Attribute, ...]]:
    index: dict[str, tuple[Attribute, ...]] = {}
    for attribute in attributes:
        values = dict.fromkeys(plain(text) for text in attribute.unmistakable)
        for value in values:
            index[value] = (*index.get(value, ()), attribute)
    return index
