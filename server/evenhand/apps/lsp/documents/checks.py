"""Running the engine, and saying how that goes."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from evenhand.apps.lsp.configuration import FileSettings
from evenhand.apps.lsp.documents.checker_thread import CheckerThread
from evenhand.apps.lsp.documents.text_positions import Text
from evenhand.apps.lsp.surroundings import Surroundings
from evenhand.check.checking import Lines
from evenhand.findings import FileReport, FunctionReport
from evenhand.isolation import Standing
from evenhand.options import CheckOptions
from evenhand.workspace.check_options import options_for
from evenhand.workspace.presenting import presented, presented_function

logger = logging.getLogger(__name__)

UNTRUSTED = "the workspace is not trusted, so nothing was run"


@dataclass(frozen=True, slots=True)
class Status:
    """What the editor shows of the server's state; sent as `evenhand/status`."""

    state: str
    """`idle`, `checking`, `untrusted` or `error`."""
    isolation: str | None = None
    """`strong`, `basic` or `static`; None before the first check."""
    python: str | None = None
    """The interpreter in which code was run last."""
    detail: str | None = None
    """An error, or why the isolation is not strong though that was not asked for."""


class Checks:
    """Checks texts under the settings of their files."""

    def __init__(
        self,
        engine: CheckerThread,
        surroundings: Surroundings,
        show_status: Callable[[Status], None],
    ) -> None:
        self.engine = engine
        self._surroundings = surroundings
        self._show_status = show_status
        self._shown: Status | None = None
        self._under_way = 0
        self._error: str | None = None
        self._python: str | None = None
        self._said: set[str] = set()

    async def run(
        self,
        text: Text,
        path: Path,
        on_function: Callable[[FunctionReport], None],
        first: Lines | None = None,
    ) -> FileReport | None:
        """What is to be shown of a file; None where Evenhand itself failed, which is logged.

        Functions in the lines `first` are checked before all others.
        """
        found = self._surroundings.settings_of(path)
        self._say(found.problems)
        if not found.wanted:
            return FileReport(str(path))
        self._under_way += 1
        self.update()
        try:
            return await self._check(text, path, found, on_function, first)
        except Exception as error:
            logger.exception("%s could not be checked, which is an error in Evenhand", path)
            self._error = f"{path.name} could not be checked: {type(error).__name__}: {error}"
            return None
        finally:
            self._under_way -= 1
            self.update()

    def update(self) -> None:
        """Show the status if it is another than before."""
        status = self.status
        if status != self._shown:
            self._shown = status
            self._show_status(status)

    @property
    def status(self) -> Status:
        """The state as it is now."""
        trusted = self._surroundings.trusted
        if not trusted:
            state = "untrusted"
        elif self._under_way:
            state = "checking"
        else:
            state = "error" if self._error else "idle"
        standing = self.engine.standing if trusted else Standing()
        level, problems = (standing.level, standing.problems) if standing else (None, ())
        detail = self._error or "; ".join(problems) or None
        return Status(state, level, self._python if trusted else None, detail)

    async def _check(
        self,
        text: Text,
        path: Path,
        found: FileSettings,
        on_function: Callable[[FunctionReport], None],
        first: Lines | None,
    ) -> FileReport:
        options = self._options(path, found)

        def tell(report: FunctionReport) -> None:
            on_function(presented_function(report, found.settings))

        report = await self.engine.check(text.python, path, options, tell, first)
        self._python = found.python or self._python
        self._error = None if found.python else found.problems[-1]
        return presented(report, found.settings)

    def options_of(self, path: Path) -> CheckOptions:
        """How a file is checked as things are now."""
        return self._options(path, self._surroundings.settings_of(path))

    def _options(self, path: Path, found: FileSettings) -> CheckOptions:
        not_run = self._why_not(found)
        options = options_for(path, found.settings, found.python or "", not_run=not_run)
        # To resolve imports, jedi starts a Python that loads compiled modules it finds.
        return replace(options, search_path=()) if not_run else options

    def _why_not(self, found: FileSettings) -> str:
        """Why nothing of a file may run; empty where it may."""
        if not self._surroundings.trusted:
            return UNTRUSTED
        return "" if found.python else found.problems[-1]

    def _say(self, problems: tuple[str, ...]) -> None:
        for problem in problems:
            if problem not in self._said:
                self._said.add(problem)
                logger.warning("%s", problem)
