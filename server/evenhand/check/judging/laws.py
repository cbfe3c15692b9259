"""Recognises code that repeats what a law says: a formula of a model, a program of public aid."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from evenhand.check.catalogue.purpose_words import PurposeWords, purpose_words
from evenhand.check.judging.asked_attributes import names_a_group
from evenhand.check.judging.value_checks import GENDER
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.reading.benefit_models import is_formula_of_law
from evenhand.check.reading.file_words import words_of_path
from evenhand.check.reading.function_words import (
    LONGEST_TEXT,
    FunctionWords,
    decisions_of,
    first_found,
)
from evenhand.check.reading.source import constant_text
from evenhand.findings import Purpose, Recognised

LONGEST_COMMON = 5
"""Letters of an abbreviation that may be a word of a sentence."""
SCHEMES = frozenset({"eligible", "eligibility", "scheme"})
"""Words in the name of a function for who may have a program of public aid."""


def law_repeated(context: CodeContext) -> Recognised | None:
    """That the code repeats what a law says: a formula of a model, a program of public aid."""
    words, file = purpose_words(), words_of_path(context.file)
    leave = _leave_around_birth(context, words)
    if leave:
        return Recognised(Purpose.LAW, leave)

    pension = first_found(words.age_limit.pension_words, *context.words.places, file)
    is_pension_by_gender = bool(pension) and context.input.attribute == GENDER
    is_allowed = words.manners[Purpose.LAW].allows(context.input.attribute)
    cited = _cited(context, words) if is_allowed or is_pension_by_gender else ""
    if is_allowed and is_formula_of_law(context.reading.function, context.source):
        return Recognised(Purpose.LAW)
    if cited:
        return Recognised(Purpose.LAW, cited)
    is_written_in_data = context.input.attribute == GENDER and not names_a_group(context)
    program = _program(context.words, file, words) if is_allowed else ""
    if is_allowed or is_written_in_data:
        program = program or _scheme(context.words, file, words)
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


def _cited(context: CodeContext, words: PurposeWords) -> str:
    """The law that the documentation or the texts of a function name; empty if they name none."""
    texts = (constant_text(node) for node in ast.walk(context.reading.function.node))
    spoken = [text[:LONGEST_TEXT].lower() for text in texts if text]
    found = (pattern.search(text) for text in spoken for pattern in words.law.citations)
    return next((match.group() for match in found if match), "")


def _leave_around_birth(context: CodeContext, words: PurposeWords) -> str:
    """By which word a function says who gets maternity leave; empty if it decides anything else."""
    function = context.words
    if context.input.attribute not in words.law.by_birth:
        return ""
    if decisions_of(function) - words.law.no_decisions_of_births:
        return ""
    return first_found(words.law.births, *function.own)
