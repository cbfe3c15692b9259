"""Lists in which parts two outcomes differ, each with the name that it goes by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Any

from evenhand.check.outcomes.json_texts import json_tree
from evenhand.check.outcomes.outcome_comparison import is_entry, same_tree
from evenhand.check.outcomes.renaming import Renaming
from evenhand.check.outcomes.requests import Outcome
from evenhand.check.outcomes.sql_texts import with_columns
from evenhand.check.outcomes.written_texts import written_by_both
from evenhand.scalars import is_number

STORING = frozenset(
    "save commit flush refresh add update info debug warning log write append "
    "refresh_from_db bulk_update full_clean".split()
)
"""Names of methods that only keep, or tell, what was done before."""
LAZY_TEXT = "__proxy__"
"""The class of what `gettext_lazy` gives."""
_LAST_KEYS = re.compile(r"""(?:\[(?:'[^']*'|"[^"]*")\])+$""")
_KEY = re.compile(r"""['"]([^'"]*)['"]""")
MOST_PARTS = 100
"""Differing parts of two outcomes that are looked at."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of two outcomes in which they differ."""

    label: str
    """The key, column or attribute that it is; empty if it has no name."""
    first: Any
    second: Any
    """Scalars; trees, if they have not even the same form."""
    called: str = ""
    """What only one of the two calls."""
    is_stored: bool = False
    """That only one of the two stores, or logs, what it has."""
    is_asked: bool = False
    """It is a part of what is asked of the world: of a query, whose answer may differ."""
    keeper: str = field(default="", compare=False)
    """The name by which the code knows what keeps it after the call; empty if it is not kept."""

    @property
    def is_plain(self) -> bool:
        """Whether both are scalars, or missing."""
        plain = (str, int, float, type(None))
        return isinstance(self.first, plain) and isinstance(self.second, plain)

    @property
    def texts(self) -> tuple[str, str] | None:
        """Both parts, if they are texts; a missing one is an empty text."""
        first, second = self.first, self.second
        is_said = isinstance(first, str) or isinstance(second, str)
        if not is_said or not all(isinstance(side, str | None) for side in (first, second)):
            return None
        return first or "", second or ""

    @property
    def numbers(self) -> bool:
        """Whether both are numbers, or one is and the other is missing."""
        sides = [side for side in (self.first, self.second) if side is not None]
        return bool(sides) and all(_is_number(side) for side in sides)

    @property
    def flags(self) -> bool:
        return isinstance(self.first, bool) and isinstance(self.second, bool)


def differing_parts(
    first: Outcome, second: Outcome, echo: Renaming, before: Mapping[str, object] | None = None
) -> list[Part] | None:
    """The parts in which the outcomes differ beyond the echo.

    What is changed and returned as well is one part. None if they differ in more than parts: one
    raised, or both did for different reasons. `before` holds what was in the fields of the
    arguments: where one call alone has changed an object, the other still has that.
    """
    both_returned = first.returned and second.returned
    if not both_returned and (first.error is None or first.error != second.error):
        return None

    parts = list(_parts(first.value, second.value, echo, echo.result))
    if first.printed != second.printed and not echo.text(first.printed, second.printed):
        parts.append(Part("", first.printed, second.printed))
    parts += changed_parts(first, second, echo, before or {})
    parts += _parts_of_effects(first, second, echo)
    shown = [text for part in parts for text in part.texts or ()]
    kept = [part for part in parts if not _gave(part.called, shown)][:MOST_PARTS]
    return [part for place, part in enumerate(kept) if not _is_repeated(part, place, kept)]


def _is_repeated(part: Part, place: int, parts: Sequence[Part]) -> bool:
    """Whether another part of a list says the same: an earlier one, or what is given at once.

    What a record is made with may be asked of the record again.
    """
    return part in parts[:place] or (part.is_asked and replace(part, is_asked=False) in parts)


def changed_parts(
    first: Outcome, second: Outcome, echo: Renaming, before: Mapping[str, object]
) -> list[Part]:
    """The parts in which the calls have changed their arguments differently."""
    aligned = _aligned(first.changed, second.changed)
    return [
        replace(part, keeper=name)
        for name, tree, second_tree in aligned
        for part in _changes_of_one(tree, second_tree, before)
        or _parts(tree, second_tree, echo, "")
    ]


def _gave(called: str, shown: list[str]) -> bool:
    """Whether a call is no more than the way to what another part shows: `fake.name_male()`."""
    answer = f"{called.rpartition('.')[2]}()"
    return bool(called) and any(text.endswith(answer) for text in shown)


def _changes_of_one(first: Any, second: Any, before: Mapping[str, object]) -> list[Part]:
    """The fields of an object that one call alone has changed; nothing if they are not known."""
    if (first is None) == (second is None):
        return []
    only = second if first is None else first
    entries = only.get("v") if isinstance(only, dict) else None
    if not _have_names(entries):
        return []
    named = [(name.strip("'"), tree) for name, tree in entries or []]
    new = [(name, tree) for name, tree in named if name not in before or before[name] != tree]
    return [
        Part(name, None, tree) if first is None else Part(name, tree, None)
        for name, tree in new or named
    ]


def _parts_of_effects(first: Outcome, second: Outcome, echo: Renaming) -> list[Part]:
    """What was done to the world in one call, or otherwise in the other.

    That a record was stored, or a line logged, says nothing beside what it says.
    """
    parts: list[Part] = []
    stored: list[Part] = []
    for name, tree, second_tree in _aligned(first.effects, second.effects):
        is_one_sided = tree is None or second_tree is None
        is_stored = is_one_sided and name.rpartition(".")[2] in STORING
        if is_stored:
            stored.append(Part("", tree, second_tree, is_stored=True))
        elif is_one_sided and not name.endswith(" ="):
            parts.append(Part("", tree, second_tree, called=name))
        else:
            first_tree, other_tree = (with_columns(_set_to(each)) for each in (tree, second_tree))
            parts += _parts(first_tree, other_tree, echo, label_of_effect(name))
    return parts or stored


def _set_to(tree: Any) -> Any:
    """What an attribute or a key is set to, where that is all that an effect holds."""
    entries = tree.get("v") if isinstance(tree, dict) else None
    is_one = isinstance(entries, list) and len(entries) == 1 and is_entry(entries[0])
    return entries[0][1] if entries and is_one else tree


def _aligned(
    first: tuple[tuple[str, Any], ...], second: tuple[tuple[str, Any], ...]
) -> Iterator[tuple[str, Any, Any]]:
    """The entries of two lists beside each other, by their names; None where one has no such."""
    names, second_names = [name for name, _ in first], [name for name, _ in second]
    matcher = SequenceMatcher(None, names, second_names, autojunk=False)
    for kind, start, end, second_start, second_end in matcher.get_opcodes():
        entries, second_entries = first[start:end], second[second_start:second_end]
        if kind == "equal":
            for (name, tree), (_, second_tree) in zip(entries, second_entries, strict=True):
                yield name, tree, second_tree
        else:
            yield from ((name, tree, None) for name, tree in entries)
            yield from ((name, None, tree) for name, tree in second_entries)


def label_of_effect(effect: str) -> str:
    """`grade` for the effect `employee.grade =`, `sex_code` for `record["sex"]["code"] =`."""
    if not effect.endswith(" ="):
        return ""
    target = effect.removesuffix(" =")
    keys = _LAST_KEYS.search(target)
    if keys is None:
        return target.rpartition(".")[2]
    return "_".join(_KEY.findall(keys.group()))


def _parts(first: Any, second: Any, echo: Renaming, label: str) -> Iterator[Part]:
    first, second = _said(first), _said(second)
    if same_tree(first, second, echo, label):
        return
    if first is None or second is None:
        yield from _parts_of_one(first, second, echo, label)
    elif isinstance(first, dict) and isinstance(second, dict) and first.keys() == second.keys():
        parts = _parts_of_compounds(first, second, echo, label)
        is_asked = first.get("t") == "stand_in"
        yield from (replace(part, is_asked=True) for part in parts) if is_asked else parts
    elif isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        yield from _parts_of_lists(first, second, echo, label)
    elif _are_entries(first) and _are_entries(second):
        yield from _parts_of_entries(first, second, echo)
    elif isinstance(first, str) and isinstance(second, str):
        yield from _parts_of_texts(first, second, echo, label)
    else:
        yield Part(label, first, second)


def _said(tree: Any) -> Any:
    """The text that Django translates only when it is shown; anything else as it is."""
    if not isinstance(tree, dict) or tree.get("c") != LAZY_TEXT:
        return tree
    match dict(filter(is_entry, tree.get("v") or ())).get("_args"):
        case {"v": [str(text)]}:
            return text
    return tree


def _parts_of_one(first: Any, second: Any, echo: Renaming, label: str) -> Iterator[Part]:
    """The parts of what only one of the two has, such as an array that only one has changed."""
    only = second if first is None else first
    kind = only.get("t") if isinstance(only, dict) else ""
    inner = only.get("v") if kind == "array" else None
    whole = only["c"] if kind == "stand_in" and not only["v"] else only
    for each in inner if isinstance(inner, list) and inner else [whole]:
        yield Part(label, None, each) if first is None else Part(label, each, None)


def _parts_of_compounds(
    first: dict[str, Any], second: dict[str, Any], echo: Renaming, label: str
) -> Iterator[Part]:
    if first.get("t") == "frame" and first.get("c") == second.get("c"):
        columns = [str(column) for column in first["c"]]
        if len(first["v"]) == len(second["v"]):
            for row, second_row in zip(first["v"], second["v"], strict=True):
                for cells in zip(columns, row, second_row, strict=False):
                    yield from _parts(cells[1], cells[2], echo, cells[0])
            return
        yield Part(label, first, second)
        return

    if first.get("t") == "series" and isinstance(first.get("n"), str):
        label = first["n"]
    if first.get("t") == "enum":
        label = str(first["c"])
    for key in first:
        yield from _parts(first[key], second[key], echo, label)


def _have_names(tree: Any) -> bool:
    return isinstance(tree, list) and bool(tree) and all(map(is_entry, tree))


def _parts_of_texts(first: str, second: str, echo: Renaming, label: str) -> Iterator[Part]:
    """What two texts write down differently, or else the texts."""
    tree, second_tree = json_tree(first), json_tree(second)
    if tree is not None and second_tree is not None:
        yield from _parts(tree, second_tree, echo, label)
        return
    written = written_by_both(first, second)
    if not written:
        yield Part(label, first, second)
    for name, both in written:
        if not same_tree(*both, echo, name):
            yield Part(name, *both)


def _are_entries(tree: Any) -> bool:
    return tree == [] or _have_names(tree)


def _parts_of_entries(first: list[Any], second: list[Any], echo: Renaming) -> Iterator[Part]:
    """The entries of two dicts or objects of which one has more than the other."""
    entries, second_entries = dict(first), dict(second)
    for name in dict.fromkeys((*entries, *second_entries)):
        entry, second_entry = entries.get(name), second_entries.get(name)
        yield from _parts_of_entry(entry, second_entry, echo, name.strip("'"))


def _parts_of_entry(first: Any, second: Any, echo: Renaming, label: str) -> list[Part]:
    """The parts of one entry, which may be missing on one side.

    A text that one side alone holds under the attribute's own name may speak about the attribute
    in place of repeating it: `errors["religion"] = "unknown value"`.
    """
    parts = list(_parts(first, second, echo, label))
    only = first if second is None else second
    if not parts and isinstance(only, str) and not same_tree(first, second, echo):
        return [Part(label, first, second)]
    return parts


def _parts_of_lists(
    first: list[Any], second: list[Any], echo: Renaming, label: str
) -> Iterator[Part]:
    if is_entry(first) and first[0] == second[0]:
        yield from _parts(first[1], second[1], echo, first[0].strip("'"))
        return
    for item, second_item in zip(first, second, strict=True):
        yield from _parts(item, second_item, echo, label)


def _is_number(value: object) -> bool:
    is_written = isinstance(value, dict) and value.get("t") in {"float", "decimal", "Decimal"}
    return is_written or is_number(value)
