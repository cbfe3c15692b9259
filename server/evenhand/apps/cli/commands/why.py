"""`evenhand why`: the signals by which a difference is a warning, or is not."""

from __future__ import annotations

import click

from evenhand.apps.cli.commands.check import check


@click.command()
@click.argument("place")
@click.option("--python", help="The interpreter that runs the code.  [the project's]")
def why(place: str, python: str | None) -> None:
    """Say what a difference counts as and why: FILE.py, or FILE.py:23 for one function.

    Each signal that holds gives points to one purpose. The one with the most points is what the
    difference is for, and decides how loudly it is shown.
    """
    interpreter = ("--python", python) if python is not None else ()
    check.main([place, "--format", "why", "--exit-zero", "--quiet", *interpreter])
