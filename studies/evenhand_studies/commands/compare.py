"""`evenhand study compare`"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from evenhand_studies.commands import study_options


@click.command(short_help="Whether runs differ by more than chance.")
@click.argument("runs", type=study_options.EXISTING, nargs=-1, required=True, metavar="RUN RUN...")
@study_options.judging
def compare(runs: tuple[Path, ...], **options: Any) -> None:
    """Whether runs of a study differ by more than chance, over the same prompts.

    Each run is compared with each other one. Answers to one prompt count together, and p-values
    are corrected for all comparisons (Holm).
    """
    from evenhand_studies.commands.judged_answers import judging_of
    from evenhand_studies.commands.judged_runs import judged_runs
    from evenhand_studies.commands.study_pages import show
    from evenhand_studies.research.model_comparison import comparison_tables

    judging = judging_of(options)
    judged = judged_runs(runs, judging)
    title = f"{judged.study.name}, {len(runs)} runs"
    show(comparison_tables(judged.by_prompt), [], judging, title)
