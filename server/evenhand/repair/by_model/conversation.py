"""Repairs that a model writes: asked for, proved, and asked for again with what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from evenhand.check.checking import Checker
from evenhand.models.messages import Message, Model, ModelError, Usage
from evenhand.repair.by_model.code_in_answers import NoCodeError, with_answer
from evenhand.repair.by_model.prompts import Strategy, complaint, conversation
from evenhand.repair.by_model.test_report import failing_tests
from evenhand.repair.offline import Rejected, Repair, Repairs
from evenhand.repair.proof.obligations import NotProvedError, Proof, prove
from evenhand.repair.survey.cases import Case

ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Asking:
    """How to ask."""

    strategy: Strategy = Strategy.COT2
    rounds: int = ROUNDS
    prices: tuple[float, float] | None = None
    """In US dollars, per million tokens sent and received."""


@dataclass(frozen=True, slots=True)
class Round:
    """One answer, as it is reported while the work goes on."""

    number: int
    usage: Usage
    """Of all rounds so far."""
    problem: str
    """Why the answer is no repair; empty where it is one."""


async def by_model(
    checker: Checker,
    case: Case,
    model: Model,
    asking: Asking,
    on_round: Callable[[Round], None] | None = None,
) -> Repairs:
    """A repair that `model` wrote, or why none of its answers is one."""
    messages = conversation(case, asking.strategy)
    usage, rejected = Usage(), list[Rejected]()
    made = Repairs(case.function.name, tuple(sorted(case.wanted)))
    for number in range(1, asking.rounds + 1):
        try:
            answer = await model.ask(messages)
        except ModelError as error:
            return _ended(made, rejected, str(error))
        usage = usage.plus(answer.usage)
        text, problem, proof = await _judged(checker, case, answer.text)
        if on_round is not None:
            on_round(Round(number, usage, problem))
        if proof is not None:
            told = _told(asking, number, usage)
            title = f"Use the rewrite of {model.name}"
            repair = Repair(title, "", text, proof, by_model=told)
            return Repairs(made.function, made.attributes, (repair,), tuple(rejected))
        rejected.append(Rejected(f"answer {number}", problem))
        report = await _report(checker, case, text)
        messages += [Message("assistant", answer.text), complaint(problem, report)]
    last = rejected[-1].reason if rejected else "it was not asked"
    count = "answer" if asking.rounds == 1 else f"{asking.rounds} answers"
    return _ended(made, rejected, f"no repair in the model's {count}; the last: {last}")


async def _judged(checker: Checker, case: Case, answer: str) -> tuple[str, str, Proof | None]:
    """The new text, what is wrong with it, and its proof where nothing is."""
    try:
        text = with_answer(case, answer)
    except NoCodeError as error:
        return "", str(error), None
    try:
        return text, "", await prove(checker, case, text)
    except NotProvedError as error:
        return text, str(error), None


async def _report(checker: Checker, case: Case, text: str) -> str:
    """The tests that a new text fails."""
    if not text:
        return ""
    report = await checker.check(text, case.job.path, case.job.options)
    found = next((f for f in report.functions if f.name == case.function.name), None)
    return failing_tests(v for v in found.verdicts if v.code is not None) if found else ""


def _ended(made: Repairs, rejected: list[Rejected], problem: str) -> Repairs:
    return Repairs(made.function, made.attributes, (), tuple(rejected), problem)


def _told(asking: Asking, rounds: int, usage: Usage) -> str:
    parts = [str(asking.strategy), "1 round" if rounds == 1 else f"{rounds} rounds"]
    if usage.sent is not None and usage.received is not None:
        parts.append(f"{usage.sent:,} + {usage.received:,} tokens")
        cost = usage.cost(asking.prices) if asking.prices else None
        parts += [f"${cost:.4f}"] if cost is not None else []
    return ", ".join(parts)
