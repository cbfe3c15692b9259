"""Suggestions of the ledger for people: a table of many, or all that is known of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.table import Table
from rich.text import Text

from evenhand.assistants.ledger.records import Entry
from evenhand.doors.printable import printable

COLUMNS = ("", "time", "file", "kind", "assistant", "found", "became")


def table_of(entries: Iterable[Entry]) -> Table:
    """One row for each suggestion."""
    table = Table(box=None, pad_edge=False)
    for name in COLUMNS:
        table.add_column(name, justify="left" if name else "right", overflow="fold")

    for entry in entries:
        suggestion = entry.suggestion
        assistant = suggestion.assistant or suggestion.model or "unknown"
        table.add_row(
            str(entry.id),
            f"{suggestion.time.astimezone():%Y-%m-%d %H:%M}",
            Text(printable(suggestion.file)),
            suggestion.kind.value,
            Text(printable(assistant)),
            Text(printable(_findings(entry))),
            ", ".join(sorted({ended.fate.value for ended in entry.fates})),
        )
    return table


def lines_of(entry: Entry) -> Iterator[str]:
    """Everything about one suggestion but its source: origin, verdicts, calls and fate."""
    suggestion = entry.suggestion
    assistant = " ".join(filter(None, (suggestion.assistant, suggestion.model)))
    functions = ", ".join(suggestion.functions)
    yield (
        f"Suggestion {entry.id}, {suggestion.time.astimezone():%Y-%m-%d %H:%M:%S},"
        f" by {assistant or 'an unknown assistant'}"
    )
    yield f"    {suggestion.file} in {suggestion.workspace or 'no folder'}"
    sure = "certain" if suggestion.confidence >= 1 else f"{suggestion.confidence:.0%} sure"
    yield f"    {suggestion.kind.value}, {sure}; functions: {functions}"

    fates = {ended.function: ended for ended in entry.fates}
    for verdict in entry.verdicts:
        yield ""
        yield f"{verdict.function}: {verdict.attribute}: {verdict.kind.replace('_', ' ')}"
        yield f"    {verdict.reason}"
        for call, outcome in zip(verdict.calls, verdict.outcomes, strict=False):
            yield f"    {call}  -> {outcome}"
        if verdict.function in fates:
            ended = fates[verdict.function]
            yield f"    {ended.fate.value}" + (f": {ended.detail}" if ended.detail else "")


def _findings(entry: Entry) -> str:
    if entry.unequal:
        return "; ".join(f"{verdict.function}: {verdict.attribute}" for verdict in entry.unequal)
    return "nothing" if entry.verdicts else "not checked"
