"""Why something was not judged, or needs no witness: causes that decide, and their details.

Decisions read the `Cause`. What a person reads is written from an `Explanation` by
`check/sentences.py` and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Owner(StrEnum):
    """Whom a cause lies with, and so who can do something about it."""

    CODE = "code"
    """The checked code: it is like that on every machine."""
    MACHINE = "machine"
    """The machine, its set-up, or Evenhand: a problem of the run, which says nothing about code."""
    CHOICE = "choice"
    """The user, who wanted it so."""


_MACHINE, _CHOICE = Owner.MACHINE, Owner.CHOICE


class Cause(StrEnum):
    """Why a call has no outcome, a function no verdict, or a verdict no witness.

    It is the code's own unless an owner is named. The worker sends these values in its answers.
    """

    owner: Owner

    def __new__(cls, value: str, owner: Owner = Owner.CODE) -> Cause:
        """A member with its owner."""
        member = str.__new__(cls, value)
        member._value_, member.owner = value, owner
        return member

    # What a call may take.
    TOO_MANY_STEPS = "too_many_steps"
    """A call, or a statement of the file, took more than `number` steps."""
    RAN_LONGER = "ran_longer"
    """A call, or a statement of the file, took more than its `seconds`."""
    PROCESSOR_TIME = "processor_time"
    """The process used up its processor time."""
    BUDGET_SPENT = "budget_spent"
    """The search had no calls left, so that this one was not made."""
    FUNCTION_TOOK_LONGER = "function_took_longer"
    """All calls of the function together took more than `seconds`."""

    # What a call may not do. `name` is the file or folder, as far as it is known.
    LISTS_FOLDER = "lists_folder"
    OPENS_FILE = "opens_file"
    WRITES_FILE = "writes_file"
    CHANGES_FILE = "changes_file"
    USES_FILE = "uses_file"
    """The operating system refused access to the file `name`."""
    REFUSED_BY_SYSTEM = "refused_by_system"
    """The operating system refused something that it did not name."""
    USES_NETWORK = "uses_network"
    STARTS_THREAD = "starts_thread"
    STARTS_PROCESS = "starts_process"
    """It starts or signals a process."""
    CALLS_NATIVE_CODE = "calls_native_code"
    LOOKS_AROUND = "looks_around"
    """It asks for the frames or objects of the worker."""

    # How a process ended. `number` is the signal or the exit status.
    KILLED = "killed", _MACHINE
    """By signal 9, as by a machine that is short of memory: it says nothing about the code."""
    SIGNALLED = "signalled"
    """By any other signal."""
    EXITED = "exited", _MACHINE
    """The worker itself ended."""
    EXITED_IN_CALL = "exited_in_call"
    """The checked code ended its process."""
    CLOSED_CHANNEL = "closed_channel"
    FORGED = "forged"
    """An answer is not the worker's own: the code wrote to the channel of its results."""
    EARLIER_DEATHS = "earlier_deaths"
    """Calls before this one ended their processes, so that it was not made."""

    # How the engine itself was held up.
    READ_LONGER = "read_longer", _MACHINE
    """The engine took more than `seconds` of processor time over one step, such as reading."""
    READ_MEMORY = "read_memory", _MACHINE
    """The engine needed more memory than it may take."""
    ENGINE_DIED = "engine_died", _MACHINE
    """The process of the engine died: it says nothing about the code."""
    FILE_TOOK_LONGER = "file_took_longer", _MACHINE
    """The functions of the file before this one took more than `seconds`."""

    # What could not be carried back.
    RESULT_TOO_LARGE = "result_too_large"
    RESULT_NOT_DESCRIBED = "result_not_described"

    # The file was not loaded, or one of its top-level statements failed.
    SYNTAX_ERROR = "syntax_error"
    """As the user's interpreter sees it: `message` and `line`."""
    NOT_COMPILED = "not_compiled"
    """`message` says why."""
    COMPILING_TIME = "compiling_time"
    COMPILING_MEMORY = "compiling_memory"
    NEEDS_PACKAGE = "needs_package"
    """`name` is not installed in the interpreter `python`."""
    NO_PACKAGES = "no_packages", _CHOICE
    """`name` is a package, of which isolation `wasm` has none."""
    STATEMENT_FAILED = "statement_failed"
    """It raised `name` with `message`."""
    STATEMENT_EXITS = "statement_exits"
    STATEMENT_ASKS = "statement_asks"
    """It reads from the standard input."""
    NO_MODULE = "no_module", _MACHINE
    """A call came before any module was opened."""

    # A worker did not start, or was lost.
    NOT_STARTED = "not_started", _MACHINE
    """The interpreter `name` was not started; `message` is the operating system's."""
    NOT_FORKED = "not_forked", _MACHINE
    """The worker could not start a process for the code."""
    NOT_SET_UP = "not_set_up", _MACHINE
    """The process ended before it came to the code; `message` is the operating system's."""
    WALLS_DOWN = "walls_down", _MACHINE
    """Walls that stood at the self-test could not be raised."""
    NOT_PYTHON = "not_python", _MACHINE
    """`name` started and did not answer as a worker does; `because` says how it ended."""
    OLD_PYTHON = "old_python", _MACHINE
    """`name` is the interpreter's version."""
    NEEDS_FORK = "needs_fork", _MACHINE
    NO_FOLDER = "no_folder", _MACHINE
    """The worker could not make its folder for temporary files."""
    NO_TEMPORARY_FOLDER = "no_temporary_folder", _MACHINE
    """The machine has no folder for temporary files."""
    UNSUITABLE_PYTHON = "unsuitable_python", _MACHINE
    """The interpreter `name` cannot run a worker; `because` says why."""
    WEAK_ISOLATION = "weak_isolation", _MACHINE
    """Less than the isolation `name` that is asked for; `message` lists the problems."""
    NO_RUNTIME = "no_runtime", _MACHINE
    """The runtime of isolation `wasm` is not installed."""
    NO_SNAPSHOT = "no_snapshot", _MACHINE
    """The runtime of isolation `wasm` was not made ready; `message` says why."""
    WORKER_ENDED = "worker_ended", _MACHINE
    NO_ANSWER = "no_answer", _MACHINE
    """The worker was silent for `seconds`."""
    NOT_A_WORKER = "not_a_worker", _MACHINE
    """An answer has not the form of a worker's."""

    # Evenhand itself failed.
    INTERNAL = "internal", _MACHINE
    """A bug in Evenhand: the error `name`, raised in the module `message`."""
    TOO_DEEP = "too_deep"
    """The function is nested more deeply than it can be followed."""
    TOO_LARGE = "too_large"
    """It takes too many steps to follow what the function and its helpers do."""

    # The search came to no answer.
    UNSTEADY_ANSWERS = "unsteady_answers"
    """The function answers differently on the same input."""
    REMEMBERS = "remembers"
    """The function answers otherwise after earlier calls; alone, no call shows a difference."""
    UNSTEADY_DIFFERENCE = "unsteady_difference"
    """A difference was seen, and the replay did not show it."""
    NOTHING_COMPARED = "nothing_compared"
    NO_ARGUMENTS = "no_arguments"
    """Every call raised `name` with `message`, at best in `line`."""
    RETURNS_EARLY = "returns_early"
    """No call came to where it reads the input `name`, first in `line`; `because` says why not."""
    RAISES_EARLY = "raises_early"
    """The same, since every call raised `message`, in `line`."""
    ALWAYS_RAISES = "always_raises"
    """Every call that could be compared raised `message`, in `line`."""
    RAISES_FOR = "raises_for"
    """Every call with the value `name` raised `message`, in `line`, and others came to an end."""
    TURNED = "turned"
    """The test `name` in `line` was `message`."""
    CAUGHT = "caught"
    """The code caught the error `message`, in `line`."""
    UNKNOWN_ANSWER = "unknown_answer"
    """What `name` gives for the input is not known; `because` says why it cannot be had."""
    STAND_IN_DECIDES = "stand_in_decides"
    """Tests depend on what `name` gives, which is not known; `because` says why."""
    STATEMENT_MISSED = "statement_missed"
    """The error `message` comes of the statement in `line`, which failed: `because`."""
    NOT_FOLLOWED = "not_followed"
    """The code speaks of the attribute as `name`, in `line`; no input shows its value."""
    INSIDE = "inside"
    """A nested function, which is checked with the function `name` around it."""
    NOT_RUN = "not_run", _CHOICE
    """The user's settings allow no run; `message` says which."""

    # The search found no difference.
    ONLY_RELATED = "only_related"
    """The input is only compared with the input `name`."""
    ONLY_WRITTEN_ANEW = "only_written_anew"
    """The outcome has the attribute itself in another form: an age for a date of birth."""
    ONLY_CHOSEN = "only_chosen"
    """The outcome is records that have the value that was asked for."""
    PROVED = "proved"
    """A prover followed every path, for the values in `message`."""

    # Nothing had to run.
    NEVER_READ = "never_read"
    ONLY_REPEATED = "only_repeated"
    """The input appears in the outcome, and decides nothing."""
    REACHES_NO_OUTCOME = "reaches_no_outcome"


