"""`evenhand mcp`: let agents check and repair code."""

from __future__ import annotations

from pathlib import Path

import click

from evenhand.apps.cli.input import shared_options


@click.command()
@shared_options.python
@shared_options.trust
@shared_options.isolation
@shared_options.ledger("ledger")
@click.option("--record/--no-record", default=True, help="Write to the ledger.  [--record]")
def mcp(
    python: str | None, trust: bool, isolation: str | None, ledger: Path | None, record: bool
) -> None:
    """Let agents ask, over the Model Context Protocol on standard input and output.

    They get the tools check_bias and repair_bias. Needs `pip install 'evenhand[mcp]'`.
    """
    try:
        from evenhand.apps.cli.commands.mcp_server import serve
    except ImportError as error:
        missing = "evenhand mcp needs the package mcp: pip install 'evenhand[mcp]'"
        raise click.ClickException(missing) from error

    from evenhand.apps.cli.input.snippet_options import snippet_options

    # The standard input is the agent's, so the user cannot be asked.
    options = snippet_options(python, isolation, trust=trust, may_ask=False)
    serve(options, ledger, record)
