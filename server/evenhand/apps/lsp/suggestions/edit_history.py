"""The latest edits of one document, and the functions in it that an assistant suggested."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.suggestions.suggested_functions import SuggestedFunction
from evenhand.assistants.ledger.records import Kind
from evenhand.assistants.provenance.changed_functions import FunctionSnapshot
from evenhand.assistants.provenance.edit_shapes import Shape, shape_of
from evenhand.assistants.provenance.edits import Edit, Hint


@dataclass(frozen=True, slots=True)
class Attribution:
    """What a client says about where a suggestion came from."""

    kind: Kind = Kind.SAID
    assistant: str = ""
    model: str = ""
    prompt_hash: str = ""


@dataclass(slots=True)
class EditStep:
    """One edit, the version of the document that it made, and the text before it."""

    version: int
    edit: Edit
    before: str
    shape: Shape = field(init=False)

    def __post_init__(self) -> None:
        self.shape = shape_of(self.edit, self.before)

    def hint(self, hints: frozenset[Hint]) -> None:
        """Add what the client knows of the edit."""
        self.edit = replace(self.edit, hints=self.edit.hints | hints)
        self.shape = shape_of(self.edit, self.before)


@dataclass(slots=True)
class EditHistory:
    """A document's edits since the last burst whose origin was determined."""

    document: Document
    steps: list[EditStep] = field(default_factory=list)
    attribution: Attribution | None = None
    """What the client says of a suggestion among the steps."""
    suggested: dict[str, SuggestedFunction] = field(default_factory=dict)
    """By the name that the function had when it was suggested."""
    expected: str | None = None
    """The text that a repair is about to make."""
    timer: asyncio.TimerHandle | None = None
    """Ends the present burst."""
    earlier: frozenset[str] = frozenset()
    """Fingerprints of functions that the document had before."""
    fresh_lines: tuple[int, int] | None = None
    """Lines of the last burst, if it seems an assistant's and no edit came since."""

    @property
    def before(self) -> str:
        """The text before the first of the steps."""
        return self.steps[0].before if self.steps else self.document.text.python

    @property
    def shapes(self) -> set[Shape]:
        """What the steps look like."""
        return {step.shape for step in self.steps}

    @property
    def is_urgent(self) -> bool:
        """Whether an assistant's text seems to have come just now."""
        return bool(self.shapes & {Shape.ASSISTANT, Shape.BLOCK})

    def hint(self, version: int, hints: frozenset[Hint]) -> int | None:
        """Add hints to the edit that made `version`; its index, or None if it is not here."""
        for index, step in enumerate(self.steps):
            if step.version == version:
                step.hint(hints)
                return index
        return None

    def notes(self, now: float) -> Mapping[str, str]:
        """What findings say about where functions came from, by the function's name."""
        notes = {function.name: function.note(now) for function in self.suggested.values()}
        return {name: note for name, note in notes.items() if note}

    def follow_renames(self, functions: Mapping[str, FunctionSnapshot]) -> None:
        """Find suggested functions that have another name now, by their fingerprints."""
        unclaimed = {
            snapshot.fingerprint: name
            for name, snapshot in functions.items()
            if name not in self.suggested
        }
        for suggested in self.suggested.values():
            if suggested.name not in functions:
                suggested.new_name = unclaimed.get(suggested.fingerprint, suggested.new_name)
