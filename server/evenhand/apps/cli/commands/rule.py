"""`evenhand rule`: print the page of a rule."""

from __future__ import annotations

import click


@click.command()
@click.argument("code")
def rule(code: str) -> None:
    """Print the page of a rule, such as EVH001."""
    from rich.markdown import Markdown

    from evenhand.apps.cli.output.rule_pages import rule_page
    from evenhand.check.rules.registry import all_rules, rule_with_code
    from evenhand.doors.console import output_console, show_rich
    from evenhand.doors.terminal import show_text

    named_rule = rule_with_code(code.upper())
    if named_rule is None:
        codes = ", ".join(rule.code for rule in all_rules())
        raise click.UsageError(f"no rule `{code}`; there are {codes}")

    page = rule_page(named_rule.code)
    console = output_console()
    if console.is_terminal:
        show_rich(console, Markdown(page))
    else:
        show_text(page)
