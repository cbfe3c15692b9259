"""`evenhand server`: the language server."""

from __future__ import annotations

import click


@click.command()
@click.option("--stdio", is_flag=True, help="Speak over standard input and output (the only way).")
def server(stdio: bool) -> None:
    """Start the language server, for editors."""
    from evenhand.apps.lsp.__main__ import main

    main([])
