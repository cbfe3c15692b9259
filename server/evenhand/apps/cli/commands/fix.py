"""`evenhand fix`: repair functions that treat people differently."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import click

from evenhand.apps.cli.input import shared_options
from evenhand.options import Baseline
from evenhand.repair.by_model.strategies import DEFAULT, Strategy


@click.command()
@shared_options.paths
@click.option("--diff", is_flag=True, help="Show the repairs; that is the default.")
@click.option("--write", is_flag=True, help="Write the repairs to the files.")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if there is a repair.")
@click.option(
    "--output", type=shared_options.FILE, help="Write the repairs as a patch for `git apply`."
)
@click.option(
    "--evidence",
    type=shared_options.FILE,
    help="Write what was repaired, and why: for a pull request (.md), or else for a commit.",
)
@click.option("--ask", is_flag=True, help="Choose among the repairs of each function.")
@click.option(
    "--baseline",
    "repair_baseline",
    type=click.Choice([baseline.value for baseline in Baseline]),
    help="As whom everyone is treated: as most people, as those who come off best, or as if the "
    "rule were not there.  [default: auto]",
)
@click.option(
    "--provider",
    type=click.Choice(["offline", "openai"]),
    default="offline",
    show_default=True,
    help="Who writes the repairs: Evenhand itself, or a model behind OpenAI's protocol.",
)
@shared_options.model
@shared_options.base_url
@shared_options.answering
@click.option(
    "--strategy",
    type=click.Choice([strategy.value for strategy in Strategy]),
    default=DEFAULT.value,
    show_default=True,
    help="How the model is asked.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 10),
    default=3,
    show_default=True,
    help="Most answers of the model for one function.",
)
@click.option(
    "--prices",
    type=(float, float),
    help="US dollars per million tokens sent and received, to show the cost.",
)
@shared_options.working
@shared_options.attributes_only("Repair")
@shared_options.no_cache
@click.option("-q", "--quiet", is_flag=True, help="Print no summary.")
def fix(paths: tuple[str, ...], **options: Any) -> None:
    """Repair functions that treat people differently, each repair proved before it is shown.

    The diff goes to standard output. A run that was stopped goes on where it was if the same
    command is given again.

    Exits with 0 if nothing is left to repair, 1 if something is (or was only shown), and 2 if
    something could not be read or written. With --check, what cannot be repaired does not count.

    The key of a model's endpoint is read from EVENHAND_API_KEY or OPENAI_API_KEY.
    """
    from evenhand.apps.cli.commands.exit_status import exit_status_of

    named = paths or (".",)
    sys.exit(exit_status_of(lambda: _fix(named, options)))


def _fix(paths: tuple[str, ...], options: Mapping[str, Any]) -> int:
    from evenhand.apps.cli.commands.fix_files import fix_files
    from evenhand.apps.cli.commands.fix_request import fix_request

    return fix_files(fix_request(paths, options))
