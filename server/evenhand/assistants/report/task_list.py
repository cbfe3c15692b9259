"""Writes what was found in suggestions as a list of tasks in Markdown, for a pull request."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from evenhand.assistants.ledger.records import Entry, Fate, RecordedVerdict
from evenhand.assistants.report.audited_functions import (
    OPEN,
    AuditedFunction,
    audited_functions,
)
from evenhand.doors.markdown import inline_code, prose

HEADING = "### Suggestions that treat people differently"
NOTHING = "No suggestion treats people differently."


def task_list(entries: Iterable[Entry]) -> str:
    """The latest suggestion of each function, by file; done is what is no longer open.

    What was deleted is left out.
    """
    latest: dict[tuple[str, str, str], AuditedFunction] = {}
    for entry in sorted(entries, key=lambda entry: entry.suggestion.time):
        for function in audited_functions(entry):
            suggestion = entry.suggestion
            latest[suggestion.workspace, suggestion.file, function.name] = function

    files: dict[tuple[str, str], list[AuditedFunction]] = defaultdict(list)
    for (workspace, file, _), function in sorted(latest.items(), key=lambda item: item[0]):
        if function.is_biased and function.state != Fate.DELETED.value:
            files[workspace, file].append(function)
    if not files:
        return f"{NOTHING}\n"

    parts = [_of_file(file, functions) for (_, file), functions in files.items()]
    return "\n\n".join([HEADING, *parts]) + "\n"


def _of_file(file: str, functions: Sequence[AuditedFunction]) -> str:
    lines = (line for function in functions for line in _lines(function))
    return "\n".join((inline_code(file or "no file"), "", *lines))


def _lines(function: AuditedFunction) -> Iterator[str]:
    is_open = function.state == OPEN
    names = (verdict.attribute.replace("_", " ") for verdict in function.unequal)
    attributes = ", ".join(dict.fromkeys(names))
    state = "" if is_open else f" ({function.state})"
    yield f"- [{' ' if is_open else 'x'}] {inline_code(function.name)}: {prose(attributes)}{state}"
    if is_open:
        for verdict in function.unequal:
            yield from _calls(verdict)


def _calls(verdict: RecordedVerdict) -> Iterator[str]:
    for call, outcome in zip(verdict.calls, verdict.outcomes, strict=False):
        yield f"  - {inline_code(call)} gives {inline_code(outcome)}"
