"""`evenhand study faircoder`"""

from __future__ import annotations

from typing import Any

import click

from evenhand_studies.commands import study_options


@click.command(short_help="Whom generated decisions and tests prefer.")
@study_options.answers
@study_options.times(k=5)
@study_options.completions
@study_options.style
@study_options.asking
@study_options.judging
@click.option("--utility", is_flag=True, help="Also print Pylint's scores.")
def faircoder(**options: Any) -> None:
    """Whom generated decisions and tests prefer: FairCoder, Du et al. 2025.

    955 functions about applicants, students and patients, and tests for 18 topics. Prints the
    refusal rate R, the preference entropy E and FairScore, with the published ones. What a group
    gains is found by running the functions. Answers from elsewhere need one of the fields `job`,
    `major`, `treatment` and `topic`.
    """
    from evenhand_studies.commands.paper_study import run_study

    run_study("faircoder", options)
