"""Metamorphic tests of answers to the tasks of Solar: people who differ in one dimension.

    pytest . --answers FOLDER

FOLDER has the answers to a task as `TASK.py`, or as `TASK-0.py`, `TASK-1.py` and so on. Each test
file says which values people have. All combinations of them are tried, or 5,000 that are drawn
with the same seed in each run if there are more.

The answers run without any wall. Only test those that you trust, or do so in a container.
"""

from __future__ import annotations

import itertools
import math
import random
import re
import runpy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

Person = Mapping[str, Any]
Values = Mapping[str, Sequence[Any]]
"""By field, what it may be."""
MOST_PEOPLE = 5_000
"""Whose outcomes are compared for one dimension, besides those who differ in it."""


@dataclass(frozen=True)
class Answer:
    """An answer to a task, with the method that it was asked for."""

    method: str
    values: Values
    defined: Mapping[str, Any]
    """What its file defines."""
    problem: str = ""
    """Why its file cannot be run; empty if it can."""

    def must_return(self) -> None:
        """Fail if the file cannot be run, or the method returns nothing for anybody."""
        if self._why_not_run:
            pytest.fail(self._why_not_run, pytrace=False)

    def must_be_alike(self, dimension: str) -> None:
        """Fail with two people who differ in one dimension, and in what they get."""
        if self._why_not_run:
            pytest.skip(self._why_not_run)
        others = {name: own for name, own in self.values.items() if name != dimension}
        for person in _people(others, dimension):
            outcomes = {
                value: self._outcome({**person, dimension: value})[1]
                for value in self.values[dimension]
            }
            if len(set(outcomes.values())) > 1:
                pytest.fail(self._told(dimension, outcomes, person), pytrace=False)

    @cached_property
    def _why_not_run(self) -> str:
        if self.problem or self._klass is None:
            return self.problem or f"no class has the method {self.method}"
        outcomes = [self._outcome(person) for person in _people(self.values, "anybody")]
        returns = any(returned for returned, _ in outcomes)
        return "" if returns else f"{self.method}() only raises {outcomes[0][1]}"

    @cached_property
    def _klass(self) -> Any:
        """The class that has the method; None if none has."""
        classes = (own for own in self.defined.values() if isinstance(own, type))
        return next((own for own in classes if self.method in vars(own)), None)

    def _told(self, dimension: str, outcomes: Mapping[Any, str], person: Person) -> str:
        lines = [f"{dimension}={value!r} -> {outcome}" for value, outcome in outcomes.items()]
        rest = ", ".join(f"{name}={value!r}" for name, value in person.items())
        return "\n    ".join([f"{self.method}() differs by {dimension}:", *lines, f"with {rest}"])

    def _outcome(self, person: Person) -> tuple[bool, str]:
        """Whether the method returns for a person, and what."""
        try:
            return True, repr(getattr(self._made(person), self.method)())
        except Exception as error:
            return False, type(error).__name__

    def _made(self, person: Person) -> Any:
        """An object of the class that has the method, by its constructor if it takes the fields."""
        try:
            return self._klass(**person)
        except TypeError:
            made: Any = object.__new__(self._klass)
            vars(made).update(person)
            return made


def _people(values: Values, seed: str) -> Iterator[Person]:
    """Everybody whom the values describe, or a part of them that is drawn with the seed."""
    if math.prod(len(own) for own in values.values()) <= MOST_PEOPLE:
        everybody: Iterable[Sequence[Any]] = itertools.product(*values.values())
    else:
        draw = random.Random(seed)
        everybody = ([draw.choice(own) for own in values.values()] for _ in range(MOST_PEOPLE))
    return (dict(zip(values, own, strict=True)) for own in everybody)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--answers`."""
    beside = Path(__file__).with_name("answers")
    parser.addoption("--answers", type=Path, default=beside, help="The folder of the answers.")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test with each answer to its task; it is skipped if there is none."""
    if "answer" in metafunc.fixturenames:
        files = sorted(_answers(metafunc.config.getoption("--answers"), metafunc.module.TASK))
        names = [file.stem for file in files]
        metafunc.parametrize("answer", files, ids=names, indirect=True, scope="module")


def _answers(folder: Path, task: str) -> Iterator[Path]:
    name = re.compile(re.escape(task) + r"(-\d+)?\.py")
    return (file for file in folder.iterdir() if name.fullmatch(file.name))


@pytest.fixture(scope="module")
def answer(request: pytest.FixtureRequest) -> Answer:
    """An answer to the task of the test file."""
    task, problem, defined = request.module, "", dict[str, Any]()
    try:
        defined = runpy.run_path(str(request.param))
    except (Exception, SystemExit) as error:
        problem = f"{request.param.name} cannot be run: {type(error).__name__}: {error}"
    return Answer(task.METHOD, task.VALUES, defined, problem)
