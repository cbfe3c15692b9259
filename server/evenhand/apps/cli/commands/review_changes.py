"""What was decided in a review: new texts of files and names for settings, written in one go."""

from __future__ import annotations

import ast
import warnings
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from evenhand.apps.cli.file_checks import FileJob
from evenhand.apps.cli.output.open_findings import OpenFinding
from evenhand.check.reading.source import parse
from evenhand.doors.files import Unreadable
from evenhand.doors.project import project_of, root_around
from evenhand.doors.writing import NotWritten, replace_content
from evenhand.lines import blocks, lines_of, lines_with_ends
from evenhand.repair.rewrite.allowance_edits import allow_because, changed
from evenhand.user_answers import Answer
from evenhand.workspace.answers_file import AnswersError, answers_file, remember
from evenhand.workspace.decoding import NotEncodedError, NotTextError, decode, encode
from evenhand.workspace.settings_file import Change, change_settings
from evenhand.workspace.sources import is_notebook

MOVED = "its place in the file is not known any more; check again"
NO_COMMENT = "no comment fits there"


class NotDecidedError(Exception):
    """Why a decision cannot be put into a file, as a clause."""


@dataclass(slots=True)
class EditedFile:
    """A file of the review, with its text as it will be written."""

    job: FileJob
    before: bytes
    text: str
    allowances: int = 0
    repairs: int = 0

    @classmethod
    def of(cls, job: FileJob) -> EditedFile:
        """The file as it is now; raises `NotDecidedError`."""
        data = job.read()
        if isinstance(data, Unreadable):
            raise NotDecidedError(f"it cannot be read ({data.reason})")
        if is_notebook(job.path):
            raise NotDecidedError("it is a notebook, which Evenhand does not write")
        try:
            return cls(job, data, decode(data))
        except NotTextError as error:
            raise NotDecidedError(f"it {error}") from error

    @property
    def is_changed(self) -> bool:
        return self.allowances + self.repairs > 0

    @property
    def encoded(self) -> bytes:
        """The bytes to write; every text that was taken has some."""
        return encode(self.text, self.before)

    def allow(self, finding: OpenFinding, reason: str) -> None:
        """Allow a finding, wherever its function is now; raises `NotDecidedError`."""
        lines = lines_with_ends(self.text)
        line = self._line_of(finding)
        change = allow_because(lines, line, finding.function, finding.attribute, reason)
        if change is None:
            raise NotDecidedError(NO_COMMENT)

        text = changed(lines, change)
        if not _same_program(self.text, text):
            raise NotDecidedError(NO_COMMENT)
        self._take(text)
        self.allowances += 1

    def repair(self, text: str) -> None:
        """Take the text of a repair; raises `NotDecidedError`."""
        self._take(text)
        self.repairs += 1

    def write(self, home: Path) -> str:
        """Write the text in the place of the one that was read; why not, if that failed."""
        path = self.job.path
        problem = replace_content(path, self.before, self.encoded, root_around(path, home))
        return problem.reason if problem is not None else ""

    def _take(self, text: str) -> None:
        try:
            encode(text, self.before)
        except NotEncodedError as error:
            raise NotDecidedError(f"the file {error}") from error
        self.text = text

    def _line_of(self, finding: OpenFinding) -> int:
        """The line of a function's name, or where a line of the file is now."""
        if not finding.function:
            return self._moved(finding.location.line)
        try:
            functions = [f for f in parse(self.text).functions if not f.overload]
        except SyntaxError as error:
            raise NotDecidedError(MOVED) from error

        named = [f for f in functions if f.name == finding.function]
        if finding.number >= len(named):
            raise NotDecidedError(MOVED)
        return named[finding.number].location.line

    def _moved(self, line: int) -> int:
        """Where a line of the text that was read is now."""
        for block in blocks(lines_of(decode(self.before)), lines_of(self.text)):
            if block.same and block.start < line <= block.stop:
                return line - block.start + block.new_start
        raise NotDecidedError(MOVED)


@dataclass(slots=True)
class Changes:
    """All that was decided so far, and is not yet written."""

    home: Path
    files: dict[str, EditedFile] = field(default_factory=dict)
    """By the path as the user named it."""
    settings: dict[Path, list[Change]] = field(default_factory=dict)
    """Changes of settings, by the file that they go to."""
    answers: list[Answer] = field(default_factory=list)
    """To be kept on this machine."""

    @property
    def edited(self) -> list[EditedFile]:
        """The files that will be written."""
        return [file for file in self.files.values() if file.is_changed]

    def __bool__(self) -> bool:
        return bool(self.edited or self.settings or self.answers)

    def file(self, job: FileJob) -> EditedFile:
        """The file of a job, read when it is first asked for; raises `NotDecidedError`."""
        key = str(job.path)
        if key not in self.files:
            self.files[key] = EditedFile.of(job)
        return self.files[key]

    def write(self) -> Iterator[tuple[Path, str]]:
        """Write everything; yields each path with the reason why it was not written, if any."""
        for file in self.edited:
            yield file.job.path, file.write(self.home)
        for path, changes in self.settings.items():
            yield path, self._problem_with_settings(path, changes)
        yield from self._keep_answers()

    def _problem_with_settings(self, path: Path, changes: Sequence[Change]) -> str:
        """Write changes of settings; why not, if one failed."""
        for change in changes:
            written = change_settings(path, change, root_around(path, self.home))
            if isinstance(written, NotWritten):
                return written.reason
        return ""

    def _keep_answers(self) -> Iterator[tuple[Path, str]]:
        by_root: dict[Path, list[Answer]] = defaultdict(list)
        for answer in self.answers:
            by_root[project_of(Path(answer.file).parent).root].append(answer)
        for root, given in by_root.items():
            try:
                remember(root, given)
                yield answers_file(root), ""
            except AnswersError as error:
                yield root, str(error)


def _same_program(before: str, after: str) -> bool:
    """Whether two texts are the same to Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.dump(ast.parse(before)) == ast.dump(ast.parse(after))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
