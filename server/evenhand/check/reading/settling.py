"""Corrects paths by what only the whole body shows: columns of frames, lookup tables, dates."""

from __future__ import annotations

from collections.abc import Iterable

from evenhand.check.reading.access_paths import AccessPath, Via, item_name
from evenhand.check.reading.evidence import Evidence


def settle(roots: Iterable[AccessPath]) -> None:
    """Correct all paths below `roots`, in place."""
    for root in roots:
        for path in list(root.walk()):
            _settle_lookup_table(path)
            _settle_initial(path)
            _settle_items(path)
            _settle_parts(path)
            _settle_date(path)
            if path.shows(Evidence.FRAME):
                _settle_columns(path)


def _settle_lookup_table(path: AccessPath) -> None:
    """`rates[region]` with numbers or lists in it is a table, not a person's field."""
    if len(path.keys) != 1:
        return

    ((key, child),) = path.keys.items()
    if child.key_param is None or not _holds_data(child):
        return

    path.learn(Evidence.MAPPING, Evidence.LOOKUP_TABLE)
    path.link(child.key_param)
    child.key_param.field_name = ""
    child.key_param = None

    del path.keys[key]
    path.item, child.via, child.parent = child, Via.ITEM, path
    for inner in [child] if child.has_fields else child.walk():
        inner.name = inner.text = f"{item_name(path.name)}_value"


def _holds_data(path: AccessPath) -> bool:
    """Whether it is a list or computed with, and never compared with text."""
    if any(isinstance(constant, str) for constant in path.facts.constants):
        return False
    is_of_world = path.root.via is Via.WORLD  # `WORDS[pronouns]["subject"]`, of another module
    is_computed = path.shows(Evidence.ARITHMETIC)
    return path.item is not None or is_computed or (is_of_world and path.has_fields)


def _settle_initial(path: AccessPath) -> None:
    """`sex[0] == "M"` reads the first letter of a text, as far as anybody can tell."""
    item, facts = path.item, path.facts
    is_known = facts.is_looped or facts.shows(Evidence.SIZED, Evidence.ANNOTATED)
    if item is None or facts.least != 1 or is_known or path.via is Via.PARTS:
        return

    words = [constant for constant in item.facts.constants if isinstance(constant, str)]
    has_letters_only = bool(words) and all(len(word) == 1 for word in words)
    if has_letters_only and not item.has_fields and not item.facts.is_numeric:
        path.facts.evidence.discard(Evidence.LIST)
        path.learn(Evidence.TEXT)
        path.facts.note(*words)
        path.item = None


def _settle_items(path: AccessPath) -> None:
    """`"fever" in symptoms` says what one symptom may be."""
    item = path.item
    if item is None or not item.is_leaf or path.shows(Evidence.TEXT):
        return

    item.facts.note(*path.facts.constants)


def _settle_parts(path: AccessPath) -> None:
    """`map(int, line.split())`: every part is a number."""
    if path.via is Via.PARTS and path.shows(Evidence.CAST):
        for part in path.keys.values():
            part.learn(Evidence.CAST, Evidence.NUMBER)


def _settle_date(path: AccessPath) -> None:
    """What has a year and a month is a date, whatever its name."""
    names = path.attributes.keys()
    is_subtracted = names == {"year"} and bool(path.facts.spans)  # `age = today.year - value.year`
    looks_like_date = {"year", "month"} <= names or is_subtracted
    if looks_like_date and path.klass is None:
        path.attributes.clear()
        path.facts.evidence.discard(Evidence.OBJECT)
        path.learn(Evidence.DATE)


def _settle_columns(frame: AccessPath) -> None:
    """Columns are fields of a frame's rows, and called as if they were the frame's."""
    row = frame.child_item()
    for key, child in frame.keys.items():
        child.parent = row
        row.keys.setdefault(key, child)
    frame.keys.clear()
    _settle_attributes(row)
    _settle_spread(frame, row)

    for column in row.keys.values():
        column.text = column.text.replace(f"{row.text}[", f"{frame.text}[", 1)


def _settle_attributes(row: AccessPath) -> None:
    """`row.age` is a column, read before it was known that the rows are those of a frame."""
    for name, child in row.attributes.items():
        child.via, child.key = Via.KEY, name
        row.keys.setdefault(name, child)
    row.attributes.clear()


def _settle_spread(frame: AccessPath, row: AccessPath) -> None:
    """`gender_female`, which the code makes of the values of `gender`."""
    for name in frame.facts.spread:
        column, prefix = row.child_key(name), f"{name}_"
        for key, child in row.keys.items():
            if isinstance(key, str) and key.startswith(prefix):
                column.facts.note(key.removeprefix(prefix))
                child.assigned = True
