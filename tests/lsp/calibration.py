"""Print how often what the server says of edits is right, by how sure it is.

python tests/lsp/calibration.py

Plays the sequences of `fixtures/edits` to a server, once with what an editor tells of edits, and
once without.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path

from edit_calibration import levels, missed
from edit_sequences import Told, play, prepare, sequences, told_by
from rich.console import Console
from rich.table import Table

import editor


async def told(folder: Path, ledger: Path, *, hints: bool) -> dict[str, list[Told]]:
    """What a new server says of every sequence."""
    prepare(folder, sequences())
    abilities = ["editHints"] if hints else []
    options = {"trusted": True, "client": abilities}
    os.environ["EVENHAND_LEDGER"] = str(ledger)
    server = await editor.start(editor.CLOCKED, [folder], options)
    for label in sequences():
        await play(server, folder, label, hints=hints)
    await server.quit()
    return told_by(ledger)


def table(suggestions: dict[str, list[Told]], title: str) -> Table:
    """One row for each confidence."""
    columns = ("said", "suggestions", "right", "share", "not an assistant's")
    shown = Table(*columns, title=title)
    for level in levels(suggestions):
        numbers = (f"{level.confidence:.0%}", level.said, level.right, f"{level.share:.0%}")
        shown.add_row(*map(str, numbers), ", ".join(level.wrong))
    shown.caption = f"not noticed: {', '.join(missed(suggestions)) or 'none'}"
    return shown


def main() -> None:
    recorded = sum(sequence["recorded"] for sequence in sequences().values())
    without = sum(not sequence["suggestions"] for sequence in sequences().values())
    console = Console()
    console.print(f"{len(sequences())} sequences: {recorded} recorded, {without} no suggestion")
    for hints, title in ((True, "With an editor's hints"), (False, "Without")):
        with tempfile.TemporaryDirectory() as home:
            folder = Path(home) / "folder"
            folder.mkdir()
            found = asyncio.run(told(folder, Path(home) / "ledger.sqlite3", hints=hints))
        console.print(table(found, title))


if __name__ == "__main__":
    main()
