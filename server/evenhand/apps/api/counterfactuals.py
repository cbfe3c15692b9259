"""`evenhand.counterfactual_pairs`: a strategy of Hypothesis, from what a function takes in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import TYPE_CHECKING, Any

from evenhand.apps.api.entry_points import settings_of
from evenhand.apps.api.hub import HUB
from evenhand.apps.api.hub_questions import CallsAnswer, CallsQuestion
from evenhand.apps.api.subjects import plain, source_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function; `call()` makes it, and `repr(call)` shows it."""

    text: str
    _names: dict[str, Any] = field(repr=False, compare=False)

    def __call__(self) -> Any:
        """What the function returns; whatever it raises is raised."""
        return eval(self.text, self._names)

    def __repr__(self) -> str:
        return self.text


def counterfactual_pairs(
    function: Callable[..., Any], attribute: str | None = None, **options: Any
) -> SearchStrategy[tuple[Call, Call]]:
    """Pairs of calls that differ in one person's attribute, as a strategy of Hypothesis.

    The calls are ones that the function accepts, and reach all of its branches that were found.
    They are looked for when the first pair is drawn, behind the walls, as `check` does; the test
    itself then makes them in its own process. `options` are those of `check`.

    Raises `ValueError` if no such pair is known, with the reason, and ImportError without
    Hypothesis.
    """
    try:
        from hypothesis import strategies
    except ImportError as error:
        raise ImportError(
            "counterfactual_pairs needs Hypothesis: pip install hypothesis"
        ) from error

    def pairs() -> SearchStrategy[tuple[Call, Call]]:
        of_groups = [
            strategies.lists(strategies.sampled_from(calls), min_size=2, max_size=2, unique=True)
            for calls in _groups(function, attribute, options)
        ]
        return strategies.one_of(of_groups).map(lambda pair: (pair[0], pair[1]))

    return strategies.deferred(pairs)


def _groups(
    function: Callable[..., Any], attribute: str | None, options: dict[str, Any]
) -> list[list[Call]]:
    """The calls that are alike but for one attribute; raises `ValueError` if there are none."""
    source, subject = source_of(function), plain(function)
    if not isinstance(subject, FunctionType):
        raise ValueError("give a function, and no class")
    if "<locals>" in subject.__qualname__:
        raise ValueError(f"`{source.name}` is inside of another function: calls cannot name it")
    settings = settings_of(**options)
    question = CallsQuestion(source.path, source.text, settings, source.name)
    answer: CallsAnswer = HUB.ask(question)

    names = subject.__globals__
    groups = [
        [Call(text, names) for text in group.calls]
        for group in answer.groups
        if attribute in (None, group.attribute)
    ]
    if not groups:
        why = answer.problem or "it reads no such attribute, or accepts no call that was tried"
        raise ValueError(f"no pairs are known for `{source.name}`: {why}")
    return groups
