"""Rules functions out by their words, before anything is traced.

A name or a value of the code is a *sign*: it means a checked attribute for sure, may mean one if
there is a second sign, or is such a second sign. What a function reaches must have enough of them
for any of its inputs to be an attribute, and a value near the word that it confirms: in the same
function, or in what that uses. `inputs.py` decides the same way, input by input: what it
takes for an attribute has to have signs here.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import IntEnum, auto
from weakref import WeakKeyDictionary

from evenhand.check.catalogue import Catalogue, ValueKind
from evenhand.check.catalogue.spelling import may_be_code, plain
from evenhand.check.catalogue.splitting import singular, words_of
from evenhand.check.catalogue.value_signs import ANSWERS, LONGEST_INITIAL, UNKNOWN
from evenhand.check.reading.dependencies import own_words
from evenhand.check.reading.joined_names import match_together
from evenhand.check.reading.words_of_code import Words


class Kind(IntEnum):
    """What a word of the code says; a number, since signs are compared very often."""

    SURE = auto()
    """It means a checked attribute."""
    DOUBTFUL = auto()
    """It may mean the checked attribute that is named with it."""
    TELLING = auto()
    """It means the attribute that is named with it, so that doubtful words beside it are sure."""
    VALUE = auto()
    """It is a value of the attribute that is named with it."""
    INITIALS = auto()
    """It is one of two such values of a few letters."""
    SHORT = auto()
    """It may mean the attribute, and two values of a few letters confirm that."""
    CODE = auto()
    """It may be a value of a checked attribute, and a second one or a word for how
    somebody is addressed confirms it: `ms` and `mr`."""
    ADDRESS = auto()
    EITHER = auto()
    """It is a value of the attribute or, as a key, may mean it: `"disabled"`."""
    PEOPLE = auto()
    """It speaks of people."""
    BEGINNING = auto()
    """With the name of a field it makes a name of an attribute: `x.marital` before `.status`."""
    ENDING = auto()
    """It is such a field: `status` behind `x.marital`."""
    DOUBTFUL_BEGINNING = auto()
    """The name that it makes is doubtful: `x.parser_name` before `.title`."""
    DOUBTFUL_ENDING = auto()


TELLING = (Kind.PEOPLE, Kind.TELLING)
"""Signs beside which doubtful words are sure."""
DOUBTFUL = (Kind.DOUBTFUL, Kind.EITHER)
UNSURE = (*DOUBTFUL, Kind.SHORT)
"""What a word says that needs another sign."""
Sign = tuple[Kind, str]
"""A kind, and the attribute or the words that it is about."""
BEGINNINGS = (Kind.BEGINNING, Kind.DOUBTFUL_BEGINNING)
ENDINGS = (Kind.ENDING, Kind.DOUBTFUL_ENDING)
"""The sure ones first."""
SHOWN_BY_USE = ValueKind.DATE
"""The kind of values of which the use may be a second sign: `birth < today`."""
FEWEST_LISTED = 50
"""Texts in a list of words of a language, which may be names and values of attributes alike."""
MOST_WORDS = 200_000
"""Words, and sets of signs, that are remembered."""
SURE: Sign = (Kind.SURE, "")
PEOPLE: Sign = (Kind.PEOPLE, "")
ADDRESS: Sign = (Kind.ADDRESS, "")


@dataclass(frozen=True, slots=True)
class SignsFromAfar:
    """The signs of what a function uses."""

    always: frozenset[Sign]
    telling: Mapping[str, frozenset[Sign]]
    """By names that are read: what they say unless a definition has this name."""

    def beside(self, definitions: Container[str]) -> frozenset[Sign]:
        """The signs in a file that has these definitions."""
        read = (signs for name, signs in self.telling.items() if name not in definitions)
        return self.always.union(*read)

    def of_word_list(self) -> SignsFromAfar:
        """The signs of a list of words, of which none is the value of another."""
        valued = {name for kind, name in self.always if kind is Kind.VALUE}
        doubtful = {name for kind, name in self.always if kind in UNSURE}
        mixed = {(kind, name) for kind in (*UNSURE, Kind.VALUE) for name in valued & doubtful}
        return replace(self, always=self.always - mixed)


@dataclass(slots=True)
class PeopleSigns:
    """The signs of words, as a catalogue has them; each word is looked at once."""

    catalogue: Catalogue
    checked: frozenset[str]
    """Names of the attributes that findings may be about."""
    _of_word: dict[str, frozenset[Sign]] = field(default_factory=dict)
    _values: Mapping[str, frozenset[str]] = field(init=False)
    """By a value in its plain form, the attributes that have it."""
    _confirmed_by_age: frozenset[Sign] = field(init=False)
    """What a number says that is a telling age: `eta < 18`."""
    _of_one_value: dict[str, frozenset[Sign]] = field(default_factory=dict)
    _of_field: dict[str, frozenset[Sign]] = field(default_factory=dict)
    """The parts of names that a field may be."""
    _afar: WeakKeyDictionary[ast.AST, SignsFromAfar] = field(default_factory=WeakKeyDictionary)
    """Of parts: several files import the same ones."""
    _meanings: dict[frozenset[Sign], frozenset[Sign]] = field(default_factory=dict)
    """What signs say together."""
    _endings: Mapping[str, Sequence[str]] = field(init=False)
    """How names of several words go on, by each of their beginnings."""
    _beginnings: Mapping[str, Sequence[str]] = field(init=False)
    """By each of their endings, how they begin."""

    def __post_init__(self) -> None:
        attributes = self.catalogue.attributes
        checked = [attribute for attribute in attributes if attribute.name in self.checked]
        phrases = {phrase.words for attribute in checked for phrase in attribute.phrases}
        self._values = _values_of(self.catalogue, self.checked)
        counted = [a for a in checked if any(p.kind is ValueKind.NUMBER for p in a.phrases)]
        self._confirmed_by_age = frozenset((Kind.VALUE, attribute.name) for attribute in counted)
        self._endings = _together(_divided(phrases))
        self._beginnings = _together((end, start) for start, end in _divided(phrases))

    def of(self, words: Words) -> frozenset[Sign]:
        """The signs of some words, wherever they stand in a function."""
        of_names = (self._of_name(word, words) for word in words.all)
        return frozenset(self._of_fields(words).union(self._of_values(words), *of_names))

    def from_afar(self, part: ast.AST) -> SignsFromAfar:
        """The signs of a part that a function uses: a person there must be something read.

        What a helper calls its variables says nothing about the function's inputs, and neither do
        names of definitions: what they stand for is read itself. A function within the part is no
        value that a doubtful name could stand for.
        """
        if part not in self._afar:
            signs = self._signs_from_afar(own_words(part))
            self._afar[part] = signs.of_word_list() if _is_word_list(part) else signs
        return self._afar[part]

    def _signs_from_afar(self, words: Words) -> SignsFromAfar:
        always = self._of_fields(words) | self._of_values(words)
        telling: dict[str, frozenset[Sign]] = {}
        for word in words.all:
            of_name = self._of_name(word, words)
            if word in words.inner:
                of_name = frozenset(sign for sign in of_name if sign[0] not in UNSURE)
            of_people = frozenset(sign for sign in of_name if sign[0] in TELLING)
            always |= of_name - of_people
            if of_people and word in words.outside:
                telling[word] = of_people
        return SignsFromAfar(frozenset(always), telling)

    def together(self, signs: frozenset[Sign]) -> frozenset[Sign]:
        """What signs that are near each other say, wherever else something is.

        Doubtful words are sure beside a value of their attribute, and so are two parts of a name.
        """
        if signs not in self._meanings:
            if len(self._meanings) >= MOST_WORDS:
                self._meanings.clear()
            self._meanings[signs] = _meaning_of(signs)
        return self._meanings[signs]

    def _of(self, word: str) -> frozenset[Sign]:
        if word not in self._of_word:
            if len(self._of_word) >= MOST_WORDS:
                self._of_word.clear()
            self._of_word[word] = frozenset(self._signs(word))
        return self._of_word[word]

    def _of_name(self, word: str, words: Words) -> frozenset[Sign]:
        """The signs of a word as a name; a text that may be a value, too, is no second sign."""
        signs = self._of(word)
        if signs and self.catalogue.means_nothing(word, words.all):
            return frozenset()
        if PEOPLE in signs and not self.catalogue.speaks_of_people(word, words.all):
            signs -= {PEOPLE}
        if word not in words.only_texts:
            return signs
        values = self._values.get(" ".join(words_of(word)), frozenset())
        either = {(Kind.DOUBTFUL, name): (Kind.EITHER, name) for name in values}
        return frozenset(either.get(sign, sign) for sign in signs)

    def _of_fields(self, words: Words) -> set[Sign]:
        signs: set[Sign] = set()
        for field_name in words.read:
            if not field_name.startswith("__"):
                signs |= self._parts_in(field_name)
        return signs

    def suffice(self, signs: Set[Sign]) -> bool:
        """Whether a function that reaches all these signs may read a checked attribute."""
        tells = any(kind in TELLING for kind, _ in signs)
        return SURE in signs or (tells and any(kind in DOUBTFUL for kind, _ in signs))

    def _of_values(self, words: Words) -> set[Sign]:
        """The signs of values: of texts, fields and constants, and not of variables like `ms`."""
        signs: set[Sign] = set()
        for word in words.all:
            if word in words.texts or word in words.fields or not word.islower():
                signs |= self._of_value(word)
        signs.update(self._of_texts(words))
        if words.ages:
            signs.update(self._confirmed_by_age)
        return signs

    def _of_value(self, word: str) -> frozenset[Sign]:
        if word not in self._of_one_value:
            if len(self._of_one_value) >= MOST_WORDS:
                self._of_one_value.clear()
            names = [attribute.name for attribute in self.catalogue.match_value(word)]
            self._of_one_value[word] = frozenset(self._meant_by(word, name) for name in names)
        return self._of_one_value[word]

    def _meant_by(self, word: str, attribute: str) -> Sign:
        if attribute not in self.checked:
            return (Kind.TELLING, attribute)
        return (Kind.CODE, plain(word)) if may_be_code(word) else SURE

    def _signs(self, word: str) -> Iterator[Sign]:
        match = self.catalogue.match_name(word)
        if match is not None:
            name = match.attribute.name
            is_enough = match.sure or match.kind is SHOWN_BY_USE
            if name in self.checked:
                yield SURE if is_enough else (Kind.DOUBTFUL, name)
                if not is_enough and not match.elsewhere and not match.attribute.kin:
                    yield Kind.SHORT, name
            elif match.sure:
                yield Kind.TELLING, name

        asked = self.catalogue.match_question(word) if " " in word else None
        if asked is not None and asked.attribute.name in self.checked:
            yield SURE

        words = words_of(word)
        if self.catalogue.neighbours.speak_of_people(words):
            yield PEOPLE
        if self.catalogue.neighbours.speak_of_address(words):
            yield ADDRESS

    def _of_texts(self, words: Words) -> Iterator[Sign]:
        """Values of attributes; of those with a few letters, as `m`, it takes two."""
        initials: set[tuple[str, str]] = set()
        for text in words.texts:
            value = plain(text)
            attributes = self._values.get(value, frozenset())
            if value in UNKNOWN or value in ANSWERS:
                continue
            if len(value) > LONGEST_INITIAL:
                yield from self._of_long_text(
                    text, attributes, is_name=text not in words.only_texts
                )
            elif text in words.fields:
                initials.update((name, value) for name in attributes)

        counts = Counter(name for name, _ in initials)
        yield from ((Kind.INITIALS, name) for name, count in counts.items() if count > 1)

    def _of_long_text(
        self, text: str, attributes: Iterable[str], *, is_name: bool
    ) -> Iterator[Sign]:
        for name in attributes:
            may_be_key = not is_name and (Kind.DOUBTFUL, name) in self._of(text)
            yield (Kind.EITHER if may_be_key else Kind.VALUE, name)

    def _parts_in(self, field_name: str) -> frozenset[Sign]:
        if field_name not in self._of_field:
            if len(self._of_field) >= MOST_WORDS:
                self._of_field.clear()
            self._of_field[field_name] = frozenset(self._parts(field_name))
        return self._of_field[field_name]

    def _parts(self, field_name: str) -> Iterator[Sign]:
        """The divided names of which a field may be a part.

        A record's name and its field's mean an attribute as one name does, so that what is
        around a part counts: no `help_position` has a title.
        """
        words = words_of(field_name)
        for count in range(1, len(words) + 1):
            start = " ".join(words[-count:])
            for end in self._endings.get(start, ()):
                match = match_together(field_name, end, self.catalogue)
                if match is not None:
                    yield (BEGINNINGS[0 if match.sure else 1], f"{start}|{end}")

            front = words[:count]
            for end in {" ".join((*front[:-1], last)) for last in _forms(front[-1])}:
                for start in self._beginnings.get(end, ()):
                    match = match_together(start, field_name, self.catalogue)
                    if match is not None:
                        yield (ENDINGS[0 if match.sure else 1], f"{start}|{end}")


def _is_word_list(part: ast.AST) -> bool:
    """Whether it lists many texts: reserved words, stop words."""
    if not isinstance(part, ast.Set | ast.List | ast.Tuple) or len(part.elts) < FEWEST_LISTED:
        return False
    return all(isinstance(each, ast.Constant) for each in part.elts)


def _meaning_of(signs: Set[Sign]) -> frozenset[Sign]:
    meant = {sign for sign in signs if sign == SURE or sign[0] in (*TELLING, *DOUBTFUL)}
    by_kind: dict[Kind, set[str]] = defaultdict(set)
    for kind, name in signs:
        by_kind[kind].add(name)

    doubtful, either = by_kind[Kind.DOUBTFUL], by_kind[Kind.EITHER]
    values, initials = by_kind[Kind.VALUE], by_kind[Kind.INITIALS]
    by_long = doubtful & (values | either) or either & values
    if by_long or (by_kind[Kind.SHORT] | either) & initials:
        meant.add(SURE)
    codes = by_kind[Kind.CODE]
    if len(codes) > 1 or (codes and by_kind[Kind.ADDRESS]):
        meant.add(SURE)

    sure = by_kind[BEGINNINGS[0]] & by_kind[ENDINGS[0]]
    begun, ended = (
        set[str]().union(*(by_kind[kind] for kind in kinds)) for kinds in (BEGINNINGS, ENDINGS)
    )
    meant.update([SURE] if sure else ())
    meant.update((Kind.DOUBTFUL, name) for name in begun & ended)
    return frozenset(meant)


def _forms(word: str) -> tuple[str, str]:
    return word, singular(word)


def _divided(phrases: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """Names of several words, divided in two in each way."""
    for words in phrases:
        for count in range(1, len(words)):
            yield " ".join(words[:count]), " ".join(words[count:])


def _together(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The second ones of pairs, by the first."""
    seconds: dict[str, list[str]] = defaultdict(list)
    for first, second in pairs:
        seconds[first].append(second)
    return dict(seconds)


def _values_of(catalogue: Catalogue, checked: Set[str]) -> dict[str, frozenset[str]]:
    names: dict[str, set[str]] = defaultdict(set)
    for attribute in catalogue.attributes:
        telling = [family for family in attribute.families if not family.is_of_labels]
        texts = [v for family in telling for v in family.values if isinstance(v, str)]
        all_rarer = (text for family in attribute.families for text in family.also)
        rarer = [text for text in all_rarer if len(text) > LONGEST_INITIAL]
        for text in (*texts, *rarer) if attribute.name in checked else ():
            names[plain(text)].add(attribute.name)
    return {text: frozenset(attributes) for text, attributes in names.items()}
