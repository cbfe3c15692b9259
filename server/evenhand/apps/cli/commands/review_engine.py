"""Repairs and checks single texts while a person waits for each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from types import TracebackType
from typing import Any, TypeVar

from evenhand.apps.cli.file_checks import CheckedFile, FileJob, check_file
from evenhand.apps.cli.file_repairs import FunctionRepairJob, repair_one_function
from evenhand.check.checking import Checker
from evenhand.findings import FileReport
from evenhand.repair.repairs import Repairs
from evenhand.scaling.engine_pool import EnginePool
from evenhand.scaling.engine_process import EngineLostError

T = TypeVar("T")


class ReviewEngine:
    """One engine process, which is started when it is first needed."""

    def __init__(self, make_checker: Callable[[], Checker]) -> None:
        self._runner = asyncio.Runner()
        self._engines = EnginePool(make_checker)

    def __enter__(self) -> ReviewEngine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._runner.run(self._engines.aclose())
        self._runner.close()

    def repairs(self, job: FunctionRepairJob) -> Repairs:
        """Repairs of one function that are proved, or why there are none."""
        try:
            return self._done(repair_one_function, job)
        except EngineLostError as lost:
            return Repairs(job.function, problem=str(lost))

    def check(self, job: FileJob, data: bytes) -> FileReport | None:
        """What a check says about a new text of a file; None if none came to its end."""
        try:
            checked: CheckedFile = self._done(check_file, replace(job, data=data))
        except EngineLostError:
            return None
        return checked.report

    def _done(self, work: Callable[..., Coroutine[Any, Any, T]], job: object) -> T:
        return self._runner.run(self._engines.do(work, job))
