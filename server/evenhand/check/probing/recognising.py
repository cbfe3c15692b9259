"""Recognises what a difference is for, once its witness stands.

What differs comes first: labels, averages, words for the person. Then come the shape of the
condition (a bound on age alone) and the words of the code (a formula of the body, a search).
In doubt it is a decision, unless a whole file has no word for one.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from evenhand.check.catalogue import ValueKind
from evenhand.check.catalogue.purpose_words import PurposeWords, purpose_words
from evenhand.check.probing.age_steps import age_limit, bound_of_majority
from evenhand.check.probing.asked_attributes import names_a_group, wish
from evenhand.check.probing.body_formulas import body_formula
from evenhand.check.probing.input_state import InputState, Probe
from evenhand.check.probing.quiet_differences import purpose_of_pair
from evenhand.check.probing.requests import Steps
from evenhand.check.probing.search_state import SearchState
from evenhand.check.probing.stakes import unclear
from evenhand.check.probing.value_checks import GENDER
from evenhand.check.reading.benefit_models import is_formula_of_law
from evenhand.check.reading.file_words import words_of_path
from evenhand.check.reading.function_words import (
    LONGEST_TEXT,
    FunctionWords,
    decisions_of,
    first_found,
)
from evenhand.check.reading.source import constant_text
from evenhand.findings import CHECK_OF_VALUE, Purpose, Recognised

LONGEST_COMMON = 5
"""Letters of an abbreviation that may be a word of a sentence."""
SCHEMES = frozenset({"eligible", "eligibility", "scheme"})
"""Words in the name of a function for who may have a program of public aid."""
DECISION = Recognised(Purpose.DECISION)


def recognise(search: SearchState) -> Steps[None]:
    """Note for each witness what its difference is for."""
    for state in search.states:
        witness = state.biased or state.refusal
        if witness is not None:
            state.recognised = yield from _purpose_of(search, state, witness)


def _purpose_of(search: SearchState, state: InputState, witness: Probe) -> Steps[Recognised]:
    by_outcomes = purpose_of_pair(search, state, witness)
    if by_outcomes is not None:
        return by_outcomes

    if _is_mistyped(state, witness):
        return CHECK_OF_VALUE
    law = _law(search, state)
    if law is not None:
        return law
    limit = yield from age_limit(search, state, witness)
    if limit is not None:
        return limit
    by_words = body_formula(search, state, witness) or wish(search, state, witness)
    if by_words is not None:
        return by_words
    majority = yield from bound_of_majority(search, state, witness)
    return majority or unclear(search, state, witness) or DECISION


def _law(search: SearchState, state: InputState) -> Recognised | None:
    """That the code repeats what a law says: a formula of a model, a program of public aid."""
    words, file = purpose_words(), words_of_path(search.module.path)
    leave = _leave_around_birth(search, state, words)
    if leave:
        return Recognised(Purpose.LAW, leave)

    pension = first_found(words.age_limit.pension_words, *search.words.places, file)
    is_pension_by_gender = bool(pension) and state.input.attribute == GENDER
    is_allowed = words.manners[Purpose.LAW].allows(state.input.attribute)
    cited = _cited(search, words) if is_allowed or is_pension_by_gender else ""
    if is_allowed and is_formula_of_law(search.reading.function, search.source):
        return Recognised(Purpose.LAW)
    if cited:
        return Recognised(Purpose.LAW, cited)
    is_written_in_data = state.input.attribute == GENDER and not names_a_group(search, state)
    program = _program(search.words, file, words) if is_allowed else ""
    if is_allowed or is_written_in_data:
        program = program or _scheme(search.words, file, words)
    return Recognised(Purpose.LAW, program) if program else None


def _program(function: FunctionWords, file: Sequence[str], words: PurposeWords) -> str:
    """The program of public aid that a function is about by its name; empty if there is none."""
    program = first_found(words.law.programs, function.name, file)
    told = filter(_is_plain_name, words.law.programs.found_in(function.summary))
    return program or next(told, "")


def _scheme(function: FunctionWords, file: Sequence[str], words: PurposeWords) -> str:
    """The words by which a function says who may have such a program; empty if it does not."""
    around = () if SCHEMES.isdisjoint(function.name) else file
    return first_found(words.law.schemes, function.name, function.summary, around)


def _is_plain_name(program: str) -> bool:
    """Whether a program's name is no common word of a sentence, as SNAP is."""
    return len(program) > LONGEST_COMMON


def _cited(search: SearchState, words: PurposeWords) -> str:
    """The law that the documentation or the texts of a function name; empty if they name none."""
    texts = (constant_text(node) for node in ast.walk(search.reading.function.node))
    spoken = [text[:LONGEST_TEXT].lower() for text in texts if text]
    found = (pattern.search(text) for text in spoken for pattern in words.law.citations)
    return next((match.group() for match in found if match), "")


def _leave_around_birth(search: SearchState, state: InputState, words: PurposeWords) -> str:
    """By which word a function says who gets maternity leave; empty if it decides anything else."""
    function = search.words
    if state.input.attribute not in words.law.by_birth:
        return ""
    if decisions_of(function) - words.law.no_decisions_of_births:
        return ""
    return first_found(words.law.births, *function.own)


def _is_mistyped(state: InputState, witness: Probe) -> bool:
    """Whether only a text is refused that is no age at all: `M`, where `12M` is read."""
    if state.input.match.kind is not ValueKind.NUMBER:
        return False
    ends = zip(witness.values, witness.outcomes, strict=True)
    refused = [value for value, outcome in ends if outcome.raised]
    return bool(refused) and all(
        isinstance(v, str) and not any(map(str.isdigit, v)) for v in refused
    )
