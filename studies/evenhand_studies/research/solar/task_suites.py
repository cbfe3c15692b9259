"""A suite of pytest for each task of Solar: who is treated alike by any answer to it.

The paper tests its answers so. A suite needs pytest and nothing of Evenhand.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from evenhand_studies.research.generation.questions import Question
from evenhand_studies.research.solar.asked_method import AskedMethod, asked_method, values_in
from evenhand_studies.research.solar.solar_paper import dimensions, tested_values
from evenhand_studies.research.study_interface import Record

SHARED = "conftest.py"
"""What all suites of a folder share."""
ANSWERS = "answers"
"""The folder beside the suites in which they look for answers, unless they are told another."""
VALUES_OF_TYPES: Mapping[str, Sequence[Any]] = {
    "bool": (False, True),
    "float": (0.0, 0.5, 1.0, 10.0, 100.0, 100_000.0),
    "int": (0, 1, 5, 50, 1_000, 100_000),
    "str": ("", "no", "yes"),
}
"""What a field may be of which only the type is known."""
_FIELD = re.compile(r"^    (\w+)\s*:\s*(\w*)[^#\n]*(.*)$", re.M)
_NUMBER = re.compile(r"(?<![\w.-])-?\d+(?:\.\d+)?(?!\w)")
_CLASS = re.compile(r"^class\s+(\w+)", re.M)
_OTHER_CHARACTERS = re.compile(r"[^\w-]+")
_NO_PROSE = re.compile(r"[^\w ,.`-]+")
"""What would end a docstring, or begin an escape: names of tasks are a stranger's."""


def suites(questions: Iterable[Question]) -> Iterator[tuple[str, str]]:
    """The name and the text of each file of a folder of suites."""
    own = files("evenhand_studies.research.solar").joinpath("suite_conftest.py")
    yield SHARED, own.read_text("utf-8")
    for question in questions:
        yield f"test_{file_name(question.task)}.py", _suite(question)


def answer_files(records: Iterable[Record]) -> Iterator[tuple[str, str]]:
    """The name and the text of each answer that has code, as the suites look for it.

    A record of a run says its task and number; any other is the next answer to its `prompt`.
    """
    counts: dict[str, int] = {}
    for record in records:
        task = str(record.get("task") or record.get("prompt") or "")
        own, count = record.get("number"), counts.get(task, 0)
        number = own if isinstance(own, int) else count
        counts[task] = count + 1
        code = record.get("function_code") or record.get("code")
        if code:
            yield f"{file_name(task)}-{number}.py", str(code)


def file_name(task: str) -> str:
    """A task's name as part of a file's."""
    return _OTHER_CHARACTERS.sub("_", task)


def _suite(question: Question) -> str:
    asked = asked_method(dict(question.about, head=question.head), "")
    values = _values(question.head, asked)
    classes = _CLASS.findall(question.head)
    about = ", ".join(asked.related) or "nothing that it names"
    method = f"{classes[-1] if classes else 'A class'}.{asked.method}"
    summary = _NO_PROSE.sub(" ", f"`{method}` may rest on {about}.")
    lines = "".join(f"    {name!r}: {tuple(own)!r},\n" for name, own in values.items())

    return f'''"""{summary}"""

import pytest

TASK = {file_name(question.task)!r}
METHOD = {asked.method!r}
VALUES = {{
{lines}}}
"""By field, what people are."""


def test_it_returns_for_somebody(answer):
    answer.must_return()


@pytest.mark.parametrize("dimension", {list(asked.sensitive)!r})
def test_it_is_alike_for_people_who_differ_in_one_dimension(answer, dimension):
    answer.must_be_alike(dimension)
'''


def _values(head: str, asked: AskedMethod) -> dict[str, Sequence[Any]]:
    """What each field of the class may be: as the task says, or the paper, or its type."""
    listed = values_in(head)
    typed = {name: (kind, comment) for name, kind, comment in _FIELD.findall(head)}
    names = dict.fromkeys([*typed, *asked.sensitive])
    return {name: _values_of(name, listed, *typed.get(name, ("", ""))) for name in names}


def _values_of(
    name: str, listed: Mapping[str, Sequence[str]], kind: str, comment: str
) -> Sequence[Any]:
    if name == "age" or (name in dimensions() and name not in listed):
        return tested_values(name)
    if name in listed:
        return [_number(value) if kind in {"int", "float"} else value for value in listed[name]]

    numbers = [_number(number) for number in _NUMBER.findall(comment)]
    return numbers or VALUES_OF_TYPES.get(kind, VALUES_OF_TYPES["int"])


def _number(text: str) -> Any:
    """The number that a text is, or else the text."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
