"""The commands about changes, agents and the ledger. What they need is imported when they run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, TextIO

import click

from evenhand.apps.cli.input import shared_options


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH ...]")
@click.option("--since", metavar="REVISION", help="Check what has changed since then: main.")
@click.option(
    "--html",
    type=click.File("w", encoding="utf-8", lazy=True, atomic=True),
    help="Write the report on what assistants suggested; `-` for standard output.",
)
@click.option("--days", type=float, help="With --html: only the last days.")
@shared_options.ledger("ledger")
@shared_options.showing
@shared_options.working
def audit(
    paths: tuple[str, ...],
    since: str | None,
    html: TextIO | None,
    days: float | None,
    ledger: Path | None,
    exclude: list[str] | None,
    **given: Any,
) -> None:
    """Check the functions that a change added or edited, as for a pull request.

    A function counts as edited if its text or that of a helper in the same file has changed
    since the branch left REVISION, committed or not. Exits as `evenhand check` does.

    With --html: write the report on what assistants suggested on this machine, and what became
    of it, as one page that works offline.
    """
    if (since is None) == (html is None):
        raise click.UsageError("say either --since REVISION or --html FILE")
    if html is not None:
        from evenhand.apps.cli.ledger import wanted, write_report

        write_report(ledger, wanted(days, False, None), html)
        return
    from evenhand.apps.cli.check import CheckRequest
    from evenhand.apps.cli.check import check as run

    overrides = shared_options.overrides(given)
    request = CheckRequest(paths or (".",), overrides, tuple(exclude or ()), since=since, **given)
    sys.exit(shared_options.interruptible(lambda: run(request)))


@click.command()
@shared_options.python
@shared_options.isolation
@shared_options.ledger("ledger")
@click.option("--record/--no-record", default=True, help="Write to the ledger.  [--record]")
def mcp(python: str | None, isolation: str | None, ledger: Path | None, record: bool) -> None:
    """Let agents ask, over the Model Context Protocol on standard input and output.

    They find the tools check_bias and repair_bias. Needs `pip install 'evenhand[mcp]'`.
    """
    try:
        from evenhand.apps.cli.mcp import McpRequest, serve
    except ImportError as error:
        missing = "evenhand mcp needs the package mcp: pip install 'evenhand[mcp]'"
        raise click.ClickException(missing) from error

    serve(McpRequest(python, isolation, ledger, record))


@click.group()
@shared_options.ledger("path")
@click.pass_context
def ledger(context: click.Context, path: Path | None) -> None:
    """What assistants suggested on this machine, what was found, and what became of it."""
    context.obj = path


def _filtering(command: shared_options.Command) -> shared_options.Command:
    for option in (
        click.option("--unequal", is_flag=True, help="Only where people are treated differently."),
        click.option("--days", type=float, help="Only the last days."),
    ):
        command = option(command)
    return command


@ledger.command("list")
@_filtering
@click.option("--most", type=int, default=50, show_default=True, help="How many at most.")
@click.pass_obj
def ledger_list(path: Path | None, days: float | None, unequal: bool, most: int) -> None:
    """List suggestions, the newest first."""
    from evenhand.apps.cli.ledger import show_list, wanted

    show_list(path, wanted(days, unequal, most))


@ledger.command("show")
@click.argument("number", type=int)
@click.pass_obj
def ledger_show(path: Path | None, number: int) -> None:
    """Show one suggestion with its verdicts and the calls that prove them."""
    from evenhand.apps.cli.ledger import show_one

    if not show_one(path, number):
        raise click.ClickException(f"the ledger has no suggestion {number}")


@ledger.command("export")
@_filtering
@click.option("--format", "format_", type=click.Choice(["csv", "json", "sarif"]), default="csv")
@click.pass_obj
def ledger_export(path: Path | None, days: float | None, unequal: bool, format_: str) -> None:
    """Print the ledger for another program."""
    from evenhand.apps.cli.ledger import export, wanted

    export(path, wanted(days, unequal, None), format_)


@ledger.command("prune")
@click.option("--older-than", type=float, help="Delete what is older than so many days.")
@click.option("--all", "everything", is_flag=True, help="Delete everything.")
@click.pass_obj
def ledger_prune(path: Path | None, older_than: float | None, everything: bool) -> None:
    """Delete suggestions from the ledger."""
    from evenhand.apps.cli.ledger import delete

    if (older_than is None) != everything:
        raise click.UsageError("say either --older-than DAYS or --all")
    delete(path, older_than)
