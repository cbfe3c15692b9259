"""Which pages the site has, in which order, and where they come from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

HOME = "index.md"
LEFT_OUT = frozenset({"package.md"})
"""What is shown elsewhere: the page of the package on PyPI."""


@dataclass(frozen=True)
class Section:
    """Pages of one kind: a lesson, directions, facts, or reasons."""

    title: str
    pages: tuple[str, ...]
    """Their paths, as below `docs/`; those below `reference/` are generated."""


SECTIONS = (
    Section("Tutorial", ("tutorial.md",)),
    Section(
        "How to",
        (
            "review.md",
            "repair.md",
            "audit.md",
            "editors.md",
            "agents.md",
            "api.md",
            "scale.md",
            "studies.md",
            "papers.md",
            "benchmark.md",
        ),
    ),
    Section(
        "Reference",
        (
            "settings.md",
            "reference/command-line.md",
            "reference/settings.md",
            "reference/rules.md",
            "reference/attributes.md",
            "reference/purposes.md",
            "reference/python.md",
            "glossary.md",
        ),
    ),
    Section(
        "Explanation",
        (
            "how-it-searches.md",
            "deciders.md",
            "purposes.md",
            "isolation.md",
            "comparison.md",
            "architecture.md",
        ),
    ),
)
BELOW_OTHERS = "rules/"
"""Pages that the navigation does not name, since another page lists them."""


def listed() -> Iterator[str]:
    """The pages that the navigation names."""
    yield HOME
    for section in SECTIONS:
        yield from section.pages
