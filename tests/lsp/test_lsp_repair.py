"""Repairs through the real server: a quick fix, a choice, and an edit of one version."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from chat_server import ChatServer, Reply, chat_server
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.workspace import PositionCodec

from editor import PATIENCE_SECONDS, REAL, Editor, start
from evenhand.apps.lsp.documents.line_edits import edits_between
from evenhand.apps.lsp.documents.text_positions import Text, changed

SCORE = """\
def score(years, gender):
    points = years * 2
    if gender == "male":
        points += 10
    return points
"""
BONUS = """\


def bonus(days, age):
    return days * (2 if age < 45 else 1)
"""
GOOD = "def score(years, gender):\n    return years * 2 + 10\n"
CHOOSE = "evenhand/chooseRepair"
BY_MODEL = "Repair `score` with a language model"
ABLE = {"trusted": True, "client": ["chooseRepair", "askModel"]}


@pytest.fixture
async def editor(tmp_path: Path) -> AsyncIterator[Editor]:
    made = await start(REAL, [tmp_path], ABLE, copy=True)
    yield made
    await made.quit()


async def opened(editor: Editor, folder: Path, text: str) -> tuple[str, list[types.Diagnostic]]:
    file = folder / "rating.py"
    file.write_text(text, newline="")
    uri = editor.open(file, text)
    return uri, await editor.published(uri)


def applied(text: str, edit: types.ApplyWorkspaceEditParams, version: int = 1) -> str:
    """`text` after an edit, whose parts all mean the text as it was."""
    (document,) = edit.edit.document_changes or ()
    assert document.text_document.version == version
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
    done = await run_fix(editor, uri, found, "Repair `score` (gender)")
    (offer,) = editor.offers
    after = applied(SCORE, editor.edits[0])

    assert offer.uri == uri
    assert offer.version == 1
    assert [r.title for r in offer.repairs] == [
        "Remove the rules by gender",
        "Treat everyone as 'male' is treated today",
    ]
    assert offer.repairs[0].effects == ["'male' loses 10", "nobody gains"]
    assert "Proved by" in offer.repairs[0].evidence
    assert after == offer.repairs[0].text
    assert done["applied"]
    editor.replace(uri, 2, after)
    assert await editor.published(uri, 2) == []


async def test_only_the_lines_that_change_are_edited(editor: Editor, tmp_path: Path) -> None:
    text = SCORE.replace("\n", "\r\n")
    uri, (found,) = await opened(editor, tmp_path, text)
    editor.answers[CHOOSE] = {"chosen": 0}
    await run_fix(editor, uri, found, "Repair `score`")
    after = applied(text, editor.edits[0])

    assert after.count("\n") == after.count("\r\n")
    assert after.endswith("    points = years * 2\r\n    return points\r\n")


async def test_nothing_is_applied_where_nothing_is_chosen(editor: Editor, tmp_path: Path) -> None:
    uri, (found,) = await opened(editor, tmp_path, SCORE)
    editor.answers[CHOOSE] = None
    done = await run_fix(editor, uri, found, "Repair `score`")

    assert not done["applied"]
    assert editor.edits == []


async def test_a_text_that_changed_meanwhile_is_left_alone(editor: Editor, tmp_path: Path) -> None:
    uri, (found,) = await opened(editor, tmp_path, SCORE)

    def edit_first(params: Any) -> dict[str, int]:
        editor.type(uri, 2, (0, 0), "# typed while the diff was open\n")
        return {"chosen": 0}

    editor.answers[CHOOSE] = edit_first
    done = await run_fix(editor, uri, found, "Repair `score`")

    assert not done["applied"]
    assert editor.edits == []
    assert "changed meanwhile" in editor.messages[-1]


async def test_all_in_the_file_with_one_choice(editor: Editor, tmp_path: Path) -> None:
    uri, found = await opened(editor, tmp_path, SCORE + BONUS)
    editor.answers[CHOOSE] = {"chosen": 0}
    await run_fix(editor, uri, found[0], "Repair all 2 functions in this file")
    after = applied(SCORE + BONUS, editor.edits[0])

    assert len(editor.offers) == 1
    assert editor.offers[0].repairs[0].title == "Repair 2 functions: score, bonus"
    assert "score: remove the rules by gender" in editor.offers[0].repairs[0].evidence
    editor.replace(uri, 2, after)
    assert await editor.published(uri, 2) == []


CALLER = """\


def offer(years, gender):
    return score(years, gender) > 12
