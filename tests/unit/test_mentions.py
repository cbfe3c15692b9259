"""What a function speaks of, although nothing that it takes in shows it."""

from __future__ import annotations

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.check.reading.mentions import Mention, mentions
from evenhand.check.reading.source import parse

SPOKEN_OF = {
    "an attribute": ("def f(id):\n    return find(id).age > 65", ("age", "age", 2)),
    "a field of a form": ("def f():\n    return request.form['gender']", ("gender", "gender", 2)),
    "a key as argument": ("def f():\n    return form.get('gender')", ("gender", "gender", 2)),
    "an argument": ("def f(p):\n    return p('age', 2024)", ("age", "age", 2)),
    "a method": ("def f(p):\n    return p.is_married()", ("marital_status", "is_married", 2)),
    "a name": ("def f(d):\n    age = d.years\n    return age > 9", ("age", "age", 3)),
    "its own name": ("def patient_age(d):\n    return d.years", ("age", "patient_age", 1)),
    "a lookup": ("def f(q):\n    return q.filter(user__age__gte=9)", ("age", "age", 2)),
    "a query": ("def f(t):\n    return t.query('x > 1 and age > 9')", ("age", "age", 2)),
    "a table": ("T = [('age', 9)]\ndef f(r):\n    for x in T: r(x)", ("age", "age", 3)),
    "a default": ("T = {'age': 9}\ndef f(r, t=T): return r", ("age", "age", 2)),
    "a value": ("def f(x):\n    return x.s == 'female'", ("gender", "female", 2, True)),
}


@pytest.mark.parametrize("name", SPOKEN_OF)
def test_words_for_an_attribute_are_found(name: str) -> None:
    code, expected = SPOKEN_OF[name]

    assert _mentions(code) == [Mention(*expected)]


@pytest.mark.parametrize(
    "code",
    [
        "def f(cache): return cache.age > 10",
        "def f(c): return c.image.region",
        "def f(x): log('the age of the person is unknown')",
        "def f(x):\n    def g(y): return find(y).age\n    return x",
    ],
)
def test_other_words_are_none(code: str) -> None:
    assert _mentions(code) == []


def _mentions(code: str) -> list[Mention]:
    """Of the first function."""
    source = parse(code)
    return list(mentions(source.functions[0], source, default_catalogue()))
