"""Repairs for people: what was repaired and what was not, the diff, and what a model was sent."""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from rich.syntax import Syntax

from evenhand.apps.cli.file_repairs import Announcement
from evenhand.apps.cli.output.fixed_files import FixedFiles, Mode, Row
from evenhand.apps.cli.output.totals import counted
from evenhand.doors.console import output_console, show_rich
from evenhand.doors.printable import cut, printable, printable_lines, without_commands
from evenhand.doors.terminal import say, say_for_now, show_text
from evenhand.lines import lines_with_ends
from evenhand.repair.by_model.conversation import Round, Writing
from evenhand.repair.rewrite.function_nodes import functions_of
from evenhand.repair.whole_files import FileRepair, Left

LONGEST_STATE = 100
"""Characters of what came of one attribute, in a row."""
MOST_UNCHECKED = 5
"""Functions that could not be checked, with the reason of each."""
_HAS_ESCAPES = "the diff shows some characters as escapes; --output writes a patch that has them"


def print_announcement(announced: Announcement) -> None:
    """Say what is about to be sent, and to which model."""
    say(
        f"Asking {announced.model} for `{announced.function}`: sending its text, what it uses in "
        f"the file and the failing calls ({announced.characters:,} characters)"
    )


def print_writing(writing: Writing) -> None:
    """Show how much of an answer has come, where somebody watches."""
    say_for_now(f"    answer {writing.number}: {writing.characters:,} characters")


def print_round(answer: Round) -> None:
    """Say whether an answer of the model is a repair, and what the model was asked so far."""
    usage = answer.usage
    tokens = f", {usage.sent:,} + {usage.received:,} tokens" if usage.sent else ""
    result = f"no repair, {printable(answer.problem)}" if answer.problem else "proved"
    say_for_now("")
    say(f"    answer {answer.number}: {result}{tokens}")


def print_repairs(path: Path, repair: FileRepair, again: str, mode: Mode) -> None:
    """Say which functions of a file were repaired and how, and why others were not.

    `again` is the command that looks at them once more, without a file.
    """
    for done in repair.done:
        attributes = ", ".join(done.attributes)
        head = f"{path}:{done.line}: {done.function} ({attributes}): {done.repair.title}"
        say(printable(head))
        made = done.repair
        details = (*made.effects, made.note, made.evidence, made.by_model)
        for detail in filter(None, details):
            say(f"    {printable(detail)}")

    for left in repair.left:
        attributes = f" ({', '.join(left.attributes)})" if left.attributes else ""
        head = f"{path}:{left.line}: {left.function}{attributes}"
        say(printable(f"{head}: not repaired: {left.reason}"))
        place = f"{path}:{_line_now(left, repair, mode)}"
        for way in left.ways_out:
            only = f" --attributes {','.join(way.attributes)}" if way.attributes else ""
            command = f"{again} --write{only} --baseline {way.baseline} {shlex.quote(place)}"
            say(f"    {printable(command)}")
            say(f"        {printable(way.words)}")


def _line_now(left: Left, repair: FileRepair, mode: Mode) -> int:
    """Where a function stands, after the repairs of others were written."""
    if mode is not Mode.WRITE:
        return left.line
    node = functions_of(repair.after).get(left.function)
    return node.lineno if node is not None else left.line


def print_diff(name: str, before: str, after: str) -> None:
    """Print the change of a file to standard output, coloured on a terminal."""
    diff = "".join(_diff_lines(printable(name), before, after))
    console = output_console()
    if console.is_terminal:
        show_rich(console, Syntax(printable_lines(diff), "diff"), end="")
    else:
        show_text(diff, end="")
    if without_commands(printable_lines(diff)) != diff:
        say(f"evenhand: {printable(name)}: {_HAS_ESCAPES}")


def print_rows(rows: Sequence[Row]) -> None:
    """Print what came of each function, one below the other."""
    places = [printable(row.place) for row in rows]
    functions = [printable(row.function) for row in rows]
    widths = [max(map(len, column), default=0) for column in (places, functions)]
    attributes_width = max((len(row.attributes) for row in rows), default=0)

    for place, function, row in zip(places, functions, rows, strict=True):
        state = cut(printable(row.state), LONGEST_STATE)
        names = f"{place:<{widths[0]}}  {function:<{widths[1]}}"
        say(f"  {names}  {row.attributes:<{attributes_width}}  {state}")


def print_summary(fixed: FixedFiles, seconds: float, output: Path | None = None) -> None:
    """Print one line that sums up; `output` is the patch, if one was written.

    Before it, why some functions could not be checked.
    """
    for line in islice(_why_unchecked(fixed), MOST_UNCHECKED):
        say(printable(line))
    more = fixed.unchecked - MOST_UNCHECKED
    if more > 0:
        say(f"{counted(more, 'more function')} could not be checked (see `check --verbose`)")
    say(" ".join((_summary(fixed, seconds), *_what_to_do(fixed, output))))


def print_stopped(fixed: FixedFiles, files: int) -> None:
    """Say how far a run came that was stopped."""
    done = counted(len(fixed.done), "function")
    verb = "repaired" if fixed.mode is Mode.WRITE else "to repair"
    of_files = f"after {len(fixed.files)} of {counted(files, 'file')}, {done} {verb}"
    say(f"Stopped {of_files}. The same command goes on from here.")


def _summary(fixed: FixedFiles, seconds: float) -> str:
    files, repaired = counted(len(fixed.files), "file"), len(fixed.done)
    if not repaired and not fixed.left and not fixed.waiting and not fixed.unwritten:
        unchecked = f"; {_unchecked(fixed)}" if fixed.unchecked else ""
        return f"Nothing to repair in {files} ({seconds:.1f} s){unchecked}."

    verb = "Repaired" if fixed.mode is Mode.WRITE else "Would repair"
    summary = f"{verb} {counted(repaired, 'function')} in {files} ({seconds:.1f} s)"
    if repaired > 1:
        counts = fixed.by_attribute.most_common()
        summary += ": " + ", ".join(f"{attribute} {count}" for attribute, count in counts)
    if fixed.allowed:
        summary += f"; {fixed.allowed} of them only by a reason, since the task rests on it"
    if fixed.waiting:
        summary += (
            f"; {fixed.waiting} {'waits' if fixed.waiting == 1 else 'wait'} for your decision"
        )
    if fixed.left:
        summary += f"; {fixed.left} could not be repaired"
    if fixed.unwritten:
        summary += f"; the repairs of {fixed.unwritten} could not be written"
    if fixed.unchecked:
        summary += f"; {_unchecked(fixed)}"
    return f"{summary}."


def _why_unchecked(fixed: FixedFiles) -> Iterator[str]:
    for file in fixed.files:
        for unchecked in file.repair.unchecked:
            attributes = ", ".join(unchecked.attributes)
            head = f"{file.path}:{unchecked.line}: {unchecked.function} ({attributes})"
            yield f"{head}: {unchecked.reason}"


def _unchecked(fixed: FixedFiles) -> str:
    return f"{counted(fixed.unchecked, 'function')} could not be checked"


def _what_to_do(fixed: FixedFiles, output: Path | None) -> Iterator[str]:
    """How the user gets repairs that are in no file yet."""
    if fixed.mode is Mode.WRITE or not fixed.done:
        return
    if output is not None:
        yield f"Apply them with `git apply {printable(str(output))}`."
    else:
        yield "Use --write to write the changes."


def _diff_lines(name: str, before: str, after: str) -> Iterator[str]:
    old, new = lines_with_ends(before), lines_with_ends(after)
    for line in difflib.unified_diff(old, new, f"a/{name}", f"b/{name}"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
