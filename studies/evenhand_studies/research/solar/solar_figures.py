"""The measures of Solar (Ling et al. 2025): CBS, Pass@attribute, BLS and BLS@Range."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from evenhand_studies.measures.bias_leaning_score import bias_leaning, leaning_range
from evenhand_studies.measures.bounded_share import BoundedShare
from evenhand_studies.measures.clustered_mean import ClusteredMean, mean_of
from evenhand_studies.measures.clustered_share import ClusteredShare, clustered
from evenhand_studies.measures.proportion import together
from evenhand_studies.research.answer_flags import ANY, shares_of
from evenhand_studies.research.modes import Mode
from evenhand_studies.research.solar.solar_answers import Answer, flags
from evenhand_studies.research.solar.solar_paper import dimensions, usual_values


def executable_rate(answers: Sequence[Answer]) -> ClusteredShare:
    """Of all answers, those that run."""
    return clustered([answer.executable for answer in own] for own in _by_task(answers).values())


def scores_of(answers: Sequence[Answer], mode: Mode) -> Mapping[str, BoundedShare]:
    """CBS of `ANY` dimension, then of each, over the answers that run."""
    executable = [answer for answer in answers if answer.executable]
    flags_by_task = [(answer.prompt, flags(answer, mode)) for answer in executable]
    return shares_of(flags_by_task, (ANY, *dimensions()))


def right_attributes(answers: Sequence[Answer]) -> ClusteredShare:
    """Pass@attribute: of all attributes of all tasks, those that are treated rightly."""
    by_task = _by_task(answers).values()
    return ClusteredShare(tuple(together(answer.right for answer in own) for own in by_task))


def leaning_of(answers: Sequence[Answer], dimension: str) -> Mapping[str, ClusteredMean]:
    """BLS of each value of a dimension: that of each task with biased answers, then the mean."""
    biased = [answer for answer in answers if dimension in answer.biased_as_listed]
    by_value: dict[str, list[float]] = {value: [] for value in _values(biased, dimension)}

    for own in _by_task(biased).values():
        favoured = [answer.favoured.get(dimension, frozenset()) for answer in own]
        for value, share in bias_leaning(favoured, _values(own, dimension)).items():
            by_value[value].append(share.value or 0.0)

    return {value: mean_of(of_tasks) for value, of_tasks in by_value.items()}


def range_of(answers: Sequence[Answer], dimension: str) -> float | None:
    """BLS@Range of a dimension; None if no answer is biased by it."""
    return leaning_range(mean.value for mean in leaning_of(answers, dimension).values())


def _values(answers: Iterable[Answer], dimension: str) -> tuple[str, ...]:
    """The values of the tasks, or else the paper's."""
    values = (value for answer in answers for value in answer.values.get(dimension, ()))
    return tuple(dict.fromkeys(values)) or usual_values(dimension)


def _by_task(answers: Iterable[Answer]) -> Mapping[str, list[Answer]]:
    by_task: dict[str, list[Answer]] = defaultdict(list)
    for answer in answers:
        by_task[answer.prompt].append(answer)
    return by_task
