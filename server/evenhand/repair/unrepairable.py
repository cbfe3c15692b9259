"""Says of what cannot be repaired which code decides there, and what a person can do."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path

from evenhand.doors.files import Unreadable, read_text
from evenhand.lines import lines_of
from evenhand.repair.objections import shown, why_no_text
from evenhand.repair.repairs import Rejected
from evenhand.repair.survey.repair_case import Case
from evenhand.repair.survey.task_signs import reads_here

BY_HAND = "change it by hand, or allow it and say why"
DATA = frozenset({".json", ".yaml", ".yml", ".toml", ".csv", ".tsv", ".ini"})
"""How the names of files end that may hold rules."""


def why_nothing_goes(case: Case, rejected: Sequence[Rejected]) -> str:
    """Why there is no repair, for a person: what decides, and where it can be changed."""
    if not reads_here(case) and case.job.source.has_imported:
        return "what decides is in another file"
    if rejected:
        return f"{_where(case)}, and {why_no_text(rejected[0].objection)}: {BY_HAND}"

    data = _place_in_data(case)
    if data:
        return f"{_where(case)}, as `{data}` says: change it there, or allow it and say why"
    return f"{_where(case)}, and nothing there can simply go: {BY_HAND}"


def named(attributes: Collection[str]) -> str:
    """The names of attributes in a sentence."""
    return " and ".join(name.replace("_", " ") for name in sorted(attributes))


def _where(case: Case) -> str:
    """What decides, and by what, as a clause.

    A number of its line would be wrong where functions above have been repaired before.
    """
    first = case.verdicts[0]
    line = (first.branch or first.read_at or first.location).line
    around = [f for f in case.job.source.functions if f.span.line <= line <= f.span.end_line]
    owner = max(around, key=lambda function: function.span.line, default=case.function)
    place = "" if owner.name == case.function.name else f", in `{owner.name}`,"
    code = shown(lines_of(case.source)[line - 1].strip())
    return f"`{code}`{place} decides by {named([first.attribute])}"


def _place_in_data(case: Case) -> str:
    """The first line of a file of data that the code has read and that names the input."""
    words = re.findall(r"\w+", case.verdicts[0].input)
    if not words:
        return ""
    named_input = re.compile(rf"\b{words[-1]}\b")
    for path in map(Path, sorted(case.job.traces.opened)):
        text = read_text(path) if path.suffix in DATA else ""
        lines = [] if isinstance(text, Unreadable) else lines_of(text)
        for number, line in enumerate(lines, 1):
            if named_input.search(line):
                return f"{path.name}:{number}"
    return ""
