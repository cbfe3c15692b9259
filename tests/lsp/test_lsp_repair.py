"""Repairs through the real server: a quick fix, a choice, and an edit of one version."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.workspace import PositionCodec

from editor import PATIENCE_SECONDS, REAL, Editor, start
from evenhand.apps.lsp.actions.line_edits import edits_between
from evenhand.apps.lsp.documents.text_positions import Text, changed

SCORE = """\
def score(years, gender):
    points = years * 2
    if gender == "male":
        points += 10
    return points
"""
PRICE = """\


def price(days, age):
    return days * (2 if age < 65 else 1)
"""
GOOD = "def score(years, gender):\n    return years * 2 + 10\n"
CHOOSE = "evenhand/chooseRepair"
ABLE = {"trusted": True, "client": ["chooseRepair", "askModel"]}


@pytest.fixture
async def editor(tmp_path: Path) -> AsyncIterator[Editor]:
    made = await start(REAL, [tmp_path], ABLE)
    yield made
    await made.quit()


async def opened(editor: Editor, folder: Path, text: str) -> tuple[str, list[types.Diagnostic]]:
    file = folder / "rating.py"
    file.write_text(text, newline="")
    uri = editor.open(file, text)
    return uri, await editor.published(uri)


def applied(text: str, edit: types.ApplyWorkspaceEditParams) -> str:
    """`text` after an edit, whose parts all mean the text as it was."""
    (document,) = edit.edit.document_changes or ()
    assert document.text_document.version == 1
    made = Text(text, PositionCodec(types.PositionEncodingKind.Utf16))
    for one in reversed(document.edits):
        change = types.TextDocumentContentChangePartial(range=one.range, text=one.new_text)
        made, _ = changed(made, [change])
    return made.source


async def titles(editor: Editor, uri: str, diagnostic: types.Diagnostic) -> list[str]:
    return [action.title for action in await editor.fixes(uri, diagnostic)]


async def run_fix(editor: Editor, uri: str, diagnostic: types.Diagnostic, title: str) -> Any:
    actions = await editor.fixes(uri, diagnostic)
    command = next(a.command for a in actions if a.title.startswith(title))
    return await editor.run(command.command, *command.arguments)


async def test_a_repair_is_offered_chosen_and_applied(editor: Editor, tmp_path: Path) -> None:
    uri, (found,) = await opened(editor, tmp_path, SCORE)
    editor.answers[CHOOSE] = {"chosen": 0}
    done = await run_fix(editor, uri, found, "Repair so that gender makes no difference")
    (offer,) = editor.offers
    after = applied(SCORE, editor.edits[0])

    assert offer.uri == uri
    assert offer.version == 1
    assert [r.title for r in offer.repairs] == [
        "Treat everyone as 'male' is treated today",
        "Treat everyone as 'female' or 'non-binary' is treated today",
    ]
    assert offer.repairs[0].effect == "'female', 'non-binary' +10; nobody loses"
    assert "No difference in" in offer.repairs[0].evidence
    assert after == offer.repairs[0].text
    assert done["applied"]
    editor.replace(uri, 2, after)
    assert await editor.published(uri, 2) == []


async def test_only_the_lines_that_change_are_edited(editor: Editor, tmp_path: Path) -> None:
    text = SCORE.replace("\n", "\r\n")
    uri, (found,) = await opened(editor, tmp_path, text)
    editor.answers[CHOOSE] = {"chosen": 0}
    await run_fix(editor, uri, found, "Repair so that")
    after = applied(text, editor.edits[0])

    assert after.count("\n") == after.count("\r\n")
    assert after.endswith("    points += 10\r\n    return points\r\n")


async def test_nothing_is_applied_where_nothing_is_chosen(editor: Editor, tmp_path: Path) -> None:
    uri, (found,) = await opened(editor, tmp_path, SCORE)
    editor.answers[CHOOSE] = None
    done = await run_fix(editor, uri, found, "Repair so that")

    assert not done["applied"]
    assert editor.edits == []


async def test_a_text_that_changed_meanwhile_is_left_alone(editor: Editor, tmp_path: Path) -> None:
    uri, (found,) = await opened(editor, tmp_path, SCORE)

    def edit_first(params: Any) -> dict[str, int]:
        editor.type(uri, 2, (0, 0), "# typed while the diff was open\n")
        return {"chosen": 0}

    editor.answers[CHOOSE] = edit_first
    done = await run_fix(editor, uri, found, "Repair so that")

    assert not done["applied"]
    assert editor.edits == []
    assert "changed meanwhile" in editor.messages[-1]


async def test_all_in_the_file_with_one_choice(editor: Editor, tmp_path: Path) -> None:
    uri, found = await opened(editor, tmp_path, SCORE + PRICE)
    editor.answers[CHOOSE] = {"chosen": 0}
    await run_fix(editor, uri, found[0], "Repair all 2 functions in this file")
    after = applied(SCORE + PRICE, editor.edits[0])

    assert len(editor.offers) == 1
    assert editor.offers[0].repairs[0].title == "Repair 2 functions"
    assert "score: treat everyone as 'male'" in editor.offers[0].repairs[0].evidence
    editor.replace(uri, 2, after)
    assert await editor.published(uri, 2) == []


async def test_a_client_that_shows_no_diff_is_asked_in_a_message(tmp_path: Path) -> None:
    editor = await start(REAL, [tmp_path])
    uri, (found,) = await opened(editor, tmp_path, SCORE)
    editor.answers[types.WINDOW_SHOW_MESSAGE_REQUEST] = "Treat everyone as 'male' is treated today"
    done = await run_fix(editor, uri, found, "Repair so that")
    await editor.quit()

    assert done["applied"]
    assert "'female', 'non-binary' +10; nobody loses" in editor.questions[0]
    assert "points += 10" in applied(SCORE, editor.edits[0])


async def test_nothing_is_offered_where_nothing_may_run(tmp_path: Path) -> None:
    editor = await start(REAL, [tmp_path], {"trusted": False})
    uri, (found,) = await opened(editor, tmp_path, SCORE)
    shown = await titles(editor, uri, found)
    await editor.quit()

    assert not [t for t in shown if t.startswith("Repair")]


async def test_a_model_is_offered_only_to_who_chose_one(editor: Editor, tmp_path: Path) -> None:
    uri, (found,) = await opened(editor, tmp_path, SCORE)
    before = await titles(editor, uri, found)
    editor.configure({"repair": {"provider": "editor"}})
    after = await titles(editor, uri, found)

    assert "Repair with a language model" not in before
    assert "Repair with a language model" in after


async def asked_editor(editor: Editor, folder: Path, answer: Any, allow: str | None) -> Any:
    editor.configure({"repair": {"provider": "editor", "rounds": 2}})
    uri, (found,) = await opened(editor, folder, SCORE)
    editor.answers[CHOOSE] = {"chosen": 0}
    editor.answers["evenhand/askModel"] = answer
    editor.answers[types.WINDOW_SHOW_MESSAGE_REQUEST] = allow
    return await run_fix(editor, uri, found, "Repair with a language model")


async def test_the_editors_own_model_writes_a_repair(editor: Editor, tmp_path: Path) -> None:
    answer = {"text": f"```python\n{GOOD}```", "sent": 300, "received": 40}
    done = await asked_editor(editor, tmp_path, answer, "Send")
    request, offer = editor.offers

    assert done["applied"]
    assert applied(SCORE, editor.edits[0]) == GOOD
    assert "the text of `score`" in editor.questions[0]
    assert "your editor's language model" in editor.questions[0]
    assert request.messages[0].role == "system"
    assert "# Case 1: gender" in request.messages[-1].text
    assert "cot2, 1 round, 300 + 40 tokens" in offer.repairs[0].evidence


async def test_nothing_is_sent_that_the_user_does_not_allow(editor: Editor, tmp_path: Path) -> None:
    done = await asked_editor(editor, tmp_path, {"text": GOOD}, "Cancel")

    assert not done["applied"]
    assert editor.offers == []
    assert editor.messages[-1] == "Nothing was sent."


async def test_what_the_model_gets_wrong_is_said(editor: Editor, tmp_path: Path) -> None:
    done = await asked_editor(editor, tmp_path, {"text": "I would rather not."}, "Send")

    assert not done["applied"]
    assert editor.edits == []
    assert "no repair in the model's 2 answers" in editor.messages[-1]


async def test_a_model_that_fails_is_said(editor: Editor, tmp_path: Path) -> None:
    def fail(params: Any) -> Any:
        raise JsonRpcException("the quota is used up", code=-32000)

    done = await asked_editor(editor, tmp_path, fail, "Send")

    assert not done["applied"]
    assert "the quota is used up" in editor.messages[-1]


async def test_a_repair_can_be_cancelled(editor: Editor, tmp_path: Path) -> None:
    never = asyncio.Event()

    async def wait(params: Any) -> None:
        await never.wait()

    task = asyncio.create_task(asked_editor(editor, tmp_path, wait, "Send"))
    begin = await editor.until(
        lambda: [p for p in editor.progress if p.value.get("title") == "Repairing score"]
    )
    await editor.until(lambda: editor.offers)
    editor.client.window_work_done_progress_cancel(
        types.WorkDoneProgressCancelParams(token=begin[0].token)
    )
    with pytest.raises(JsonRpcException):
        await asyncio.wait_for(task, PATIENCE_SECONDS)

    assert editor.edits == []


@pytest.mark.parametrize("before", ["", "a\n", "a\nb\n", "a\nb", "a\r\nb\r\n", "ä𝕏\nb", "\n\n"])
@pytest.mark.parametrize("after", ["", "a\n", "b\n", "a\nc\nb\n", "a", "x\ny", "ä𝕏\n", "\n"])
def test_edits_make_one_text_out_of_the_other(before: str, after: str) -> None:
    codec = PositionCodec(types.PositionEncodingKind.Utf16)
    made = Text(before, codec)
    for one in reversed(edits_between(made, after)):
        change = types.TextDocumentContentChangePartial(range=one.range, text=one.new_text)
        made, _ = changed(made, [change])

    assert made.python == after
