"""Code that is in no file: it is checked as one of the current folder would be."""

from __future__ import annotations

from pathlib import Path

import click

from evenhand.assistants.agents import SNIPPET
from evenhand.options import CheckOptions
from evenhand.workspace.check_options import options_for
from evenhand.workspace.interpreter import NoInterpreterError, find_interpreter
from evenhand.workspace.pyproject import nearest_settings
from evenhand.workspace.settings import override


def snippet_options(python: str | None, isolation: str | None) -> CheckOptions:
    """How such code is checked; raises `ClickException` where there is no such Python."""
    here = Path.cwd()
    overrides = {"python": python, "isolation": isolation}
    found = nearest_settings(here)
    choice = override(found.settings, overrides, "command line", trusted=True)
    for problem in (*found.problems, *choice.problems):
        click.echo(f"evenhand: {problem}", err=True)
    try:
        interpreter = find_interpreter(choice.settings.python, here).path
    except NoInterpreterError as error:
        raise click.ClickException(str(error)) from error
    return options_for(here / SNIPPET, choice.settings, interpreter)
