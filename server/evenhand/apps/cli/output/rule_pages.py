"""The page of each rule, as the documentation has it."""

from __future__ import annotations

from pathlib import Path

import click

import evenhand
from evenhand.findings import RuleCode


def rule_page(code: RuleCode) -> str:
    """The page in Markdown, from `docs/` of a source tree or from inside a package."""
    package = Path(evenhand.__file__).parent
    for folder in (package / "rules", package.parents[1] / "docs" / "rules"):
        page = folder / f"{code}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise click.ClickException(f"the page of {code} is missing from this installation")
