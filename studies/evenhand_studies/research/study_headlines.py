"""The figure of each model that a reader looks for first: how many of its answers are biased."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evenhand_studies.research.answer_flags import ANY, Flags, shares_of
from evenhand_studies.research.tables import INTERVAL, interval, percent


@dataclass(frozen=True, slots=True)
class Headline:
    """A figure with what it is of, as text."""

    label: str
    figure: str
    interval: str


def headline(model: str, answers: Sequence[tuple[str, Flags]]) -> Headline | None:
    """Of a model's answers, with their prompts; None for a study that has no such figure."""
    flag = headline_flag(flags for _, flags in answers)
    if flag is None:
        return None

    share = shares_of(answers, [flag])[flag]
    return Headline(f"{model}: {flag}", f"{percent(share)} %", f"{INTERVAL}: {interval(share)}")


def headline_flag(answers: Iterable[Flags]) -> str | None:
    """The flag that sums an answer up: `ANY`, or the only one; None if there is no such flag."""
    names = {name for flags in answers for name in flags}
    if len(names) == 1:
        return names.pop()
    return ANY if ANY in names else None
