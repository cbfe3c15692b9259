"""The quick fixes that add the two calls of a witness to a test file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types

from evenhand.apps.lsp.actions.asked_findings import AskedFinding, FixGroup
from evenhand.apps.lsp.actions.pytest_file import beginning, pytest_file_for, way
from evenhand.apps.lsp.actions.subject import Subject
from evenhand.apps.lsp.documents.line_edits import document_edit
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.lsp_extensions import SELECT
from evenhand.apps.lsp.markup import plain
from evenhand.apps.lsp.wording import spoken_list
from evenhand.check.proofs.modules import Module, module_of
from evenhand.check.proofs.pytest_tests import (
    HELPER,
    Counterexample,
    has_test,
    helper_text,
    pytest_text,
)
from evenhand.check.proofs.witness_programs import module_for
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
    helper: PytestFile
    """Of the module with which they compare what `==` cannot."""
    document: Path
    """The file that has the functions."""


def pytest_fixes(
    subject: Subject, findings: Sequence[AskedFinding], find: FindPytestFile
) -> FixGroup:
    """Edits of the test file, which then is shown; none if the calls cannot be written down."""
    staged = [finding for finding in findings if finding.staging is not None]
    place = _place(subject, staged, find) if staged else None
    if place is None:
        return FixGroup(())
    new = [finding for finding in staged if _is_new(finding, place)]
    return FixGroup([_fix(place, [each]) for each in new], _fix(place, new) if new else None)


def _place(
    subject: Subject, findings: Sequence[AskedFinding], find: FindPytestFile
) -> _Place | None:
    """None if the module cannot be imported, or its tests cannot be written."""
    modules = [module_for(subject.path, f.staging) for f in findings if f.staging is not None]
    module = next(iter(modules), None)
    if module is None:
        return None
    path = pytest_file_for(subject.path, module, subject.folder)
    if leads_out(path, subject.folder or module.root):
        return None
    file, helper = find(path), find(path.with_name(f"{HELPER}.py"))
    if file is None or helper is None:
        return None
    return _Place(path, module, file, helper, subject.path)


def _is_new(finding: AskedFinding, place: _Place) -> bool:
    """Whether there is a test to add that the file does not have yet."""
    return not has_test(place.module, _example(finding, place), place.file.source)


def _example(finding: AskedFinding, place: _Place) -> Counterexample:
    assert finding.staging is not None, "only findings with a staging have tests"
    return Counterexample(finding.function, finding.attribute, place.document.name, finding.staging)


def _fix(place: _Place, findings: Sequence[AskedFinding]) -> types.CodeAction:
    """Add a test for each of some findings."""
    examples = [_example(finding, place) for finding in findings]
    helper, folder = module_of(place.path.with_name(f"{HELPER}.py")), place.path.parent
    name, way_there = helper.name if helper is not None else HELPER, way(folder, place.document)
    added, file = list[str](), place.file
    for example in examples:
        present = "\n".join((file.source, *added))
        added.append(pytest_text(place.module, example, present, name, way_there))

    text = "\n\n".join([*_start(place), *added])
    before = file.text.source + _blank_lines(file.text) if file.text is not None else ""
    line = (before + text[: text.index("def test_")]).count("\n")
    start, end = types.Position(line, 0), types.Position(line, 0)
    needs_helper = any(each.needs_helper for each in examples) and place.helper.text is None
    return types.CodeAction(
        title=plain(_title(place, findings)),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[finding.diagnostic for finding in findings],
        edit=types.WorkspaceEdit(
            document_changes=[
                *(_new_file(place.helper, helper_text()) if needs_helper else ()),
                *_edits(file, text),
            ]
        ),
        command=types.Command(
            title="Show the test", command=SELECT, arguments=[file.uri, types.Range(start, end)]
        ),
    )


def _start(place: _Place) -> list[str]:
    """What stands before the first of Evenhand's tests in a file."""
    start = beginning(place.path, place.module)
    return [] if start in place.file.source else [start]


def _title(place: _Place, findings: Sequence[AskedFinding]) -> str:
    tests = "a test" if len(findings) == 1 else "tests"
    attributes = spoken_list([finding.attribute for finding in findings])
    return f"Add {tests} for {attributes} to {place.path.parent.name}/{place.path.name}"


Edits = Sequence[types.CreateFile | types.TextDocumentEdit]


def _edits(file: PytestFile, text: str) -> Edits:
    return _new_file(file, text) if file.text is None else _appended(file, file.text, text)


def _new_file(file: PytestFile, text: str) -> Edits:
    top = types.Position(line=0, character=0)
    create = types.CreateFile(uri=file.uri, options=types.CreateFileOptions(ignore_if_exists=True))
    edit = types.TextEdit(range=types.Range(top, top), new_text=text)
    return [create, document_edit(file.uri, None, [edit])]


def _appended(file: PytestFile, present: Text, added: str) -> Edits:
    last_line = present.lines[-1]
    end = Span(len(present.lines), len(last_line), len(present.lines), len(last_line))
    text = _blank_lines(present) + added
    edit = types.TextEdit(range=present.range(end), new_text=text)
    return [document_edit(file.uri, file.version, [edit])]


def _blank_lines(present: Text) -> str:
    """What separates a new test from the text before it."""
    if not present.source:
        return ""
    ends_with_line = not present.lines[-1]
    return "\n\n" if ends_with_line else "\n\n\n"
