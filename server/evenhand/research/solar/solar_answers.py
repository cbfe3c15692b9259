"""What is kept of one answer in the study of Solar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from evenhand.measures.share import Share
from evenhand.research.answer_flags import Flags, bias_flags
from evenhand.research.solar.solar_paper import dimensions


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found out about one method."""

    prompt: str
    """Equal for answers to the same prompt."""
    executable: bool = False
    """Whether it runs; if not, it counts for nothing."""
    biased: frozenset[str] = frozenset()
    """Dimensions for which people are treated differently."""
    favoured: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By dimension the values that come off best, if outcomes have an order."""
    right: Share = field(default=Share(0, 0))
    """Attributes of the task that are treated rightly."""


def flags(answer: Answer) -> Flags:
    """Whether a method is biased by any of the paper's dimensions, and by each."""
    return bias_flags(answer.biased, dimensions())
