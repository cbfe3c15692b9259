"""Tells whether code says anywhere that people get or lose something by a difference.

A function of an application that decides says so: in its name, in what it gives, or at least
somewhere in its file. How often a simulated patient sees a doctor is nobody's gain or loss.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from evenhand.check.catalogue.purpose_words import PurposeWords, in_singular, purpose_words
from evenhand.check.probing.differing_parts import differing_parts
from evenhand.check.probing.input_state import InputState, Probe
from evenhand.check.probing.search_state import SearchState
from evenhand.check.probing.who_gains import BAD, GOOD
from evenhand.check.reading.file_words import is_silent, parts_of_path
from evenhand.check.reading.function_words import first_found
from evenhand.findings import Purpose, Recognised


def unclear(search: SearchState, state: InputState, witness: Probe) -> Recognised | None:
    """That nothing says what the difference decides; None if something does.

    Who is refused loses something, whatever the words are.
    """
    words = purpose_words()
    if not words.manners[Purpose.UNCLEAR].allows(state.input.attribute):
        return None
    if witness.refusal or any(outcome.raised for outcome in witness.outcomes):
        return None
    if not is_silent(search.source) or any(_names_stakes(p, words) for p in _told(search)):
        return None
    shown = in_singular(_texts_that_differ(state, witness))
    return None if _names_stakes(shown, words) else Recognised(Purpose.UNCLEAR)


def _told(search: SearchState) -> Iterator[Sequence[str]]:
    """The words of the function itself, and of the name of its file."""
    function = search.words
    yield from (*function.own, function.comments)
    yield in_singular(parts_of_path(search.module.path))


def _names_stakes(spoken: Sequence[str], words: PurposeWords) -> bool:
    if not (GOOD | BAD | words.representation.figures).isdisjoint(spoken):
        return True
    kinds = (words.unclear.decisions_in_files, words.representation.answers, words.unclear.stakes)
    return any(first_found(kind, spoken) for kind in kinds)


def _texts_that_differ(state: InputState, witness: Probe) -> Iterable[str]:
    parts = differing_parts(*witness.outcomes, state.echo(witness.values), witness.fields)
    return [text for part in parts or () for text in (part.label, *(part.texts or ()))]
