"""`evenhand study compare`"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evenhand.apps.cli.commands.study import study_options

if TYPE_CHECKING:
    from evenhand.research.study_interface import Study


@click.command(short_help="Whether two runs differ by more than chance.")
@click.argument("first", type=study_options.EXISTING)
@click.argument("second", type=study_options.EXISTING)
@study_options.judging
def compare(first: Path, second: Path, **options: Any) -> None:
    """Whether two runs of a study differ by more than chance, prompt by prompt."""
    from evenhand.apps.cli.commands.study.judged_answers import judge_source, judging_of
    from evenhand.apps.cli.commands.study.study_pages import show
    from evenhand.apps.cli.input.answers import source
    from evenhand.research.model_comparison import compared

    judging = judging_of(options)
    study = _common_study(first, second)
    before, after = (judge_source(study, source(path), judging) for path in (first, second))

    names = (before.source.name, after.source.name)
    table = compared(before.keyed_flags(study), after.keyed_flags(study), names)
    show([table], [], judging, f"{study.name}, two runs")


def _common_study(first: Path, second: Path) -> Study[Any]:
    """The study that both runs are of; raises `ClickException` if they are of different ones."""
    from evenhand.research.generation.run_folder import RunError, setup_of
    from evenhand.research.studies import study_named

    try:
        names = {setup_of(path).study for path in (first, second)}
    except RunError as error:
        raise click.ClickException(str(error)) from error

    if len(names) > 1:
        message = f"these are runs of different studies: {', '.join(sorted(names))}"
        raise click.ClickException(message)
    return study_named(names.pop())
