"""Finds what is one-sided about the people in a file's tests; nothing runs for this.

Assistants write test cases that are more biased than their functions: a test for "high risk" whose
person always has the same race (FairCoder).
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evenhand.check.catalogue import Catalogue
from evenhand.check.catalogue.attributes import Attribute
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import Function, Source, span_of
from evenhand.check.reading.tracing.tracer import TooLargeError
from evenhand.check.rules.own_attributes import own_attribute
from evenhand.check.rules.rows_of_tests import Row, Scalar, rows_by_function
from evenhand.findings import Span

FEWEST = 4
"""Rows from which on a pattern counts as one."""
FEWEST_EACH = 2
"""Rows that each group needs."""


@dataclass(frozen=True, slots=True)
class OneGroup:
    """All people of a function's tests belong to one group."""

    attribute: str
    field: str
    function: str
    value: str
    rows: int
    location: Span


@dataclass(frozen=True, slots=True)
class GoesWith:
    """The expected outcome goes with who the people are, which the function does not read."""

    attribute: str
    field: str
    function: str
    outcomes: tuple[tuple[Scalar, Scalar], ...]
    """Each value, with the outcome that is expected for it."""
    rows: int
    location: Span


@dataclass(frozen=True, slots=True)
class _People:
    """The rows of one function's tests that have a protected field."""

    function: str
    field: str
    attribute: Attribute
    rows: Sequence[Row]

    @property
    def location(self) -> Span:
        return span_of(self.rows[0].node)


def one_groups(source: Source, catalogue: Catalogue) -> Iterator[OneGroup]:
    """Functions that are tested on people of one group alone."""
    for people in _people(source, catalogue):
        values = {row.fields[people.field] for row in people.rows}
        if len(values) != 1:
            continue

        (value,) = values
        if isinstance(value, str) and _names_a_group(value, people.attribute):
            yield OneGroup(
                people.attribute.name,
                people.field,
                people.function,
                value,
                len(people.rows),
                people.location,
            )


def going_with(source: Source, catalogue: Catalogue) -> Iterator[GoesWith]:
    """Functions of which the tests tell groups apart, and the code does not."""
    decisive: dict[str, frozenset[str] | None] = {}
    for people in _people(source, catalogue):
        outcomes = _outcome_of_each_value(people.field, people.rows)
        if len({outcome for _, outcome in outcomes}) < 2:
            continue

        name = people.function
        if name not in decisive:
            decisive[name] = _decisive_attributes(source, catalogue, name)
        attributes = decisive[name]
        if attributes is not None and people.attribute.name not in attributes:
            yield GoesWith(
                people.attribute.name,
                people.field,
                people.function,
                outcomes,
                len(people.rows),
                people.location,
            )


def _people(source: Source, catalogue: Catalogue) -> Iterator[_People]:
    """Every protected field that enough rows of a function's tests have."""
    for function, rows in rows_by_function(source).items():
        if len(rows) < FEWEST:
            continue

        rows_by_field = _rows_by_field(rows)
        nearby = catalogue.telling({*rows_by_field, function})
        for field, with_field in sorted(rows_by_field.items()):
            attribute = own_attribute(catalogue, field, nearby)
            if attribute is not None and len(with_field) >= FEWEST:
                yield _People(function, field, attribute, with_field)


def _rows_by_field(rows: Sequence[Row]) -> Mapping[str, Sequence[Row]]:
    """For each field, the rows in which it is a text or a flag."""
    by_field: dict[str, list[Row]] = {}
    for row in rows:
        for field, value in row.fields.items():
            with_field = by_field.setdefault(field, [])
            if isinstance(value, (str, bool)):
                with_field.append(row)
    return by_field


def _outcome_of_each_value(field: str, rows: Sequence[Row]) -> tuple[tuple[Scalar, Scalar], ...]:
    """The one outcome of each value; empty if a value has several outcomes or too few rows."""
    expected: dict[Scalar, list[Scalar]] = defaultdict(list)
    for row in rows:
        expected[row.fields[field]].append(row.expected)

    for outcomes in expected.values():
        has_several = len(set(outcomes)) > 1
        if has_several or len(outcomes) < FEWEST_EACH:
            return ()
    return tuple((value, outcomes[0]) for value, outcomes in expected.items())


def _names_a_group(value: str, attribute: Attribute) -> bool:
    values = [value for family in attribute.families for value in family.values]
    lowered = {str(listed).lower() for listed in values}
    return value.strip().lower() in lowered


def _decisive_attributes(source: Source, catalogue: Catalogue, name: str) -> frozenset[str] | None:
    """What the function under test may decide by; None if its text is not here or too large."""
    node = source.symbols.get(name)
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return None

    location = span_of(node)
    try:
        reading = read(Function(name, node, None, None, location, location), source, catalogue)
    except TooLargeError:
        return None
    return frozenset(entry.attribute for entry in reading.inputs if entry.may_decide)