MISSING_PACKAGES = frozenset({Cause.NEEDS_PACKAGE, Cause.NO_PACKAGES})
"""Causes by which code gets a stand-in for a package."""


OUT_OF_TIME = frozenset({
    Cause.RAN_LONGER, Cause.PROCESSOR_TIME, Cause.FUNCTION_TOOK_LONGER, Cause.COMPILING_TIME,
    Cause.NO_ANSWER, Cause.READ_LONGER, Cause.FILE_TOOK_LONGER,
})  # fmt: skip
"""Causes by which the clock ended something, which might end by itself on another machine."""


PASSING = OUT_OF_TIME | {
    Cause.SIGNALLED, Cause.CLOSED_CHANNEL, Cause.EARLIER_DEATHS, Cause.COMPILING_MEMORY,
    Cause.UNSTEADY_ANSWERS, Cause.UNSTEADY_DIFFERENCE, Cause.PROVED,
}  # fmt: skip
"""Causes of the code that another run of it may not have."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A cause with its details; those that it does not need are empty."""

    cause: Cause
    name: str | None = None
    """What it is about: a file, a package, an input, a type of error, an interpreter."""
    message: str = ""
    """The words of an exception, of the operating system or of a setting."""
    line: int | None = None
    """In the checked file, from 1."""
    seconds: float = 0.0
    number: int = 0
    """A signal or an exit status."""
    python: str = ""
    """The interpreter, where `name` is something else."""
    while_loading: bool = False
    """It happened before any call, while the file was loaded."""
    because: Explanation | None = None

    @property
    def root(self) -> Cause:
        """The cause behind all others."""
        root = self
        while root.because is not None:
            root = root.because
        return root.cause

    @property
    def was_killed(self) -> bool:
        """Whether a killed process is behind it, so that another run may end well."""
        return self.root is Cause.KILLED

    @property
    def out_of_time(self) -> bool:
        """Whether the clock is behind it."""
        return self.root in OUT_OF_TIME

    @property
    def owner(self) -> Owner:
        """Whom it lies with: with the machine if that has any part in it."""
        owners = [self.cause.owner, self.root.owner]
        return Owner.MACHINE if Owner.MACHINE in owners else self.cause.owner

    @property
    def is_lasting(self) -> bool:
        """Whether another run of the same code would be explained in the same way.

        A process that ended while it loaded the file has not even greeted.
        """
        if self.while_loading or self.owner is Owner.MACHINE or self.cause in PASSING:
            return False
        return self.because is None or self.because.is_lasting
