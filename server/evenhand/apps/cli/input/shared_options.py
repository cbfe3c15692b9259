"""Options that several commands share. This module is imported at every start, so keep it light."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from evenhand.apps.cli.input.output_files import output_files
from evenhand.apps.cli.output.formats import FORMATS
from evenhand.isolation import Isolation

Command = Callable[..., object]
FILE = click.Path(dir_okay=False, path_type=Path)


def split_list(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> list[str] | None:
    """`--select A,B --select C` gives A, B, C."""
    parts = [part.strip() for value in values for part in value.split(",")]
    return [part for part in parts if part] or None


def engine_address(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    """The address of `dask://HOST:PORT` as Dask writes it; empty if the option is not used."""
    if value is None:
        return ""
    scheme, _, address = value.partition("://")
    if scheme != "dask" or ":" not in address:
        raise click.BadParameter("write it as dask://HOST:PORT")
    return f"tcp://{address}"


paths = click.argument("paths", nargs=-1, metavar="[PATH ...]")
python = click.option("--python", help="Python that runs the code: a file, folder or command.")
trust = click.option(
    "--trust",
    is_flag=True,
    envvar="EVENHAND_TRUST",
    help="Start the folder's own Python (.venv) in this run.  [env: EVENHAND_TRUST]",
)
isolation = click.option(
    "--isolation",
    type=click.Choice([level.value for level in Isolation]),
    help="Isolation of the code that runs; with `strong` or `wasm`, that or none.  [default: auto]",
)
engine = click.option(
    "--engine",
    "address",
    callback=engine_address,
    metavar="dask://HOST:PORT",
    help="Cluster that does the work; the default is processes on this machine.",
)
no_cache = click.option(
    "--no-cache",
    is_flag=True,
    envvar="EVENHAND_NO_CACHE",
    help="Neither use nor keep earlier results.  [env: EVENHAND_NO_CACHE]",
)
model = click.option(
    "--model", envvar="EVENHAND_MODEL", help="Name of the model.  [env: EVENHAND_MODEL]"
)
base_url = click.option(
    "--base-url",
    envvar=["EVENHAND_BASE_URL", "OPENAI_BASE_URL"],
    help="Where it is, such as http://localhost:11434/v1.  [env: EVENHAND_BASE_URL]",
)


def second_reading(command: Command) -> Command:
    """Options that have a model read some findings once more; `second_readings` reads them."""
    return with_options(
        command,
        click.option(
            "--second-reader",
            is_flag=True,
            help="Have the model of --model read doubtful warnings; it can only lower them.",
        ),
        model,
        base_url,
    )


def answering(command: Command) -> Command:
    """Options that decide how a model answers; `input.endpoint` reads them."""
    return with_options(
        command,
        click.option(
            "--timeout",
            type=click.FloatRange(0, min_open=True),
            help="Seconds for one answer of the model.  [default: 300]",
        ),
        click.option(
            "--max-tokens",
            type=click.IntRange(1),
            help="Longest answer of the model.  [default: what the endpoint allows]",
        ),
        click.option(
            "--temperature",
            type=click.FloatRange(0),
            help="How much answers vary.  [default: what the model does]",
        ),
    )


def attributes_only(verb: str) -> Callable[[Command], Command]:
    """The option for fewer attributes; `verb` is what the command does with them."""
    return click.option(
        "--attributes",
        multiple=True,
        callback=split_list,
        help=f"{verb} these attributes only.",
    )


def ledger(name: str) -> Callable[[Command], Command]:
    """The option for another ledger, as the parameter `name`."""
    return click.option(
        "--ledger",
        name,
        type=FILE,
        envvar="EVENHAND_LEDGER",
        help="Ledger to use instead of your own.  [env: EVENHAND_LEDGER]",
    )


def working(command: Command) -> Command:
    """Options that decide what is worked on and how the code runs; `input.workload` reads them."""
    return with_options(
        command,
        python,
        trust,
        click.option("--profile", help="Which attributes count: default, legal or paper."),
        click.option(
            "--exclude", multiple=True, callback=split_list, help="More patterns to exclude."
        ),
        click.option(
            "--seconds",
            type=float,
            help="Processor time after which one function is given up.  [default: 30]",
        ),
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
    """Options that decide what is checked, and how findings are shown."""
    return with_options(
        command,
        click.option(
            "--format",
            type=click.Choice(list(FORMATS)),
            default="text",
            show_default=True,
            help="How findings are printed.",
        ),
        click.option(
            "-o",
            "--output",
            "outputs",
            multiple=True,
            callback=output_files,
            metavar="FORMAT=FILE",
            help="Also write a file: sarif=FILE, json=FILE, parquet=FILE, ...; may be repeated.",
        ),
        click.option(
            "--review",
            is_flag=True,
            help="Go through the findings: allow, not a person, repair, or later; then write.",
        ),
        click.option(
            "--add-allowances",
            metavar="REASON",
            help="Allow all that is found, for this reason, by comments above the functions.",
        ),
        click.option("--baseline", type=FILE, help="Show only what is not in this file."),
        click.option("--write-baseline", type=FILE, help="Write all findings to this file."),
        attributes_only("Check"),
        click.option("--select", multiple=True, callback=split_list, help="Rules to show: EVH001."),
        click.option("--ignore", multiple=True, callback=split_list, help="Rules not to show."),
        no_cache,
        click.option("--statistics", is_flag=True, help="Say where the time went."),
        click.option("-j", "--jobs", type=int, help="Number of files to check at once."),
        click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are findings."),
        click.option(
            "-v",
            "--verbose",
            is_flag=True,
            help="Show every verdict, good ones included, and programs that make the calls.",
        ),
        click.option("-q", "--quiet", is_flag=True, help="Print nothing but findings."),
    )


def with_options(command: Command, *options: Callable[[Command], Command]) -> Command:
    """The command with some options; its help shows them in this order."""
    for option in reversed(options):
        command = option(command)
    return command
