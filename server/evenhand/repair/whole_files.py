"""Repairs all functions of a file one by one, each in the text that the one before has left."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from evenhand.check import mistakes
from evenhand.check.checking import Checker
from evenhand.check.sandbox import WorkerError
from evenhand.check.sentences import explain
from evenhand.options import CheckOptions
from evenhand.repair.offline import functions_to_repair
from evenhand.repair.repairs import Repair, Repairs
from evenhand.repair.survey.repair_case import NoRepairError

Make = Callable[[str, str], Awaitable[Repairs]]
"""Repairs of a function, from the file's text and the function's name.

May raise `NoRepairError` and `WorkerError`: the function is left as it is.
"""
Choose = Callable[[Repairs], Awaitable[Repair | None]]
"""Which of the offered repairs to take; None: none of them."""


@dataclass(frozen=True, slots=True)
class Done:
    """One function that was repaired."""

    function: str
    line: int
    attributes: tuple[str, ...]
    repair: Repair


@dataclass(frozen=True, slots=True)
class Left:
    """One function that was not repaired, and why."""

    function: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class FileRepair:
    """A file before and after."""

    before: str
    after: str
    done: tuple[Done, ...] = ()
    left: tuple[Left, ...] = ()
    problem: str = ""
    """Why the file could not be read at all; empty if it could."""


async def most_favourable(repairs: Repairs) -> Repair | None:
    """The first of the repairs that are offered."""
    return repairs.offered[0] if repairs.offered else None


async def repair_file(
    checker: Checker,
    source: str,
    path: Path,
    options: CheckOptions,
    make: Make,
    choose: Choose = most_favourable,
    on_function: Callable[[str, int, int], None] | None = None,
) -> FileRepair:
    """Repair every function of a file that has something to repair.

    `on_function` gets each function's name, its number from 0, and how many there are.
    """
    report = await checker.check(source, path, options)
    if report.problem:
        return FileRepair(source, source, problem=report.problem)

    names = functions_to_repair(report, options)
    text, done, left = source, list[Done](), list[Left]()
    for number, name in enumerate(names):
        if on_function is not None:
            on_function(name, number, len(names))
        if done:
            report = await checker.check(text, path, options)
        if name not in functions_to_repair(report, options):
            continue  # repaired with a helper that it shares

        line = next(f.line for f in report.functions if f.name == name)
        repairs = await _repairs_of(make, text, name)
        chosen = await choose(repairs)
        if chosen is None:
            left.append(Left(name, line, repairs.problem or "no repair was chosen"))
        else:
            text = chosen.text
            done.append(Done(name, line, repairs.attributes, chosen))
    return FileRepair(source, text, tuple(done), tuple(left))


async def _repairs_of(make: Make, text: str, name: str) -> Repairs:
    try:
        return await make(text, name)
    except (NoRepairError, WorkerError) as error:
        return Repairs(name, problem=str(error))
    except Exception as error:  # a bug in Evenhand leaves this function alone as it is
        return Repairs(name, problem=explain(mistakes.explained(error)))
