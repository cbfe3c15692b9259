"""What code only shows of a value, and what it does more with it."""

from __future__ import annotations

import ast
import textwrap

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.check.reading.inputs import read
from evenhand.check.reading.shown_values import is_only_shown
from evenhand.check.reading.source import parse


def is_age_only_shown(body: str) -> bool:
    code = "def f(person, age):\n" + textwrap.indent(textwrap.dedent(body), "    ")
    source = parse(code)
    (function,) = source.functions
    reading = read(function, source, default_catalogue())
    (path,) = (entry.path for entry in reading.inputs if entry.attribute == "age" and entry.read)
    return is_only_shown(path, ast.walk(function.node))


@pytest.mark.parametrize(
    "body",
    [
        "print('Age:', age)",
        "print(f'{person} is {age}')",
        "return f'{age} years'",
        "return [str(age), 3]",
        "open(person).write(f'Age: {age}')",
        "return {'name': person, 'age': age}",
        "print(person['age'])",
        "print(person.get('age').upper())",
    ],
)
def test_a_value_is_shown(body: str) -> None:
    assert is_age_only_shown(body)


@pytest.mark.parametrize(
    "body",
    [
        "return age > 40",
        "print('old' if age > 40 else 'young')",
        "band = age // 10\nprint(band)",
        "return 2 * age",
        "print(age)\nreturn age > 40",
        "return fee(age)",
        "return {age: 3}[30]",
        "for year in range(age):\n    print(year)",
        "print(person['age'] > 40)",
    ],
)
def test_more_is_done_with_a_value(body: str) -> None:
    assert not is_age_only_shown(body)
