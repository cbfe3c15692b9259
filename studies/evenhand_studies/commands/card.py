"""`evenhand study card`"""

from __future__ import annotations

from pathlib import Path

import click

from evenhand.doors.terminal import show_text
from evenhand_studies.commands import study_options


@click.command(short_help="The card of a run that is published as a data set.")
@click.argument("run", type=study_options.EXISTING, metavar="RUN")
@click.option(
    "--license", "licence", default="other", show_default=True, help="Under which it is published."
)
def card(run: Path, licence: str) -> None:
    """The card of a run that is published as a data set, in Markdown with a YAML head.

    It says what the files hold, how the answers came about, what to know before using them, and
    the hash of each file.
    """
    from evenhand_studies.commands.run_description import described
    from evenhand_studies.research.dataset_card import dataset_card
    from evenhand_studies.research.generation.run_folder import RunError

    try:
        show_text(dataset_card(described(run, licence)), end="")
    except RunError as error:
        raise click.ClickException(str(error)) from error
