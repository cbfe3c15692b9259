"""Pages that explain: the rules, and the protected attributes."""

from __future__ import annotations

from pathlib import Path

import click

import evenhand
from evenhand.findings import Code


def print_rule(code: str) -> None:
    """Print the page of one rule: as it is into a pipe, laid out on a terminal."""
    known = {c.value: c for c in Code}
    if code.upper() not in known:
        raise click.UsageError(f"no rule `{code}`; there are {', '.join(known)}")
    text = rule_page(known[code.upper()])
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        click.echo(text)


def rule_page(code: Code) -> str:
    """The page in Markdown; a source tree has it under `docs/`, a package inside."""
    package = Path(evenhand.__file__).parent
    for folder in (package / "rules", package.parents[1] / "docs" / "rules"):
        page = folder / f"{code}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise click.ClickException(f"the page of {code} is missing from this installation")
