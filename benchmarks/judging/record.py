"""Check labelled code, and write which signals hold for each difference that is seen.

    python -m benchmarks.judging.record [--public FOLDER] [--labelled FOLDER] [--fixtures FOLDER]

FOLDER of `--public` has the files that `benchmarks.public_code.fetch` brings; what is sealed is
left out. `benchmarks/labelled.py` says what FOLDER of `--labelled` holds. Writes `cases.jsonl`.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path

import click

from benchmarks.judging.cases import CASES, QUIET, JudgedCase, write_cases
from benchmarks.labelled import Record, corpora, purpose_of
from benchmarks.options_and_output import EXISTING, python_option, tracked
from benchmarks.public_code.manifest import Act, Label, by_file, labels, public_files
from benchmarks.public_code.measure import label_about
from evenhand.check.checking import Checker
from evenhand.check.judging import is_harmless, judge
from evenhand.check.judging.case import Case
from evenhand.check.judging.scorecard import all_signals
from evenhand.check.outcomes.code_contexts import CodeContext
from evenhand.check.outcomes.differences import Difference
from evenhand.check.outcomes.responses import Response
from evenhand.check.search.judge_interface import Judge
from evenhand.findings import Purpose, Recognised, VerdictKind
from evenhand.options import CheckOptions

DIFFERING = frozenset({"biased", "refuses"})
"""Labels of what must be reported."""
PURPOSES_OF_LABELS = {
    "validation": {Purpose.REPRESENTATION},
    "aggregate": {Purpose.REPRESENTATION},
    "representation": {Purpose.REPRESENTATION},
    "age_limit": {Purpose.AGE_LIMIT, Purpose.LAW},
    "law": {Purpose.LAW, Purpose.AGE_LIMIT},
    "concession": {Purpose.CONCESSION, Purpose.AGE_LIMIT},
    "asked_for": {Purpose.ASKED_FOR},
    "address": {Purpose.ADDRESS},
    "body": {Purpose.BODY},
}
"""What a label that is harmless leaves open; all others, every quiet purpose."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a label says of a difference."""

    purposes: frozenset[Purpose]
    is_doubtful: bool = False


Labelling = Callable[[str, str], Target | None]
"""By function and attribute, what the label says; None if there is none."""


@dataclass(frozen=True, slots=True)
class Text:
    """A labelled text."""

    source: str
    group: str
    name: str
    code: str
    labelling: Labelling


