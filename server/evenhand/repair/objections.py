"""Why a text is no repair: the kinds of objections, and the sentence for each.

Decisions read an objection's kind and details; its sentence is for people and models.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from evenhand.doors.printable import excerpt


class ObjectionKind(Enum):
    """What is wrong with a text."""

    # An answer of a model holds no candidate.
    IS_SCRIPT = auto()
    """What is to be repaired is a script, and has no function to replace."""
    ASYNC_CHANGED = auto()
    NO_PYTHON = auto()
    NO_FUNCTION = auto()
    """The answer has code, or none, and no function of that name."""
    UNCHANGED = auto()
    DIFF_DOES_NOT_FIT = auto()
    NAME_UNKNOWN = auto()
    """The function uses a name that the file lacks, and that the answer does not import."""
    HIDDEN_CHARACTER = auto()
    """It has a character that moves, turns or hides what is written around it."""

    # The text does not fit those who call it.
    UNREADABLE = auto()
    FUNCTION_GONE = auto()
    SIGNATURE_CHANGED = auto()
    NEW_IMPORT = auto()
    MORE_COMPLEX = auto()
    MUCH_LONGER = auto()

    # It does not do what the task may demand.
    AGE_LIMIT_LOST = auto()
    FORMULA_LOST = auto()
    """A formula of the body is changed or gone."""

    # It does something that the old text does not.
    NOT_LOADED = auto()
    STILL_DIFFERS = auto()
    """Two values lead to different outcomes in a context of the survey."""
    NOT_RUN = auto()
    RAISES = auto()
    """It raises an exception where the old text had a result."""
    NEW_OUTCOME = auto()
    """The old text has this outcome for no value in that context."""
    NO_FOR_ALL = auto()
    """Nothing decides any more, and everybody gets the no."""
    OTHER_EFFECT = auto()
    """Its result is the old one, and it prints or changes something else."""
    TWO_BASELINES = auto()
    """People get what one group got in some contexts, and what another got in others."""
    WRONG_ECHO = auto()
    """It writes an attribute into its result that the person does not have."""
    INPUT_IGNORED = auto()
    """Another input mattered for those as whom everyone is treated, and does not any more."""
    NEW_CRITERION = auto()
    """Another input did not matter for them, and decides now."""
    NEW_INPUT = auto()
    """It looks at a part of what it takes in that the old text did not look at."""
    OTHER_QUESTIONS = auto()
    """It asks whoever sits at the terminal fewer questions, or more."""
    NEW_INFLUENCE = auto()
    """It asks the clock, chance, or the state of the program, which the old text did not."""

    # A search of the new text found something.
    STILL_BIASED = auto()
    STILL_READ = auto()
    """No difference was found, but its source says that the attribute may decide something."""
    MISSED_BEFORE = auto()
    """An attribute decides in both texts, which the search of the old text had missed."""
    NOT_CHECKED = auto()
    OUT_OF_TIME = auto()
    """The clock ended the proof: on another machine it may come to its end."""
    NEW_FINDING = auto()
    """Another function of the file is worse off, such as one that shares a helper."""


STILL = frozenset(
    (
        ObjectionKind.STILL_DIFFERS,
        ObjectionKind.STILL_BIASED,
        ObjectionKind.STILL_READ,
        ObjectionKind.MISSED_BEFORE,
    )
)
"""The text does not end what it is to end."""
NOT_KNOWN = frozenset((ObjectionKind.NOT_RUN, ObjectionKind.NOT_CHECKED, ObjectionKind.OUT_OF_TIME))
"""What the text does is not known."""
LONGEST_SHOWN = 80
"""Characters of an outcome in a sentence."""


@dataclass(frozen=True, slots=True)
class ShownCall:
    """A call that speaks against a text."""

    call: str
    """A Python expression that runs behind the file."""
    before: str
    """What those got as whom everyone is treated; where there are none, what the person got."""
    now: str


@dataclass(frozen=True, slots=True)
class Objection:
    """One reason why a text is no repair."""

    kind: ObjectionKind
    details: Mapping[str, object] = field(default_factory=dict)
    """What the sentence names."""
    calls: tuple[ShownCall, ...] = ()
    """The calls that show it, two at most; none where nothing was run."""

    @property
    def sentence(self) -> str:
        """A clause about the text, which it calls `it`."""
        return SENTENCES[self.kind].format_map(self.details)


def why_no_text(objection: Objection) -> str:
    """Why nothing that was tried can be offered, as a clause for a reader who has seen no text."""
    if objection.kind in STILL:
        return "every change that was tried still does"
    if objection.kind in NOT_KNOWN:
        return f"no change could be proved ({objection.details['reason']})"
    return "every change that was tried does something else as well"


def shown(text: str) -> str:
    """A text on one line, cut if it is long."""
    return excerpt(text, LONGEST_SHOWN)


class ObjectionError(Exception):
    """A text is no repair; the subclasses say who raises it."""

    def __init__(self, objection: Objection) -> None:
        super().__init__(objection.sentence)
        self.objection = objection


class NotProvedError(ObjectionError):
    """The proof does not hold."""


SENTENCES: Mapping[ObjectionKind, str] = {
    ObjectionKind.IS_SCRIPT: "it is a script, which only a repair without a model can change",
    ObjectionKind.ASYNC_CHANGED: "it is async where the function was not, or the other way round",
    ObjectionKind.NO_PYTHON: "it is no Python that can be read ({error})",
    ObjectionKind.NO_FUNCTION: 'it has no function `{function}`: the answer was "{answer}"',
    ObjectionKind.UNCHANGED: "it is the function as it was",
    ObjectionKind.DIFF_DOES_NOT_FIT: "it is a diff that does not fit the function",
    ObjectionKind.NAME_UNKNOWN: "it uses `{name}`, which the file does not have",
    ObjectionKind.HIDDEN_CHARACTER: "it has a character that nobody sees: {character}",
    ObjectionKind.UNREADABLE: "it cannot be read: {error}",
    ObjectionKind.FUNCTION_GONE: "it has no function `{function}` any more",
    ObjectionKind.SIGNATURE_CHANGED: "its name, parameters or decorators are not the same",
    ObjectionKind.NEW_IMPORT: "it imports {module}, which the file did not",
    ObjectionKind.MORE_COMPLEX: "it is more complex: {after} instead of {before}",
    ObjectionKind.MUCH_LONGER: "it is much longer: {lines} lines",
    ObjectionKind.AGE_LIMIT_LOST: "it drops the age limit `{part}`, which a law may demand",
    ObjectionKind.FORMULA_LOST: "it changes the formula of the body `{part}`, which may stay",
    ObjectionKind.NOT_LOADED: "it does not load: {reason}",
    ObjectionKind.STILL_DIFFERS: "it still tells {first!r} from {second!r} ({attribute})",
    ObjectionKind.NOT_RUN: "it cannot be run for {value!r}: {reason}",
    ObjectionKind.RAISES: "it {now} where it returned {before}",
    ObjectionKind.NEW_OUTCOME: "it {does} for {value}, which nobody got before",
    ObjectionKind.NO_FOR_ALL: "it says no to everybody",
    ObjectionKind.OTHER_EFFECT: "it changes or prints something that nobody's call did before",
    ObjectionKind.TWO_BASELINES: (
        "it treats people as {like} in some calls and as {other} in others"
    ),
    ObjectionKind.WRONG_ECHO: "it writes another {attribute} into its result than the person has",
    ObjectionKind.INPUT_IGNORED: (
        "it does not look at `{input}` any more, which mattered for {like}"
    ),
    ObjectionKind.NEW_CRITERION: (
        "it decides by `{input}` instead, which made no difference for {like}"
    ),
    ObjectionKind.NEW_INPUT: "it looks at `{input}`, which it did not before",
    ObjectionKind.OTHER_QUESTIONS: "it does not ask the same questions (`input`) as before",
    ObjectionKind.NEW_INFLUENCE: "it depends on `{name}`, which it did not before",
    ObjectionKind.STILL_BIASED: (
        "{first!r} and {second!r} ({attribute}) still get different outcomes: "
        "{first_outcome} and {second_outcome}"
    ),
    ObjectionKind.STILL_READ: (
        "it may still decide something by `{input}` ({attribute}), in line {line} of the new text"
    ),
    ObjectionKind.MISSED_BEFORE: "it decides by {attribute}, too, as the old text did",
    ObjectionKind.NOT_CHECKED: "it cannot be checked for {attribute}: {reason}",
    ObjectionKind.OUT_OF_TIME: "it could not be proved: {reason}",
    ObjectionKind.NEW_FINDING: "it makes `{function}` treat people differently: {reason}",
}
