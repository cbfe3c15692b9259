"""The commands and their options. What they need is imported when they run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from evenhand import __version__

_INTERRUPTED = 130


Command = Callable[..., object]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def evenhand() -> None:
    """Find functions that treat people differently because of who they are."""


def _split(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> list[str] | None:
    """`--select A,B --select C` gives A, B, C."""
    parts = [part.strip() for value in values for part in value.split(",")]
    return [part for part in parts if part] or None


_isolation = click.option(
    "--isolation",
    type=click.Choice(["auto", "strong", "basic", "static"]),
    help="Walls around the code that runs; `strong` runs nothing without them.  [default: auto]",
)


def _printing(command: Command) -> Command:
    """Options of what is shown, and how."""
    file = click.Path(dir_okay=False, path_type=Path)
    options = [
        click.option(
            "--format",
            "format_",
            type=click.Choice(["text", "json", "sarif", "github", "junit"]),
            default="text",
            show_default=True,
        ),
        click.option("--baseline", type=file, help="Show only what this file does not know."),
        click.option("--write-baseline", type=file, help="Write what is found to this file."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def _interruptible(run: Callable[[], int]) -> int:
    """The exit status of `run`, also where Ctrl+C ends it."""
    try:
        return run()
    except KeyboardInterrupt:
        click.echo("evenhand: interrupted", err=True)
        return _INTERRUPTED


def _selecting(command: Command) -> Command:
    """Options of what is worked on, and how the code runs."""
    options = [
        click.option("--python", help="Python that runs the code: a file, folder or command."),
        click.option("--profile", help="Which attributes count: default, legal or paper."),
        click.option(
            "--exclude", multiple=True, callback=_split, help="Patterns to pass over as well."
        ),
        click.option("--seconds", type=float, help="Time for one function.  [default: 10]"),
        click.option(
            "--config",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            help="Read settings from this file alone.",
        ),
        click.option("--isolated", is_flag=True, help="Read no pyproject.toml."),
        click.option("--stdin-filename", default="stdin.py", help="Name of what `-` reads."),
        _isolation,
    ]
    for option in reversed(options):
        command = option(command)
    return command


@evenhand.command()
@click.argument("paths", nargs=-1, metavar="[PATH ...]")
@_printing
@_selecting
@click.option("--attributes", multiple=True, callback=_split, help="Check these attributes only.")
@click.option("--select", multiple=True, callback=_split, help="Rules to show, such as EVH001.")
@click.option("--ignore", multiple=True, callback=_split, help="Rules not to show.")
@click.option("-j", "--jobs", type=int, help="Files to check at once.")
@click.option(
    "--no-run", "isolation", flag_value="static", help="Read the source, and run none of it."
)
@click.option(
    "--deep", is_flag=True, help="Ask CrossHair, 5 s each, where no difference was found."
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if something was found.")
@click.option("-v", "--verbose", is_flag=True, help="Say every verdict, also the good ones.")
@click.option("-q", "--quiet", is_flag=True, help="Print findings and nothing else.")
def check(
    paths: tuple[str, ...],
    format_: str,
    baseline: Path | None,
    write_baseline: Path | None,
    exclude: list[str] | None,
    seconds: float | None,
    isolation: str | None,
    deep: bool,
    config: Path | None,
    isolated: bool,
    stdin_filename: str,
    exit_zero: bool,
    verbose: bool,
    quiet: bool,
    **overrides: object,
) -> None:
    """Check Python files, folders, or standard input (`-`).

    Exits with 0 where nothing was found, 1 where something was, 2 where something could not
    be read or was asked for wrongly.
    """
    from evenhand.cli.check import CheckRequest
    from evenhand.cli.check import check as run

    request = CheckRequest(
        paths=paths or (".",),
        overrides={**overrides, "seconds-per-function": seconds, "isolation": isolation},
        format=format_,
        baseline=baseline,
        write_baseline=write_baseline,
        exclude=tuple(exclude or ()),
        config=config,
        isolated=isolated,
        stdin_filename=stdin_filename,
        exit_zero=exit_zero,
        verbose=verbose,
        quiet=quiet,
        deep=deep,
    )
    sys.exit(_interruptible(lambda: run(request)))


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
@click.option("--model", envvar="EVENHAND_MODEL", help="Which model.  [env: EVENHAND_MODEL]")
@click.option(
    "--base-url",
    envvar=["EVENHAND_BASE_URL", "OPENAI_BASE_URL"],
    help="Where it is, such as http://localhost:11434/v1.  [env: EVENHAND_BASE_URL]",
)
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
@_selecting
@click.option("--attributes", multiple=True, callback=_split, help="Repair these attributes only.")
@click.option("-q", "--quiet", is_flag=True, help="No line that sums up.")
def fix(
    paths: tuple[str, ...],
    write: bool,
    ask: bool,
    provider: str,
    model: str | None,
    base_url: str | None,
    strategy: str,
    rounds: int,
    prices: tuple[float, float] | None,
    exclude: list[str] | None,
    seconds: float | None,
    config: Path | None,
    isolated: bool,
    stdin_filename: str,
    quiet: bool,
    **overrides: object,
) -> None:
    """Repair functions that treat people differently, each repair proved before it is shown.

    The diff goes to standard output. Exits with 0 where nothing is left to repair, 1 where
    something is (or was only shown), 2 where something could not be read or written.

    The key of a model's endpoint is read from EVENHAND_API_KEY or OPENAI_API_KEY.
    """
    from evenhand.cli.fix import FixRequest, endpoint
    from evenhand.cli.fix import fix as run
    from evenhand.repair.asking import Asking
    from evenhand.repair.prompts import Strategy

    request = FixRequest(
        paths=paths or (".",),
        overrides={**overrides, "seconds-per-function": seconds},
        exclude=tuple(exclude or ()),
        config=config,
        isolated=isolated,
        stdin_filename=stdin_filename,
        quiet=quiet,
        write=write,
        ask=ask,
        endpoint=endpoint(model, base_url) if provider == "openai" else None,
        asking=Asking(Strategy(strategy), rounds, prices),
    )
    sys.exit(_interruptible(lambda: run(request)))


@evenhand.command()
@click.argument("paths", nargs=-1, metavar="[PATH ...]")
@click.option("--since", required=True, metavar="REVISION", help="Where the change began: main.")
@_printing
@_selecting
@click.option("--attributes", multiple=True, callback=_split, help="Check these attributes only.")
@click.option("--select", multiple=True, callback=_split, help="Rules to show, such as EVH001.")
@click.option("--ignore", multiple=True, callback=_split, help="Rules not to show.")
@click.option("-j", "--jobs", type=int, help="Files to check at once.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if something was found.")
@click.option("-v", "--verbose", is_flag=True, help="Say every verdict, also the good ones.")
@click.option("-q", "--quiet", is_flag=True, help="Print findings and nothing else.")
def audit(
    paths: tuple[str, ...],
    since: str,
    format_: str,
    exclude: list[str] | None,
    seconds: float | None,
    baseline: Path | None,
    write_baseline: Path | None,
    config: Path | None,
    isolated: bool,
    stdin_filename: str,
    exit_zero: bool,
    verbose: bool,
    quiet: bool,
    **overrides: object,
) -> None:
    """Check the functions that a change added or edited, as for a pull request.

    A function counts as edited if its text or that of a helper in the same file has changed
    since the branch left REVISION, committed or not. Exits as `evenhand check` does.
    """
    from evenhand.cli.check import CheckRequest
    from evenhand.cli.check import check as run

    request = CheckRequest(
        paths=paths or (".",),
        overrides={**overrides, "seconds-per-function": seconds},
        format=format_,
        since=since,
        baseline=baseline,
        write_baseline=write_baseline,
        exclude=tuple(exclude or ()),
        config=config,
        isolated=isolated,
        stdin_filename=stdin_filename,
        exit_zero=exit_zero,
        verbose=verbose,
        quiet=quiet,
    )
    sys.exit(_interruptible(lambda: run(request)))


@evenhand.command()
@click.argument("code")
def rule(code: str) -> None:
    """Print the page of a rule, such as EVH001."""
    from evenhand.cli.pages import print_rule

    print_rule(code)


@evenhand.command()
@click.option("--profile", help="default, legal or paper; otherwise that of this folder.")
def attributes(profile: str | None) -> None:
    """List the protected attributes, and which of them are checked here."""
    from evenhand.cli.pages import print_attributes

    print_attributes(profile)


@evenhand.command()
@click.option("--python", help="Python in which checked code is to run.")
@_isolation
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text")
def doctor(python: str | None, isolation: str | None, format_: str) -> None:
    """Say in which Python code would run here, behind which walls, and what is missing.

    Exits with 0 where code can be checked as was asked for, else with 1.
    """
    from evenhand.cli.doctor import examine

    sys.exit(examine(python, isolation, as_json=format_ == "json"))


@evenhand.command()
@click.option("--stdio", is_flag=True, help="Speak over standard input and output (always so).")
def server(stdio: bool) -> None:
    """Start the language server, for editors."""
    from evenhand.lsp.__main__ import main

    main([])


@evenhand.command()
@click.option("--python", help="Python that runs the code: a file, folder or command.")
@_isolation
@click.option(
    "--ledger",
    type=click.Path(dir_okay=False, path_type=Path),
    envvar="EVENHAND_LEDGER",
    help="Another ledger than this user's own.  [env: EVENHAND_LEDGER]",
)
@click.option("--record/--no-record", default=True, help="Write to the ledger.  [--record]")
def mcp(python: str | None, isolation: str | None, ledger: Path | None, record: bool) -> None:
    """Let agents ask, over the Model Context Protocol on standard input and output.

    They find the tools check_bias and repair_bias. Needs `pip install 'evenhand[mcp]'`.
    """
    try:
        from evenhand.cli.mcp import McpRequest, serve
    except ImportError as error:
        missing = "evenhand mcp needs the package mcp: pip install 'evenhand[mcp]'"
        raise click.ClickException(missing) from error

    serve(McpRequest(python, isolation, ledger, record))


@evenhand.group()
@click.option(
    "--ledger",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    envvar="EVENHAND_LEDGER",
    help="Another file than this user's own.  [env: EVENHAND_LEDGER]",
)
@click.pass_context
def ledger(context: click.Context, path: Path | None) -> None:
    """What assistants suggested on this machine, what was found, and what became of it."""
    context.obj = path


_wanted = (
    click.option("--days", type=float, help="Only the last days."),
    click.option("--unequal", is_flag=True, help="Only where people are treated differently."),
)


def _filtering(command: Command) -> Command:
    for option in reversed(_wanted):
        command = option(command)
    return command


@ledger.command("list")
@_filtering
@click.option("--most", type=int, default=50, show_default=True, help="How many at most.")
@click.pass_obj
def ledger_list(path: Path | None, days: float | None, unequal: bool, most: int) -> None:
    """List suggestions, the newest first."""
    from evenhand.cli.ledger import show_list, wanted

    show_list(path, wanted(days, unequal, most))


@ledger.command("show")
@click.argument("number", type=int)
@click.pass_obj
def ledger_show(path: Path | None, number: int) -> None:
    """Show one suggestion with its verdicts and the calls that prove them."""
    from evenhand.cli.ledger import show_one

    if not show_one(path, number):
        raise click.ClickException(f"the ledger has no suggestion {number}")


@ledger.command("export")
@_filtering
@click.option("--format", "format_", type=click.Choice(["csv", "json", "sarif"]), default="csv")
@click.pass_obj
def ledger_export(path: Path | None, days: float | None, unequal: bool, format_: str) -> None:
    """Print the ledger for another program."""
    from evenhand.cli.ledger import export, wanted

    export(path, wanted(days, unequal, None), format_)


@ledger.command("prune")
@click.option("--older-than", type=float, help="Delete what is older than so many days.")
@click.option("--all", "everything", is_flag=True, help="Delete everything.")
@click.pass_obj
def ledger_prune(path: Path | None, older_than: float | None, everything: bool) -> None:
    """Delete suggestions from the ledger."""
    from evenhand.cli.ledger import delete

    if (older_than is None) != everything:
        raise click.UsageError("say either --older-than DAYS or --all")
    delete(path, older_than)
