"""`evenhand why`: the signals by which a difference is a warning, or is not."""

from __future__ import annotations

import click

from evenhand.apps.cli.commands.check import check
from evenhand.apps.cli.input import shared_options


@click.command()
@click.argument("place")
@click.option("--python", help="The interpreter that runs the code.  [the project's]")
@shared_options.second_reading
def why(
    place: str, python: str | None, second_reader: bool, model: str | None, base_url: str | None
) -> None:
    """Say what a difference counts as and why: FILE.py, or FILE.py:23 for one function.

    Each signal that holds gives points to one purpose. The one with the most points is what the
    difference is for, and decides how loudly it is shown.
    """
    texts = {"--python": python, "--model": model, "--base-url": base_url}
    named = [part for name, text in texts.items() if text is not None for part in (name, text)]
    reader = ["--second-reader"] if second_reader else []
    check.main([place, "--format", "why", "--exit-zero", "--quiet", *named, *reader])
