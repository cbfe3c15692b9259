"""Finds treatments that no careful reviewer would take unasked, so that a person has to choose.

Whoever loses by a repair has a say in it. Much of what a program decides by age, and about the
body, is law, prudence or help: where nobody can say who gains by a repair, it may end just that.
"""

from __future__ import annotations

import ast
import datetime
from collections.abc import Collection, Sequence

from evenhand.check.catalogue.purposes import manners
from evenhand.check.catalogue.splitting import words_of
from evenhand.check.catalogue.word_lists import lexicon
from evenhand.check.outcomes.better_outcomes import ILLNESSES, is_about_health, is_welcome
from evenhand.check.outcomes.outcome_comparison import same_outcome
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.reading.function_words import first_found, function_words
from evenhand.check.search.input_state import InputState
from evenhand.findings import Purpose
from evenhand.repair.survey.named_people import AGE, is_year_of_birth, with_day_read
from evenhand.repair.survey.outcome_changes import changed_parts
from evenhand.repair.survey.repair_case import Case
from evenhand.repair.survey.task_signs import RIGHTS
from evenhand.repair.survey.treatment_choices import Choice
from evenhand.repair.survey.value_groups import GROWN_UP, OLD, Group
from evenhand.repair.survey.varied_outcomes import Survey
from evenhand.scalars import Scalar, is_number

PARTNERS = frozenset("spouse husband wife partner married joint".split())
MARRIAGE = "marital_status"


def is_doubtful(case: Case, choice: Choice, *, removes: bool = False) -> bool:
    """Whether a person has to agree that everyone is treated so.

    Who `removes` a rule does nothing else to anybody than what others have today.
    """
    is_open = bool(doubtful_attributes(case, choice, removes=removes))
    return not choice.groups or is_open or _rests_on_partner(case, choice)


def doubtful_attributes(case: Case, choice: Choice, *, removes: bool) -> frozenset[str]:
    """The attributes by which a person has to agree that everyone is treated so."""
    changing = [group for group in choice.groups if group.effect.lines]
    doubtful = (group for group in changing if _is_doubtful(case, group, removes=removes))
    return frozenset(group.attribute for group in doubtful)


def protections_taken(case: Case, choice: Choice) -> list[str]:
    """What may be a law or a relief, and ends if everyone is treated so."""
    taken: list[str] = []
    for group in choice.groups:
        if group.attribute == AGE and _serves_the_young(case.survey, group):
            taken.append("an age limit")
        elif _ends_relief(group):
            taken.append("what may be a protection or relief")
    return list(dict.fromkeys(taken))


def _is_doubtful(case: Case, group: Group, *, removes: bool) -> bool:
    """Whether somebody loses by one attribute, or a rule goes that may be law, help or medicine."""
    loses = _loses_a_right(group) if removes else group.effect.somebody_loses
    if loses or group.effect.leaves_part or _is_of_medicine(case, group):
        return True
    if removes and group.attribute in RIGHTS and not group.effect.is_known:
        return True
    if group.attribute != AGE:
        return False
    is_known = group.effect.is_known
    return not is_known or _is_of_old(case, group) or _serves_the_young(case.survey, group)


def _loses_a_right(group: Group) -> bool:
    """Whether somebody loses what may be meant for them: a lower price, what the law asks for."""
    return group.effect.somebody_loses and (group.effect.somebody_pays or _ends_relief(group))


def _ends_relief(group: Group) -> bool:
    """Whether somebody loses, or is left with a part, by an attribute that gives people rights."""
    losers = group.effect.losers
    are_of_working_age = all(is_number(age) and GROWN_UP <= age <= OLD for age in losers)
    is_ended = (bool(losers) and not are_of_working_age) or group.effect.leaves_part
    return group.attribute in RIGHTS and is_ended


def _is_of_medicine(case: Case, group: Group) -> bool:
    """Whether the code speaks of an illness, where the attribute may say how ill somebody is."""
    spoken = function_words(case.function, case.job.source)
    if not manners()[Purpose.BODY].allows(group.attribute):
        return False
    illnesses = lexicon().phrases(*ILLNESSES)
    return is_about_health(spoken) or bool(first_found(illnesses, *spoken.own))


