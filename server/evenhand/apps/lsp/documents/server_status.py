"""What the editor shows of the server's state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from evenhand.apps.lsp.configuration.workspace_settings import WorkspaceSettings
from evenhand.apps.lsp.documents.checker_processes import CheckerProcesses
from evenhand.isolation import Standing


@dataclass(frozen=True, slots=True)
class Status:
    """The server's state; sent as `evenhand/status`."""

    state: str
    """`idle`, `checking`, `untrusted` or `error`."""
    isolation: str | None = None
    """`strong`, `wasm`, `basic` or `static`; None before the first check."""
    python: str | None = None
    """The interpreter in which code was run last."""
    detail: str | None = None
    """An error, or why the isolation is weaker than `strong` although `auto` was asked for."""


class StatusReporter:
    """Follows the checks, and shows the state whenever it changes."""

    def __init__(
        self, checker: CheckerProcesses, settings: WorkspaceSettings, show: Callable[[Status], None]
    ) -> None:
        self._checker = checker
        self._settings = settings
        self._show = show
        self._shown: Status | None = None
        self._under_way = 0
        self._error: str | None = None
        self._python: str | None = None

    @contextmanager
    def checking(self) -> Iterator[None]:
        """Count one check as under way for the length of the block."""
        self._under_way += 1
        self.update()
        try:
            yield
        finally:
            self._under_way -= 1
            self.update()

    def ended(self, python: str | None, error: str | None) -> None:
        """Note how the last check ended: where its code ran, and what went wrong."""
        self._python = python or self._python
        self._error = error

    def update(self) -> None:
        """Show the state if it has changed."""
        status = self.current
        if status != self._shown:
            self._shown = status
            self._show(status)

    @property
    def current(self) -> Status:
        """The state as of now."""
        if not self._settings.trusted:
            return Status("untrusted", Standing().level, detail=self._error)

        isolation = self._checker.standing
        if isolation is None:
            return Status(self._state(), python=self._python, detail=self._error)
        weaknesses = "; ".join(isolation.problems)
        return Status(
            self._state(), isolation.level, self._python, self._error or weaknesses or None
        )

    def _state(self) -> str:
        if self._under_way:
            return "checking"
        return "error" if self._error else "idle"
