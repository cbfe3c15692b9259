"""Many writers at once, some of them killed: what was committed is there, and the file is whole."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
from multiprocessing.synchronize import Barrier
from pathlib import Path

from amounts import amount
from evenhand.assistants.ledger.queries import entries
from evenhand.assistants.ledger.store import opened

WRITER = """
import sys
from pathlib import Path
from evenhand.assistants.ledger.records import RecordedVerdict, Kind, Suggestion
from evenhand.assistants.ledger.store import add, add_verdicts, opened

path, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
with opened(path) as ledger:
    for n in range(count):
        made = Suggestion(f"{name}.py", "/w", Kind.CHAT, 0.9, f"{name}-{n}", ("f",))
        number = add(ledger, made)
        add_verdicts(ledger, number, [RecordedVerdict("f", "age", "biased")])
        print(n, flush=True)
"""
WRITERS, EACH = 8, amount(20, 60)
KILLS, NEW_LEDGERS = amount(5, 30), amount(20, 100)


def writer(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def begin_ledgers(folder: Path, together: Barrier) -> None:
    for number in range(NEW_LEDGERS):
        together.wait(timeout=120)
        with opened(folder / f"{number}.sqlite3"):
            pass


def whole(path: Path) -> bool:
    with sqlite3.connect(path) as ledger:
        answer = ledger.execute("PRAGMA integrity_check").fetchone()
    ledger.close()
    return bool(answer == ("ok",))


def test_eight_processes_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite3"
    running = [writer(path, f"w{n}", EACH) for n in range(WRITERS)]
    for process in running:
        process.communicate(timeout=300)

    assert [p.returncode for p in running] == [0] * WRITERS
    assert whole(path)
    with opened(path) as ledger:
        found = list(entries(ledger))
    assert len(found) == WRITERS * EACH
    assert all(len(e.verdicts) == 1 for e in found)


def test_eight_processes_begin_the_same_ledgers(tmp_path: Path) -> None:
    processes = multiprocessing.get_context("spawn")
    together = processes.Barrier(WRITERS)
    running = [
        processes.Process(target=begin_ledgers, args=(tmp_path, together)) for _ in range(WRITERS)
    ]
    for process in running:
        process.start()
    for process in running:
        process.join(timeout=300)

    assert [process.exitcode for process in running] == [0] * WRITERS
    assert all(whole(tmp_path / f"{number}.sqlite3") for number in range(NEW_LEDGERS))


def test_what_was_committed_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite3"
    said: set[str] = set()
    for round_ in range(KILLS):
        process = writer(path, f"k{round_}", 10_000)
        assert process.stdout is not None
        for _ in range(1 + round_ % 5):
            number = process.stdout.readline().strip()
            said.add(f"k{round_}-{number}")
        os.kill(process.pid, signal.SIGKILL)
        said |= {f"k{round_}-{line.strip()}" for line in process.stdout if line.endswith("\n")}
        process.wait()
        process.stdout.close()

    assert whole(path)
    with opened(path) as ledger:
        kept = {e.suggestion.code_hash for e in entries(ledger)}
    assert said <= kept
    assert not list(tmp_path.glob("*damaged*"))
