"""What package indexes show about Evenhand and its studies."""

import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PAGE = (ROOT / PROJECT["readme"]).read_text()
PAGE_OF_STUDIES = (ROOT / "studies" / "README.md").read_text()


@pytest.mark.parametrize("page", [PAGE, PAGE_OF_STUDIES])
def test_links_of_the_page_work_everywhere(page: str) -> None:
    links = re.findall(r"\]\(([^)]+)\)", page)

    assert len(links) > 3
    assert all(link.startswith("https://") for link in links)


def test_the_page_says_what_each_extra_adds() -> None:
    assert set(re.findall(r"^\| `evenhand\[(\w+)\]`", PAGE, re.MULTILINE)) == set(
        PROJECT["optional-dependencies"]
    )


def test_neighbours_may_have_their_own_versions() -> None:
    assert [line for line in PROJECT["dependencies"] if "==" in line] == []


@pytest.mark.parametrize("table", ["scripts", "entry-points"])
def test_what_is_entered_is_there(table: str) -> None:
    entries = PROJECT[table] if table == "scripts" else PROJECT[table]["pytest11"]
    for entry in entries.values():
        module, _, name = entry.partition(":")
        loaded = import_module(module)
        assert not name or callable(getattr(loaded, name))


def test_types_are_announced() -> None:
    assert (ROOT / "server" / "evenhand" / "py.typed").exists()
    assert "Typing :: Typed" in PROJECT["classifiers"]
