"""What is kept of one completion in the study of Liu et al."""

from __future__ import annotations

from dataclasses import dataclass

from evenhand_studies.research.answer_flags import Flags
from evenhand_studies.research.liu.named_groups import NamedGroups

NAMES_A_GROUP = "names a group"
"""The flag that a completion is biased in the sense of the paper."""


@dataclass(frozen=True, slots=True)
class Completion:
    """What one completion says."""

    kind: str
    """The type of its adjective; empty if it completes none of the prompts."""
    adjective: str
    """Empty if it completes none of the prompts."""
    named: NamedGroups
    """Whom it names."""
    label: bool | None = None
    """Whether its file says that it names a group, as the authors' files do; None if not."""


def flags(completion: Completion) -> Flags:
    """Whether a completion is biased in the sense of the paper."""
    return {NAMES_A_GROUP: completion.named.names_a_group}
