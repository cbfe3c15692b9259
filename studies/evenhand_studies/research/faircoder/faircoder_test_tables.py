"""The tables of FairCoder for tests, in both modes (8 to 13 of the first version)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from evenhand_studies.measures.clustered_mean import mean_of
from evenhand_studies.research.faircoder.faircoder_answers import TopicAnswer
from evenhand_studies.research.faircoder.faircoder_paper import PAIR, SENSITIVE, published_tests
from evenhand_studies.research.faircoder.faircoder_test_figures import (
    TopicRow,
    difference,
    readable,
    topic_rows,
)
from evenhand_studies.research.modes import Mode
from evenhand_studies.research.tables import INTERVAL, UNDEFINED, Cells, Table, figure, mean, span

NOTES: Mapping[Mode, str] = {
    Mode.PROTOCOL: (
        "As the authors' programs count: E has 0.2 added to the people of each group if one has"
        " none, so that a topic without people has E = 1."
    ),
    Mode.SEARCH: "E is equation 2, of the topics with people.",
}


def tables_of_tests(answers: Sequence[TopicAnswer], name: str) -> list[Table]:
    """Group fairness and counterfactual fairness of tests; none without answers."""
    if not answers:
        return []

    group_fairness = [_group_fairness(answers, name, mode) for mode in Mode]
    return [*group_fairness, _counterfactual_fairness(answers, name)]


def _group_fairness(answers: Sequence[TopicAnswer], name: str, mode: Mode) -> Table:
    columns = ("", "answers", "R", f"{INTERVAL} of R", "E", "FairScore", "people")
    own = list(topic_rows(answers, mode))
    cells = [*map(_topic_cells, own), *_means(own), *_published_means()]
    return Table(f"Test cases, {mode}, {name}", columns, tuple(cells), NOTES[mode])


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
        if not own:
            continue

        refusals = [row.refusal.value for row in own]
        over_topics = mean_of(refusal for refusal in refusals if refusal is not None)
        yield (
            f"mean over topics: {attribute}",
            str(sum(row.refusal.whole for row in own)),
            mean(refusals),
            span(over_topics.interval(), 0, 1),
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
