"""What explains itself: the pages of the rules, and the protected attributes."""

from __future__ import annotations

from pathlib import Path

import click

import evenhand
from evenhand.check.catalogue import default_catalogue
from evenhand.check.rules.registry import all_rules, rule_with_code
from evenhand.findings import RuleCode, Severity
from evenhand.workspace.check_options import options_for
from evenhand.workspace.pyproject import nearest_settings
from evenhand.workspace.settings import override

_PLAIN_WIDTH = 240
"""Columns of a table that goes into a file or a pipe."""


def print_rule(code: str) -> None:
    """Print the page of one rule: as it is into a pipe, laid out on a terminal."""
    rule = rule_with_code(code.upper())
    if rule is None:
        codes = ", ".join(known.code for known in all_rules())
        raise click.UsageError(f"no rule `{code}`; there are {codes}")
    text = rule_page(rule.code)

    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        click.echo(text)


def rule_page(code: RuleCode) -> str:
    """The page in Markdown; a source tree has it under `docs/`, a package inside."""
    package = Path(evenhand.__file__).parent
    for folder in (package / "rules", package.parents[1] / "docs" / "rules"):
        page = folder / f"{code}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise click.ClickException(f"the page of {code} is missing from this installation")


def print_attributes(profile: str | None) -> None:
    """Print every attribute, and whether it is checked in the current folder."""
    from rich.console import Console
    from rich.table import Table

    choice = nearest_settings(Path.cwd())
    choice = override(choice.settings, {"profile": profile}, "command line")
    if choice.problems:
        raise click.UsageError("; ".join(choice.problems))
    settings = choice.settings
    catalogue = default_catalogue().extended(settings.extra_attributes)
    loud = catalogue.profile(settings.profile)
    checked = options_for(Path("any.py"), settings, "").attributes or frozenset(loud)
    table = Table("attribute", "shown as", "kind", "basis", box=None, pad_edge=False)
    for attribute in catalogue.attributes:
        severity = loud.get(attribute.name, Severity.WARNING)
        shown = severity if attribute.name in checked else "not checked"
        table.add_row(attribute.name, shown, attribute.tier, attribute.legal_basis)
    console = Console()
    Console(width=None if console.is_terminal else _PLAIN_WIDTH).print(table)
