"""`evenhand study suites`"""

from __future__ import annotations

from pathlib import Path

import click

from evenhand_studies.commands import study_options


@click.command(short_help="A pytest suite for each task of Solar.")
@click.argument("folder", type=study_options.FOLDER)
@click.option(
    "--tasks",
    type=study_options.EXISTING,
    help="Other tasks: the authors' prompts (`prompts.jsonl`) or definitions (`tasks.json`).",
)
@click.option(
    "--from",
    "answers",
    type=study_options.EXISTING,
    help="A run of `evenhand study solar`, or a file of answers, to write beside the suites.",
)
@click.option("--first", type=click.IntRange(1), help="Only this many tasks.")
def suites(folder: Path, tasks: Path | None, answers: Path | None, first: int | None) -> None:
    """Write a pytest suite for each task of Solar (Ling et al. 2025) to FOLDER.

    A suite says whether an answer runs, and for each dimension that the task is not about whether
    people who differ in it alone are treated alike. It needs pytest and nothing of Evenhand:
    `pytest FOLDER --answers ANSWERS`. The answers run there without any wall.
    """
    from evenhand_studies.commands.suites_run import write_suites

    write_suites(folder, tasks, answers, first)
