"""`evenhand check`: find functions that treat people differently."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import click

from evenhand.apps.cli.input import shared_options


@click.command()
@shared_options.paths
@shared_options.showing
@shared_options.second_reading
@shared_options.working
@click.option(
    "--no-run", "isolation", flag_value="static", help="Read the source, and run none of it."
)
@click.option(
    "--deep", is_flag=True, help="Ask CrossHair, 5 s each, where no difference was found."
)
@click.option(
    "--rate", is_flag=True, help="Say of how many of 1,000 made-up people each finding is true."
)
@click.option("--show-files", is_flag=True, help="Print the files that a check takes, and end.")
@click.option(
    "--show-settings", is_flag=True, help="Print the settings of the first file, and end."
)
@click.option("--watch", is_flag=True, help="Check again whatever changes, until Ctrl+C.")
@shared_options.engine
@click.option("--column", help="Column of the code in data sets.  [code]")
def check(
    paths: tuple[str, ...], watch: bool, show_files: bool, show_settings: bool, **options: Any
) -> None:
    """Check Python files, notebooks, folders, standard input (`-`), or data sets of code.

    FILE.py:23 checks the function around that line alone. Data sets are Parquet, Arrow and JSON
    Lines files with code in their rows; below a folder they are checked if --column is used.

    Exits with 0 if nothing was found, 1 if something was, and 2 if something could not be read or
    an option is wrong.
    """
    from evenhand.apps.cli.commands.exit_status import exit_status_of

    named = paths or (".",)
    if show_files or show_settings:
        sys.exit(_show(named, show_settings, options))
    sys.exit(exit_status_of(lambda: _work(named, watch, options)))


def _show(paths: tuple[str, ...], settings: bool, options: Mapping[str, Any]) -> int:
    from evenhand.apps.cli.commands.shown_workload import show_files, show_settings

    return show_settings(paths, options) if settings else show_files(paths, options)


def _work(paths: tuple[str, ...], watch: bool, options: Mapping[str, Any]) -> int:
    from evenhand.apps.cli.commands.check_or_review import check_or_review
    from evenhand.apps.cli.commands.watch_files import refuse_while_watching, watch_files

    if not watch:
        return check_or_review(paths, options)
    refuse_while_watching(paths, options)
    return watch_files(paths, options)
