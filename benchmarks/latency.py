"""From an edit to its verdict, through the real language server; and from start to first finding.

    python -m benchmarks.latency FOLDER [--lines 60] [--limit N]
    python -m benchmarks.latency FOLDER --isolation wasm --edits 6

FOLDER holds labelled functions (`benchmarks/labelled.py`). Each file is opened, and when it has
been checked one line is typed into every function, so that nothing is known of it any more. What is
measured begins with the edit and ends when the check of its version has ended.
"""

from __future__ import annotations

import ast
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from lsprotocol import types
from pygls.lsp.client import LanguageClient
from rich.console import Console

from benchmarks.labelled import corpora
from benchmarks.options_and_output import folder_argument, limit_option, python_option, tracked
from evenhand.isolation import Isolation

SERVER = (sys.executable, "-m", "evenhand.apps.lsp", "--stdio")
FIRST = "def f(age):\n    return age > 65\n"
COLD_STARTS = 5
PATIENCE = 60.0
"""Seconds after which a check that has not ended is an error."""
SLOWEST = 8
"""Files that are named as the slowest."""

Text = tuple[str, str]
"""The name of a file and its code."""
Wait = tuple[float, str]
"""Seconds, and the name of a file."""


@dataclass(frozen=True)
class Server:
    """How the server is to run code."""

    folder: Path
    """The workspace, which is trusted."""
    python: str
    isolation: str


@dataclass
class Editor:
    """A client that remembers when the check of each version ended."""

    client: LanguageClient = field(default_factory=lambda: LanguageClient("latency", "1"))
    ends: dict[tuple[str, int], asyncio.Future[float]] = field(default_factory=dict)
    """By URI and version."""

    def end(self, uri: str, version: int) -> asyncio.Future[float]:
        """The moment at which all findings of a version have been published."""
        loop = asyncio.get_running_loop()
        return self.ends.setdefault((uri, version), loop.create_future())


async def start(server: Server) -> Editor:
    """A client of a new server."""
    editor = Editor()

    @editor.client.feature("evenhand/checkEnded")
    def check_ended(params: Any) -> None:
        end = editor.end(params.uri, params.version)
        if not end.done():
            end.set_result(time.perf_counter())

    for notification in ("evenhand/status", types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS):
        editor.client.feature(notification)(_ignored)

    await editor.client.start_io(*SERVER, env={**os.environ, "EVENHAND_NO_CACHE": "1"})
    await editor.client.initialize_async(
        types.InitializeParams(
            capabilities=types.ClientCapabilities(),
            workspace_folders=[types.WorkspaceFolder(server.folder.as_uri(), server.folder.name)],
            initialization_options={
                "trusted": True,
                "python": server.python,
                "isolation": server.isolation,
                "ledger": {"record": "off"},
            },
        )
    )
    editor.client.initialized(types.InitializedParams())
    return editor


def _ignored(params: object) -> None:
    """Without a handler, the client logs every notification."""


async def stop(editor: Editor) -> None:
    await editor.client.shutdown_async(None)
    editor.client.exit(None)
    await editor.client.stop()


async def opened(editor: Editor, uri: str, text: str) -> float:
    """Open a text; the moment at which its check ended."""
    item = types.TextDocumentItem(uri, "python", 1, text)
    editor.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return await asyncio.wait_for(editor.end(uri, 1), PATIENCE)


async def edited(editor: Editor, uri: str, text: str, version: int) -> float:
    """Seconds from an edit to the end of its check."""
    change = types.TextDocumentContentChangeWholeDocument(text)
    identifier = types.VersionedTextDocumentIdentifier(uri=uri, version=version)

    started = time.perf_counter()
    editor.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))
    ended = await asyncio.wait_for(editor.end(uri, version), PATIENCE)
    return ended - started


def closed(editor: Editor, uri: str) -> None:
    """Close a text."""
    identifier = types.TextDocumentIdentifier(uri)
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))


def typed(code: str, number: int) -> str:
    """The code with one more line at the end of every function, which has the number."""
    lines = code.splitlines()
    nodes = ast.walk(ast.parse(code))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]

    # From the end, so that the line numbers before it stay true.
    for function in sorted(functions, key=lambda node: node.end_lineno or 0, reverse=True):
        indentation = " " * function.body[0].col_offset
        lines.insert(function.end_lineno or len(lines), f"{indentation}edited = {number}")

    return "\n".join(lines)


async def cold_start(server: Server) -> float:
    """Seconds from the start of the server to its first finding."""
    started = time.perf_counter()
    editor = await start(server)
    ended = await opened(editor, (server.folder / "first.py").as_uri(), FIRST)
    await stop(editor)
    return ended - started


async def edits(server: Server, texts: Sequence[Text], times: int) -> list[Wait]:
    """How long the last of some edits of each text waits, in a warm server; sorted."""
    editor = await start(server)
    await opened(editor, (server.folder / "warm.py").as_uri(), f"import pandas\n{FIRST}")
    waits: list[Wait] = []

    for name, code in tracked(texts, "edits"):
        uri = (server.folder / f"{name}.py").as_uri()
        await opened(editor, uri, code)
        seconds = [
            await edited(editor, uri, typed(code, number), version=number + 1)
            for number in range(1, times + 1)
        ]
        waits.append((seconds[-1], name))
        closed(editor, uri)

    await stop(editor)
    return sorted(waits)


def short_texts(folder: Path, lines: int, limit: int | None) -> list[Text]:
    """Records that have functions and parse, and whose longest function has at most `lines`."""
    records = [record for _, corpus in corpora(folder) for record in corpus[:limit]]
    lengths = [longest_function(record["code"]) for record in records]
    return [
        (record["id"], record["code"])
        for record, length in zip(records, lengths, strict=True)
        if 0 < length <= lines
    ]


def longest_function(code: str) -> int:
    """In lines; 0 if there is no function, or if the code does not parse."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return 0

    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return max(((node.end_lineno or 0) - node.lineno + 1 for node in functions), default=0)


async def measure(server: Server, texts: Sequence[Text], times: int, console: Console) -> None:
    """Measure both, and print it."""
    starts = [await cold_start(server) for _ in range(COLD_STARTS)]
    console.print(f"server start to first finding: median {statistics.median(starts):.2f} s,")
    console.print(f"    of {COLD_STARTS} from {min(starts):.2f} to {max(starts):.2f} s")

    waits = await edits(server, texts, times)
    seconds = [wait for wait, _ in waits]
    median = 1000 * statistics.median(seconds)
    most = 1000 * statistics.quantiles(seconds, n=20)[-1]
    console.print(
        f"edit to verdict, {len(waits)} files: median {median:.0f} ms, "
        f"95 % within {most:.0f} ms, the slowest {seconds[-1]:.2f} s"
    )

    slowest = waits[: -SLOWEST - 1 : -1]
    console.print("slowest: " + ", ".join(f"{name} {wait:.2f} s" for wait, name in slowest))


@click.command(help=__doc__)
@folder_argument
@python_option
@click.option("--lines", default=60, help="Leave out files with a longer function.")
@click.option("--edits", "times", default=1, help="Edit each file so often; the last counts.")
@click.option(
    "--isolation", type=click.Choice([level.value for level in Isolation]), default="auto"
)
@limit_option
def main(
    folder: Path, python: str, lines: int, times: int, isolation: str, limit: int | None
) -> None:
    texts = short_texts(folder, lines, limit)
    with tempfile.TemporaryDirectory() as scratch:
        server = Server(Path(scratch).resolve(), python, isolation)
        asyncio.run(measure(server, texts, times, Console(width=110)))


if __name__ == "__main__":
    main()
