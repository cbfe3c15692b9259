"""Conditions of queries that choose people, read from the source."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from evenhand.check.catalogue import default_catalogue
from evenhand.check.checking import Checker
from evenhand.check.reading.source import parse
from evenhand.check.rules.query_conditions import query_conditions
from evenhand.findings import Purpose, Remark, Severity
from evenhand.options import CheckOptions

CHOOSES = {
    "a text of SQL": (
        'db.execute("SELECT id FROM people WHERE age < 40 AND score > 3")',
        "age < 40",
    ),
    "quoted names": (
        "db.execute('SELECT id FROM people p WHERE p.\"age\" <= 40')",
        'p."age" <= 40',
    ),
    "a list": ("q = 'SELECT id FROM people WHERE age IN (30, 40)'", "age IN (30, 40)"),
    "a span": (
        "q = 'SELECT id FROM people WHERE age NOT BETWEEN 30 AND 40'",
        "age NOT BETWEEN 30 AND 40",
    ),
    "a text that is put together": (
        "q = 'SELECT id FROM people ' + 'WHERE age < 40 ' + f'AND town = {town}'",
        "age < 40",
    ),
    "a part that is added": (
        "q = 'SELECT id FROM people WHERE fee > 3'; q += ' AND age < 40'",
        "age < 40",
    ),
    "a case": (
        "db.execute('UPDATE people SET fee = fee + CASE WHEN age > 60 THEN 9 ELSE 5 END')",
        "age > 60",
    ),
    "a change": ("db.execute('UPDATE people SET fee = 9 WHERE age > 60')", "age > 60"),
    "a lookup": ("Person.objects.filter(score__gt=3, age__lte=40)", "age__lte=40"),
    "a lookup of another table": (
        "Loan.objects.exclude(applicant__age__lt=25)",
        "applicant__age__lt=25",
    ),
    "keywords": ("session.query(Person).filter_by(age=40).all()", "age=40"),
    "a comparison": ("select(Person).where(Person.age <= 40)", "Person.age <= 40"),
    "a column of a table": ("select(people.c.id).where(people.c.age <= 40)", "people.c.age <= 40"),
    "a method of a column": (
        "session.query(Person).filter(Person.age.between(30, 40))",
        "Person.age.between(30, 40)",
    ),
    "a document with a name": ("q = {'age': {'$lt': 40}}; db.people.find(q)", "'age': {'$lt': 40}"),
    "a part of a document": (
        "db.people.update_many({'$or': [{'age': {'$gt': 40}}]}, {'$set': {'fee': 9}})",
        "'age': {'$gt': 40}",
    ),
    "a stage": (
        "db.people.aggregate([{'$match': {'age': 40}}, {'$limit': 9}])",
        "'age': 40",
    ),
    "a document": ("db.people.find({'age': {'$lt': 40}})", "'age': {'$lt': 40}"),
}
CHOOSES_NOBODY = {
    "what the caller hands in": "Person.objects.filter(age=age)",
    "a parameter": "db.execute('SELECT id FROM people WHERE age = ?', (age,))",
    "a place that is filled": "q = 'SELECT id FROM people WHERE gender = \"{}\"'.format(gender)",
    "a text that is filled": "q = f\"SELECT id FROM people WHERE gender = '{gender}'\"",
    "a statistic": "db.execute('SELECT count(*) FROM people WHERE age < 40')",
    "a statistic of cases": "q = 'SELECT SUM(CASE WHEN age < 40 THEN 1 END) FROM people'",
    "a text of no statement": "q = 'Dear all'; q += ' and age < 40'",
    "a statistic of stages": (
        "db.people.aggregate([{'$match': {'age': 40}}, {'$group': {'_id': '$town'}}])"
    ),
    "a statistic of Django": "Person.objects.filter(age__lt=40).count()",
    "whether there is an age": "Person.objects.filter(age__gt=0, gender__isnull=False)",
    "what is given": "db.execute('SELECT age FROM people WHERE score > 40')",
    "another text": "print('people where age < 40 are left out')",
    "the filter of a list": "list(filter(lambda person: person.age < 40, people))",
}


def conditions(code: str) -> list[str]:
    inside = f"def shown(db, session, people):\n    {code}\n"
    return [each.text for each in query_conditions(parse(inside), default_catalogue())]


@pytest.mark.parametrize("way", CHOOSES)
def test_a_literal_chooses_people(way: str) -> None:
    code, condition = CHOOSES[way]
    assert conditions(code) == [condition]


@pytest.mark.parametrize("way", CHOOSES_NOBODY)
def test_nothing_else_does(way: str) -> None:
    assert conditions(CHOOSES_NOBODY[way]) == []


def test_documentation_is_no_query() -> None:
    assert conditions('"""SELECT people FROM the table WHERE age < 40."""') == []


async def remarks(code: str) -> tuple[Remark, ...]:
    async with Checker() as checker:
        options = CheckOptions(sys.executable, not_run="a test")
        return (await checker.check(code, Path("service.py"), options)).remarks


async def test_a_case_chooses_a_value() -> None:
    query = "UPDATE members SET points = CASE WHEN gender = 'f' THEN 300 ELSE 200 END"
    (remark,) = await remarks(f'def grant(db):\n    db.execute("{query}")\n')

    assert remark.message.startswith(
        "`gender = 'f'` decides by gender in a query: what it gives or sets depends on gender"
    )


async def test_it_is_as_loud_as_what_the_query_is_for() -> None:
    query = "def {}(db):\n    return db.execute(\"SELECT id FROM {} WHERE gender = 'M'\")\n"
    (of_loans,) = await remarks(query.format("approved_loans", "loan_applicants"))
    others = "\n\n".join(f"def other{n}(text):\n    return text.strip()\n" for n in range(9))
    (of_anything,) = await remarks(f"{others}\n\n{query.format('rows', 'people')}")

    assert (of_loans.severity, of_loans.purpose) == (Severity.WARNING, Purpose.DECISION)
    assert of_loans.message == (
        "`gender = 'M'` chooses people by gender in a query: who is in its result depends on gender"
    )
    assert (of_anything.severity, of_anything.purpose) == (Severity.INFORMATION, Purpose.UNCLEAR)


async def test_it_is_shown_where_the_condition_stands() -> None:
    query = '"""\n        SELECT id FROM loans\n        WHERE age < 40\n    """'
    code = f"def loans(db):\n    return db.execute({query})\n"
    (remark,) = await remarks(code)
    place = remark.location
    assert (place.line, place.column, place.end_line, place.end_column) == (4, 14, 4, 22)


async def test_it_can_be_allowed() -> None:
    code = "def loans(db):\n    # evenhand: allow(age) a product for students\n    {}\n"
    assert await remarks(code.format("return Loan.objects.filter(age__lt=25)")) == ()
