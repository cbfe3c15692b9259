"""What the ledger holds. Plain data."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from evenhand.clock import now
from evenhand.findings import FunctionReport, Verdict, VerdictKind


class Kind(StrEnum):
    """How a suggestion came into a file."""

    INLINE = "inline"
    """An inline completion that was accepted whole."""
    INLINE_PART = "inline part"
    """A word or a line of an inline completion."""
    CHAT = "chat"
    """An edit by a chat or an agent in the editor."""
    DISK = "disk"
    """An edit by another process."""
    SAID = "said"
    """A client said so."""
    ASKED = "asked"
    """An agent asked before it wrote."""


class Fate(StrEnum):
    """What became of a function that was suggested."""

    KEPT = "kept"
    REPAIRED = "repaired"
    ALLOWED = "allowed"
    EDITED = "edited"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Code that came from an assistant."""

    file: str
    """Relative to its workspace, with `/`."""
    workspace: str
    """The folder that was open; empty for a file outside of all."""
    kind: Kind
    confidence: float
    """That it came from an assistant: 1 is certain."""
    code_hash: str
    functions: tuple[str, ...] = ()
    """Names of the functions that it put in or changed."""
    prints: tuple[str, ...] = ()
    """A key of each of them that formatting leaves as it is; empty where they are not followed."""
    assistant: str = ""
    """Such as `GitHub Copilot`; empty where it is not known."""
    model: str = ""
    prompt_hash: str = ""
    """Of the request that it answers; equal for answers to the same request."""
    source: str | None = None
    """The text itself, only where the user wants it kept."""
    time: datetime = field(default_factory=now)


@dataclass(frozen=True, slots=True)
class Judged:
    """One verdict on a function of a suggestion."""

    function: str
    attribute: str
    kind: str
    """`biased`, `refuses`, ... as in `VerdictKind`."""
    severity: str = ""
    """Empty where nothing is shown."""
    reason: str = ""
    calls: tuple[str, ...] = ()
    """The two calls of the witness, where there is one."""
    outcomes: tuple[str, ...] = ()
    direction: str = ""
    """Who gains: `male +10`."""


@dataclass(frozen=True, slots=True)
class Ended:
    """What became of one function of a suggestion."""

    function: str
    fate: Fate
    detail: str = ""
    """The strategy of a repair, the reason of an allowance."""
    time: datetime = field(default_factory=now)


@dataclass(frozen=True, slots=True)
class Followed:
    """A suggested function of a file, of which more may become."""

    id: int
    """The suggestion's number."""
    function: str
    print: str
    confidence: float
    age: float
    """Seconds since it was suggested."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A suggestion with all that is known of it."""

    id: int
    suggestion: Suggestion
    verdicts: tuple[Judged, ...] = ()
    fates: tuple[Ended, ...] = ()

    @property
    def unequal(self) -> tuple[Judged, ...]:
        """Verdicts that say that people are treated differently."""
        return tuple(v for v in self.verdicts if VerdictKind(v.kind).unequal)

    @property
    def open(self) -> bool:
        """Whether something unequal is neither repaired, allowed, edited nor gone."""
        settled = {f.function for f in self.fates if f.fate is not Fate.KEPT}
        return any(v.function not in settled for v in self.unequal)


def judged(report: FunctionReport) -> tuple[Judged, ...]:
    """A function's verdicts as the ledger keeps them."""
    return tuple(_judged(report.name, v) for v in report.verdicts)


def hash_of(text: str) -> str:
    """SHA-256 of a text without the space around it and at the ends of its lines."""
    lines = [line.rstrip() for line in text.strip().splitlines()]
    return hashlib.sha256("\n".join(lines).encode(errors="surrogatepass")).hexdigest()


def _judged(function: str, verdict: Verdict) -> Judged:
    witness = verdict.witness
    return Judged(
        function,
        verdict.attribute,
        verdict.kind.value,
        verdict.severity.value if verdict.severity else "",
        verdict.reason,
        witness.calls if witness else (),
        witness.outcomes if witness else (),
        witness.direction if witness else "",
    )
