"""What a person sees and reads in a review of findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rich.text import Text

from evenhand.apps.cli.output.open_findings import OpenFinding
from evenhand.apps.cli.output.totals import counted
from evenhand.doors.console import output_console, show_rich
from evenhand.doors.printable import printable
from evenhand.doors.terminal import show_text
from evenhand.user_answers import AnswerKind

ALLOW, NOT_PERSON, NOT_USEFUL, REPAIR, LATER, QUIT, HELP = "a", "n", "u", "r", "l", "q", "?"
SHORT = {
    ALLOW: "allow",
    NOT_PERSON: "not about a person",
    NOT_USEFUL: "not useful",
    REPAIR: "repair",
    LATER: "later",
    QUIT: "quit",
    HELP: "help",
}
"""What each key does, in the order in which they are shown."""
_HELP = {
    ALLOW: "allow it: a comment above the function says that this is intended, and why",
    NOT_PERSON: "`{name}` is not about a person in this project: no finding rests on it any more",
    NOT_USEFUL: "nobody gets or loses by it, or it is wrong: it is left out on this machine, and "
    "others like it get quieter (`evenhand answers`)",
    REPAIR: "rewrite it so that {attribute} makes no difference; you see the repair first",
    LATER: "leave it as it is (Enter does the same)",
    QUIT: "go through no more; what was decided is written only if you say so",
}


_WHY = {
    AnswerKind.NOT_A_DECISION: "nobody gets or loses by it",
    AnswerKind.WRONG: "what it says is wrong",
}
"""What may be of no use about a finding that is neither allowed nor about no person."""


def show_finding(finding: OpenFinding, position: int, count: int) -> None:
    """Print a finding as a check prints it, after its number among all."""
    show_text("")
    heading = Text.assemble((f"[{position}/{count}]", "dim"), " ", finding.text)
    show_rich(output_console(), heading)


def key_question(keys: Iterable[str]) -> str:
    """The line that asks for one of some keys."""
    return f"{', '.join(f'{key} {SHORT[key]}' for key in keys)}: "


def show_help(finding: OpenFinding, keys: Iterable[str]) -> None:
    """Print what each of some keys does with a finding."""
    words = {"name": printable(finding.name), "attribute": finding.attribute.replace("_", " ")}
    for key in keys:
        if key in _HELP:
            show_text(f"  {key}  {_HELP[key].format(**words)}")


def show_changes(
    allowances: Sequence[int],
    repairs: Sequence[int],
    names: Mapping[Path, Sequence[str]],
    answers: int,
) -> None:
    """Print what will be written: counts for each file, and names for each one with settings."""
    show_text("\nTo be written:")
    for counts, noun in ((allowances, "allowance"), (repairs, "repair")):
        if sum(counts):
            files = counted(sum(count > 0 for count in counts), "file")
            show_text(f"  {counted(sum(counts), noun)} in {files}")
    for path, added in names.items():
        listed = ", ".join(f"`{printable(name)}`" for name in added)
        show_text(f"  not about a person: {listed} ({printable(str(_short(path)))})")
    if answers:
        show_text(f"  {counted(answers, 'answer')} on this machine")


def answer_question(kinds: Iterable[AnswerKind]) -> str:
    """`1 nobody gets or loses by it, 2 what it says is wrong: `"""
    listed = (f"{number} {_WHY[kind]}" for number, kind in enumerate(kinds, 1))
    return f"{', '.join(listed)}: "


def show_end(written: int, left: int) -> None:
    """Print how many files were written, and how many findings are left."""
    what = f"Wrote {counted(written, 'file')}" if written else "Nothing was written"
    show_text(f"{what}; {counted(left, 'finding') if left else 'no finding'} left.")


def _short(path: Path) -> Path:
    """The path from here, if it is below."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
