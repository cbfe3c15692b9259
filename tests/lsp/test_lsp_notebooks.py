"""Notebooks in an editor: cells are one module, and each shows its own findings."""

from __future__ import annotations

from pathlib import Path

import pytest
from connecting import Connect
from lsprotocol import types
from pygls.workspace import PositionCodec

from editor import FIRST, REAL, Editor, findings_in
from evenhand.apps.lsp.documents.text_positions import Text, changed

TEXT = "# Fees\n\nWho pays what.\n"
LIMITS = "LIMIT = 65\n"
FEE = "def fee(age):\n    return 10 if age > LIMIT else 20\n"
WHOLE = "def fee(age):\n    return 10 if age > 45 else 20\n"
MAGIC = """\
%matplotlib inline


def pay(hours, gender):
    return hours * (12 if gender == "male" else 10)
"""


class OpenNotebook:
    """A notebook in the editor."""

    def __init__(self, editor: Editor, path: Path) -> None:
        self.editor = editor
        self.uri = path.as_uri()
        self.version = 1

    def cell_uri(self, name: str) -> str:
        return self.uri.replace("file:", "vscode-notebook-cell:") + f"#{name}"

    def item(self, name: str, text: str, language: str = "python") -> types.TextDocumentItem:
        return types.TextDocumentItem(self.cell_uri(name), language, 1, text)

    def cell(self, name: str, kind: types.NotebookCellKind) -> types.NotebookCell:
        return types.NotebookCell(kind, self.cell_uri(name))

    def open(self, **texts: str) -> None:
        """Open it with cells of Python by name; `text` is a cell of text."""
        cells = [self.cell(name, _kind(name)) for name in texts]
        items = [self.item(name, text, _language(name)) for name, text in texts.items()]
        document = types.NotebookDocument(self.uri, "jupyter-notebook", 1, cells)
        self.editor.client.notebook_document_did_open(
            types.DidOpenNotebookDocumentParams(document, items)
        )

    def edit(self, name: str, text: str) -> None:
        identifier = types.VersionedTextDocumentIdentifier(self.version + 1, self.cell_uri(name))
        change = types.TextDocumentContentChangeWholeDocument(text)
        content = types.NotebookDocumentCellContentChanges(identifier, [change])
        self._change(types.NotebookDocumentCellChanges(text_content=[content]))

    def add(self, place: int, name: str, text: str) -> None:
        cells = [self.cell(name, _kind(name))]
        array = types.NotebookCellArrayChange(place, 0, cells)
        opened = [self.item(name, text, _language(name))]
        self._change(_structure(types.NotebookDocumentCellChangeStructure(array, opened)))

    def remove(self, place: int, name: str) -> None:
        array = types.NotebookCellArrayChange(place, 1)
        closed = [types.TextDocumentIdentifier(self.cell_uri(name))]
        change = types.NotebookDocumentCellChangeStructure(array, did_close=closed)
        self._change(_structure(change))

    def close(self, *names: str) -> None:
        cells = [types.TextDocumentIdentifier(self.cell_uri(name)) for name in names]
        identifier = types.NotebookDocumentIdentifier(self.uri)
        self.editor.client.notebook_document_did_close(
            types.DidCloseNotebookDocumentParams(identifier, cells)
        )

    async def checked(self) -> None:
        """Wait until its present version has been checked."""
        await self.editor.until(lambda: (self.uri, self.version) in self.editor.ended)

    def shown(self, name: str) -> list[types.Diagnostic]:
        uri = self.cell_uri(name)
        return findings_in([p for p in self.editor.shown if p.uri == uri][-1])

    def _change(self, cells: types.NotebookDocumentCellChanges) -> None:
        self.version += 1
        identifier = types.VersionedNotebookDocumentIdentifier(self.version, self.uri)
        event = types.NotebookDocumentChangeEvent(cells=cells)
        self.editor.client.notebook_document_did_change(
            types.DidChangeNotebookDocumentParams(identifier, event)
        )


def _structure(
    change: types.NotebookDocumentCellChangeStructure,
) -> types.NotebookDocumentCellChanges:
    return types.NotebookDocumentCellChanges(structure=change)


def _kind(name: str) -> types.NotebookCellKind:
    is_text = name.startswith("text")
    return types.NotebookCellKind.Markup if is_text else types.NotebookCellKind.Code


def _language(name: str) -> str:
    return "markdown" if name.startswith("text") else "python"


async def test_a_finding_is_shown_in_its_cell_at_its_line(connect: Connect, tmp_path: Path):
    notebook = OpenNotebook(await connect(REAL), tmp_path / "fees.ipynb")
    notebook.open(text=TEXT, limits=LIMITS, fee=FEE, pay=MAGIC)
    await notebook.checked()

    (fee,) = notebook.shown("fee")
    assert fee.range == types.Range(types.Position(0, 4), types.Position(0, 7))
    assert "fee is 10 higher" in fee.message
    (pay,) = notebook.shown("pay")
    assert pay.range.start == types.Position(3, 4)
    assert notebook.shown("limits") == []
    assert notebook.uri not in {p.uri for p in notebook.editor.shown}


async def test_what_is_related_is_in_the_cell_too(connect: Connect, tmp_path: Path):
    notebook = OpenNotebook(await connect(REAL), tmp_path / "fees.ipynb")
    notebook.open(limits=LIMITS, fee=FEE)
    await notebook.checked()

    related = notebook.shown("fee")[0].related_information or []
    assert {each.location.uri for each in related} == {notebook.cell_uri("fee")}
    assert {each.location.range.start.line for each in related} == {0}


