"""The checker in processes of its own, so that no text delays an answer or another check."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from evenhand.apps.lsp.configuration.client_configuration import Timing
from evenhand.causes import Cause
from evenhand.check.answered_findings import answers_about_file, without_answered
from evenhand.check.checking import Lines
from evenhand.check.reading.allowances import allowances
from evenhand.check.sentences import explain
from evenhand.check.verdicts import apply_allowances
from evenhand.findings import FileReport, FunctionReport
from evenhand.isolation import Standing
from evenhand.options import CheckOptions
from evenhand.scaling.engine_pool import EnginePool
from evenhand.scaling.engine_process import EngineLostError, Listener
from evenhand.scaling.inside_engine import Line

T = TypeVar("T")
OnFunction = Callable[[FunctionReport], None]
MOST = 3
"""Processes: two for checks, and one for what the user asks for meanwhile."""
ATTEMPTS = 2
"""How often a text is checked whose process is killed, as by a machine short of memory."""
READY = 2
"""Processes that are started with the server."""


class TextChecker(Protocol):
    """What the server needs of `evenhand.check.checking.Checker`."""

    async def check(
        self,
        source: str,
        path: Path,
        options: CheckOptions,
        on_function: OnFunction | None = None,
        first: Lines | None = None,
        *,
        edited: bool = False,
    ) -> FileReport: ...

    async def aclose(self) -> None: ...

    @property
    def standing(self) -> Standing: ...


class CheckerProcesses:
    """Checkers that work for one server, each on one text at a time."""

    def __init__(self, factory: Callable[[], TextChecker]) -> None:
        self.idle_seconds = Timing().idle
        """How long there is no work before the workers end, which hold much memory."""
        self._engines = EnginePool(factory, MOST)
        self._under_way = 0
        self._timer: asyncio.TimerHandle | None = None
        self._resting: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start some of the processes, before this one starts any thread."""
        self._engines.start(READY)

    async def check(
        self,
        source: str,
        path: Path,
        options: CheckOptions,
        on_function: OnFunction,
        first: Lines | None = None,
        *,
        edited: bool = False,
    ) -> FileReport:
        """Check `source`; `on_function` is called as each function's verdicts are known.

        `edited` says that it is a document's present state, and takes the place of earlier ones.
        If the caller is cancelled, this returns only when the worker is gone.
        """
        listener = _Functions(on_function)
        text = (source, path, options, first, edited)
        for _ in range(ATTEMPTS):
            try:
                with self._working():
                    return await self._engines.do(_check, *text, topic=path, listener=listener)
            except EngineLostError as lost:
                why = lost.explanation
                if why.cause is not Cause.ENGINE_DIED:
                    break
        return FileReport(str(path), problem=explain(why))

    async def work(
        self,
        path: Path,
        job: Callable[..., Coroutine[Any, Any, T]],
        *arguments: Any,
        listener: Listener | None = None,
    ) -> T:
        """Carry out a longer job about the file `path`; raises `EngineLostError`.

        The job is a function of a module, called with the checker, the arguments, and with a
        `Line` to the `listener` if there is one. A cancellation reaches it.
        """
        with self._working():
            return await self._engines.do(job, *arguments, topic=path, listener=listener)

    @contextmanager
    def _working(self) -> Iterator[None]:
        """Have the workers end a while after the last work."""
        self._under_way += 1
        if self._timer is not None:
            self._timer.cancel()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                loop = asyncio.get_running_loop()
                self._timer = loop.call_later(self.idle_seconds, self._rest)

    def _rest(self) -> None:
        self._resting = asyncio.create_task(self._engines.rest())

    async def restart(self) -> None:
        """End every worker; the next check begins with a new checker."""
        await self._engines.renew()

    @property
    def standing(self) -> Standing | None:
        """The isolation in force; None before the first check."""
        return self._engines.standing

    def close(self) -> None:
        """End all processes."""
        self._engines.close()


class _Functions(Listener):
    """Hears the reports on functions."""

    def __init__(self, on_function: OnFunction) -> None:
        self._on_function = on_function

    def hear(self, event: FunctionReport) -> None:
        self._on_function(event)


async def _check(
    checker: TextChecker,
    source: str,
    path: Path,
    options: CheckOptions,
    first: Lines | None,
    edited: bool,
    line: Line,
) -> FileReport:
    """Check a text, in a process of its own; tells the report on each function."""
    allowed = functools.cache(lambda: allowances(source))
    answers = answers_about_file(options.answers, str(path))

    def tell(report: FunctionReport) -> None:
        (silenced,), _ = apply_allowances([report], allowed(), judged=False)
        line.tell(without_answered(silenced, answers, source))

    return await checker.check(source, path, options, tell, first, edited=edited)
