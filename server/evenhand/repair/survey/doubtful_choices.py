"""Finds treatments that no careful reviewer would take unasked, so that a person has to choose.

Much of what a program decides by age, and for people with a disability or who are pregnant, is
law, prudence or help. Where nobody can say who gains by a repair, it may end just that.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import chain

from evenhand.check.catalogue.splitting import words_of
from evenhand.repair.survey.named_people import AGE
from evenhand.repair.survey.repair_case import Case
from evenhand.repair.survey.treatment_choices import Choice
from evenhand.repair.survey.value_groups import OLD, Group, groups
from evenhand.repair.survey.varied_outcomes import Survey
from evenhand.scalars import is_number

PARTNERS = frozenset("spouse husband wife partner married joint".split())
MARRIAGE = "marital_status"


def is_doubtful(case: Case, choice: Choice) -> bool:
    """Whether a person has to agree that everyone is treated so."""
    if not choice.groups:
        return False
    return any(_is_doubtful(case.survey, group) for group in choice.groups) or _rests_on_partner(
        case, choice
    )


def _is_doubtful(survey: Survey, group: Group) -> bool:
    """Whether a rule about age would go that nobody knows to be a wrong, or a relief be general."""
    if group.attribute != AGE or not group.effect.lines:
        return False
    if not group.effect.is_known:
        return True
    return _is_of_old(group) or _drops_least_age(survey, group)


def _is_of_old(group: Group) -> bool:
    """Whether everyone would get what only old people have."""
    numbers = [value for value in group.values if is_number(value)]
    if len(numbers) == len(group.values):
        return min(numbers) >= OLD
    return all(value is True for value in group.values)


def _drops_least_age(survey: Survey, chosen: Group) -> bool:
    """Whether people would be served for whom nothing else counts today, since they are young."""
    state = next(s for s in survey.states if s.input.path.text == chosen.input_text)
    of_input = groups(survey, state)
    numbers = [v for v in chain.from_iterable(g.values for g in of_input) if is_number(v)]
    if not numbers or chosen.is_constant:
        return False
    youngest = next(group for group in of_input if min(numbers) in group.values)
    return youngest is not chosen and youngest.is_constant and youngest.values != chosen.values


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
