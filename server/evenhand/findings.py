"""What a check says: verdicts on functions, each with the two calls that prove it.

Every reader of results (command line, language server, ledger, repair) takes these
types and nothing else. They are plain data: frozen, comparable, picklable.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NewType

from evenhand.causes import Cause, Explanation, Owner

RuleCode = NewType("RuleCode", str)
"""The code of a rule, such as `EVH001`; `docs/rules/<code>.md` is its page."""


class VerdictKind(StrEnum):
    """The answers of a check; there is nothing between them."""

    BIASED = "biased"
    REFUSES = "refuses"
    DELEGATES = "delegates"
    """A model, or a language model, is given another input: it decides outside of the code."""
    GROUPS = "groups"
    INDEPENDENT = "independent"
    NO_DIFFERENCE_FOUND = "no_difference_found"
    NOT_CHECKED = "not_checked"

    @property
    def unequal(self) -> bool:
        """Whether it says that people are treated differently."""
        return self in (VerdictKind.BIASED, VerdictKind.REFUSES)

    @property
    def tells_apart(self) -> bool:
        """Whether it says so, or that a model is given other inputs for them."""
        return self.unequal or self is VerdictKind.DELEGATES


class Severity(StrEnum):
    """How loudly a finding is shown, from loud to quiet."""

    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"


def quieter(first: Severity | None, second: Severity | None) -> Severity | None:
    """The less loud of two severities; None, which is not shown at all, is the quietest."""
    if first is None or second is None:
        return None
    order = list(Severity)
    return max(first, second, key=order.index)


class Purpose(StrEnum):
    """What a difference between people is for; in doubt it is a decision."""

    DECISION = "decision"
    """Somebody gets or loses something."""
    REPRESENTATION = "representation"
    """The outcome is another way to write the attribute: an age from a date, a label, a count."""
    ADDRESS = "address"
    """Only words for the person differ: pronouns, titles, endings."""
    BODY = "body"
    """A formula of physiology, medicine, nutrition or sport."""
    AGE_LIMIT = "age_limit"
    """A bound on age at an age that laws use."""
    LAW = "law"
    """What a statute or a published programme says."""
    CONCESSION = "concession"
    """A price by age for children, students or seniors."""
    ASKED_FOR = "asked_for"
    """The person or the caller asked for the attribute: a filter, a search, a wish."""
    UNCLEAR = "unclear"
    """Nothing in code that says enough speaks of what people get or lose."""


@dataclass(frozen=True, slots=True)
class Points:
    """What one signal counts for."""

    signal: str
    """Its name in `scorecard.toml`."""
    towards: Purpose
    points: float
    sign: str
    """What it was seen by, such as a word of the code."""
    phrase: str = "{}"
    """What the code does, for a person, with the sign at `{}`: `speaks of {}`."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """A purpose, and by what it was recognised."""

    purpose: Purpose
    sign: str = ""
    """Words of the code, such as `body fat`; empty if outcomes alone say it.

    A representation without one only checks the value.
    """
    points: tuple[Points, ...] = field(default=(), compare=False)
    """All signals that hold and count, the weightiest first."""
    lead: float | None = field(default=None, compare=False)
    """By how much its score is above the line of a decision; None if it was not scored."""


CHECK_OF_VALUE = Recognised(Purpose.REPRESENTATION)
"""That a value is only checked, or asked for."""
ONLY_LOGGED = Recognised(Purpose.REPRESENTATION, "log line")
"""That nothing differs but what a log is told."""


@dataclass(frozen=True, slots=True)
class SecondReading:
    """That a language model, which the user has chosen, takes a difference for no decision."""

    reader: str
    """Which model, and where."""
    purpose: Purpose
    """What it takes the difference for."""
    why: str
    """A few words of its own."""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of source text: lines from 1, columns in characters from 0, end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int

    def moved(self, down: int) -> Span:
        """The span so many lines further down."""
        return replace(self, line=self.line + down, end_line=self.end_line + down)

    def contains(self, other: Span) -> bool:
        """Whether all lines of another span are among its own."""
        return self.line <= other.line and other.end_line <= self.end_line


@dataclass(frozen=True, slots=True)
class Contrast:
    """Something in which two situations differ, as a reader sees it."""

    label: str
    """Such as `gender` or `limit`; empty if it has no name."""
    values: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Situations:
    """The two situations of a witness side by side, written for a reader and not to be run."""

    place: str
    """Where they are, if it is no plain call: `POST /apply`."""
    changed: Contrast
    """The attribute."""
    shared: tuple[tuple[str, str], ...]
    """What is the same in both: names and values."""
    outcomes: tuple[Contrast, ...]
    """The parts of the outcomes that differ."""

    @property
    def differ(self) -> bool:
        """Whether a reader sees that they do."""
        return any(each.values[0] != each.values[1] for each in self.outcomes)


@dataclass(frozen=True, slots=True)
class Staging:
    """The two calls of a witness as parts of a program, which a name of its own tells apart."""

    variable: str
    """Stands for the attribute's value in all expressions."""
    values: tuple[str, str]
    """Expressions for it."""
    given: tuple[tuple[str, str], ...]
    """Variables that are set before the call, and an expression for each: stand-ins that it
    gets."""
    patches: tuple[tuple[str, str], ...]
    """What takes the place of something of the world: `request`, `Applicant.objects`,
    `builtins.input` or `app.limits:MAX_AGE`, and an expression for each."""
    call: str
    imports: tuple[str, ...]
    """Statements that import what does not belong to the file."""
    names: tuple[str, ...]
    """Names of the file that the expressions use."""
    absent: tuple[str, ...]
    """Modules that the file imports and that could not be had, with the dots of relative ones; and
    what it calls as it is imported, and cannot be called: `openai:OpenAI`."""
    setup: tuple[str, ...] = ()
    """Statements that make a client of a framework; none if the call is made by itself."""
    place: str = ""
    """What the client asks for: `POST /apply`; empty without a client."""
    statuses: tuple[int, int] | None = None
    """The statuses with which a handler answers the two requests; None without a client."""
    body: str = ""
    """The attribute of an answer that holds its text."""
    record: str = ""
    """What follows an answer where its JSON is meant: `.json()`; empty if it has none."""
    server: str = ""
    """Where a server of the framework listens while one develops: `http://localhost:5000`."""
    repeated: tuple[str, ...] = ()
    """Keys of the outcome that hold the attribute's own value, whoever has it."""
    watched: tuple[str, ...] = ()
    """Expressions for what the calls do, where they give the same."""
    is_alike: bool = False
    """Whether the calls give objects that are written alike, and hold something else."""
    raises: int = 0
    """How many of the two calls raise an error."""
    is_plain: bool = False
    """Whether `==` compares all that the calls come to."""
    is_asked: bool = False
    """Whether the difference is in what a model is asked, where it may only repeat the value."""
    is_relative: bool = False
    """Whether the file imports its neighbours, so that its folder is a package."""
    runs: bool = True
    """Whether a program of it runs where Evenhand has run it: no decorator, no base class is
    missing, and what the calls do can be seen. A test may run where the project's packages are."""
    uses_django: bool = False
    """Whether the file needs Django to be set up before it is imported."""
    is_script: bool = False
    """Whether it is a file that is run, by the name `FILE`."""

    @property
    def seen(self) -> frozenset[str]:
        """The names of the mocks at which one sees what the calls do."""
        return frozenset(text.partition(".")[0] for text in self.watched)


