"""A function that an assistant suggested, and what findings say about that."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from evenhand.assistants.ledger.records import Fate, Kind, RecordedFate

NOTED_SECONDS = 600.0
"""How long findings say that their function came from an assistant."""
JUST_NOW_SECONDS = 3.0
"""For so long it came just now."""
EVEN = 0.5
"""The confidence at which it is as likely as not."""


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
    kind: Kind | None = None
    """How it came in; None if that is not known any more."""
    versions: tuple[int, int] = (0, 0)
    """The versions of the document that its edits made, first and last."""
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

    @property
    def recorded_as(self) -> int | None:
        """The number of its suggestion in the ledger; None if it has none yet."""
        is_recorded = self.number is not None and self.number.done()
        return self.number.result() if is_recorded and self.number is not None else None

    def note(self, now: float) -> str:
        """`accepted from an assistant just now`; empty if it is too old, or has changed since."""
        if self.since is None or now - self.since > NOTED_SECONDS:
            return ""
        if self.fate is not None and self.fate.fate not in (Fate.KEPT, Fate.ALLOWED):
            return ""

        if self.confidence >= 1:
            return f"accepted from an assistant {age(now - self.since)}"
        return f"{guess(self.confidence)}, {age(now - self.since)}"


def guess(confidence: float) -> str:
    """What is said of code that may be an assistant's."""
    return f"{'probably' if confidence > EVEN else 'perhaps'} an assistant's"


def age(seconds: float) -> str:
    """`just now`, `12 s ago`, `3 min ago`."""
    if seconds < JUST_NOW_SECONDS:
        return "just now"
    return f"{seconds:.0f} s ago" if seconds < 60 else f"{seconds / 60:.0f} min ago"
