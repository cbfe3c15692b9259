"""A command of a package that is not installed: it says how to install it."""

from __future__ import annotations

import importlib.metadata
from typing import NoReturn

import pytest
from click.testing import CliRunner, Result

from evenhand.apps.cli.program import evenhand


@pytest.fixture
def nothing_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    def distribution(name: str) -> NoReturn:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "distribution", distribution)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(evenhand, arguments)


@pytest.mark.usefixtures("nothing_is_added")
@pytest.mark.parametrize(
    "arguments", [[], ["--help"], ["huang", "--from", "answers.jsonl"], ["--format=csv", "--", "x"]]
)
def test_one_sentence_says_how_to_install_it(arguments: list[str]) -> None:
    result = run("study", *arguments)

    sentence = "`evenhand study` is a package of its own: pip install evenhand-studies"
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"Error: {sentence}\n")


@pytest.mark.usefixtures("nothing_is_added")
def test_help_says_that_it_is_not_installed() -> None:
    assert "Not installed: pip install evenhand-studies" in run("--help").stdout


def test_other_commands_do_not_look_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(importlib.metadata, "distribution")

    assert run("rule", "EVH001").exit_code == 0
    assert run("--version").exit_code == 0
