"""Definitions behind imports, beside files that must not be read."""

import os
from pathlib import Path

import pytest

from evenhand.check.imports.definitions import Folders, imported_symbols
from evenhand.check.reading.source import parse

HELPER = "def helper(age):\n    return age > 30\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def names(project: Path, text: str, readable: Path | None = None) -> set[str]:
    source, folders = parse(text), Folders((str(project),), (str(readable or project),))
    return set(imported_symbols(source, project / "main.py", folders))


def test_a_neighbour_is_read(project: Path) -> None:
    (project / "near.py").write_text(HELPER)
    (project / "again.py").write_text("from near import helper\n")

    assert names(project, "from near import helper as help_out\n") == {"helper", "help_out"}
    assert "helper" in names(project, "from again import helper\n")


@pytest.mark.parametrize("text", ["from near import helper\n", "from again import helper\n"])
def test_a_huge_neighbour_is_not_read(project: Path, text: str) -> None:
    (project / "near.py").write_text(HELPER + "values = [\n" + "    1,\n" * 2_000_000 + "]\n")
    (project / "again.py").write_text("from near import helper\n")

    assert "helper" not in names(project, text)


@pytest.mark.parametrize("name", ["near.py", "near.pyi", "conftest.py", "__init__.py", "near"])
def test_a_named_pipe_beside_it_is_not_waited_for(project: Path, name: str) -> None:
    (project / "near.py").write_text(HELPER)
    (project / "again.py").write_text("from near import helper\n")
    (project / name).unlink(missing_ok=True)
    os.mkfifo(project / name)

    found = names(project, "from again import helper\n")

    assert ("helper" in found) == (name != "near.py")


@pytest.mark.parametrize("link", ["near.py", "near"])
def test_a_neighbour_outside_of_the_project_is_not_read(project: Path, link: str) -> None:
    outside = project.parent / "outside"
    outside.mkdir()
    (outside / "__init__.py").write_text(HELPER)
    target = outside if link == "near" else outside / "__init__.py"
    (project / link).symlink_to(target)

    assert names(project, "from near import helper\n") == set()
    assert names(project, "from near import helper\n", project.parent) == {"helper"}


def test_a_folder_that_the_source_names_is_not_read(project: Path) -> None:
    outside = project.parent / "outside"
    outside.mkdir()
    (outside / "far.py").write_text("values = [\n" + "    1,\n" * 2_000_000 + "]\n")
    (project / "near.py").write_text(
        f"import sys\nsys.path.append({str(outside)!r})\nfrom far import x\n"
    )

    assert names(project, "from near import x\n") == set()


def test_a_neighbour_that_cannot_be_parsed_is_left_alone(project: Path) -> None:
    for number, text in enumerate(["x = " + "(" * 5000, "\0", "x = " + "-" * 50_000 + "1"]):
        (project / f"near{number}.py").write_text(text)

        assert names(project, f"from near{number} import x\n") == set()


PACKAGE = {
    "rules/__init__.py": "from .ages import limit\nfrom .fees import price as fee\n",
    "rules/ages.py": "def limit(age):\n    return age > 30\n",
    "rules/fees.py": "def price(age):\n    return age\n",
    "rules/either.py": "try:\n    from .ages import limit\nexcept ImportError:\n    limit = 3\n",
    "rules/all.py": "from .ages import *\n",
}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("from rules.ages import limit", "limit"),
        ("from rules import limit", "limit"),
        ("from rules import fee", "fee"),
        ("from rules import fee as cost", "cost"),
        ("from .rules.fees import price", "price"),
        ("from rules.either import limit", "limit"),
        ("from rules.all import limit", "limit"),
    ],
)
def test_names_are_found_however_they_are_handed_on(project: Path, text: str, name: str) -> None:
    (project / "rules").mkdir()
    for file, content in PACKAGE.items():
        (project / file).write_text(content)

    assert name in names(project, f"{text}\n")


@pytest.mark.parametrize("text", ["from rules import nobody\n", "from rules.ages import *\n"])
def test_what_is_not_there_is_not_found(project: Path, text: str) -> None:
    (project / "rules").mkdir()
    for file, content in PACKAGE.items():
        (project / file).write_text(content)

    assert names(project, text) == set()


def test_many_large_neighbours_are_not_all_read(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evenhand.check.imports.plain_imports.MOST_CHARACTERS", 120)
    for number in range(9):
        (project / f"near{number}.py").write_text(
            f"def helper{number}(age):\n    return age > 30\n"
        )
    lines = [f"from near{number} import helper{number}\n" for number in range(9)]

    found = names(project, "".join(lines))

    assert {"helper0", "helper1", "helper2"} <= found
    assert "helper8" not in found
