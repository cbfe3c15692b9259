"""Finds what is one-sided about the people in a file's tests; nothing runs for this.

Assistants write test cases that are more biased than their functions: a test for "high risk" whose
person always has the same race (FairCoder).
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evenhand.check.catalogue import Catalogue
from evenhand.check.catalogue.attributes import Attribute
from evenhand.check.reading.inputs import read
from evenhand.check.reading.source import Function, Source, span_of
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
    for people in _people(source, catalogue):
        outcomes = _outcome_of_each_value(people.field, people.rows)
        if len({outcome for _, outcome in outcomes}) < 2:
            continue

        is_read = _reads(source, catalogue, people.function, people.attribute.name)
        if is_read is False:
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

        fields = {field for row in rows for field in row.fields}
        for field in sorted(fields):
            nearby = fields - {field} | {function}
            attribute = own_attribute(catalogue, field, nearby)
            if attribute is None:
                continue

            with_field = [row for row in rows if isinstance(row.fields.get(field), (str, bool))]
            if len(with_field) >= FEWEST:
                yield _People(function, field, attribute, with_field)


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


def _reads(source: Source, catalogue: Catalogue, name: str, attribute: str) -> bool | None:
    """Whether the function under test reads the attribute; None if its text is not here."""
    node = source.symbols.get(name)
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return None

    location = span_of(node)
    reading = read(Function(name, node, None, None, location, location), source, catalogue)
    return any(entry.attribute == attribute and entry.may_decide for entry in reading.inputs)
