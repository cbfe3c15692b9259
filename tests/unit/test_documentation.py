"""The documentation leads to what exists: links, anchors, paths and the map."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from evenhand.apps.cli.output.formats import FORMATS
from evenhand.check.catalogue import PROFILES
from evenhand.check.rules.registry import all_rules
from evenhand.isolation import Isolation
from evenhand.repair.by_model.strategies import Strategy

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "server" / "evenhand"
STUDIES = ROOT / "studies" / "evenhand_studies"
BASES = {"E": PACKAGE, "S": STUDIES}
"""What a page may call a package for short."""
WINGS = {path.parent.name: path.parent for path in PACKAGE.glob("*/__init__.py")}
AT_THE_ROOT = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "examples/README.md",
    "fixtures/README.md",
    "studies/README.md",
)
EXAMPLES = ROOT / "examples"
PAGES = [*(ROOT / name for name in AT_THE_ROOT), *sorted((ROOT / "docs").rglob("*.md"))]
ARCHITECTURE = ROOT / "docs" / "architecture.md"

LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
IN_BACKTICKS = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"(?:[\w.-]+/)+(?:[\w.-]+\.\w+)?")
"""A folder that ends in a slash, or a file with a suffix: `check/reading/`, `docs/audit.md`."""
ROOM = re.compile(rf"(?:{'|'.join([*WINGS, *BASES])})(?:/[\w.-]+)+/?")
"""A path from the package's top: `check/reading`."""
MODULE = re.compile(r"[a-z_]+\.(?:py|toml)")
ELSEWHERE = (
    "NAME",
    "NNN",
    "dist/",
    "pyproject.toml",
    "statistics.py",
    ".cursor/",
    ".claude/",
    "mcp.json",
    ".config/helix/",
    "workspace/didChange",
    "test_lending.py",
)
"""Parts of paths that a reader replaces, that are built, or that are not this project's."""


def every_page() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


@cache
def anchors(page: Path) -> frozenset[str]:
    """The headings of a page, as GitHub links to them."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings]
    return frozenset(heading.replace(" ", "-") for heading in plain)


@every_page()
def test_links_lead_somewhere(page: Path) -> None:
    links = [link for link in LINK.findall(prose(page)) if not link.startswith("https://")]

    for link in links:
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@every_page()
def test_paths_that_are_named_exist(page: Path) -> None:
    phrases = IN_BACKTICKS.findall(prose(page))
    own = [phrase for phrase in phrases if not any(part in phrase for part in ELSEWHERE)]

    for phrase in own:
        if PATH.fullmatch(phrase) or ROOM.fullmatch(phrase):
            assert exists(phrase, page), phrase
        elif MODULE.fullmatch(phrase):
            folders = (EXAMPLES, PACKAGE, STUDIES)
            assert any(list(folder.rglob(phrase)) for folder in folders), phrase


def exists(path: str, page: Path) -> bool:
    """Whether a path exists, from the page's folder, the root, the package or one of its wings."""
    base, _, below = path.partition("/")
    if base in BASES:
        return (BASES[base] / below).exists()
    folders = (page.parent, ROOT, PACKAGE, STUDIES, *WINGS.values())
    return any((folder / path).exists() for folder in folders)


@pytest.mark.parametrize(
    ("page", "entries"),
    [
        ("docs/audit.md", FORMATS),
        ("docs/repair.md", Strategy),
        ("docs/settings.md", Isolation),
        ("docs/settings.md", PROFILES),
        ("README.md", [rule.code for rule in all_rules()]),
    ],
    ids=["formats", "strategies", "isolation", "profiles", "rules"],
)
def test_a_page_lists_everything_that_there_is(page: str, entries: Iterable[str]) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")

    assert [entry for entry in entries if not re.search(rf"[`\[]{entry}[`\]]", text)] == []


def test_the_map_has_every_room_and_no_other() -> None:
    (drawn,) = re.findall(r"## The map\n\n```\n(.*?)```", ARCHITECTURE.read_text(), re.DOTALL)
    paths = paths_of_map(drawn)

    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert rooms() - paths == set()


def paths_of_map(drawn: str) -> set[str]:
    """The paths in an indented drawing; a line without indentation begins at the root."""
    paths: set[str] = set()
    parents: list[tuple[int, str]] = []
    for line in drawn.splitlines():
        names = re.match(r"( *)((?:[\w./]+/ ?|\w+\.py)+)", line)
        if names is None:
            continue

        indent = len(names[1])
        parents = [parent for parent in parents if parent[0] < indent]
        base = "".join(name for _, name in parents)
        paths.update((base + name).rstrip("/") for name in names[2].split())
        parents.append((indent, names[2].split()[-1]))
    return paths


def rooms() -> set[str]:
    """The modules and folders at the package's top, and the folders of each."""
    modules = {path for path in PACKAGE.glob("*.py") if not path.name.startswith("__")}
    folders = {
        path.parent
        for package in BASES.values()
        for depth in ("*", "*/*")
        for path in package.glob(f"{depth}/__init__.py")
    }
    return {str(path.relative_to(ROOT)) for path in modules | folders}
