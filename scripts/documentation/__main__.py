"""Build the site of the documentation, and check its links: `python scripts/documentation OUTPUT`.

Its pages are those of `docs/`, and a reference that the code writes itself. They need no script,
and load nothing from elsewhere. The exit status is 1 if a link leads nowhere, or if a page of
`docs/` is in no section.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from generated_pages import generated_pages
from link_check import broken_links
from page_tree import BELOW_OTHERS, LEFT_OUT, listed
from rendered_pages import HERE, Page, html_of

ROOT = HERE.parents[1]


def main(output: Path, docs: Path = ROOT / "docs") -> int:
    """Write the site of the pages in `docs`; returns the exit status."""
    pages = {path: Page(path, text) for path, text in _texts(docs).items()}
    problems = list(_missing(set(pages)))
    if not problems:
        _write(output, docs, pages)
        problems = list(broken_links(output, ROOT))

    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(pages)} pages in {output}")
    return 1 if problems else 0


def _texts(docs: Path) -> dict[str, str]:
    files = {file.relative_to(docs).as_posix(): file for file in sorted(docs.rglob("*.md"))}
    own = {path: file.read_text(encoding="utf-8") for path, file in files.items()}
    return {path: text for path, text in own.items() if path not in LEFT_OUT} | generated_pages()


def _missing(paths: set[str]) -> Iterator[str]:
    """What is in no section, and what a section names that is not there."""
    unlisted = {path for path in paths if not path.startswith(BELOW_OTHERS)} - set(listed())
    for path in sorted(unlisted):
        yield f"{path}: is in no section of page_tree.py"
    for path in sorted(set(listed()) - paths):
        yield f"{path}: is named in page_tree.py, and not there"


def _write(output: Path, docs: Path, pages: dict[str, Page]) -> None:
    titles = {path: page.title for path, page in pages.items()}
    for page in pages.values():
        file = output / page.address
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(html_of(page, titles), encoding="utf-8")
    shutil.copytree(docs / "images", output / "images", dirs_exist_ok=True)
    shutil.copy(HERE / "site.css", output / "site.css")


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
