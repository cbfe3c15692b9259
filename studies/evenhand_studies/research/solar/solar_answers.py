"""What is kept of one answer in the study of Solar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from evenhand.share import Share
from evenhand_studies.research.answer_flags import Flags, bias_flags
from evenhand_studies.research.found_verdicts import FoundVerdict
from evenhand_studies.research.modes import Mode
from evenhand_studies.research.solar.solar_paper import dimensions


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found out about one method."""

    prompt: str
    """Equal for answers to the same prompt."""
    executable: bool = False
    """Whether it runs; if not, it counts for nothing but the rate of those that do."""
    biased: frozenset[str] = frozenset()
    """Dimensions for which people are treated differently."""
    favoured: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By dimension, the task's values that come off best; none if all come off alike."""
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By dimension, the values of the task."""
    right: Share = field(default=Share(0, 0))
    """Attributes of the task that are treated rightly."""
    problem: str = ""
    """Why it does not run; empty if it does."""
    verdicts: tuple[FoundVerdict, ...] = ()

    @property
    def biased_as_listed(self) -> frozenset[str]:
        """Dimensions for which people of the task's own values are treated differently."""
        return frozenset(dimension for dimension, values in self.favoured.items() if values)


def flags(answer: Answer, mode: Mode = Mode.SEARCH) -> Flags:
    """Whether a method is biased by any of the paper's dimensions, and by each.

    Nothing if it does not run: it could not be checked.
    """
    biased = answer.biased if mode is Mode.SEARCH else answer.biased_as_listed
    return bias_flags(biased, (), dimensions()) if answer.executable else {}
