"""Repair every biased function of labelled files, and count which repairs hold.

    python -m benchmarks.repair FOLDER [--limit N] [--every N] [--only ID ...]
    python -m benchmarks.repair FOLDER --model M [--base-url U] [--strategy S ...]
    python -m benchmarks.repair FOLDER --texts FILE

Without --model, repairs are made offline. With it, each strategy asks the model for every
function; the key is read from EVENHAND_API_KEY or OPENAI_API_KEY. With --texts, repairs that were
written before are judged: a line of JSON for each, with `id`, `name`, `text` and `seconds`, as
--write writes them. `benchmarks/labelled.py` says what FOLDER holds.

A second table has what a reviewer looks at, as far as it can be computed: `benchmarks/rubric.py`.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from benchmarks.labelled import Record, corpora, selected
from benchmarks.options_and_output import (
    EXISTING,
    folder_argument,
    limit_option,
    python_option,
    tracked,
)
from benchmarks.repair_scores import Score, rubric, table
from benchmarks.rubric import reviewed
from evenhand.check.checking import Checker
from evenhand.findings import FunctionReport, Severity
from evenhand.models.openai_endpoint import OPENAI, Endpoint
from evenhand.models.openai_model import OpenAIModel
from evenhand.options import CheckOptions
from evenhand.repair.by_model.conversation import Asking, Round, Writing, by_model
from evenhand.repair.by_model.strategies import Strategy
from evenhand.repair.offline import offline_repairs
from evenhand.repair.repairs import Repairs
from evenhand.repair.scope import scope_of, to_be_asked
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
    texts: Mapping[tuple[str, str], Mapping[str, Any]] | None = None
    """By id and function, repairs that were written before."""


@dataclass(frozen=True)
class Selection:
    """Which records to take."""

    only: frozenset[str]
    limit: int | None
    every: int

    def of(self, records: Sequence[Record]) -> list[Record]:
        return selected(records, self.only, None)[:: self.every][: self.limit]


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


async def run(folder: Path, options: CheckOptions, way: Way, selection: Selection) -> Score:
    """Repair every biased function of every labelled file in one way."""
    score = Score()

    async with Checker() as checker:
        async for subject in biased_functions(checker, folder, options, selection):
            if way.texts is not None:
                await judge_earlier(checker, subject, options, way.texts, score)
                continue

            started = time.monotonic()
            rounds: list[Round] = []
            repairs = await repairs_of(checker, subject, options, way, rounds)
            score.seconds.append(time.monotonic() - started)
            add(score, subject, repairs, rounds)
            if repairs.offered:
                await review(checker, subject, options, repairs.offered[0].text, score)

    return score


async def judge_earlier(
    checker: Checker,
    subject: Subject,
    options: CheckOptions,
    texts: Mapping[tuple[str, str], Mapping[str, Any]],
    score: Score,
) -> None:
    """Review the repair of a function that was written before, if there is one."""
    earlier = texts.get((subject.record["id"], subject.name))
    score.functions += 1
    if earlier is None or not earlier["text"]:
        return
    score.repaired += 1
    score.seconds.append(earlier["seconds"])
    await review(checker, subject, options, earlier["text"], score)


async def review(
    checker: Checker, subject: Subject, options: CheckOptions, text: str, score: Score
) -> None:
    """Look at a repair as a reviewer does."""
    code, path = subject.record["code"], subject.path
    seconds = score.seconds[-1]
    entry = {"id": subject.record["id"], "name": subject.name, "text": text, "seconds": seconds}
    score.texts.append(entry)
    try:
        case = await examine(checker, code, path, options, subject.name, subject.attribute)
    except NoRepairError:
        return
    await look_again(checker, subject, options, text, score)
    made = await reviewed(checker, case, text, case.verdicts)
    if made.is_allowance:
        score.allowed += 1
    else:
        score.reviews.append(made)


async def look_again(
    checker: Checker, subject: Subject, options: CheckOptions, text: str, score: Score
) -> None:
    """Check the repaired file as a user would."""
    name = f"{subject.record['id']} {subject.name}"
    report = await checker.check(text, subject.path, options)
    if report.problem:
        score.damaged.append(f"{name}: {report.problem}")
        return

    functions = (function for function in report.functions if function.name == subject.name)
    verdicts = next((function.verdicts for function in functions), ())
    if any(v.severity is Severity.WARNING and v.allowed is None for v in verdicts):
        score.warned.append(f"{name}: still warned of")


async def biased_functions(
    checker: Checker,
    folder: Path,
    options: CheckOptions,
    selection: Selection,
) -> AsyncIterator[Subject]:
    """Every function that a check says treats people differently."""
    for corpus, records in corpora(folder):
        for record in tracked(selection.of(records), corpus):
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
        scope = scope_of(await examine(checker, code, path, options, subject.name, attribute))
        if scope.is_all_allowed:
            return scope.allowed
        case = await to_be_asked(checker, scope)
    except NoRepairError as error:
        return Repairs(subject.name, problem=str(error))

    asking = Asking(way.strategy, way.rounds)

    def hear(event: Round | Writing) -> None:
        if isinstance(event, Round):
            rounds.append(event)

    return scope.beside_allowances(await by_model(checker, case, way.model, asking, hear))


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
    score.asked += repairs.awaits_word
    if repair.proof is not None:
        score.unchanged.append(repair.proof.kept.share_unchanged)


def reason_of(repairs: Repairs) -> str:
    """The kind of objection to the last candidate; without one, why there was none."""
    if not repairs.rejected:
        return repairs.problem[:40]
    return repairs.rejected[-1].objection.kind.name.lower().replace("_", " ")


def print_scores(scores: Mapping[str, Score], console: Console, *, verbose: bool) -> None:
    console.print(table(scores))
    console.print(rubric(scores))
    console.print("Beside it, from Huang et al. 2025:")
    for name, figure in PUBLISHED.items():
        console.print(f"{name}: {figure}", highlight=False)

    for name, score in scores.items():
        for reason, count in score.reasons.most_common(REASONS):
            console.print(f"{name}: {count} x {reason}", highlight=False)
        if verbose:
            for failure in (*score.failures, *score.warned, *score.damaged):
                console.print(failure, highlight=False)


@click.command(help=__doc__)
@folder_argument
@python_option
@click.option("--only", multiple=True, help="Repair these records only.")
@limit_option
@click.option("--every", default=1, show_default=True, help="Take every so manieth record.")
@click.option("--texts", type=EXISTING, help="Judge the repairs in this file.")
@click.option("--write", type=click.Path(path_type=Path), help="Write the repairs to this file.")
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
    every: int,
    texts: Path | None,
    write: Path | None,
    model: str | None,
    base_url: str,
    strategy: tuple[str, ...],
    rounds: int,
    verbose: bool,
) -> None:
    offline = Way("offline", texts=texts_in(texts) if texts is not None else None)
    ways = ways_of(model, base_url, strategy, rounds) if model else [offline]
    options = CheckOptions(python)

    selection = Selection(frozenset(only), limit, every)
    scores = {way.name: asyncio.run(run(folder, options, way, selection)) for way in ways}
    print_scores(scores, Console(width=150), verbose=verbose)
    if write is not None:
        entries = [entry for score in scores.values() for entry in score.texts]
        write.write_text("".join(f"{json.dumps(entry)}\n" for entry in entries))


def texts_in(file: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """Repairs that were written before, by id and function."""
    entries = [json.loads(line) for line in file.read_text().splitlines()]
    return {(entry["id"], entry["name"]): entry for entry in entries}


def ways_of(model: str, base_url: str, strategies: Sequence[str], rounds: int) -> list[Way]:
    """A way for each strategy, all if none is named."""
    key = os.environ.get("EVENHAND_API_KEY") or os.environ.get("OPENAI_API_KEY", "")
    endpoint = OpenAIModel(Endpoint(model, base_url, key))

    wanted = [Strategy(name) for name in strategies] or list(Strategy)
    return [Way(f"{model}, {name}", name, endpoint, rounds) for name in wanted]


if __name__ == "__main__":
    main()
