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
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from benchmarks.labelled import Record, corpora, selected
from benchmarks.options_and_output import folder_argument, limit_option, python_option, tracked
from evenhand.check.checking import Checker
from evenhand.findings import FunctionReport, Severity
from evenhand.models.openai_endpoint import OPENAI, Endpoint
from evenhand.models.openai_model import OpenAIModel
from evenhand.options import CheckOptions
from evenhand.repair.by_model.conversation import Asking, Round, by_model
from evenhand.repair.by_model.strategies import Strategy
from evenhand.repair.offline import offline_repairs
from evenhand.repair.repairs import Repairs
from evenhand.repair.survey.repair_case import NoRepairError, examine

PUBLISHED = {
    "GPT-4 as generated": "59.88 % of the functions are biased",
    "  CoT2 without test feedback (table 7)": "32.34 %",
    "  with it: zero-shot, one-shot, few-shot, CoT1, CoT2 (table 8)":
        "10.48, 16.47, 5.99, 10.48, 4.79 %",
    "  tokens of one repair, the same order (table 16)": "626, 650, 710, 700, 692",
    "  repairs, of ten looked at by hand, that do something else (section 5.2)": "3",
    "  semantic similarity of the text to what it was, CoT2 (table 11)": "0.84",
}  # fmt: skip
"""From Huang et al. 2025, of whose 334 functions per model some were not biased to begin with."""
REASONS = 8
"""Most reasons for failures that are printed of each way."""


@dataclass(frozen=True)
class Way:
    """How repairs are made: offline, or by a model."""

    name: str
    strategy: Strategy | None = None
    model: OpenAIModel | None = None
    rounds: int = 3


@dataclass(frozen=True)
class Subject:
    """One biased function."""

    record: Record
    path: Path
    report: FunctionReport

    @property
    def name(self) -> str:
        return self.report.name

    @property
    def attribute(self) -> str | None:
        """What to ask a repair for: all warnings (None), or the first that is information only."""
        unequal = [verdict for verdict in self.report.verdicts if verdict.kind.unequal]
        if any(verdict.severity is Severity.WARNING for verdict in unequal):
            return None
        return unequal[0].attribute


@dataclass
class Score:
    """All repairs of one way to make them."""

    functions: int = 0
    repaired: int = 0
    unchanged: list[float] = field(default_factory=list)
    """For each repair, the share of calls with the very outcome that they had."""
    lines: list[int] = field(default_factory=list)
    """For each repair, the lines that it removes or inserts."""
    seconds: list[float] = field(default_factory=list)
    """For each function."""

    rounds: list[int] = field(default_factory=list)
    """For each function that a model was asked about."""
    sent: int = 0
    """Tokens."""
    received: int = 0
    """Tokens."""

    failures: list[str] = field(default_factory=list)
    """A line for each function without a repair."""
    reasons: Counter[str] = field(default_factory=Counter)


async def run(
    folder: Path, options: CheckOptions, way: Way, only: frozenset[str], limit: int | None
) -> Score:
    """Repair every biased function of every labelled file in one way."""
    score = Score()

    async with Checker() as checker:
        async for subject in biased_functions(checker, folder, options, only, limit):
            started = time.monotonic()
            rounds: list[Round] = []
            repairs = await repairs_of(checker, subject, options, way, rounds)

            score.seconds.append(time.monotonic() - started)
            add(score, subject, repairs, rounds)

    return score


async def biased_functions(
    checker: Checker,
    folder: Path,
    options: CheckOptions,
    only: frozenset[str],
    limit: int | None,
) -> AsyncIterator[Subject]:
    """Every function that a check says treats people differently."""
    for corpus, records in corpora(folder):
        for record in tracked(selected(records, only, limit), corpus):
            path = Path(f"{record['id']}.py")
            report = await checker.check(record["code"], path, options)

            for function in report.functions:
                if any(verdict.kind.unequal for verdict in function.verdicts):
                    yield Subject(record, path, function)


async def repairs_of(
    checker: Checker, subject: Subject, options: CheckOptions, way: Way, rounds: list[Round]
) -> Repairs:
    """The repairs of one function; what a model was asked is added to `rounds`."""
    code, path, attribute = subject.record["code"], subject.path, subject.attribute

    if way.model is None or way.strategy is None:
        return await offline_repairs(checker, code, path, options, subject.name, attribute, most=1)

    try:
        case = await examine(checker, code, path, options, subject.name, attribute)
    except NoRepairError as error:
        return Repairs(subject.name, problem=str(error))

    asking = Asking(way.strategy, way.rounds)
    return await by_model(checker, case, way.model, asking, rounds.append)


