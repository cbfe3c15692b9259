"""Time and memory of everything but running the code, on texts that double in size.

    python -m benchmarks.growth [--case NAME ...] [--doublings 4] [--limit 20]

Each text goes through a check that runs nothing, the preparation of its searches, the rewriting of
repairs, and what a worker does before it runs anything. What is printed is the largest text, the
seconds of the processor and the memory that it took, and the ratio between a text and one of half
the size: 2 is linear, 4 is quadratic. Without a ratio, all of it was done at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click
from rich.console import Console
from rich.table import Table

from benchmarks.growth.case import Case
from benchmarks.growth.cases import CASES
from benchmarks.growth.measuring import Measured, measure
from benchmarks.options_and_output import tracked

LEAST_SECONDS = 0.05
"""Of a text, for a ratio that means something."""
LEAST_MEMORY = 10.0
"""MiB."""
COLUMNS = ("case", "largest", "seconds", "MiB", "ratio", "of memory", "slowest stage")


def grow(case: Case, doublings: int, limit: float) -> list[Measured]:
    """Measure texts of growing size, up to the first that comes to no end."""
    texts: list[Measured] = []
    for step in range(doublings + 1):
        size = case.smallest << step
        texts.append(measure(case.make(size), size, limit))
        if texts[-1].problem:
            break
    return texts


def ratio(values: Sequence[float], least: float) -> str:
    """By how much the last doubling multiplies a value; empty if the value is small."""
    if len(values) < 2 or values[-2] < least:
        return ""
    return f"{values[-1] / values[-2]:.1f}"


def row(name: str, texts: Sequence[Measured]) -> Iterator[str]:
    """One line of the table."""
    ended = [text for text in texts if not text.problem]
    yield name
    if not ended:
        yield from ("", "", "", "", "", f"{texts[0].size:,}: {texts[0].problem}")
        return

    last = ended[-1]
    yield f"{last.size:,}"
    yield f"{last.total:.2f}"
    yield f"{last.memory:.0f}"
    yield ratio([text.total for text in ended], LEAST_SECONDS)
    yield ratio([text.memory for text in ended], LEAST_MEMORY)

    slowest = max(last.seconds, key=lambda stage: last.seconds[stage])
    problem = texts[-1].problem
    yield f"{texts[-1].size:,}: {problem}" if problem else slowest


@click.command(help=__doc__)
@click.option("--case", "names", multiple=True, type=click.Choice(list(CASES)), help="Only this.")
@click.option("--doublings", default=4, help="How often the size is doubled.")
@click.option("--limit", default=20.0, help="Seconds of the processor for one text.")
def main(names: tuple[str, ...], doublings: int, limit: float) -> None:
    table = Table(*COLUMNS, title="growth by doubling")
    for name in tracked(names or tuple(CASES), "cases"):
        table.add_row(*row(name, grow(CASES[name], doublings, limit)))

    Console(width=130).print(table)


if __name__ == "__main__":
    main()
