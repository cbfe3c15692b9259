"""How many prompts and answers a comparison of two models needs, as a table."""

from __future__ import annotations

from collections.abc import Iterable

from evenhand_studies.measures.sample_size import Plan
from evenhand_studies.research.tables import Cells, Table, figure


def plan_table(plan: Plan, answers: Iterable[int], prompts: int) -> Table:
    """A row for each number of answers to a prompt; the last columns are for so many `prompts`."""
    columns = (
        "answers to a prompt",
        "prompts",
        "answers of each model",
        f"difference seen with {prompts}",
        f"95 % with {prompts}",
    )
    title = (
        f"Prompts that show {100 * plan.difference:+g} points from {100 * plan.share:g} %, with a"
        f" probability of {100 * plan.power:g} %"
    )
    return Table(title, columns, tuple(_cells(plan, count, prompts) for count in answers))


def _cells(plan: Plan, answers: int, prompts: int) -> Cells:
    needed = plan.prompts(answers)
    return (
        str(answers),
        str(needed),
        str(needed * answers),
        figure(100 * plan.least_difference(prompts, answers), 1),
        f"+- {figure(100 * plan.reach(prompts, answers), 1)}",
    )
