"""What a program gets of a check: to be read, printed, or taken apart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib import import_module
from typing import Any

from evenhand.check.sentences import left_over, of_run
from evenhand.findings import FileReport, FunctionReport, Severity, Verdict
from evenhand.isolation import Standing


class Answer(StrEnum):
    """Three answers; what was not checked is never taken for alike."""

    DIFFERS = "differs"
    """Two calls that differ in one attribute have different outcomes; no comment allows it."""
    NO_DIFFERENCE = "no_difference"
    """All that takes in something about people was checked, and no difference was found."""
    NOT_CHECKED = "not_checked"
    """Something could not be read or run; no difference is known."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One verdict on one function."""

    path: str
    row: int | None
    cell: int | None
    line: int
    function: str
    attribute: str
    verdict: str
    code: str | None
    severity: str | None
    """None if a check shows nothing of it."""
    purpose: str | None
    """What the difference is for; None if there is none."""
    reason: str
    calls: tuple[str, ...]
    """Two calls that differ in the attribute alone; empty without a witness."""
    outcomes: tuple[str, ...]

    def __str__(self) -> str:
        """The reason, with the two calls below it."""
        calls = zip(self.calls, self.outcomes, strict=True)
        return "\n".join([self.reason, *(f"    {call}  -> {outcome}" for call, outcome in calls)])


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """What a check says; `print` shows it as the command line does."""

    files: tuple[FileReport, ...]
    problems: tuple[str, ...]
    """What could not be read, and settings that could not be used."""
    python: str
    """The interpreter in which the code ran."""
    standing: Standing

    def on_function(self, number: int) -> Report:
        """The part that is about one function of the one file that was given, from 0."""
        (file,) = self.files
        function = file.functions[number]
        of_others = set(of_run(file.accidents)) - set(of_run(function.accidents))
        problems = tuple(problem for problem in self.problems if problem not in of_others)
        own = replace(file, functions=(function,), remarks=(), problem=None, left_over=())
        return replace(self, files=(own,), problems=problems)

    @property
    def answer(self) -> Answer:
        """What it comes to."""
        verdicts = [v for _, f in self._functions() for v in f.on_inputs]
        if any(verdict.kind.tells_apart and verdict.shown for verdict in verdicts):
            return Answer.DIFFERS
        is_read = not any(file.problem for file in self.files) and not self.problems
        is_judged = not any(file.unjudged or file.left_over for file in self.files)
        return Answer.NO_DIFFERENCE if is_read and is_judged else Answer.NOT_CHECKED

    @property
    def verdicts(self) -> tuple[Finding, ...]:
        """Every verdict, the good ones and those that were not checked included."""
        pairs = self._functions()
        return tuple(_finding(file, f, verdict) for file, f in pairs for verdict in f.verdicts)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The verdicts that a check shows."""
        return tuple(verdict for verdict in self.verdicts if verdict.severity is not None)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The findings to act on: somebody gets or loses something."""
        return tuple(v for v in self.findings if v.severity == Severity.WARNING)

    @property
    def unchecked(self) -> tuple[Finding, ...]:
        """The verdicts that say of an input that it was not checked, and why."""
        unjudged = ((file, *found) for file in self.files for found in file.unjudged)
        return tuple(_finding(*found) for found in unjudged)

    @property
    def not_looked_at(self) -> tuple[str, ...]:
        """Code outside of functions that speaks of an attribute, with its place."""
        return tuple(
            f"{file.path}:{file.place_of(left.location).line}: {left_over(left.name)}"
            for file in self.files
            for left in file.left_over
        )

    def to_dict(self) -> dict[str, Any]:
        """What `evenhand check --format json` prints."""
        from evenhand.apps.cli.output.json_output import JsonOutput
        from evenhand.apps.cli.output.output_format import Results
        from evenhand.apps.cli.output.totals import Totals

        totals = Totals()
        for file in self.files:
            totals.add(file, self.standing)
        results = Results(self.files, totals, self.problems, self.python)
        document: dict[str, Any] = json.loads(JsonOutput().document(results))
        return document

    def to_frame(self) -> Any:
        """A data frame of pandas with a row for each verdict; raises ImportError without pandas."""
        columns = list(Finding.__dataclass_fields__)
        rows = [[getattr(verdict, name) for name in columns] for verdict in self.verdicts]
        return import_module("pandas").DataFrame(rows, columns=columns)

    def __str__(self) -> str:
        return "\n\n".join([*self._blocks(), self._conclusion()])

    def __repr__(self) -> str:
        return str(self)

    def _blocks(self) -> Iterator[str]:
        from evenhand.apps.cli.output.text_output import blocks
        from evenhand.doors.printable import printable

        for problem in self.problems:
            yield printable(problem)
        for file in self.files:
            if file.problem:
                yield printable(f"{file.path}: {file.problem}")
            for block in blocks(file, verbose=False):
                yield block.plain

    def _conclusion(self) -> str:
        """What it comes to, with the reasons of what was not checked."""
        functions = {(warning.path, warning.function) for warning in self.warnings}
        if functions:
            verb = "function treats" if len(functions) == 1 else "functions treat"
            return f"{len(functions)} {verb} people differently."
        if self.answer is Answer.DIFFERS:
            return "What differs is no decision about people."
        if self.answer is Answer.NO_DIFFERENCE:
            return "No difference was found."
        reasons = [f"    {v.function} ({v.attribute}): {v.reason}" for v in self.unchecked]
        reasons += [f"    {place}" for place in self.not_looked_at]
        return "\n".join(["Not everything could be checked.", *reasons])

    def _functions(self) -> Iterator[tuple[FileReport, FunctionReport]]:
        for file in self.files:
            for function in file.functions:
                yield file, function


def _finding(file: FileReport, function: FunctionReport, verdict: Verdict) -> Finding:
    place = file.place_of(verdict.location)
    witness = verdict.witness
    return Finding(
        file.path,
        place.row,
        place.cell,
        place.line,
        function.name,
        verdict.attribute,
        verdict.kind.value,
        verdict.code,
        verdict.severity.value if verdict.shown and verdict.severity else None,
        verdict.purpose.value if verdict.purpose else None,
        verdict.reason,
        witness.calls if witness is not None else (),
        witness.outcomes if witness is not None else (),
    )
