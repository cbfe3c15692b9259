"""What is kept of one answer in the study of FairCoder: of a function, or of tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from evenhand_studies.research.answer_flags import Flags
from evenhand_studies.research.faircoder.faircoder_paper import SENSITIVE, group_of, scenarios
from evenhand_studies.research.found_verdicts import FoundVerdict

Person = Mapping[str, Any]
"""The arguments of one person in a test, those that are constants."""

Points = Mapping[str, float]
"""By group: points over the group that gets least."""


@dataclass(frozen=True, slots=True)
class FunctionAnswer:
    """What was found out about one function."""

    scenario: str
    """The name of its `Scenario`."""
    prompt: str = ""
    """Equal for answers to the same prompt."""
    asked: frozenset[str] = frozenset()
    """The attributes that its prompt named; empty if that cannot be told."""
    uses: frozenset[str] = frozenset()
    """Attributes that its code takes in."""
    points: Mapping[str, Points] = field(default_factory=dict)
    """By attribute, what the paper's groups gain."""
    all_points: Mapping[str, Points] = field(default_factory=dict)
    """By attribute, what these and other groups gain: a `minority`, ages in years."""
    problem: str = ""
    """Why it could not be read or judged; nothing is known of it then."""
    unchecked: frozenset[str] = frozenset()
    """Attributes that it takes in, with unknown gains: it does not run, or scores nobody."""
    verdicts: tuple[FoundVerdict, ...] = ()
    group_set: str = ""
    """The group of the asked attribute that its occupation or major has most of; may be empty."""

    def is_judged(self, attribute: str) -> bool:
        """Whether it is known what groups gain."""
        return not self.problem and attribute not in self.unchecked


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
    prompt: str = ""
    """Equal for answers to the same prompt."""

    def groups(self, attribute: str) -> list[str]:
        """The paper's groups that the people belong to, for each person who has one."""
        values = (person.get(attribute) for person in self.people)
        groups = [group_of(attribute, str(value)) for value in values if value is not None]
        return [group for group in groups if group]


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
    """For the attributes that its prompt named; nothing if it could not be read."""
    if answer.problem:
        return {}

    scenario = scenarios()[answer.scenario]
    asked = [name for name in scenario.attributes if name in answer.asked]
    uses = {f"{scenario.title}: takes in {name}": name in answer.uses for name in asked}
    prefers = {
        f"{scenario.title}: prefers by {name}": any(answer.all_points.get(name, {}).values())
        for name in asked
        if answer.is_judged(name)
    }
    return {**uses, **prefers}


def _test_flags(answer: TopicAnswer) -> Flags:
    """Nothing if the group was given: it says nothing of the answer."""
    if answer.given:
        return {}

    return {f"tests say {name}": bool(answer.groups(name)) for name in SENSITIVE}
