"""What the ledger holds. Plain data."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from evenhand.check.proofs.side_by_side_texts import told_pair
from evenhand.clock import now
from evenhand.findings import FunctionReport, Verdict, VerdictKind
from evenhand.lines import lines_of


class Kind(StrEnum):
    """How a suggestion came into a file."""

    INLINE = "inline"
    """An inline completion that was accepted as a whole."""
    INLINE_PART = "inline part"
    """A word or a line of an inline completion."""
    CHAT = "chat"
    """An edit by a chat or an agent in the editor."""
    DISK = "disk"
    """An edit by another process."""
    SAID = "said"
    """The client says that it is a suggestion, and not of which kind."""
    ASKED = "asked"
    """An agent asked before it wrote."""


class Fate(StrEnum):
    """What became of a function that was suggested."""

    KEPT = "kept"
    REPAIRED = "repaired"
    ALLOWED = "allowed"
    EDITED = "edited"
    DELETED = "deleted"
    NOT_AN_ASSISTANTS = "not an assistant's"
    """The user says that no assistant wrote it."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Code that came from an assistant."""

    file: str
    """Relative to its workspace, with `/`."""
    workspace: str
    """The folder that was open; empty for a file outside all folders."""
    kind: Kind
    confidence: float
    """That it came from an assistant, in [0, 1]; 1 is certain."""
    code_hash: str
    functions: tuple[str, ...] = ()
    """Names of the functions that it added or changed."""
    fingerprints: tuple[str, ...] = ()
    """For each function a key that formatting does not change; empty if they are not followed."""
    assistant: str = ""
    """Such as `GitHub Copilot`; empty if it is not known."""
    model: str = ""
    prompt_hash: str = ""
    """Of the request that it answers; the same for all answers to the same request."""
    source: str | None = None
    """The text itself, only if the user wants it kept."""
    time: datetime = field(default_factory=now)


@dataclass(frozen=True, slots=True)
class RecordedVerdict:
    """One verdict on a function of a suggestion."""

    function: str
    attribute: str
    kind: str
    """`biased`, `refuses`, ... as in `VerdictKind`."""
    severity: str = ""
    """Empty if the verdict is not shown."""
    reason: str = ""
    calls: tuple[str, ...] = ()
    """The two calls of the witness, if there is one."""
    outcomes: tuple[str, ...] = ()
    direction: str = ""
    """Who gains: `male +10`."""


@dataclass(frozen=True, slots=True)
class RecordedFate:
    """What became of one function of a suggestion."""

    function: str
    fate: Fate
    detail: str = ""
    """The strategy of a repair, or the reason of an allowance."""
    time: datetime = field(default_factory=now)


@dataclass(frozen=True, slots=True)
class FollowedFunction:
    """A suggested function whose fate is still open."""

    id: int
    """The suggestion's number."""
    function: str
    fingerprint: str
    confidence: float
    age: float
    """Seconds since it was suggested."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A suggestion with all that is known of it."""

    id: int
    suggestion: Suggestion
    verdicts: tuple[RecordedVerdict, ...] = ()
    fates: tuple[RecordedFate, ...] = ()

    @property
    def disowned(self) -> frozenset[str]:
        """Functions of which the user says that no assistant wrote them."""
        return frozenset(
            fate.function for fate in self.fates if fate.fate is Fate.NOT_AN_ASSISTANTS
        )

    @property
    def is_disowned(self) -> bool:
        """Whether no assistant wrote any of it, as the user says."""
        functions = self.suggestion.functions
        return bool(functions) and self.disowned.issuperset(functions)

    @property
    def unequal(self) -> tuple[RecordedVerdict, ...]:
        """Verdicts that say that people are treated differently."""
        return tuple(verdict for verdict in self.verdicts if VerdictKind(verdict.kind).unequal)

    @property
    def open_verdicts(self) -> tuple[RecordedVerdict, ...]:
        """Those of `unequal` whose function is still as it was suggested."""
        settled = {fate.function for fate in self.fates if fate.fate is not Fate.KEPT}
        return tuple(verdict for verdict in self.unequal if verdict.function not in settled)


def recorded_verdicts(report: FunctionReport) -> tuple[RecordedVerdict, ...]:
    """A function's verdicts on what it takes in, as the ledger keeps them."""
    return tuple(_recorded(report.name, verdict) for verdict in report.on_inputs)


def hash_of(text: str) -> str:
    """SHA-256 of a text without the space around it and at the ends of its lines."""
    lines = [line.rstrip() for line in lines_of(text.strip())]
    return hashlib.sha256("\n".join(lines).encode(errors="surrogatepass")).hexdigest()


def _recorded(function: str, verdict: Verdict) -> RecordedVerdict:
    recorded = RecordedVerdict(
        function,
        verdict.attribute,
        verdict.kind.value,
        verdict.severity.value if verdict.severity else "",
        verdict.reason,
    )

    witness = verdict.witness
    if witness is None:
        return recorded
    calls, outcomes = told_pair(witness)
    return replace(recorded, calls=calls, outcomes=outcomes, direction=witness.direction)
