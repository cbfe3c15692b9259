"""Edits that were recorded in a real VS Code, with who made them, played to the server again.

`tests/editor/record.ts` recorded them, and says what each of them is.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from connecting import Connect
from lsprotocol import types
from pygls.workspace import PositionCodec

from editor import CLOCKED, Editor
from evenhand.apps.lsp.documents.text_positions import Text, changed
from evenhand.assistants.ledger.queries import entries
from evenhand.assistants.ledger.store import opened

RECORDED = Path(__file__).parents[2] / "fixtures" / "edits"
SEQUENCES = {
    path.stem: json.loads(path.read_text(encoding="utf-8")) for path in RECORDED.glob("*.json")
}
HINTS = {"trusted": True, "client": ["editHints"]}
NONE = "none"

UNHINTED = {
    ("inline", NONE): 1,  # one line in a function that was there
    ("inline", "chat"): 2,
    ("inline part", "chat"): 1,
    ("chat", NONE): 1,  # a function that was rewritten
    ("chat", "chat"): 4,
    ("disk", NONE): 1,
    ("disk", "chat"): 1,
    (NONE, NONE): 18,
    (NONE, "chat"): 3,  # a paste and a checkout look just like a chat
}
"""Without hints: who made the edits, who is thought to have, and how often."""


def changes_of(edit: dict[str, Any]) -> list[types.TextDocumentContentChangePartial]:
    made = []
    for change in edit["changes"]:
        start, end = (types.Position(**change["range"][end]) for end in ("start", "end"))
        made.append(types.TextDocumentContentChangePartial(types.Range(start, end), change["text"]))
    return made


def text_after(sequence: dict[str, Any]) -> str:
    text = Text(sequence["before"], PositionCodec())
    for edit in sequence["edits"]:
        text, _ = changed(text, changes_of(edit))
    return text.source


def stage(folder: Path) -> None:
    """Have Git know every file as it was, and the one that is checked out as it will be."""
    for label, sequence in SEQUENCES.items():
        text = text_after(sequence) if label == "checkout" else sequence["before"]
        (folder / f"{label}.py").write_text(text)
    for given in (["init"], ["add", "."]):
        subprocess.run(["git", "-C", str(folder), *given], check=True, capture_output=True)


async def play(editor: Editor, file: Path, sequence: dict[str, Any], hints: bool) -> None:
    """Do in an editor what was recorded; for its server it takes as long as it took then.

    Ends with the file closed: an assistant's function might be a copy of one in another open file.
    """
    uri = editor.open(file, sequence["before"])
    now = sequence["edits"][0]["at"]
    for version, edit in enumerate(sequence["edits"], 2):
        await editor.pass_time((edit["at"] - now) / 1000)
        now = edit["at"]
        identifier = types.VersionedTextDocumentIdentifier(version, uri)
        params = types.DidChangeTextDocumentParams(identifier, list(changes_of(edit)))
        editor.client.text_document_did_change(params)
        if hints and edit.get("hints"):
            editor.hinted(uri, version, *edit["hints"])
        if hints and edit.get("accepted"):
            editor.accepted(uri, version, kind=edit["accepted"])
    editor.close(uri)
    await editor.pass_time(0)


async def recorded(
    connect: Connect, folder: Path, ledger: Path, hints: bool
) -> dict[str, tuple[str, list[str]]]:
    """Who is thought to have made the edits of each file, and in which functions."""
    stage(folder)
    editor = await connect(CLOCKED, options=HINTS if hints else {"trusted": True})
    for label, sequence in SEQUENCES.items():
        await play(editor, folder / f"{label}.py", sequence, hints)
    await editor.quit()

    found: dict[str, tuple[str, list[str]]] = {}
    with opened(ledger) as connection:
        for entry in entries(connection):
            made = entry.suggestion
            _, functions = found.get(Path(made.file).stem, ("", []))
            known = sorted({*functions, *made.functions})
            found[Path(made.file).stem] = (made.kind.value, known)
    return found


def actual(label: str) -> tuple[str, list[str]]:
    suggestion = SEQUENCES[label]["suggestion"]
    return (suggestion["kind"], suggestion["functions"]) if suggestion else (NONE, [])


async def test_with_an_editors_hints_every_edit_is_told_right(
    connect: Connect, tmp_path: Path, ledger: Path
):
    found = await recorded(connect, tmp_path, ledger, hints=True)

    wrong = {
        label: (actual(label), found.get(label, (NONE, [])))
        for label in SEQUENCES
        if found.get(label, (NONE, [])) != actual(label)
    }
    assert wrong == {}


async def test_without_hints_only_whole_functions_are_taken_for_suggestions(
    connect: Connect, tmp_path: Path, ledger: Path, capsys: pytest.CaptureFixture[str]
):
    found = await recorded(connect, tmp_path, ledger, hints=False)

    matrix = Counter((actual(label)[0], found.get(label, (NONE, []))[0]) for label in SEQUENCES)
    wrong = sorted(s for s in SEQUENCES if actual(s)[0] == NONE and s in found)
    assert wrong == ["checkout", "paste", "undo_redo"]
    assert matrix == UNHINTED
