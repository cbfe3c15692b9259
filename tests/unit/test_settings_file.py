"""A name is added to a project's settings, and everything else in the file stays as it is."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenhand.doors.writing import NotWritten
from evenhand.workspace.pyproject import nearest_settings
from evenhand.workspace.settings_file import (
    NotEditedError,
    Written,
    change_settings,
    not_people,
    settings_file_for,
    with_change,
)

EDITS = {
    "an empty file": ("", '[tool.evenhand]\nnot-people = ["party_type"]\n'),
    "a file without the table": (
        '[project]\nname = "x"  # why\n',
        '[project]\nname = "x"  # why\n\n[tool.evenhand]\nnot-people = ["party_type"]\n',
    ),
    "beside other tools": (
        "# first\n[tool.black]\nline-length = 90\n\n# about ruff\n[tool.ruff]\nfix = true\n",
        "# first\n[tool.black]\nline-length = 90\n\n# about ruff\n[tool.ruff]\nfix = true\n"
        '\n[tool.evenhand]\nnot-people = ["party_type"]\n',
    ),
    "a table without the key": (
        '[tool.evenhand]\nprofile = "legal"  # ours\n\n[tool.ruff]\nfix=true\n',
        '[tool.evenhand]\nprofile = "legal"  # ours\nnot-people = ["party_type"]\n'
        "\n[tool.ruff]\nfix=true\n",
    ),
    "a list": (
        '[tool.evenhand]\nnot-people = ["role"] # both\nprofile = "legal"\n',
        '[tool.evenhand]\nnot-people = ["role", "party_type"] # both\nprofile = "legal"\n',
    ),
    "a list of several lines": (
        '[tool.evenhand]\nnot-people = [\n    "role", # of a plug\n    "state",\n]\n',
        '[tool.evenhand]\nnot-people = [\n    "role", # of a plug\n    "state",\n'
        '    "party_type",\n]\n',
    ),
    "a key that is spelled in another way": (
        "[tool.evenhand]\nnotPeople = []\n",
        '[tool.evenhand]\nnotPeople = ["party_type"]\n',
    ),
    "a table in a line": (
        '[tool]\nevenhand = {profile = "legal"}\n',
        '[tool]\nevenhand = {profile = "legal", not-people = ["party_type"]}\n',
    ),
    "dotted keys": (
        'tool.evenhand.profile = "legal"\n[x]\ny=1\n',
        'tool.evenhand.profile = "legal"\ntool.evenhand.not-people = ["party_type"]\n[x]\ny=1\n',
    ),
    "tables below it": (
        '[tool.evenhand.purposes]\nbody = "warning"\n',
        '[tool.evenhand]\nnot-people = ["party_type"]\n\n'
        '[tool.evenhand.purposes]\nbody = "warning"\n',
    ),
    "a table that comes twice": (
        '[tool.a]\nx=1\n[other]\ny=1\n[tool.evenhand]\nprofile="legal"\n[z]\nq=1\n',
        '[tool.a]\nx=1\n[other]\ny=1\n[tool.evenhand]\nprofile="legal"\n'
        'not-people = ["party_type"]\n[z]\nq=1\n',
    ),
    "a table in pieces": (
        "[tool.evenhand]\nignore = []\n[x]\ny=1\n[tool.evenhand.purposes]\nbody='off'\n",
        '[tool.evenhand]\nignore = []\nnot-people = ["party_type"]\n[x]\ny=1\n'
        "[tool.evenhand.purposes]\nbody='off'\n",
    ),
    "line ends of Windows": (
        '[tool.evenhand]\r\nprofile = "legal"\r\n',
        '[tool.evenhand]\r\nprofile = "legal"\r\nnot-people = ["party_type"]\r\n',
    ),
    "a name that is there": (
        "[tool.evenhand]\nnot-people = ['partyType',]\n",
        "[tool.evenhand]\nnot-people = ['partyType',]\n",
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_only_the_name_is_new(name: str) -> None:
    before, after = EDITS[name]

    assert with_change(before, not_people(["party_type"])) == after


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[tool.evenhand\n", "it is not valid TOML"),
        ("x." * 20_000 + "y = 1\n", "it is not valid TOML"),
        ("tool = 3\n", "`tool.evenhand` must be a table"),
        ("[tool]\nevenhand = []\n", "`tool.evenhand` must be a table"),
        ("[tool.evenhand]\nnot-people = 'role'\n", "`not-people` must be a list"),
        ("tool = {black = {x = 1}}\n", "change `not-people` yourself"),
    ],
)
def test_what_cannot_be_edited_is_left_alone(text: str, sentence: str) -> None:
    with pytest.raises(NotEditedError, match=sentence):
        with_change(text, not_people(["role"]))


@given(st.lists(st.text(st.characters(codec="utf-8")), max_size=5))
def test_any_names_can_be_added(names: list[str]) -> None:
    text = with_change("[tool.evenhand]\nselect = ['EVH']\n", not_people(names))

    written = tomllib.loads(text)["tool"]["evenhand"].get("not-people", [])
    assert set(written) <= set(names)
    assert with_change(text, not_people(names)) == text


def test_the_file_keeps_its_bytes_and_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "pyproject.toml"
    before = "# Zoë\r\n[tool.evenhand]\r\nignore = []\r\n".encode()
    file.write_bytes(before)
    file.chmod(0o640)

    assert isinstance(change_settings(file, not_people(["role", "Role"]), tmp_path), Written)
    assert file.read_bytes() == before + b'not-people = ["role"]\r\n'
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_file_that_cannot_be_edited_stays(tmp_path: Path) -> None:
    file = tmp_path / "pyproject.toml"
    for content in (b"[tool.evenhand]\nx = '\xff'\n", b"[tool", b"tool = 1"):
        file.write_bytes(content)

        assert isinstance(change_settings(file, not_people(["role"]), tmp_path), NotWritten)
        assert file.read_bytes() == content


def test_no_link_leads_out(tmp_path: Path) -> None:
    folder, outside = tmp_path / "project", tmp_path / "theirs.toml"
    folder.mkdir()
    outside.write_text("[tool.evenhand]\n")
    (folder / "pyproject.toml").symlink_to(outside)

    assert isinstance(
        change_settings(folder / "pyproject.toml", not_people(["role"]), folder), NotWritten
    )
    assert outside.read_text() == "[tool.evenhand]\n"


def test_the_settings_that_hold_are_the_ones_that_are_edited(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    inner = tmp_path / "package"
    inner.mkdir()
    (tmp_path / "pyproject.toml").write_text("[tool.evenhand]\nprofile = 'legal'\n")
    (inner / "pyproject.toml").write_text("[project]\nname = 'inner'\n")
    file = inner / "code.py"

    target = settings_file_for(file, nearest_settings(inner).settings.source)
    assert isinstance(change_settings(target, not_people(["role"]), tmp_path), Written)

    settings = nearest_settings(inner).settings
    assert target == tmp_path / "pyproject.toml"
    assert (settings.profile, settings.not_people) == ("legal", {"role"})


def test_without_settings_it_is_the_nearest_file_or_a_new_one(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    inner, other = tmp_path / "package", tmp_path.parent
    inner.mkdir()
    file = inner / "code.py"

    assert settings_file_for(file, None) == tmp_path / "pyproject.toml"
    assert settings_file_for(file, None, inner) == inner / "pyproject.toml"
    assert settings_file_for(file, None, other) == tmp_path / "pyproject.toml"

    (tmp_path / "pyproject.toml").write_text("[project]\n")
    assert settings_file_for(file, None, inner) == tmp_path / "pyproject.toml"


def test_a_new_file_holds_at_once(tmp_path: Path) -> None:
    file = settings_file_for(tmp_path / "code.py", None)

    assert isinstance(change_settings(file, not_people(["partyType"]), tmp_path), Written)
    assert nearest_settings(tmp_path).settings.not_people == {"party_type"}
