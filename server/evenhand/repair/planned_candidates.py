"""In which order candidates are proved: by the policy of the baseline, and by how they read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from evenhand.options import Baseline
from evenhand.repair.rewrite.candidates import Candidate, candidates
from evenhand.repair.survey.repair_case import Case
from evenhand.repair.survey.treatment_choices import Choice, choices


@dataclass(frozen=True, slots=True)
class Plan:
    """A candidate to be proved, and as whom it treats everyone."""

    choice: Choice
    candidate: Candidate


def planned(case: Case, most: int) -> list[Plan]:
    """Candidates for the first `most` choices, the one to be proved first ahead.

    Where it is known which side is favourable, a text that reads a little oddly for that side comes
    before a plain one for another. Where nobody can say, the plain text comes first, and of those
    that treat equally many people as before, the one from which a rule is removed. Texts that set
    a parameter first come last in any case.
    """
    return sorted(_ordered(case, most), key=lambda plan: plan.candidate.overwrites)


def _ordered(case: Case, most: int) -> list[Plan]:
    baseline = case.job.options.baseline
    listed = islice(choices(case.survey, case.attribute, baseline), most)
    by_choice = [
        (choice, made)
        for choice in listed
        if (made := candidates(case.survey.search, case.reads, choice.values))
    ]
    if not by_choice:
        return []

    goes_by_gain = baseline in (Baseline.AUTO, Baseline.FAVOURABLE) and by_choice[0][0].is_known
    if goes_by_gain:
        return [Plan(choice, candidate) for choice, made in by_choice for candidate in made]

    if baseline is Baseline.REMOVED:
        by_choice.sort(key=lambda each: _length(each[1]))
    else:
        by_choice.sort(key=lambda each: (*_order(each[0]), _length(each[1])))
    return sorted(_plans(by_choice), key=lambda plan: not plan.candidate.is_plain)


def _order(choice: Choice) -> tuple[int, bool, float]:
    return choice.refusals, choice.is_constant, -choice.weight


def _plans(by_choice: Sequence[tuple[Choice, Sequence[Candidate]]]) -> Iterator[Plan]:
    for choice, made in by_choice:
        for candidate in made:
            yield Plan(choice, candidate)


def _length(made: Sequence[Candidate]) -> tuple[bool, int]:
    """Of the text that reads best: a rule that is removed leaves fewer characters."""
    best = made[0]
    return not best.is_plain, len(best.text)
