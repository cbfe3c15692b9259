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
from evenhand.workspace.settings_file import Change, Listed

ALLOW, NOT_PERSON, NOT_USEFUL, REPAIR, LATER, QUIT, HELP = "a", "n", "u", "r", "l", "q", "?"
SHORT = {
    ALLOW: "allow",
    NOT_PERSON: "not about a person",
    NOT_USEFUL: "not a problem",
    REPAIR: "repair",
    LATER: "later",
    QUIT: "quit",
    HELP: "help",
}
"""What each key does, in the order in which they are shown."""
_HELP = {
    ALLOW: "allow it: a comment above the function says that this is intended, and why",
    NOT_PERSON: "`{name}` is not about a person in this project: no finding rests on it any more",
    NOT_USEFUL: "not a problem: choose why, and for how much of the code",
    REPAIR: "rewrite it so that {attribute} makes no difference; you see the repair first",
    LATER: "leave it as it is (Enter does the same)",
    QUIT: "go through no more; what was decided is written only if you say so",
}


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
    settings: Mapping[Path, Sequence[Change]],
    answers: int,
) -> None:
    """Print what will be written: counts for each file, and each change of settings."""
    show_text("\nTo be written:")
    for counts, noun in ((allowances, "allowance"), (repairs, "repair")):
        if sum(counts):
            files = counted(sum(count > 0 for count in counts), "file")
            show_text(f"  {counted(sum(counts), noun)} in {files}")
    for path, changes in settings.items():
        where = printable(str(_short(path)))
        names = [name for change in changes for name in _names_in(change)]
        if names:
            show_text(f"  not about a person: {', '.join(names)} ({where})")
        for change in changes:
            if not _names_in(change):
                show_text(f"  {printable(_said(change))} ({where})")
    if answers:
        show_text(f"  {counted(answers, 'answer')} on this machine")


def way_question(ways: Iterable[str]) -> str:
    """`1 the finding is wrong`, and so on, a line for each."""
    listed = [f"  {number} {printable(way)}" for number, way in enumerate(ways, 1)]
    return "\n".join([*listed, "Number: "])


def show_end(written: int, left: int) -> None:
    """Print how many files were written, and how many findings are left."""
    what = f"Wrote {counted(written, 'file')}" if written else "Nothing was written"
    show_text(f"{what}; {counted(left, 'finding') if left else 'no finding'} left.")


def _short(path: Path) -> Path:
    """The path from here, if it is below."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _names_in(change: Change) -> list[str]:
    """The names that a change says to be about no person."""
    if not isinstance(change, Listed) or not change.are_names:
        return []
    return [f"`{printable(name)}`" for name in change.values]


def _said(change: Change) -> str:
    """`ignore: EVH201`, or `purposes.body: off`."""
    if isinstance(change, Listed):
        return f"{change.key}: {', '.join(change.values)}"
    value = change.value if isinstance(change.value, str) else str(change.value).lower()
    return f"{change.table}.{change.key}: {value}"
