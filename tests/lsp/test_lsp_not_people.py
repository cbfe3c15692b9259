"""A quick fix says that a name is not about a person, and the finding is gone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from editor import REAL, Editor, start

FEE = """\
def fee(gender, amount):
    return amount * 2 if gender == "male" else amount
"""
TITLE = "Not a problem: gender here…"
NO_PERSON = "Not about a person: ignore gender in this project"
AGREED = "Go On"


def agreeing(params: types.ShowMessageRequestParams) -> str:
    """The answer of somebody who says that the name is no person's, and agrees to write that."""
    offered = [action.title for action in params.actions or ()]
    return NO_PERSON if NO_PERSON in offered else AGREED


@pytest.fixture
async def editor(tmp_path: Path) -> AsyncIterator[Editor]:
    made = await start(REAL, [tmp_path], {"trusted": True}, copy=True, answer=agreeing)
    yield made
    await made.quit()


async def opened(editor: Editor, folder: Path, text: str = FEE) -> tuple[str, list[Any]]:
    (folder / "plugs.py").write_text(text)
    uri = editor.open(folder / "plugs.py", text)
    return uri, await editor.published(uri)


async def fix(editor: Editor, uri: str, diagnostic: types.Diagnostic) -> Any:
    (action,) = [a for a in await editor.fixes(uri, diagnostic) if a.title == TITLE]
    return await editor.run(action.command.command, *action.command.arguments)


async def test_the_name_goes_to_the_settings_and_the_file_is_checked_again(
    editor: Editor, tmp_path: Path
) -> None:
    settings = tmp_path / "pyproject.toml"
    settings.write_text("# ours\n[tool.evenhand]\nprofile = 'legal'  # why\n")
    uri, (found,) = await opened(editor, tmp_path)

    done = await fix(editor, uri, found)

    assert done["written"]
    assert settings.read_text() == (
        "# ours\n[tool.evenhand]\nprofile = 'legal'  # why\nnot-people = [\"gender\"]\n"
    )
    assert await editor.published(uri, checks=2) == []
    told = f"Written to {settings}: ignore gender in this project."
    await editor.until(lambda: told in editor.questions)


@pytest.mark.parametrize("answer", ["Cancel", None])
async def test_nobody_is_silenced_without_a_question(
    editor: Editor, tmp_path: Path, answer: str | None
) -> None:
    answers = iter([NO_PERSON, answer])
    editor.answers[types.WINDOW_SHOW_MESSAGE_REQUEST] = lambda params: next(answers)
    uri, (found,) = await opened(editor, tmp_path)
    done = await fix(editor, uri, found)

    assert not done["written"]
    assert "for everyone on the project" in editor.questions[-1]
    assert not (tmp_path / "pyproject.toml").exists()


@pytest.mark.parametrize("before", [None, "[tool.evenhand]\nprofile = 'legal'\n"])
async def test_what_was_written_is_taken_back(
    editor: Editor, tmp_path: Path, before: str | None
) -> None:
    settings = tmp_path / "pyproject.toml"
    if before is not None:
        settings.write_text(before)
    uri, (found,) = await opened(editor, tmp_path)

    async def undo() -> str:
        await editor.published(uri, checks=2)
        return "Undo"

    answers = iter([NO_PERSON, AGREED, undo()])
    editor.answers[types.WINDOW_SHOW_MESSAGE_REQUEST] = lambda params: next(answers)
    done = await fix(editor, uri, found)
    again = await editor.published(uri, checks=3)

    assert done["written"]
    assert len(again) == 1
    assert (settings.read_text() if settings.exists() else None) == before


async def test_without_settings_they_are_made_in_the_open_folder(
    editor: Editor, tmp_path: Path
) -> None:
    (tmp_path / ".git").mkdir()
    inner = tmp_path / "package"
    inner.mkdir()
    uri, (found,) = await opened(editor, inner)

    await fix(editor, uri, found)

    written = tmp_path / "pyproject.toml"
    assert written.read_text() == '[tool.evenhand]\nnot-people = ["gender"]\n'
    assert sorted(path.name for path in inner.iterdir()) == ["plugs.py"]


async def test_a_remark_has_the_fix_too(editor: Editor, tmp_path: Path) -> None:
    text = 'model.fit(df[["visits", "gender"]], df["y"])\n'
    uri, (found,) = await opened(editor, tmp_path, text)

    assert [action.title for action in await editor.fixes(uri, found)] == [
        "Take `gender` out of the features",
        "Allow gender here and say why",
        TITLE,
    ]


async def test_settings_that_cannot_be_edited_stay(editor: Editor, tmp_path: Path) -> None:
    uri, (found,) = await opened(editor, tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.evenhand\n")

    done = await fix(editor, uri, found)

    assert not done["written"]
    assert editor.messages[-1].endswith("pyproject.toml was not written: it is not valid TOML.")
    assert (tmp_path / "pyproject.toml").read_text() == "[tool.evenhand\n"


async def test_settings_around_the_open_folder_are_not_written(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    outer, inner = tmp_path / "pyproject.toml", tmp_path / "package"
    outer.write_text("[tool.evenhand]\n")
    inner.mkdir()
    editor = await start(REAL, [inner], {"trusted": True}, copy=True, answer=agreeing)
    uri, (found,) = await opened(editor, inner)
    done = await fix(editor, uri, found)
    await editor.quit()

    assert not done["written"]
    assert "outside of the open folder" in done["reason"]
    assert outer.read_text() == "[tool.evenhand]\n"


async def test_nothing_is_offered_to_be_written_where_the_user_trusts_nothing(
    tmp_path: Path,
) -> None:
    offered: list[str] = []

    def read(params: types.ShowMessageRequestParams) -> None:
        offered.extend(action.title for action in params.actions or ())

    editor = await start(REAL, [tmp_path], {"trusted": False}, copy=True, answer=read)
    uri, (found,) = await opened(editor, tmp_path, 'model.fit(df[["gender", "x"]], df["y"])\n')
    done = await fix(editor, uri, found)
    await editor.quit()

    assert "Dismiss the finding on gender" in editor.questions[0]
    assert offered
    assert not [title for title in offered if "project" in title]
    assert not done["written"]
    assert not (tmp_path / "pyproject.toml").exists()
