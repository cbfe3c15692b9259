"""What the editor, the hooks and the container of developers name is there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = "${workspaceFolder}/"
BUILT = ("bundled", "extension/out", "node_modules", "tests/editor/node_modules", ".venv")
"""What setting up and building make."""


def read(name: str) -> Any:
    """A JSON file, without the comments that stand on lines of their own."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return json.loads(re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE))


def targets() -> set[str]:
    return set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def test_tasks_are_scripts_and_targets_that_exist() -> None:
    scripts = read("package.json")["scripts"]

    for task in read(".vscode/tasks.json")["tasks"]:
        if task["type"] == "npm":
            assert task["script"] in scripts
        else:
            assert task["command"].removeprefix("make ") in targets()


def test_what_is_debugged_begins_with_tasks_that_exist() -> None:
    tasks = {task["label"] for task in read(".vscode/tasks.json")["tasks"]}
    launch = read(".vscode/launch.json")

    begins = {c["preLaunchTask"] for c in launch["configurations"] if "preLaunchTask" in c}
    names = {c["name"] for c in launch["configurations"]}
    assert begins <= tasks
    assert all(set(compound["configurations"]) <= names for compound in launch["compounds"])


@pytest.mark.parametrize("name", ["launch.json", "settings.json"])
def test_files_that_the_editor_is_told_of_are_there(name: str) -> None:
    text = (ROOT / ".vscode" / name).read_text(encoding="utf-8")

    for path in re.findall(re.escape(FOLDER) + r"([\w./-]+)", text):
        assert path.startswith(BUILT) or (ROOT / path).exists(), path


def test_the_server_that_is_debugged_calls_the_port_that_is_listened_at() -> None:
    (server,) = [c for c in read(".vscode/launch.json")["configurations"] if "listen" in c]
    program = (ROOT / "extension" / "start_from_source.py").read_text()

    assert f'("{server["listen"]["host"]}", {server["listen"]["port"]})' in program


def test_the_container_is_set_up_by_the_projects_own_scripts() -> None:
    for command in read(".devcontainer/devcontainer.json")["postCreateCommand"].split(" && "):
        if command.startswith("make "):
            assert command.removeprefix("make ") in targets()
        else:
            assert (ROOT / command).exists()


def test_no_two_modules_share_a_name() -> None:
    packages = (ROOT / "server" / "evenhand", ROOT / "studies" / "evenhand_studies")
    paths = (path for package in packages for path in package.rglob("*.py"))
    names = [path.name for path in paths if not path.name.startswith("__")]

    assert sorted(names) == sorted(set(names))
