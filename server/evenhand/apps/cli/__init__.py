"""The command line: it reads, checks and prints. Nothing imports it."""

from __future__ import annotations


def main() -> None:
    """Run the command line with the arguments of this process, and exit."""
    from evenhand.apps.cli.program import evenhand

    evenhand(prog_name="evenhand")
