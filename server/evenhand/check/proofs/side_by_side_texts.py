"""Two situations side by side, as a narrow table of plain text or as one of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evenhand.check.proofs.situations import shared_text
from evenhand.doors.markdown import prose
from evenhand.doors.printable import printable
from evenhand.findings import Contrast, Situations, Verdict, Witness

Pair = tuple[str, str]
WIDEST = 96
"""Characters of a call that is a text for a reader."""
MOST_SHARED = 8
"""Equal values that are named."""
MOST_MADE_UP = 4


def needs_words(witness: Witness, widest: int) -> bool:
    """Whether the calls themselves are no text for a reader: long, or with stand-ins."""
    if witness.situations is None:
        return False
    staged = witness.staging
    has_stand_ins = staged is not None and bool(staged.place or staged.patches or staged.given)
    is_table = any("\n" in outcome for outcome in witness.outcomes)
    return has_stand_ins or is_table or max(map(len, witness.calls)) > widest


def told_pair(witness: Witness) -> tuple[Pair, Pair]:
    """Both calls, and what each comes to; in words if they are no text for a reader."""
    if witness.situations is None or not needs_words(witness, WIDEST):
        return witness.calls, witness.outcomes
    return _in_words(witness.situations)


def call_lines(witness: Witness | None) -> list[str]:
    """Each call of a witness with its outcome, indented."""
    if witness is None:
        return []
    if witness.situations is not None and needs_words(witness, WIDEST):
        return [f"    {line}" for line in situation_lines(witness.situations)]
    pairs = zip(witness.calls, witness.outcomes, strict=True)
    return [f"    {call}  -> {outcome}" for call, outcome in pairs]


def situation_lines(told: Situations) -> Pair:
    """Each situation on one line: `gender 'X' -> 200 {'limit': 1000}`."""
    (one, another), (outcome, other) = _in_words(told)
    width = max(len(one), len(another))
    return f"{one.ljust(width)}  -> {outcome}", f"{another.ljust(width)}  -> {other}"


def _in_words(told: Situations) -> tuple[Pair, Pair]:
    first, second = (f"{told.changed.label} {value}".strip() for value in told.changed.values)
    return (first, second), (outcome_text(told.outcomes, 0), outcome_text(told.outcomes, 1))


def outcome_text(outcomes: Iterable[Contrast], side: int) -> str:
    """What one of the two ends in: `limit 1000, saved 'yes'`."""
    parts = (" ".join(filter(None, (each.label, each.values[side]))) for each in outcomes)
    return printable(", ".join(filter(None, parts)))


def notes(told: Situations, made_up: Sequence[str]) -> list[str]:
    """What is the same in both, and what took the place of something else."""
    lines = [told.place] if told.place else []
    if told.shared:
        lines.append(f"same in both: {shared_text(told.shared, MOST_SHARED)}")
    if made_up:
        more = " and others" if len(made_up) > MOST_MADE_UP else ""
        lines.append(f"made up: {', '.join(made_up[:MOST_MADE_UP])}{more}")
    return [printable(line) for line in lines]


def markdown_table(verdicts: Sequence[Verdict]) -> str:
    """One table for all attributes of a function; only the cells that differ are bold.

    Below it stands what is the same everywhere, and what was made up.
    """
    told = [v.witness.situations for v in verdicts if v.witness and v.witness.situations]
    columns = list(dict.fromkeys([t.changed.label for t in told]))
    columns += [name for name in _names(told) if name not in columns and _varies(name, told)]
    rows = [_row(each, columns, side) for each in told for side in (0, 1)]
    head = [*(prose(name) for name in columns), "→"]
    lines = [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)]

    shared = {pair: None for t in told for pair in t.shared if pair[0] not in columns}
    places = dict.fromkeys(t.place for t in told if t.place)
    made_up = dict.fromkeys(name for verdict in verdicts for name in verdict.stood_in)
    common = Situations(", ".join(places), told[0].changed, tuple(shared), ())
    below = "  \n".join(prose(line) for line in notes(common, list(made_up)))
    return "\n".join(lines) + (f"\n\n{below}" if below else "")


def _names(told: Iterable[Situations]) -> list[str]:
    return list(dict.fromkeys(name for each in told for name, _ in each.shared))


def _varies(name: str, told: Iterable[Situations]) -> bool:
    """Whether something that is no attribute has other values in another pair of situations."""
    values = [tuple(value for label, value in each.shared if label == name) for each in told]
    return len(set(values)) > 1


def _row(told: Situations, columns: Sequence[str], side: int) -> list[str]:
    shared = dict(told.shared)
    cells = [
        f"**{_cell(told.changed.values[side])}**"
        if name == told.changed.label
        else _cell(shared.get(name, ""))
        for name in columns
    ]
    return [*cells, f"**{_cell(outcome_text(told.outcomes, side))}**"]


def _cell(text: str) -> str:
    return prose(text.replace("`", "'"))
