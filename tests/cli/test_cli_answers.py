"""What a person answers to findings is kept on the machine, counts, and can be taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_terminal import AtTerminal, without_terminal

RATING = """\
def rating(years, gender):
    return years * 2 + (10 if gender == "male" else 0)
"""
KEYS = "? help: "
WHY = "Number: "
WRITE = "Write all of this? [y/N]: "


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "rating.py").write_text(RATING)
    return tmp_path


def shown(folder: Path, **environment: str) -> list[str]:
    """The findings that a check prints."""
    run = without_terminal(folder, "check", ".", **environment)
    return [line for line in run.stdout.splitlines() if "EVH001" in line]


def answer_in_review(project: Path) -> AtTerminal:
    with AtTerminal(project, "check", "--review") as person:
        person.answer(KEYS, "u")
        person.answer(WHY, "1")
        person.answer(WRITE, "y\n")
        person.end()
    return person


def test_an_answered_finding_is_left_out_until_its_code_changes(project: Path) -> None:
    assert len(shown(project)) == 1

    person = answer_in_review(project)

    assert "  1 answer on this machine\n" in person.shown
    assert "no finding left." in person.shown
    assert shown(project) == []
    (project / "rating.py").write_text("\n\n" + RATING)
    assert shown(project) == []
    (project / "rating.py").write_text(RATING.replace("10", "20"))
    assert len(shown(project)) == 1


def test_answers_are_listed_and_taken_back(project: Path) -> None:
    answer_in_review(project)

    listed = without_terminal(project, "answers", "list").stdout
    assert "rating.py: rating: gender is not a decision" in listed
    assert without_terminal(project, "answers", "forget", "2").returncode == 1
    assert "Forgot 1 answer." in without_terminal(project, "answers", "forget", "1").stderr
    assert len(shown(project)) == 1
    assert "Nothing was answered" in without_terminal(project, "answers", "list").stderr


def test_in_ci_and_for_other_repositories_no_answer_counts(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    answer_in_review(project)
    other = tmp_path_factory.mktemp("other")
    (other / ".git").mkdir()
    (other / "rating.py").write_text(RATING)

    assert len(shown(project, CI="true")) == 1
    assert len(shown(other)) == 1


WAYS = {
    "4": (0, "1 answer on this machine", ""),
    "5": (0, "extend-exclude: /rating.py", '[tool.evenhand]\nextend-exclude = ["/rating.py"]\n'),
    "6": (0, "attributes.gender: false", "[tool.evenhand.attributes]\ngender = false\n"),
}


@pytest.mark.parametrize("key", WAYS)
def test_a_file_or_a_kind_is_left_out_where_that_is_said(project: Path, key: str) -> None:
    left, told, settings = WAYS[key]
    with AtTerminal(project, "check", "--review") as person:
        person.answer(KEYS, "u")
        listed = person.answer(WHY, key)
        plan = person.answer(WRITE, "y\n")
        person.end()

    assert "  4 not about a person: ignore `gender` in this file\n" in listed
    assert "  6 hide all findings on gender in this project\n" in listed
    assert told in plan
    file = project / "pyproject.toml"
    assert (file.read_text() if file.exists() else "") == settings
    assert len(shown(project)) == left
    (project / "other.py").write_text(RATING)
    assert len(shown(project)) == (0 if key == "6" else 1)
