"""`evenhand audit`: check what a change has touched, or report on what assistants suggested."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.input import shared_options
from evenhand.doors.printable import printable
from evenhand.doors.terminal import say, show_document


@click.command()
@shared_options.paths
@click.option("--since", metavar="REVISION", help="Check what has changed since then: main.")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="Write the report on what assistants suggested; `-` for standard output.",
)
@click.option("--days", type=float, help="With --html: only the last days.")
@shared_options.ledger("ledger")
@shared_options.showing
@shared_options.second_reading
@shared_options.working
def audit(
    paths: tuple[str, ...],
    since: str | None,
    html: Path | None,
    days: float | None,
    ledger: Path | None,
    **options: Any,
) -> None:
    """Check the functions that a change added or edited, as for a pull request.

    A function counts as edited if its text or that of a helper in the same file has changed
    since the branch left REVISION, committed or not. Exits as `evenhand check` does.

    With --html: write the report on what assistants suggested on this machine, and what became
    of it, as one page that works offline.
    """
    if html is not None and since is None and not options["review"]:
        _write_report(ledger, days, html)
        return
    if html is not None or since is None:
        raise click.UsageError("say either --since REVISION or --html FILE")

    from evenhand.apps.cli.commands.check_or_review import check_or_review
    from evenhand.apps.cli.commands.exit_status import exit_status_of

    named = paths or (".",)
    sys.exit(exit_status_of(lambda: check_or_review(named, options, since)))


def _write_report(ledger: Path | None, days: float | None, html: Path) -> None:
    from evenhand.apps.cli.input.own_ledger import chosen, opened_ledger
    from evenhand.apps.cli.output.totals import counted
    from evenhand.apps.cli.output.written_files import write_output
    from evenhand.assistants.ledger.queries import entries
    from evenhand.assistants.report.audit_page import page
    from evenhand.clock import now

    with opened_ledger(ledger) as connection:
        suggestions = list(entries(connection, chosen(days)))
    report = page(suggestions, now())
    if str(html) == "-":
        show_document(report, end="")
        return
    write_output(html, report)
    say(f"Wrote {printable(str(html))}: {counted(len(suggestions), 'suggestion')}.")
