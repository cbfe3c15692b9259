"""`evenhand.check`, `evenhand.fix` and `evenhand.assert_evenhanded`."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from evenhand.apps.api.hub import HUB
from evenhand.apps.api.hub_questions import (
    CheckAnswer,
    CheckQuestion,
    FileFix,
    FixAnswer,
    FixQuestion,
    RepairedFunction,
)
from evenhand.apps.api.report import Report
from evenhand.apps.api.subjects import Subject, source_of, sources_of
from evenhand.check.sentences import of_run
from evenhand.findings import FileReport
from evenhand.lines import lines_with_ends


@dataclass(frozen=True, slots=True)
class Fixed:
    """What came of a repair; nothing is written."""

    files: tuple[FileFix, ...]
    problems: tuple[str, ...]

    @property
    def text(self) -> str:
        """The repaired text of the one file or text that was given; raises `ValueError`."""
        if len(self.files) != 1:
            raise ValueError(f"there are {len(self.files)} files; each has its own `after`")
        return self.files[0].after

    @property
    def repaired(self) -> tuple[RepairedFunction, ...]:
        """The functions that were repaired."""
        return tuple(repaired for file in self.files for repaired in file.repaired)

    @property
    def left(self) -> tuple[tuple[str, str], ...]:
        """The functions that were not repaired, each with the reason."""
        return tuple(left for file in self.files for left in file.left)

    @property
    def diff(self) -> str:
        """All changes, as `diff -u` writes them."""
        return "".join(line for file in self.files for line in _diff(file))


def check(
    subject: Subject,
    *,
    attributes: Iterable[str] | None = None,
    profile: str | None = None,
    python: str | None = None,
    isolation: str | None = None,
    seconds: float | None = None,
) -> Report:
    """Check a function, a class, a module, a text of code, or a file or folder.

    The code runs many times behind walls, in other processes: in `python`, or in the Python of the
    caller. `attributes`, `profile`, `isolation` and `seconds` are those of the command line. Of a
    function, the whole file is read, and its verdicts alone are reported; of one that is wrapped,
    those on each layer. Values that it is bound to, closes over or has from `partial` are kept.

    Raises `ValueError` for a setting that does not exist, and for code without a source.
    """
    settings = settings_of(attributes, profile, python, isolation, seconds)
    sources, problems = sources_of(subject)
    reports = list[FileReport]()
    for source in sources:
        answer: CheckAnswer = HUB.ask(CheckQuestion(source.path, source.text, settings))
        problems += answer.problems
        try:
            own = [source.only(report) for report in answer.reports]
        except ValueError as error:
            if source is sources[-1]:
                raise
            problems.append(str(error))  # such as of a wrapper that is a lambda
            continue
        reports += own
        problems += [doubt for report in own for doubt in source.doubts(report)]
    of_the_run = of_run(why for report in reports for why in report.accidents)
    told = tuple(dict.fromkeys([*of_the_run, *problems]))
    return Report(tuple(reports), told, answer.python, answer.standing)


def fix(
    subject: Subject,
    *,
    attributes: Iterable[str] | None = None,
    profile: str | None = None,
    python: str | None = None,
    isolation: str | None = None,
    seconds: float | None = None,
) -> Fixed:
    """Repair it, each repair proved by running the old and the new code; writes nothing.

    The arguments are those of `check`.
    """
    source = source_of(subject)
    settings = settings_of(attributes, profile, python, isolation, seconds)
    question = FixQuestion(source.path, source.text, settings, source.name)
    answer: FixAnswer = HUB.ask(question)
    return Fixed(answer.files, answer.problems)


def assert_evenhanded(
    function: Callable[..., Any], allow: Iterable[str] = (), **options: Any
) -> None:
    """Raise `AssertionError` with the two calls if a function treats people differently.

    So does a function that could not be checked, with the reason. `allow` names the attributes
    on which the outcome may depend; the other arguments are those of `check`.
    """
    __tracebackhide__ = True  # pytest shows the caller's line
    report = check(function, **options)
    allowed = {allow} if isinstance(allow, str) else set(allow)
    complaint = complaint_about(report, allowed)
    if complaint:
        raise AssertionError(complaint)


def complaint_about(report: Report, allowed: Iterable[str] = ()) -> str:
    """What is wrong: differences with their calls, or why something was not checked; or nothing."""
    allowed = set(allowed)
    different = [str(w) for w in report.warnings if w.attribute not in allowed]
    if different:
        return "\n".join(different)
    unread = [f"{file.path}: {file.problem}" for file in report.files if file.problem]
    unchecked = [
        f"{verdict.function} was not checked for {verdict.attribute}: {verdict.reason}"
        for verdict in report.unchecked
        if verdict.attribute not in allowed
    ]
    return "\n".join([*report.problems, *unread, *unchecked])


def settings_of(
    attributes: Iterable[str] | None = None,
    profile: str | None = None,
    python: str | None = None,
    isolation: str | None = None,
    seconds: float | None = None,
) -> dict[str, object]:
    """The arguments of `check` as settings, by their names."""
    names = [attributes] if isinstance(attributes, str) else attributes
    return {
        "attributes": None if names is None else list(names),
        "profile": profile,
        "python": python or sys.executable or None,
        "isolation": isolation,
        "seconds-per-function": seconds,
    }


def _diff(file: FileFix) -> Iterable[str]:
    before, after = lines_with_ends(file.before), lines_with_ends(file.after)
    return difflib.unified_diff(before, after, file.path, file.path)
