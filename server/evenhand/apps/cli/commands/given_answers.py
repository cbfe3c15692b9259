"""`evenhand answers`: what was answered to findings of this repository."""

from __future__ import annotations

from pathlib import Path

import click

from evenhand.doors.printable import printable
from evenhand.doors.terminal import say, show_text


@click.group()
def answers() -> None:
    """See, or take back, what you have answered to findings of this repository.

    Answers are given in the editor ("Not a problem") and in `evenhand check --review`, and are kept
    on this machine. A finding that was answered is left out until its code changes, and others like
    it lose some of their points, at most half. In CI no answer counts.
    """


@answers.command("list")
@click.argument("folder", default=".", type=click.Path(path_type=Path))
def list_(folder: Path) -> None:
    """Show all answers about the repository of FOLDER, each with its number."""
    from evenhand.workspace.answers_file import AnswersError, answers_about, answers_file

    root = _root(folder)
    try:
        kept = answers_about(root)
        for number, answer in enumerate(kept, 1):
            where = f"{answer.file}: {answer.function or answer.name}"
            about = f"{answer.attribute} is {answer.kind.replace('-', ' ')}"
            show_text(printable(f"{number:3}  {answer.day}  {where}: {about}"))
        if not kept:
            say(f"Nothing was answered (in {printable(str(answers_file(root)))}).")
    except AnswersError as error:
        raise click.ClickException(str(error)) from error


@answers.command()
@click.argument("numbers", nargs=-1, type=click.IntRange(min=1))
@click.option("--all", "all_", is_flag=True, help="Forget every answer.")
@click.option("--folder", default=".", type=click.Path(path_type=Path), help="Of which repository.")
def forget(numbers: tuple[int, ...], all_: bool, folder: Path) -> None:
    """Forget the answers with these NUMBERS, as `evenhand answers list` shows them."""
    if all_ == bool(numbers):
        raise click.UsageError("name the numbers of some answers, or use --all")

    from evenhand.workspace import answers_file

    try:
        count = answers_file.forget(_root(folder), None if all_ else numbers)
    except answers_file.AnswersError as error:
        raise click.ClickException(str(error)) from error
    if not count:
        raise click.ClickException("there is no such answer")
    say(f"Forgot {count} {'answer' if count == 1 else 'answers'}.")


def _root(folder: Path) -> Path:
    from evenhand.doors.project import project_of

    return project_of(folder).root
