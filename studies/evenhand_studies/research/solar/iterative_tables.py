"""How far iterative prompting helps: tables 5 and 7 of Solar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from evenhand_studies.measures.proportion import Proportion
from evenhand_studies.research.answer_flags import ANY
from evenhand_studies.research.model_comparison import by_prompt, comparison_tables
from evenhand_studies.research.modes import Mode
from evenhand_studies.research.paper_data import paper
from evenhand_studies.research.solar.solar_answers import Answer, flags
from evenhand_studies.research.solar.solar_figures import (
    executable_rate,
    right_attributes,
    scores_of,
)
from evenhand_studies.research.solar.solar_paper import dimensions
from evenhand_studies.research.tables import (
    UNDEFINED,
    Cells,
    Table,
    figure,
    published_label,
    share_rows,
)

Rounds = Mapping[str, Sequence[Answer]]
"""The answers by round, the originals first; an answer that needed no round is its last one."""


def tables(rounds: Rounds, name: str) -> list[Table]:
    """CBS after each round, and each round against the one before."""
    return [_scores(rounds, name), *_comparisons(rounds)]


def _scores(rounds: Rounds, name: str) -> Table:
    columns = ("", "methods", ANY, *dimensions(), "Pass@attribute", "executable")
    rows = [row for label, answers in rounds.items() for row in _own_rows(label, answers)]
    title = f"Code bias after iterative prompting, {Mode.SEARCH}, per cent, {name}"
    return Table(title, columns, (*rows, *_published_rows()))


def _own_rows(label: str, answers: Sequence[Answer]) -> list[Cells]:
    executable = [answer for answer in answers if answer.executable]
    shares: list[Proportion] = [
        *scores_of(executable, Mode.SEARCH).values(),
        right_attributes(executable),
        executable_rate(answers),
    ]
    return share_rows(label, str(len(executable)), shares)


def _published_rows() -> Iterator[Cells]:
    for model, by_way in paper("solar")["mitigation"].items():
        for way, figures in by_way.items():
            label = published_label(f"{way}, {model}")
            yield (label, UNDEFINED, *map(figure, figures), UNDEFINED)


def _comparisons(rounds: Rounds) -> Iterator[Table]:
    for before, after in pairwise(rounds):
        pair = {label: _flags(rounds[label]) for label in (before, after)}
        yield from comparison_tables(pair)


def _flags(answers: Sequence[Answer]) -> Mapping[str, Sequence[Mapping[str, bool]]]:
    return by_prompt((answer.prompt, flags(answer)) for answer in answers)