class Recorder:
    """A judge that notes the signals of each difference that it is asked about."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str, frozenset[str]]] = []
        """Function, attribute and signals."""
        self.judge = Judge(self._purpose_of, is_harmless)

    def _purpose_of(
        self, difference: Difference, response: Response, context: CodeContext
    ) -> Recognised:
        case = Case(difference, response, context)
        holding = frozenset(signal.name for signal in all_signals() if signal.holds(case))
        self.seen.append((case.function.name, case.attribute.name, holding))
        return judge(difference, response, context)


async def recorded(texts: Iterable[Text], python: str) -> list[JudgedCase]:
    """The labelled differences that are seen in some texts."""
    cases: list[JudgedCase] = []
    for text in texts:
        recorder = Recorder()
        async with Checker(judge=recorder.judge) as checker:
            await checker.check(text.code, Path(text.name), CheckOptions(python))
        for function, attribute, signals in recorder.seen:
            target = text.labelling(function, attribute)
            if target is not None:
                cases.append(_case(text, function, attribute, target, signals))
    return cases


def _case(
    text: Text, function: str, attribute: str, target: Target, signals: frozenset[str]
) -> JudgedCase:
    purposes, doubt = target.purposes, target.is_doubtful
    return JudgedCase(text.source, text.group, function, attribute, purposes, doubt, signals)


# ------------------------------------------------------------------------------------------------


def public_texts(folder: Path) -> Iterator[Text]:
    """The open files of the benchmark that are in a folder."""
    of_file = by_file(labels())
    told_of = _told_of(of_file)
    for file in public_files():
        place = folder / file.name
        if not file.is_sealed and not file.is_seen and place.exists():
            code, given = place.read_text(encoding="utf-8", errors="replace"), of_file.get(file.id)
            yield Text(
                "public",
                file.repository,
                file.place,
                code,
                _public_labels(given or [], told_of[file.repository]),
            )


def _told_of(of_file: Mapping[str, list[Label]]) -> Mapping[str, set[str]]:
    """By repository, the attributes of which somebody may want to be told, wherever it is."""
    told_of = defaultdict[str, set[str]](set)
    for file in public_files():
        acts = ((label.attribute, label.act) for label in of_file.get(file.id, ()))
        told_of[file.repository] |= {attribute for attribute, act in acts if act is not Act.NO}
    return told_of


def _public_labels(given: list[Label], told_of: Set[str]) -> Labelling:
    """A difference that no reader named is one that nobody wants to be told of.

    Unless somebody wants to be told of the attribute elsewhere in the repository: it may be the
    same difference, seen from a function that leads to it.
    """

    def target(function: str, attribute: str) -> Target | None:
        label = label_about(given, function, attribute)
        if label is None:
            return None if attribute in told_of else Target(QUIET)
        if label.act is Act.YES:
            return Target(frozenset({Purpose.DECISION}))
        if label.act is Act.DOUBT:
            return Target(frozenset({Purpose.DECISION, Purpose.UNCLEAR}), is_doubtful=True)
        return Target(frozenset(PURPOSES_OF_LABELS.get(label.purpose, QUIET)))

    return target


def corpus_texts(folder: Path) -> Iterator[Text]:
    """The functions of labelled corpora."""
    for _, records in corpora(folder):
        for record in records:
            name = f"{record['id']}.py".replace("/", "_")
            yield Text("corpus", record["id"], name, record["code"], _corpus_labels(record))


def _corpus_labels(record: Record) -> Labelling:
    def target(_function: str, attribute: str) -> Target | None:
        label = record["labels"].get(attribute)
        purpose = purpose_of(record, attribute)
        if label in DIFFERING and purpose in ("", Purpose.DECISION):
            return Target(frozenset({Purpose.DECISION}))
        if label in DIFFERING:
            return Target(frozenset(PURPOSES_OF_LABELS.get(purpose, QUIET)))
        is_known = label is not None or attribute in record.get("complete_for", ())
        return Target(QUIET) if is_known else None

    return target


def fixture_texts(folder: Path) -> Iterator[Text]:
    """The project's own files of which all verdicts are known."""
    purposes = json.loads((folder / "purposes.json").read_text(encoding="utf-8"))
    for file in sorted(folder.rglob("*.py")):
        expected = file.with_suffix(".expected.json")
        if expected.exists():
            verdicts = json.loads(expected.read_text(encoding="utf-8"))
            labelling = _fixture_labels(verdicts, purposes.get(file.stem, {}))
            code, group = file.read_text(encoding="utf-8", errors="replace"), file.stem
            yield Text("fixture", group, str(file), code, labelling)


def _fixture_labels(
    verdicts: dict[str, dict[str, str | list[str]]], purposes: dict[str, dict[str, str]]
) -> Labelling:
    def target(function: str, attribute: str) -> Target | None:
        purpose = purposes.get(function, {}).get(attribute)
        if purpose is not None:
            return Target(frozenset({Purpose(purpose)}))
        verdict = verdicts.get(function, {}).get(attribute)
        is_unequal = verdict in (VerdictKind.BIASED, VerdictKind.REFUSES)
        return Target(frozenset({Purpose.DECISION})) if is_unequal else None

    return target


@click.command(help=__doc__)
@click.option("--public", type=EXISTING)
@click.option("--labelled", type=EXISTING)
@click.option("--fixtures", type=EXISTING)
@python_option
def main(public: Path | None, labelled: Path | None, fixtures: Path | None, python: str) -> None:
    texts = [
        *(public_texts(public) if public else ()),
        *(corpus_texts(labelled) if labelled else ()),
        *(fixture_texts(fixtures) if fixtures else ()),
    ]
    cases = asyncio.run(recorded(tracked(texts, "recording"), python))
    write_cases(cases)
    click.echo(f"{len(cases)} differences in {len(texts)} texts: {CASES}")


if __name__ == "__main__":
    main()
