"""`evenhand sandbox`: what isolation `wasm` runs code with."""

from __future__ import annotations

from pathlib import Path

import click

from evenhand.doors.printable import printable
from evenhand.doors.terminal import say


@click.group()
def sandbox() -> None:
    """Install or delete what isolation `wasm` runs code with.

    These are Pyodide (Python as WebAssembly) and Deno, from the npm registry: 50 MB to download,
    180 MB in your own cache folder.
    """


@sandbox.command()
@click.option(
    "--from",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Take the packages from this folder, and download nothing.",
)
def install(folder: Path | None) -> None:
    """Install it, unless it is there. Its hashes are part of Evenhand."""
    from evenhand.check.sandbox import WorkerError, wasm_installing
    from evenhand.check.sandbox.wasm_folder import is_installed, runtime_folder
    from evenhand.check.sandbox.wasm_snapshots import make_all

    source = (
        wasm_installing.from_registry if folder is None else wasm_installing.from_folder(folder)
    )
    if folder is None and not is_installed():
        say("Downloading Pyodide and Deno (50 MB) ...")
    try:
        is_new = wasm_installing.install(source)
        make_all()
    except (wasm_installing.RuntimeProblemError, WorkerError) as error:
        raise click.ClickException(printable(str(error))) from error

    done = "Installed" if is_new else "It is installed"
    say(f"{done} in {printable(str(runtime_folder()))}.")


@sandbox.command()
def remove() -> None:
    """Delete it."""
    from evenhand.check.sandbox import wasm_installing

    try:
        was_there = wasm_installing.remove()
    except wasm_installing.RuntimeProblemError as error:
        raise click.ClickException(printable(str(error))) from error
    say("Deleted." if was_there else "It was not installed.")
