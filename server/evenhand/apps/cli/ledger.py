"""`evenhand ledger`: what assistants suggested on this machine, without an editor."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TextIO

import click
from rich.table import Table
from rich.text import Text

from evenhand.apps.cli.output.flat_findings import Shown
from evenhand.apps.cli.output.formats import sarif_log
from evenhand.apps.cli.output.text_output import output_console, printable
from evenhand.apps.cli.output.totals import counted
from evenhand.assistants.ledger.exporting import as_csv, as_json
from evenhand.assistants.ledger.queries import Wanted, entries, entry
from evenhand.assistants.ledger.records import Entry, Fate
from evenhand.assistants.ledger.schema import NewerLedgerError
from evenhand.assistants.ledger.store import default_path, opened, prune
from evenhand.check.rules import evh001_biased, evh002_refuses
from evenhand.clock import now
from evenhand.findings import Severity, Witness


def wanted(days: float | None, unequal: bool, most: int | None) -> Wanted:
    """What the options of a command ask for."""
    since = None if days is None else now() - timedelta(days=days)
    return Wanted(since=since, unequal=unequal, most=most)


def show_list(path: Path | None, wanted: Wanted) -> None:
    """Print one line for each suggestion."""
    with _ledger(path) as connection:
        found = list(entries(connection, wanted))
    if not found:
        click.echo("The ledger has no such suggestion.")
        return
    table = Table(box=None, pad_edge=False)
    for name in ("", "time", "file", "kind", "assistant", "found", "became"):
        table.add_column(name, justify="left" if name else "right", overflow="fold")
    for one in found:
        s = one.suggestion
        table.add_row(
            str(one.id),
            f"{s.time.astimezone():%Y-%m-%d %H:%M}",
            Text(printable(s.file)),
            s.kind.value,
            Text(printable(s.assistant or s.model or "unknown")),
            Text(printable(_found(one))),
            ", ".join(sorted({f.fate.value for f in one.fates})),
        )
    output_console().print(table)


def show_one(path: Path | None, number: int) -> bool:
    """Print all that is known of a suggestion; False where there is none of that number."""
    with _ledger(path) as connection:
        one = entry(connection, number)
    if one is None:
        return False
    s = one.suggestion
    who = " ".join(filter(None, (s.assistant, s.model))) or "an unknown assistant"
    lines = [
        f"Suggestion {one.id}, {s.time.astimezone():%Y-%m-%d %H:%M:%S}, by {who}",
        f"    {s.file} in {s.workspace or 'no folder'}",
        f"    {s.kind.value}, {s.confidence:.0%} certain; functions: {', '.join(s.functions)}",
    ]
    fates = {f.function: f for f in one.fates}
    for v in one.verdicts:
        lines += ["", f"{v.function}: {v.attribute}: {v.kind.replace('_', ' ')}", f"    {v.reason}"]
        for call, outcome in zip(v.calls, v.outcomes, strict=False):
            lines.append(f"    {call}  -> {outcome}")
        if v.function in fates:
            ended = fates[v.function]
            lines.append(f"    {ended.fate.value}" + (f": {ended.detail}" if ended.detail else ""))
    for line in lines:
        click.echo(printable(line))
    if s.source is not None:
        click.echo(f"\n{s.source}")
    return True


def export(path: Path | None, wanted: Wanted, format_: str) -> None:
    """Print the ledger for another program."""
    with _ledger(path) as connection:
        found = list(entries(connection, wanted))
    if format_ == "sarif":
        click.echo(sarif_log(shown for one in found for shown in _shown(one)))
    else:
        click.echo(as_csv(found) if format_ == "csv" else as_json(found), nl=format_ != "csv")


def delete(path: Path | None, days: float | None) -> None:
    """Delete what is older than some days, or everything."""
    before = None if days is None else now() - timedelta(days=days)
    with _ledger(path) as connection:
        click.echo(f"Deleted {counted(prune(connection, before), 'suggestion')}.")


def write_report(path: Path | None, wanted: Wanted, out: TextIO) -> None:
    """Write the audit report as one HTML page."""
    from evenhand.assistants.report.audit_page import page

    with _ledger(path) as connection:
        found = list(entries(connection, wanted))
    out.write(page(found, now()))
    if out is not sys.stdout:
        click.echo(f"Wrote {out.name}: {counted(len(found), 'suggestion')}.", err=True)


@contextmanager
def _ledger(path: Path | None) -> Iterator[sqlite3.Connection]:
    try:
        with opened(path or default_path()) as connection:
            yield connection
    except (OSError, sqlite3.OperationalError, NewerLedgerError) as error:
        raise click.ClickException(f"the ledger cannot be read: {error}") from error


def _shown(one: Entry) -> Iterator[Shown]:
    """What was found in a suggestion and is not settled."""
    settled = {f.function for f in one.fates if f.fate is not Fate.KEPT}
    path = str(Path(one.suggestion.workspace) / one.suggestion.file)
    for v in one.unequal:
        if v.severity and v.function not in settled:
            rule = evh001_biased.RULE if v.kind == "biased" else evh002_refuses.RULE
            witness = None
            if len(v.calls) == len(v.outcomes) == 2:
                witness = Witness(_pair(v.calls), _pair(v.outcomes), ("", ""), v.direction)
            severity = Severity(v.severity)
            yield Shown(path, None, rule.code, severity, v.reason, v.function, v.attribute, witness)


def _pair(both: tuple[str, ...]) -> tuple[str, str]:
    return both[0], both[1]


def _found(one: Entry) -> str:
    if one.unequal:
        return "; ".join(f"{v.function}: {v.attribute}" for v in one.unequal)
    return "nothing" if one.verdicts else "not checked"
