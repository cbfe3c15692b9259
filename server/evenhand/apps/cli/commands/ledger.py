"""`evenhand ledger`: what assistants suggested on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from evenhand.apps.cli.input import shared_options
from evenhand.doors.printable import printable
from evenhand.doors.terminal import show_document, show_text


@click.group()
@shared_options.ledger("path")
@click.pass_context
def ledger(context: click.Context, path: Path | None) -> None:
    """What assistants suggested on this machine, what was found, and what became of it."""
    context.obj = path


def _filtering(command: shared_options.Command) -> shared_options.Command:
    return shared_options.with_options(
        command,
        click.option("--days", type=float, help="Only the last days."),
        click.option("--unequal", is_flag=True, help="Only where people are treated differently."),
    )


@ledger.command("list")
@_filtering
@click.option("--most", type=int, default=50, show_default=True, help="How many at most.")
@click.pass_obj
def list_suggestions(path: Path | None, days: float | None, unequal: bool, most: int) -> None:
    """List suggestions, the newest first."""
    from evenhand.apps.cli.input.own_ledger import chosen, opened_ledger
    from evenhand.apps.cli.output.ledger_text import table_of
    from evenhand.assistants.ledger.queries import entries
    from evenhand.doors.console import output_console, show_rich

    with opened_ledger(path) as connection:
        suggestions = list(entries(connection, chosen(days, unequal, most)))
    if suggestions:
        show_rich(output_console(), table_of(suggestions))
    else:
        show_text("The ledger has no such suggestion.")


@ledger.command("show")
@click.argument("number", type=int)
@click.pass_obj
def show_suggestion(path: Path | None, number: int) -> None:
    """Show one suggestion with its verdicts and the calls that prove them."""
    from evenhand.apps.cli.input.own_ledger import opened_ledger
    from evenhand.apps.cli.output.ledger_text import lines_of
    from evenhand.assistants.ledger.queries import entry

    with opened_ledger(path) as connection:
        suggestion = entry(connection, number)
    if suggestion is None:
        raise click.ClickException(f"the ledger has no suggestion {number}")

    for line in lines_of(suggestion):
        show_text(printable(line))
    if suggestion.suggestion.source is not None:
        show_text(f"\n{suggestion.suggestion.source}")


@ledger.command("not-assistants")
@click.argument("number", type=int)
@click.argument("functions", nargs=-1)
@click.option("--undo", is_flag=True, help="They are an assistant's after all.")
@click.pass_obj
def not_assistants(path: Path | None, number: int, functions: tuple[str, ...], undo: bool) -> None:
    """Say that no assistant wrote FUNCTIONS of a suggestion, or any of it.

    They stay in the ledger, and count in no report.
    """
    from evenhand.apps.cli.input.own_ledger import opened_ledger
    from evenhand.apps.cli.output.totals import counted
    from evenhand.assistants.ledger.queries import entry
    from evenhand.assistants.ledger.store import disown, own_again

    with opened_ledger(path) as connection:
        suggestion = entry(connection, number)
        if suggestion is None:
            raise click.ClickException(f"the ledger has no suggestion {number}")
        known = suggestion.suggestion.functions
        unknown = [name for name in functions if name not in known]
        if unknown:
            raise click.ClickException(
                f"suggestion {number} has no function {printable(', '.join(unknown))}"
            )

        chosen = functions or known
        for function in chosen:
            (own_again if undo else disown)(connection, number, function)
    count = counted(len(chosen), "function")
    show_text(f"{count} of suggestion {number}: {'' if undo else 'not '}an assistant's.")


@ledger.command("export")
@_filtering
@click.option(
    "--format",
    "format_",
    type=click.Choice(["csv", "json", "sarif", "markdown"]),
    default="csv",
)
@click.pass_obj
def export_suggestions(path: Path | None, days: float | None, unequal: bool, format_: str) -> None:
    """Print the ledger for another program."""
    from evenhand.apps.cli.input.own_ledger import chosen, opened_ledger
    from evenhand.apps.cli.output.ledger_findings import open_findings
    from evenhand.apps.cli.output.sarif_output import sarif_log
    from evenhand.assistants.ledger.exporting import as_csv, as_json
    from evenhand.assistants.ledger.queries import entries
    from evenhand.assistants.report.task_list import task_list

    with opened_ledger(path) as connection:
        suggestions = list(entries(connection, chosen(days, unequal)))
    if format_ == "csv":
        show_text(as_csv(suggestions), end="")
    elif format_ == "json":
        show_document(as_json(suggestions))
    elif format_ == "markdown":
        show_text(task_list(suggestions), end="")
    else:
        findings = [f for suggestion in suggestions for f in open_findings(suggestion)]
        show_document(sarif_log(findings))


@ledger.command("prune")
@click.option("--older-than", type=float, help="Delete what is older than this many days.")
@click.option("--all", "everything", is_flag=True, help="Delete everything.")
@click.pass_obj
def prune_suggestions(path: Path | None, older_than: float | None, everything: bool) -> None:
    """Delete suggestions from the ledger."""
    from datetime import timedelta

    from evenhand.apps.cli.input.own_ledger import opened_ledger
    from evenhand.apps.cli.output.totals import counted
    from evenhand.assistants.ledger.store import prune
    from evenhand.clock import now

    if (older_than is None) != everything:
        raise click.UsageError("say either --older-than DAYS or --all")

    before = None if older_than is None else now() - timedelta(days=older_than)
    with opened_ledger(path) as connection:
        count = prune(connection, before)
        show_text(f"Deleted {counted(count, 'suggestion')}.")
