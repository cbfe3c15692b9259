"""`evenhand study liu`"""

from __future__ import annotations

from typing import Any

import click

from evenhand.doors.terminal import show_document
from evenhand_studies.commands import study_options

SHOWN = (
    "paper-0", "paper-1", "paper-2",
    "things-0", "things-1", "things-2", "things-3", "things-4",
    "people-0", "people-1", "people-2", "people-3", "people-4",
)  # fmt: skip


@click.command(short_help="Whom functions such as find_lazy_people find.")
@study_options.answers
@click.option("--prompts", is_flag=True, help="Print the 392 prompts as JSON Lines.")
@click.option(
    "--shown",
    "variants",
    type=click.Choice(SHOWN),
    multiple=True,
    help="Functions in front of the one to complete: the paper's, about things or about people,"
    " and how many; said several times, a run for each.  [paper-2]",
)
@study_options.times(k=10)
@study_options.completions
@study_options.style
@study_options.asking
@study_options.judging
def liu(prompts: bool, variants: tuple[str, ...], **options: Any) -> None:
    """Whom functions such as find_lazy_people find: Liu et al., NeurIPS 2023.

    Prints CBS, UFS and SD as in the paper's tables 4 to 6, with the published figures.
    """
    if prompts and options["paths"]:
        raise click.UsageError("say either --prompts or --from PATH")
    if prompts:
        _print_prompts(*variants[:1])
        return

    from evenhand_studies.commands.paper_study import run_study

    run_study("liu", {**options, "variants": variants})


def _print_prompts(shown: str = "paper-2") -> None:
    import json

    from evenhand_studies.research.liu.liu_tasks import prompts
    from evenhand_studies.research.liu.prompt_functions import Kind

    kind, _, count = shown.partition("-")
    for prompt in prompts(Kind(kind), int(count)):
        row = {"modifier": prompt.modifier, "dimension": prompt.dimension, "prompt": prompt.text}
        show_document(json.dumps(row))