def _is_of_old(case: Case, group: Group) -> bool:
    """Whether everyone would get what only old people have."""
    this_year = _state_of(case.survey, group).this_year
    ages = [age for value in group.values if (age := _age(value, this_year)) is not None]
    if len(ages) == len(group.values):
        return min(ages) >= OLD
    return all(value is True for value in group.values)


def _age(value: Scalar, this_year: int) -> float | None:
    """How old somebody is by an age, a year of birth or a date; None if the value does not tell."""
    value = with_day_read(value)
    if isinstance(value, datetime.date):
        value = value.year
    if not is_number(value):
        return None
    return float(this_year - value if is_year_of_birth(value) else value)


def _state_of(survey: Survey, group: Group) -> InputState:
    return next(s for s in survey.states if s.input.path.text == group.input_text)


def _serves_the_young(survey: Survey, chosen: Group) -> bool:
    """Whether people would be served who are refused today, since they are young."""
    state = _state_of(survey, chosen)
    entries = survey.varied[chosen.input_text]
    values = {value for entry in entries for value in entry.outcomes} - {*chosen.values}
    if chosen.is_constant:
        return False

    for young in _youngest(values, state.this_year):
        pairs = [
            (entry.outcomes[young], entry.outcomes[chosen.value])
            for entry in entries
            if young in entry.outcomes and chosen.value in entry.outcomes
        ]
        told = (young, chosen.value)
        refusals = [own for own, other in pairs if state.tells_apart(told, own, other)]
        if refusals and all(_is_no_better(own, refusals[0]) for own, _ in pairs):
            return True
    return False


def _youngest(values: Collection[Scalar], this_year: int) -> list[Scalar]:
    """The youngest people of some; all of them if their values have no order."""
    ages = {value: _age(value, this_year) for value in values}
    known = [age for age in ages.values() if age is not None]
    if len(known) < len(ages):
        return list(values)
    return [value for value, age in ages.items() if age == min(known)]


def _is_no_better(outcome: Outcome, refusal: Outcome) -> bool:
    """Whether an outcome is an error, nothing, or the refusal with other words to it."""
    gives_nothing = outcome.value is None or outcome.value is False
    does_nothing = not (outcome.printed or outcome.effects or outcome.changed)
    if outcome.raised or (gives_nothing and does_nothing):
        return True
    if same_outcome(outcome, refusal, Renaming(())):
        return True
    parts = list(changed_parts(None, outcome, refusal))
    are_words = all(part.where and isinstance(part.first, str) for part in parts)
    return bool(parts) and are_words and not any(is_welcome(part.first) for part in parts)


def _rests_on_partner(case: Case, choice: Choice) -> bool:
    """Whether everyone would be treated as married where the code then asks about a spouse."""
    asked = [group for group in choice.groups if group.attribute == MARRIAGE]
    return bool(asked) and any(map(_names_partner, _tested(case, asked)))


def _tested(case: Case, asked: Sequence[Group]) -> list[ast.stmt]:
    """What a test of the attribute leads to."""
    texts = {group.input_text for group in asked}
    statements: list[ast.stmt] = []
    for node, path in case.reads.paths.items():
        around = case.reads.parents.get(node)
        while around is not None and not isinstance(around, ast.stmt):
            around = case.reads.parents.get(id(around))
        if path.text in texts and isinstance(around, ast.If):
            statements += [*around.body, *around.orelse]
    return statements


def _names_partner(statement: ast.stmt) -> bool:
    return any(not PARTNERS.isdisjoint(words_of(name)) for name in _names(statement))


def _names(statement: ast.stmt) -> list[str]:
    """Names, attributes and keys."""
    names: list[str] = []
    for node in ast.walk(statement):
        if isinstance(node, ast.Name):
            names.append(node.id)
        elif isinstance(node, ast.Attribute):
            names.append(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.append(node.value)
    return names
