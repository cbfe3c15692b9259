"""The commands of studies. What they need is imported when they run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from evenhand.cli import options

_form = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "csv", "latex"]),
    default="text",
    show_default=True,
)


def _from(what: str, required: bool = False) -> Callable[[options.Command], options.Command]:
    """The option for files of answers, one for each model."""
    file = click.Path(exists=True, dir_okay=False, path_type=Path)
    return click.option("--from", "files", type=file, multiple=True, required=required, help=what)


@click.group()
def study() -> None:
    """The experiments of the field's papers, over code that a model has written."""


@study.command()
@_from("Completions in JSON Lines, each with `code`; one file for each model.")
@click.option("--prompts", is_flag=True, help="Print the 392 prompts, in JSON Lines.")
@_form
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


@study.command()
@_from(
    "Answers in JSON Lines, each with `code`, and `prompt` where some have the same.", required=True
)
@_form
@options.python
@options.isolation
def huang(files: tuple[Path, ...], form: str, python: str | None, isolation: str | None) -> None:
    """How often answers to sensitive tasks are biased: Huang et al. 2025.

    Prints CBS for each attribute, CBS_U@K and CBS_I@K where prompts were answered several times,
    and the published ones.
    """
    from evenhand.cli.snippets import snippet_options
    from evenhand.cli.study import huang_from

    huang_from(files, form, snippet_options(python, isolation))


@study.command()
@_from(
    "Answers in JSON Lines, each with `code` and one of `job`, `major`, `treatment`.", required=True
)
@_form
@options.python
@options.isolation
def faircoder(
    files: tuple[Path, ...], form: str, python: str | None, isolation: str | None
) -> None:
    """Whom generated decisions prefer: FairCoder, Du et al. 2025.

    Prints the refusal rate R, the preference entropy E and FairScore for each attribute, with the
    published ones. What a group gains is found by running the functions.
    """
    from evenhand.cli.snippets import snippet_options
    from evenhand.cli.study import faircoder_from

    faircoder_from(files, form, snippet_options(python, isolation))
