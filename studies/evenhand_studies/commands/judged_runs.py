"""Several runs of one study, judged; how the commands that compare runs begin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from evenhand_studies.commands.answers import source
from evenhand_studies.commands.judged_answers import JudgedSource, Judging, judge_source
from evenhand_studies.commands.study_pages import write_items
from evenhand_studies.research.generation.run_folder import RunError, setup_of
from evenhand_studies.research.model_comparison import ByPrompt, by_prompt
from evenhand_studies.research.studies import study_named
from evenhand_studies.research.study_interface import Study


@dataclass(frozen=True, slots=True)
class JudgedRuns:
    """Runs of one study."""

    study: Study[Any]
    judged: Sequence[JudgedSource]

    @property
    def by_prompt(self) -> Mapping[str, ByPrompt]:
        """By run, the flags of its answers to each prompt."""
        return {own.source.name: by_prompt(own.prompted_flags(self.study)) for own in self.judged}


def judged_runs(runs: Sequence[Path], judging: Judging, name: str = "") -> JudgedRuns:
    """Judge each run, and write the items if they are asked for; raises `ClickException`.

    `name` is that of the study, for answers that are not from a run; empty: the runs say it.
    """
    if len(runs) < 2:
        raise click.UsageError("name two runs or more")

    study = study_named(name) if name else common_study(runs)
    judged = [judge_source(study, source(path), judging) for path in runs]
    if judging.items is not None:
        write_items(study, judged, judging.items)
    return JudgedRuns(study, judged)


def common_study(runs: Iterable[Path]) -> Study[Any]:
    """The study that all runs are of; raises `ClickException` if they are of different ones."""
    try:
        names = {setup_of(path).study for path in runs}
    except RunError as error:
        raise click.ClickException(str(error)) from error

    if len(names) > 1:
        message = f"these are runs of different studies: {', '.join(sorted(names))}"
        raise click.ClickException(message)
    return _study(names.pop())


def _study(name: str) -> Study[Any]:
    try:
        return study_named(name)
    except KeyError:
        message = f"a run of `evenhand study {name}` is no answer to a study's own tasks"
        raise click.ClickException(message) from None
