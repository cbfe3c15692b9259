"""Options that several studies share. This module is imported at every start; keep it light."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from evenhand.apps.cli.input import shared_options
from evenhand_studies.research.languages import ENGLISH, LANGUAGES

EXISTING = click.Path(exists=True, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)


def asking(command: shared_options.Command) -> shared_options.Command:
    """Options that decide whom to ask, how often, and at what cost; `model_request` reads them."""
    return shared_options.with_options(
        command,
        shared_options.model,
        shared_options.base_url,
        click.option(
            "--temperature",
            "temperatures",
            type=click.FloatRange(0),
            multiple=True,
            default=[1.0],
            show_default=True,
            help="How much answers vary; said several times, a run for each.",
        ),
        click.option(
            "--top-p",
            "top_ps",
            type=click.FloatRange(0, 1, min_open=True),
            multiple=True,
            help="Draw from this share of the likeliest tokens; several times: a run for each.",
        ),
        click.option("--seed", type=int, help="Sent with a request; one more for each repetition."),
        click.option(
            "--tasks",
            type=EXISTING,
            help="Other tasks: JSON, JSON Lines or Parquet with `prompt`.",
        ),
        click.option("--first", type=click.IntRange(1), help="Ask only this many tasks."),
        click.option(
            "--out", type=FOLDER, help="Folder of the run.  [studies/STUDY-MODEL-tTEMPERATURE]"
        ),
        click.option(
            "--max-requests",
            type=click.IntRange(1),
            help="Most requests in all sessions of a run.",
        ),
        click.option(
            "--max-cost",
            type=click.FloatRange(0, min_open=True),
            help="Highest cost of all sessions of a run; needs --prices.",
        ),
        click.option("--prices", type=(float, float), help="Per million tokens sent and received."),
        click.option(
            "--max-tokens",
            type=click.IntRange(1),
            default=2000,
            show_default=True,
            help="Longest answer.",
        ),
        click.option(
            "--at-once",
            type=click.IntRange(1),
            default=4,
            show_default=True,
            help="Requests in flight.",
        ),
        click.option(
            "--per-minute",
            type=click.FloatRange(0, min_open=True),
            help="Most requests in a minute.",
        ),
        click.option("--dry-run", is_flag=True, help="Estimate the cost, and ask nothing."),
    )


def judging(command: shared_options.Command) -> shared_options.Command:
    """Options that decide how answers are judged and shown; `judging_of` reads them."""
    return shared_options.with_options(
        command,
        click.option(
            "--format",
            "form",
            type=click.Choice(["text", "markdown", "csv", "json", "latex"]),
            default="text",
            show_default=True,
        ),
        shared_options.python,
        shared_options.trust,
        shared_options.isolation,
        shared_options.engine,
        click.option(
            "-j", "--jobs", type=click.IntRange(1), help="Number of answers to judge at once."
        ),
        click.option(
            "--html",
            type=click.Path(dir_okay=False, path_type=Path),
            help="Also write one page with the figures and tables to this file.",
        ),
        click.option(
            "--items",
            type=click.Path(dir_okay=False, path_type=Path),
            help="Also write what was found out about each answer to this file, as JSON Lines.",
        ),
    )


def times(k: int) -> Callable[[shared_options.Command], shared_options.Command]:
    """How often each task is asked; `k` is the paper's number."""
    option: Callable[[shared_options.Command], shared_options.Command] = click.option(
        "--k", type=click.IntRange(1), default=k, show_default=True, help="Answers to each task."
    )
    return option


STYLES = (
    "default", "cot", "p-cot", "fair-agent", "scope-first",
    "phrasing-1", "phrasing-2", "phrasing-3", "phrasing-4", "phrasing-5",
)  # fmt: skip

style = click.option(
    "--style",
    "styles",
    type=click.Choice(STYLES),
    multiple=True,
    default=["default"],
    show_default=True,
    help="What all tasks are asked along with; said several times, a run for each.",
)

language = click.option(
    "--language",
    "variants",
    type=click.Choice(LANGUAGES),
    multiple=True,
    help=f"Of the prompts; said several times, a run for each.  [{ENGLISH}]",
)

completions = click.option(
    "--completions",
    is_flag=True,
    help="A base model: let it go on with the code of a task (/completions), not chat.",
)

answers = click.option(
    "--from",
    "paths",
    type=EXISTING,
    multiple=True,
    help="Judge these instead: a run, JSON Lines or Parquet with `code`, or a folder of Python"
    " files; one for each model.",
)
