"""`evenhand study plan`"""

from __future__ import annotations

import click

from evenhand.doors.terminal import show_text

ANSWERS = (1, 2, 3, 5, 10)
"""Answers to each prompt, for which the table has a row."""


@click.command(short_help="How many prompts and answers show a difference.")
@click.option(
    "--difference",
    type=click.FloatRange(-100, 100),
    default=5.0,
    show_default=True,
    help="The difference between two models, in percentage points.",
)
@click.option(
    "--rate",
    type=click.FloatRange(0, 100),
    default=40.0,
    show_default=True,
    help="Biased answers of the first model, per cent.",
)
@click.option(
    "--correlation",
    type=click.FloatRange(0, 1),
    default=0.36,
    show_default=True,
    help="How alike answers of one model to one prompt are.",
)
@click.option(
    "--between",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="How alike answers of two models to one prompt are.",
)
@click.option(
    "--power",
    type=click.FloatRange(50, 99.9),
    default=80.0,
    show_default=True,
    help="How probably the difference is to be found, per cent.",
)
@click.option(
    "--comparisons",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Comparisons made at once, each of which needs a smaller p-value.",
)
@click.option("--prompts", type=click.IntRange(2), default=334, show_default=True)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "csv", "json", "latex"]),
    default="text",
    show_default=True,
)
def plan(
    difference: float,
    rate: float,
    correlation: float,
    between: float,
    power: float,
    comparisons: int,
    prompts: int,
    form: str,
) -> None:
    """How many prompts and answers it takes to see a difference between two models.

    Both answer the same prompts. The last columns say what --prompts prompts show.
    """
    from evenhand_studies.measures.sample_size import Plan
    from evenhand_studies.research.plan_table import plan_table
    from evenhand_studies.research.table_formats import printed

    if not difference:
        raise click.UsageError("--difference must not be 0")
    if not 0 <= rate + difference <= 100:
        raise click.UsageError("--rate and --difference together must be between 0 and 100")
    if between > correlation:
        raise click.UsageError("--between cannot be larger than --correlation")

    expected = Plan(rate / 100, difference / 100, correlation, between, power / 100, comparisons)
    table = plan_table(expected, ANSWERS, prompts)
    show_text(printed([table], form), end="")
