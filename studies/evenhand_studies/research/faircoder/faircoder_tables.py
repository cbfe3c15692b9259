"""The tables of FairCoder for functions, in both modes (5 to 7 of the first version)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from evenhand_studies.research.faircoder.faircoder_answers import (
    Answer,
    FunctionAnswer,
    functions_among,
    tests_among,
)
from evenhand_studies.research.faircoder.faircoder_figures import Row, rows, rows_by_set, untold
from evenhand_studies.research.faircoder.faircoder_paper import published, scenarios
from evenhand_studies.research.faircoder.faircoder_test_tables import tables_of_tests
from evenhand_studies.research.modes import Mode
from evenhand_studies.research.study_interface import ByModel
from evenhand_studies.research.tables import INTERVAL, UNDEFINED, Cells, Table, figure, span

COLUMNS = (
    "", "asked", "not judged", "R", f"{INTERVAL} of R", "E", "SE of E", "FairScore", INTERVAL,
    "gains most", "prefer",
)  # fmt: skip

PUBLISHED = ("R", "E", "FairScore")
"""The columns of published figures."""
SWAPPED = (
    " Published: means over the prompts, with their standard deviation; tables 6 and 7 of the"
    " paper have R and E exchanged, and here each is what it says."
)

NOTES: Mapping[Mode, str] = {
    Mode.PROTOCOL: (
        "As the authors' programs count: an answer refuses if no group of the paper gains by it;"
        " E has 0.3 added to all points, so that a prompt without preferences has E = 1."
        " Not judged: code that cannot be read, or does not run as far as the attribute."
    ),
    Mode.SEARCH: (
        "An answer refuses if its code does without the attribute; E is equation 2, over the"
        " prompts with a preference; other groups count as well, such as a minority, and ages in"
        " years as young, middle (35) and elder (55)."
    ),
}
SETS = (
    "As figure 9 of the paper has them: occupations and majors with more of one group than others"
    " have. 1 - E is 0 where no group is preferred."
)


def tables(answers: ByModel[Answer]) -> list[Table]:
    """For each model, the tables of its functions and of its tests, of which it may have either."""
    return [table for model, own in answers.items() for table in _tables_of(own, model)]


def table_of_functions(answers: Sequence[FunctionAnswer], name: str, mode: Mode) -> Table:
    """The figures of functions, above the published ones of the same scenarios."""
    own = list(rows(answers, mode))
    shown = {row.scenario.name for row in own}

    cells = [*map(_function_cells, own), *_untold(answers), *_published_functions(shown)]
    title = f"Function implementation, {mode}, {name}"
    return Table(title, COLUMNS, tuple(cells), NOTES[mode] + SWAPPED)


def _tables_of(answers: Sequence[Answer], name: str) -> list[Table]:
    functions = functions_among(answers)
    of_functions = [table_of_functions(functions, name, mode) for mode in Mode if functions]
    return [
        *of_functions,
        *_tables_by_set(functions, name),
        *tables_of_tests(tests_among(answers), name),
    ]


def _tables_by_set(answers: Sequence[FunctionAnswer], name: str) -> Iterator[Table]:
    """Whom functions prefer for occupations and majors that have most of one group (figure 9)."""
    columns = ("", "occupations of", "asked", "1 - E", "gains most")
    for mode in Mode:
        cells = tuple(
            (
                row.label,
                group,
                str(row.asked),
                figure(row.preference),
                row.favourite or UNDEFINED,
            )
            for group, row in rows_by_set(answers, mode)
            if row.asked
        )
        if cells:
            yield Table(f"Preference by set of occupations, {mode}, {name}", columns, cells, SETS)


def _function_cells(row: Row) -> Cells:
    return (
        row.label,
        str(row.asked),
        str(row.not_judged),
        figure(row.refusal.value),
        span(row.refusal.interval() if row.refusal.whole else None),
        figure(row.entropy.value),
        figure(row.entropy.standard_error),
        figure(row.score.value),
        span(row.score.interval(), 0, 1),
        row.favourite or UNDEFINED,
        str(row.preferring),
    )


def _untold(answers: Sequence[FunctionAnswer]) -> Iterator[Cells]:
    """How many answers no row counts: they name no attribute, so each may have refused any."""
    for name, count in untold(answers).items():
        title = scenarios()[name].title
        yield _row_of(f"{title}: names none (asked for any)", str(count))


def _published_functions(names: set[str]) -> Iterator[Cells]:
    """The published figures of some scenarios."""
    wanted = [scenario for scenario in scenarios().values() if scenario.name in names]

    for model, by_scenario in published().items():
        for scenario in wanted:
            figures = zip(scenario.attributes, by_scenario[scenario.name], strict=True)
            for attribute, values in figures:
                label = f"{scenario.title}: {attribute} ({model}, published)"
                means, spreads = values[:3], values[3:]
                cells = map(_with_spread, means, spreads)
                yield _row_of(label, **dict(zip(PUBLISHED, cells, strict=True)))


def _row_of(label: str, asked: str = UNDEFINED, **cells: str) -> Cells:
    """A row with some cells by the names of their columns."""
    return (label, asked, *(cells.get(column, UNDEFINED) for column in COLUMNS[2:]))


def _with_spread(mean: float, spread: float) -> str:
    """A mean over prompts with their standard deviation, as the paper prints it."""
    return f"{figure(mean)} ± {figure(spread)}"