"""


async def test_a_repair_says_what_is_repaired_with_it(editor: Editor, tmp_path: Path) -> None:
    uri, found = await opened(editor, tmp_path, SCORE + CALLER)
    editor.answers[CHOOSE] = {"chosen": 0}
    title = "Repair `score` (gender), and with it `offer`"
    done = [await run_fix(editor, uri, finding, title) for finding in found]

    assert len(found) == 2
    assert all(each["applied"] for each in done)


async def test_the_light_bulb_of_two_attributes(editor: Editor, tmp_path: Path) -> None:
    text = SCORE.replace("gender)", "gender, age)").replace(
        "return", "points -= age > 40\n    return"
    )
    uri, found = await opened(editor, tmp_path, text + BONUS)
    asked = [finding for finding in found if finding.range.start.line == 0]
    offered = await editor.actions(uri, asked, None)

    assert [action.title for action in offered] == [
        "Repair `score` (gender and age)",
        "Repair all 2 functions in this file",
        "Allow gender in `score` and say why",
        "Allow age in `score` and say why",
        "Add tests for gender and age to tests/test_rating_evenhand.py",
        "Not a problem: gender and age here…",
    ]
    assert [action.is_preferred for action in offered] == [True, *[None] * 5]


async def test_a_repair_can_be_undone_in_its_message(editor: Editor, tmp_path: Path) -> None:
    uri, (found,) = await opened(editor, tmp_path, SCORE)
    told = asyncio.Event()
    editor.answers[CHOOSE] = {"chosen": 0}
    editor.answers[types.WINDOW_SHOW_MESSAGE_REQUEST] = "Undo"
    editor.delay = told.wait()
    await run_fix(editor, uri, found, "Repair `score`")
    after = applied(SCORE, editor.edits[0])
    editor.replace(uri, 2, after)
    await editor.published(uri, 2)
    told.set()
    await editor.until(lambda: len(editor.edits) == 2)

    assert editor.questions[0].startswith("rating.py was repaired. Remove the rules by gender")
    assert applied(after, editor.edits[1], 2) == SCORE


async def test_what_was_typed_after_a_repair_is_not_undone(editor: Editor, tmp_path: Path) -> None:
    uri, (found,) = await opened(editor, tmp_path, SCORE)
    told = asyncio.Event()
    editor.answers[CHOOSE] = {"chosen": 0}
    editor.answers[types.WINDOW_SHOW_MESSAGE_REQUEST] = "Undo"
    editor.delay = told.wait()
    await run_fix(editor, uri, found, "Repair `score`")
    editor.replace(uri, 2, "# mine\n" + applied(SCORE, editor.edits[0]))
    await editor.published(uri, 2)
    told.set()
    await editor.until(lambda: editor.messages)

    assert editor.messages == ["rating.py has changed since. Use the editor's own undo."]
    assert len(editor.edits) == 1


FIX_ALL = "source.fixAll.evenhand"


@pytest.mark.parametrize("asked", [FIX_ALL, "source.fixAll", "source", ""])
async def test_all_is_repaired_when_the_file_is_saved(
    editor: Editor, tmp_path: Path, asked: str
) -> None:
    uri, _ = await opened(editor, tmp_path, SCORE + BONUS)
    actions = await editor.actions(uri, [], [asked])
    (action,) = [action for action in actions if action.kind == FIX_ALL]
    complete = await editor.completed(action)
    edit = types.ApplyWorkspaceEditParams(complete.edit)
    editor.replace(uri, 2, applied(SCORE + BONUS, edit))

    assert action.edit is None
    assert await editor.published(uri, 2) == []
    assert "score (gender): Remove the rules by gender" in editor.messages[0]
    assert "bonus (age): " in editor.messages[0]
    assert await editor.actions(uri, [], [asked]) == []


@pytest.mark.parametrize("asked", ["source.fixAll.ruff", "source.organizeImports", "refactor"])
async def test_who_asks_for_something_else_gets_nothing(
    editor: Editor, tmp_path: Path, asked: str
) -> None:
    uri, _ = await opened(editor, tmp_path, SCORE)

    assert await editor.actions(uri, [], [asked]) == []


async def test_a_whole_file_is_not_in_the_light_bulb(editor: Editor, tmp_path: Path) -> None:
    uri, found = await opened(editor, tmp_path, SCORE)

    assert FIX_ALL not in [action.kind for action in await editor.actions(uri, found, None)]


async def test_an_edit_of_an_older_text_is_never_made(editor: Editor, tmp_path: Path) -> None:
    uri, _ = await opened(editor, tmp_path, SCORE)
    (action,) = await editor.actions(uri, [], [FIX_ALL])
    editor.type(uri, 2, (0, 0), "# mine\n")
    await editor.published(uri, 2)

    assert (await editor.completed(action)).edit is None


async def test_a_client_that_shows_no_diff_is_asked_in_a_message(tmp_path: Path) -> None:
    editor = await start(REAL, [tmp_path], copy=True)
    uri, (found,) = await opened(editor, tmp_path, SCORE)
    editor.answers[types.WINDOW_SHOW_MESSAGE_REQUEST] = "Treat everyone as 'male' is treated today"
    done = await run_fix(editor, uri, found, "Repair `score`")
    await editor.quit()

    assert done["applied"]
    assert "'female', 'non-binary' gain 10; nobody loses" in editor.questions[0]
    assert "points += 10" in applied(SCORE, editor.edits[0])


async def test_nothing_is_offered_where_nothing_may_run(tmp_path: Path) -> None:
    editor = await start(REAL, [tmp_path], {"trusted": False}, copy=True)
    uri, (found,) = await opened(editor, tmp_path, SCORE)
    shown = await titles(editor, uri, found)
    await editor.quit()

    assert not [t for t in shown if t.startswith("Repair")]


async def test_a_model_is_offered_only_to_who_chose_one(editor: Editor, tmp_path: Path) -> None:
    uri, (found,) = await opened(editor, tmp_path, SCORE)
    before = await titles(editor, uri, found)
    editor.configure({"repair": {"provider": "editor"}})
    after = await titles(editor, uri, found)

    assert BY_MODEL not in before
    assert BY_MODEL in after


async def asked_editor(editor: Editor, folder: Path, answer: Any, allow: str | None) -> Any:
    editor.configure({"repair": {"provider": "editor", "advanced": {"rounds": 2}}})
    uri, (found,) = await opened(editor, folder, SCORE)
    editor.answers[CHOOSE] = {"chosen": 0}
    editor.answers["evenhand/askModel"] = answer
    editor.answers[types.WINDOW_SHOW_MESSAGE_REQUEST] = allow
    return await run_fix(editor, uri, found, BY_MODEL)


async def test_the_editors_own_model_writes_a_repair(editor: Editor, tmp_path: Path) -> None:
    answer = {"text": f"```python\n{GOOD}```", "sent": 300, "received": 40}
    done = await asked_editor(editor, tmp_path, answer, "Send")
    request, offer = editor.offers

    assert done["applied"]
    assert applied(SCORE, editor.edits[0]) == GOOD
    assert "the text of score" in editor.questions[0]
    assert "your editor's language model" in editor.questions[0]
    assert request.messages[0].role == "system"
    assert "# Case 1: gender" in request.messages[-1].text
    assert "1 attempt, 340 tokens" in offer.repairs[0].evidence


async def test_nothing_is_sent_that_the_user_does_not_allow(editor: Editor, tmp_path: Path) -> None:
    done = await asked_editor(editor, tmp_path, {"text": GOOD}, "Cancel")

    assert not done["applied"]
    assert editor.offers == []
    assert editor.messages[-1] == "Nothing was sent."


NO_CONSENT: tuple[Any, ...] = ({"agreed": False}, {"agreed": "Send"}, {}, None)


async def test_nothing_but_an_agreement_is_taken_for_one(tmp_path: Path) -> None:
    abilities = ["chooseRepair", "askModel", "maySend"]
    editor = await start(REAL, [tmp_path], {"trusted": True, "client": abilities}, copy=True)
    editor.configure({"repair": {"provider": "editor"}})
    uri, (found,) = await opened(editor, tmp_path, SCORE)
    said = []
    for answer in NO_CONSENT:
        editor.answers["evenhand/maySend"] = answer
        said.append((await run_fix(editor, uri, found, BY_MODEL))["reason"])
    asked = [request.question for request in editor.offers]
    await editor.quit()

    assert said == ["Nothing was sent."] * len(NO_CONSENT)
    assert asked == ["May Evenhand send code to your editor's language model?"] * len(NO_CONSENT)


async def test_another_address_of_a_model_is_asked_about_again(
    editor: Editor, tmp_path: Path
) -> None:
    uri, (found,) = await opened(editor, tmp_path, SCORE)
    with chat_server(Reply("I would rather not.")) as chat:
        editor.configure(endpoint(chat, advanced={"rounds": 1}))
        editor.answers[types.WINDOW_SHOW_MESSAGE_REQUEST] = "Send"
        await run_fix(editor, uri, found, BY_MODEL)
        await run_fix(editor, uri, found, BY_MODEL)
        sent = len(chat.requests)
        editor.configure(endpoint(chat, endpoint=f"{chat.url}/another"))
        editor.answers[types.WINDOW_SHOW_MESSAGE_REQUEST] = None
        await run_fix(editor, uri, found, BY_MODEL)

    asked = [question for question in editor.questions if question.startswith("May Evenhand")]
    assert len(asked) == 2
    assert len(chat.requests) == sent == 2


async def test_what_the_model_gets_wrong_is_said(editor: Editor, tmp_path: Path) -> None:
    done = await asked_editor(editor, tmp_path, {"text": "I would rather not."}, "Send")

    assert not done["applied"]
    assert editor.edits == []
    assert "no repair in the model's 2 answers" in done["reason"]


async def test_a_model_that_fails_is_said(editor: Editor, tmp_path: Path) -> None:
    def fail(params: Any) -> Any:
        raise JsonRpcException("the quota is used up", code=-32000)

    done = await asked_editor(editor, tmp_path, fail, "Send")

    assert not done["applied"]
    assert "the quota is used up" in editor.messages[-1]


async def test_the_editors_model_has_a_name_and_what_it_notes_is_shown(tmp_path: Path) -> None:
    abilities = ["chooseRepair", "askModel", "findModel"]
    editor = await start(REAL, [tmp_path], {"trusted": True, "client": abilities}, copy=True)
    editor.answers["evenhand/findModel"] = {"name": "Model X", "id": "vendor/x"}
    answer = {"text": f"```python\n{GOOD}```\nNote: read it."}
    await asked_editor(editor, tmp_path, answer, "Send")
    *_, asked, offer = editor.offers
    question = editor.questions[0]
    await editor.quit()

    assert asked.id == "vendor/x"

    assert "to Model X of your editor?" in question
    assert "Note of the model: read it." in offer.repairs[0].evidence


async def test_what_the_editors_model_has_written_is_shown(editor: Editor, tmp_path: Path) -> None:
    async def write(params: Any) -> Any:
        writes = {"question": params.question, "characters": 1234}
        editor.client.protocol.notify("evenhand/modelWrites", writes)
        await editor.until(lambda: reported(editor, "answer 1: 1,234 characters"))
        return {"text": f"```python\n{GOOD}```"}

    done = await asked_editor(editor, tmp_path, write, "Send")

    assert done["applied"]


def endpoint(chat: ChatServer, **more: object) -> dict[str, object]:
    where = {"provider": "openai", "endpoint": chat.url, "model": "scripted"}
    return {"repair": {**where, **more}}


async def test_a_model_behind_an_endpoint_writes_a_repair(editor: Editor, tmp_path: Path) -> None:
    uri, (found,) = await opened(editor, tmp_path, SCORE)
    editor.answers[CHOOSE] = {"chosen": 0}
    editor.answers[types.WINDOW_SHOW_MESSAGE_REQUEST] = "Send"
    with chat_server(Reply(f"```python\n{GOOD}```" + " Well." * 100, delay=True)) as chat:
        advanced = {"maxTokens": 900, "temperature": 0.3}
        editor.configure(endpoint(chat, advanced=advanced))
        fixing = asyncio.create_task(run_fix(editor, uri, found, BY_MODEL))
        await asyncio.to_thread(chat.asked.wait, PATIENCE_SECONDS)
        await editor.until(lambda: reported(editor, "asking scripted at 127.0.0.1"))
        chat.go.set()
        done = await fixing

    assert done["applied"]
    assert reported(editor, "answer 1: 2")
    (request,) = chat.requests
    assert (request["max_tokens"], request["temperature"]) == (900, 0.3)


def reported(editor: Editor, text: str) -> bool:
    return any(text in str(p.value.get("message", "")) for p in editor.progress)


FAILURES = {
    "key": (Reply(status=401), "127.0.0.1"),
    "model": (Reply(status=404), "has no model scripted; it has other"),
}


@pytest.mark.parametrize("remedy", FAILURES)
async def test_a_model_is_tried_out_before_the_search(tmp_path: Path, remedy: str) -> None:
    reply, sentence = FAILURES[remedy]
    abilities = ["chooseRepair", "modelFailed"]
    editor = await start(REAL, [tmp_path], {"trusted": True, "client": abilities}, copy=True)
    uri, (found,) = await opened(editor, tmp_path, SCORE)
    editor.answers[types.WINDOW_SHOW_MESSAGE_REQUEST] = "Send"
    with chat_server(reply) as chat:
        chat.models = ["other"]
        editor.configure(endpoint(chat))
        done = await run_fix(editor, uri, found, BY_MODEL)
        await editor.until(lambda: editor.failures)
    await editor.quit()

    assert not done["applied"]
    assert sentence in done["reason"]
    (failure,) = editor.failures
    assert (failure.problem, failure.remedy) == (done["reason"], remedy)
    assert not any("def score" in said for said in chat.asked_for)


async def test_an_address_that_is_none_is_said(editor: Editor, tmp_path: Path) -> None:
    uri, (found,) = await opened(editor, tmp_path, SCORE)
    where = {"provider": "openai", "endpoint": "ftp://x", "model": "scripted"}
    editor.configure({"repair": where})
    await run_fix(editor, uri, found, BY_MODEL)

    assert "'ftp://x' is no base URL" in editor.messages[-1]


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