async def test_hovers_and_lenses_are_those_of_the_cell(connect: Connect, tmp_path: Path):
    notebook = OpenNotebook(await connect(REAL), tmp_path / "fees.ipynb")
    notebook.open(limits=LIMITS, fee=FEE, pay=MAGIC)
    await notebook.checked()
    editor = notebook.editor

    assert "fee(" in (await editor.hover(notebook.cell_uri("fee"), 0, 5) or "")
    assert "pay(" in (await editor.hover(notebook.cell_uri("pay"), 3, 5) or "")
    assert await editor.hover(notebook.cell_uri("limits"), 0, 2) is None
    (lens,) = await editor.lenses(notebook.cell_uri("pay"))
    assert lens.startswith("3: ")
    assert await editor.lenses(notebook.cell_uri("limits")) == []


async def test_an_edit_in_one_cell_changes_what_another_shows(connect: Connect, tmp_path: Path):
    notebook = OpenNotebook(await connect(REAL), tmp_path / "fees.ipynb")
    notebook.open(limits=LIMITS, fee=FEE)
    await notebook.checked()
    assert len(notebook.shown("fee")) == 1

    notebook.edit("limits", "# Nobody is this old.\nLIMIT = 10**9\n")
    await notebook.checked()

    assert notebook.shown("fee") == []


async def test_cells_may_be_added_moved_and_removed(connect: Connect, tmp_path: Path):
    notebook = OpenNotebook(await connect(REAL), tmp_path / "fees.ipynb")
    notebook.open(fee=WHOLE)
    await notebook.checked()

    notebook.add(0, "text", TEXT)
    notebook.add(1, "limits", LIMITS)
    await notebook.checked()
    assert notebook.shown("fee")[0].range.start == types.Position(0, 4)

    notebook.remove(2, "fee")
    await notebook.checked()
    assert notebook.shown("fee") == []


async def test_a_cell_that_is_being_typed_leaves_the_others(connect: Connect, tmp_path: Path):
    notebook = OpenNotebook(await connect(REAL), tmp_path / "fees.ipynb")
    notebook.open(fee=WHOLE, pay=MAGIC)
    await notebook.checked()

    notebook.edit("pay", "def pay(hours, gender:\n")
    await notebook.checked()

    assert len(notebook.shown("fee")) == 1
    assert notebook.shown("pay") == []


async def test_a_closed_notebook_shows_nothing(connect: Connect, tmp_path: Path):
    notebook = OpenNotebook(await connect(REAL), tmp_path / "fees.ipynb")
    notebook.open(fee=WHOLE)
    await notebook.checked()

    notebook.close("fee")
    await notebook.editor.until(lambda: notebook.shown("fee") == [])


async def test_sentences_speak_of_lines_of_cells(connect: Connect, tmp_path: Path):
    notebook = OpenNotebook(await connect(REAL), tmp_path / "fees.ipynb")
    twice = "def fee(age):\n    return 10 if age > 45 else 20\n"
    notebook.open(text=TEXT, limits=LIMITS, fee=twice)
    await notebook.checked()

    message = notebook.shown("fee")[0].message
    assert "line 4" not in message


async def test_a_cell_is_repaired_and_commands_of_ipython_stay(connect: Connect, tmp_path: Path):
    notebook = OpenNotebook(await connect(REAL), tmp_path / "fees.ipynb")
    editor = notebook.editor
    editor.answers[types.WINDOW_SHOW_MESSAGE_REQUEST] = FIRST
    notebook.open(limits=LIMITS, pay=MAGIC, fee=FEE)
    await notebook.checked()
    offered = await editor.fixes(notebook.cell_uri("pay"), notebook.shown("pay")[0])
    done = await editor.run(offered[0].command.command, *offered[0].command.arguments)
    edit = editor.edits[0].edit

    assert offered[0].title == "Repair `pay` (gender)"
    assert done["applied"]
    (after,) = edited(notebook, edit, pay=MAGIC).values()
    before, repaired = MAGIC.splitlines(), after.splitlines()
    assert repaired[:4] == before[:4]
    assert repaired[-1] == "    return hours * 12"


@pytest.mark.parametrize("start", ["", "%matplotlib inline\n", "@once\n", "x = 1\n\n\n"])
async def test_an_allowance_is_written_in_its_cell(connect: Connect, tmp_path: Path, start: str):
    notebook = OpenNotebook(await connect(REAL), tmp_path / "fees.ipynb")
    fee = start + FEE.removesuffix("\n")
    notebook.open(limits=LIMITS + "def once(function):\n    return function\n", fee=fee)
    await notebook.checked()
    offered = await notebook.editor.fixes(notebook.cell_uri("fee"), notebook.shown("fee")[0])
    allow = next(action for action in offered if action.title.startswith("Allow age in `fee`"))
    uri, chosen = allow.command.arguments
    (after,) = edited(notebook, allow.edit, fee=fee).values()

    line = 0 if start == "@once\n" else start.count("\n")
    assert after.splitlines()[line] == "# evenhand: allow(age) say here why this is intended"
    assert after.splitlines()[:line] + after.splitlines()[line + 1 :] == fee.splitlines()
    assert not after.endswith("\n")
    assert (uri, chosen["start"]["line"]) == (notebook.cell_uri("fee"), line)
    assert [action.title for action in offered if "test" in action.title] == []


def edited(notebook: OpenNotebook, edit: types.WorkspaceEdit, **texts: str) -> dict[str, str]:
    """The new texts of the cells that an edit of their first versions changes."""
    after = {}
    for part in edit.document_changes:
        assert part.text_document.version == 1
        name = next(n for n in texts if notebook.cell_uri(n) == part.text_document.uri)
        text = Text(texts[name], PositionCodec(types.PositionEncodingKind.Utf16))
        for each in reversed(part.edits):
            change = types.TextDocumentContentChangePartial(range=each.range, text=each.new_text)
            text, _ = changed(text, [change])
        after[name] = text.source
    return after
