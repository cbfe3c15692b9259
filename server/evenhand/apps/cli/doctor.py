"""`evenhand doctor`: what a check would run in, behind which walls, and what is missing."""

from __future__ import annotations

import asyncio
import json
import platform
import sys
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path

import click
from rich.table import Table

from evenhand import __version__
from evenhand.apps.cli.output.text_output import output_console
from evenhand.isolation import Isolation, Standing
from evenhand.workspace.interpreter import NoInterpreterError, find_interpreter
from evenhand.workspace.pyproject import nearest_settings
from evenhand.workspace.settings import Settings, override

MEANING = {
    Isolation.STRONG: "walls of the operating system stand, and a self-test could not break out",
    Isolation.BASIC: "limits and a tripwire, but no complete wall: code that means harm gets out",
    Isolation.STATIC: "nothing runs; the source is read",
}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What a check in the current folder would meet."""

    evenhand: str
    python_of_evenhand: str
    system: str
    python: str
    python_version: str
    """Of the Python in which code runs; empty where it was not started."""
    isolation: Isolation
    walls: tuple[str, ...]
    isolation_problems: tuple[str, ...]
    settings: str
    """The file that they come from; empty where there is none."""
    deep: bool
    """Whether `--deep` has its CrossHair."""
    problems: tuple[str, ...]
    """Why code cannot be checked as was asked for; none where it can."""


def examine(python: str | None, isolation: str | None, *, as_json: bool) -> int:
    """Start a worker as a check would, say what came of it, and return the exit status."""
    found = nearest_settings(Path.cwd())
    wanted = {"python": python, "isolation": isolation}
    settings = override(found.settings, wanted, "command line", trusted=True).settings
    diagnosis = asyncio.run(_diagnosis(settings, found.problems))
    if as_json:
        click.echo(json.dumps(asdict(diagnosis), indent=2))
    else:
        _print(diagnosis)
    return 1 if diagnosis.problems else 0


async def _diagnosis(settings: Settings, problems: tuple[str, ...]) -> Diagnosis:
    python, version, standing = settings.python or "", "", Standing()
    from evenhand.check.sandbox import Worker, WorkerError

    try:
        python = find_interpreter(settings.python, Path.cwd()).path
        if settings.isolation is not Isolation.STATIC:
            worker = await Worker.start(python, isolation=settings.isolation)
            await worker.aclose()
            version, standing = worker.python_version, worker.standing
    except (NoInterpreterError, WorkerError) as error:
        problems = (*problems, str(error))
    return Diagnosis(
        evenhand=__version__,
        python_of_evenhand=f"{platform.python_version()} ({sys.executable})",
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        python=python,
        python_version=version,
        isolation=standing.level,
        walls=standing.walls,
        isolation_problems=standing.problems,
        settings=str(settings.source or ""),
        deep=find_spec("crosshair") is not None,
        problems=problems,
    )


def _print(found: Diagnosis) -> None:
    deep = "installed" if found.deep else "not installed (pip install 'evenhand[deep]')"
    rows = (
        ("Evenhand", f"{found.evenhand}, on Python {found.python_of_evenhand}"),
        ("System", found.system),
        ("Code runs in", f"{found.python or 'no Python'} {_bracketed(found.python_version)}"),
        ("Isolation", f"{found.isolation}: {MEANING[found.isolation]}"),
        ("Walls", ", ".join(found.walls) or "none"),
        *(("", problem) for problem in found.isolation_problems),
        ("Settings", found.settings or "no pyproject.toml with [tool.evenhand]"),
        ("CrossHair for --deep", deep),
        *(("Problem", problem) for problem in found.problems),
    )
    table = Table.grid(padding=(0, 2))
    for name, text in rows:
        table.add_row(name, text.strip())
    output_console().print(table)


def _bracketed(version: str) -> str:
    return f"(Python {version})" if version else ""
