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
WHY = "2 what it says is wrong: "
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
