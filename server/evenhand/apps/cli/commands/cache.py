"""`evenhand cache`: the results of earlier checks, which are kept on disk."""

from __future__ import annotations

import click

from evenhand.doors.printable import printable
from evenhand.doors.terminal import say, show_text

MEGABYTE = 1_000_000


@click.group()
def cache() -> None:
    """Show or delete the results of earlier checks.

    They are kept in your own cache folder, so that what has not changed is not checked again.
    """


@cache.command()
def path() -> None:
    """Print the folder of the cache."""
    from evenhand.check.cache.cache_folder import default_folder

    show_text(printable(str(default_folder())))


@cache.command()
def size() -> None:
    """Print how much is in the cache."""
    from evenhand.apps.cli.output.totals import counted
    from evenhand.check.cache.cache_folder import CacheFolder, default_folder

    usage = CacheFolder(default_folder()).usage()
    show_text(f"{usage.bytes / MEGABYTE:.1f} MB in {counted(usage.files, 'file')}")


@cache.command()
def clear() -> None:
    """Delete everything in the cache."""
    from evenhand.apps.cli.output.totals import counted
    from evenhand.check.cache.cache_folder import CacheFolder, default_folder

    usage = CacheFolder(default_folder()).clear()
    say(f"Deleted {counted(usage.files, 'file')} ({usage.bytes / MEGABYTE:.1f} MB).")
