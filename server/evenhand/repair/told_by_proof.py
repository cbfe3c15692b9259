"""Says of a proved text who gains, who loses and whether a person has to agree.

All of it is read off the proof: what was planned, and what a model says of its text, may be wrong.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from evenhand.check.deep_stack import with_deep_stack
from evenhand.check.reading.access_paths import Via
from evenhand.options import Baseline
from evenhand.repair.proof.obligations import Proof
from evenhand.repair.repairs import Repair
from evenhand.repair.rewrite.function_nodes import functions_of, names_set, simple_statements
from evenhand.repair.rewrite.odd_code import FOR_PERSON, new_oddities
from evenhand.repair.rewrite.unused_parameters import reads_no_parameter
from evenhand.repair.survey.doubtful_choices import is_doubtful
from evenhand.repair.survey.repair_case import Case
from evenhand.repair.survey.treatment_choices import Choice, choice_of

HALF = 0.5
"""The share of people from which a rule for the others is an exception."""
SAME_FOR_ALL = "everyone gets the same: it looks at nothing else"


def proved_choice(case: Case, proof: Proof) -> Choice:
    """As whom everyone is treated by a text; empty if no group is known to be."""
    return choice_of(case.proved.survey, proof.kept.like)


def is_for_person(
    case: Case, text: str, proof: Proof, choice: Choice, *, removes: bool = False
) -> bool:
    """Whether a person has to agree to a text, who has not asked for a baseline.

    `choice` is the one that is proved; the text `removes` rules if nothing is written in it that
    was not there.
    """
    if case.job.options.baseline is not Baseline.AUTO:
        return False
    if proof.kept.is_constant or overwrites(case, text) or _reads_oddly(case, text):
        return True
    if case.found_elsewhere & _edited(case.source, text):
        return True
    if not removes and _chooses_one(case.source, text) and not choice.is_known:
        return True
    if _loses_criterion(case, proof, choice, removes=removes):
        return True
    return is_doubtful(case.proved, choice, removes=removes)


def overwrites(case: Case, text: str) -> bool:
    """Whether a text gives a parameter another value than the caller has given."""
    paths = [state.input.path for state in case.survey.states]
    names = {path.name for path in paths if path.via is Via.PARAMETER}
    return not names.isdisjoint(_set_to_constants(text) - _set_to_constants(case.source))


def _chooses_one(before: str, after: str) -> bool:
    """Whether what one group gets becomes everybody's by a text, in place of what others get.

    A rule that only adds something for one group can be everybody's beside all the rest.
    """
    old, new = simple_statements(before), simple_statements(after)
    still_set = {name for statement in new.values() for name in names_set(statement)}
    lost = [statement for text, statement in old.items() if text not in new]
    unused = (ast.Import, ast.ImportFrom, ast.Pass)
    gone = [each for each in lost if not isinstance(each, unused)]
    in_place = [each for each in gone if not names_set(each) or names_set(each) & still_set]
    return bool(in_place) or not new.keys() <= old.keys()


def _loses_criterion(case: Case, proof: Proof, choice: Choice, *, removes: bool) -> bool:
    """Whether something else is not asked any more, by which somebody may lose.

    It may go with a rule for few people, or by which nobody gains, unless it is of somebody else.
    """
    people = {state.input.path.root.name for state in case.proved.survey.states}
    of_others = [path for path in proof.criteria_lost if path.root.name not in people]
    if any(path.root is not path for path in of_others):
        return True
    nobody_loses = choice.is_known and not choice.somebody_loses
    is_exception = nobody_loses or (choice.tells_how_many and choice.weight >= HALF)
    return bool(proof.criteria_lost) and not (removes and is_exception)


def _edited(before: str, after: str) -> set[str]:
    """The functions that read otherwise in a text."""
    old, new = functions_of(before), functions_of(after)
    return {name for name in old if name in new and ast.dump(old[name]) != ast.dump(new[name])}


def _reads_oddly(case: Case, text: str) -> bool:
    """Whether a text is one that nobody would merge."""
    oddities = with_deep_stack(new_oddities, case.source, text)
    return any(oddity.kind in FOR_PERSON for oddity in oddities)


def _set_to_constants(text: str) -> set[str]:
    """The names that are somewhere set to a constant."""
    statements = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Assign))
    constant = [each for each in statements if isinstance(each.value, ast.Constant)]
    targets = (target for each in constant for target in each.targets)
    return {target.id for target in targets if isinstance(target, ast.Name)}


def told_by_proof(case: Case, repair: Repair, proof: Proof) -> Repair:
    """A repair with its effect, for a person to take if it is doubtful."""
    choice = proved_choice(case, proof)
    lines = [proof.effect]
    if reads_no_parameter(repair.text, case.function.name):
        lines.append(SAME_FOR_ALL)
    awaits_word = repair.awaits_word or is_for_person(
        case, repair.text, proof, choice, removes=repair.removes_rules
    )
    return replace(
        repair,
        effect="\n".join(filter(None, lines)),
        awaits_word=awaits_word,
        only_takes=proof.kept.is_constant and choice.only_takes,
    )
