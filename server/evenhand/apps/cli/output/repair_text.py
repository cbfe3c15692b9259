"""Repairs for people: what was repaired and what was not, the diff, and what a model was sent."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from rich.syntax import Syntax

from evenhand.apps.cli.file_repairs import Announcement
from evenhand.apps.cli.output.totals import counted
from evenhand.doors.console import output_console, show_rich
from evenhand.doors.printable import printable, printable_lines, without_commands
from evenhand.doors.terminal import say, show_text
from evenhand.lines import lines_with_ends
from evenhand.repair.by_model.conversation import Round
from evenhand.repair.whole_files import FileRepair

_HAS_ESCAPES = "the diff shows some characters as escapes, so --write is safer than patch(1)"


class Counts(Protocol):
    """How many functions of how many files were repaired, could not be, or not be written."""

    repaired: int
    left: int
    unwritten: int
    files: int


def print_announcement(announced: Announcement) -> None:
    """Say what is about to be sent, and to which model."""
    say(
        f"Asking {announced.model} for `{announced.function}`: sending its text, what it uses in "
        f"the file and the failing calls ({announced.characters:,} characters)"
    )


def print_round(answer: Round) -> None:
    """Say whether an answer of the model is a repair, and what the model was asked so far."""
    usage = answer.usage
    tokens = f", {usage.sent:,} + {usage.received:,} tokens" if usage.sent else ""
    result = f"no repair, {printable(answer.problem)}" if answer.problem else "proved"
    say(f"    answer {answer.number}: {result}{tokens}")


def print_repairs(path: Path, repair: FileRepair) -> None:
    """Say which functions of a file were repaired and how, and why others were not."""
    for done in repair.done:
        attributes = ", ".join(done.attributes)
        head = f"{path}:{done.line}: {done.function} ({attributes}): {done.repair.title}"
        say(printable(head))
        details = (done.repair.effect, done.repair.evidence, done.repair.by_model)
        for detail in filter(None, details):
            say(f"    {printable(detail)}")

    for left in repair.left:
        say(printable(f"{path}:{left.line}: {left.function}: not repaired: {left.reason}"))


def print_diff(path: Path, repair: FileRepair) -> None:
    """Print the change of a file to standard output, coloured on a terminal."""
    diff = "".join(_diff_lines(printable(path.as_posix()), repair))
    console = output_console()
    if console.is_terminal:
        show_rich(console, Syntax(printable_lines(diff), "diff"), end="")
    else:
        show_text(diff, end="")
    if without_commands(printable_lines(diff)) != diff:
        say(f"evenhand: {printable(str(path))}: {_HAS_ESCAPES}")


def print_summary(counts: Counts, written: bool, seconds: float) -> None:
    """Print one line that sums up."""
    say(_summary(counts, written, seconds))


def _summary(counts: Counts, written: bool, seconds: float) -> str:
    files = counted(counts.files, "file")
    if not counts.repaired and not counts.left and not counts.unwritten:
        return f"Nothing to repair in {files} ({seconds:.1f} s)."

    verb = "Repaired" if written else "Would repair"
    summary = f"{verb} {counted(counts.repaired, 'function')} in {files} ({seconds:.1f} s)"
    if counts.left:
        summary += f"; {counts.left} could not be repaired"
    if counts.unwritten:
        summary += f"; the repairs of {counts.unwritten} could not be written"
    if written or not counts.repaired:
        return f"{summary}."
    return f"{summary}. Use --write to write the changes."


def _diff_lines(name: str, repair: FileRepair) -> Iterator[str]:
    lines = difflib.unified_diff(
        lines_with_ends(repair.before),
        lines_with_ends(repair.after),
        name,
        name,
    )
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
