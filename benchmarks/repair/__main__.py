"""Repair every biased function of labelled files, and count which repairs hold.

    python -m benchmarks.repair FOLDER [--limit N] [--only ID ...]
    python -m benchmarks.repair FOLDER --model M [--base-url U] [--strategy S ...]

Without --model, repairs are made offline. With it, each strategy asks the model for every
function; the key is read from EVENHAND_API_KEY or OPENAI_API_KEY. `benchmarks/labelled.py` says
what FOLDER holds.
"""

from __future__ import annotations

import asyncio
import difflib
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.labelled import Record, corpora
from evenhand.check.checking import Checker
from evenhand.findings import FunctionReport, Severity
from evenhand.models.openai_endpoint import OPENAI, Endpoint
from evenhand.models.openai_model import OpenAIModel
from evenhand.options import CheckOptions
from evenhand.repair.by_model.conversation import Asking, Round, by_model
from evenhand.repair.by_model.prompts import Strategy
from evenhand.repair.offline import offline_repairs
from evenhand.repair.repairs import Repairs
from evenhand.repair.survey.repair_case import NoRepairError, examine

PUBLISHED = (
    ("GPT-4 as generated", "59.88 % of the functions are biased"),
    ("  CoT2 without test feedback (table 7)", "32.34 %"),
    ("  with it: zero-shot, one-shot, few-shot, CoT1, CoT2 (table 8)",
     "10.48, 16.47, 5.99, 10.48, 4.79 %"),
    ("  tokens of one repair, the same order (table 16)", "626, 650, 710, 700, 692"),
    ("  repairs, of ten looked at by hand, that do something else (section 5.2)", "3"),
    ("  semantic similarity of the text to what it was, CoT2 (table 11)", "0.84"),
)  # fmt: skip
"""From Huang et al. 2025, of whose 334 functions per model some were not biased to begin with."""


@dataclass
class Score:
    """All repairs of one way to make them."""

    functions: int = 0
    repaired: int = 0
    unchanged: list[float] = field(default_factory=list)
    """Share of calls with the very outcome that they had, for each repair."""
    seconds: list[float] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    """Lines that a repair takes away or puts in."""
    rounds: list[int] = field(default_factory=list)
    sent: int = 0
    received: int = 0
    failures: list[str] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Way:
    """How repairs are made."""

    name: str
    strategy: Strategy | None = None
    model: OpenAIModel | None = None
    rounds: int = 3


async def run(
    folder: Path, options: CheckOptions, way: Way, only: frozenset[str], limit: int | None
) -> Score:
    score = Score()
    async with Checker() as checker:
        async for record, path, report in _biased(checker, folder, options, only, limit):
            attribute = _attribute(report)
            started = time.monotonic()
            rounds: list[Round] = []
            made = await _made(
                checker, record["code"], path, options, report.name, attribute, way, rounds
            )
            score.seconds.append(time.monotonic() - started)
            _add(score, record, report.name, made, rounds)
    return score


async def _biased(
    checker: Checker,
    folder: Path,
    options: CheckOptions,
    only: frozenset[str],
    limit: int | None,
) -> AsyncIterator[tuple[Record, Path, FunctionReport]]:
    """Every function for which something was found."""
    for name, records in corpora(folder):
        wanted = [r for r in records if not only or r["id"] in only][:limit]
        for record in track(wanted, name, console=Console(stderr=True), transient=True):
            path = Path(f"{record['id']}.py")
            report = await checker.check(record["code"], path, options)
            for function in report.functions:
                if any(v.kind.unequal for v in function.verdicts):
                    yield record, path, function


def _attribute(report: FunctionReport) -> str | None:
    """What to ask a repair for: all warnings, or the first that is information only."""
    found = [v for v in report.verdicts if v.kind.unequal]
    if any(v.severity is Severity.WARNING for v in found):
        return None
    return found[0].attribute


async def _made(
    checker: Checker,
    source: str,
    path: Path,
    options: CheckOptions,
    function: str,
    attribute: str | None,
    way: Way,
    rounds: list[Round],
) -> Repairs:
    if way.model is None or way.strategy is None:
        return await offline_repairs(checker, source, path, options, function, attribute, most=1)
    try:
        case = await examine(checker, source, path, options, function, attribute)
    except NoRepairError as error:
        return Repairs(function, problem=str(error))
    return await by_model(checker, case, way.model, Asking(way.strategy, way.rounds), rounds.append)


