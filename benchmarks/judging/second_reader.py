"""Say what a second reader makes of warnings near the line, from recorded answers.

    python -m benchmarks.judging.second_reader [--requests FOLDER]

The warnings are those of real code whose score is near the line by points that were fitted to other
repositories. `second_reader.jsonl` has an answer to the request about each of them. With
`--requests` it prints these requests instead, one JSON document a line, for a model of your own;
FOLDER has the files that `benchmarks.public_code.fetch` brings.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Set
from pathlib import Path

import click

from benchmarks.judging.cases import JudgedCase, read_cases
from benchmarks.judging.fit import LEAST, RIDGE, across_folds, warned
from benchmarks.options_and_output import EXISTING, python_option, tracked
from benchmarks.public_code.manifest import PublicFile, public_files
from evenhand.check.checking import Checker
from evenhand.check.judging.scorecard import least_for
from evenhand.findings import Purpose
from evenhand.options import CheckOptions
from evenhand.second_reader.answer import Opinion, Worth
from evenhand.second_reader.reading import MARGIN, purposes_of
from evenhand.second_reader.request import request

ANSWERS = Path(__file__).parent / "second_reader.jsonl"
Key = tuple[str, str, str]
"""Repository, function and attribute."""


def near_line() -> dict[Key, JudgedCase]:
    """The cases that a second reader would be asked about, were their repositories new.

    Where several differences have one name, those of which the labels say the same.
    """
    cases = read_cases()
    scores, quiet = across_folds(cases, RIDGE)
    are_warned = warned(cases, scores, quiet, LEAST)
    worth = {(_key(case), _worth_of(case)) for case in cases}
    labels = Counter(key for key, _ in worth)
    return {
        _key(case): case
        for case, score, is_warned in zip(cases, scores, are_warned, strict=True)
        if is_warned and case.source == "public" and labels[_key(case)] == 1
        if Purpose.UNCLEAR in case.allowed
        and 0 <= score - LEAST - least_for(case.allowed) <= MARGIN
    }


def _key(case: JudgedCase) -> Key:
    return case.group, case.function, case.attribute


async def print_requests(wanted: Set[Key], folder: Path, python: str) -> None:
    """Print what is asked about those of the cases that are verdicts with a witness."""
    repositories = {repository for repository, *_ in wanted}
    for file in tracked(public_files(), "asking"):
        place = folder / file.name
        if file.repository in repositories and not file.is_sealed and place.exists():
            code = place.read_text(encoding="utf-8", errors="replace")
            async for (repository, function, attribute), text in _requests(file, code, python):
                if (repository, function, attribute) in wanted:
                    record = {"repository": repository, "function": function}
                    click.echo(json.dumps({**record, "attribute": attribute, "request": text}))


async def _requests(file: PublicFile, code: str, python: str) -> AsyncIterator[tuple[Key, str]]:
    with tempfile.TemporaryDirectory() as home:
        async with Checker() as checker:
            report = await checker.check(code, Path(home) / file.place, CheckOptions(python))
    for function in report.functions:
        for verdict in function.verdicts:
            if verdict.witness is not None:
                asked = request(function, verdict, code, purposes_of(verdict))
                text = "\n\n".join(message.text for message in asked)
                yield (file.repository, function.name, verdict.attribute), text


def read_answers(path: Path = ANSWERS) -> dict[Key, Opinion]:
    """The recorded answers, without their reasons."""
    records = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {
        (each["repository"], each["function"], each["attribute"]): Opinion(
            Worth(each["worth"]), Purpose(each["purpose"]), ""
        )
        for each in records
    }


@click.command(help=__doc__)
@click.option("--requests", "folder", type=EXISTING)
@python_option
def main(folder: Path | None, python: str) -> None:
    cases = near_line()
    if folder is not None:
        asyncio.run(print_requests(cases.keys(), folder, python))
        return
    answers = read_answers()
    counts = Counter((_worth_of(cases[key]), answers[key].worth) for key in cases if key in answers)
    for label in Worth:
        row = ", ".join(f"{counts[label, worth]} {worth}" for worth in Worth)
        click.echo(f"labelled {label}: the reader says {row}")


def _worth_of(case: JudgedCase) -> Worth:
    return Worth.YES if case.is_decision else Worth.DOUBT if case.is_doubtful else Worth.NO


if __name__ == "__main__":
    main()
