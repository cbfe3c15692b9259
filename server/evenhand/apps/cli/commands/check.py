"""`evenhand check`: find functions that treat people differently."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.input import shared_options


@click.command()
@shared_options.paths
@shared_options.showing
@shared_options.working
@click.option(
    "--no-run", "isolation", flag_value="static", help="Read the source, and run none of it."
)
@click.option(
    "--deep", is_flag=True, help="Ask CrossHair, 5 s each, where no difference was found."
)
@click.option("--watch", is_flag=True, help="Check again whatever changes, until Ctrl+C.")
@shared_options.engine
@click.option("--column", default="code", help="Column of the code in Parquet files.  [code]")
@click.option(
    "-o",
    "--output",
    type=shared_options.FILE,
    help="Write the verdicts on Parquet files to this Parquet file.",
)
def check(
    paths: tuple[str, ...], column: str, output: Path | None, watch: bool, **options: Any
) -> None:
    """Check Python files, folders, standard input (`-`), or Parquet files with code in their rows.

    Exits with 0 if nothing was found, 1 if something was, and 2 if something could not be read or
    an option is wrong.
    """
    from evenhand.apps.cli.commands.exit_status import exit_status_of

    named = paths or (".",)
    if watch:
        sys.exit(exit_status_of(lambda: _watch(named, output, options)))
    sys.exit(exit_status_of(lambda: _check(named, column, output, options)))


def _watch(paths: tuple[str, ...], output: Path | None, options: Mapping[str, Any]) -> int:
    from evenhand.apps.cli.commands.check_rows import are_data_sets
    from evenhand.apps.cli.commands.watch_files import refuse_while_watching, watch_files

    if output is not None or are_data_sets(paths):
        raise click.UsageError("--watch is for Python files, and not for those with code in rows")
    refuse_while_watching(paths, options)
    return watch_files(paths, options)


def _check(
    paths: tuple[str, ...], column: str, output: Path | None, options: Mapping[str, Any]
) -> int:
    from evenhand.apps.cli.commands.check_files import check_files, check_request
    from evenhand.apps.cli.commands.check_rows import are_data_sets, check_rows, row_request

    if are_data_sets(paths):
        return check_rows(row_request(paths, options, column, output))
    if output is not None:
        raise click.UsageError("--output is for Parquet files; `--format json > FILE` for others")
    if options["review"]:
        from evenhand.apps.cli.commands.review_findings import refuse_review, review_files

        refuse_review(paths, options)
        return review_files(check_request(paths, options))
    return check_files(check_request(paths, options))