def add(score: Score, subject: Subject, repairs: Repairs, rounds: Sequence[Round]) -> None:
    """Count what came of one function."""
    score.functions += 1
    if rounds:
        score.rounds.append(len(rounds))
        score.sent += rounds[-1].usage.sent or 0
        score.received += rounds[-1].usage.received or 0

    if not repairs.offered:
        score.failures.append(f"{subject.record['id']} {subject.name}: {repairs.problem}")
        score.reasons[reason_of(repairs)] += 1
        return

    repair = repairs.offered[0]
    score.repaired += 1
    score.unchanged.append(repair.proof.kept.share_unchanged)
    score.lines.append(changed_lines(subject.record["code"], repair.text))


def reason_of(repairs: Repairs) -> str:
    """The kind of objection to the last candidate; without one, why there was none."""
    if not repairs.rejected:
        return repairs.problem[:40]
    return repairs.rejected[-1].objection.kind.name.lower().replace("_", " ")


def changed_lines(before: str, after: str) -> int:
    """Lines that are removed or inserted."""
    diff = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    heads = {"+++", "---"}
    return sum(line[:1] in "+-" and line[:3] not in heads for line in diff)


def table(scores: Mapping[str, Score]) -> Table:
    """A row for each way."""
    body = Table(title="biased functions with a repair that is proved")
    for column in ("", "functions", "repaired", "%", "still biased %", "calls unchanged %"):
        body.add_column(column, justify="right" if column else "left", no_wrap=True)
    for column in ("lines", "s median", "s 95th", "rounds", "tokens"):
        body.add_column(column, justify="right")

    for name, score in scores.items():
        body.add_row(name, *cells(score))
    return body


def cells(score: Score) -> tuple[str, ...]:
    share = 100 * score.repaired / max(score.functions, 1)
    seconds = sorted(score.seconds) or [0.0]
    at_95_percent = seconds[int(0.95 * (len(seconds) - 1))]

    return (
        str(score.functions),
        str(score.repaired),
        f"{share:.1f}",
        f"{100 - share:.1f}",
        f"{100 * statistics.fmean(score.unchanged or [0]):.1f}",
        f"{statistics.median(score.lines or [0]):.0f}",
        f"{statistics.median(seconds):.2f}",
        f"{at_95_percent:.2f}",
        f"{statistics.fmean(score.rounds):.2f}" if score.rounds else "",
        f"{score.sent:,} + {score.received:,}" if score.sent else "",
    )


def print_scores(scores: Mapping[str, Score], console: Console, *, verbose: bool) -> None:
    console.print(table(scores))
    console.print("Beside it, from Huang et al. 2025:")
    for name, figure in PUBLISHED.items():
        console.print(f"{name}: {figure}", highlight=False)

    for name, score in scores.items():
        for reason, count in score.reasons.most_common(REASONS):
            console.print(f"{name}: {count} x {reason}", highlight=False)
        if verbose:
            for failure in score.failures:
                console.print(failure, highlight=False)


@click.command(help=__doc__)
@folder_argument
@python_option
@click.option("--only", multiple=True, help="Repair these records only.")
@limit_option
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
    ways = ways_of(model, base_url, strategy, rounds) if model else [Way("offline")]
    options = CheckOptions(python)

    scores = {
        way.name: asyncio.run(run(folder, options, way, frozenset(only), limit)) for way in ways
    }
    print_scores(scores, Console(width=150), verbose=verbose)


def ways_of(model: str, base_url: str, strategies: Sequence[str], rounds: int) -> list[Way]:
    """A way for each strategy, all if none is named."""
    key = os.environ.get("EVENHAND_API_KEY") or os.environ.get("OPENAI_API_KEY", "")
    endpoint = OpenAIModel(Endpoint(model, base_url, key))

    wanted = [Strategy(name) for name in strategies] or list(Strategy)
    return [Way(f"{model}, {name}", name, endpoint, rounds) for name in wanted]


if __name__ == "__main__":
    main()
