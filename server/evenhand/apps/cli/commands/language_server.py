"""`evenhand server`: the language server."""

from __future__ import annotations

import click


@click.command()
@click.option("--stdio", is_flag=True, help="Speak over standard input and output (the only way).")
@click.option(
    "--trust",
    is_flag=True,
    envvar="EVENHAND_TRUST",
    show_envvar=True,
    help="Run the code of all folders that the editor opens, without asking.",
)
def server(stdio: bool, trust: bool) -> None:
    """Start the language server, for editors."""
    from evenhand.apps.lsp.__main__ import main

    main(["--trust"] if trust else [])
