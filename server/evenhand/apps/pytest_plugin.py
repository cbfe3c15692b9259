"""The plugin for pytest: a fixture, and `--evenhand`, which makes a test of each function.

pytest imports this at every start, so it imports nothing else of Evenhand before it is asked.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ENDING = ".py"


class TreatsDifferentlyError(Exception):
    """A function treats people differently; the message holds the two calls."""


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
    if not parent.config.getoption("--evenhand") or file_path.suffix != ENDING:
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
        """A test for each function; one alone if the file cannot be read."""
        source = import_module("evenhand.workspace.sources").read_source(self.path)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(source)
        except (SyntaxError, ValueError, TypeError, RecursionError):
            yield CheckedFunction.from_parent(self, name=self.path.name, line=0, function="")
            return
        for name, line in _functions(tree, ""):
            test = f"evenhand:{name}"
            yield CheckedFunction.from_parent(self, name=test, line=line, function=name)


class CheckedFunction(pytest.Item):
    """One function: it fails if it treats people differently, and is skipped if it cannot run."""

    def __init__(self, *, line: int, function: str, **options: Any) -> None:
        super().__init__(**options)
        self.line = line
        self.function = function

    def runtest(self) -> None:
        """Check the file, and look at this function."""
        assert isinstance(self.parent, CheckedFile)
        report = self.parent.report
        problems = [*report.problems, *(file.problem for file in report.files if file.problem)]
        if problems:
            raise TreatsDifferentlyError("\n".join(problems))

        told = [str(warning) for warning in report.warnings if warning.function == self.function]
        if told:
            raise TreatsDifferentlyError("\n".join(told))
        unchecked = [u.reason for u in report.unchecked if u.function == self.function]
        if unchecked:
            pytest.skip(f"not checked: {unchecked[0]}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The finding, without the way on which it was made."""
        if isinstance(excinfo.value, TreatsDifferentlyError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the function is."""
        return self.path, max(0, self.line - 1), self.name


def _functions(owner: ast.AST, prefix: str) -> Iterator[tuple[str, int]]:
    """The names and lines of the functions of a module or a class."""
    for node in ast.iter_child_nodes(owner):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{prefix}{node.name}", node.lineno
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{prefix}{node.name}.")
