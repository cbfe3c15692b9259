"""From an edit to its verdict, through the real language server; and from start to first finding.

    python -m benchmarks.latency FOLDER [--lines 60] [--limit N]

FOLDER holds labelled functions (`benchmarks/labelled.py`). Each file is opened, and when it has
been checked one line is typed into every function, so that nothing is known of it any more. What is
measured begins with the edit and ends with the diagnostics of its version.
"""

from __future__ import annotations

import ast
import asyncio
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import click
from lsprotocol import types
from pygls.lsp.client import LanguageClient
from rich.console import Console
from rich.progress import track

from benchmarks.labelled import corpora

SERVER = (sys.executable, "-m", "evenhand.apps.lsp", "--stdio")
FIRST = "def f(age):\n    return age > 65\n"
COLD_STARTS = 5


@dataclass
class Editor:
    """A client that remembers when each version's diagnostics came."""

    client: LanguageClient = field(default_factory=lambda: LanguageClient("latency", "1"))
    came: dict[tuple[str, int | None], asyncio.Future[float]] = field(default_factory=dict)
    states: list[str] = field(default_factory=list)

    def shown(self, uri: str, version: int) -> asyncio.Future[float]:
        key = (uri, version)
        return self.came.setdefault(key, asyncio.get_running_loop().create_future())


async def start(folder: Path, python: str) -> Editor:
    """A server that trusts `folder`."""
    editor = Editor()

    @editor.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def publish(params: types.PublishDiagnosticsParams) -> None:
        done = editor.shown(params.uri, params.version or 0)
        if not done.done():
            done.set_result(time.perf_counter())

    @editor.client.feature("evenhand/status")
    def status(params: object) -> None:
        editor.states.append(str(getattr(params, "state", "")))

    await editor.client.start_io(*SERVER)
    await editor.client.initialize_async(
        types.InitializeParams(
            capabilities=types.ClientCapabilities(),
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name)],
            initialization_options={
                "trusted": True,
                "python": python,
                "ledger": {"record": "off"},
            },
        )
    )
    editor.client.initialized(types.InitializedParams())
    return editor


async def stop(editor: Editor) -> None:
    await editor.client.shutdown_async(None)
    editor.client.exit(None)
    await editor.client.stop()


async def opened(editor: Editor, uri: str, text: str) -> float:
    """Open a text; the moment at which its diagnostics came."""
    item = types.TextDocumentItem(uri, "python", 1, text)
    editor.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return await asyncio.wait_for(editor.shown(uri, 1), 60)


async def edited(editor: Editor, uri: str, text: str) -> float:
    """Seconds from an edit to the diagnostics of its version."""
    change = types.TextDocumentContentChangeWholeDocument(text)
    identifier = types.VersionedTextDocumentIdentifier(uri=uri, version=2)
    began = time.perf_counter()
    editor.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))
    return await asyncio.wait_for(editor.shown(uri, 2), 60) - began


def typed(code: str) -> str:
    """The code with one more line at the end of every function."""
    lines = code.splitlines()
    functions = [n for n in ast.walk(ast.parse(code)) if isinstance(n, ast.FunctionDef)]
    for node in sorted(functions, key=lambda n: n.end_lineno or 0, reverse=True):
        lines.insert(node.end_lineno or len(lines), " " * node.body[0].col_offset + "edited = 1")
    return "\n".join(lines)


async def cold_start(folder: Path, python: str) -> float:
    """Seconds from the start of the server to its first finding."""
    began = time.perf_counter()
    editor = await start(folder, python)
    shown = await opened(editor, (folder / "first.py").as_uri(), FIRST)
    await stop(editor)
    return shown - began


async def edits(folder: Path, python: str, texts: list[tuple[str, str]]) -> list[tuple[float, str]]:
    """Seconds and name for each text, one after another in a warm server."""
    editor = await start(folder, python)
    await opened(editor, (folder / "warm.py").as_uri(), f"import pandas\n{FIRST}")
    found: list[tuple[float, str]] = []
    console = Console(stderr=True)
    for name, code in track(texts, "edits", console=console, transient=True):
        uri = (folder / f"{name}.py").as_uri()
        await opened(editor, uri, code)
        found.append((await edited(editor, uri, typed(code)), name))
        closed = types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
        editor.client.text_document_did_close(closed)
    await stop(editor)
    return sorted(found)


def short_ones(folder: Path, lines: int, limit: int | None) -> list[tuple[str, str]]:
    """Records whose longest function has at most `lines` lines and that parse."""
    texts: list[tuple[str, str]] = []
    for _, records in corpora(folder):
        for record in records[:limit]:
            try:
                tree = ast.parse(record["code"])
            except SyntaxError:
                continue
            nodes = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
            longest = max(((n.end_lineno or 0) - n.lineno + 1 for n in nodes), default=0)
            if 0 < longest <= lines:
                texts.append((record["id"], record["code"]))
    return texts


async def run(folder: Path, python: str, texts: list[tuple[str, str]], console: Console) -> None:
    starts = [await cold_start(folder, python) for _ in range(COLD_STARTS)]
    console.print(f"server start to first finding: median {statistics.median(starts):.2f} s,")
    console.print(f"    of {COLD_STARTS} from {min(starts):.2f} to {max(starts):.2f} s")
    found = await edits(folder, python, texts)
    seconds = [s for s, _ in found]
    cuts = statistics.quantiles(seconds, n=20)
    console.print(
        f"edit to verdict, {len(found)} files: median {1000 * statistics.median(seconds):.0f} ms, "
        f"95 % within {1000 * cuts[-1]:.0f} ms, the slowest {seconds[-1]:.2f} s"
    )
    console.print("slowest: " + ", ".join(f"{n} {s:.2f} s" for s, n in found[:-9:-1]))


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--python", default=sys.executable, help="The interpreter that runs the code.")
@click.option("--lines", default=60, help="Leave out files with a longer function.")
@click.option("--limit", type=int, help="Take this many records of each file.")
def main(folder: Path, python: str, lines: int, limit: int | None) -> None:
    texts = short_ones(folder, lines, limit)
    with tempfile.TemporaryDirectory() as scratch:
        asyncio.run(run(Path(scratch).resolve(), python, texts, Console(width=110)))


if __name__ == "__main__":
    main()
