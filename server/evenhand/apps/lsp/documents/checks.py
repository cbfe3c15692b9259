"""Checking one text under the settings of its file."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from evenhand.apps.lsp.configuration.file_settings import FileSettings
from evenhand.apps.lsp.documents.checker_processes import CheckerProcesses
from evenhand.apps.lsp.documents.server_status import StatusReporter
from evenhand.apps.lsp.documents.text_positions import TOO_LONG, Text
from evenhand.check.checking import Lines
from evenhand.check.sentences import of_run
from evenhand.doors.git import GitError, change_since
from evenhand.findings import FileReport, FunctionReport
from evenhand.workspace.presenting import presented, presented_function
from evenhand.workspace.touched_functions import Touched, touched_in

logger = logging.getLogger(__name__)

OnFunction = Callable[[FunctionReport], None]


class Checks:
    """Has the checker judge texts, and reports what is to be shown of them."""

    def __init__(self, checker: CheckerProcesses, status: StatusReporter) -> None:
        self._checker = checker
        self._status = status
        self._logged: set[str] = set()

    async def run(
        self,
        text: Text,
        path: Path,
        settings: FileSettings,
        on_function: OnFunction,
        first: Lines | None = None,
    ) -> FileReport | None:
        """Check `text` as the file `path`; None if Evenhand itself failed, which is logged.

        Functions in the lines `first` are checked before all others.
        """
        self._log_once(settings.problems)
        if not settings.wanted:
            return FileReport(str(path))
        if text.left_out:
            return FileReport(str(path), problem=TOO_LONG)

        with self._status.checking():
            try:
                return await self._check(text, path, settings, on_function, first)
            except Exception as error:
                logger.exception("%s could not be checked, which is an error in Evenhand", path)
                cause = f"{type(error).__name__}: {error}"
                self._status.ended(None, f"{path.name} could not be checked: {cause}")
                return None

    async def _check(
        self,
        text: Text,
        path: Path,
        settings: FileSettings,
        on_function: OnFunction,
        first: Lines | None,
    ) -> FileReport:
        touched = await self._touched(text, path, settings.new_code_since)

        def present(report: FunctionReport) -> None:
            if touched is None or report.name in touched.functions:
                on_function(presented_function(report, settings.settings))

        report = await self._checker.check(
            text.python, path, settings.options, present, first, edited=True
        )
        report = report if touched is None else touched.of(report)

        no_interpreter = settings.problems[-1] if settings.python is None else None
        of_the_run = "; ".join(of_run(report.accidents))
        self._status.ended(settings.python, no_interpreter or of_the_run or None)
        return presented(report, settings.settings)

    async def _touched(self, text: Text, path: Path, since: str) -> Touched | None:
        """What is new in a text since a revision; None if that does not count, or is not known."""
        if not since:
            return None
        data = text.source.encode(errors="surrogatepass")
        try:
            return await asyncio.to_thread(_new_code, path, data, since)
        except GitError as error:
            self._log_once((f"All code counts as new: {error}",))
            return None

    def _log_once(self, problems: tuple[str, ...]) -> None:
        for problem in problems:
            if problem not in self._logged:
                self._logged.add(problem)
                logger.warning("%s", problem)


def _new_code(path: Path, data: bytes, since: str) -> Touched:
    return touched_in(change_since(path.parent, since), path, data)
