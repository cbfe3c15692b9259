"""Asks a model for a repair, proves its answer, and asks again with what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evenhand.check.checking import Checker
from evenhand.models.code_fences import without_thoughts
from evenhand.models.language_model import Message, Model, ModelError, Progress, Usage
from evenhand.repair.by_model.code_in_answers import NoCodeError, with_answer
from evenhand.repair.by_model.notes import note_in
from evenhand.repair.by_model.prompts import complaint, first_request
from evenhand.repair.by_model.strategies import DEFAULT, Strategy
from evenhand.repair.by_model.test_report import failing_tests
from evenhand.repair.objections import NotProvedError, Objection, ObjectionKind
from evenhand.repair.proof.obligations import Proof, prove
from evenhand.repair.repairs import ModelWork, Rejected, Repair, Repairs
from evenhand.repair.survey.kept_purposes import said_to_stay
from evenhand.repair.survey.repair_case import Case, widened
from evenhand.repair.told_by_proof import told_by_proof

ROUNDS = 3
CHARACTERS_PER_REPORT = 200
"""How much is written between two reports on an answer."""


@dataclass(frozen=True, slots=True)
class Asking:
    """How to ask."""

    strategy: Strategy = DEFAULT
    rounds: int = ROUNDS
    prices: tuple[float, float] | None = None
    """In US dollars, per million tokens sent and received."""


@dataclass(frozen=True, slots=True)
class Round:
    """One answer, reported while the work goes on."""

    number: int
    """From 1."""
    usage: Usage
    """Of all rounds so far."""
    objection: Objection | None
    """Why the answer is no repair; None if it is one."""

    @property
    def problem(self) -> str:
        """The objection in words; empty if there is none."""
        return self.objection.sentence if self.objection is not None else ""


@dataclass(frozen=True, slots=True)
class Writing:
    """A model is writing an answer, reported every now and then."""

    number: int
    """Of the answer, from 1."""
    characters: int
    """That have come so far."""


OnEvent = Callable[[Round | Writing], None]


@dataclass(frozen=True, slots=True)
class _Judged:
    """An answer with what came of it: a proof, or an objection."""

    text: str
    """The new text of the file; empty if the answer holds no candidate."""
    proof: Proof | None = None
    objection: Objection | None = None


async def by_model(
    checker: Checker,
    case: Case,
    model: Model,
    asking: Asking,
    on_event: OnEvent | None = None,
) -> Repairs:
    """A repair that `model` wrote, or why none of its answers is one."""
    messages = first_request(case, asking.strategy)
    usage, rejected = Usage(), list[Rejected]()
    for number in range(1, asking.rounds + 1):
        try:
            answer = await model.ask(messages, _progress(number, on_event))
        except ModelError as error:
            return _not_repaired(case, rejected, str(error))

        usage = usage.plus(answer.usage)
        judged = await _judged(checker, case, answer.text)
        if on_event is not None:
            on_event(Round(number, usage, judged.objection))
        if judged.proof is not None:
            dollars = usage.cost(asking.prices) if asking.prices else None
            note = note_in(answer.text)
            work = ModelWork(str(asking.strategy), number, usage, dollars, note)
            title = f"Use the rewrite of {model.name}"
            repair = Repair(title, "", judged.text, judged.proof, work)
            repair = told_by_proof(case, repair, judged.proof)
            return Repairs(
                case.function.name,
                tuple(sorted(case.ended)),
                (repair,),
                tuple(rejected),
                stays=said_to_stay(case.kept),
            )

        assert judged.objection is not None
        if judged.objection.kind is ObjectionKind.MISSED_BEFORE:
            case = await widened(checker, case, str(judged.objection.details["attribute"]))
        rejected.append(Rejected(f"answer {number}", judged.objection))
        report = await _failing_tests(checker, case, judged)
        answered = Message("assistant", without_thoughts(answer.text))
        messages += [answered, complaint(case, judged.objection, report)]

    return _not_repaired(case, rejected, _no_repair_in(rejected))


async def _judged(checker: Checker, case: Case, answer: str) -> _Judged:
    try:
        text = with_answer(case, answer)
    except NoCodeError as error:
        return _Judged("", objection=error.objection)
    try:
        return _Judged(text, await prove(checker, case, text))
    except NotProvedError as error:
        return _Judged(text, objection=error.objection)


def _progress(number: int, on_event: OnEvent | None) -> Progress | None:
    """Reports every so many characters of an answer."""
    if on_event is None:
        return None
    reported = 0

    def report(characters: int) -> None:
        nonlocal reported
        if characters >= reported + CHARACTERS_PER_REPORT:
            reported = characters
            on_event(Writing(number, characters))

    return report


async def _failing_tests(checker: Checker, case: Case, judged: _Judged) -> str:
    """The report on the tests that a new text fails, of the attributes that were asked about.

    Empty if there is no text, or if the objection has calls of its own.
    """
    assert judged.objection is not None
    if not judged.text or judged.objection.calls:
        return ""
    report = await checker.check(judged.text, case.job.path, case.job.options)
    for function in report.functions:
        if function.name == case.function.name:
            return failing_tests(v for v in function.verdicts if v.attribute in case.wanted)
    return ""


def _not_repaired(case: Case, rejected: list[Rejected], problem: str) -> Repairs:
    return Repairs(case.function.name, _attributes(case), (), tuple(rejected), problem)


def _attributes(case: Case) -> tuple[str, ...]:
    return tuple(sorted(case.wanted))


def _no_repair_in(rejected: list[Rejected]) -> str:
    """Why the user gets no repair after the last round."""
    last = rejected[-1].reason if rejected else "it was not asked"
    answers = "answer" if len(rejected) == 1 else f"{len(rejected)} answers"
    return f"no repair in the model's {answers}; the last: {last}"
