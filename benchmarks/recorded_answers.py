"""Judge recorded answers of models by the proof as it is now, beside the verdict of that time.

    python -m benchmarks.recorded_answers FOLDER [--only ID ...] [--function NAME] [-v]

FOLDER holds `functions.jsonl` (`function_id`, `source`) and `repair.jsonl` (`function_id`,
`function`, `round`, `answer`, `outcome`). Each text is judged once, however often it was answered.
`reviewed_answers.jsonl`, beside this module, says what a reviewer thought of each text.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from benchmarks.options_and_output import folder_argument, python_option, tracked
from evenhand.check.checking import Checker
from evenhand.models.code_fences import blocks_in
from evenhand.options import CheckOptions
from evenhand.repair.by_model.code_in_answers import NoCodeError, with_answer
from evenhand.repair.objections import NotProvedError
from evenhand.repair.proof.obligations import prove
from evenhand.repair.survey.repair_case import Case, NoRepairError, examine

REVIEWS = Path(__file__).with_name("reviewed_answers.jsonl")
OFFERED = "offered"
NOTHING = "nothing to repair"
PROVED = "proved"
"""How a recording calls an answer that was offered."""
RIGHT, WRONG, EITHER = "right", "wrong", "either"
"""What a reviewer says of a text; `either` if reviewers may differ."""


@dataclass(frozen=True)
class Answer:
    """One text that a model answered, perhaps several times."""

    subject: str
    """Which function of the recordings."""
    function: str
    said: str
    """What the model said, its prose included."""
    round: int
    """The earliest in which it was answered."""
    earlier: tuple[str, ...]
    """Verdicts of that time, the most frequent first."""

    @property
    def key(self) -> str:
        """Names the code in the reviews, whatever the prose around it."""
        return key_of(self.subject, self.function, self.said)


@dataclass(frozen=True)
class Judged:
    """An answer with the verdict of now."""

    answer: Answer
    verdict: str
    """`offered`, or the objection as a sentence."""
    kind: str
    """`offered`, the kind of the objection, or `nothing to repair` if nothing is warned of."""
    calls: int
    seconds: float
    review: str = ""
    """What a reviewer says of the text; empty if nobody has looked at it."""

    @property
    def is_offered(self) -> bool:
        return self.kind == OFFERED

    @property
    def is_mistake(self) -> bool:
        """Whether a right text is refused, or a wrong one offered."""
        if self.kind == NOTHING:
            return False
        return self.review == (WRONG if self.is_offered else RIGHT)


async def judge_all(
    functions: Mapping[str, str], answers: Sequence[Answer], options: CheckOptions
) -> list[Judged]:
    """Judge every answer by the proof as it is now."""
    reviews = reviews_by_key()
    cases: dict[tuple[str, str], Case | str] = {}
    judged: list[Judged] = []

    async with Checker() as checker:
        for answer in tracked(answers, "answers"):
            subject = (answer.subject, answer.function)
            if subject not in cases:
                cases[subject] = await case_of(checker, functions, answer, options)
            review = reviews.get(answer.key, "")
            judged.append(await judge(checker, cases[subject], answer, review))
    return judged


async def case_of(
    checker: Checker, functions: Mapping[str, str], answer: Answer, options: CheckOptions
) -> Case | str:
    """What the function does today, or why it cannot be repaired."""
    source, path = functions[answer.subject], Path(f"{answer.subject}.py")
    try:
        return await examine(checker, source, path, options, answer.function)
    except NoRepairError as error:
        return str(error)


async def judge(checker: Checker, case: Case | str, answer: Answer, review: str) -> Judged:
    """The verdict on one answer."""
    if isinstance(case, str):
        return Judged(answer, case, NOTHING, 0, 0.0, review)

    began, calls = time.monotonic(), checker.calls
    verdict = kind = OFFERED
    try:
        await prove(checker, case, with_answer(case, answer.said))
    except (NoCodeError, NotProvedError) as error:
        verdict = error.objection.sentence
        kind = error.objection.kind.name.lower().replace("_", " ")
    seconds = time.monotonic() - began
    return Judged(answer, verdict, kind, checker.calls - calls, seconds, review)


def answers_in(records: Sequence[Mapping[str, Any]]) -> list[Answer]:
    """Each text once, in the order of the recordings."""
    by_key: dict[str, list[Mapping[str, Any]]] = {}
    for record in records:
        key = key_of(record["function_id"], record["function"], record["answer"])
        by_key.setdefault(key, []).append(record)
    return [answer_of(same) for same in by_key.values()]


def answer_of(same: Sequence[Mapping[str, Any]]) -> Answer:
    """What several records with the same code say."""
    first = min(same, key=lambda record: record["round"])
    earlier = Counter(record["outcome"] for record in same)
    verdicts = tuple(verdict for verdict, _ in earlier.most_common())
    return Answer(
        first["function_id"], first["function"], first["answer"], first["round"], verdicts
    )


def key_of(subject: str, function: str, said: str) -> str:
    """The same for two answers with the same code."""
    code = (blocks_in(said) or [said])[-1].strip()
    return hashlib.sha256(f"{subject}\n{function}\n{code}".encode()).hexdigest()[:12]


def reviews_by_key() -> dict[str, str]:
    """What a reviewer says of each text, by its key."""
    if not REVIEWS.exists():
        return {}
    return {review["key"]: review["review"] for review in records_in(REVIEWS)}


def records_in(file: Path) -> Iterator[dict[str, Any]]:
    """The records of a file in JSON Lines."""
    for line in file.read_text().splitlines():
        yield json.loads(line)


def print_judged(judged: Sequence[Judged], console: Console, *, verbose: bool) -> None:
    """Every mistake, on request every answer, and the totals."""
    for entry in judged:
        if verbose or entry.is_mistake:
            print_answer(entry, console)
    console.print(totals(judged))
    for kind, count in Counter(entry.kind for entry in judged).most_common():
        console.print(f"{count} x {kind}", highlight=False)

    proofs = [entry for entry in judged if entry.seconds]
    seconds = sum(entry.seconds for entry in proofs)
    calls = sum(entry.calls for entry in proofs)
    console.print(f"{len(proofs)} proofs, {seconds:.1f} s, {calls} calls", highlight=False)


def print_answer(entry: Judged, console: Console) -> None:
    answer = entry.answer
    mark = "MISTAKE " if entry.is_mistake else ""
    console.print(
        f"{mark}{answer.subject} {answer.function} {answer.key}, round {answer.round}, "
        f"review: {entry.review or 'none'}\n    now: {entry.verdict}",
        highlight=False, markup=False, soft_wrap=True,
    )  # fmt: skip
    for verdict in answer.earlier:
        console.print(f"    then: {verdict}", highlight=False, markup=False, soft_wrap=True)


def totals(judged: Sequence[Judged]) -> Table:
    """How many answers are offered now and were then, by what a reviewer says of them."""
    table = Table(title="answers, each text once")
    columns = ("review", "answers", "offered now", "refused now", NOTHING, "always offered then")
    for column in columns:
        table.add_column(column, justify="left" if column == "review" else "right")

    for review in (RIGHT, EITHER, WRONG, ""):
        group = [entry for entry in judged if entry.review == review]
        offered = sum(entry.is_offered for entry in group)
        then = sum(entry.answer.earlier == (PROVED,) for entry in group)
        nothing = sum(entry.kind == NOTHING for entry in group)
        cells = (len(group), offered, len(group) - offered - nothing, nothing, then)
        table.add_row(review or "none", *map(str, cells))
    return table


@click.command(help=__doc__)
@folder_argument
@python_option
@click.option("--only", multiple=True, help="Judge answers for these functions of the recordings.")
@click.option("--key", multiple=True, help="Judge these answers only.")
@click.option("-v", "--verbose", is_flag=True, help="Print every answer, not only mistakes.")
def main(
    folder: Path, python: str, only: tuple[str, ...], key: tuple[str, ...], verbose: bool
) -> None:
    functions = {r["function_id"]: r["source"] for r in records_in(folder / "functions.jsonl")}
    answers = [
        answer
        for answer in answers_in(list(records_in(folder / "repair.jsonl")))
        if (not only or answer.subject in only) and (not key or answer.key in key)
    ]
    judged = asyncio.run(judge_all(functions, answers, CheckOptions(python)))
    print_judged(judged, Console(width=110), verbose=verbose)


if __name__ == "__main__":
    main()
