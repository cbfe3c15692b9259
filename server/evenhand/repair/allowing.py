"""Proposes to allow a difference that the task rests on, with the reason for it.

A formula of the body that has the same answer for everybody is wrong for everybody, and so is an
age limit without an age.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evenhand.check.catalogue.purposes import manners
from evenhand.check.search.input_state import InputState
from evenhand.findings import Purpose, Verdict
from evenhand.lines import lines_with_ends
from evenhand.options import Baseline
from evenhand.repair.repairs import Repair
from evenhand.repair.rewrite.allowance_edits import allow_because, changed
from evenhand.repair.survey.named_people import AGE
from evenhand.repair.survey.repair_case import Case
from evenhand.repair.survey.selected_groups import compares_groups, only_selects
from evenhand.repair.survey.task_signs import (
    RIGHTS,
    compares_people,
    is_asked_for,
    is_relief,
)
from evenhand.repair.survey.value_groups import FEWEST_RESULTS, groups, has_no_sides

COMPUTED = "it computes with age"
RELIEF = "a relief that people have a right to"
COMPARES = "it compares people with one another"
GROUPS = "it compares groups of people"
SELECTS = "it says whom the function is about"
ASKED = "it says whether somebody has it"
ALONE = "nothing else decides here"
ABOUT = "it is what the function is about"


@dataclass(frozen=True, slots=True)
class Basis:
    """A difference that the task rests on, and by what."""

    attribute: str
    reason: str
    is_guess: bool = False
    """A person has to say whether the reason holds."""


def bases(case: Case) -> tuple[Basis, ...]:
    """What the task rests on, unless the user has chosen a baseline for it."""
    if case.job.options.baseline is not Baseline.AUTO:
        return ()
    of_verdicts = (_basis(case, verdict) for verdict in case.verdicts)
    return tuple(basis for basis in of_verdicts if basis is not None)


def alone(case: Case) -> list[Basis]:
    """What to allow where a rule is about people's rights, or their place, and nothing else."""
    may_be_alone = case.wanted <= RIGHTS or case.is_contextual
    if case.job.options.baseline is not Baseline.AUTO or not may_be_alone:
        return []
    reason = ABOUT if case.is_contextual else ALONE
    return [Basis(attribute, reason, is_guess=True) for attribute in sorted(case.wanted)]


def with_allowances(case: Case, kept: Sequence[Basis]) -> str | None:
    """The file's text with a comment that allows each of them; None if none can be written."""
    text = case.source
    for basis in kept:
        lines = lines_with_ends(text)
        line = case.report.line + len(lines) - len(lines_with_ends(case.source))
        name = case.function.name
        change = allow_because(lines, line, name, basis.attribute, basis.reason)
        if change is not None:
            text = changed(lines, change)
    return text if text != case.source else None


def allowance(text: str, kept: Sequence[Basis]) -> Repair:
    """The offer to allow these differences; `text` has the comment."""
    title = f"Allow {_names(kept)}: {_reasons(kept)}"
    reasons = _reasons(kept)
    return Repair(title, "", text, None, awaits_word=await_word(kept), reason_to_allow=reasons)


def await_word(kept: Sequence[Basis]) -> bool:
    """Whether a person has to agree to one of the reasons."""
    return any(basis.is_guess for basis in kept)


def title_with_allowance(title: str, kept: Sequence[Basis]) -> str:
    """The title of a repair of other attributes, beside which these are allowed."""
    return f"{title}; allow {_names(kept)}: {_reasons(kept)}"


def _basis(case: Case, verdict: Verdict) -> Basis | None:
    """Why the task rests on an attribute; None if it does not."""
    attribute = verdict.attribute
    if not verdict.decides and verdict.purpose is not Purpose.UNCLEAR:
        return Basis(attribute, _purpose_of(verdict))
    reason = _reason_of_kept(case) or _guessed_reason(case, attribute)
    return Basis(attribute, reason, is_guess=True) if reason else None


def _reason_of_kept(case: Case) -> str:
    """Why nothing is to be repaired, if all that decides are parts that may stay."""
    if case.decision is not None or not case.kept:
        return ""
    return manners()[case.kept[0].purpose].reason


def _guessed_reason(case: Case, attribute: str) -> str:
    """Why no group is anybody's baseline; empty if one may be."""
    if attribute == AGE and _computes_with(case, attribute):
        return COMPUTED
    signs = {ASKED: is_asked_for, RELIEF: is_relief, COMPARES: compares_people,
             SELECTS: only_selects, GROUPS: compares_groups}  # fmt: skip
    reason = next((reason for reason, holds in signs.items() if holds(case, attribute)), "")
    is_of_places = reason == COMPARES and case.is_contextual
    return f"it compares one {attribute.replace('_', ' ')} with another" if is_of_places else reason


def _purpose_of(verdict: Verdict) -> str:
    assert verdict.recognised is not None
    sign = f" (`{verdict.recognised.sign}`)" if verdict.recognised.sign else ""
    return f"{manners()[verdict.recognised.purpose].reason}{sign}"


def _computes_with(case: Case, attribute: str) -> bool:
    """Whether nearly each value leads to a result of its own, and none is known to be better."""
    states = [state for state in case.survey.states if state.input.attribute == attribute]
    return any(
        has_no_sides(groups(case.survey, state)) and _has_many_results(case, state)
        for state in states
    )


def _has_many_results(case: Case, state: InputState) -> bool:
    """Whether its values lead to many results in one and the same context."""
    entries = case.survey.varied[state.input.path.text]
    results = ({outcome.text for outcome in entry.outcomes.values()} for entry in entries)
    return any(len(each) >= FEWEST_RESULTS for each in results)


def _names(kept: Sequence[Basis]) -> str:
    return " and ".join(basis.attribute.replace("_", " ") for basis in kept)


def _reasons(kept: Sequence[Basis]) -> str:
    return "; ".join(dict.fromkeys(basis.reason for basis in kept))
