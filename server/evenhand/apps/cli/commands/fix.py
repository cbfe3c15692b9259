"""`evenhand fix`: repair functions that treat people differently."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import click

from evenhand.apps.cli.input import shared_options
from evenhand.repair.by_model.strategies import Strategy


@click.command()
@shared_options.paths
@click.option("--write/--diff", default=False, help="Write the repairs, or show them.  [--diff]")
@click.option("--ask", is_flag=True, help="Choose among the repairs of each function.")
@click.option(
    "--provider",
    type=click.Choice(["offline", "openai"]),
    default="offline",
    show_default=True,
    help="Who writes the repairs: Evenhand itself, or a model behind OpenAI's protocol.",
)
@shared_options.model
@shared_options.base_url
@click.option(
    "--strategy",
    type=click.Choice([strategy.value for strategy in Strategy]),
    default=Strategy.COT2.value,
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
@click.option("-q", "--quiet", is_flag=True, help="Print no summary.")
def fix(paths: tuple[str, ...], **options: Any) -> None:
    """Repair functions that treat people differently, each repair proved before it is shown.

    The diff goes to standard output. Exits with 0 if nothing is left to repair, 1 if something
    is (or was only shown), and 2 if something could not be read or written.

    The key of a model's endpoint is read from EVENHAND_API_KEY or OPENAI_API_KEY.
    """
    from evenhand.apps.cli.commands.exit_status import exit_status_of

    named = paths or (".",)
    sys.exit(exit_status_of(lambda: _fix(named, options)))


def _fix(paths: tuple[str, ...], options: Mapping[str, Any]) -> int:
    from evenhand.apps.cli.commands.fix_files import fix_files, fix_request

    return fix_files(fix_request(paths, options))
