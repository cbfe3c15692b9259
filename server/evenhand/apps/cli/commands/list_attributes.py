"""`evenhand attributes`: list the protected attributes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.table import Table

    from evenhand.workspace.settings import Settings

PLAIN_WIDTH = 240
"""Columns of the table in a file or a pipe."""


@click.command()
@click.option("--profile", help="default, legal or paper; the default is that of this folder.")
def attributes(profile: str | None) -> None:
    """List the protected attributes, and which of them are checked here."""
    from evenhand.apps.cli.input.folder_settings import FolderSettings
    from evenhand.doors.console import output_console, show_rich

    folders = FolderSettings({"profile": profile})
    folders.refuse_bad_overrides(Path.cwd())

    width = None if output_console().is_terminal else PLAIN_WIDTH
    show_rich(output_console(width), _table(folders.of(Path.cwd())))


def _table(settings: Settings) -> Table:
    """Every attribute, and how its findings are shown under `settings`."""
    from rich.table import Table

    from evenhand.check.catalogue import default_catalogue
    from evenhand.check.catalogue.users_attributes import with_users_attributes
    from evenhand.findings import Severity
    from evenhand.workspace.check_options import options_for

    catalogue = with_users_attributes(default_catalogue(), settings.extra_attributes)
    severities = catalogue.profile(settings.profile)
    chosen = options_for(Path("any.py"), settings, python="").attributes
    checked = frozenset(severities) if chosen is None else chosen

    table = Table("attribute", "shown as", "kind", "basis", box=None, pad_edge=False)
    for attribute in catalogue.attributes:
        severity = severities.get(attribute.name, Severity.WARNING)
        shown_as = severity if attribute.name in checked else "not checked"
        table.add_row(attribute.name, shown_as, attribute.tier, attribute.legal_basis)
    return table
