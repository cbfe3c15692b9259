"""Reads `purposes.toml`: by which words purposes are recognised, and how they are shown."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeVar

from evenhand.check.catalogue.splitting import singular, words_of
from evenhand.findings import Purpose, Severity

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

OFF = "off"
"""What a purpose is shown as that is not shown."""


@dataclass(frozen=True, slots=True, eq=False)
class Phrases:
    """Words and phrases that are looked for in the words of names and texts."""

    by_first_word: Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]
    """Each as its words in singular, and as it is written; the longest first."""

    @classmethod
    def of(cls, texts: Iterable[str]) -> Phrases:
        """Phrases from `purposes.toml`, split as names are split."""
        by_first_word: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
        for text in sorted(texts, key=lambda text: -len(words_of(text))):
            words = tuple(map(singular, words_of(text)))
            by_first_word[words[0]].append((words, text))
        return cls({first: tuple(phrases) for first, phrases in by_first_word.items()})

    def texts(self) -> Iterator[str]:
        """All of them, as they are written."""
        return (text for phrases in self.by_first_word.values() for _, text in phrases)

    def found_in(self, words: Sequence[str]) -> Iterator[str]:
        """Those that occur in `words`, whose words are singular."""
        for start, word in enumerate(words):
            for phrase, text in self.by_first_word.get(word, ()):
                if tuple(words[start : start + len(phrase)]) == phrase:
                    yield text
                    break


@dataclass(frozen=True, slots=True, eq=False)
class Manner:
    """How one purpose is shown, and which attributes it may rest on."""

    severity: Severity | None
    """None: not at all."""
    reason: str
    rests_on: frozenset[str]
    """Empty: on all."""

    def allows(self, attribute: str) -> bool:
        """Whether a difference by this attribute may have the purpose."""
        return not self.rests_on or attribute in self.rests_on


Words = TypeVar("Words", bound="DataclassInstance")
Singulars = frozenset[str]
"""Words in singular."""
Labels = Mapping[str, Phrases]
"""By attribute, the words for groups of people."""
ListsOfWord = Mapping[str, frozenset[int]]
"""By word, the numbers of the lists in which it may stand for the others."""
Patterns = tuple[re.Pattern[str], ...]
"""Regular expressions."""
Endings = tuple[frozenset[str], ...]
"""Endings of which one may stand for another."""


@dataclass(frozen=True, slots=True, eq=False)
class DecisionWords:
    """Words which say that somebody gets or loses something."""

    words: Phrases


@dataclass(frozen=True, slots=True, eq=False)
class RepresentationWords:
    """Words which say that an outcome is the attribute in another form."""

    forms: frozenset[str]
    """Words for a form in which an attribute may be written."""
    memberships: Phrases
    """What a column is called that says who belongs to a protected group."""
    fillers: frozenset[str]
    figures: frozenset[str]
    """Words for what weighs somebody: such a name is none of a form."""
    aggregates: Phrases
    statistics: frozenset[str]
    """Words for what describes a column of data; beside them stand `beside_statistics`."""
    beside_statistics: frozenset[str]
    extremes: frozenset[str]
    """Words for what describes a column only where others do."""
    counted: Phrases
    """Words for many people, beside which a text says how many there are."""
    superlatives: Phrases
    """Words by which a text says who of several people was born first."""
    relatives: Singulars
    """Words for relatives of one gender."""
    audits: Phrases
    """That code looks for bias, or for words that hurt people."""
    inequalities: Phrases
    """What is measured between groups."""
    inequality_figures: frozenset[str]
    requests: Phrases
    """How a refusal says that something else has to be told as well."""
    complaints: Phrases
    """What a text says of a value that the code does not know."""
    machines: Phrases
    """How an error says that a program lacks something on this machine."""
    table_ends: Phrases
    """How a refusal says that a table has nothing for an age."""
    orders_of_days: Phrases
    """What a text says of two days of which one must not come before the other."""
    impossibilities: Phrases
    """What it says of years that do not fit into a life, and for what they were, in `durations`."""
    durations: Phrases
    answers: Phrases
    """Texts that let somebody in or send them away."""
    spans: Phrases
    """Words for a time that is worked out, those of `countdowns` among them."""
    countdowns: Phrases
    """Words for the years until some age, of which there are never less than none."""
    birthdays: Phrases
    """In the name of a function, that it tells when somebody has their birthday."""
    identifiers: Phrases
    """What keeps one person apart from another."""
    standards: Phrases
    """Numbers of persons by their own names."""
    groupings: Phrases
    recodings: frozenset[str]
    """Words of the name of what writes a value in another way."""
    encodings: frozenset[str]
    """Words of the name of what gives a number for a value."""
    features: Phrases
    """In the name of a function, that it writes what is known as numbers for a model."""
    charts: frozenset[str]
    """In the name of a function or its class, that it shows figures about many people."""
    drawing: frozenset[str]
    """Names of libraries that draw."""
    preparations: Phrases
    """Words for what is done with data about many people before a model is fitted to it."""
    fittings: frozenset[str]
    """First words of the name of what fits a model to data about many people."""
    unknown: frozenset[str]
    """Texts for a value that is not known, in lower case."""
    prompts: frozenset[str]
    """First words of what a field shows until somebody chooses: `Select gender`."""
    symbols: frozenset[str]
    """Signs for a group of people."""
    labels: Labels


@dataclass(frozen=True, slots=True, eq=False)
class AddressWords:
    """Words which say that only words for the person differ."""

    words: ListsOfWord
    things: frozenset[str]
    """What may be made for a man or a woman, and decides nothing about them: a voice."""
    pictures: frozenset[str]
    """What shows or speaks for a person."""
    colours: frozenset[str]
    """In what a man or a woman is drawn."""
    endings: Endings
    endings_of_women: Endings
    """Endings that only words for women have, each beside the one that it replaces."""
    verbs: Endings
    """Words that agree with one person, and with `plurals`."""
    plurals: frozenset[str]
    roles: frozenset[str]
    """Last parts of titles: the `man` of `spokesman`."""
    fewest_words_for_endings: int


@dataclass(frozen=True, slots=True, eq=False)
class BodyWords:
    """Words which say that something is a formula of the body."""

    formulas: Phrases
    """Those of `sports` among them."""
    sports: Phrases
    """Formulas that may be called like what they are given."""
    diseases: Phrases
    conditions: Phrases
    """In a function's name, that it is about a state of the body."""
    abbreviations: Phrases
    measures: Phrases
    clinics: Phrases
    no_decisions: frozenset[str]
    """Words for decisions that formulas of the body use in another sense."""
    multipliers: Phrases
    """Factors of such formulas, which are no decisions."""
    decisions_of_doctors: frozenset[str]
    """Words for decisions that are medicine's where the code speaks of several formulas."""
    histories: frozenset[str]
    """The same, where only the code itself says them: what somebody has had done."""
    blood_donors: Phrases
    """Who may give blood, as health authorities say."""
    vaccinations: Phrases
    """What people are eligible for as health authorities say."""
    telling: Phrases
    """Formulas and units of which one is enough."""


