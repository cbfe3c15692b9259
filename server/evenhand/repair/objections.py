"""Why a text is no repair: the kinds of objections, and the sentence for each.

Decisions read an objection's kind and details; its sentence is for people and models.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto


class ObjectionKind(Enum):
    """What is wrong with a text."""

    # An answer of a model holds no candidate.
    IS_SCRIPT = auto()
    """What is to be repaired is a script, and has no function to replace."""
    ASYNC_CHANGED = auto()
    NO_PYTHON = auto()
    NO_FUNCTION = auto()
    """The answer has code, or none, and no function of that name."""

    # The text does not fit those who call it.
    UNREADABLE = auto()
    FUNCTION_GONE = auto()
    SIGNATURE_CHANGED = auto()
    NEW_IMPORT = auto()
    MORE_COMPLEX = auto()
    MUCH_LONGER = auto()

    # It does something that the old text does not.
    NOT_LOADED = auto()
    STILL_DIFFERS = auto()
    """Two values lead to different outcomes in a context of the survey."""
    NOT_RUN = auto()
    RAISES = auto()
    """It raises an exception where the old text had a result."""
    NEW_OUTCOME = auto()
    """The old text has this outcome for no value in that context."""
    WRONG_ECHO = auto()
    """It writes an attribute into its result that the person does not have."""
    INPUT_IGNORED = auto()
    """Another input mattered and does not any more."""

    # A search of the new text found something.
    STILL_BIASED = auto()
    NOT_CHECKED = auto()
    OUT_OF_TIME = auto()
    """The clock ended the proof: on another machine it may come to its end."""
    NEW_FINDING = auto()
    """Another function of the file is worse off, such as one that shares a helper."""


@dataclass(frozen=True, slots=True)
class Objection:
    """One reason why a text is no repair."""

    kind: ObjectionKind
    details: Mapping[str, object] = field(default_factory=dict)
    """What the sentence names."""

    @property
    def sentence(self) -> str:
        """A clause about the text, which it calls `it`."""
        return SENTENCES[self.kind].format_map(self.details)


class ObjectionError(Exception):
    """A text is no repair; the subclasses say who raises it."""

    def __init__(self, objection: Objection) -> None:
        super().__init__(objection.sentence)
        self.objection = objection


SENTENCES: Mapping[ObjectionKind, str] = {
    ObjectionKind.IS_SCRIPT: "it is a script, which only a repair without a model can change",
    ObjectionKind.ASYNC_CHANGED: "it is async where the function was not, or the other way round",
    ObjectionKind.NO_PYTHON: "it is no Python that can be read ({error})",
    ObjectionKind.NO_FUNCTION: 'it has no function `{function}`: the answer was "{answer}"',
    ObjectionKind.UNREADABLE: "it cannot be read: {error}",
    ObjectionKind.FUNCTION_GONE: "it has no function `{function}` any more",
    ObjectionKind.SIGNATURE_CHANGED: "its name, parameters or decorators are not the same",
    ObjectionKind.NEW_IMPORT: "it imports {module}, which the file did not",
    ObjectionKind.MORE_COMPLEX: "it is more complex: {after} instead of {before}",
    ObjectionKind.MUCH_LONGER: "it is much longer: {lines} lines",
    ObjectionKind.NOT_LOADED: "it does not load: {reason}",
    ObjectionKind.STILL_DIFFERS: "it still tells {first!r} from {second!r} ({attribute})",
    ObjectionKind.NOT_RUN: "it cannot be run for {value!r}: {reason}",
    ObjectionKind.RAISES: "it {now} where it returned {before}",
    ObjectionKind.NEW_OUTCOME: "it {does} for {value!r}, which nobody got before",
    ObjectionKind.WRONG_ECHO: "it writes another {attribute} into its result than the person has",
    ObjectionKind.INPUT_IGNORED: "it does not look at `{input}` any more",
    ObjectionKind.STILL_BIASED: (
        "{first!r} and {second!r} ({attribute}) still get different outcomes: "
        "{first_outcome} and {second_outcome}"
    ),
    ObjectionKind.NOT_CHECKED: "it cannot be checked for {attribute}: {reason}",
    ObjectionKind.OUT_OF_TIME: "it could not be proved: {reason}",
    ObjectionKind.NEW_FINDING: "it makes `{function}` treat people differently: {reason}",
}
