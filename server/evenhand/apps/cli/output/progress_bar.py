"""A progress bar on the terminal, for work that takes more than a moment."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
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
from evenhand.doors.printable import printable

_LONG = 3.0
"""Seconds after which an item is named that is still being worked on."""
_LONGEST_NAME = 40
_DELAY = 1.0
"""Seconds before the bar is shown, so that quick work shows none."""


class ProgressBar:
    """Counts items on standard error if that is a terminal; needs a running event loop."""

    def __init__(self, count: int, wanted: bool, title: str = "Checking") -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        console = error_console()
        self._under_way: dict[str, float] = {}
        """When work on each item began, the oldest first."""
        times = (_Rate(), TimeElapsedColumn(), TimeRemainingColumn(), _Longest(self._under_way))

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

    def begin(self, name: str) -> None:
        """Work on an item begins."""
        self._under_way[name] = time.monotonic()

    def end(self, name: str) -> None:
        """Work on an item has ended."""
        self._under_way.pop(name, None)

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


class _Longest(ProgressColumn):
    """The item that takes longest, if any takes long."""

    def __init__(self, under_way: Mapping[str, float]) -> None:
        super().__init__()
        self._under_way = under_way

    def render(self, task: Task) -> Text:
        name, began = next(iter(self._under_way.items()), ("", 0.0))
        seconds = time.monotonic() - began
        if not name or seconds < _LONG:
            return Text("")
        return Text(printable(f"{name[-_LONGEST_NAME:]} ({seconds:.0f} s)"))


class _Rate(ProgressColumn):
    """Items a second, or a minute if that is less than one."""

    def render(self, task: Task) -> Text:
        rate = task.speed or 0.0
        if not rate:
            return Text("")
        return Text(f"{rate:.1f}/s" if rate >= 1 else f"{60 * rate:.1f}/min")
