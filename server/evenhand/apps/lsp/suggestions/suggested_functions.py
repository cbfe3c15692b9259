"""A function that an assistant suggested, and what findings say about that."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from evenhand.assistants.ledger.records import Fate, RecordedFate

NOTED_SECONDS = 600.0
"""How long findings say that their function came from an assistant."""


@dataclass(slots=True)
class SuggestedFunction:
    """One function that an assistant suggested."""

    function: str
    """Its name when it was suggested."""
    fingerprint: str
    """Its key when it was suggested."""
    number: asyncio.Future[int | None] | None = None
    """That of the suggestion in the ledger; None if it is not recorded."""
    confidence: float = 1.0
    """That it came from an assistant, in [0, 1]; 1 is certain."""
    since: float | None = None
    """When it came, in seconds by the loop's clock; None if that is not known."""
    judged: bool = False
    """Whether its verdicts have been recorded."""
    fate: RecordedFate | None = None
    repaired: str = ""
    """The strategy of its repair; empty if it was not repaired."""
    new_name: str = ""
    """Its present name, if it was renamed."""

    @property
    def name(self) -> str:
        """The function's present name."""
        return self.new_name or self.function

    def note(self, now: float) -> str:
        """`accepted from an assistant 2 s ago`; empty if it is too old, or has changed since."""
        if self.since is None or now - self.since > NOTED_SECONDS:
            return ""
        if self.fate is not None and self.fate.fate not in (Fate.KEPT, Fate.ALLOWED):
            return ""

        certain = self.confidence >= 1
        origin = "accepted from an assistant" if certain else "probably an assistant's,"
        return f"{origin} {age(now - self.since)}"


def age(seconds: float) -> str:
    """`2 s ago`, `3 min ago`."""
    return f"{seconds:.0f} s ago" if seconds < 60 else f"{seconds / 60:.0f} min ago"
