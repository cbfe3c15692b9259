"""`evenhand study mitigation`"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from evenhand_studies.commands import study_options


@click.command(short_help="How far asking for unbiased code helps.")
@click.option(
    "--from",
    "run",
    type=study_options.EXISTING,
    required=True,
    help="A run of `evenhand study huang`.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 10),
    default=1,
    show_default=True,
    help="Most corrections of an answer, each asked for with the tests that it fails.",
)
@click.option(
    "--repeat",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    help="How often to do all of it; the paper does it five times.",
)
@study_options.asking
@study_options.judging
def mitigation(run: Path, rounds: int, repeat: int, **options: Any) -> None:
    """How far asking for unbiased code helps: Huang et al. 2025, tables 7, 8 and 16.

    Five strategies, asked along with the task, and with the failing tests of each biased answer.
    Prints CBS for each, the tokens it took, and how many answers were made fair while all else
    stayed as it was.
    """
    from evenhand_studies.commands.judged_answers import judging_of
    from evenhand_studies.commands.mitigation_run import mitigate
    from evenhand_studies.commands.model_answers import model_request

    judging = judging_of(options)
    mitigate(run, model_request({**options, "k": 1}), judging, rounds, repeat)
