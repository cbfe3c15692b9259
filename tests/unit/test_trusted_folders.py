"""Which folders the user trusts: remembered outside of them, by their real path."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evenhand.workspace.trusted_folders import (
    TrustError,
    answer_about,
    answers,
    answers_file,
    forget,
    remember,
)


def test_an_answer_is_remembered_until_it_is_forgotten(tmp_path: Path) -> None:
    assert answer_about(tmp_path) is None

    remember(tmp_path, True)
    assert answer_about(tmp_path) is True
    remember(tmp_path, False)
    assert answer_about(tmp_path) is False

    assert forget(tmp_path)
    assert not forget(tmp_path)
    assert answers() == {}


def test_it_is_about_the_real_folder_and_none_below(tmp_path: Path) -> None:
    folder, below = tmp_path / "folder", tmp_path / "folder/below"
    below.mkdir(parents=True)
    link = tmp_path / "link"
    link.symlink_to(folder)
    remember(link, True)

    assert answers() == {str(folder): True}
    assert answer_about(folder) is True
    assert answer_about(below) is None


def test_a_folder_cannot_answer_for_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    answers_file().parent.mkdir(parents=True)
    answers_file().write_text(json.dumps({"folders": {str(tmp_path): True}}))

    with pytest.raises(TrustError, match="in the folder that they are about"):
        answer_about(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"folders": 3}', "[" * 100_000, "\xff"])
def test_what_is_damaged_trusts_nothing_and_is_kept(text: str, tmp_path: Path) -> None:
    answers_file().parent.mkdir(parents=True)
    answers_file().write_text(text, "latin-1")

    with pytest.raises(TrustError):
        answer_about(tmp_path)
    with pytest.raises(TrustError):
        remember(tmp_path, True)
    assert answers_file().read_text("latin-1") == text


def test_only_true_is_an_agreement(tmp_path: Path) -> None:
    answers_file().parent.mkdir(parents=True)
    answers_file().write_text(json.dumps({"folders": {str(tmp_path): "yes"}}))

    assert answer_about(tmp_path) is False
