"""Run every attack at every level through the command line, and print what came of it.

make hostile
"""

from __future__ import annotations

import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

import click
from attacks import LEVELS, Attack, attacks
from command_line import Result, attack
from rich.console import Console
from rich.progress import track
from rich.table import Table
from scene import Scene

AT_ONCE = 2


@click.command(help=__doc__)
@click.argument("names", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    chosen = [a for a in attacks() if not names or any(n in a.name for n in names)]
    with tempfile.TemporaryDirectory() as folder:
        results = _all(chosen, Path(folder).resolve())
    console = Console(width=None if sys.stdout.isatty() else 200)
    console.print(_table(results))
    wrong = [r for a, level, r in results if not r.agrees(a.expected[level])]
    console.print(f"{len(results)} attacks, {len(wrong)} with another end than expected")
    sys.exit(1 if wrong else 0)


def _all(chosen: list[Attack], root: Path) -> list[tuple[Attack, str, Result]]:
    scenes: SimpleQueue[Scene] = SimpleQueue()
    entered = [Scene(root / str(i)).__enter__() for i in range(AT_ONCE)]
    for scene in entered:
        scenes.put(scene)

    def run(job: tuple[Attack, str]) -> tuple[Attack, str, Result]:
        scene = scenes.get()
        try:
            return *job, attack(scene, *job)
        finally:
            scenes.put(scene)

    jobs = [(a, level) for a in chosen for level in LEVELS]
    console = Console(stderr=True)
    try:
        with ThreadPoolExecutor(AT_ONCE) as threads:
            done = threads.map(run, jobs)
            return list(track(done, "attacks", len(jobs), console=console, transient=True))
    finally:
        for scene in entered:
            scene.__exit__(None, None, None)


def _table(results: list[tuple[Attack, str, Result]]) -> Table:
    table = Table("attack", "level", "result", "seconds", "")
    for program, level, result in results:
        out = f"gets out: {', '.join(result.reached)}" if result.reached else result.verdict
        left = f"; left {', '.join(result.left)}" if result.left else ""
        right = "" if result.agrees(program.expected[level]) else "UNEXPECTED"
        table.add_row(program.name, level, out + left, f"{result.seconds:.1f}", right)
    return table


if __name__ == "__main__":
    main()
