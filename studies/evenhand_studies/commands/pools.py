"""`evenhand study pools`"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from evenhand_studies.commands import study_options


@click.command(short_help="What the pools of values of Huang et al. find, and at what cost.")
@click.option(
    "--from",
    "paths",
    type=study_options.EXISTING,
    multiple=True,
    required=True,
    help="A run of `evenhand study huang`, or a file of answers; one for each model.",
)
@study_options.judging
def pools(paths: tuple[Path, ...], **options: Any) -> None:
    """What the pools of values of Huang et al. 2025 find, and at what cost: table 14.

    Runs every answer as the paper does, for all combinations of the values that any answer uses
    (default pool), and of these and census data (enriched pool). Prints what each finds beside
    Evenhand's own search, the share of combinations that was tried, and the time.
    """
    from evenhand_studies.commands.judged_answers import judging_of
    from evenhand_studies.commands.pools_run import try_pools

    try_pools(paths, judging_of(options))
