"""Repairs all functions of a file one by one, each in the text that the one before has left."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evenhand.causes import Explanation, Owner
from evenhand.check import mistakes
from evenhand.check.checking import Checker
from evenhand.check.sandbox import WorkerError
from evenhand.check.sentences import explain, of_run
from evenhand.findings import FileReport, FunctionReport, Verdict, VerdictKind
from evenhand.options import CheckOptions
from evenhand.repair.objections import why_no_text
from evenhand.repair.offline import decider_to_repair, functions_to_repair
from evenhand.repair.repairs import Repair, Repairs, WayOut
from evenhand.repair.survey.repair_case import NoRepairError, to_repair
from evenhand.repair.unrepairable import BY_HAND

Make = Callable[[str, str], Awaitable[Repairs]]
"""Repairs of a function, from the file's text and the function's name.

May raise `NoRepairError` and `WorkerError`: the function is left as it is.
"""
Choose = Callable[[Repairs], Awaitable[Repair | None]]
"""Which of the offered repairs to take; None: none of them."""


OPEN = "allow it with your own reason, or remove its rule, too (--ask)"
"""What becomes of the rules by other attributes, beside those that were removed."""


@dataclass(frozen=True, slots=True)
class Done:
    """One function that was repaired."""

    function: str
    line: int
    attributes: tuple[str, ...]
    repair: Repair
    verdicts: tuple[Verdict, ...] = ()
    """What was found before: who was treated differently, with the calls that prove it."""


@dataclass(frozen=True, slots=True)
class Left:
    """One function that was not repaired, and why."""

    function: str
    line: int
    reason: str
    attributes: tuple[str, ...] = ()
    ways_out: tuple[WayOut, ...] = ()
    """Baselines that a person can choose."""
    awaits_word: bool = False
    """Whether a person decides: there is something to choose, or it may stay with a reason."""


@dataclass(frozen=True, slots=True)
class Along:
    """One function that the repair of another has repaired, such as of a helper."""

    function: str
    line: int
    attributes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spared:
    """A difference that no repair was to end.

    It is allowed, shown as information, or what a task rests on beside what was repaired.
    """

    function: str
    line: int
    verdict: Verdict
    stays: str = ""
    """What goes on resting on the attribute beside a repair, as a clause."""


@dataclass(frozen=True, slots=True)
class FileRepair:
    """A file before and after."""

    before: str
    after: str
    done: tuple[Done, ...] = ()
    left: tuple[Left, ...] = ()
    along: tuple[Along, ...] = ()
    spared: tuple[Spared, ...] = ()
    unchecked: tuple[Left, ...] = ()
    """Functions of which nobody knows whether there is something to repair."""
    problem: str = ""
    """Why the file could not be read at all; empty if it could."""
    accidents: tuple[str, ...] = ()
    """What the machine left undone: problems of the run, as sentences."""


async def most_favourable(repairs: Repairs) -> Repair | None:
    """The first of the repairs that are offered, unless a person has to agree to it."""
    return next((repair for repair in repairs.offered if not repair.awaits_word), None)


async def repair_file(
    checker: Checker,
    source: str,
    path: Path,
    options: CheckOptions,
    make: Make,
    choose: Choose = most_favourable,
    on_function: Callable[[str, int, int], None] | None = None,
    narrow: Callable[[FileReport], FileReport] | None = None,
) -> FileRepair:
    """Repair every function of a file that has something to repair.

    `on_function` gets each function's name, its number from 0, and how many there are. `narrow`
    leaves those functions in a report that are wanted; without it, all are.
    """
    report = await checker.check(source, path, options)
    first = narrow(report) if narrow is not None else report
    if first.problem:
        return FileRepair(source, source, problem=first.problem)

    names = functions_to_repair(first, options)
    text, done, left, along = source, list[Done](), list[Left](), list[Along]()
    spared, accidents = list(_spared(first, options)), list(first.accidents)
    waiting, staying_in = set[str](), dict[str, str]()
    for number, name in enumerate(names):
        if on_function is not None:
            on_function(name, number, len(names))
        if done:
            report = await checker.check(text, path, options)
        if name not in functions_to_repair(report, options):
            along.append(_along(first, name, options))
            continue

        line = _named(first, name).line
        verdicts: Sequence[Verdict] = _to_end(report, _named(report, name), options)
        decider = decider_to_repair(report, name, options)
        if decider in waiting and all(verdict.through for verdict in verdicts):
            waiting.add(name)
            reason = f"it rests on `{decider}`, which is left as it is"
            left.append(Left(name, line, reason, _attributes(verdicts), awaits_word=True))
            continue

        if verdicts and all(verdict.through in staying_in for verdict in verdicts):
            along.append(_along(first, name, options))
            told = [(verdict, staying_in[verdict.through]) for verdict in verdicts]
            spared += [Spared(name, line, verdict, stays) for verdict, stays in told]
            continue

        repairs = await _repairs_of(make, text, name, accidents)
        chosen = await choose(repairs)
        ways_out = repairs.ways_out or ()
        if chosen is None:
            if repairs.offered:
                waiting.add(name)
            reason, is_open = why_left(repairs), bool(repairs.offered)
            left.append(Left(name, line, reason, _attributes(verdicts), ways_out, is_open))
        else:
            text = chosen.text
            open_attributes = await _still_open(checker, path, options, repairs, chosen)
            attributes = tuple(dict.fromkeys((*repairs.attributes, *repairs.open_attributes)))
            if open_attributes:
                waiting.add(name)
                reason, is_open = _why_open(repairs), _has_choice(repairs)
                left.append(Left(name, line, reason, open_attributes, ways_out, is_open))
                attributes = tuple(a for a in attributes if a not in open_attributes)
                verdicts = [v for v in verdicts if v.attribute not in open_attributes]
            if repairs.stays:
                staying_in[name] = repairs.stays
            staying = _staying(repairs, verdicts)
            ended = tuple(verdict for verdict in verdicts if verdict not in staying)
            done.append(Done(name, line, attributes, chosen, ended))
            spared += [Spared(name, line, verdict, repairs.stays) for verdict in staying]
    unchecked = tuple(_unchecked(first))
    return FileRepair(
        source, text, tuple(done), tuple(left), tuple(along), tuple(spared), unchecked,
        accidents=tuple(of_run(accidents)),
    )  # fmt: skip


async def _still_open(
    checker: Checker, path: Path, options: CheckOptions, repairs: Repairs, chosen: Repair
) -> tuple[str, ...]:
    """The attributes that go on deciding in a text, of which a person has to say what becomes."""
    if not repairs.open_attributes:
        return ()
    report = await checker.check(chosen.text, path, options)
    still = to_repair(report, repairs.function, selected=options.attributes or frozenset())
    return tuple(each for each in repairs.open_attributes if each in still)


def _named(report: FileReport, name: str) -> FunctionReport:
    return next(function for function in report.functions if function.name == name)


def _along(before: FileReport, name: str, options: CheckOptions) -> Along:
    function = _named(before, name)
    return Along(name, function.line, _attributes(_to_end(before, function, options)))


def _attributes(verdicts: Iterable[Verdict]) -> tuple[str, ...]:
    return tuple(verdict.attribute for verdict in verdicts)


def _to_end(
    report: FileReport, function: FunctionReport, options: CheckOptions
) -> tuple[Verdict, ...]:
    """The verdicts on a function that a repair has to end."""
    wanted = to_repair(report, function.name, selected=options.attributes or frozenset())
    return tuple(v for v in function.verdicts if v.attribute in wanted)


def _spared(report: FileReport, options: CheckOptions) -> Iterator[Spared]:
    """The differences of a file that stay, whatever becomes of the others."""
    for function in report.functions:
        to_end = _to_end(report, function, options) if function.unequal else ()
        for verdict in function.unequal:
            if verdict not in to_end:
                yield Spared(function.name, function.line, verdict)


def _staying(repairs: Repairs, verdicts: Iterable[Verdict]) -> list[Verdict]:
    """The differences of a repaired function that its task rests on."""
    if not repairs.stays:
        return []
    return [verdict for verdict in verdicts if verdict.attribute not in repairs.attributes]


def _unchecked(report: FileReport) -> Iterator[Left]:
    """Functions with nothing but attributes that could not be checked, and why."""
    for function in report.functions:
        verdicts = [v for v in function.on_inputs if v.kind is VerdictKind.NOT_CHECKED]
        if verdicts and not function.unequal:
            reason = "not checked" if function.accidents else verdicts[0].reason
            yield Left(function.name, function.line, reason, _attributes(verdicts))


def why_left(repairs: Repairs) -> str:
    """Why none of the repairs of a function is taken without a person."""
    if repairs.problem:
        return repairs.problem
    if not repairs.awaits_word:
        return "no repair was chosen"
    first = repairs.offered[0]
    if first.model_work is not None:
        told = "; ".join(first.effects) or "nobody knows who gains"
        return f"the model's rewrite waits for a person (--ask): {told}"
    if repairs.ways_out == ():
        return "allow it with your own reason, if it may stay: no baseline leads to a repair"
    return "allow it with your own reason, or choose a baseline (--ask, --baseline)"


def _why_open(repairs: Repairs) -> str:
    """Why the rules by some attributes stay, beside those that were removed."""
    if _has_choice(repairs):
        return OPEN
    reasons = (why_no_text(each.objection) for each in repairs.rejected)
    return f"{next(reasons, 'its rule cannot simply go')}: {BY_HAND}"


def _has_choice(repairs: Repairs) -> bool:
    return any(repair.awaits_word for repair in repairs.offered)


async def _repairs_of(make: Make, text: str, name: str, accidents: list[Explanation]) -> Repairs:
    """The repairs of a function, or why there are none; what the machine did is added."""
    try:
        return await make(text, name)
    except NoRepairError as error:
        return Repairs(name, problem=str(error))
    except WorkerError as error:
        why = error.explanation
    except Exception as error:  # a bug in Evenhand leaves this function alone as it is
        why = mistakes.explained(error)
    if why.owner is Owner.MACHINE:
        accidents.append(why)
    return Repairs(name, problem=explain(why))