@dataclass(frozen=True, slots=True, eq=False)
class AgeLimitWords:
    """Words which say that a bound on age is one of the law."""

    words: Phrases
    """What a limit of the law speaks of, `subjects` included."""
    subjects: Phrases
    """What laws forbid to the young, in so many words."""
    ages: frozenset[int]
    majority: frozenset[int]
    """Ages at which a bound needs no word to be one of the law."""
    pension_ages: frozenset[int]
    pension_words: Phrases
    office_ages: frozenset[int]
    office_words: Phrases
    """What people are elected to."""
    bounds: Phrases
    """Names of ages that laws set."""
    least_ages: Phrases
    """Names of ages that laws may set."""
    tax_words: Phrases
    """That a function works out what taxes are due."""
    tax_ages: frozenset[int]
    """Ages at which laws about taxes draw lines besides `ages` and `pension_ages`."""
    no_decisions_of_taxes: frozenset[str]
    """Words for decisions that taxes are worked out with."""
    statutes: Phrases
    """Programs of the law by their own names."""
    stating: Singulars
    """Words beside an age by which a refusal says its bound: "at least 18 years"."""
    years: Singulars
    """Words beside a number that say that it is an age."""
    refusals: Phrases
    """Words by which a refusal says that somebody is too young, without a number."""
    no_decisions: frozenset[str]
    """Words for decisions that are harmless beside one of `subjects`."""
    validations: Phrases
    """In the name of what raises an error for them, such words are harmless, too."""
    sales: frozenset[str]
    """Words that say that what is forbidden to the young is sold."""


@dataclass(frozen=True, slots=True, eq=False)
class LawWords:
    """Words which say that code repeats what a law says."""

    programs: Phrases
    """Programs of public aid by their own names."""
    schemes: Phrases
    """Words for such programs in general."""
    citations: Patterns
    """How a text in small letters names the law that it repeats."""
    births: Phrases
    """Leave around a birth."""
    by_birth: frozenset[str]
    """Attributes by which laws give it."""
    no_decisions_of_births: frozenset[str]
    """Words for decisions that such leave is given with."""


@dataclass(frozen=True, slots=True, eq=False)
class AskedForWords:
    """Words which say that the caller asked for an attribute."""

    words: Phrases
    orders: Phrases
    criteria: Phrases
    """Words of the names of wishes that stand in data."""
    rules: Phrases
    """Words of the names of data that holds a rule with which somebody is compared."""
    protected_offers: Phrases
    """What laws on equal treatment protect: a rule about it is a decision, whoever wrote it."""
    dating: Phrases
    """Words for people who look for each other."""
    no_decisions_of_dating: frozenset[str]
    """Words for decisions about whom they are shown."""
    plans: Phrases
    """Words for plans that people make for their own money."""
    no_decisions_of_plans: frozenset[str]
    """Words for decisions that such plans are made of."""
    genealogies: Phrases
    """Words for family trees."""
    horoscopes: Phrases
    """Words for what the stars say."""
    syntheses: Phrases
    """Words for data that is made up."""
    simulations: Phrases
    """Words for models of many people who are simulated."""
    chances: Phrases
    """Words for what makes it up."""
    doubles: Phrases
    """Words for code that stands in for other code in tests."""
    inventions: Phrases
    """Words for people that are made up."""


