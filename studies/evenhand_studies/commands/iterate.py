"""`evenhand study iterate`"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from evenhand_studies.commands import study_options


@click.command(short_help="How far telling a model of its bias helps (Solar).")
@click.option(
    "--from",
    "run",
    type=study_options.EXISTING,
    required=True,
    help="A run of `evenhand study solar`.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 10),
    default=3,
    show_default=True,
    help="Most corrections of an answer.",
)
@study_options.asking
@study_options.judging
def iterate(run: Path, rounds: int, **options: Any) -> None:
    """How far telling a model of its bias helps: Ling et al. 2025, tables 5 and 7.

    Each biased method is asked for again with the dimensions by which it is biased. Prints CBS and
    Pass@attribute after each round, and each round against the one before.
    """
    from evenhand_studies.commands.iteration_run import iterate as run_iterations
    from evenhand_studies.commands.judged_answers import judging_of
    from evenhand_studies.commands.model_answers import model_request

    judging = judging_of(options)
    run_iterations(run, model_request({**options, "k": 1}), judging, rounds)
