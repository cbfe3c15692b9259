"""Describes the two situations of a witness for a reader: who differs, and in what it ends."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from typing import Any

from evenhand.check.outcomes.date_forms import read_date
from evenhand.check.outcomes.differing_parts import Part, differing_parts
from evenhand.check.outcomes.effect_texts import deeds
from evenhand.check.outcomes.outcome_comparison import is_entry
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.outcomes.tree_texts import from_difference, said, written
from evenhand.check.proofs.framework_requests import SERVED
from evenhand.check.proofs.ranks import ranks
from evenhand.check.search.arguments.argument_trees import Leaf, at, leaves
from evenhand.check.search.probes import Probe
from evenhand.check.search.values.domains import ANY_TEXTS
from evenhand.check.sentences import ANSWERS, KEPT, LEFT_OUT, ROW, is_status
from evenhand.doors.aligned_calls import ELLIPSIS
from evenhand.doors.printable import cut
from evenhand.findings import Contrast, Situations, Staging
from evenhand.lines import lines_of
from evenhand.scalars import Scalar

MOST_PARTS = 4
"""Parts of two outcomes that are shown."""
LONGEST = 60
SHORT, MOST_SAID = 30, 2
"""Characters of a part that a sentence says, and how many it says."""
MOST_DEEDS = 2
_WAY = re.compile(r"\b\w[\w.]*\(\)\.")
"""`Applicant.objects.get().`"""
NOTHING = "nothing"
MISSING = "none"


def situations(
    probe: Probe, staged: Staging | None, year: int = 0, *, is_asked: bool = False
) -> Situations:
    """What the calls of a witness are given and come to; `is_asked` if they only ask a model.

    `year` is the one in which they are made, if they differ in when somebody was born.
    """
    tree = probe.context.as_tree()
    leaf = at(tree, probe.position)
    assert isinstance(leaf, Leaf), "what differs is one value"
    others = [each for place, each in leaves(tree) if place != probe.position and _says(each)]
    others.sort(key=_is_in_no_branch)
    first, second = (shown_value(value) + _age(value, year) for value in probe.values)
    return Situations(
        staged.place if staged is not None else "",
        Contrast(_label(leaf), (first, second)),
        tuple((_label(each), shown_value(each.value)) for each in others),
        tuple(_asked(probe) if is_asked else _outcomes(probe, staged)),
    )


def shown_value(value: Scalar) -> str:
    """A value as a reader knows it: a date is no call."""
    return value.isoformat() if isinstance(value, datetime.date) else cut(repr(value), LONGEST)


def _says(leaf: Leaf) -> bool:
    """Whether a value tells a reader something: any text would do where no branch reads it."""
    return not _is_in_no_branch(leaf) or leaf.value not in ANY_TEXTS


def _age(value: Scalar, year: int) -> str:
    """` (31 in 2026)`: how old somebody becomes who was born then; empty for no date."""
    born = read_date(value) if isinstance(value, str | datetime.date) else None
    return f" ({year - born[1].year} in {year})" if born is not None and year else ""


def _label(leaf: Leaf) -> str:
    return leaf.path.name if leaf.path is not None else ""


def _is_in_no_branch(leaf: Leaf) -> bool:
    """Whether no branch reads a value: those that one reads may be a part of the condition."""
    return leaf.path is None or leaf.path.facts.branch is None


def _asked(probe: Probe) -> Iterator[Contrast]:
    """The texts or inputs that a model is given, from just before they differ."""
    first, second = probe.outcomes
    parts = differing_parts(first, second, Renaming(())) or []
    for part in parts[:1]:
        one, other = part.texts or (written(part.first), written(part.second))
        shown = from_difference(one, other, LONGEST), from_difference(other, one, LONGEST)
        yield Contrast("asks", _from_a_word(*shown))


def _from_a_word(first: str, second: str) -> tuple[str, str]:
    """Two texts that begin within a word, without the rest of that word, if it is the same."""
    (start, space, rest), (start_of_other, _, rest_of_other) = (
        text.partition(" ") for text in (first, second)
    )
    is_cut = first.startswith(ELLIPSIS) and bool(space) and start == start_of_other
    return (ELLIPSIS + rest, ELLIPSIS + rest_of_other) if is_cut else (first, second)


def _outcomes(probe: Probe, staged: Staging | None) -> Iterator[Contrast]:
    """What differs in the outcomes: statuses, parts of what is given, lines, and deeds."""
    first, second = probe.outcomes
    if staged is not None and staged.statuses is not None:
        one, other = staged.statuses
        if one != other:
            yield Contrast(ANSWERS, (_answer(one, first), _answer(other, second)))
            yield from _bodies(probe)
            return
    if first.raised or second.raised:
        yield Contrast("", (_ended(first), _ended(second)))
        return

    own, others = (", ".join(done[:MOST_DEEDS]) for done in short_deeds(probe))
    whole = _whole(probe)
    if whole is not None:
        yield whole
        return
    parts = _parts(probe)
    yield from (_contrast(part) for part in parts[:MOST_PARTS])
    if own or others:
        without = "" if parts else NOTHING
        yield Contrast("", (own or without, others or without))
    if not parts and not own and not others:
        inner = differing_parts(first, second, Renaming((probe.values,))) or []
        yield from (_contrast(part) for part in inner[:1])
        if not inner:
            yield Contrast("", (_ended(first), _ended(second)))
    if len(parts) > MOST_PARTS:
        more = len(parts) - MOST_PARTS
        yield Contrast(f"and {more} more part{'s' * (more > 1)}", ("", ""))


def _whole(probe: Probe) -> Contrast | None:
    """What two outcomes are as a whole, if that says more than their parts: a place in a list, a
    response with a status. None if it does not."""
    first, second = (_held(outcome.value) for outcome in probe.outcomes)
    if "data" in first and "data" in second and "status_code" in {*first, *second}:
        one, other = _response(first), _response(second)
        return Contrast(ANSWERS, (one, other)) if one != other else None
    return ranks(probe)


def _held(tree: Any) -> dict[str, Any]:
    return dict(filter(is_entry, tree["v"])) if _is_object(tree) else {}


def _response(held: dict[str, Any]) -> str:
    """`400 {'detail': 'too late'}`"""
    body = "" if held["data"] is None else written(held["data"])
    return cut(f"{held.get('status_code') or SERVED} {body}".strip(), LONGEST)


def short_deeds(probe: Probe) -> tuple[list[str], list[str]]:
    """What each call does and the other does not, without the way to what it is done to."""
    own, others = deeds(probe.difference)
    return [_WAY.sub("", deed) for deed in own], [_WAY.sub("", deed) for deed in others]


def _parts(probe: Probe) -> list[Part]:
    """The parts of what the calls give and print."""
    first, second = probe.outcomes
    parts = differing_parts(_given(first), _given(second), Renaming((probe.values,))) or []
    parts = [line for part in parts for line in _lines(part)]
    texts = [_contrast(part) for part in parts]
    is_new = [text not in texts[:place] for place, text in enumerate(texts)]
    pairs = zip(parts, texts, is_new, strict=True)
    return [part for part, text, new in pairs if new and text.values[0] != text.values[1]]


def _given(outcome: Outcome) -> Outcome:
    """An outcome without what it does to the world, which is told as deeds."""
    return Outcome(
        outcome.kind, outcome.value, outcome.error, printed=outcome.printed, text=outcome.text
    )


def _lines(part: Part) -> list[Part]:
    """The lines in which two printed texts differ; the part itself if it is no such text."""
    texts = part.texts
    if texts is None or "\n" not in "".join(texts):
        return [part]
    first, second = (lines_of(text.strip()) for text in texts)
    only = [line for line in first if line not in second]
    other = [line for line in second if line not in first]
    return [Part(part.label, "\n".join(only[:1]).strip(), "\n".join(other[:1]).strip())]


def _contrast(part: Part) -> Contrast:
    first, second = _shown(part.first), _shown(part.second)
    is_public = part.label.isprintable() and not part.label.startswith("_")
    label = part.label if is_public else ""
    rows = [_rows(side) for side in (part.first, part.second)]
    if None not in rows and rows[0] != rows[1]:
        one, other = (count or 0 for count in rows)
        if abs(one - other) == 1:
            return Contrast(ROW, (KEPT, LEFT_OUT) if one > other else (LEFT_OUT, KEPT))
        return Contrast("rows", (str(one), str(other)))
    return Contrast(label, (first, second))


def _rows(tree: Any) -> int | None:
    """How many rows a table has; None if it is none."""
    is_table = isinstance(tree, dict) and tree.get("t") == "frame"
    return len(tree["v"]) if is_table else None


def _shown(tree: Any) -> str:
    return MISSING if tree is None else cut(said(tree), LONGEST)


def _answer(status: int, outcome: Outcome) -> str:
    """`422 {'error': 'needs a co-signer'}`; of an object that holds its body only the status."""
    body = _body(outcome)
    if _is_object(body):
        return str(status)
    said = _ended(outcome) if outcome.raised else written(body)
    return cut(f"{status} {said}", LONGEST)


def _bodies(probe: Probe) -> Iterator[Contrast]:
    """The named parts of the bodies of two objects that are responses."""
    if all(_is_object(_body(outcome)) for outcome in probe.outcomes):
        parts = [_contrast(part) for part in _parts(probe)]
        yield from [part for part in parts if part.label and not is_status(part)][:MOST_SAID]


def _body(outcome: Outcome) -> Any:
    body = outcome.value
    is_pair = isinstance(body, dict) and body.get("t") == "tuple" and bool(body["v"])
    return body["v"][0] if is_pair else body


def _is_object(tree: Any) -> bool:
    return isinstance(tree, dict) and tree.get("t") == "object"


def _ended(outcome: Outcome) -> str:
    """What a call gives or prints, or the error in which it ends."""
    if outcome.raised and outcome.error is not None:
        name, message = outcome.error
        return cut(f"refused: {name} ({message})" if message else f"refused: {name}", LONGEST)
    text = " ".join(lines_of(outcome.text))
    printed = " ".join(lines_of(outcome.printed.strip()))
    return cut(f"prints {printed!r}" if printed and text == "None" else text, LONGEST)


def shared_text(shared: Sequence[tuple[str, str]], most: int) -> str:
    """What is the same in both, as one line: `income 8000, postcode 'other' and 3 more`."""
    named = dict.fromkeys(" ".join(filter(None, pair)) for pair in shared)
    shown, more = list(named)[:most], len(named) - most
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")


def contrasts(probe: Probe) -> tuple[Contrast, ...]:
    """The first parts in which two outcomes differ and that a sentence can say: named and short."""
    whole = _whole(probe)
    parts = [whole] if whole is not None else [_contrast(part) for part in _parts(probe)]
    named = [part for part in parts if part.label and max(map(len, part.values)) <= SHORT]
    return tuple(named[:MOST_SAID])
