"""`evenhand doctor`: how code would run here, and what is missing for that."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from evenhand.apps.cli.input import shared_options
from evenhand.doors.printable import printable
from evenhand.doors.terminal import show_document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evenhand.apps.cli.commands.diagnosis import Diagnosis


WEBASSEMBLY = "Python as WebAssembly"


@click.command()
@shared_options.python
@shared_options.trust
@shared_options.isolation
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text")
def doctor(python: str | None, trust: bool, isolation: str | None, format_: str) -> None:
    """Show which Python would run code here, how it is isolated, and what is missing.

    Exits with 0 if code can be checked with these options, else with 1.
    """
    from evenhand.apps.cli.commands.diagnosis import as_json, diagnosis

    here = diagnosis(python, isolation, trust=trust)
    if format_ == "json":
        show_document(as_json(here))
    else:
        _print(here)
    sys.exit(1 if here.problems else 0)


def _print(here: Diagnosis) -> None:
    from rich.table import Table

    from evenhand.doors.console import output_console, show_rich

    table = Table.grid(padding=(0, 2))
    for name, text in _rows(here):
        table.add_row(name, printable(text))
    show_rich(output_console(), table)


def _rows(here: Diagnosis) -> Iterator[tuple[str, str]]:
    version = f" (Python {here.python_version})" if here.python_version else ""
    crosshair = "installed" if here.deep else "not installed (pip install 'evenhand[deep]')"

    yield "Evenhand", f"{here.evenhand}, on Python {here.python_of_evenhand}"
    yield "System", here.system
    python = WEBASSEMBLY if here.isolation == "wasm" else here.python
    yield "Code runs in", (python or "no Python") + version
    yield "Isolation", f"{here.isolation}: {here.meaning}"
    yield "Walls", ", ".join(here.walls) or "none"
    for problem in here.isolation_problems:
        yield "", problem
    if here.python_version:
        yield "Processes", here.ways
    yield "Settings", here.settings or "no pyproject.toml with [tool.evenhand]"
    yield "CrossHair for --deep", crosshair
    for problem in here.problems:
        yield "Problem", problem
