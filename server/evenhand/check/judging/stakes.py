"""Tells whether code says anywhere that people get or lose something by a difference.

A function of an application that decides says so: in its name, in what it gives, or, if the file
is short, at least somewhere in it. How often a simulated patient sees a doctor is nobody's gain
or loss.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from evenhand.check.catalogue.purpose_words import PurposeWords, in_singular, purpose_words
from evenhand.check.catalogue.splitting import words_of
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.differing_parts import Part, differing_parts
from evenhand.check.outcomes.outcome_comparison import both_fail
from evenhand.check.outcomes.responses import Response
from evenhand.check.outcomes.tree_texts import texts_in
from evenhand.check.outcomes.who_gains import BAD, GOOD
from evenhand.check.reading.file_words import (
    is_readable,
    speaks_of_decision,
    words_of_file,
    words_of_path,
)
from evenhand.check.reading.function_words import first_found, words_of_users
from evenhand.findings import Purpose, Recognised

FORMS = frozenset("form template widget serializer schema payload".split())
"""Last words of the names of classes that ask for or show what is known of somebody."""
ACTING = frozenset("save submit process post handle run decide".split())
"""First words of the names of their methods that may do more."""
PERMITTING = frozenset({"may", "can"})
"""First words of the names of functions that say who is permitted something."""
NEGATIONS = frozenset({"no", "not", "yes"})
"""Answers that say nothing of what is answered."""


def unclear(witness: Difference, response: Response, context: CodeContext) -> Recognised | None:
    """That nothing says what the difference decides; None if something does.

    Who is refused loses something, whatever the words are, unless the other one is refused as well.
    """
    words, file = purpose_words(), words_of_file(context.source)
    if not words.manners[Purpose.UNCLEAR].allows(context.input.attribute):
        return None
    if both_fail(*witness.outcomes):
        return Recognised(Purpose.UNCLEAR)
    if witness.refusal or any(outcome.raised for outcome in witness.outcomes):
        return None
    is_of_form, says_enough = _is_of_form(context, words), file.is_silent or file.is_long
    if not is_of_form and not says_enough:
        return None
    parts = differing_parts(*witness.outcomes, response.echo(witness.values), witness.fields) or []
    if is_of_form and not any(part.numbers for part in parts):
        return Recognised(Purpose.UNCLEAR)
    if not says_enough or permits(context):
        return None
    texts = list(_texts_of(parts))
    function, shown = context.words, in_singular(texts)
    if not is_readable("".join((*function.given, *texts))) or _names_stakes(shown, words):
        return None
    if file.is_long:
        own = (function.name, function.given, function.summary, *_of_users(context))
        is_told = any(_names_decision(_without_people(each, words), words) for each in own)
    else:
        is_told = any(_names_stakes(each, words) for each in _told(context))
    return None if is_told else Recognised(Purpose.UNCLEAR)


def permits(context: CodeContext) -> bool:
    """Whether a function is called after what somebody may do: `may_drive`."""
    return not PERMITTING.isdisjoint(in_singular([context.reading.function.last_name])[:1])


def _is_of_form(context: CodeContext, words: PurposeWords) -> bool:
    """Whether a method of a form, a page or the like only says what that holds."""
    function = context.reading.function
    if function.owner is None:
        return False
    kind, name = words_of(function.owner.name)[-1:], in_singular([function.last_name])
    is_passive = ACTING.isdisjoint(name[:1]) and not _names_decision(name, words)
    return not FORMS.isdisjoint(kind) and is_passive


def _told(context: CodeContext) -> Iterator[Sequence[str]]:
    """All words of a function, and those of the name of its file."""
    function = context.words
    yield from (function.name, function.given, function.code, function.comments)
    yield words_of_path(context.file)


def _of_users(context: CodeContext) -> Iterator[Sequence[str]]:
    """What a file says that it is for, and what those of its functions do that use this one."""
    documentation = ast.get_docstring(context.source.tree) or ""
    yield in_singular([documentation.partition("\n")[0]])
    yield from words_of_users(context.reading.function, context.source)


def _without_people(spoken: Sequence[str], words: PurposeWords) -> list[str]:
    """The words but for those of whom they tell: it is not enough to call them employees."""
    return [word for word in spoken if word not in words.unclear.people]


def _names_stakes(spoken: Sequence[str], words: PurposeWords) -> bool:
    """Whether words say that people get or lose something, or that something is good or bad."""
    telling = [word for word in spoken if word not in NEGATIONS]
    return not (GOOD | BAD).isdisjoint(telling) or _names_decision(spoken, words)


def _names_decision(spoken: Sequence[str], words: PurposeWords) -> bool:
    """Whether words say that people get or lose something."""
    if not words.representation.figures.isdisjoint(spoken) or speaks_of_decision(spoken):
        return True
    kinds = (words.representation.answers, words.unclear.stakes)
    return any(first_found(kind, spoken) for kind in kinds)


def _texts_of(parts: Iterable[Part]) -> Iterator[str]:
    """What each part in which the outcomes differ is called, and the texts in it."""
    for part in parts:
        yield from (part.label, *texts_in(part.first), *texts_in(part.second))
