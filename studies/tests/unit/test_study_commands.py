"""The command `evenhand study`: it comes from a package of its own, and has one command a study."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import evenhand
import evenhand_studies
from evenhand.apps.cli.program import evenhand as program
from evenhand_studies.commands.study import STUDIES, study

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_is_a_command_of_its_name(name: str) -> None:
    command = study.get_command(click.Context(study), name)

    assert command is not None
    assert command.name == name


def test_the_entry_point_is_what_evenhand_adds_to_its_commands() -> None:
    ((name, value),) = PROJECT["entry-points"]["evenhand.commands"].items()

    assert EntryPoint(name, value, "evenhand.commands").load() is study
    assert program.get_command(click.Context(program), name) is study


def test_help_says_what_the_command_is_for() -> None:
    printed = CliRunner().invoke(program, ["--help"]).stdout

    assert re.search(r"^  study +The experiments of the field's papers", printed, re.MULTILINE)


def test_both_packages_are_of_one_release() -> None:
    assert evenhand_studies.__version__ == evenhand.__version__
    assert f"evenhand=={evenhand.__version__}" in PROJECT["dependencies"]
