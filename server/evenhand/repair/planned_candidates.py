"""In which order candidates are proved: by the policy of the baseline, and by how they read."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from evenhand.lines import lines_of
from evenhand.options import Baseline
from evenhand.repair.rewrite.candidates import Candidate, candidates
from evenhand.repair.rewrite.function_nodes import simple_statements
from evenhand.repair.survey.attribute_reads import Reads
from evenhand.repair.survey.kept_purposes import kept_nodes
from evenhand.repair.survey.repair_case import Case
from evenhand.repair.survey.treatment_choices import Choice, choices
from evenhand.repair.survey.value_groups import FEWEST_RESULTS, Group
from evenhand.scalars import is_number

ABOUT_AS_MANY = 0.3
"""The share of the most people treated alike from which a group is no exception."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A candidate to be proved, and as whom it treats everyone."""

    choice: Choice
    candidate: Candidate
    is_arbitrary: bool = False
    """Each number has a result of its own, and it takes one of them: another would do as well."""


ByChoice = Sequence[tuple[Choice, Sequence[Candidate]]]


def planned(case: Case, most: int) -> list[Plan]:
    """Candidates for the first `most` choices, the one to be proved first ahead.

    Where it is known which side is favourable, a text that reads a little oddly for that side comes
    before a plain one for another. Where nobody can say, the plain text comes first, and of those
    that treat about equally many people as before, the one from which a rule is removed: what is
    made for some is not made everybody's. Texts that set a parameter first come last in any case.
    """
    return sorted(_ordered(case, most), key=lambda plan: plan.candidate.overwrites)


def _ordered(case: Case, most: int) -> list[Plan]:
    baseline = _baseline(case)
    by_choice = _by_choice(case, baseline, most)
    if baseline is not Baseline.AUTO or not _are_results_of_numbers(by_choice):
        return _in_order(case, baseline, by_choice)

    removals = _removals(case, _by_choice(case, Baseline.REMOVED, most))
    removing = {choice for choice, _ in removals}
    plans = _in_order(case, baseline, [*removals, *by_choice])
    return [replace(plan, is_arbitrary=plan.choice not in removing) for plan in plans]


def _in_order(case: Case, baseline: Baseline, by_choice: ByChoice) -> list[Plan]:
    if not by_choice:
        return []

    goes_by_gain = baseline in (Baseline.AUTO, Baseline.FAVOURABLE) and by_choice[0][0].is_known
    if goes_by_gain:
        return list(_plans(by_choice))
    if baseline is Baseline.REMOVED:
        return _plain_first(sorted(by_choice, key=lambda each: _length(each[1])))
    return _plain_first(_by_number_of_people(case, by_choice))


def _baseline(case: Case) -> Baseline:
    """By which the choices are ordered: of an education, the best is nobody's right."""
    baseline = case.job.options.baseline
    return Baseline.MOST if baseline is Baseline.AUTO and case.is_contextual else baseline


def _by_choice(case: Case, baseline: Baseline, most: int) -> ByChoice:
    decision = case.decision or case
    listed = islice(choices(decision.survey, case.attribute, baseline), most)
    return [(choice, made) for choice in listed if (made := _candidates(case, choice))]


def _removals(case: Case, by_choice: ByChoice) -> ByChoice:
    """Choices for which nothing is written that was not there, the shortest text first."""
    before = {*simple_statements(case.source)}
    removing = [each for each in by_choice if {*simple_statements(each[1][0].text)} <= before]
    return sorted(removing, key=lambda each: _length(each[1]))


def _are_results_of_numbers(by_choice: ByChoice) -> bool:
    """Whether each number has a result of its own, so that the best is only the farthest tried.

    Beyond a bound, several may share one: `max(65 - age, 0)`.
    """
    groups = {group for choice, _ in by_choice for group in choice.groups}
    inputs = {group.input_text for group in groups}
    of_inputs = [[g for g in groups if g.input_text == text] for text in inputs]
    return any(map(_is_result_of_each, of_inputs))


def _is_result_of_each(of_input: Sequence[Group]) -> bool:
    shared = [group for group in of_input if len(group.values) > 1]
    enough = len(of_input) - len(shared) >= FEWEST_RESULTS
    return enough and len(shared) <= 1 and all(is_number(group.value) for group in of_input)


def _candidates(case: Case, choice: Choice) -> list[Candidate]:
    """Texts that leave the parts alone that may stay; a parameter that is set first leaves none."""
    reads, is_used_elsewhere = _reads_to_fold(case), case.names_elsewhere.may_use
    written = candidates(case.survey.search, reads, choice.values, is_used_elsewhere)
    return [candidate for candidate in written if not (case.kept and candidate.overwrites)]


def _reads_to_fold(case: Case) -> Reads:
    inside = kept_nodes(case.function, case.job, case.kept)
    if not inside:
        return case.reads
    paths = {node: path for node, path in case.reads.paths.items() if node not in inside}
    return replace(case.reads, paths=paths)


def _by_number_of_people(case: Case, by_choice: ByChoice) -> ByChoice:
    """By how many are treated as before; of about equally many, by what is written anew."""
    enough = ABOUT_AS_MANY * max(choice.weight for choice, _ in by_choice)

    def order(each: tuple[Choice, Sequence[Candidate]]) -> tuple[object, ...]:
        choice, made = each
        is_exception = choice.weight < enough
        people = (choice.refusals, choice.is_constant, is_exception)
        work = (_new_lines(case.source, made[0]), _size(made[0]))
        return *people, *work, -choice.weight, _length(made)

    return sorted(by_choice, key=order)


def _plain_first(by_choice: ByChoice) -> list[Plan]:
    return sorted(_plans(by_choice), key=lambda plan: not plan.candidate.is_plain)


def _plans(by_choice: ByChoice) -> Iterator[Plan]:
    for choice, made in by_choice:
        for candidate in made:
            yield Plan(choice, candidate)


def _new_lines(old: str, candidate: Candidate) -> int:
    """How many lines are not as they were; none if a rule is removed and nothing else done."""
    before = set(lines_of(old))
    return sum(line not in before for line in lines_of(candidate.text))


def _size(candidate: Candidate) -> int:
    """Of the code, whatever its names and texts are."""
    return sum(1 for _ in ast.walk(ast.parse(candidate.text)))


def _length(made: Sequence[Candidate]) -> tuple[bool, int]:
    """Of the text that reads best: a rule that is removed leaves fewer characters."""
    best = made[0]
    return not best.is_plain, len(best.text)
