"""Look whether every link of the site leads to something."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

from rendered_pages import REPOSITORY


@dataclass
class _Links(HTMLParser):
    """What a page links to, and what can be linked to in it."""

    targets: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.anchors.add(value or "")
            elif name in ("href", "src"):
                self.targets.append(value or "")


def broken_links(site: Path, root: Path) -> Iterator[str]:
    """A sentence for each link that leads nowhere; `root` is the folder of the repository."""
    pages = {
        file.relative_to(site).as_posix(): _links(file) for file in sorted(site.rglob("*.html"))
    }
    for page, links in pages.items():
        for target in links.targets:
            if not _leads_somewhere(target, page, pages, site, root):
                yield f"{page}: the link {target} leads nowhere"


def _links(file: Path) -> _Links:
    links = _Links()
    links.feed(file.read_text(encoding="utf-8"))
    return links


def _leads_somewhere(
    target: str, page: str, pages: dict[str, _Links], site: Path, root: Path
) -> bool:
    address, _, anchor = unquote(target).partition("#")
    if address.startswith(REPOSITORY):
        return (root / address.removeprefix(REPOSITORY)).exists()
    if "://" in address:
        return address.startswith("https://")

    place = (
        posixpath.normpath(posixpath.join(posixpath.dirname(page), address)) if address else page
    )
    if place in pages:
        return not anchor or anchor in pages[place].anchors
    return (site / place).is_file()
