"""How to check code that is in no file: as if it were a file of the current folder."""

from __future__ import annotations

from pathlib import Path

import click

from evenhand.apps.cli.input.consent import chosen_python
from evenhand.apps.cli.input.folder_settings import FolderSettings
from evenhand.assistants.agents import SNIPPET
from evenhand.options import CheckOptions
from evenhand.workspace.check_options import options_for
from evenhand.workspace.interpreter import NoInterpreterError


def snippet_options(
    python: str | None, isolation: str | None, *, trust: bool = False, may_ask: bool = True
) -> CheckOptions:
    """How to check such code.

    Raises `UsageError` if a value cannot be used, and `ClickException` if there is no such Python.
    """
    here = Path.cwd()
    folders = FolderSettings({"python": python, "isolation": isolation})
    folders.refuse_bad_overrides(here)
    settings = folders.of(here)
    folders.print_problems()

    try:
        chosen = chosen_python(settings, here, trust=trust, may_ask=may_ask)
    except NoInterpreterError as error:
        raise click.ClickException(str(error)) from error
    chosen.print_notes()
    return options_for(here / SNIPPET, settings, chosen.path)