@dataclass(frozen=True, slots=True)
class Witness:
    """Two calls that differ in one person's attribute alone, and what each gave."""

    calls: tuple[str, str]
    """Python expressions that run behind the file's own text."""
    outcomes: tuple[str, str]
    values: tuple[str, str]
    """The attribute's value in each call, as Python writes it: `"'male'"`, `"30"`."""
    direction: str = ""
    """Who gains and by how much, such as `female +1`; empty if the outcomes have no order."""
    situations: Situations | None = None
    """The two calls for a reader; None if only their texts are known."""
    staging: Staging | None = None
    """The two calls as a program; None if they cannot be made so."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Of many made-up people, those who get another outcome when their attribute alone changes."""

    people: int
    changed: int
    interval: tuple[float, float]
    """Of the share, within [0, 1], at a confidence of 95 %."""
    size: float | None = None
    """For half of those the outcome changes by at least so much; None if it is not a number."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found out about one function and one protected attribute."""

    attribute: str
    input: str
    """Where the attribute enters, as the source writes it: `person["gender"]`."""
    kind: VerdictKind
    code: RuleCode | None
    severity: Severity | None
    """None if nothing is shown."""
    reason: str
    """One sentence for a person in a hurry."""
    pairs: int
    seconds: float
    witness: Witness | None
    location: Span
    """Where to show it: the function's name."""
    branch: Span | None = None
    """The first branch that reads the attribute; None if there is none."""
    read_at: Span | None = None
    """The first expression that reads it; None if that is not known."""
    allowed: str | None = None
    """The reason of the allowance that silences this verdict; None if none does."""
    explanation: Explanation | None = None
    """What the reason says, as data; None if the witness or the count of pairs says it all."""
    stood_in: tuple[str, ...] = ()
    """What stand-ins took the place of when it ran: packages, and names of the module."""
    recognised: Recognised | None = None
    """What the difference is for by its signals; None if there is none."""
    through: str = ""
    """The function that decides, where this one only hands on what that one gives."""
    name: str = ""
    """The name in the code that means the attribute; empty if no name does, but a value."""
    rate: Rate | None = None
    """How many people it touches; None if that was not asked, or there is no witness."""
    is_named: bool = True
    """Whether the values of the two calls show what the reason is about: `'female'` does."""
    second_reading: SecondReading | None = None
    """Why a second reader has lowered it; None if none has."""

    @property
    def purpose(self) -> Purpose | None:
        """What the difference is for, as a second reader says; without one, by its signals."""
        if self.second_reading is not None:
            return self.second_reading.purpose
        return self.recognised.purpose if self.recognised is not None else None

    @property
    def decides(self) -> bool:
        """Whether people are treated differently in a decision about them."""
        return self.kind.tells_apart and self.purpose in (None, Purpose.DECISION)

    @property
    def cause(self) -> Cause | None:
        return self.explanation.cause if self.explanation is not None else None

    @property
    def decided_at(self) -> Span | None:
        """Where a person looks for the reason: a branch, or else an expression."""
        return self.branch or self.read_at

    @property
    def shown(self) -> bool:
        return self.severity is not None and self.allowed is None

    @property
    def is_judged(self) -> bool:
        """Whether it says how people are treated; what a model makes of its input, nobody sees."""
        return self.kind not in (VerdictKind.NOT_CHECKED, VerdictKind.DELEGATES)

    @property
    def only_spoken_of(self) -> bool:
        """Whether the function has a word for the attribute, and no input that shows its value."""
        return self.cause is Cause.NOT_FOLLOWED


