"""The latest edits of one document, and the functions in it that an assistant suggested."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from evenhand.apps.lsp.documents.document import Document
from evenhand.apps.lsp.suggestions.suggested_functions import SuggestedFunction
from evenhand.assistants.ledger.records import Kind
from evenhand.assistants.provenance.changed_functions import FunctionSnapshot, is_readable
from evenhand.assistants.provenance.edit_shapes import Shape, shape_of
from evenhand.assistants.provenance.edits import Burst, Edit, Hint, changes_between


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
    readable: str
    """The latest text up to `before` that is known to be without syntax errors, or the first."""
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
    readable: str = field(init=False)
    """Its latest text that a check could read, or the one with which it was opened."""
    steps: list[EditStep] = field(default_factory=list)
    """The present burst."""
    pending: list[EditStep] = field(default_factory=list)
    """Earlier bursts that left the text with a syntax error."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a burst is looked into: one after the other, in their order."""
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

    def __post_init__(self) -> None:
        self.readable = self.document.text.python

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
        """Add hints to the step that made `version`; its index, or None if there is none."""
        return _hint(self.steps, version, hints)

    def hint_pending(self, version: int, hints: frozenset[Hint]) -> bool:
        """Add hints to the pending step that made `version`; whether there is one."""
        return _hint(self.pending, version, hints) is not None

    def notes(self, now: float) -> Mapping[str, str]:
        """What findings say about where functions came from, by the function's name."""
        notes = {function.name: function.note(now) for function in self.suggested.values()}
        return {name: note for name, note in notes.items() if note}

    def forget(self, number: int, function: str | None = None) -> bool:
        """Follow a function of the suggestion `number` no more, or none; whether one was."""
        forgotten = [
            name
            for name, suggested in self.suggested.items()
            if suggested.recorded_as == number and function in (None, name)
        ]
        for name in forgotten:
            del self.suggested[name]
        return bool(forgotten)

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


def burst_of(steps: Sequence[EditStep], after: str) -> Burst:
    """Steps that follow each other, and the text after them; it may take a while."""
    texts = (*(step.before for step in steps), after)
    earlier = (text for text in (texts[0], steps[0].readable) if is_readable(text))
    return Burst(texts, tuple(step.edit for step in steps), next(earlier, None))


def merged(steps: Sequence[EditStep], after: str) -> list[EditStep]:
    """The steps, with those in a row that look typed in one."""
    texts = [*(step.before for step in steps[1:]), after]
    runs: list[EditStep] = []
    was_typed = False
    for step, text in zip(steps, texts, strict=True):
        is_typed = step.shape is Shape.KEYS or Hint.TYPED in step.edit.hints
        if not is_typed:
            runs.append(step)
        elif was_typed:
            runs[-1] = _typed(runs[-1], text)
        else:
            runs.append(_typed(step, text))
        was_typed = is_typed
    return runs


def _typed(step: EditStep, after: str) -> EditStep:
    edit = Edit(changes_between(step.before, after), frozenset({Hint.TYPED}), step.edit.time)
    return EditStep(step.version, edit, step.before, step.readable)


def _hint(steps: Sequence[EditStep], version: int, hints: frozenset[Hint]) -> int | None:
    for index, step in enumerate(steps):
        if step.version == version:
            step.hint(hints)
            return index
    return None
