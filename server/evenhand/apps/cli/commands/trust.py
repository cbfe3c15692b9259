"""`evenhand trust`: agree to start the Python of a folder's own virtual environment."""

from __future__ import annotations

from pathlib import Path

import click

from evenhand.doors.printable import printable
from evenhand.doors.terminal import say, show_text


@click.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--list", "list_", is_flag=True, help="Show all answers.")
@click.option("--remove", is_flag=True, help="Forget the answer about the folder.")
def trust(folder: Path | None, list_: bool, remove: bool) -> None:
    """Agree to start the Python in FOLDER/.venv, from now on.

    Without that, code in FOLDER runs in the Python of Evenhand, or of the active environment: who
    wrote a folder also decides what its own Python does. The answer is remembered in your
    configuration folder, and holds for no folder below this one.
    """
    if list_ == (folder is not None) or (remove and folder is None):
        raise click.UsageError("name one folder, or use --list")

    from evenhand.workspace.trusted_folders import TrustError

    try:
        if folder is None:
            _show()
        elif remove:
            _forget(folder)
        else:
            _remember(folder)
    except TrustError as error:
        raise click.ClickException(str(error)) from error


def _show() -> None:
    from evenhand.workspace.trusted_folders import answers, answers_file

    remembered = answers()
    for folder, agreed in sorted(remembered.items()):
        show_text(f"{'trusted' if agreed else 'refused'}  {printable(folder)}")
    if not remembered:
        say(f"No folder is trusted (in {answers_file()}).")


def _forget(folder: Path) -> None:
    from evenhand.workspace.trusted_folders import forget

    if not forget(folder):
        raise click.ClickException(f"nothing was remembered about {printable(str(folder))}")


def _remember(folder: Path) -> None:
    from evenhand.doors.files import is_folder
    from evenhand.workspace.interpreter import ENVIRONMENTS
    from evenhand.workspace.trusted_folders import remember

    shown = printable(str(folder))
    if not is_folder(folder):
        raise click.UsageError(f"{shown} is no folder")

    remember(folder, True)
    if not any(is_folder(folder / name) for name in ENVIRONMENTS):
        say(f"evenhand: {shown} has no {' or '.join(ENVIRONMENTS)} now")
