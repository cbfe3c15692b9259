"""What a client sends, and what holds for a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from evenhand.apps.lsp.configuration.client_configuration import Configuration, read_configuration
from evenhand.apps.lsp.configuration.file_settings import FileSettings
from evenhand.apps.lsp.configuration.file_settings import file_settings as settings_of


def file_settings(file: Path, folders: dict[str, Path], sent: Configuration) -> FileSettings:
    """The settings of a file in a workspace that is trusted."""
    return settings_of(file, folders, sent, trusted=True)


@pytest.mark.parametrize(
    ("sent", "profile"),
    [
        ({"globalSettings": {"profile": "legal"}}, "legal"),
        ({"evenhand": {"profile": "legal"}}, "legal"),
        ({"profile": "legal", "trusted": True}, "legal"),
        ({"settings": {"file:///else": {"profile": "legal"}}}, "default"),
        ({"settings": ["legal"], "globalSettings": "legal", "interpreters": 3}, "default"),
        (None, "default"),
        ("legal", "default"),
    ],
)
def test_settings_are_read_from_what_any_client_sends(tmp_path: Path, sent: Any, profile: str):
    found = file_settings(tmp_path / "a.py", {}, read_configuration(sent))

    assert found.settings.profile == profile
    assert found.problems == ()


def test_the_innermost_folder_decides_however_its_uri_is_written(tmp_path: Path):
    outer, inner = tmp_path, tmp_path / "a b"
    inner.mkdir()
    folders = {outer.as_uri(): outer, f"file://{inner}/": inner}
    sent = {
        "settings": {outer.as_uri(): {"profile": "paper"}, inner.as_uri(): {"profile": "legal"}}
    }

    found = file_settings(inner / "a.py", folders, read_configuration(sent))

    assert found.settings.profile == "legal"


def test_the_editor_wins_over_the_nearest_pyproject(tmp_path: Path):
    (tmp_path / "pyproject.toml").write_text(
        '[tool.evenhand]\nprofile = "paper"\nignore = ["EVH003"]\n'
    )

    found = file_settings(tmp_path / "a.py", {}, Configuration({"": {"profile": "legal"}})).settings

    assert (found.profile, found.ignore) == ("legal", ("EVH003",))


def test_names_that_are_not_about_people_count_wherever_they_stand(tmp_path: Path):
    (tmp_path / "pyproject.toml").write_text('[tool.evenhand]\nnot-people = ["party_type"]\n')
    folders = {tmp_path.as_uri(): tmp_path}
    sent = read_configuration({"settings": {tmp_path.as_uri(): {"notPeople": ["Role"]}}})

    found = file_settings(tmp_path / "a.py", folders, sent)

    assert found.problems == ()
    assert found.options.not_people == {"party_type", "role"}


def test_a_folder_may_not_choose_the_interpreter(tmp_path: Path):
    python = tmp_path / "python"
    python.touch(mode=0o755)
    folders = {tmp_path.as_uri(): tmp_path}
    own, users = ({key: {"python": str(python)}} for key in (tmp_path.as_uri(), ""))

    refused = file_settings(tmp_path / "a.py", folders, read_configuration({"settings": own}))
    taken = file_settings(tmp_path / "a.py", {}, Configuration(users))

    assert refused.python != str(python)
    assert "may not be set there" in refused.problems[0]
    assert taken.python == str(python)


@pytest.mark.parametrize("folder_asks", ["basic", "static", None])
def test_the_isolation_is_the_users_whatever_a_folder_says(tmp_path: Path, folder_asks: str | None):
    asked = {} if folder_asks is None else {"isolation": folder_asks}
    folders, key = {tmp_path.as_uri(): tmp_path}, tmp_path.as_uri()
    configuration = Configuration({key: {"profile": "legal", **asked}, "": {"isolation": "strong"}})

    found = file_settings(tmp_path / "a.py", folders, configuration)

    assert (found.settings.isolation, found.settings.profile) == ("strong", "legal")
    assert bool(found.problems) is bool(asked)


def test_without_any_choice_our_own_python_runs_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)

    assert file_settings(tmp_path / "a.py", {}, Configuration()).python == sys.executable


@pytest.mark.parametrize(
    ("path", "excluded"),
    [("a.py", False), ("build/a.py", True), ("old/a.py", True), ("old.py", False)],
)
def test_exclusions_count_from_the_folder(tmp_path: Path, path: str, excluded: bool):
    top = tmp_path / "build" / "project"
    sent = Configuration({"": {"extendExclude": ["old/"]}})

    found = file_settings(top / path, {top.as_uri(): top}, sent)

    assert found.excluded is excluded
    assert found.wanted is not excluded
