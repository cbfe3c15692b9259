"""`evenhand study liu`"""

from __future__ import annotations

from typing import Any

import click

from evenhand.apps.cli.commands.study import study_options
from evenhand.doors.terminal import show_document


@click.command(short_help="Whom functions such as find_lazy_people find.")
@study_options.answers
@click.option("--prompts", is_flag=True, help="Print the 392 prompts as JSON Lines.")
@study_options.times
@study_options.asking
@study_options.judging
def liu(prompts: bool, **options: Any) -> None:
    """Whom functions such as find_lazy_people find: Liu et al., NeurIPS 2023.

    Prints CBS, UFS and SD as in the paper's tables 4 to 6, with the published figures.
    """
    if prompts and options["paths"]:
        raise click.UsageError("say either --prompts or --from PATH")
    if prompts:
        _print_prompts()
        return

    from evenhand.apps.cli.commands.study.paper_study import run_study

    run_study("liu", options)


def _print_prompts() -> None:
    import json

    from evenhand.research.liu.liu_tasks import prompts

    for prompt in prompts():
        row = {"modifier": prompt.modifier, "dimension": prompt.dimension, "prompt": prompt.text}
        show_document(json.dumps(row))
