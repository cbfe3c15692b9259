"""Let the user choose among the repairs of a function."""

from __future__ import annotations

import click

from evenhand.repair.repairs import Repair, Repairs


def choose_repair(repairs: Repairs) -> Repair | None:
    """The repair that the user picks; None for none."""
    if not repairs.offered:
        return None

    click.echo(f"\n{repairs.function}: which repair?")
    for number, repair in enumerate(repairs.offered, 1):
        click.echo(f"  {number}  {repair.title}")
        for line in filter(None, (repair.effect, repair.evidence)):
            click.echo(f"     {line}")
    click.echo("  0  none")

    numbers = click.IntRange(0, len(repairs.offered))
    picked = click.prompt("Number", type=numbers, default=1)
    return repairs.offered[picked - 1] if picked else None
