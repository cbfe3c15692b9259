"""Reads `purposes.toml`: by which words purposes are recognised, and how they are shown."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from importlib.resources import files
from typing import Any

from evenhand.check.catalogue.splitting import singular, words_of
from evenhand.findings import Purpose, Severity

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


@dataclass(frozen=True, slots=True, eq=False)
class PurposeWords:
    """All of `purposes.toml`."""

    manners: Mapping[Purpose, Manner]
    decisions: Phrases
    forms: frozenset[str]
    """Words for a form in which an attribute may be written."""
    fillers: frozenset[str]
    figures: frozenset[str]
    """Words for what weighs somebody: such a name is none of a form."""
    labels: Mapping[str, Phrases]
    """By attribute, the words for groups of people."""
    aggregates: Phrases
    inequalities: Phrases
    """What is measured between groups."""
    inequality_figures: frozenset[str]
    complaints: Phrases
    """What a text says of a value that the code does not know."""
    answers: Phrases
    """Texts that let somebody in or send them away."""
    spans: Phrases
    countdowns: Phrases
    """Words for the years until some age, of which there are never less than none."""
    identifiers: Phrases
    """What keeps one person apart from another."""
    standards: Phrases
    """Numbers of persons by their own names."""
    groupings: Phrases
    recodings: frozenset[str]
    """Words of the name of what writes a value in another way."""
    encodings: frozenset[str]
    """Words of the name of what gives a number for a value."""
    memberships: Phrases
    """What a column is called that says who belongs to a protected group."""
    features: Phrases
    """In the name of a function, that it writes what is known as numbers for a model."""
    symbols: frozenset[str]
    """Signs for a group of people."""
    unknown: frozenset[str]
    """Texts for a value that is not known, in lower case."""
    things: frozenset[str]
    """What may be made for a man or a woman, and decides nothing about them: a voice."""
    pictures: frozenset[str]
    """What shows or speaks for a person."""
    address: Mapping[str, frozenset[int]]
    """By word, the numbers of the lists in which it may stand for the others."""
    endings: tuple[frozenset[str], ...]
    """Endings of which one may stand for another."""
    fewest_words_for_endings: int
    formulas: Phrases
    diseases: Phrases
    conditions: Phrases
    """In a function's name, that it is about a state of the body."""
    abbreviations: Phrases
    measures: Phrases
    clinics: Phrases
    harmless_for_body: frozenset[str]
    """Words for decisions that formulas of the body use in another sense."""
    decisions_of_doctors: frozenset[str]
    """Words for decisions that are medicine's where the code speaks of several formulas."""
    telling: Phrases
    """Formulas and units of which one is enough."""
    ages: frozenset[int]
    pension_ages: frozenset[int]
    office_ages: frozenset[int]
    majority: frozenset[int]
    """Ages at which a bound needs no word to be one of the law."""
    limits: Phrases
    pensions: Phrases
    offices: Phrases
    """What people are elected to."""
    subjects: Phrases
    """What laws forbid to the young, in so many words."""
    bounds: Phrases
    """Names of ages that laws set."""
    least_ages: Phrases
    """Names of ages that laws may set."""
    taxes: Phrases
    """That a function works out what taxes are due."""
    statutes: Phrases
    """Programs of the law by their own names."""
    tax_ages: frozenset[int]
    """Ages at which laws about taxes draw lines besides `ages` and `pension_ages`."""
    harmless_for_taxes: frozenset[str]
    """Words for decisions that taxes are worked out with."""
    stating: frozenset[str]
    """Words beside an age by which a refusal says its bound: "at least 18 years"."""
    years: frozenset[str]
    """Words beside a number that say that it is an age."""
    harmless_for_limits: frozenset[str]
    """Words for decisions that are harmless beside one of `subjects`."""
    validations: Phrases
    """In the name of what raises an error for them, such words are harmless, too."""
    sales: frozenset[str]
    """Words that say that what is forbidden to the young is sold."""
    searches: Phrases
    orders: Phrases
    criteria: Phrases
    """Words of the names of wishes that stand in data."""
    doubles: Phrases
    """Words for code that stands in for other code in tests."""
    inventions: Phrases
    """Words for people that are made up."""
    dating: Phrases
    """Words for people who look for each other."""
    genealogies: Phrases
    """Words for family trees."""
    syntheses: Phrases
    """Words for data that is made up."""
    chances: Phrases
    """Words for what makes it up."""
    stakes: Phrases
    """Words that say of a function that somebody may get or lose something."""
    decisions_in_files: Phrases
    """Words that say so of a file: decisions and answers, in other languages, too."""
    fewest_words: int
    """Of a file from whose silence something follows."""


