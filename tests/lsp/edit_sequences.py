"""Sequences of edits with who made them, and playing them to a server again.

Those in `fixtures/edits` that say `recorded` came from a real VS Code (`tests/editor/record.ts`);
the others were written as it would send them.
"""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lsprotocol import types

from editor import Editor
from evenhand.assistants.ledger.queries import entries
from evenhand.assistants.ledger.store import opened

FOLDER = Path(__file__).parents[2] / "fixtures" / "edits"
SETTLING_SECONDS = 5.0
"""Longer than any pause after which edits are looked into."""
FILE_EVENTS = {
    "created": types.FileChangeType.Created,
    "changed": types.FileChangeType.Changed,
    "deleted": types.FileChangeType.Deleted,
}


@dataclass(frozen=True)
class Told:
    """One suggestion: as it was, or as the ledger has it."""

    kind: str
    functions: tuple[str, ...]
    confidence: float = 1.0

    @property
    def what(self) -> tuple[str, tuple[str, ...]]:
        return self.kind, self.functions


@cache
def sequences() -> dict[str, dict[str, Any]]:
    """Every sequence by its label."""
    paths = sorted(FOLDER.glob("*.json"))
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in paths}


def actual(sequence: dict[str, Any]) -> list[Told]:
    """The suggestions among the edits of a sequence."""
    return [Told(one["kind"], tuple(one["functions"])) for one in sequence["suggestions"]]


def prepare(folder: Path, chosen: Iterable[str]) -> None:
    """Write each sequence's files to a folder of its own, with what Git knows of them."""
    git(folder, "init")
    for label in chosen:
        sequence, home = sequences()[label], folder / label
        home.mkdir()
        file = home / f"{label}.py"
        committed = sequence.get("git", sequence["before"])
        if committed is not None:
            write(file, committed)
            git(folder, "add", str(file))
        for name, text in sequence.get("beside", {}).items():
            write(home / name, text)
            if sequence.get("beside_in_git"):
                git(folder, "add", str(home / name))
        if sequence["before"] is not None:
            write(file, sequence["before"])


async def play(editor: Editor, folder: Path, label: str, *, hints: bool) -> None:
    """Do what a sequence says; for a clocked server it takes as long as it took then.

    Ends with the files closed: an assistant's function might be a copy of one in another.
    """
    sequence, file = sequences()[label], folder / label / f"{label}.py"
    uris = []
    if sequence.get("open_beside"):
        uris += [editor.open(file.with_name(name)) for name in sequence["beside"]]
    if sequence["before"] is not None:
        uris.append(editor.open(file, sequence["before"]))

    version, now = 1, sequence["edits"][0]["at"]
    for event in sequence["edits"]:
        await editor.pass_time((event["at"] - now) / 1000)
        now = event["at"]
        version += "changes" in event
        do(editor, file, version, event, hints=hints)

    await editor.pass_time(SETTLING_SECONDS)
    for uri in uris:
        editor.close(uri)
    await editor.pass_time(0)


def do(editor: Editor, file: Path, version: int, event: dict[str, Any], *, hints: bool) -> None:
    """One event of a sequence; `version` is the document's after it."""
    uri = file.as_uri()
    if "file" in event:
        told = file.with_name(event.get("name", file.name))
        if event["file"] == "deleted":
            told.unlink()
        else:
            write(told, event["text"])
        changed = types.FileEvent(told.as_uri(), FILE_EVENTS[event["file"]])
        params = types.DidChangeWatchedFilesParams([changed])
        editor.client.workspace_did_change_watched_files(params)
    if "changes" in event:
        identifier = types.VersionedTextDocumentIdentifier(version, uri)
        edit = types.DidChangeTextDocumentParams(identifier, list(changes_of(event)))
        editor.client.text_document_did_change(edit)
    if event.get("saved"):
        editor.save(uri)

    if hints and event.get("hints"):
        editor.hinted(uri, version, *event["hints"])
    accepted = event.get("accepted") or event.get("late")
    if hints and accepted:
        editor.accepted(uri, version, kind=accepted)


def changes_of(event: dict[str, Any]) -> list[types.TextDocumentContentChangePartial]:
    made = []
    for change in event["changes"]:
        start, end = (types.Position(**change["range"][end]) for end in ("start", "end"))
        made.append(types.TextDocumentContentChangePartial(types.Range(start, end), change["text"]))
    return made


def told_by(ledger: Path) -> dict[str, list[Told]]:
    """What a ledger says of each sequence, the oldest first."""
    told: dict[str, list[Told]] = defaultdict(list)
    if not ledger.exists():
        return told
    with opened(ledger) as connection:
        for entry in reversed(list(entries(connection))):
            made = entry.suggestion
            label = Path(made.file).parent.name
            told[label].append(
                Told(made.kind.value, tuple(sorted(made.functions)), made.confidence)
            )
    return told


def write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8", newline="")


def git(folder: Path, *given: str) -> None:
    settings = ("-c", "core.autocrlf=false")
    command = ["git", *settings, "-C", str(folder), *given]
    subprocess.run(command, check=True, capture_output=True)
