"""What the light bulb has for a protected column that a model is fitted to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from connecting import Connect
from lsprotocol import types
from pygls.workspace import PositionCodec

from editor import REAL, Editor
from evenhand.apps.lsp.documents.text_positions import Text, changed

TRAIN = """\
FEATURES = [{columns}]


def train(df, model):
    return model.fit(df[FEATURES], df["repaid"])
"""
IN_LINES = '\n    "income",  # a year\n    "gender",  # as asked\n    "rooms",\n'


async def light_bulb(editor: Editor, folder: Path, text: str) -> tuple[str, dict[str, Any]]:
    """The fixes for the one remark on a text, by their titles."""
    (folder / "train.py").write_text(text, encoding="utf-8")
    uri = editor.open(folder / "train.py", text)
    (remark,) = await editor.published(uri)
    assert remark.code == "EVH201"
    actions = await editor.fixes(uri, remark)
    assert len({action.title for action in actions}) == len(actions)
    return uri, {action.title: action for action in actions}


def applied(text: str, action: types.CodeAction) -> str:
    """A text after the one edit of an action."""
    (document,) = action.edit.document_changes
    (edit,) = document.edits
    codec = PositionCodec(types.PositionEncodingKind.Utf16)
    change = types.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text)
    return changed(Text(text, codec), [change])[0].source


async def test_a_column_is_taken_out_of_the_features(connect: Connect, tmp_path: Path) -> None:
    editor = await connect(REAL)
    text = TRAIN.format(columns='"größe", "gender"')
    uri, fixes = await light_bulb(editor, tmp_path, text)

    fixed = applied(text, fixes["Take `gender` out of the features"])

    assert fixed == TRAIN.format(columns='"größe"')
    editor.replace(uri, 2, fixed)
    assert await editor.published(uri, 2) == []


async def test_it_is_allowed_where_it_stands(connect: Connect, tmp_path: Path) -> None:
    editor = await connect(REAL)
    text = TRAIN.format(columns=IN_LINES)
    uri, fixes = await light_bulb(editor, tmp_path, text)
    assert "Allow gender here and say why" in fixes

    edit = await editor.run("evenhand.server.allowance", uri, "", "gender", "a study of pay", 2)

    assert edit["range"]["start"] == edit["range"]["end"] == {"line": 2, "character": 0}
    assert edit["text"] == "    # evenhand: allow(gender) a study of pay\n"
    lines = text.splitlines(keepends=True)
    editor.replace(uri, 2, "".join((*lines[:2], edit["text"], *lines[2:])))
    assert await editor.published(uri, 2) == []
