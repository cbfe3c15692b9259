"""`--review`: a person goes through the findings, and what is decided is written in one go."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from evenhand.apps.cli.commands.check_files import CheckRequest, checked_reports
from evenhand.apps.cli.commands.review_changes import Changes, NotDecidedError
from evenhand.apps.cli.commands.review_engine import ReviewEngine
from evenhand.apps.cli.file_checks import FileJob
from evenhand.apps.cli.file_repairs import FunctionRepairJob
from evenhand.apps.cli.input.repair_choice import choose_repair
from evenhand.apps.cli.input.workload import STDIN, refuse_data_sets
from evenhand.apps.cli.output.open_findings import OpenFinding, findings_in, open_findings
from evenhand.apps.cli.output.output_format import OutputFormat
from evenhand.apps.cli.output.repair_text import print_diff
from evenhand.apps.cli.output.review_text import (
    ALLOW,
    HELP,
    LATER,
    NOT_PERSON,
    NOT_USEFUL,
    QUIT,
    REPAIR,
    key_question,
    show_changes,
    show_end,
    show_finding,
    show_help,
    way_question,
)
from evenhand.apps.cli.output.statistics_text import print_statistics
from evenhand.apps.cli.output.text_output import summary
from evenhand.check.answered_findings import about_name, answer_to
from evenhand.doors.printable import printable
from evenhand.doors.project import project_of
from evenhand.doors.terminal import agrees, ask_key, ask_line, say, show_text
from evenhand.findings import Severity
from evenhand.repair.rewrite.allowance_edits import offered_reason
from evenhand.user_answers import AnswerKind
from evenhand.workspace.decoding import decode
from evenhand.workspace.quiet_settings import without_file, without_kind
from evenhand.workspace.setting_values import name_of_thing
from evenhand.workspace.settings_file import (
    Change,
    Listed,
    is_worth_a_setting,
    not_people,
    settings_file_for,
)

ENTER = ("\r", "\n")
NO_INPUT = ("", "\x04")
"""Where input ends, and Ctrl+D."""


def refuse_review(paths: tuple[str, ...], options: Mapping[str, Any]) -> None:
    """Raise `UsageError` for what a person cannot go through, or not with these options."""
    if options["format"] != "text":
        raise click.UsageError("--review talks with you; leave out --format")
    if options["write_baseline"] is not None:
        raise click.UsageError("--review and --write-baseline exclude each other")
    if options["outputs"] or options.get("column"):
        raise click.UsageError("--review talks with you; leave out --output and --column")
    refuse_data_sets(paths, "--review")
    if STDIN in paths:
        raise click.UsageError("standard input cannot be written to; leave out --review")

    if options["isolated"]:
        raise click.UsageError("--review may write settings, and --isolated reads none")

    streams = (sys.stdin, sys.stdout)  # either may be closed
    if not all(stream is not None and stream.isatty() for stream in streams):
        raise click.UsageError("--review asks you, so it needs a terminal for input and output")


def review_files(request: CheckRequest) -> int:
    """Check, let the user decide, write, and return the exit status."""
    reports, totals = checked_reports(request, OutputFormat())
    if not request.quiet:
        show_text(summary(totals, request.verbose))
    if request.statistics:
        print_statistics(totals)

    findings = open_findings(reports, request.verbose)
    with ReviewEngine(request.make_checker) as engine:
        review = Review(request, engine, findings)
        review.walk()
        settled = review.finish()

    totals.warnings -= sum(finding.severity is Severity.WARNING for finding in settled)
    if findings:
        show_end(review.written, len(findings) - len(settled))
    problems = bool(request.workload.problems) or review.failed
    return totals.status(problems, request.exit_zero)


@dataclass(slots=True)
class Review:
    """A walk through some findings, and what has been decided so far."""

    request: CheckRequest
    engine: ReviewEngine
    findings: list[OpenFinding]
    changes: Changes = field(init=False)
    settled: dict[int, str] = field(default_factory=dict)
    """By the finding's place in the list, the path or settings that a decision changes."""
    written: int = 0
    failed: bool = False
    """Whether something that was decided could not be written."""
    has_quit: bool = False
    _jobs: dict[str, FileJob] = field(init=False)

    def __post_init__(self) -> None:
        self.changes = Changes(self.request.workload.home)
        self._jobs = {str(job.path): job for job in self.request.workload.files}
        for path in dict.fromkeys(finding.path for finding in self.findings):
            with suppress(NotDecidedError):  # asking for it again says why not
                self.changes.file(self._jobs[path])

    def walk(self) -> None:
        """Ask about each finding that no earlier decision has settled."""
        for index, finding in enumerate(self.findings):
            if index not in self.settled:
                show_finding(finding, index + 1, len(self.findings))
                self._decide(index, finding)
            if self.has_quit:
                return

    def finish(self) -> list[OpenFinding]:
        """Write what was decided if the user agrees; returns the findings that are settled."""
        if not self.changes:
            return []
        edited = self.changes.edited
        allowances, repairs = [f.allowances for f in edited], [f.repairs for f in edited]
        show_changes(allowances, repairs, self.changes.settings, len(self.changes.answers))
        if not agrees("Write all of this?", err=False):
            return []

        unwritten = set()
        for path, problem in self.changes.write():
            if problem:
                unwritten.add(str(path))
                say(f"evenhand: {printable(f'{path} was not written: {problem}')}")
            else:
                self.written += 1
        self.failed = bool(unwritten)
        return [self.findings[i] for i, path in self.settled.items() if path not in unwritten]

    def _decide(self, index: int, finding: OpenFinding) -> None:
        """Ask until a key has settled the finding, or has left it for later."""
        deeds = self._deeds(finding)
        keys = (*deeds, LATER, QUIT, HELP)
        while True:
            key = ask_key(key_question(keys))
            if key in NO_INPUT or key == QUIT:
                self.has_quit = True
                return
            if key in ENTER or key == LATER:
                return

            if key in deeds:
                if deeds[key](index, finding):
                    return
            else:
                show_help(finding, keys)

    def _deeds(self, finding: OpenFinding) -> dict[str, Callable[[int, OpenFinding], bool]]:
        """What can be done about a finding, by key; each says whether it was done."""
        deeds: dict[str, Callable[[int, OpenFinding], bool]] = {}
        if finding.attribute:
            deeds[ALLOW] = self._allow
        if is_worth_a_setting(finding.name):
            deeds[NOT_PERSON] = self._not_person
        deeds[NOT_USEFUL] = self._not_a_problem
        if finding.repairable and not self._jobs[finding.path].options.not_run:
            deeds[REPAIR] = self._repair
        return deeds

    def _allow(self, index: int, finding: OpenFinding) -> bool:
        reason = ask_line("Why is this intended?", offered_reason(finding.purpose))
        if not reason:
            return False
        try:
            self.changes.file(self._jobs[finding.path]).allow(finding, reason)
        except NotDecidedError as error:
            show_text(f"Not allowed: {printable(str(error))}.")
            return False
        self.settled[index] = finding.path
        return True

    def _not_person(self, index: int, finding: OpenFinding) -> bool:
        """Put the name among those of the settings, for all findings that these settle."""
        settings = _settings_of(self._jobs[finding.path])
        same = name_of_thing(finding.name)

        def is_same(each: OpenFinding) -> bool:
            has_name = bool(each.name) and name_of_thing(each.name) == same
            return has_name and _settings_of(self._jobs[each.path]) == settings

        self._change_settings(index, settings, not_people([finding.name]), is_same)
        return True

    def _not_a_problem(self, index: int, finding: OpenFinding) -> bool:
        """Ask why, and for how much of the code."""
        ways = dict(self._ways(index, finding))
        key = ask_key(way_question(ways))
        chosen = [do for number, do in enumerate(ways.values(), 1) if key == str(number)]
        return bool(chosen) and chosen[0]()

    def _ways(self, index: int, finding: OpenFinding) -> Iterator[tuple[str, Callable[[], bool]]]:
        """Why a finding is no problem, with what that does; from the function to the project."""
        kinds = {
            "harmless: nobody gains or loses anything": AnswerKind.NOT_A_DECISION,
            "the finding is wrong": AnswerKind.WRONG,
        }
        if finding.name:
            words = f"not about a person: ignore `{finding.name}` in this function"
            kinds[words] = AnswerKind.NOT_A_PERSON
        for words, kind in kinds.items() if finding.attribute else ():
            yield words, partial(self._answer, index, finding, kind)
        if is_worth_a_setting(finding.name):
            words = f"not about a person: ignore `{finding.name}` in this file"
            yield words, lambda: self._not_in_file(index, finding)

        job = self._jobs[finding.path]
        settings, path = _settings_of(job), job.path.absolute()
        file = without_file(path, settings)
        if file is not None:
            words, is_here = f"do not check {path.name}", _is_in(finding.path)
            yield words, partial(self._change_settings, index, settings, file, is_here)
        label, change = _kind_of(finding)
        words = f"hide all {label} in this project"
        yield words, partial(self._change_settings, index, settings, change, _is_of(change))

    def _change_settings(
        self, index: int, settings: Path, change: Change, settles: Callable[[OpenFinding], bool]
    ) -> bool:
        """Change settings, and settle the findings behind this one that go with it."""
        self.changes.settings.setdefault(settings, []).append(change)
        for other, each in enumerate(self.findings[index:], index):
            if settles(each):
                self.settled.setdefault(other, str(settings))
        return True

    def _not_in_file(self, index: int, finding: OpenFinding) -> bool:
        """Keep that the name is about no person in the file."""
        path, same = self._jobs[finding.path].path.absolute(), name_of_thing(finding.name)
        self.changes.answers.append(about_name(path, finding.name))
        root = str(project_of(path.parent).root)
        for other, each in enumerate(self.findings[index:], index):
            if each.path == finding.path and name_of_thing(each.name) == same:
                self.settled.setdefault(other, root)
        return True

    def _answer(self, index: int, finding: OpenFinding, kind: AnswerKind) -> bool:
        """Keep an answer on this machine."""
        path = self._jobs[finding.path].path.absolute()
        try:
            text = decode(self.changes.file(self._jobs[finding.path]).before)
        except NotDecidedError as error:
            show_text(f"Not kept: {printable(str(error))}.")
            return False
        place = finding.span or finding.location
        about = (finding.function, finding.attribute, finding.name, finding.signals)
        self.changes.answers.append(answer_to(kind, path, text, place, *about))
        self.settled[index] = str(project_of(path.parent).root)
        return True

    def _repair(self, index: int, finding: OpenFinding) -> bool:
        """Let the user choose a repair that is proved, and see what it changes."""
        job = self._with_names(self._jobs[finding.path])
        try:
            file = self.changes.file(job)
        except NotDecidedError as error:
            show_text(f"Not repaired: {printable(str(error))}.")
            return False

        show_text(f"Looking for repairs of {printable(finding.function)} ...")
        path = job.path.absolute()
        asked = (file.text, path, job.options, finding.function, finding.attribute)
        repairs = self.engine.repairs(FunctionRepairJob(*asked))
        if repairs.problem:
            show_text(f"Not repaired: {printable(repairs.problem)}.")
            return False
        chosen = choose_repair(repairs)
        if chosen is None:
            return False

        print_diff(job.path.as_posix(), file.text, chosen.text)
        if not agrees("Take this repair?", err=False):
            return False
        try:
            file.repair(chosen.text)
        except NotDecidedError as error:
            show_text(f"Not repaired: {printable(str(error))}.")
            return False
        self.settled[index] = finding.path
        self._settle_repaired(finding.path)
        return True

    def _settle_repaired(self, path: str) -> None:
        """Leave out what a repair has ended besides the finding that it is of."""
        file = self.changes.files[path]
        report = self.engine.check(self._with_names(self._jobs[path]), file.encoded)
        if report is None or report.problem:
            return
        still = {finding.identity for finding in findings_in(report, verbose=True)}
        for index, finding in enumerate(self.findings):
            if finding.path == path and finding.function and finding.identity not in still:
                self.settled.setdefault(index, path)

    def _with_names(self, job: FileJob) -> FileJob:
        """The job without what is not about people any more."""
        changes = self.changes.settings.get(_settings_of(job), [])
        names = [
            n
            for each in changes
            if isinstance(each, Listed) and each.are_names
            for n in each.values
        ]
        not_people = job.options.not_people | set(map(name_of_thing, names))
        return replace(job, options=replace(job.options, not_people=not_people))


def _kind_of(finding: OpenFinding) -> tuple[str, Change]:
    rule = None if finding.function else finding.code
    return without_kind(rule, finding.purpose, finding.attribute)


def _is_in(path: str) -> Callable[[OpenFinding], bool]:
    return lambda finding: finding.path == path


def _is_of(kind: Change) -> Callable[[OpenFinding], bool]:
    return lambda finding: _kind_of(finding)[1] == kind


def _settings_of(job: FileJob) -> Path:
    """Where settings that hold for a file are written."""
    return settings_file_for(job.path.absolute(), job.settings.source)
