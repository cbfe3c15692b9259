"""Says of a proved text who gains, who loses and whether a person has to agree.

All of it is read off the proof: what was planned, and what a model says of its text, may be wrong.
"""

from __future__ import annotations

from dataclasses import replace

from evenhand.options import Baseline
from evenhand.repair.proof.obligations import Proof
from evenhand.repair.repairs import Repair
from evenhand.repair.rewrite.unused_parameters import reads_no_parameter
from evenhand.repair.survey.doubtful_choices import is_doubtful
from evenhand.repair.survey.repair_case import Case
from evenhand.repair.survey.treatment_choices import Choice, choice_of

SAME_FOR_ALL = "everyone gets the same: it looks at nothing else"


def proved_choice(case: Case, proof: Proof) -> Choice:
    """As whom everyone is treated by a text; empty if no group is known to be."""
    return choice_of(case.proved.survey, proof.kept.like)


def is_for_person(case: Case, proof: Proof) -> bool:
    """Whether a person has to agree to a text, who has not asked for a baseline."""
    if case.job.options.baseline is not Baseline.AUTO:
        return False
    return proof.kept.is_constant or is_doubtful(case.proved, proved_choice(case, proof))


def told_by_proof(case: Case, repair: Repair, proof: Proof) -> Repair:
    """A repair with its effect, for a person to take if it is doubtful."""
    lines = [proved_choice(case, proof).effect]
    if reads_no_parameter(repair.text, case.function.name):
        lines.append(SAME_FOR_ALL)
    awaits_word = repair.awaits_word or is_for_person(case, proof)
    return replace(repair, effect="\n".join(filter(None, lines)), awaits_word=awaits_word)
