"""For every context c and value a, the new f(c, a) is the old f(c, chosen)."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.check.file_job import job_of
from evenhand.check.reading.source import parse
from evenhand.options import CheckOptions
from evenhand.repair.rewrite.candidates import candidates
from evenhand.repair.survey.attribute_reads import reads_of

pytestmark = pytest.mark.long

INDENT = "    "
GENDERS = ("male", "female", "other")
YEARS = (0, 4, 11)

tests = st.recursive(
    st.one_of(
        st.sampled_from(GENDERS).map(lambda g: f'gender == "{g}"'),
        st.sampled_from(GENDERS).map(lambda g: f'gender.lower() != "{g}"'),
        st.lists(st.sampled_from(GENDERS), min_size=1, max_size=2).map(
            lambda gs: f"gender in {(*gs,)!r}"
        ),
        st.integers(18, 70).map(lambda n: f"age < {n}"),
        st.tuples(st.integers(18, 40), st.integers(41, 70)).map(
            lambda p: f"{p[0]} <= age <= {p[1]}"
        ),
        st.integers(0, 12).map(lambda n: f"years > {n}"),
        st.just("isinstance(age, int)"),
        st.just("chosen"),
    ),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(
            lambda p: f"({p[0]} {p[1]} {p[2]})"
        ),
        inner.map(lambda t: f"not ({t})"),
    ),
    max_leaves=4,
)
numbers = st.recursive(
    st.one_of(
        st.integers(-3, 9).map(str),
        st.sampled_from(["years", "score", "bonus", "(age - 30)", "WEIGHTS[gender]"]),
        st.sampled_from(GENDERS).map(lambda g: f'{{"{g}": 2}}.get(gender, 5)'),
    ),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
        st.tuples(inner, tests, inner).map(lambda p: f"({p[0]} if {p[1]} else {p[2]})"),
    ),
    max_leaves=3,
)


def indented(block: list[str]) -> list[str]:
    return [INDENT + line for line in block]


@st.composite
def statements(draw: st.DrawFn, depth: int = 0) -> list[str]:
    """One to three statements, as lines."""
    made: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.integers(0, 8 if depth < 2 else 5))
        if kind < 2:
            made.append(f"score += {draw(numbers)}")
        elif kind == 2:
            made += ["# a comment", f"bonus = {draw(numbers)}"]
        elif kind == 3:
            made.append(f"chosen = {draw(tests)}")
        elif kind == 4:
            made.append(f"score = score * {draw(numbers)}  # weighed")
        elif kind == 5:
            made.append(f"return {draw(numbers)}" if draw(st.booleans()) else "pass")
        else:
            made += _compound(draw, kind, depth)
    return made


def _compound(draw: st.DrawFn, kind: int, depth: int) -> list[str]:
    inner = statements(depth + 1)
    if kind == 6:
        loop = [f"if {draw(tests)}:", f"{INDENT}continue", *draw(inner)]
        return ["for step in range(2):", *indented(loop)]
    made = [f"if {draw(tests)}:", *indented(draw(inner))]
    for _ in range(draw(st.integers(0, 2))):
        made += [f"elif {draw(tests)}:", *indented(draw(inner))]
    if draw(st.booleans()):
        made += ["else:", *indented(draw(inner))]
    return made


HEAD = ["score = 1", "bonus = 2", "chosen = years > 5"]


def text_of(body: list[str]) -> str:
    table = 'WEIGHTS = {"male": 1, "female": 2, "other": 3}\n\n\n'
    lines = indented([*HEAD, *body, "return score, bonus"])
    return table + "\n".join(["def rate(years, gender, age):", *lines]) + "\n"


def load(text: str) -> Callable[..., object]:
    names: dict[str, Callable[..., object]] = {}
    exec(compile(text, "rate.py", "exec"), names)
    return names["rate"]


@given(statements().map(text_of), st.sampled_from(GENDERS), st.data())
def test_treating_everyone_alike_is_exact(text: str, gender: str, data: st.DataObject) -> None:
    source = parse(text)
    job = job_of(text, Path("rate.py"), CheckOptions(sys.executable), parsed=source)
    reading, reads = reads_of(source.functions[0], job)
    search = job.search(reading)
    domains = {s.input.path.text: list(s.domain) for s in search.states}
    if not domains:
        return
    genders = [g for g in domains.get("gender", GENDERS) if g in GENDERS]
    ages = domains.get("age", [30])
    chosen = {"gender": gender, "age": data.draw(st.sampled_from(ages))}
    values = {name: value for name, value in chosen.items() if name in domains}
    as_before = load(text)
    for candidate in candidates(search, reads, values):
        ast.parse(candidate.text)
        new = load(candidate.text)
        for years in YEARS:
            for given_gender in genders if "gender" in domains else [gender]:
                for age in ages if "age" in domains else [chosen["age"]]:
                    wanted = as_before(years, *_person(chosen, domains, given_gender, age))
                    assert new(years, given_gender, age) == wanted, candidate.text


def _person(
    chosen: dict[str, object], domains: dict[str, list[object]], gender: str, age: object
) -> tuple[object, object]:
    return (
        chosen["gender"] if "gender" in domains else gender,
        chosen["age"] if "age" in domains else age,
    )
