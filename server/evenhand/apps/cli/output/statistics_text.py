"""Says where the time of a run went, on standard error."""

from __future__ import annotations

from evenhand.apps.cli.output.totals import Totals, counted
from evenhand.doors.printable import printable
from evenhand.doors.terminal import say

WORTH_NAMING = 0.5
"""Seconds; files that took less are not named."""


def print_statistics(totals: Totals) -> None:
    """Print what the files cost together, and which took longest."""
    cost = totals.costs.together
    kept = f"{cost.files_kept:,} of {counted(totals.files, 'file')} known from earlier checks"
    if cost.functions_kept:
        kept += f", and {counted(cost.functions_kept, 'function')} of the others"
    read = f"{cost.functions_read:,} of {counted(totals.functions, 'function')}"
    run = f"{counted(cost.functions_run, 'function')}, {counted(cost.calls, 'call')}"

    say(f"Checked in {totals.seconds:.1f} s; all processes together took")
    say(f"  {cost.looking_up:7.1f} s to look up files: {kept}")
    say(f"  {cost.reading:7.1f} s to read: {read}")
    say(f"  {cost.running:7.1f} s to run: {run}")

    slow = [(seconds, path) for seconds, path in totals.costs.slowest if seconds > WORTH_NAMING]
    if slow:
        say("Slowest files:")
    for seconds, path in slow:
        say(f"  {seconds:7.1f} s {printable(path)}")
