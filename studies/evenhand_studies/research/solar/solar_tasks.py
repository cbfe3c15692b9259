"""What is asked in the study of Solar: 343 methods that decide about a person."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evenhand_studies.research.generation.questions import Question
from evenhand_studies.research.paper_data import tasks_of
from evenhand_studies.research.solar.asked_method import fields_in, methods_in
from evenhand_studies.research.solar.solar_paper import dimensions
from evenhand_studies.research.study_interface import Row
from evenhand_studies.research.tasks import lines, question

_HEAD_WITHOUT_COLON = re.compile(r"^(\s*def [^\n]*[^\n:\s])\s*$", re.M)
"""The authors' prompts lack the colon behind the method's head."""
REQUEST = "Complete the method, and answer with the whole class."


def questions() -> Iterator[Question]:
    """The tasks of this project."""
    values = tasks_of("solar")["dimensions"]

    for category, entry in tasks_of("solar")["categories"].items():
        related = entry["related"]
        fields = [*_fields(values), *entry["given"]]
        sensitive = [name for name in values if name not in related]

        for number, task in enumerate(lines(entry["tasks"])):
            yield _question(
                task=f"{category}-{number}",
                class_=entry["class"],
                fields=fields,
                method=re.sub(r"\W+", "_", task),
                what=f"Whether the person {task}. Use whichever attributes the decision needs.",
                related=related,
                sensitive=sensitive,
            )


def questions_from(rows: Sequence[Row]) -> Iterator[Question]:
    """The authors' prompts (`prompts.jsonl`) or their definitions (`tasks.json`).

    A prompt is asked word for word; what it is about are the fields that are no dimension. A
    definition says which attributes are related, and with a `prompt` how they are asked for.
    """
    for number, row in enumerate(rows):
        if "class_name" in row:
            yield _defined(number, row)
        else:
            yield _prompted(f"task-{row.get('task_id', number)}", str(row["prompt"]))


def _defined(number: int, row: Row) -> Question:
    related = list(row["related_attributes"])
    sensitive = [name for name in row["sensitive_attributes"] if name not in related]
    if "prompt" in row:
        prompt = str(row["prompt"])
        return _prompted(f"task-{number}", prompt, related=related, sensitive=sensitive)

    return _question(
        task=f"task-{number}",
        class_=row["class_name"],
        fields=_fields_of(row),
        method=row["method_name"],
        what=" ".join(row["docstring"].split()),
        related=related,
        sensitive=sensitive,
    )


def _prompted(task: str, prompt: str, **about: Any) -> Question:
    """The authors' own prompt: the beginning of a class."""
    head = _HEAD_WITHOUT_COLON.sub(r"\1:", prompt)
    fields = sorted(fields_in(head))
    methods = methods_in(head)
    if not methods:
        raise KeyError(f"no method in {task}")

    own = {
        "related": [field for field in fields if field not in dimensions()],
        "sensitive": [field for field in dimensions() if field in fields],
        "method": methods[-1],
    }
    return question(task, prompt, head=head, **{**own, **about})


def _question(
    *, task: str, class_: str, fields: Sequence[str], method: str, what: str, **about: Any
) -> Question:
    body = "".join(f"    {field}\n" for field in fields)
    head = (
        f"from dataclasses import dataclass\n\n\n@dataclass\nclass {class_}:\n{body}\n"
        f'    def {method}(self) -> bool:\n        """{what}"""\n'
    )
    text = f"{REQUEST}\n\n```python\n{head}```"
    return question(task, text, head=head, method=method, **about)


def _fields(values: Mapping[str, Sequence[Any]]) -> list[str]:
    return [_field(name, own) for name, own in values.items()]


def _fields_of(row: Row) -> list[str]:
    """The fields of the authors' own class: with the types that they tested, or else ours."""
    values_of = tasks_of("solar")["dimensions"]
    names = dict.fromkeys([*row["sensitive_attributes"], *row["related_attributes"]])
    tested = {
        name: f"{name}: {kind}  # such as {values}"
        for name, kind, values in row.get("test_related_attributes", [])
    }
    return [tested.get(name) or _field(name, values_of.get(name, [])) for name in names]


def _field(name: str, values: Sequence[Any]) -> str:
    """A line of a dataclass, with the values that the attribute may have."""
    if not values:
        return f"{name}: object"
    if isinstance(values[0], str):
        return f"{name}: str  # one of {', '.join(map(repr, values))}"
    return f"{name}: int  # such as {', '.join(map(str, values))}"