@dataclass(frozen=True, slots=True)
class FunctionReport:
    """All verdicts on one function."""

    name: str
    """Qualified as in the source: `Account.fee`, `outer.inner`, `<module>`."""
    span: Span
    """The whole function, decorators included."""
    location: Span
    """Its name."""
    verdicts: tuple[Verdict, ...]

    @property
    def on_inputs(self) -> tuple[Verdict, ...]:
        """The verdicts on what it takes in, without those on what it only speaks of."""
        return tuple(verdict for verdict in self.verdicts if not verdict.only_spoken_of)

    @property
    def unequal(self) -> tuple[Verdict, ...]:
        """The differences that were found."""
        return tuple(verdict for verdict in self.verdicts if verdict.kind.unequal)

    @property
    def accidents(self) -> tuple[Explanation, ...]:
        """Why the machine left something not checked; it says nothing about the function."""
        reasons = (v.explanation for v in self.verdicts if v.kind is VerdictKind.NOT_CHECKED)
        return tuple(why for why in reasons if why is not None and why.owner is Owner.MACHINE)

    @property
    def line(self) -> int:
        return self.location.line


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding about the file rather than about a function, such as an idle allowance."""

    code: RuleCode
    severity: Severity
    message: str
    location: Span
    attribute: str = ""
    """What it is about, if that is an attribute."""
    name: str = ""
    """The name in the code that means the attribute."""
    recognised: Recognised | None = None
    """What the difference is for; None if it was not judged."""
    decided_on: int = 0
    """The line, from 1, of what decides by it, such as the fit of a model; 0 if nothing does."""

    @property
    def purpose(self) -> Purpose | None:
        return self.recognised.purpose if self.recognised is not None else None


@dataclass(frozen=True, slots=True)
class Allowance:
    """Attributes that a comment allows, and why."""

    attributes: frozenset[str]
    reason: str
    """Empty if there is none, or one that has yet to be written."""
    location: Span


@dataclass(frozen=True, slots=True)
class LeftOver:
    """Code outside of all functions that speaks of an attribute: nobody has looked at it."""

    attribute: str
    name: str
    """The name in the code that means the attribute, or a value of it."""
    location: Span


@dataclass(frozen=True, slots=True)
class Cell:
    """A code cell of a notebook, among the lines of the one module that its cells make."""

    number: int
    """From 1; cells of text count, too."""
    line: int
    """Its first line in the module."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a person finds something in a file; everything but rows counts from 1."""

    line: int
    """In the cell or the row, if it is in one."""
    column: int
    cell: int | None = None
    row: int | None = None
    """Of a data set, from 0."""


