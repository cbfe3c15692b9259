"""The quick fix that adds the two calls of a witness to a test file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lsprotocol import types

from evenhand.apps.lsp.actions.pytest_file import (
    HELPER,
    Counterexample,
    beginning,
    module_of,
    pytest_file_for,
    pytest_text,
)
from evenhand.apps.lsp.actions.subject import Subject, document_edit
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.markup import plain
from evenhand.doors.writing import leads_out
from evenhand.findings import Span


@dataclass(frozen=True, slots=True)
class PytestFile:
    """A test file as it is now."""

    uri: str
    version: int | None
    """None if it is not open."""
    text: Text | None
    """None if it does not exist yet."""

    @property
    def source(self) -> str:
        """Its text; empty if it does not exist yet."""
        return self.text.source if self.text is not None else ""


FindPytestFile = Callable[[Path], PytestFile | None]


def pytest_fixes(
    subject: Subject,
    diagnostic: types.Diagnostic,
    data: Mapping[str, Any],
    find: FindPytestFile,
) -> list[types.CodeAction]:
    """An edit of the test file; none if the calls, or the module, cannot be written down."""
    calls, module = data.get("calls"), module_of(subject.path)
    if not isinstance(calls, list) or len(calls) != 2 or module is None:
        return []

    path = pytest_file_for(subject.path, module, subject.folder)
    if leads_out(path, subject.folder or module.root):
        return []
    file = find(path)
    if file is None:
        return []

    function, attribute = str(data.get("function", "")), str(data.get("attribute", ""))
    example = Counterexample(function, attribute, (calls[0], calls[1]))
    test = pytest_text(module, example, file.source)
    if test is None:
        return []

    return [
        types.CodeAction(
            title=plain(f"Add these two calls to {path.parent.name}/{path.name}"),
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            edit=_with_test(file, beginning(path, module), test),
        )
    ]


def _with_test(file: PytestFile, head: str, test: str) -> types.WorkspaceEdit:
    """The file with one more test, and with the helper functions that tests need."""
    if file.text is None:
        return _new_file(file, f"{head}\n\n{test}")
    if HELPER in file.text.source:
        return _appended(file, file.text, test)
    return _appended(file, file.text, f"{head}\n\n{test}")


def _new_file(file: PytestFile, text: str) -> types.WorkspaceEdit:
    top = types.Position(line=0, character=0)
    create = types.CreateFile(uri=file.uri, options=types.CreateFileOptions(ignore_if_exists=True))
    edit = types.TextEdit(range=types.Range(top, top), new_text=text)
    return types.WorkspaceEdit(document_changes=[create, document_edit(file.uri, None, [edit])])


def _appended(file: PytestFile, present: Text, added: str) -> types.WorkspaceEdit:
    last_line = present.lines[-1]
    end = Span(len(present.lines), len(last_line), len(present.lines), len(last_line))
    text = _blank_lines(present) + added
    edit = types.TextEdit(range=present.range(end), new_text=text)
    return types.WorkspaceEdit(document_changes=[document_edit(file.uri, file.version, [edit])])


def _blank_lines(present: Text) -> str:
    """What separates a new test from the text before it."""
    if not present.source:
        return ""
    ends_with_line = not present.lines[-1]
    return "\n\n" if ends_with_line else "\n\n\n"
