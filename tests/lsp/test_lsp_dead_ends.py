"""Where nothing is repaired, a message says why, and every button of it leads on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from editor import REAL, UNABLE, Editor, start

PAY = """\
def pay(amount, gender):
    return eval(f"amount * (2 if gender == 'male' else 1)")
"""
EXEMPT = """\
def is_refused(applicant, disabled, hours):
    if not applicant.enrolled:
        return False
    if disabled:
        return False
    return hours < 20
"""
SCORE = """\
def score(years, gender):
    points = years * 2
    if gender == "male":
        points += 10
    return points
"""
SHOW, ALLOW = "Show the Line", "Allow and Say Why"
MODEL, PROMPT = "Try with a Language Model...", "Copy AI Prompt"
QUESTION = types.WINDOW_SHOW_MESSAGE_REQUEST
ABILITIES = ["chooseRepair", "askModel", "findModel", "askReason", "copyText"]
ABLE = {"trusted": True, "client": ABILITIES}


@pytest.fixture
async def editor(tmp_path: Path) -> AsyncIterator[Editor]:
    made = await start(REAL, [tmp_path], ABLE, copy=True)
    made.answers["evenhand/findModel"] = {"name": "Model X", "id": "vendor/x"}
    yield made
    await made.quit()


async def repaired(editor: Editor, folder: Path, text: str = PAY) -> tuple[str, dict[str, Any]]:
    """What came of repairing the one function of a text."""
    (folder / "wages.py").write_text(text)
    uri = editor.open(folder / "wages.py", text)
    (found,) = await editor.published(uri)
    fixes = await editor.fixes(uri, found)
    command = next(fix.command for fix in fixes if fix.title.startswith("Repair"))
    return uri, await editor.run(command.command, *command.arguments)


def choosing(title: str | None, offered: list[str]) -> Any:
    """A person who chooses a button, and reads all of them."""

    def choose(params: types.ShowMessageRequestParams) -> str | None:
        offered.extend(action.title for action in params.actions or ())
        return title

    return choose


async def test_the_message_says_why_and_what_can_be_done(editor: Editor, tmp_path: Path) -> None:
    offered: list[str] = []
    editor.answers[QUESTION] = choosing(None, offered)
    _, done = await repaired(editor, tmp_path)
    await editor.until(lambda: offered)

    assert not done["applied"]
    assert editor.questions == [done["reason"]]
    assert done["reason"].startswith("pay was not repaired: return eval(f")
    assert " decides by gender, and every change that was tried still does: " in done["reason"]
    assert offered == [SHOW, ALLOW, MODEL, PROMPT]


async def test_the_line_is_shown(editor: Editor, tmp_path: Path) -> None:
    editor.answers[QUESTION] = SHOW
    uri, _ = await repaired(editor, tmp_path)
    (place,) = await editor.until(lambda: editor.places)

    assert place.uri == uri
    assert place.selection is not None


async def test_a_reason_is_asked_for(editor: Editor, tmp_path: Path) -> None:
    editor.answers[QUESTION] = ALLOW
    uri, _ = await repaired(editor, tmp_path)
    (asked,) = await editor.until(lambda: editor.reasons)

    assert (asked.uri, asked.function, asked.attributes) == (uri, "pay", "gender")
    assert asked.reason == ""


async def test_a_client_that_asks_for_no_reason_gets_it_to_type_over(tmp_path: Path) -> None:
    editor = await start(REAL, [tmp_path], {"trusted": True}, copy=True, answer=ALLOW)
    await repaired(editor, tmp_path)
    (edit,) = await editor.until(lambda: editor.edits)
    await editor.quit()

    (document,) = edit.edit.document_changes or ()
    assert [one.new_text for one in document.edits] == [
        "# evenhand: allow(gender) say here why this is intended\n"
    ]


async def test_a_model_may_try_without_being_set_up(editor: Editor, tmp_path: Path) -> None:
    answers = iter([MODEL, "Send"])
    editor.answers[QUESTION] = lambda params: next(answers, None)
    editor.answers["evenhand/askModel"] = {"text": "I would rather not."}
    await repaired(editor, tmp_path)
    _, consent, end = await editor.until(
        lambda: editor.questions if len(editor.questions) == 3 else None
    )

    assert "May Evenhand send code to Model X of your editor?" in consent
    assert "pay was not repaired: no repair in the model's 3 answers" in end


async def test_no_model_is_offered_where_there_is_none(editor: Editor, tmp_path: Path) -> None:
    offered: list[str] = []

    def none(params: Any) -> Any:
        raise JsonRpcException("sign in first", code=-32000)

    editor.answers["evenhand/findModel"] = none
    editor.answers[QUESTION] = choosing(None, offered)
    await repaired(editor, tmp_path)
    await editor.until(lambda: offered)

    assert offered == [SHOW, ALLOW, PROMPT]


async def test_a_prompt_for_an_assistant_of_ones_own(editor: Editor, tmp_path: Path) -> None:
    editor.answers[QUESTION] = PROMPT
    await repaired(editor, tmp_path)
    await editor.until(lambda: editor.messages)
    prompt = editor.offers[-1].text

    assert PAY.strip() in prompt
    assert "Repair `pay` so that gender no longer makes any difference" in prompt
    assert "assert pay(" in prompt
    assert editor.messages[-1].startswith("The prompt is in the clipboard.")


async def test_an_editor_that_shows_no_buttons_gets_the_sentence(
    editor: Editor, tmp_path: Path
) -> None:
    editor.answers[QUESTION] = UNABLE
    _, done = await repaired(editor, tmp_path)
    await editor.until(lambda: editor.messages)

    assert editor.messages == [done["reason"]]


async def test_to_allow_is_called_no_repair(editor: Editor, tmp_path: Path) -> None:
    editor.answers[QUESTION] = ALLOW
    _, done = await repaired(editor, tmp_path, EXEMPT)
    (asked,) = await editor.until(lambda: editor.reasons)

    reason = "a relief that people have a right to"
    assert done["reason"] == f"is_refused was not repaired. Rather allow disability: {reason}."
    assert asked.reason == reason
    assert not [offer for offer in editor.offers if hasattr(offer, "repairs")]


async def test_a_long_repair_goes_on_in_the_background(tmp_path: Path) -> None:
    options = {**ABLE, "timing": {"foreground": 0}}
    editor = await start(REAL, [tmp_path], options, copy=True, answer="Show the Repair")
    editor.answers["evenhand/chooseRepair"] = {"chosen": 0}
    _, done = await repaired(editor, tmp_path, SCORE)
    said, asked = list(editor.messages), list(editor.questions)
    await editor.quit()

    assert said == ["The repair of score takes longer. It goes on in the background."]
    assert asked[0] == "A repair of score is ready."
    assert done["applied"]


async def test_what_was_made_in_the_background_may_be_left(tmp_path: Path) -> None:
    options = {**ABLE, "timing": {"foreground": 0}}
    editor = await start(REAL, [tmp_path], options, copy=True)
    _, done = await repaired(editor, tmp_path, SCORE)
    offers = list(editor.offers)
    await editor.quit()

    assert not done["applied"]
    assert offers == []
