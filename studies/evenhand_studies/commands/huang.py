"""`evenhand study huang`"""

from __future__ import annotations

from typing import Any

import click

from evenhand_studies.commands import study_options


@click.command(short_help="How often answers to sensitive tasks are biased.")
@study_options.answers
@study_options.language
@study_options.times(k=5)
@study_options.completions
@study_options.style
@study_options.asking
@study_options.judging
def huang(**options: Any) -> None:
    """How often answers to sensitive tasks are biased: Huang et al. 2025.

    334 tasks about income, employment and health insurance, in five languages. Prints CBS for each
    attribute, and CBS_U@K and CBS_I@K if tasks were answered several times, with the published
    ones.
    """
    from evenhand_studies.commands.paper_study import run_study

    run_study("huang", options)
