"""Run every attack through its doors, and print what came of it.

NAMES choose among the programs, at every level, and the folders, at every door.

make hostile
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

import click
from attacks import LEVELS, Attack, attacks
from command_line import Result, attack
from rich.console import Console
from rich.progress import track
from rich.table import Table
from scene import Scene

sys.path.append(str(Path(__file__).parents[1] / "lsp"))  # where a client of the server is

from folders import at_all_doors
from folders.world import World

AT_ONCE = 2
J = TypeVar("J")
P = TypeVar("P")
R = TypeVar("R")


@click.command(help=__doc__)
@click.argument("names", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    def is_chosen(name: str) -> bool:
        return not names or any(part in name for part in names)

    console = Console(width=None if sys.stdout.isatty() else 200)
    wrong = _programs(is_chosen, console) + _folders(is_chosen, console)
    sys.exit(1 if wrong else 0)


def _programs(is_chosen: Callable[[str], bool], console: Console) -> int:
    """Run the programs, and print how each ended; how many did not as is expected."""
    jobs = [(a, level) for a in attacks() if is_chosen(a.name) for level in LEVELS]
    if not jobs:
        return 0
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        root = Path(folder).resolve()
        scenes = [stack.enter_context(Scene(root / str(i))) for i in range(AT_ONCE)]
        done = _all(lambda scene, job: (*job, attack(scene, *job)), jobs, scenes, "programs")
        results = list(done)

    table = Table("program", "level", "result", "seconds", "")
    for program, level, result in results:
        table.add_row(*_row(program, level, result))
    wrong = sum(not result.agrees(program.expected[level]) for program, level, result in results)
    _print(console, table, wrong)
    return wrong


def _row(program: Attack, level: str, result: Result) -> tuple[str, ...]:
    out = f"gets out: {', '.join(result.reached)}" if result.reached else result.verdict
    left = f"; left {', '.join(result.left)}" if result.left else ""
    right = "" if result.agrees(program.expected[level]) else "UNEXPECTED"
    return program.name, level, out + left, f"{result.seconds:.1f}", right


def _folders(is_chosen: Callable[[str], bool], console: Console) -> int:
    """Lay the folders at their doors, and print how each ended; how many did harm."""
    jobs = at_all_doors.jobs(is_chosen)
    if not jobs:
        return 0
    with tempfile.TemporaryDirectory() as folder:
        worlds = [World(Path(folder).resolve() / str(i)) for i in range(AT_ONCE)]
        run: Callable[[World, at_all_doors.Job], list[at_all_doors.Done]] = _at_a_door
        done = [each for some in _all(run, jobs, worlds, "folders") for each in some]
        for world in worlds:
            world.clear()

    table = Table("folder", "door", "result", "seconds")
    for hostile, door, result in done:
        ended = "; ".join(result.wrong) or "held"
        table.add_row(hostile.name, door, ended, f"{result.seconds:.1f}")
    wrong = sum(bool(result.wrong) for _, _, result in done)
    _print(console, table, wrong)
    return wrong


def _at_a_door(world: World, job: at_all_doors.Job) -> list[at_all_doors.Done]:
    return asyncio.run(at_all_doors.attack(world, *job))


def _all(
    run: Callable[[P, J], R], jobs: Iterable[J], places: Iterable[P], what: str
) -> Iterator[R]:
    """Run every job in a place that no other job has meanwhile."""
    free: SimpleQueue[P] = SimpleQueue()
    for place in places:
        free.put(place)

    def in_a_place(job: J) -> R:
        place = free.get()
        try:
            return run(place, job)
        finally:
            free.put(place)

    listed = list(jobs)
    with ThreadPoolExecutor(AT_ONCE) as threads:
        done = threads.map(in_a_place, listed)
        progress = Console(stderr=True)
        yield from track(done, what, len(listed), console=progress, transient=True)


def _print(console: Console, table: Table, wrong: int) -> None:
    console.print(table)
    console.print(f"{table.row_count} attacks, {wrong} with another end than expected")


if __name__ == "__main__":
    main()
