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
WHY = "Harmless: nobody gains or loses anything"


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
    assert await editor.published(uri, checks=2) == []
    await editor.until(lambda: "evenhand answers forget" in editor.questions[-1])
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


HIDDEN = "Hidden on this machine until the function changes"
WRITTEN_AS = "Written to pyproject.toml as {}, for everyone on the project"
LISTED = [
    ("Intended here: say why", "Adds a comment above the function"),
    (WHY, f"{HIDDEN}; similar ones count for less"),
    ("Not about a person: ignore gender in this function", HIDDEN),
    ("Not about a person: ignore gender in this file", "Kept on this machine"),
    ("Not about a person: ignore gender in this project", WRITTEN_AS.format("not-people")),
    ("Do not check fees.py", WRITTEN_AS.format("extend-exclude")),
    ("Hide all findings on gender in this project", WRITTEN_AS.format("attributes")),
    ("The finding is wrong: copy a report", f"{HIDDEN}; no code in the report"),
]
ABLE = {"trusted": True, "client": ["pick", "copyText", "askReason"]}


async def picked(folder: Path, number: int, text: str = FEE) -> Editor:
    """An editor in which a person has picked one way to say so."""
    editor = await start(REAL, [folder], ABLE, copy=True, answer="Go On")
    editor.answers["evenhand/pick"] = {"picked": number}
    await answered(editor, folder, text)
    return editor


async def test_each_way_says_what_it_writes_and_where(tmp_path: Path) -> None:
    editor = await picked(tmp_path, 99)
    (asked,) = editor.offers
    await editor.quit()

    assert asked.title == "Dismiss the finding on gender"
    assert [(item.label, item.detail) for item in asked.items] == LISTED


async def test_what_is_intended_is_asked_for_its_reason(tmp_path: Path) -> None:
    editor = await picked(tmp_path, 0)
    (asked,) = await editor.until(lambda: editor.reasons)
    await editor.quit()

    assert (asked.function, asked.attributes) == ("fee", "gender")


WRITTEN = {
    4: '[tool.evenhand]\nnot-people = ["gender"]\n',
    5: '[tool.evenhand]\nextend-exclude = ["/fees.py"]\n',
    6: "[tool.evenhand.attributes]\ngender = false\n",
}


@pytest.mark.parametrize("number", [1, 2, 3, *WRITTEN, 7])
async def test_each_way_silences_and_can_be_undone(tmp_path: Path, number: int) -> None:
    uri, file = (tmp_path / "fees.py").as_uri(), tmp_path / "pyproject.toml"
    editor = await start(REAL, [tmp_path], ABLE, copy=True)
    editor.answers["evenhand/pick"] = {"picked": number}
    written: list[str] = []

    async def undo() -> str:
        written.append(file.read_text() if file.exists() else "")
        assert await editor.published(uri, checks=2) == []
        return "Undo"

    answers = iter(["Go On", undo()] if number in {3, *WRITTEN} else [undo()])
    editor.answers[types.WINDOW_SHOW_MESSAGE_REQUEST] = lambda params: next(answers)
    await answered(editor, tmp_path, FEE)
    again = await editor.published(uri, checks=3)
    await editor.quit()

    assert written == [WRITTEN.get(number, "")]
    assert len(again) == 1
    assert not file.exists()


async def test_a_name_that_is_no_persons_in_a_file_is_that_in_no_other(tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text(FEE)
    editor = await picked(tmp_path, 3)
    uri = (tmp_path / "fees.py").as_uri()
    changed = FEE.replace("amount * 2", "amount * 3")
    await editor.published(uri, checks=2)
    editor.replace(uri, 2, changed)
    here = await editor.published(uri, 2)
    there = await editor.published(editor.open(other))
    await editor.quit()

    assert here == []
    assert len(there) == 1


async def test_a_report_has_nothing_of_the_code(tmp_path: Path) -> None:
    editor = await picked(tmp_path, 7)
    report = editor.offers[-1].text
    await editor.quit()

    assert "EVH001 (biased) by gender, taken for decision" in report
    assert "towards decision" in report
    assert not any(word in report for word in ("fee", "* 2", "male"))


async def test_a_remark_is_silenced_by_its_rule(tmp_path: Path) -> None:
    editor = await picked(tmp_path, 5, TRAIN)
    (asked, *_) = editor.offers
    file = tmp_path / "pyproject.toml"
    await editor.until(lambda: file.exists())
    await editor.quit()

    assert asked.items[5].label.startswith("Hide all EVH201 findings (")
    assert file.read_text() == '[tool.evenhand]\nignore = ["EVH201"]\n'
