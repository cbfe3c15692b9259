"""How to check code that is in no file: as if it were a file of the current folder."""

from __future__ import annotations

from pathlib import Path

import click

from evenhand.apps.cli.input.folder_settings import FolderSettings
from evenhand.assistants.agents import SNIPPET
from evenhand.options import CheckOptions
from evenhand.workspace.check_options import options_for
from evenhand.workspace.interpreter import NoInterpreterError, find_interpreter


def snippet_options(python: str | None, isolation: str | None) -> CheckOptions:
    """How to check such code.

    Raises `UsageError` if a value cannot be used, and `ClickException` if there is no such Python.
    """
    here = Path.cwd()
    folders = FolderSettings({"python": python, "isolation": isolation})
    folders.refuse_bad_overrides(here)
    settings = folders.of(here)
    folders.print_problems()

    try:
        interpreter = find_interpreter(settings.python, here).path
    except NoInterpreterError as error:
        raise click.ClickException(str(error)) from error
    return options_for(here / SNIPPET, settings, interpreter)
