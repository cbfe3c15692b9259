"""Let the user choose among the repairs of a function."""

from __future__ import annotations

from evenhand.doors.printable import printable
from evenhand.doors.terminal import ask_number, show_text
from evenhand.repair.repairs import Repair, Repairs


def choose_repair(repairs: Repairs) -> Repair | None:
    """The repair that the user picks; None for none."""
    if not repairs.offered:
        return None

    show_text(f"\n{repairs.function}: which repair?")
    for number, repair in enumerate(repairs.offered, 1):
        show_text(f"  {number}  {printable(repair.title)}")
        for line in filter(None, (*repair.effects, repair.note, repair.evidence)):
            show_text(f"     {printable(line)}")
    show_text("  0  none")

    picked = ask_number("Number", len(repairs.offered))
    return repairs.offered[picked - 1] if picked else None
