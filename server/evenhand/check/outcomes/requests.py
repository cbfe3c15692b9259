"""Says what a search asks of a sandbox, and what it gets back.

A search never runs anything itself. It yields requests (`Open`, `Run`, `Expect`) from a generator;
a driver passes them to a sandbox and sends the answers back in.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar

from evenhand.causes import Cause, Explanation

Site = tuple[int, int, int, int]
"""Line, column, last line and last column of an expression, as `ast` counts them."""


@dataclass(frozen=True, slots=True)
class Module:
    """The source text whose functions are to be called."""

    source: str
    path: str
    """Shown as `__file__`; the text itself comes from `source`, saved or not."""
    name: str = "evenhand_subject"
    search_path: tuple[str, ...] = ()
    """Folders of the workspace from which the module may import, behind all others."""
    readable: tuple[str, ...] | None = None
    """Folders of which the module may read files; None: those of `search_path`."""
    packages: tuple[str, ...] = ()
    """Large packages that its calls take, whether it imports them or not."""
    sites: tuple[Site, ...] = field(default=(), compare=False)
    """Expressions of the text that report when a watched call reaches them."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call, as a Python expression over the module's names: `score(30, 'male')`."""

    text: str
    world: tuple[tuple[str, str], ...] = ()
    """What the world gives: dotted names of the module, and a Python expression for each.

    Where the expressions are evaluated, `mock` is `unittest.mock`.
    """
    measured: bool = field(default=False, compare=False)
    """Whether its outcome tells how many functions it entered."""
    stays: bool = field(default=False, compare=False)
    """Whether what it leaves behind in the module stays for the next call."""


@dataclass(frozen=True, slots=True)
class Open:
    """Load a module in a fresh process; the answer is `Loaded`."""

    module: Module
    watch: bool = True
    """Instrument comparisons and branches; replays run the text as it stands."""
    endless: tuple[tuple[int, int], ...] = ()
    """Lines of statements that are known to take more than so many steps; they do not run."""
    other_hashes: bool = False
    """In an interpreter that hashes text differently, so that sets have another order."""


@dataclass(frozen=True, slots=True)
class Expect:
    """Be told what will be opened soon, so that it loads meanwhile; there is no answer."""

    open: Open


@dataclass(frozen=True, slots=True)
class Run:
    """Run calls one after another in the open process; the answer is `list[Outcome]`."""

    calls: tuple[Call, ...]
    fresh: bool = False
    """Each call in a fresh process of its own, with the module as last opened."""
    watched: bool = True
    """Whether outcomes carry branches and events."""


T = TypeVar("T")
Steps = Generator[Open | Expect | Run, Any, T]
"""Part of a search: it yields requests, is sent their answers, and returns a `T`."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A module in place, or why it is not."""

    problem: Explanation | None = None
    skipped: tuple[tuple[int, Explanation], ...] = ()
    """Top-level statements that failed and were passed over: their lines, and why."""
    files: tuple[str, ...] = ()
    """Files and folders of the workspace that were opened meanwhile."""
    stood_in: tuple[str, ...] = ()
    """Names that stand-ins are bound to: of the module, and of modules that it imports."""
    packages: tuple[str, ...] = ()
    """Large packages that were imported, by it or by a module that it imports."""

    @property
    def endless(self) -> tuple[tuple[int, int], ...]:
        """Lines of statements that took too many steps, and how many they were granted."""
        many = [(line, why) for line, why in self.skipped if why.cause is Cause.TOO_MANY_STEPS]
        return tuple((line, why.number) for line, why in many)


@dataclass(frozen=True, slots=True)
class Event:
    """One comparison, look-up or test that the program made."""

    line: int
    column: int
    op: str
    """`==`, `<`, `in`, `[]`, `get`, `startswith`, `.attr`, ... as documented in the worker."""
    left: Any
    """Operands as JSON: scalars, or lists of scalars for collections; None if neither."""
    right: Any
    result: bool | None


class OutcomeKind(StrEnum):
    """How a call ended."""

    RETURNED = "returned"
    RAISED = "raised"
    """With an exception, on purpose or because the arguments do not fit the code."""
    BLOCKED = "blocked"
    """It wanted an effect that is not allowed: a file, the network, a process."""
    TIMEOUT = "timeout"
    DIED = "died"
    """Its process ended, or sent a reply that cannot be read."""
    UNBUILT = "unbuilt"
    """The arguments could not be made, so the function was not called."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything that a caller can see of one call."""

    kind: OutcomeKind
    value: Any = None
    """The returned value as a tree; see `worker/outcomes.py` for its form."""
    error: tuple[str, str] | None = None
    """Type and message of the exception."""
    unfit: bool = False
    """The exception says that the arguments do not fit the code: a TypeError and its like."""
    error_line: int | None = None
    """Line of the module's own text where the exception rose."""
    missing: str | None = None
    """The key, attribute or column that a KeyError or AttributeError asked for."""
    printed: str = ""
    changed: tuple[tuple[str, Any], ...] = ()
    """What looks different after the call: the index or name of an argument or the name of what the
    module keeps, and the new tree.
    """
    left_behind: bool = field(default=False, compare=False)
    """It left something behind in the module, which a later call may find."""
    lasting: bool = field(default=False, compare=False)
    """Some of that cannot be taken back in its process."""
    effects: tuple[tuple[str, Any], ...] = ()
    """What it did to the world through stand-ins, in order: which call, and its arguments."""
    guesses: tuple[tuple[str, Any], ...] = field(default=(), compare=False)
    """Calls through stand-ins on whose answers it rests, and their arguments: nobody knows them."""
    deciding: tuple[str, ...] = field(default=(), compare=False)
    """Stand-ins that answered a test of it by a default."""
    explanation: Explanation | None = None
    """For `blocked`, `timeout` and `died`: why the call did not come to its end."""
    text: str = ""
    """The value (or exception) as Python writes it, capped, for showing to a person."""
    branches: frozenset[str] = frozenset()
    """`line:column:+` or `line:column:-` for every test that went true or false."""
    events: tuple[Event, ...] = field(default=(), compare=False)
    reads: frozenset[Site] = field(default=frozenset(), compare=False)
    """The module's sites that were reached."""
    turned: str = field(default="", compare=False)
    """The last branch that was taken; empty if there was none."""
    caught: tuple[str, str, int] | None = field(default=None, compare=False)
    """The last exception that the code caught: its type, its text, and the handler's line."""
    files: tuple[str, ...] = field(default=(), compare=False)
    """Files and folders of the workspace that were opened, and not reported before."""
    steps: int = field(default=0, compare=False)
    """Conditions, turns of loops, and functions entered, as far as they are watched."""
    entered: int | None = field(default=None, compare=False)
    """Functions of any library that a measured call entered."""
    seconds: float = field(default=0.0, compare=False)
    """Of processor time."""
    size: int = field(default=0, compare=False)
    """Characters in which all of it was told, but for its time and its files."""

    def unwatched(self) -> Outcome:
        """The outcome without what only a watched call tells."""
        return replace(
            self, branches=frozenset(), events=(), reads=frozenset(), turned="", caught=None
        )

    @property
    def returned(self) -> bool:
        """Whether the call came to its end with a value."""
        return self.kind is OutcomeKind.RETURNED

    @property
    def raised(self) -> bool:
        """Whether the call ended with an exception."""
        return self.kind is OutcomeKind.RAISED

    @property
    def cause(self) -> Cause | None:
        """Why the call did not come to its end; None if it did."""
        return self.explanation.cause if self.explanation is not None else None
