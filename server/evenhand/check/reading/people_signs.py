"""Rules functions out by their words, before anything is traced.

A name or a value of the code is a *sign*: it means a checked attribute for sure, may mean one if
there is a second sign, or is such a second sign. What a function reaches must have enough of them
for any of its inputs to be an attribute. `inputs.py` decides the same way, input by input: what it
takes for an attribute has to have signs here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from enum import Enum, auto

from evenhand.check.catalogue import Catalogue, ValueKind
from evenhand.check.catalogue.matching import LONGEST_INITIAL
from evenhand.check.catalogue.spelling import plain
from evenhand.check.catalogue.splitting import singular, words_of
from evenhand.check.reading.words_of_code import Words


class Kind(Enum):
    """What a word of the code says."""

    SURE = auto()
    """It means a checked attribute."""
    DOUBTFUL = auto()
    """It may mean the checked attribute that is named with it."""
    TELLING = auto()
    """It means the attribute that is named with it, so that doubtful words beside it are sure."""
    VALUE = auto()
    """It is a value of the attribute that is named with it."""
    INITIAL = auto()
    """It is one of a few letters, as `m`: two such make a second sign."""
    PEOPLE = auto()
    """It speaks of people."""
    BEGINNING = auto()
    """It ends with words that begin a name of an attribute, as `x.marital` may go on."""
    ENDING = auto()
    """It begins with words that end such a name: `x.marital.status`."""


Part = tuple[Kind, str]
Sign = Part | tuple[Kind, str, str]
"""A kind, the attribute or the words that it is about, and the letters of an initial."""
MOST_WORDS = 200_000
"""Words that are remembered."""
SURE: Sign = (Kind.SURE, "")
PEOPLE: Sign = (Kind.PEOPLE, "")


@dataclass(slots=True)
class PeopleSigns:
    """The signs of words, as a catalogue has them; each word is looked at once."""

    catalogue: Catalogue
    checked: frozenset[str]
    """Names of the attributes that findings may be about."""
    _of_word: dict[str, frozenset[Sign]] = field(default_factory=dict)
    _values: Mapping[str, frozenset[str]] = field(init=False)
    """By a value in its plain form, the attributes that have it."""
    _divided: tuple[tuple[Part, Part, bool], ...] = field(init=False)
    """Names of several words, divided in two in each way, and whether they are sure."""
    _beginnings: frozenset[str] = field(init=False)
    _endings: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        attributes = self.catalogue.attributes
        checked = [attribute for attribute in attributes if attribute.name in self.checked]
        phrases: dict[tuple[str, ...], bool] = {}
        for phrase in (phrase for attribute in checked for phrase in attribute.phrases):
            phrases[phrase.words] = phrase.sure or phrases.get(phrase.words, False)
        self._values = _values_of(self.catalogue, self.checked)
        self._divided = tuple(_divided(phrases))
        self._beginnings = frozenset(text for (_, text), _, _ in self._divided)
        self._endings = frozenset(text for _, (_, text), _ in self._divided)

    def of(self, words: Words) -> frozenset[Sign]:
        """The signs of some words."""
        signs: set[Sign] = set()
        for word in words.all:
            if word not in self._of_word:
                if len(self._of_word) >= MOST_WORDS:
                    self._of_word.clear()
                self._of_word[word] = frozenset(self._signs(word))
            signs |= self._of_word[word]

        for field_name in words.fields:
            if not field_name.startswith("__"):
                signs.update(self._parts(words_of(field_name)))
                signs.update(self._initials(field_name))
        return frozenset(signs)

    def suffice(self, signs: Set[Sign]) -> bool:
        """Whether a function that reaches all these signs may read a checked attribute."""
        if SURE in signs:
            return True

        tells = PEOPLE in signs or any(sign[0] is Kind.TELLING for sign in signs)
        doubtful = [sign[1] for sign in signs if sign[0] is Kind.DOUBTFUL]
        if doubtful and (tells or any(_has_values(name, signs) for name in doubtful)):
            return True

        divided = (sure for start, end, sure in self._divided if start in signs and end in signs)
        return any(sure or tells for sure in divided)

    def _signs(self, word: str) -> Iterator[Sign]:
        for attribute in self.catalogue.match_value(word):
            yield SURE if attribute.name in self.checked else (Kind.TELLING, attribute.name)

        match = self.catalogue.match_name(word)
        if match is not None:
            name = match.attribute.name
            is_enough = match.sure or match.kind is ValueKind.DATE  # its use may be a second sign
            if name in self.checked:
                yield SURE if is_enough else (Kind.DOUBTFUL, name)
            elif match.sure:
                yield Kind.TELLING, name

        asked = self.catalogue.match_question(word) if " " in word else None
        if asked is not None and asked.attribute.name in self.checked:
            yield SURE

        if len(plain(word)) > LONGEST_INITIAL:
            for name in self._values.get(plain(word), ()):
                yield Kind.VALUE, name

        words = words_of(word)
        if self.catalogue.neighbours.speak_of_people(words):
            yield PEOPLE

    def _initials(self, word: str) -> Iterator[Sign]:
        letters = plain(word)
        if len(letters) <= LONGEST_INITIAL:
            for name in self._values.get(letters, ()):
                yield Kind.INITIAL, name, letters

    def _parts(self, words: tuple[str, ...]) -> Iterator[Sign]:
        """The beginnings of names that the words end with, and the endings that they begin with."""
        for count in range(1, len(words) + 1):
            beginning = " ".join(words[-count:])
            if beginning in self._beginnings:
                yield Kind.BEGINNING, beginning

            front = words[:count]
            for last in {front[-1], singular(front[-1])}:
                ending = " ".join((*front[:-1], last))
                if ending in self._endings:
                    yield Kind.ENDING, ending


def _has_values(name: str, signs: Set[Sign]) -> bool:
    """Whether values of an attribute are among the signs, as many as confirm a doubtful word."""
    if (Kind.VALUE, name) in signs:
        return True
    initials = [sign for sign in signs if sign[0] is Kind.INITIAL and sign[1] == name]
    return len(initials) > 1


def _divided(phrases: Mapping[tuple[str, ...], bool]) -> Iterator[tuple[Part, Part, bool]]:
    for words, sure in phrases.items():
        for count in range(1, len(words)):
            beginning = (Kind.BEGINNING, " ".join(words[:count]))
            yield beginning, (Kind.ENDING, " ".join(words[count:])), sure


def _values_of(catalogue: Catalogue, checked: Set[str]) -> dict[str, frozenset[str]]:
    names: dict[str, set[str]] = defaultdict(set)
    for attribute in catalogue.attributes:
        texts = [v for f in attribute.families for v in f.values if isinstance(v, str)]
        all_rarer = (text for family in attribute.families for text in family.also)
        rarer = [text for text in all_rarer if len(text) > LONGEST_INITIAL]
        for text in (*texts, *rarer) if attribute.name in checked else ():
            names[plain(text)].add(attribute.name)
    return {text: frozenset(attributes) for text, attributes in names.items()}
