"""What has been done lately to a document, and which of its functions an assistant suggested."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from evenhand.apps.lsp.documents.document import Document
from evenhand.assistants.ledger.records import Ended, Fate, Kind
from evenhand.assistants.provenance.changed_functions import Printed
from evenhand.assistants.provenance.edit_shapes import Shape, shape_of
from evenhand.assistants.provenance.edits import Edit, Hint

NOTED_SECONDS = 600.0
"""How long a finding says that its function came from an assistant."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a client tells of a suggestion."""

    kind: Kind = Kind.SAID
    assistant: str = ""
    model: str = ""
    prompt_hash: str = ""


@dataclass(slots=True)
class Noticed:
    """One function that an assistant suggested."""

    function: str
    print: str
    number: asyncio.Future[int | None] | None = None
    """That of the suggestion in the ledger; None where it is not recorded."""
    confidence: float = 1.0
    since: float | None = None
    """When it came, by the loop's clock; None where that was in another session."""
    judged: bool = False
    """Whether its verdicts have been written down."""
    fate: Ended | None = None
    repaired: str = ""
    """The strategy of the repair that it got."""
    now_named: str = ""
    """Its name, where that has changed."""

    @property
    def name(self) -> str:
        return self.now_named or self.function

    def note(self, now: float) -> str:
        """`accepted from an assistant 2 s ago`; empty where that is long ago or not so any more."""
        changed = self.fate is not None and self.fate.fate not in (Fate.KEPT, Fate.ALLOWED)
        if self.since is None or changed or now - self.since > NOTED_SECONDS:
            return ""
        said = "accepted from an assistant" if self.confidence >= 1 else "probably an assistant's,"
        return f"{said} {age(now - self.since)}"


@dataclass(slots=True)
class Step:
    """One edit, the version of the document that it made, and the text before it."""

    version: int
    edit: Edit
    before: str
    shape: Shape = field(init=False)

    def __post_init__(self) -> None:
        self.shape = shape_of(self.edit, self.before)

    def hint(self, hints: frozenset[Hint]) -> None:
        """Add what somebody knows of the edit."""
        self.edit = replace(self.edit, hints=self.edit.hints | hints)
        self.shape = shape_of(self.edit, self.before)


@dataclass(slots=True)
class Trail:
    """A document's edits since the last that was looked into."""

    document: Document
    steps: list[Step] = field(default_factory=list)
    said: Said | None = None
    noticed: dict[str, Noticed] = field(default_factory=dict)
    """By the name that the function had when it was suggested."""
    own: str | None = None
    """The text that a repair of Evenhand's is about to make."""
    timer: asyncio.TimerHandle | None = None
    seen: frozenset[str] = frozenset()
    """Keys of functions that it had before an edit."""
    fresh: tuple[int, int] | None = None
    """Lines of what was looked into last, if it seemed an assistant's and nothing came since."""

    @property
    def before(self) -> str:
        """The text before the first of its edits."""
        return self.steps[0].before if self.steps else self.document.text.python

    @property
    def shapes(self) -> set[Shape]:
        """What its edits look like."""
        return {step.shape for step in self.steps}

    @property
    def hurried(self) -> bool:
        """Whether an assistant's text seems to have come just now."""
        return bool(self.shapes & {Shape.ASSISTANT, Shape.BLOCK})

    def hint(self, version: int, hints: frozenset[Hint]) -> int | None:
        """Add what is known of the edit that made `version`; its index, if it is still here."""
        for index, step in enumerate(self.steps):
            if step.version == version:
                step.hint(hints)
                return index
        return None

    def notes(self, now: float) -> Mapping[str, str]:
        """What findings say of where their functions came from, by the function's name."""
        notes = ((n.name, n.note(now)) for n in self.noticed.values())
        return {name: note for name, note in notes if note}

    def renamed(self, prints: Mapping[str, Printed]) -> None:
        """Find functions again that have another name now."""
        free = {p.print: name for name, p in prints.items() if name not in self.noticed}
        for noticed in self.noticed.values():
            if noticed.name not in prints:
                noticed.now_named = free.get(noticed.print, noticed.now_named)


def age(seconds: float) -> str:
    """`2 s ago`, `3 min ago`."""
    return f"{seconds:.0f} s ago" if seconds < 60 else f"{seconds / 60:.0f} min ago"
