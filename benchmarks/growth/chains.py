"""Long chains: of branches, calls, operators."""

from __future__ import annotations

from benchmarks.growth.case import Case, function


def elifs(size: int) -> str:
    branches = [f"elif age == {n}:\n        total = {n}" for n in range(size)]
    return function(["if age < 0:\n        total = 1", *branches])


def chained_calls(size: int) -> str:
    return function([f"total = person{'.filter(age).order_by(gender)' * size}"])


def chained_calls_of_a_frame(size: int) -> str:
    return function([f"total = person.groupby('age'){'.dropna().assign(fee=age)' * size}"])


def chained_texts(size: int) -> str:
    return function([f"total = gender{'.strip().lower()' * size} == 'female'"])


def chained_attributes(size: int) -> str:
    return function([f"total = person{'.parent' * size}.age > 3"])


def chained_subscripts(size: int) -> str:
    parents = "['parent']" * size
    return function([f"total = person{parents}['age'] > 3"])


def chained_comparisons(size: int) -> str:
    return function([f"total = {' < '.join(['age'] * size)}"])


def sums(size: int) -> str:
    return function([f"total = {' + '.join(['age'] * size)}"])


def sums_of_texts(size: int) -> str:
    return function([f"total = {' + '.join(['str(age)', repr('years')] * size)}"])


def conjunctions(size: int) -> str:
    return function([f"total = {' and '.join(f'age > {n}' for n in range(size))}"])


def adjacent_texts(size: int) -> str:
    text = "f'{age}' "
    return function([f"total = ({text * size})"])


CASES = (
    Case(elifs, 100),
    Case(chained_calls, 100),
    Case(chained_calls_of_a_frame, 100),
    Case(chained_texts, 100),
    Case(chained_attributes, 100),
    Case(chained_subscripts, 100),
    Case(chained_comparisons, 100),
    Case(sums, 200),
    Case(sums_of_texts, 100),
    Case(conjunctions, 500),
    Case(adjacent_texts, 500),
)
