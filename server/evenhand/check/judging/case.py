"""One difference, with everything that signals look at: each fact is worked out once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from evenhand.check.catalogue import Attribute, Catalogue, ValueKind
from evenhand.check.catalogue.phrase_lists import in_singular
from evenhand.check.catalogue.purposes import purposes_open_to
from evenhand.check.catalogue.spelling import plain
from evenhand.check.outcomes import who_gains
from evenhand.check.outcomes.better_outcomes import preference
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.date_forms import read_date
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.differing_parts import Part, differing_parts
from evenhand.check.outcomes.outcome_comparison import same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.outcomes.responses import Response
from evenhand.check.outcomes.tree_texts import texts_in
from evenhand.check.reading.access_paths import AccessPath, Via
from evenhand.check.reading.file_words import (
    PartOfFile,
    part_of_file,
    words_of_file,
    words_of_imports,
    words_of_path,
)
from evenhand.check.reading.function_words import words_of_rules, words_of_users
from evenhand.check.reading.source import Function
from evenhand.findings import Purpose
from evenhand.lines import lines_of
from evenhand.scalars import Scalar, is_number

AGE = "age"
OLDEST = 130
"""A number up to it may be an age; a larger one, a year of birth."""
CHILD = 1
"""Numbers up to it ask whether there is an age at all."""
FIRST_YEAR = 1880
MOST_DIGITS = 3


@dataclass(frozen=True, slots=True)
class AtAge:
    """What came of the calls for one age."""

    age: float
    value: Scalar
    outcome: Outcome


@dataclass(frozen=True)
class Case:
    """One difference between two calls, how the function responds otherwise, and its code."""

    difference: Difference
    response: Response
    context: CodeContext

    # ------------------------------------------------------------------ what was varied

    @property
    def attribute(self) -> Attribute:
        return self.context.input.match.attribute

    @property
    def purposes(self) -> frozenset[Purpose]:
        """What it may be for."""
        return purposes_open_to(self.attribute.name, self.difference.decider)

    @property
    def kind(self) -> ValueKind:
        return self.context.input.match.kind

    @property
    def path(self) -> AccessPath:
        """What the code reads the attribute as."""
        return self.context.input.path

    @property
    def values(self) -> tuple[Scalar, Scalar]:
        return self.difference.values

    @cached_property
    def of_many(self) -> bool:
        """Whether the function is given many people at once."""
        return any(each.via is Via.ITEM or each.is_column_of_frame for each in self.path.around())

    # ------------------------------------------------------------------ what came of it

    @property
    def outcomes(self) -> tuple[Outcome, Outcome]:
        return self.difference.outcomes

    @cached_property
    def parts(self) -> Sequence[Part]:
        """The parts in which the outcomes differ; empty where one raised, or a decider is asked."""
        if self.difference.decider:
            return []
        return differing_parts(*self.outcomes, self.response.echo, self.difference.fields) or []

    @cached_property
    def labels(self) -> Sequence[str]:
        """What each part is called: its key or attribute, or else what the function gives.

        Of what a model is asked, what it is to predict.
        """
        if self.difference.decider:
            return [self.response.echo.result]
        return [part.label or self.response.echo.result for part in self.parts]

    @cached_property
    def texts(self) -> Sequence[str]:
        """All texts in the parts that differ, without the lines that both sides have."""
        apart: list[str] = []
        for part in self.parts:
            first, second = (_lines(part.first), _lines(part.second))
            apart += (line for line in first if line not in second)
            apart += (line for line in second if line not in first)
        return apart

    @cached_property
    def words_apart(self) -> Sequence[str]:
        """The words, in singular, that only one side of some part has."""
        apart: list[str] = []
        for part in self.parts:
            first, second = (in_singular(texts_in(side)) for side in (part.first, part.second))
            known, others = set(first), set(second)
            apart += (word for word in first if word not in others)
            apart += (word for word in second if word not in known)
        return apart

    @cached_property
    def refused(self) -> Sequence[tuple[Scalar, tuple[str, str]]]:
        """The values whose calls raised, each with the type and the message of its error."""
        ends = zip(self.values, self.outcomes, strict=True)
        return [(value, outcome.error) for value, outcome in ends if outcome.error is not None]

    @property
    def are_numbers(self) -> bool:
        """Whether nothing differs but numbers."""
        return bool(self.parts) and all(part.numbers for part in self.parts)

    def is_own(self, name: str) -> bool:
        """Whether a name means the attribute itself."""
        return self.context.is_own(name) or name == self.path.name

    @cached_property
    def better(self) -> int | None:
        """Which of the two outcomes is the better for a person, as far as the words of the code
        tell; None if they do not."""
        first, second = self.outcomes
        if first.raised != second.raised:
            return int(first.raised)
        parts = who_gains.differing_parts(first.value, second.value, "", Renaming((self.values,)))
        preferences = [preference(part, self.context.words) for part in parts]
        is_gain = {each.gain > 0 for each in preferences if each is not None}
        return int(False in is_gain) if len(is_gain) == 1 else None

    # ------------------------------------------------------------------ how it responds

    @cached_property
    def by_age(self) -> Sequence[AtAge]:
        """What came of all ages that were tried, the youngest first; empty if it is no age."""
        if self.attribute.name != AGE:
            return ()
        tried = ((self.age_of(value), value, outcome) for value, outcome in self.response.tried)
        known = [AtAge(age, value, outcome) for age, value, outcome in tried if age is not None]
        return sorted(known, key=lambda each: each.age)

    @property
    def better_and_worse_age(self) -> tuple[float, float] | None:
        """The ages whose outcomes are better and worse; None if the code does not tell."""
        ages = [age for value in self.values if (age := self.age_of(value)) is not None]
        if self.attribute.name != AGE or self.better is None or len(ages) != len(self.values):
            return None
        return ages[self.better], ages[1 - self.better]

    @cached_property
    def lines(self) -> Sequence[tuple[float, float]]:
        """Neighbouring ages that were tried and have different outcomes."""
        return [
            (first.age, second.age)
            for first, second in pairwise(self.by_age)
            if first.age != second.age and self._differ(first, second)
        ]

    def _differ(self, first: AtAge, second: AtAge) -> bool:
        echo = replace(self.response.echo, pairs=((first.value, second.value),))
        return not same_outcome(first.outcome, second.outcome, echo)

    def age_of(self, value: Scalar) -> float | None:
        """The age that a number, a year of birth or a date means; None if it means none."""
        this_year = self.context.this_year
        if isinstance(value, str) and value.strip().isdigit() and len(value.strip()) <= MOST_DIGITS:
            return int(value)
        if isinstance(value, bool) or value is None:
            return None
        if is_number(value):
            if 0 <= value <= OLDEST:
                return value
            return this_year - value if FIRST_YEAR < value <= this_year else None
        date = read_date(value, self.path.facts.date_formats)
        return this_year - date[1].year if date is not None and this_year else None

    # ------------------------------------------------------------------ what the code says

    @property
    def function(self) -> Function:
        return self.context.reading.function

    @property
    def catalogue(self) -> Catalogue:
        return self.context.catalogue

    @cached_property
    def drawn_ages(self) -> frozenset[int]:
        """The ages at which lines are drawn: those that the code names, and others."""
        named = {each for each in self.path.facts.constants if is_number(each)}
        exact = ((below, above) for below, above in self.lines if above - below <= 1)
        found = {above for below, above in exact if named.isdisjoint({below, above})}
        ages = named | found if self.attribute.name == AGE else set[float]()
        return frozenset(int(age) for age in ages if CHILD < age < OLDEST and age == int(age))

    @cached_property
    def own_texts(self) -> Sequence[str]:
        """The texts that the code compares with."""
        return [each for each in self.context.own_values if isinstance(each, str) and each]

    @cached_property
    def unlisted(self) -> Sequence[Scalar]:
        """Those texts of the two values that the code compares with by no spelling."""
        listed = set(map(plain, self.own_texts))
        spellings = self.attribute.spellings
        texts = (value for value in self.values if isinstance(value, str))
        return [text for text in texts if listed.isdisjoint({plain(text), *spellings(text)})]

    @cached_property
    def other_paths(self) -> Sequence[AccessPath]:
        """What else the function reads, and not on the way to the attribute."""
        reading = self.context.reading
        other = reading.touched.difference(map(id, self.path.around()))
        return [each for each in reading.paths if id(each) in other]

    @cached_property
    def part_of_file(self) -> PartOfFile:
        """What the function is in its file."""
        return part_of_file(self.function, self.context.source)

    @cached_property
    def words(self) -> Words:
        """Its words by where they stand."""
        return Words(self)


def _lines(side: object) -> Sequence[str]:
    return [line for text in texts_in(side) for line in lines_of(text)]


PLACES = (
    "name", "users", "label", "text", "error", "given", "rule", "code", "around", "inputs",
    "field", "path", "file",
)  # fmt: skip
"""Where words of a case may stand: in the name of the function, in those of its users, in what
differs (what it is called, what only one says, how it is refused), in what the function gives, in
the statements that read the attribute, in all its code, in the documentation and helpers around
it, in the names of what else it reads, in the way to the attribute, in the path and imports of
the file, anywhere in the file."""


class Words(Mapping[str, Sequence[str]]):
    """Words in singular by place, each place read when it is first asked for."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._read: dict[str, Sequence[str]] = {}

    def __getitem__(self, place: str) -> Sequence[str]:
        if place not in self._read:
            self._read[place] = _READERS[place](self._case)
        return self._read[place]

    def __iter__(self) -> Iterator[str]:
        return iter(PLACES)

    def __len__(self) -> int:
        return len(PLACES)


def _names(paths: Iterable[AccessPath]) -> Sequence[str]:
    return in_singular(path.name for path in paths)


def _of_users(case: Case) -> Sequence[str]:
    named = words_of_users(case.function, case.context.source)
    return [word for words in named for word in words]


def _of_errors(case: Case) -> Sequence[str]:
    return in_singular(" ".join(error) for _, error in case.refused)


def _of_path(case: Case) -> Sequence[str]:
    return [*words_of_path(case.context.file), *words_of_imports(case.context.source.tree)]


_READERS: Mapping[str, Callable[[Case], Sequence[str]]] = {
    "name": lambda case: case.context.words.name,
    "users": _of_users,
    "label": lambda case: in_singular(case.labels),
    "text": lambda case: case.words_apart,
    "error": _of_errors,
    "given": lambda case: case.context.words.given,
    "rule": lambda case: words_of_rules(case.context.input.sites, case.context.source),
    "code": lambda case: case.context.words.code,
    "around": lambda case: (*case.context.words.around, *case.context.words.comments),
    "inputs": lambda case: _names(case.other_paths),
    "field": lambda case: _names(case.path.around()),
    "path": _of_path,
    "file": lambda case: words_of_file(case.context.source),
}