@dataclass(frozen=True, slots=True)
class FileReport:
    """All that a check says about one file, or about the code in one row of a data set."""

    path: str
    functions: tuple[FunctionReport, ...] = ()
    remarks: tuple[Remark, ...] = ()
    problem: str | None = None
    """Why the file, or a cell of it, could not be read (no text, syntax error); None otherwise."""
    depends_on: frozenset[str] = frozenset()
    """Other files that decide its verdicts: what it may import, and what its code has read."""
    cells: tuple[Cell, ...] = ()
    """Of a notebook, in their order; its spans are those of the module that they make."""
    row: int | None = None
    """Of a data set, from 0; None for a file of code."""
    left_over: tuple[LeftOver, ...] = ()
    """What no verdict is about, since it is in no function."""
    allowances: tuple[Allowance, ...] = ()
    """What comments of its own allow, whether it silences something or not."""

    @property
    def unjudged(self) -> tuple[tuple[FunctionReport, Verdict], ...]:
        """The verdicts that leave open whether people are treated differently.

        A nested function is judged with one around it.
        """
        open_verdicts = ((f, v) for f in self.functions for v in f.verdicts if not v.is_judged)
        return tuple((f, v) for f, v in open_verdicts if not self._is_judged_around(f, v))

    def _is_judged_around(self, function: FunctionReport, verdict: Verdict) -> bool:
        if verdict.cause is not Cause.INSIDE:
            return False
        around = (f for f in self.functions if function.name.startswith(f"{f.name}."))
        judged = (v for f in around for v in f.verdicts if v.is_judged)
        return any(v.attribute == verdict.attribute for v in judged)

    @property
    def shown(self) -> tuple[Verdict, ...]:
        return tuple(v for f in self.functions for v in f.verdicts if v.shown)

    @property
    def accidents(self) -> tuple[Explanation, ...]:
        """Why the machine left something not checked: problems of the run, each of them once."""
        reasons = (why for function in self.functions for why in function.accidents)
        return tuple(dict.fromkeys(reasons))

    @property
    def is_whole_file(self) -> bool:
        """Whether its lines are those of the file."""
        return not self.cells and self.row is None

    def place_of(self, span: Span) -> Place:
        """Where a person finds the beginning of a span."""
        index = bisect_right(self.cells, span.line, key=lambda cell: cell.line)
        if not index:
            return Place(span.line, span.column + 1, row=self.row)
        cell = self.cells[index - 1]
        return Place(span.line - cell.line + 1, span.column + 1, cell.number, self.row)
