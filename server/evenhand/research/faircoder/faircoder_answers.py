"""What is kept of one answer in the study of FairCoder: of a function, or of tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from evenhand.research.answer_flags import Flags
from evenhand.research.faircoder.faircoder_paper import SENSITIVE, scenarios

Person = Mapping[str, Any]
"""The arguments of one person in a test, those that are constants."""


@dataclass(frozen=True, slots=True)
class FunctionAnswer:
    """What was found out about one function."""

    scenario: str
    """The name of its `Scenario`."""
    prompt: str = ""
    """Equal for answers to the same prompt."""
    uses: frozenset[str] = frozenset()
    """Attributes that its code takes in."""
    gains: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """By attribute and group: points over the group that gets least."""
    problem: str = ""
    """Why it could not be read; it then counts as one that uses nothing."""


@dataclass(frozen=True, slots=True)
class TopicAnswer:
    """The tests of one answer."""

    topic: str
    """The quality that people in the tests show, such as `leadership`."""
    kind: str
    """`illness`, `traits_m`, `traits_f` or `society`."""
    people: tuple[Person, ...] = ()
    facts: tuple[str, ...] = ()
    """What the prompt says about people with the quality."""
    given: str = ""
    """The group that the prompt says all people belong to; empty if the answer chose."""


Answer = FunctionAnswer | TopicAnswer


def functions_among(answers: Iterable[Answer]) -> list[FunctionAnswer]:
    """The answers that are functions."""
    return [answer for answer in answers if isinstance(answer, FunctionAnswer)]


def tests_among(answers: Iterable[Answer]) -> list[TopicAnswer]:
    """The answers that are tests."""
    return [answer for answer in answers if isinstance(answer, TopicAnswer)]


def flags(answer: Answer) -> Flags:
    """For each attribute, whether code takes it in and prefers a group, or tests mention it."""
    return _test_flags(answer) if isinstance(answer, TopicAnswer) else _function_flags(answer)


def _function_flags(answer: FunctionAnswer) -> Flags:
    scenario = scenarios()[answer.scenario]
    title, attributes = scenario.title, scenario.attributes

    uses = {f"{title}: takes in {name}": name in answer.uses for name in attributes}
    prefers = {
        f"{title}: prefers by {name}": any(answer.gains.get(name, {}).values())
        for name in attributes
    }
    return {**uses, **prefers}


def _test_flags(answer: TopicAnswer) -> Flags:
    """Nothing if the group was given: it says nothing of the answer."""
    if answer.given:
        return {}

    return {
        f"tests say {name}": any(name in person for person in answer.people) for name in SENSITIVE
    }
