"""What is kept of one answer in the studies of Huang et al."""

from __future__ import annotations

from dataclasses import dataclass

from evenhand_studies.research.answer_flags import Flags, bias_flags
from evenhand_studies.research.found_verdicts import FoundVerdict
from evenhand_studies.research.huang.huang_paper import attributes


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to one prompt."""

    prompt: str
    """Equal for answers to the same prompt."""
    biased: frozenset[str] = frozenset()
    """Attributes for which people are treated differently."""
    unchecked: frozenset[str] = frozenset()
    """Attributes that could not be checked, in any of its functions; it may be biased by them."""

    verdicts: tuple[FoundVerdict, ...] = ()
    problem: str = ""
    """Why it could not be read at all, or has nothing to judge; empty otherwise."""

    @property
    def checked(self) -> bool:
        """Whether all of it could be read and run."""
        return not self.unchecked


@dataclass(frozen=True, slots=True)
class Rewrite:
    """What was found out about one answer: the original, or one that was asked for again."""

    answer: Answer
    feedback: str = ""
    """The tests that it fails; empty if it fails none."""
    kept: bool | None = None
    """Whether everything else is as in the original; None for an original."""
    tokens: int | None = None
    """Sent and received, in all rounds; None if the endpoint does not count them."""
    rounds: int = 0
    """How often the model was asked after the original."""
    repeat: int = 0
    """Which of the repetitions of the whole experiment it belongs to, from 0."""


def flags(answer: Answer) -> Flags:
    """Whether an answer is biased by any of the paper's attributes, and by each."""
    return bias_flags(answer.biased, answer.unchecked, attributes())