def _add(
    score: Score, record: Record, function: str, made: Repairs, rounds: Sequence[Round]
) -> None:
    score.functions += 1
    if rounds:
        score.rounds.append(len(rounds))
        score.sent += rounds[-1].usage.sent or 0
        score.received += rounds[-1].usage.received or 0
    if not made.offered:
        score.failures.append(f"{record['id']} {function}: {made.problem}")
        score.reasons[_reason(made)] += 1
        return
    repair = made.offered[0]
    score.repaired += 1
    score.unchanged.append(repair.proof.kept.share_unchanged)
    before, after = record["code"].splitlines(), repair.text.splitlines()
    changed = difflib.unified_diff(before, after, n=0, lineterm="")
    score.lines.append(sum(line[:1] in "+-" and line[:3] not in {"+++", "---"} for line in changed))


def _reason(made: Repairs) -> str:
    """The kind of objection to the last candidate; without one, why there was none."""
    if not made.rejected:
        return made.problem[:40]
    return made.rejected[-1].objection.kind.name.lower().replace("_", " ")


def print_scores(scores: Sequence[tuple[str, Score]], console: Console, *, verbose: bool) -> None:
    table = Table(title="biased functions with a repair that is proved")
    for column in ("", "functions", "repaired", "%", "still biased %", "calls unchanged %"):
        table.add_column(column, justify="right" if column else "left", no_wrap=True)
    for column in ("lines", "s median", "s 95th", "rounds", "tokens"):
        table.add_column(column, justify="right")
    for name, s in scores:
        share = 100 * s.repaired / max(s.functions, 1)
        ordered = sorted(s.seconds) or [0.0]
        table.add_row(
            name,
            str(s.functions),
            str(s.repaired),
            f"{share:.1f}",
            f"{100 - share:.1f}",
            f"{100 * statistics.fmean(s.unchanged or [0]):.1f}",
            f"{statistics.median(s.lines or [0]):.0f}",
            f"{statistics.median(ordered):.2f}",
            f"{ordered[int(0.95 * (len(ordered) - 1))]:.2f}",
            f"{statistics.fmean(s.rounds):.2f}" if s.rounds else "",
            f"{s.sent:,} + {s.received:,}" if s.sent else "",
        )
    console.print(table)
    console.print("Beside it, from Huang et al. 2025:")
    for name, figure in PUBLISHED:
        console.print(f"{name}: {figure}", highlight=False)
    for name, s in scores:
        for reason, count in s.reasons.most_common(8):
            console.print(f"{name}: {count} x {reason}", highlight=False)
        for failure in s.failures if verbose else ():
            console.print(failure, highlight=False)


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--python", default=sys.executable, help="The interpreter that runs the code.")
@click.option("--only", multiple=True, help="Repair these records only.")
@click.option("--limit", type=int, help="Take this many records of each file.")
@click.option("--model", help="Ask this model; otherwise repairs are made offline.")
@click.option("--base-url", default=OPENAI, show_default=True)
@click.option("--strategy", multiple=True, type=click.Choice([s.value for s in Strategy]))
@click.option("--rounds", default=3, show_default=True)
@click.option("-v", "--verbose", is_flag=True, help="Name every function without a repair.")
def main(
    folder: Path,
    python: str,
    only: tuple[str, ...],
    limit: int | None,
    model: str | None,
    base_url: str,
    strategy: tuple[str, ...],
    rounds: int,
    verbose: bool,
) -> None:
    ways = [Way("offline")]
    if model:
        key = os.environ.get("EVENHAND_API_KEY") or os.environ.get("OPENAI_API_KEY", "")
        asked = OpenAIModel(Endpoint(model, base_url, key))
        wanted = [Strategy(s) for s in strategy] or list(Strategy)
        ways = [Way(f"{model}, {s}", s, asked, rounds) for s in wanted]
    options = CheckOptions(python)
    scores = [(w.name, asyncio.run(run(folder, options, w, frozenset(only), limit))) for w in ways]
    print_scores(scores, Console(width=150), verbose=verbose)


if __name__ == "__main__":
    main()
