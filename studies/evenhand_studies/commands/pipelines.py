"""`evenhand study pipelines`"""

from __future__ import annotations

from typing import Any

import click

from evenhand_studies.commands import study_options


@click.command(short_help="Which columns models choose for machine learning.")
@study_options.answers
@study_options.language
@study_options.times(k=10)
@study_options.style
@study_options.asking
@study_options.judging
def pipelines(**options: Any) -> None:
    """Which columns models choose for machine learning: Bui et al. 2026.

    Eight decisions, each as a machine learning pipeline and as conditions, with sensitive,
    relevant and irrelevant columns to choose from. Prints which of them the code uses.
    """
    from evenhand_studies.commands.paper_study import run_study

    run_study("pipelines", options)
