"""The program `evenhand`: its commands, one module each.

A command's module declares its options and imports everything else when the command runs, so that
`evenhand --help` does not wait for the engine.
"""

from __future__ import annotations

import click

from evenhand import __version__
from evenhand.apps.cli.added_commands import PACKAGES, added_command
from evenhand.apps.cli.commands.audit import audit
from evenhand.apps.cli.commands.cache import cache
from evenhand.apps.cli.commands.check import check
from evenhand.apps.cli.commands.doctor import doctor
from evenhand.apps.cli.commands.fix import fix
from evenhand.apps.cli.commands.given_answers import answers
from evenhand.apps.cli.commands.language_server import server
from evenhand.apps.cli.commands.ledger import ledger
from evenhand.apps.cli.commands.list_attributes import attributes
from evenhand.apps.cli.commands.mcp import mcp
from evenhand.apps.cli.commands.rule import rule
from evenhand.apps.cli.commands.sandbox import sandbox
from evenhand.apps.cli.commands.trust import trust
from evenhand.apps.cli.commands.why import why
from evenhand.apps.cli.unexpected import Program

COMMANDS: tuple[click.Command, ...] = (
    answers, attributes, audit, cache, check, doctor, fix, ledger, mcp, rule, sandbox, server,
    trust, why,
)  # fmt: skip


class Commands(Program):
    """Those of this package, and those that others add."""

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted([*super().list_commands(context), *PACKAGES])

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        return added_command(name) if name in PACKAGES else super().get_command(context, name)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    commands=COMMANDS,
)
@click.version_option(__version__, "-V", "--version", message="%(prog)s %(version)s")
def evenhand() -> None:
    """Find functions that treat people differently because of who they are."""
