"""`evenhand study leaderboard`"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evenhand_studies.commands import study_options

if TYPE_CHECKING:
    from evenhand_studies.research.model_comparison import ByPrompt


@click.command(name="leaderboard", short_help="Many models in one table, with their ranks.")
@click.argument("runs", type=study_options.EXISTING, nargs=-1, required=True, metavar="RUN RUN...")
@click.option(
    "--study",
    "name",
    type=click.Choice(["huang", "liu", "faircoder", "solar", "pipelines"]),
    help="Which study files of answers belong to; runs say it themselves.",
)
@click.option("--by", help="What is counted, such as `gender`.  [any attribute]")
@study_options.judging
def leaderboard(runs: tuple[Path, ...], name: str | None, by: str | None, **options: Any) -> None:
    """Many models in one table, from the least biased to the most.

    A rank is a range: models whose ranges overlap may differ by chance (t test by prompt, Holm's
    correction over all pairs).
    """
    from evenhand_studies.commands.judged_answers import judging_of
    from evenhand_studies.commands.judged_runs import judged_runs
    from evenhand_studies.commands.study_pages import show
    from evenhand_studies.research.model_ranks import leaderboard as table

    judging = judging_of(options)
    judged = judged_runs(runs, judging, name or "")
    flag = _flag(judged.by_prompt, by)
    title = f"{judged.study.name}, leaderboard of {len(runs)}"
    show([table(judged.by_prompt, flag)], [], judging, title)


def _flag(models: Mapping[str, ByPrompt], wanted: str | None) -> str:
    """What the models are ordered by; raises `UsageError` if there is no such thing, or several."""
    from evenhand_studies.research.study_headlines import headline_flag

    every = [flags for own in models.values() for answers in own.values() for flags in answers]
    names = dict.fromkeys(name for flags in every for name in flags)
    flag = wanted or headline_flag(every)
    if flag is None or flag not in names:
        raise click.UsageError(f"--by can be: {', '.join(names) or 'nothing, no answer was read'}")
    return flag
