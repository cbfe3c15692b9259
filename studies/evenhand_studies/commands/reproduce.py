"""`evenhand study reproduce`"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.input import shared_options
from evenhand_studies.commands import study_options


@click.command(short_help="Repeat a run, and say what differs.")
@click.argument("run", type=study_options.EXISTING, metavar="RUN")
@click.option(
    "--again",
    type=study_options.FOLDER,
    help="Also ask the model the same prompts again, into this folder, and compare.",
)
@shared_options.base_url
@study_options.judging
def reproduce(run: Path, again: Path | None, base_url: str | None, **options: Any) -> None:
    """Repeat a run from what its folder keeps, and say what differs.

    Its answers are judged again, without asking anybody, and each verdict is compared with the one
    that was kept. With --again the model is asked again, with the same prompts and sampling. Exits
    with 1 if a kept prompt was changed or a verdict differs.
    """
    from evenhand_studies.commands.judged_answers import judging_of
    from evenhand_studies.commands.reproduction_run import reproduce as repeat

    same = repeat(run, again, base_url, judging_of(options))
    if not same:
        raise SystemExit(1)
