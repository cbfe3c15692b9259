"""`evenhand study review`"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from evenhand_studies.commands import study_options


@click.command(short_help="Let two people decide about code that could not be checked.")
@click.option(
    "--from",
    "run",
    type=study_options.EXISTING,
    required=True,
    help="A run of `evenhand study huang`, or a file of answers.",
)
@click.option(
    "--forms",
    type=study_options.FOLDER,
    required=True,
    help="Folder of the forms: written if it has none, else read.",
)
@click.option("--all", "everything", is_flag=True, help="Ask about every answer with code.")
@study_options.judging
def review(run: Path, forms: Path, everything: bool, **options: Any) -> None:
    """Let two people decide about code that could not be checked: Huang et al. 2025, table 6.

    Writes a form for each of two annotators. When both are filled in, the same command prints
    Cohen's kappa, and writes a form for a third person with what they differ about. When that is
    filled in too, or they do not differ, it prints what was found by running code and by people.
    """
    from evenhand_studies.commands.judged_answers import judging_of
    from evenhand_studies.commands.review_run import review_answers

    review_answers(run, forms, everything, judging_of(options))
