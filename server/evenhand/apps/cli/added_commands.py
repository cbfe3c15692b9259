"""Commands that other packages add, found through their entry points."""

from __future__ import annotations

from collections.abc import Mapping

import click

GROUP = "evenhand.commands"
"""Of the entry points: each is the command of its name."""
PACKAGES: Mapping[str, str] = {"study": "evenhand-studies"}
"""Commands, each with the package that adds it."""


class NotInstalledError(click.ClickException):
    """The package that adds a command is not installed."""

    exit_code = 2


def added_command(name: str) -> click.Command:
    """A command of `PACKAGES`, or one that says how to install it."""
    from importlib.metadata import PackageNotFoundError, distribution

    package = PACKAGES[name]
    try:
        entry_points = distribution(package).entry_points
    except PackageNotFoundError:
        return _missing(name, f"pip install {package}")
    (entry_point,) = entry_points.select(group=GROUP, name=name)
    command: click.Command = entry_point.load()
    return command


def _missing(name: str, remedy: str) -> click.Command:
    @click.command(
        name,
        short_help=f"Not installed: {remedy}",
        add_help_option=False,
        context_settings={"ignore_unknown_options": True},
    )
    @click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
    def missing(arguments: tuple[str, ...]) -> None:
        raise NotInstalledError(f"`evenhand {name}` is a package of its own: {remedy}")

    return missing