def in_singular(texts: Iterable[str]) -> list[str]:
    """The words of names and texts, in order, each for one of many."""
    return [singular(word) for text in texts for word in words_of(text)]


@lru_cache(maxsize=1)
def all_phrases(words: PurposeWords) -> Phrases:
    """The phrases of all kinds: those that are found in a text decide which of each kind are."""
    kinds = (getattr(words, each.name) for each in fields(words))
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
    representation, address, body = data["representation"], data["address"], data["body"]
    limit, unclear = data["age_limit"], data["unclear"]
    decisions = data["decision"]["words"]
    return PurposeWords(
        manners={purpose: _manner(data[purpose]) for purpose in Purpose},
        decisions=Phrases.of(decisions),
        forms=frozenset(representation["forms"]),
        fillers=frozenset(representation["fillers"]),
        figures=frozenset(representation["figures"]),
        labels={name: Phrases.of(words) for name, words in representation["labels"].items()},
        aggregates=Phrases.of(representation["aggregates"]),
        inequalities=Phrases.of(representation["inequalities"]),
        inequality_figures=frozenset(representation["inequality_figures"]),
        complaints=Phrases.of(representation["complaints"]),
        answers=Phrases.of(representation["answers"]),
        spans=Phrases.of([*representation["spans"], *representation["countdowns"]]),
        countdowns=Phrases.of(representation["countdowns"]),
        identifiers=Phrases.of(representation["identifiers"]),
        standards=Phrases.of(representation["standards"]),
        groupings=Phrases.of(representation["groupings"]),
        recodings=frozenset(representation["recodings"]),
        encodings=frozenset(representation["encodings"]),
        memberships=Phrases.of(representation["memberships"]),
        features=Phrases.of(representation["features"]),
        symbols=frozenset(representation["symbols"]),
        unknown=frozenset(representation["unknown"]),
        things=frozenset(address["things"]),
        pictures=frozenset(address["pictures"]),
        address=_numbered(address["words"]),
        endings=tuple(_endings(line) for line in address["endings"]),
        fewest_words_for_endings=address["fewest_words_for_endings"],
        formulas=Phrases.of(body["formulas"]),
        diseases=Phrases.of(body["diseases"]),
        conditions=Phrases.of(body["conditions"]),
        abbreviations=Phrases.of(body["abbreviations"]),
        measures=Phrases.of(body["measures"]),
        clinics=Phrases.of(body["clinics"]),
        harmless_for_body=frozenset(body["no_decisions"]),
        decisions_of_doctors=frozenset(body["decisions_of_doctors"]),
        telling=Phrases.of(body["telling"]),
        ages=frozenset(limit["ages"]),
        pension_ages=frozenset(limit["pension_ages"]),
        office_ages=frozenset(limit["office_ages"]),
        majority=frozenset(limit["majority"]),
        limits=Phrases.of([*limit["words"], *limit["subjects"]]),
        pensions=Phrases.of(limit["pension_words"]),
        offices=Phrases.of(limit["office_words"]),
        subjects=Phrases.of(limit["subjects"]),
        bounds=Phrases.of(limit["bounds"]),
        least_ages=Phrases.of(limit["least_ages"]),
        taxes=Phrases.of(limit["tax_words"]),
        statutes=Phrases.of(limit["statutes"]),
        tax_ages=frozenset(limit["tax_ages"]),
        harmless_for_taxes=frozenset(limit["no_decisions_of_taxes"]),
        stating=frozenset(in_singular(limit["stating"])),
        years=frozenset(in_singular(limit["years"])),
        harmless_for_limits=frozenset(limit["no_decisions"]),
        validations=Phrases.of(limit["validations"]),
        sales=frozenset(limit["sales"]),
        searches=Phrases.of(data["asked_for"]["words"]),
        orders=Phrases.of(data["asked_for"]["orders"]),
        criteria=Phrases.of(data["asked_for"]["criteria"]),
        doubles=Phrases.of(data["asked_for"]["doubles"]),
        inventions=Phrases.of(data["asked_for"]["inventions"]),
        dating=Phrases.of(data["asked_for"]["dating"]),
        genealogies=Phrases.of(data["asked_for"]["genealogies"]),
        syntheses=Phrases.of(data["asked_for"]["syntheses"]),
        chances=Phrases.of(data["asked_for"]["chances"]),
        stakes=Phrases.of(unclear["stakes"]),
        decisions_in_files=Phrases.of([*decisions, *unclear["decisions_elsewhere"]]),
        fewest_words=unclear["fewest_words"],
    )


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


def _endings(line: str) -> frozenset[str]:
    return frozenset("" if ending == "''" else ending for ending in line.split())