@dataclass(frozen=True, slots=True, eq=False)
class UnclearWords:
    """Words by which code is searched for anything that people get or lose."""

    stakes: Phrases
    """Words that say of a function that somebody may get or lose something."""
    decisions_in_files: Phrases
    """Words that say so of a file: decisions and answers, in other languages, too."""
    unspaced: frozenset[str]
    """The same in writings that put no spaces between words: parts of words."""
    fewest_words: int
    """Of a file from whose silence something follows."""
    words_of_long_file: int
    """Of a file in which a function has to say itself what is decided."""
    people: frozenset[str]
    """Words for those whom such a file is about."""


@dataclass(frozen=True, slots=True, eq=False)
class PurposeWords:
    """All of `purposes.toml`, a table for each purpose."""

    manners: Mapping[Purpose, Manner]
    decision: DecisionWords
    representation: RepresentationWords
    address: AddressWords
    body: BodyWords
    age_limit: AgeLimitWords
    law: LawWords
    asked_for: AskedForWords
    unclear: UnclearWords


def in_singular(texts: Iterable[str]) -> list[str]:
    """The words of names and texts, in order, each for one of many."""
    return [singular(word) for text in texts for word in words_of(text)]


@lru_cache(maxsize=1)
def all_phrases(words: PurposeWords) -> Phrases:
    """The phrases of all kinds: those that are found in a text decide which of each kind are."""
    tables = [getattr(words, each.name) for each in fields(words) if each.name != "manners"]
    kinds = (getattr(table, each.name) for table in tables for each in fields(table))
    phrases = (kind for kind in kinds if isinstance(kind, Phrases))
    return Phrases.of(dict.fromkeys(text for kind in phrases for text in kind.texts()))


@lru_cache(maxsize=1)
def purpose_words() -> PurposeWords:
    """The words that come with Evenhand."""
    file = files("evenhand.check.catalogue").joinpath("purposes.toml")
    return parse_purposes(file.read_text(encoding="utf-8"))


def parse_purposes(text: str) -> PurposeWords:
    """Read `purposes.toml`; raises `tomllib.TOMLDecodeError`, and KeyError for what is missing."""
    data = tomllib.loads(text)
    representation, body = data["representation"], data["body"]
    limit, unclear = data["age_limit"], data["unclear"]
    decisions = data["decision"]["words"]
    return PurposeWords(
        manners={purpose: _manner(data[purpose]) for purpose in Purpose},
        decision=_read(DecisionWords, data["decision"]),
        representation=_read(
            RepresentationWords,
            representation,
            spans=[*representation["spans"], *representation["countdowns"]],
        ),
        address=_read(AddressWords, data["address"]),
        body=_read(BodyWords, body, formulas=[*body["formulas"], *body["sports"]]),
        age_limit=_read(AgeLimitWords, limit, words=[*limit["words"], *limit["subjects"]]),
        law=_read(LawWords, data["law"]),
        asked_for=_read(AskedForWords, data["asked_for"]),
        unclear=_read(
            UnclearWords, unclear, decisions_in_files=[*decisions, *unclear["decisions_elsewhere"]]
        ),
    )


def _read(kind: type[Words], table: Mapping[str, Any], **instead: list[str]) -> Words:
    """The fields of a dataclass from the keys of the same names, each as its annotation says."""
    known = {**table, **instead}
    values = {each.name: _READERS[str(each.type)](known[each.name]) for each in fields(kind)}
    return kind(**values)


def _manner(table: Mapping[str, Any]) -> Manner:
    shown_as = table["shown_as"]
    severity = None if shown_as == OFF else Severity(shown_as)
    return Manner(severity, table["reason"], frozenset(table.get("rests_on", [])))


def _numbered(lists: Iterable[str]) -> dict[str, frozenset[int]]:
    """By word, the numbers of the lists that hold it."""
    numbers: dict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(lists):
        for word in line.split():
            numbers[word].add(number)
    return {word: frozenset(positions) for word, positions in numbers.items()}


def _endings(lines: Iterable[str]) -> Endings:
    pieces = (line.split() for line in lines)
    return tuple(frozenset("" if each == "''" else each for each in line) for line in pieces)


def _labels(words: Mapping[str, Iterable[str]]) -> dict[str, Phrases]:
    return {attribute: Phrases.of(texts) for attribute, texts in words.items()}


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "Phrases": Phrases.of,
    "frozenset[str]": frozenset,
    "frozenset[int]": frozenset,
    "int": int,
    "Singulars": lambda texts: frozenset(in_singular(texts)),
    "Labels": _labels,
    "Patterns": lambda texts: tuple(map(re.compile, texts)),
    "ListsOfWord": _numbered,
    "Endings": _endings,
}
"""By the annotation of a field, what makes its value of the text."""
