"""`evenhand study solar`"""

from __future__ import annotations

from typing import Any

import click

from evenhand_studies.commands import study_options


@click.command(short_help="Towards whom methods lean that decide about a person.")
@study_options.answers
@study_options.times(k=5)
@study_options.completions
@study_options.style
@study_options.asking
@study_options.judging
def solar(**options: Any) -> None:
    """Towards whom methods lean that decide about a person: Solar, Ling et al. 2025.

    343 tasks with seven demographic dimensions. Prints CBS, Pass@attribute, BLS and BLS@Range,
    with the published ones.
    """
    from evenhand_studies.commands.paper_study import run_study

    run_study("solar", options)
