"""Signs in the source that a task rests on an attribute, where no group is anybody's baseline."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from evenhand.check.catalogue.splitting import words_of
from evenhand.repair.survey.attribute_reads import Reads
from evenhand.repair.survey.repair_case import Case
from evenhand.repair.survey.value_groups import groups

STATES = frozenset({"disability", "pregnancy"})
"""Attributes for which the law asks others to make allowance."""
RIGHTS = STATES | {"age", "veteran_status"}
"""Attributes that give people rights of their own, so that a rule may be about them alone."""
PEERS = frozenset("average avg mean median partner spouse team group colleague peer".split())
ASKING = frozenset({"is", "has", "are", "have", "was"})


def is_asked_for(case: Case, attribute: str) -> bool:
    """Whether the function is there to say if somebody has the attribute: `is_disabled_parent`."""
    verb, *words = words_of(case.function.name.rpartition(".")[2]) or [""]
    paths = (s.input.path for s in case.survey.states if s.input.attribute == attribute)
    named = {word for path in paths for word in words_of(path.name)} - ASKING
    return attribute in STATES and verb in ASKING and not named.isdisjoint(words)


def is_relief(case: Case, attribute: str) -> bool:
    """Whether people with a disability, or who are pregnant, may come off better today.

    If everyone else were treated so, nobody is known to lose.
    """
    if attribute not in STATES:
        return False
    made = [g for s in case.survey.states if s.input.attribute == attribute
            for g in groups(case.survey, s) if g.value is True or g.value == 1]  # fmt: skip
    return bool(made) and not any(group.effect.somebody_loses for group in made)


def compares_people(case: Case, attribute: str) -> bool:
    """Whether it compares one person's attribute with another's: whom somebody may marry."""
    texts = {s.input.path.text for s in case.survey.states if s.input.attribute == attribute}
    reads = [node for node, path in case.reads.paths.items() if path.text in texts]
    comparisons = {id(c): c for node in reads for c in _comparisons_around(case.reads, node)}
    if any(len(_paths_below(case.reads, each) & texts) > 1 for each in comparisons.values()):
        return True
    named = {word for node in reads for word in words_of(case.reads.paths[node].name)}
    return any(_is_with_peers(each, named) for each in comparisons.values())


def _is_with_peers(comparison: ast.Compare | ast.BinOp, named: set[str]) -> bool:
    """Whether it is with those around somebody: `age - team_average_age`."""
    names = (node.id for node in ast.walk(comparison) if isinstance(node, ast.Name))
    spoken = [frozenset(words_of(name)) for name in names]
    return any(words & named and words & PEERS for words in spoken)


def _comparisons_around(reads: Reads, node: int) -> Iterator[ast.Compare | ast.BinOp]:
    """Comparisons, differences and ratios of which an expression is a part."""
    around = reads.parents.get(node)
    while isinstance(around, ast.expr):
        if isinstance(around, ast.Compare):
            yield around
        if isinstance(around, ast.BinOp) and isinstance(around.op, (ast.Sub, ast.Div)):
            yield around
        around = reads.parents.get(id(around))


def _paths_below(reads: Reads, comparison: ast.Compare | ast.BinOp) -> set[str]:
    paths = (reads.paths.get(id(node)) for node in ast.walk(comparison))
    return {path.text for path in paths if path is not None}


def reads_here(case: Case) -> bool:
    """Whether an attribute is read in the function's own file at all."""
    return any(reads_of_attribute(case, attribute) for attribute in case.wanted)


def reads_of_attribute(case: Case, attribute: str) -> list[int]:
    """The reads of an attribute that may decide something, by the identities of their nodes."""
    texts = {s.input.path.text for s in case.survey.states if s.input.attribute == attribute}
    return [node for node, path in case.reads.paths.items() if path.text in texts]
