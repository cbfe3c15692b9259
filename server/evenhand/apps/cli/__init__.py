"""The command line. It reads, checks and prints; nothing imports it."""

from __future__ import annotations


def main() -> None:
    """Run the command line with the arguments of this process, and exit."""
    from evenhand.apps.cli.commands import evenhand

    evenhand(prog_name="evenhand")
