"""The quick fixes that add the two calls of a witness to a test file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types

from evenhand.apps.lsp.actions.asked_findings import AskedFinding, FixGroup
from evenhand.apps.lsp.actions.pytest_file import (
    HELPER,
    Counterexample,
    Module,
    beginning,
    has_test,
    module_of,
    pytest_file_for,
    pytest_text,
)
from evenhand.apps.lsp.actions.subject import Subject
from evenhand.apps.lsp.documents.line_edits import document_edit
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.lsp_extensions import SELECT
from evenhand.apps.lsp.markup import plain
from evenhand.apps.lsp.wording import spoken_list
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


@dataclass(frozen=True, slots=True)
class _Place:
    """Where tests of a document go."""

    path: Path
    module: Module
    file: PytestFile
    document: str
    """The name of the file that has the functions."""


def pytest_fixes(
    subject: Subject, findings: Sequence[AskedFinding], find: FindPytestFile
) -> FixGroup:
    """Edits of the test file, which then is shown; none if the calls cannot be written down."""
    place = _place(subject, find)
    if place is None:
        return FixGroup(())
    new = [finding for finding in findings if _is_new(finding, place)]
    return FixGroup([_fix(place, [each]) for each in new], _fix(place, new) if new else None)


def _place(subject: Subject, find: FindPytestFile) -> _Place | None:
    """None if the module cannot be imported, or its tests cannot be written."""
    module = module_of(subject.path)
    if module is None:
        return None
    path = pytest_file_for(subject.path, module, subject.folder)
    if leads_out(path, subject.folder or module.root):
        return None
    file = find(path)
    return _Place(path, module, file, subject.path.name) if file is not None else None


def _is_new(finding: AskedFinding, place: _Place) -> bool:
    """Whether there is a test to add that the file does not have yet."""
    example = _example(finding, place)
    if example is None or has_test(place.module, example, place.file.source):
        return False
    return pytest_text(place.module, example, place.file.source) is not None


def _example(finding: AskedFinding, place: _Place) -> Counterexample | None:
    if finding.calls is None:
        return None
    return Counterexample(finding.function, finding.attribute, finding.calls, place.document)


def _fix(place: _Place, findings: Sequence[AskedFinding]) -> types.CodeAction:
    """Add a test for each of some findings."""
    added, file = list[str](), place.file
    for example in filter(None, (_example(finding, place) for finding in findings)):
        test = pytest_text(place.module, example, "\n".join((file.source, *added)))
        added += [test] if test is not None else []

    text = _with_helpers(place, "\n\n".join(added))
    before = file.text.source + _blank_lines(file.text) if file.text is not None else ""
    line = (before + text[: text.index("def test_")]).count("\n")
    start, end = types.Position(line, 0), types.Position(line, 0)
    return types.CodeAction(
        title=plain(_title(place, findings)),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[finding.diagnostic for finding in findings],
        edit=_edit(file, text),
        command=types.Command(
            title="Show the test", command=SELECT, arguments=[file.uri, types.Range(start, end)]
        ),
    )


def _title(place: _Place, findings: Sequence[AskedFinding]) -> str:
    tests = "a test" if len(findings) == 1 else "tests"
    attributes = spoken_list([finding.attribute for finding in findings])
    return f"Add {tests} for {attributes} to {place.path.parent.name}/{place.path.name}"


def _with_helpers(place: _Place, tests: str) -> str:
    """The tests, with the helper functions that they need if the file does not have these."""
    if HELPER in place.file.source:
        return tests
    return f"{beginning(place.path, place.module)}\n\n{tests}"


def _edit(file: PytestFile, text: str) -> types.WorkspaceEdit:
    if file.text is None:
        return _new_file(file, text)
    return _appended(file, file.text, text)


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
