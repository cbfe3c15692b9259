"""Says of a proved text who gains, who loses and whether a person has to agree.

All of it is read off the proof: what was planned, and what a model says of its text, may be wrong.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from evenhand.check.deep_stack import with_deep_stack
from evenhand.check.reading.access_paths import Via
from evenhand.check.reading.source import constant_text
from evenhand.options import Baseline
from evenhand.repair.proof.obligations import Proof
from evenhand.repair.repairs import Repair
from evenhand.repair.rewrite.function_nodes import functions_of, simple_statements
from evenhand.repair.rewrite.odd_code import FOR_PERSON, new_oddities
from evenhand.repair.rewrite.unused_parameters import reads_no_parameter
from evenhand.repair.survey.doubtful_choices import is_doubtful
from evenhand.repair.survey.repair_case import Case
from evenhand.repair.survey.treatment_choices import Choice, choice_of

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
    if not removes and _writes_anew(case.source, text) and not choice.is_known:
        return True
    if not removes and _read_no_more(case, text):
        return True
    return is_doubtful(case.proved, choice, removes=removes)


def overwrites(case: Case, text: str) -> bool:
    """Whether a text gives a parameter another value than the caller has given."""
    paths = [state.input.path for state in case.survey.states]
    names = {path.name for path in paths if path.via is Via.PARAMETER}
    return not names.isdisjoint(_set_to_constants(text) - _set_to_constants(case.source))


def _writes_anew(before: str, after: str) -> bool:
    """Whether a text does not only leave out: what one group gets becomes everybody's by it."""
    return not simple_statements(after) <= simple_statements(before)


def _read_no_more(case: Case, text: str) -> set[str]:
    """What else about a person counts no more: `years` of `citizenship == "US" or years > 5`."""
    name, own = case.function.name, {state.input.path.name for state in case.survey.states}
    old, new = functions_of(case.source).get(name), functions_of(text).get(name)
    return _read_of_people(old) - _read_of_people(new) - own if old and new else set()


def _read_of_people(function: ast.AST) -> set[str]:
    """The keys and attributes that a function reads, without methods that it calls."""
    nodes = list(ast.walk(function))
    methods = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    keys = (constant_text(node.slice) for node in nodes if isinstance(node, ast.Subscript))
    read = (node for node in nodes if isinstance(node, ast.Attribute) and id(node) not in methods)
    attributes = {node.attr for node in read}
    return attributes.union(key for key in keys if key is not None)


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
