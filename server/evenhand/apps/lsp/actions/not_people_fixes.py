"""The quick fix that says that names are not about people."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from evenhand.apps.lsp.actions.asked_findings import FixGroup, data_of
from evenhand.apps.lsp.actions.subject import Subject
from evenhand.apps.lsp.lsp_extensions import NOT_PEOPLE
from evenhand.apps.lsp.markup import plain
from evenhand.doors.printable import printable
from evenhand.workspace.settings_file import is_worth_a_setting


def not_people_fixes(subject: Subject, diagnostics: Iterable[types.Diagnostic]) -> FixGroup:
    """A command rather than an edit: the settings may be open, and no client says what they are."""
    named: dict[str, list[types.Diagnostic]] = {}
    for diagnostic in diagnostics:
        name = data_of(diagnostic).get("name")
        if subject.trusted and isinstance(name, str) and is_worth_a_setting(name):
            named.setdefault(name, []).append(diagnostic)

    single = [_fix(subject, [name], about) for name, about in named.items()]
    everything = [diagnostic for about in named.values() for diagnostic in about]
    return FixGroup(single, _fix(subject, list(named), everything) if named else None)


def _fix(subject: Subject, names: list[str], about: list[types.Diagnostic]) -> types.CodeAction:
    code = [f"`{printable(name)}`" for name in names]
    title = f"{code[0]} is not about a person in this project…"
    if len(code) > 1:
        title = f"{', '.join(code[:-1])} and {code[-1]} are not about people in this project…"
    return types.CodeAction(
        title=plain(title),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=about,
        command=types.Command(
            title=plain(title), command=NOT_PEOPLE, arguments=[subject.uri, *names]
        ),
    )
