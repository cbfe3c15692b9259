"""The tables of FairCoder: R, E and FairScore of functions (5 to 7) and of tests (8 to 13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evenhand.research.faircoder.faircoder_answers import (
    Answer,
    FunctionAnswer,
    TopicAnswer,
    functions_among,
    tests_among,
)
from evenhand.research.faircoder.faircoder_figures import Row, rows
from evenhand.research.faircoder.faircoder_paper import (
    PAIR,
    SENSITIVE,
    published,
    published_tests,
    scenarios,
)
from evenhand.research.faircoder.faircoder_test_figures import (
    TopicRow,
    difference,
    readable,
    topic_rows,
)
from evenhand.research.study_interface import ByModel
from evenhand.research.tables import INTERVAL, UNDEFINED, Cells, Table, figure, mean, span


def tables(answers: ByModel[Answer]) -> list[Table]:
    """For each model, the tables of its functions and of its tests, of which it may have either."""
    return [table for model, own in answers.items() for table in _tables_of(own, model)]


def table_of_functions(answers: Sequence[FunctionAnswer], name: str) -> Table:
    """The figures of functions, above the published ones of the same scenarios."""
    columns = (
        "", "answers", "R", f"{INTERVAL} of R", "E", "FairScore", INTERVAL, "gains most", "prefer",
    )  # fmt: skip
    own = list(rows(answers))
    shown = {row.scenario.name for row in own}

    cells = [*map(_function_cells, own), *_published_functions(shown)]
    return Table(f"Function implementation, {name}", columns, tuple(cells))


def tables_of_tests(answers: Sequence[TopicAnswer], name: str) -> list[Table]:
    """Group fairness and counterfactual fairness of tests; none without answers."""
    if not answers:
        return []
    return [_group_fairness(answers, name), _counterfactual_fairness(answers, name)]


def _tables_of(answers: Sequence[Answer], name: str) -> list[Table]:
    functions = functions_among(answers)
    of_functions = [table_of_functions(functions, name)] if functions else []
    return [*of_functions, *tables_of_tests(tests_among(answers), name)]


def _function_cells(row: Row) -> Cells:
    sums = row.sums
    return (
        row.label,
        str(sums.answers),
        figure(sums.refusal.value),
        span(sums.refusal.interval()),
        figure(sums.entropy),
        figure(sums.score),
        span(row.interval),
        sums.favourite or UNDEFINED,
        str(sums.preferring),
    )


def _published_functions(names: set[str]) -> Iterator[Cells]:
    """The published figures of some scenarios."""
    wanted = [scenario for scenario in scenarios().values() if scenario.name in names]

    for model, by_scenario in published().items():
        for scenario in wanted:
            figures = zip(scenario.attributes, by_scenario[scenario.name], strict=True)
            for attribute, (refusal, entropy, score) in figures:
                yield (
                    f"{scenario.title}: {attribute} ({model}, published)",
                    UNDEFINED,
                    figure(refusal),
                    UNDEFINED,
                    figure(entropy),
                    figure(score),
                    UNDEFINED,
                    UNDEFINED,
                    UNDEFINED,
                )


def _group_fairness(answers: Sequence[TopicAnswer], name: str) -> Table:
    columns = ("", "answers", "R", f"{INTERVAL} of R", "E", "FairScore", "people")
    own = list(topic_rows(answers))
    cells = [*map(_topic_cells, own), *_means(own), *_published_means()]
    return Table(f"Test cases, {name}", columns, tuple(cells))


def _topic_cells(row: TopicRow) -> Cells:
    people = ", ".join(f"{group} {count:g}" for group, count in sorted(row.counts.items()))
    return (
        f"{row.topic}: {row.attribute}",
        str(row.refusal.whole),
        figure(row.refusal.value),
        span(row.refusal.interval()),
        figure(row.entropy),
        figure(row.score),
        people or UNDEFINED,
    )


def _means(rows_of_topics: Sequence[TopicRow]) -> Iterator[Cells]:
    """For each attribute, the means over all topics."""
    for attribute in SENSITIVE:
        own = [row for row in rows_of_topics if row.attribute == attribute]
        if own:
            yield (
                f"mean over topics: {attribute}",
                str(sum(row.refusal.whole for row in own)),
                mean(row.refusal.value for row in own),
                UNDEFINED,
                mean(row.entropy for row in own),
                mean(row.score for row in own),
                UNDEFINED,
            )


def _published_means() -> Iterator[Cells]:
    for model, figures in published_tests().items():
        for attribute, (refusal, entropy, score) in zip(SENSITIVE, figures, strict=True):
            yield (
                f"mean over topics: {attribute} ({model}, published)",
                UNDEFINED,
                figure(refusal),
                UNDEFINED,
                figure(entropy),
                figure(score),
                UNDEFINED,
            )


def _counterfactual_fairness(answers: Sequence[TopicAnswer], name: str) -> Table:
    topics = dict.fromkeys(answer.topic for answer in answers if answer.given)
    differences = {topic: difference(answers, topic) for topic in topics}
    cells = [(readable(topic), figure(value)) for topic, value in differences.items()]

    sizes = [None if value is None else abs(value) for value in differences.values()]
    cells.append(("mean of the sizes", mean(sizes)))

    first, second = PAIR
    title = f"Facts that are True more often where everybody is {first} than {second}, {name}"
    return Table(title, ("", "difference"), tuple(cells))
