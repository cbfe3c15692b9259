"""Which Python a command runs code in, and whether the user agrees if it is the folder's own."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

from evenhand.doors.printable import printable
from evenhand.doors.terminal import agrees, say
from evenhand.isolation import Isolation
from evenhand.workspace.interpreter import FolderPython, find_interpreter
from evenhand.workspace.settings import Settings
from evenhand.workspace.trusted_folders import TrustError, answer_about, remember


@dataclass(frozen=True, slots=True)
class ChosenPython:
    """The Python of a command."""

    path: str
    notes: tuple[str, ...] = ()
    """Why it is another one than the folder's own; empty if it is not."""

    def print_notes(self) -> None:
        """Print the notes to standard error."""
        for note in self.notes:
            say(f"evenhand: {note}")


def chosen_python(
    settings: Settings, folder: Path, *, trust: bool, may_ask: bool = True
) -> ChosenPython:
    """The Python for code in `folder`; raises `NoInterpreterError`.

    With `trust`, the folder's own Python may be started in this run. Otherwise it is if the user
    has agreed to it before, or does now; only a person at a terminal is asked.
    """
    runs = settings.isolation is not Isolation.STATIC
    consent = _Consent(trust=trust, may_ask=may_ask and runs and _is_terminal())
    interpreter = find_interpreter(settings.python, folder, consent.given)
    if not runs:
        return ChosenPython(interpreter.path)

    notes = [*consent.problems]
    if interpreter.passed_over is not None:
        notes.append(f"{interpreter.note}, or --trust for one run")
    return ChosenPython(interpreter.path, tuple(map(printable, notes)))


@dataclass(slots=True)
class _Consent:
    """Finds out whether the user agrees."""

    trust: bool
    may_ask: bool
    problems: list[str] = field(default_factory=list)
    """Why an answer could not be read or remembered."""

    def given(self, python: FolderPython) -> bool:
        """Whether the user agrees to start it; `--trust`, then what he said before, then now."""
        if self.trust:
            return True
        try:
            answer = answer_about(python.folder)
        except TrustError as error:
            self.problems.append(str(error))
            answer = None

        if answer is None and self.may_ask:
            answer = self._asked(python)
        return answer is True

    def _asked(self, python: FolderPython) -> bool:
        say(
            f"{printable(python.path)} is the folder's own Python. To start it runs what its "
            "authors put there, with all your rights."
        )
        answer = agrees("Start it, now and in later runs?")
        try:
            remember(python.folder, answer)
        except TrustError as error:
            self.problems.append(str(error))
        return answer


def _is_terminal() -> bool:
    streams = (sys.stdin, sys.stderr)  # either may be closed
    return all(stream is not None and stream.isatty() for stream in streams)
