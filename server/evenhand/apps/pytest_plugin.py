"""The plugin for pytest: a fixture, and `--evenhand`, which makes a test of each function.

pytest imports this at every start, so it imports nothing else of Evenhand before it is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ENDINGS = (".py", ".ipynb")


class TreatsDifferentlyError(Exception):
    """A function treats people differently; the message holds the two calls."""


class NotCheckedError(Exception):
    """Something could not be read or run; the message says why."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare `--evenhand`."""
    parser.getgroup("evenhand", "differences between people").addoption(
        "--evenhand",
        action="store_true",
        help="Check each function of the Python files that are named or found for differences "
        "between people.",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the functions of a file, if that was asked for."""
    if not parent.config.getoption("--evenhand") or file_path.suffix not in ENDINGS:
        return None
    return CheckedFile.from_parent(parent, path=file_path)


@pytest.fixture
def evenhand_check() -> Callable[..., None]:
    """Fail the test with the two calls if a function treats people differently.

    It is `evenhand.assert_evenhanded`: `evenhand_check(function, allow=["age"])`.
    """
    assert_evenhanded: Callable[..., None] = import_module("evenhand").assert_evenhanded
    return assert_evenhanded


class CheckedFile(pytest.File):
    """The functions of one file; it is checked when the first of them is."""

    _report: Any = None

    @property
    def report(self) -> Any:
        """The `evenhand.Report` on the file."""
        if self._report is None:
            self._report = import_module("evenhand").check(self.path)
        return self._report

    def collect(self) -> Iterator[pytest.Item]:
        """A test for each function of the report, and one for the file if it cannot all be read."""
        readable = import_module("evenhand.apps.api.readable_functions")
        functions, problem = readable.functions_in(self.path)
        if problem:
            yield WholeFile.from_parent(self, name=self.path.name)
        seen = Counter[str]()
        for number, (name, line) in enumerate(functions):
            seen[name] += 1
            again = f"[{seen[name]}]" if seen[name] > 1 else ""
            test = f"evenhand:{name}{again}"
            yield CheckedFunction.from_parent(self, name=test, number=number, line=line)


class CheckedItem(pytest.Item):
    """Something of a checked file, with a message for a failure."""

    line = 1

    @property
    def report(self) -> Any:
        """The `evenhand.Report` on the file."""
        assert isinstance(self.parent, CheckedFile)
        return self.parent.report

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The finding, without the way on which it was made."""
        if isinstance(excinfo.value, TreatsDifferentlyError | NotCheckedError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it is."""
        return self.path, max(0, self.line - 1), self.name


class WholeFile(CheckedItem):
    """A file that cannot be read as a whole: it fails with the reason."""

    def runtest(self) -> None:
        """Say what cannot be read."""
        raise NotCheckedError("\n".join(filter(None, (f.problem for f in self.report.files))))


class CheckedFunction(CheckedItem):
    """One function: it fails if it treats people differently, and is skipped if it cannot run.

    What the machine could not do is an error.
    """

    def __init__(self, *, number: int, line: int, **options: Any) -> None:
        super().__init__(**options)
        self.number, self.line = number, line
        """`number` is its place among the functions of the report, from 0."""

    def setup(self) -> None:
        """Check the file."""
        problems = self.own_report.problems
        if problems:
            raise NotCheckedError("\n".join(problems))

    def runtest(self) -> None:
        """Look at this function."""
        report = self.own_report
        if report.warnings:
            raise TreatsDifferentlyError("\n".join(map(str, report.warnings)))
        if report.unchecked:
            pytest.skip(f"not checked: {report.unchecked[0].reason}")

    @property
    def own_report(self) -> Any:
        """The part of the report that is about the function."""
        return self.report.on_function(self.number)
