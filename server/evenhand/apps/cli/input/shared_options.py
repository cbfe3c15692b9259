"""Options that several commands share. What the commands need is imported when they run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

Command = Callable[..., object]
INTERRUPTED = 130
FILE = click.Path(dir_okay=False, path_type=Path)


def split(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> list[str] | None:
    """`--select A,B --select C` gives A, B, C."""
    parts = [part.strip() for value in values for part in value.split(",")]
    return [part for part in parts if part] or None


python = click.option("--python", help="Python that runs the code: a file, folder or command.")
isolation = click.option(
    "--isolation",
    type=click.Choice(["auto", "strong", "basic", "static"]),
    help="Walls around the code that runs; `strong` runs nothing without them.  [default: auto]",
)


def engine_of(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    """`dask://HOST:PORT` as Dask itself writes it; empty where nothing was said."""
    if value is None:
        return ""
    scheme, _, place = value.partition("://")
    if scheme != "dask" or ":" not in place:
        raise click.BadParameter("it is written dask://HOST:PORT")
    return f"tcp://{place}"


engine = click.option(
    "--engine",
    "address",
    callback=engine_of,
    metavar="dask://HOST:PORT",
    help="A cluster that does the work; otherwise processes on this machine.",
)


model = click.option("--model", envvar="EVENHAND_MODEL", help="Which model.  [env: EVENHAND_MODEL]")
base_url = click.option(
    "--base-url",
    envvar=["EVENHAND_BASE_URL", "OPENAI_BASE_URL"],
    help="Where it is, such as http://localhost:11434/v1.  [env: EVENHAND_BASE_URL]",
)


def ledger(name: str) -> Callable[[Command], Command]:
    """The option for another ledger, as the parameter `name`."""
    return click.option(
        "--ledger",
        name,
        type=FILE,
        envvar="EVENHAND_LEDGER",
        help="Another ledger than this user's own.  [env: EVENHAND_LEDGER]",
    )


def working(command: Command) -> Command:
    """Options of what is worked on, and how the code runs."""
    return added(
        command,
        python,
        click.option("--profile", help="Which attributes count: default, legal or paper."),
        click.option(
            "--exclude", multiple=True, callback=split, help="Patterns to pass over as well."
        ),
        click.option("--seconds", type=float, help="Time for one function.  [default: 10]"),
        click.option(
            "--config",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            help="Read settings from this file alone.",
        ),
        click.option("--isolated", is_flag=True, help="Read no pyproject.toml."),
        click.option("--stdin-filename", default="stdin.py", help="Name of what `-` reads."),
        isolation,
    )


def showing(command: Command) -> Command:
    """Options of what is checked, and how the findings are shown."""
    return added(
        command,
        click.option(
            "--format",
            type=click.Choice(["text", "json", "sarif", "github", "junit"]),
            default="text",
            show_default=True,
        ),
        click.option("--baseline", type=FILE, help="Show only what this file does not know."),
        click.option("--write-baseline", type=FILE, help="Write what is found to this file."),
        click.option(
            "--attributes", multiple=True, callback=split, help="Check these attributes only."
        ),
        click.option("--select", multiple=True, callback=split, help="Rules to show: EVH001."),
        click.option("--ignore", multiple=True, callback=split, help="Rules not to show."),
        click.option("-j", "--jobs", type=int, help="Files to check at once."),
        click.option("--exit-zero", is_flag=True, help="Exit with 0 even if something was found."),
        click.option(
            "-v", "--verbose", is_flag=True, help="Say every verdict, also the good ones."
        ),
        click.option("-q", "--quiet", is_flag=True, help="Print findings and nothing else."),
    )


def interruptible(run: Callable[[], int]) -> int:
    """The exit status of `run`, also where Ctrl+C ends it."""
    try:
        return run()
    except KeyboardInterrupt:
        click.echo("evenhand: interrupted", err=True)
        return INTERRUPTED


def overrides(given: dict[str, object]) -> dict[str, object]:
    """Takes out of `given` what overrides a setting; what is left is a field of the request."""
    names = ("python", "profile", "attributes", "select", "ignore", "jobs", "isolation")
    taken = {name: given.pop(name) for name in names if name in given}
    return {**taken, "seconds-per-function": given.pop("seconds")}


def added(command: Command, *options: Callable[[Command], Command]) -> Command:
    """The command with some options, which its help shows in this order."""
    for option in reversed(options):
        command = option(command)
    return command
