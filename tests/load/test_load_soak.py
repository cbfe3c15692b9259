"""Thousands of edits over many open files: nothing stale is shown, and nothing piles up."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from lsprotocol import types
from processes_of import children, workers

import editor
from amounts import amount

FIXTURES = Path(__file__).parents[2] / "fixtures" / "biased"
FILES, EDITS = amount(20, 50), amount(160, 5_000)
TYPING_SECONDS = 0.01
"""Between two edits: faster than anybody types, and than files are checked."""
LOOK_SECONDS = 0.1
MOST_GROWTH_MIB = 40
MOST_WORKERS = 4
"""Two documents are checked at a time, and each may have a second worker that hashes otherwise."""
MOST_OVERTAKEN = 2
"""Checks that end while half of the questions wait: an answer waits for no check."""
PASTED = "\n\ndef pasted_{number}(gender):\n    return {number} if gender == 'female' else 0\n"


@dataclass
class Open:
    """One document as the editor has it."""

    path: Path
    text: str
    version: int = 1
    past: list[str] = field(default_factory=list)

    @property
    def uri(self) -> str:
        return self.path.as_uri()


@dataclass
class Typist:
    """Edits documents as people, assistants and version control do, by a fixed chance."""

    client: editor.Editor
    documents: list[Open]
    chance: random.Random = field(default_factory=lambda: random.Random(5))
    number: int = 0

    def edit(self) -> None:
        """One edit of one document."""
        self.number += 1
        document = self.chance.choice(self.documents)
        acts: list[tuple[Callable[[Open], None], int]] = [
            (self.type, 70), (self.paste, 8), (self.undo, 8), (self.rename, 5),
            (self.break_off, 4), (self.reopen, 4), (self.switch_branch, 1),
        ]  # fmt: skip
        (act,) = self.chance.choices([a for a, _ in acts], [weight for _, weight in acts])
        act(document)

    def type(self, document: Open) -> None:
        """One character at the end of a line that is a comment, or begins one."""
        lines = document.text.split("\n")
        line = self.chance.randrange(len(lines))
        letter = self.chance.choice("abcdef ") if "#" in lines[line] else "#"
        column = len(lines[line])
        lines[line] += letter
        document.past.append(document.text)
        document.text = "\n".join(lines)
        document.version += 1
        self.client.type(document.uri, document.version, (line, column), letter)

    def paste(self, document: Open) -> None:
        self.put(document, document.text + PASTED.format(number=self.number))

    def undo(self, document: Open) -> None:
        if document.past:
            self.put(document, document.past.pop(self.chance.randrange(len(document.past))))

    def rename(self, document: Open) -> None:
        one, other = self.chance.sample(["score", "fee", "rate", "total", "points"], 2)
        self.put(document, document.text.replace(one, other))

    def break_off(self, document: Open) -> None:
        """Half a function, as it is while one is being written."""
        self.put(document, document.text + "\ndef half(age")

    def reopen(self, document: Open) -> None:
        self.client.close(document.uri)
        document.version = 1
        self.client.open(document.path, document.text)

    def switch_branch(self, _: Open) -> None:
        """Many files change on disk at once, and with them what is open."""
        changed = self.chance.sample(self.documents, 15)
        for document in changed:
            text = PASTED.format(number=self.number)
            document.path.write_text(text)
            self.put(document, text)
        events = [types.FileEvent(d.uri, types.FileChangeType.Changed) for d in changed]
        params = types.DidChangeWatchedFilesParams(events)
        self.client.client.workspace_did_change_watched_files(params)

    def put(self, document: Open, text: str) -> None:
        document.past.append(document.text)
        document.text = text
        document.version += 1
        self.client.replace(document.uri, document.version, text)


@dataclass
class Watch:
    """What is seen of the server while edits come in."""

    client: editor.Editor
    documents: list[Open]
    answers: list[float] = field(default_factory=list)
    """Seconds for each; they are printed, and nothing is asked of them."""
    overtaken: list[int] = field(default_factory=list)
    """How many checks ended while each question waited."""
    workers: int = 0
    enough: bool = False

    async def look(self) -> None:
        """Ask as an editor does when somebody moves the mouse, until there is enough."""
        chance = random.Random(6)
        while not self.enough:
            document = chance.choice(self.documents)
            began, ended = time.perf_counter(), len(self.client.ended)
            await self.client.hover(document.uri, 0, 5)
            await self.client.lenses(document.uri)
            self.answers.append((time.perf_counter() - began) / 2)
            self.overtaken.append(len(self.client.ended) - ended)
            self.workers = max(self.workers, len(workers(self.client.process.pid)))
            await asyncio.sleep(LOOK_SECONDS)


async def test_a_flood_of_edits(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    client = await editor.start(editor.REAL, [tmp_path], {"trusted": True})
    documents = _opened(client, tmp_path)
    typist, watch = Typist(client, documents), Watch(client, documents)
    looking = asyncio.create_task(watch.look())
    memory: list[float] = []
    for number in range(EDITS):
        typist.edit()
        if number % (EDITS // 20) == 0:
            memory.append(_memory(client.process.pid))
        await asyncio.sleep(TYPING_SECONDS)
    shown = await _settled(client, documents)
    watch.enough = True
    await looking
    await client.quit()

    slow = statistics.quantiles(watch.answers, n=100)[-1]
    growth = max(memory[-5:]) - max(memory[5:10])
    overtaken = statistics.quantiles(watch.overtaken, n=100)[-1]
    for name, value in (
        ("p99 ms", 1000 * slow),
        ("p99 checks", overtaken),
        ("growth MiB", growth),
        ("MiB", memory[-1]),
    ):
        record_property(name, round(value, 1))
        print(f"{name}: {value:.1f}")
    assert shown == await _fresh(tmp_path, documents)
    assert statistics.median(watch.overtaken) <= MOST_OVERTAKEN
    assert growth < MOST_GROWTH_MIB, memory
    assert 0 < watch.workers <= MOST_WORKERS


def _opened(client: editor.Editor, folder: Path) -> list[Open]:
    texts = [path.read_text() for path in sorted(FIXTURES.glob("*.py"))]
    documents = [
        Open(folder / f"file_{number}.py", texts[number % len(texts)]) for number in range(FILES)
    ]
    for document in documents:
        document.path.write_text(document.text)
        client.open(document.path)
    return documents


async def _settled(client: editor.Editor, documents: list[Open]) -> dict[str, Counter[str]]:
    """What is shown of the last texts, once each has been checked as a version of its own."""
    last = 2 * EDITS
    for document in documents:
        client.replace(document.uri, last, document.text)
    return {d.path.name: _codes(await client.published(d.uri, last)) for d in documents}


async def _fresh(folder: Path, documents: list[Open]) -> dict[str, Counter[str]]:
    """What a server shows that has seen nothing but the last texts."""
    client = await editor.start(editor.REAL, [folder], {"trusted": True})
    for document in documents:
        document.version = 1
        client.open(document.path, document.text)
    shown = await _settled(client, documents)
    await client.quit()
    return shown


def _codes(shown: list[types.Diagnostic]) -> Counter[str]:
    starts = [(d.range.start, d.code) for d in shown]
    return Counter(f"{start.line}:{start.character} {code}" for start, code in starts)


def _memory(server: int) -> float:
    """MiB of a server and its engines."""
    return sum(_mebibytes(process) for process in (server, *children(server)))


def _mebibytes(process: int) -> float:
    """What a process has in memory; nothing if it has just ended."""
    fields = dict(line.split(":", 1) for line in _status(process).splitlines())
    return int(fields.get("VmRSS", "0 kB").split()[0]) / 1024


def _status(process: int) -> str:
    try:
        return Path(f"/proc/{process}/status").read_text()
    except OSError:
        return ""
