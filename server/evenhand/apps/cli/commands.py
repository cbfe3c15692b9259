"""The commands and their options. What they need is imported when they run."""

from __future__ import annotations

import sys
from typing import Any

import click

from evenhand import __version__
from evenhand.apps.cli.auditing import audit, ledger, mcp
from evenhand.apps.cli.input import shared_options
from evenhand.apps.cli.studying import study


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def evenhand() -> None:
    """Find functions that treat people differently because of who they are."""


@evenhand.command()
@click.argument("paths", nargs=-1, metavar="[PATH ...]")
@shared_options.showing
@shared_options.working
@click.option(
    "--no-run", "isolation", flag_value="static", help="Read the source, and run none of it."
)
@click.option(
    "--deep", is_flag=True, help="Ask CrossHair, 5 s each, where no difference was found."
)
@shared_options.engine
@click.option("--column", default="code", help="Where the code is in Parquet files.  [code]")
@click.option(
    "-o",
    "--output",
    type=shared_options.FILE,
    help="Write the verdicts on Parquet files as Parquet.",
)
def check(paths: tuple[str, ...], exclude: list[str] | None, address: str, **given: Any) -> None:
    """Check Python files, folders, standard input (`-`), or Parquet files with code in their rows.

    Exits with 0 where nothing was found, 1 where something was, 2 where something could not
    be read or was asked for wrongly.
    """
    from evenhand.apps.cli.check import CheckRequest
    from evenhand.apps.cli.check import check as check_files
    from evenhand.apps.cli.check_rows import asks_for_rows, check_rows
    from evenhand.scaling.work import Engine

    given["engine"] = Engine(address=address)
    overrides = shared_options.overrides(given)
    request = CheckRequest(paths or (".",), overrides, tuple(exclude or ()), **given)
    run = check_rows if asks_for_rows(request) else check_files
    sys.exit(shared_options.interruptible(lambda: run(request)))


@evenhand.command()
@click.argument("paths", nargs=-1, metavar="[PATH ...]")
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
    type=click.Choice(["zero-shot", "one-shot", "few-shot", "cot1", "cot2", "scope-first"]),
    default="cot2",
    show_default=True,
    help="How the model is asked.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 10),
    default=3,
    show_default=True,
    help="Answers of the model for one function at most.",
)
@click.option(
    "--prices",
    type=(float, float),
    help="US dollars per million tokens sent and received, to show what it cost.",
)
@shared_options.working
@click.option(
    "--attributes",
    multiple=True,
    callback=shared_options.split,
    help="Repair these attributes only.",
)
@click.option("-q", "--quiet", is_flag=True, help="No line that sums up.")
def fix(
    paths: tuple[str, ...],
    provider: str,
    model: str | None,
    base_url: str | None,
    strategy: str,
    rounds: int,
    prices: tuple[float, float] | None,
    exclude: list[str] | None,
    **given: Any,
) -> None:
    """Repair functions that treat people differently, each repair proved before it is shown.

    The diff goes to standard output. Exits with 0 where nothing is left to repair, 1 where
    something is (or was only shown), 2 where something could not be read or written.

    The key of a model's endpoint is read from EVENHAND_API_KEY or OPENAI_API_KEY.
    """
    from evenhand.apps.cli.fix import FixRequest
    from evenhand.apps.cli.fix import fix as run
    from evenhand.apps.cli.input.endpoint import endpoint
    from evenhand.repair.by_model.conversation import Asking
    from evenhand.repair.by_model.prompts import Strategy

    overrides = shared_options.overrides(given)
    request = FixRequest(
        paths or (".",),
        overrides,
        tuple(exclude or ()),
        **given,
        endpoint=endpoint(model, base_url) if provider == "openai" else None,
        asking=Asking(Strategy(strategy), rounds, prices),
    )
    sys.exit(shared_options.interruptible(lambda: run(request)))


@evenhand.command()
@click.argument("code")
def rule(code: str) -> None:
    """Print the page of a rule, such as EVH001."""
    from evenhand.apps.cli.output.help_pages import print_rule

    print_rule(code)


@evenhand.command()
@click.option("--profile", help="default, legal or paper; otherwise that of this folder.")
def attributes(profile: str | None) -> None:
    """List the protected attributes, and which of them are checked here."""
    from evenhand.apps.cli.output.help_pages import print_attributes

    print_attributes(profile)


@evenhand.command()
@shared_options.python
@shared_options.isolation
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text")
def doctor(python: str | None, isolation: str | None, format_: str) -> None:
    """Say in which Python code would run here, behind which walls, and what is missing.

    Exits with 0 where code can be checked as was asked for, else with 1.
    """
    from evenhand.apps.cli.doctor import examine

    sys.exit(examine(python, isolation, as_json=format_ == "json"))


@evenhand.command()
@click.option("--stdio", is_flag=True, help="Speak over standard input and output (always so).")
def server(stdio: bool) -> None:
    """Start the language server, for editors."""
    from evenhand.apps.lsp.__main__ import main

    main([])


for _command in (audit, ledger, mcp, study):
    evenhand.add_command(_command)
