"""Turn pages of Markdown into pages of HTML, with the navigation around them."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from chameleon import PageTemplate
from markdown_it import MarkdownIt
from markdown_it.token import Token
from page_tree import SECTIONS

HERE = Path(__file__).parent
REPOSITORY = "https://github.com/evenhand/evenhand/blob/main/"
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_TEMPLATE = PageTemplate((HERE / "page.pt").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Page:
    """A page of the site."""

    path: str
    """In Markdown, as below `docs/`: `rules/EVH001.md`."""
    text: str

    @property
    def address(self) -> str:
        """Where it is on the site."""
        return self.path.removesuffix(".md") + ".html"

    @property
    def title(self) -> str:
        heading = re.match("# (.+)", self.text)
        assert heading is not None, self.path
        return heading[1].replace("`", "")


def html_of(page: Page, titles: dict[str, str]) -> str:
    """The page as HTML; `titles` are those of all pages, by their paths."""
    tokens = _MARKDOWN.parse(page.text)
    _number_headings(tokens)
    for link in _links(tokens):
        _turn(link, page.path)
    html: str = _TEMPLATE(
        title=page.title,
        content=_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}),
        sections=[(section.title, _entries(section.pages, page, titles)) for section in SECTIONS],
        up=posixpath.relpath(".", posixpath.dirname(page.path) or "."),
    )
    return html


def _entries(paths: tuple[str, ...], page: Page, titles: dict[str, str]) -> list[dict[str, Any]]:
    folder = posixpath.dirname(page.path)
    return [
        {
            "address": posixpath.relpath(Page(path, "").address, folder or "."),
            "title": titles[path],
            "current": "page" if path == page.path else None,
        }
        for path in paths
    ]


def _number_headings(tokens: list[Token]) -> None:
    """Give each heading the name by which GitHub links to it."""
    seen: Counter[str] = Counter()
    for opening, content in pairwise(tokens):
        if opening.type == "heading_open":
            plain = re.sub(r"[^\w\- ]", "", content.content.lower()).replace(" ", "-")
            opening.attrSet("id", plain if not seen[plain] else f"{plain}-{seen[plain]}")
            seen[plain] += 1


def _links(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        if token.type in ("link_open", "image"):
            yield token
        yield from _links(token.children or [])


def _turn(link: Token, path: str) -> None:
    """Lead to pages of the site, and to the repository for what is none."""
    name = "src" if link.type == "image" else "href"
    target, _, anchor = str(link.attrGet(name)).partition("#")
    if not target or "://" in target:
        return
    place = posixpath.normpath(posixpath.join("docs", posixpath.dirname(path), target))
    if not place.startswith("docs/"):
        target = REPOSITORY + place
    elif target.endswith(".md"):
        target = Page(target, "").address
    link.attrSet(name, f"{target}#{anchor}" if anchor else target)
