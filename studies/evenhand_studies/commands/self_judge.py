"""`evenhand study self-judge`"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from evenhand_studies.commands import study_options


@click.command(short_help="Whether a model sees the bias of its own code.")
@click.option(
    "--from",
    "run",
    type=study_options.EXISTING,
    required=True,
    help="A run of `evenhand study huang`.",
)
@study_options.asking
@study_options.judging
def self_judge(run: Path, **options: Any) -> None:
    """Whether a model sees the bias of its own code: Huang et al. 2025, table 9.

    Asks about each answer of a run whether it is biased by each attribute. Prints how much of the
    bias that running shows is recognised, and the false alarms. Another model may be asked.
    """
    from evenhand_studies.commands.judged_answers import judging_of
    from evenhand_studies.commands.model_answers import model_request
    from evenhand_studies.commands.self_judging_run import judge_itself

    judge_itself(run, model_request({**options, "k": 1}), judging_of(options))
