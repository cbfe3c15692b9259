"""A progress bar on the terminal, for work that takes more than a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from evenhand.doors.console import error_console

_DELAY = 1.0
"""Seconds before the bar is shown, so that quick work shows none."""


class ProgressBar:
    """Counts items on standard error if that is a terminal; needs a running event loop."""

    def __init__(self, count: int, wanted: bool, title: str = "Checking") -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        console = error_console()
        times = (_Rate(), TimeElapsedColumn(), TimeRemainingColumn())

        self._bar = Progress(*columns, *times, console=console, transient=True)
        self._task = self._bar.add_task(title, total=count)
        self._wanted = wanted and console.is_terminal
        self._visible = False

    def __enter__(self) -> ProgressBar:
        if self._wanted:
            self._timer = asyncio.get_running_loop().call_later(_DELAY, self._show)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._wanted:
            self._timer.cancel()
            self._bar.stop()

    def advance(self) -> None:
        """Count one more item as done."""
        self._bar.advance(self._task)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Hide the bar while something else is printed."""
        if self._visible:
            self._bar.stop()
        yield
        if self._visible:
            self._bar.start()

    def _show(self) -> None:
        self._visible = True
        self._bar.start()


class _Rate(ProgressColumn):
    """Items a second, or a minute if that is less than one."""

    def render(self, task: Task) -> Text:
        rate = task.speed or 0.0
        if not rate:
            return Text("")
        return Text(f"{rate:.1f}/s" if rate >= 1 else f"{60 * rate:.1f}/min")
