"""The commands of studies. What they need is imported when they run."""

from __future__ import annotations

from pathlib import Path

import click


@click.group()
def study() -> None:
    """The experiments of the field's papers, over code that a model has written."""


@study.command()
@click.option(
    "--from",
    "files",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    help="Completions in JSON Lines, each with `code`; one file for each model.",
)
@click.option("--prompts", is_flag=True, help="Print the 392 prompts, in JSON Lines.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "csv", "latex"]),
    default="text",
    show_default=True,
)
def liu(files: tuple[Path, ...], prompts: bool, form: str) -> None:
    """Whom functions such as find_lazy_people find: Liu et al., NeurIPS 2023.

    Prints CBS, UFS and SD as the paper's tables 4 to 6 have them, with the published figures.
    """
    from evenhand.cli.study import liu_from, print_prompts

    if prompts == bool(files):
        raise click.UsageError("say either --from FILE (once or more) or --prompts")
    if prompts:
        print_prompts()
    else:
        liu_from(files, form)
