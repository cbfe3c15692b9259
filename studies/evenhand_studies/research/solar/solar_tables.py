"""The tables of Solar, with the published figures of tables 3, 4, 7 and 8."""

from __future__ import annotations

from collections.abc import Sequence

from evenhand_studies.measures.proportion import Proportion
from evenhand_studies.research.answer_flags import ANY
from evenhand_studies.research.modes import Mode
from evenhand_studies.research.paper_data import paper
from evenhand_studies.research.solar.solar_answers import Answer
from evenhand_studies.research.solar.solar_figures import (
    executable_rate,
    leaning_of,
    range_of,
    right_attributes,
    scores_of,
)
from evenhand_studies.research.solar.solar_paper import dimensions
from evenhand_studies.research.study_interface import ByModel
from evenhand_studies.research.tables import (
    INTERVAL,
    UNDEFINED,
    Cells,
    Table,
    figure,
    published_label,
    share_rows,
    span,
)

NOTE = (
    "Of the methods that run, as in the paper (equation 2). Protocol: people of the values that the"
    " task lists, and of 28 to 61 years, are treated differently. Search: any people are, so that"
    " thresholds outside of these values are found as well."
)
MONITORED = {"before": "pass_before", "with": "pass_after"}
"""Pass@attribute before and with a Fairness Monitor Agent, by their keys in the paper's data."""


def tables(answers: ByModel[Answer]) -> list[Table]:
    """All tables for each model."""
    return [table for model, own in answers.items() for table in tables_of(own, model)]


def tables_of(answers: Sequence[Answer], name: str) -> list[Table]:
    """CBS and Pass@attribute, BLS@Range, and BLS by value, over the answers that run."""
    executable = [answer for answer in answers if answer.executable]
    not_running = len(answers) - len(executable)
    title = f"Solar, per cent, {name} ({not_running} of {len(answers)} do not run)"
    return [
        _scores(title, answers, executable),
        _ranges(f"How strongly biased methods lean, {Mode.PROTOCOL}, {name}", executable),
        _leaning(f"Towards whom biased methods lean, {Mode.PROTOCOL}, {name}", executable),
    ]


def _scores(title: str, answers: Sequence[Answer], executable: Sequence[Answer]) -> Table:
    """CBS by dimension, and Pass@attribute."""
    columns = ("", "methods", ANY, *dimensions(), "Pass@attribute", "executable")
    rows: list[Cells] = []
    for mode in Mode:
        shares: list[Proportion] = [
            *scores_of(executable, mode).values(),
            right_attributes(executable),
            executable_rate(answers),
        ]
        rows += share_rows(f"CBS, {mode}", str(len(executable)), shares)

    for model, figures in paper("solar")["cbs"].items():
        label = published_label(f"CBS, {model}")
        rate = figure(paper("solar")["executable"][model])
        rows.append((label, UNDEFINED, *map(figure, figures), rate))

    blank = (UNDEFINED,) * (len(columns) - 3)
    for when, key in MONITORED.items():
        label = published_label(f"{when} a Fairness Monitor Agent")
        rows.append((label, *blank, figure(paper("solar")["monitor"][key]), UNDEFINED))

    return Table(title, columns, tuple(rows), NOTE)


def _ranges(title: str, answers: Sequence[Answer]) -> Table:
    """BLS@Range by dimension."""
    own = [range_of(answers, dimension) for dimension in dimensions()]
    rows: list[Cells] = [("BLS@Range", *map(figure, own))]

    for model, figures in paper("solar")["range"].items():
        rows.append((published_label(model), *map(figure, figures)))

    return Table(title, ("", *dimensions()), tuple(rows))


def _leaning(title: str, answers: Sequence[Answer]) -> Table:
    """BLS by value."""
    rows = [
        (f"{dimension}: {value}", str(mean.count), figure(mean.value), span(mean.interval(), 0, 1))
        for dimension in dimensions()
        for value, mean in leaning_of(answers, dimension).items()
    ]
    return Table(title, ("", "biased tasks", "BLS", INTERVAL), tuple(rows))
