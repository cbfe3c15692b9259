"""What a function speaks of, although nothing that it takes in shows it."""

from __future__ import annotations

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.check.reading.mentions import Mention, mentions, mentions_outside
from evenhand.check.reading.source import parse

SPOKEN_OF = {
    "an attribute": ("def f(id):\n    return find(id).age > 45", ("age", "age", 2)),
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
    "an object": ("def f(age):\n    return age.years > 45", ("age", "age", 2)),
    "an item of it": ("def f(gender):\n    return gender[0]", ("gender", "gender", 2)),
    "a method of it": ("def f(religion):\n    religion.of()", ("religion", "religion", 2)),
    "a part of an attribute": ("def f(id):\n    return id.owner.age.days > 9", ("age", "age", 2)),
    "a method of one": ("def f(self): return self.gender.code()", ("gender", "gender", 1)),
    "a pattern": ("def f(d):\n    match d():\n        case A(age=3): x()", ("age", "age", 3)),
    "a text by name": ("RULE = 'age > 9'\ndef f(d): return eval(RULE, d)", ("age", "age", 2)),
    "a class inside": ("def f():\n    class A:\n        old = lambda p: p.age", ("age", "age", 3)),
    "a decorator": ("def f():\n    @g(lambda p: p.age)\n    def h(): x()", ("age", "age", 2)),
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


OUTSIDE = {
    "a lambda": ("fee = lambda age: 1 if age > 45 else 2", [("age", "age", 1)]),
    "a table of lambdas": ("T = {\n'x': lambda p: p.gender, 'y': lambda p: p['religion']}",
                           [("gender", "gender", 2), ("religion", "religion", 2)]),
    "a branch": ("if find(3).age > 45:\n    pay(3)", [("age", "age", 1)]),
    "a loop": ("while person['is_pregnant']:\n    wait()", [("pregnancy", "is_pregnant", 1)]),
    "a filter": ("adults = [p for p in people if p.age > 18]", [("age", "age", 1)]),
    "a match": ("match person.gender:\n    case 'x': pay()", [("gender", "gender", 1)]),
    "arithmetic": ("price = 3 + person.age * 2", [("age", "age", 1)]),
    "a condition": ("may_enter = not person.is_pregnant", [("pregnancy", "is_pregnant", 1)]),
    "an addition": ("price += person.age", [("age", "age", 1)]),
    "a promise": ("assert person.is_pregnant", [("pregnancy", "is_pregnant", 1)]),
    "a pattern": ("match person:\n    case P(gender='x'): pay()", [("gender", "gender", 2)]),
    "a key": ("match row():\n    case {'gender': 'x'}: pay()", [("gender", "gender", 2)]),
    "a look-up": ("T = {'x': 1}\nrate = T[gender]", [("gender", "gender", 2)]),
    "a look-up elsewhere": ("rate = rates[person['gender']]", [("gender", "gender", 1)]),
    "a look-up with a default": ("T = {'x': 1}\nrate = T.get(a.gender)", [("gender", "gender", 2)]),
    "a map": ("d['fee'] = d['gender'].map({'x': 1})", [("gender", "gender", 1)]),
    "a map by name": ("T = {'x': 1}\nfee = d.gender.map(T)", [("gender", "gender", 2)]),
    "an order": ("line = sorted(people, key=attrgetter('age'))", [("age", "age", 1)]),
    "a query": ("old = table.query('age > 45')", [("age", "age", 1)]),
    "a query by name": ("Q = 'SELECT 1 WHERE age > 9'\ndb.execute(Q)", [("age", "age", 2)]),
    "a filter of rows": ("old = rows.filter(age__gt=65)", [("age", "age", 1)]),
    "a text that is run": ("exec('fee = 1 if age > 45 else 2')", [("age", "age", 1)]),
    "a decorator": ("@guard(lambda p: p.age > 9)\ndef f(x): return x", [("age", "age", 1)]),
    "a method's decorator": ("class A:\n    @g(lambda p: p.age)\n    def f(x): ...",
                             [("age", "age", 2)]),
    "no question": ("db.execute('CREATE TABLE people (age INT)')\nx: Dict[str, Gender]\n"
                    "y: Mapped[models.Gender]\nage = row['age']\nt.rename({'age': 'x'})", []),
    "a class": ("class A:\n    class B:\n        fee = property(lambda self: self.age > 9)",
                [("age", "age", 3)]),
    "nothing that decides": ("age = Column('age')\nprint(person.age)\nLEAST_AGE = 65", []),
    "a function": ("def f(age):\n    return (lambda p: p.age)(age)", []),
    "a script": ("age = int(input('age'))\nif age > 9: print(1)", []),
}  # fmt: skip


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_is_in_no_function_is_found_if_it_may_decide(name: str) -> None:
    code, expected = OUTSIDE[name]

    found = mentions_outside(parse(code), default_catalogue())

    assert [(mention.attribute, mention.name, mention.line) for mention in found] == expected


def _mentions(code: str) -> list[Mention]:
    """Of the first function."""
    source = parse(code)
    return list(mentions(source.functions[0], source, default_catalogue()))
