"""A person says why a finding is no problem, and it is left out on this machine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from editor import REAL, UNABLE, Editor, start

FEE = """\
def fee(gender, amount):
    return amount * 2 if gender == "male" else amount
"""
TRAIN = """\
def train_fee(df, model):
    return model.fit(df[["income", "gender"]], df["fee"])
"""
TITLE = "Not a problem: gender here…"
WHY = "Nobody gets or loses by it"


@pytest.fixture
async def editor(tmp_path: Path) -> AsyncIterator[Editor]:
    made = await start(REAL, [tmp_path], {"trusted": True}, copy=True, answer=WHY)
    yield made
    await made.quit()


async def answered(editor: Editor, folder: Path, text: str) -> tuple[str, Any]:
    """The one finding of a text, and what came of saying that it is no problem."""
    (folder / "fees.py").write_text(text)
    uri = editor.open(folder / "fees.py", text)
    (diagnostic,) = await editor.published(uri)
    (action,) = [a for a in await editor.fixes(uri, diagnostic) if a.title == TITLE]
    return uri, await editor.run(action.command.command, *action.command.arguments)


@pytest.mark.parametrize("text", [FEE, TRAIN])
async def test_an_answered_finding_goes_until_its_code_changes(
    editor: Editor, tmp_path: Path, text: str
) -> None:
    uri, done = await answered(editor, tmp_path, text)

    assert done["written"]
    assert "`evenhand answers forget` takes it back" in editor.messages[-1]
    assert await editor.published(uri, checks=2) == []
    editor.replace(uri, 2, text.replace("gender", "gender_of_buyer"))
    assert len(await editor.published(uri, 2)) == 1


@pytest.mark.parametrize("answer", [None, UNABLE])
async def test_without_an_answer_nothing_is_left_out(
    editor: Editor, tmp_path: Path, answer: Any
) -> None:
    editor.answers[types.WINDOW_SHOW_MESSAGE_REQUEST] = answer

    uri, done = await answered(editor, tmp_path, FEE)

    assert not done["written"]
    assert len(await editor.published(uri)) == 1
