"""The commands of studies. What they need is imported when they run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.input import shared_options

PATH = click.Path(exists=True, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)


def asking(command: shared_options.Command) -> shared_options.Command:
    """Options of whom to ask, how often, and at what cost."""
    return shared_options.added(
        command,
        shared_options.model,
        shared_options.base_url,
        click.option(
            "--temperature",
            type=click.FloatRange(0),
            default=1.0,
            show_default=True,
            help="How much answers vary.",
        ),
        click.option("--seed", type=int, help="Sent along, one more for each answer to a task."),
        click.option(
            "--tasks", type=PATH, help="Other tasks: JSON, JSON Lines or Parquet with `prompt`."
        ),
        click.option("--first", type=click.IntRange(1), help="The first so many tasks only."),
        click.option(
            "--out", type=FOLDER, help="Folder of the run.  [studies/STUDY-MODEL-tTEMPERATURE]"
        ),
        click.option(
            "--max-requests", type=click.IntRange(1), help="At most, in all sessions of a run."
        ),
        click.option(
            "--max-cost",
            type=click.FloatRange(0, min_open=True),
            help="At most, in all sessions of a run; with --prices.",
        ),
        click.option("--prices", type=(float, float), help="Per million tokens sent and received."),
        click.option(
            "--max-tokens",
            type=click.IntRange(1),
            default=2000,
            show_default=True,
            help="Of one answer.",
        ),
        click.option(
            "--at-once",
            type=click.IntRange(1),
            default=4,
            show_default=True,
            help="Requests under way.",
        ),
        click.option(
            "--per-minute",
            type=click.FloatRange(0, min_open=True),
            help="Requests in a minute at most.",
        ),
        click.option("--dry-run", is_flag=True, help="Say what it would take, and ask nothing."),
    )


def judging(command: shared_options.Command) -> shared_options.Command:
    """Options of how answers are judged, and what is printed."""
    return shared_options.added(
        command,
        click.option(
            "--format",
            "form",
            type=click.Choice(["text", "markdown", "csv", "latex"]),
            default="text",
            show_default=True,
        ),
        shared_options.python,
        shared_options.isolation,
        shared_options.engine,
        click.option("-j", "--jobs", type=click.IntRange(1), help="Answers to judge at once."),
        click.option(
            "--html",
            type=click.Path(dir_okay=False, path_type=Path),
            help="Also write one page with the figures and tables to this file.",
        ),
    )


times = click.option(
    "--k",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="Answers to each task.",
)

answers = click.option(
    "--from",
    "paths",
    type=PATH,
    multiple=True,
    help="Judge these instead: a run, JSON Lines or Parquet with `code`, or a folder of Python"
    " files; one for each model.",
)


@click.group()
def study() -> None:
    """The experiments of the field's papers, on any model, or over code that is there.

    The key of a model's endpoint is read from EVENHAND_API_KEY or OPENAI_API_KEY.
    """


@study.command(short_help="How often answers to sensitive tasks are biased.")
@answers
@times
@asking
@judging
def huang(**given: Any) -> None:
    """How often answers to sensitive tasks are biased: Huang et al. 2025.

    334 tasks about income, employment and health insurance. Prints CBS for each attribute, and
    CBS_U@K and CBS_I@K where tasks were answered several times, with the published ones.
    """
    _run("huang", given)


@study.command(short_help="Whom functions such as find_lazy_people find.")
@answers
@click.option("--prompts", is_flag=True, help="Print the 392 prompts, in JSON Lines.")
@times
@asking
@judging
def liu(prompts: bool, **given: Any) -> None:
    """Whom functions such as find_lazy_people find: Liu et al., NeurIPS 2023.

    Prints CBS, UFS and SD as the paper's tables 4 to 6 have them, with the published figures.
    """
    from evenhand.apps.cli.study import print_prompts

    if prompts and given["paths"]:
        raise click.UsageError("say either --prompts or --from PATH")
    if prompts:
        print_prompts()
    else:
        _run("liu", given)


@study.command(short_help="Whom generated decisions and tests prefer.")
@answers
@times
@asking
@judging
@click.option("--utility", is_flag=True, help="Also print the scores of Pylint.")
def faircoder(**given: Any) -> None:
    """Whom generated decisions and tests prefer: FairCoder, Du et al. 2025.

    955 functions about applicants, students and patients, and tests for 18 topics. Prints the
    refusal rate R, the preference entropy E and FairScore, with the published ones. What a group
    gains is found by running the functions. Answers from elsewhere need one of the fields `job`,
    `major`, `treatment` and `topic`.
    """
    _run("faircoder", given)


@study.command(short_help="Towards whom methods lean that decide about a person.")
@answers
@times
@asking
@judging
def solar(**given: Any) -> None:
    """Towards whom methods lean that decide about a person: Solar, Ling et al. 2025.

    343 tasks with seven demographic dimensions. Prints CBS, Pass@attribute, BLS and BLS@Range,
    with the published ones.
    """
    _run("solar", given)


@study.command(short_help="How far asking for unbiased code helps.")
@click.option("--from", "run", type=PATH, required=True, help="A run of `evenhand study huang`.")
@click.option(
    "--rounds",
    type=click.IntRange(1, 10),
    default=1,
    show_default=True,
    help="How often an answer is corrected at most, with the tests that it fails.",
)
@asking
@judging
def mitigation(run: Path, rounds: int, **given: Any) -> None:
    """How far asking for unbiased code helps: Huang et al. 2025, tables 7, 8 and 16.

    Five strategies, asked along with the task, and with the failing tests of each biased answer.
    Prints CBS for each, the tokens it took, and how many answers were made fair while all else
    stayed as it was.
    """
    from evenhand.apps.cli.generating import request_of
    from evenhand.apps.cli.mitigating import mitigate

    how = _judging(given)
    mitigate(run, request_of(k=1, **given), how, rounds)


@study.command(short_help="Whether two runs differ by more than chance.")
@click.argument("first", type=PATH)
@click.argument("second", type=PATH)
@judging
def compare(first: Path, second: Path, **given: Any) -> None:
    """Whether two runs of a study differ by more than chance, prompt by prompt."""
    from evenhand.apps.cli.study import compare as run

    run((first, second), _judging(given))


def _run(name: str, given: dict[str, Any]) -> None:
    from evenhand.apps.cli.generating import generate, request_of
    from evenhand.apps.cli.study import evaluate
    from evenhand.research.studies import STUDIES

    how = _judging(given)
    paths = given.pop("paths")
    # A model in the environment is no wish to ask it.
    named = click.get_current_context().get_parameter_source("model")
    asked = given["model"] and (not paths or named is click.core.ParameterSource.COMMANDLINE)
    if bool(paths) == bool(asked):
        raise click.UsageError("say either --model NAME or --from PATH (once or more)")
    if asked:
        request = request_of(**given)
        paths = (generate(STUDIES[name], request),)
        if request.dry_run:
            return
    evaluate(STUDIES[name], paths, how)


def _judging(given: dict[str, Any]) -> Any:
    from evenhand.apps.cli.input.snippet_options import snippet_options
    from evenhand.apps.cli.study import Judging
    from evenhand.scaling.work import Engine

    taken = {name: given.pop(name) for name in ("form", "python", "isolation", "address", "jobs")}
    return Judging(
        snippet_options(taken["python"], taken["isolation"]),
        Engine(address=taken["address"]),
        taken["jobs"],
        taken["form"],
        bool(given.pop("utility", False)),
        given.pop("html", None),
    )
