"""One warm worker: what is asked of a supervisor process in the user's interpreter."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from evenhand import clock
from evenhand.causes import Cause, Explanation
from evenhand.check.outcomes.requests import Call, Loaded, Module, Outcome
from evenhand.check.sandbox.replies import (
    Greeting,
    MalformedReplyError,
    greeting_in,
    loaded_in,
    outcome_in,
)
from evenhand.check.sandbox.worker_error import WorkerError
from evenhand.check.sandbox.worker_process import WorkerProcess
from evenhand.check.worker.frames import MODULE, REQUEST, frame
from evenhand.check.worker.importing_ahead import HEAVY
from evenhand.check.worker.time_limits import PATIENCE
from evenhand.isolation import Isolation, Standing

HEAVY_NAME = re.compile(rf"\b(?:{'|'.join(HEAVY)})\b(?:\.[A-Za-z]\w{{0,30}})*")
MOST_HEAVY = 20
UNCOMPILED = frozenset({Cause.COMPILING_TIME, Cause.COMPILING_MEMORY})
"""Ends of a process that could not compile its module, and will not another time."""
WALLED = frozenset({Isolation.STRONG, Isolation.WASM})
"""What is given to who asks for it, or nothing runs."""
START_SECONDS = 60.0
SLACK_SECONDS = 5.0
"""Beyond what the supervisor allows the code: it may be waiting for the processor."""


def noon() -> float:
    """The middle of the present day, in which all checked code of the day runs."""
    midday = clock.now().replace(hour=12, minute=0, second=0, microsecond=0)
    return midday.timestamp()


@dataclass(frozen=True, slots=True)
class Limits:
    """What one checked function may use."""

    call_seconds: float = 2.0
    """Of processor time, as all seconds here."""
    load_seconds: float = 10.0
    cpu_seconds: int = 60
    memory_bytes: int = 1 << 30
    """Beyond what the interpreter and its packages take."""
    output_chars: int = 20_000
    deaths: int = 3
    """How many processes one batch of calls may bring down before it is given up."""


@dataclass(slots=True)
class Worker:
    """A supervisor process, and the module that it has open."""

    process: WorkerProcess
    python: str
    limits: Limits
    hash_seed: int = 0
    wanted: Isolation = Isolation.AUTO
    standing: Standing = field(default_factory=Standing)
    python_version: str = ""
    now: float = field(default_factory=noon)
    """The time that checked code sees, in seconds since 1970; its clock does not move."""
    lines: int = 1
    """Of the open module."""
    served: tuple[Any, ...] | None = None
    """The text and folders of the module for which a process stands ready."""
    uncompiled: tuple[Module | None, Loaded] = (None, Loaded())
    """The last module that could not be compiled, and what came of it."""
    follows_edits: bool = False
    """Whether the next text of a file is a later state of the present one: it may have its process,
    if the memory of that can be put back."""
    files: set[str] = field(default_factory=set)
    """What checked code has opened, by its own account; the caller puts a set of its own here."""
    imported: dict[tuple[str, ...], set[str]] = field(default_factory=dict)
    """Large packages that modules have imported without naming them, by their search path."""
    _twin: Worker | None = None
    """Kept as long as this one, once somebody has asked for it."""

    @classmethod
    async def start(
        cls,
        python: str,
        limits: Limits | None = None,
        hash_seed: int = 0,
        isolation: Isolation = Isolation.AUTO,
    ) -> Worker:
        """Start `python` and wait until it is ready; WorkerError says why it is not.

        For `auto`, where the system has no wall that stands, WebAssembly is one if it is installed.
        """
        worker = await cls._started(python, limits or Limits(), hash_seed, isolation)
        if isolation is not Isolation.AUTO or worker.standing.level is Isolation.STRONG:
            return worker
        return await worker._walled_in() or worker

    async def _walled_in(self) -> Worker | None:
        """A worker in WebAssembly, in place of this one; None if there is none on this machine."""
        from evenhand.check.sandbox.wasm_folder import is_installed  # few machines need it

        if not is_installed():
            return None
        try:
            better = await self._started(self.python, self.limits, self.hash_seed, Isolation.WASM)
        except WorkerError as error:
            problems = (*self.standing.problems, str(error))
            self.standing = replace(self.standing, problems=problems)
            return None

        await self.aclose()
        better.wanted = self.wanted
        better.standing = replace(better.standing, problems=self.standing.problems)
        return better

    @classmethod
    async def _started(
        cls, python: str, limits: Limits, hash_seed: int, isolation: Isolation
    ) -> Worker:
        start_from: tuple[str, ...] = ()
        if isolation is Isolation.WASM:
            from evenhand.check.sandbox.wasm_snapshots import snapshot

            start_from = await asyncio.to_thread(snapshot, hash_seed)
        process = await WorkerProcess.start(python, isolation, hash_seed, *start_from)
        worker = cls(process, python, limits, hash_seed, isolation)

        try:
            await worker._greet()
        except BaseException:
            worker.kill()
            await asyncio.shield(worker.aclose())
            raise

        return worker

    @property
    def alive(self) -> bool:
        """Whether it was not killed yet; its process may still have ended."""
        return self.process.alive

    async def open(
        self,
        module: Module,
        *,
        watch: bool = True,
        deadline: float = 10.0,
        endless: Sequence[tuple[int, int]] = (),
    ) -> Loaded:
        """Load `module` in a process of its own; `deadline` in seconds bounds its loading.

        The statements in the lines of `endless` are known to take more than so many steps.
        """
        if module == self.uncompiled[0]:
            return self.uncompiled[1]

        self.lines = _lines_of(module.source)
        request = self._opening(module, watch, deadline, endless)
        seconds = PATIENCE * (2 * request["limits"]["load_seconds"] + deadline) + SLACK_SECONDS
        [line] = await self._ask(request, seconds, before=self._announcement(module))
        loaded = loaded_in(line, self.lines)
        self.imported.setdefault(module.search_path, set()).update(loaded.packages)
        self.files.update(loaded.files)
        if loaded.problem is not None and loaded.problem.cause in UNCOMPILED:
            self.served, self.uncompiled = None, (module, loaded)
        return loaded

    async def expect(
        self, module: Module, *, watch: bool, deadline: float, endless: Sequence[tuple[int, int]]
    ) -> None:
        """Have a module loaded beside the present one: `open` is called soon, just like this."""
        request = {**self._opening(module, watch, deadline, endless), "do": "expect"}
        await self._send(request, self._announcement(module))

    async def run(
        self, calls: Sequence[Call], *, fresh: bool = False, watched: bool = True
    ) -> list[Outcome]:
        """Make calls one after another; one outcome each, whatever happens."""
        request = {
            "do": "run",
            "calls": [_as_request(call) for call in calls],
            "fresh": fresh,
            "watched": watched,
            "seconds": self.limits.call_seconds,
            "deaths": self.limits.deaths,
        }

        seconds = PATIENCE * (self.limits.load_seconds + self.limits.call_seconds) + SLACK_SECONDS
        lines = await self._ask(request, seconds, len(calls))
        outcomes = [outcome_in(line, self.lines) for line in lines]
        for outcome in outcomes:
            self.files.update(outcome.files)
        return outcomes

    async def twin(self) -> Worker:
        """A second worker that hashes text differently; at the same frozen moment."""
        if self._twin is not None and self._twin.process.has_ended:
            await self._twin.aclose()
            self._twin = None

        if self._twin is None:
            is_wasm = self.standing.level is Isolation.WASM
            level = Isolation.WASM if is_wasm else self.wanted
            self._twin = await Worker.start(self.python, self.limits, self.hash_seed + 1, level)
        self._twin.now, self._twin.files = self.now, self.files
        return self._twin

    def kill(self) -> None:
        """End the worker and everything that it started, at once."""
        self.process.kill()
        if self._twin is not None:
            self._twin.kill()

    async def aclose(self) -> None:
        """End the worker and wait until it is gone."""
        if self._twin is not None:
            await self._twin.aclose()
        await self.process.aclose()

    async def _greet(self) -> None:
        """Wait for the new process to be ready; WorkerError if it cannot work as asked."""
        greeting = await self._greeting()
        if greeting.problem is not None:
            why = Explanation(Cause.UNSUITABLE_PYTHON, self.python, because=greeting.problem)
            raise WorkerError(why)

        self.python_version, self.standing = greeting.python_version, greeting.standing
        if self.wanted in WALLED and self.standing.level is not self.wanted:
            problems = "; ".join(self.standing.problems)
            raise WorkerError(Explanation(Cause.WEAK_ISOLATION, self.wanted, problems))

    async def _greeting(self) -> Greeting:
        try:
            [line] = await self.process.read(1, START_SECONDS)
            return greeting_in(line)
        except MalformedReplyError as error:
            raise WorkerError(self._not_python(Explanation(Cause.NOT_A_WORKER))) from error
        except WorkerError as error:
            raise WorkerError(self._not_python(error.explanation)) from error

    def _not_python(self, because: Explanation) -> Explanation:
        return Explanation(Cause.NOT_PYTHON, self.python, because=because)

    def _opening(
        self, module: Module, watch: bool, deadline: float, endless: Sequence[tuple[int, int]]
    ) -> dict[str, Any]:
        """The request that opens a module."""
        load_seconds = min(deadline, self.limits.load_seconds)
        return {
            **asdict(module),
            "do": "open",
            "watch": watch,
            "endless": endless,
            "limits": {**asdict(self.limits), "load_seconds": load_seconds},
            "now": self.now,
            "edited": self.follows_edits,
        }

    def _announcement(self, module: Module) -> bytes:
        """What has to come before a module that another process has to serve; often nothing."""
        served = (module.source, module.path, module.search_path, module.readable, module.packages)
        before, self.served = self.served, served
        if served == before or self._may_have_process(before):
            return b""

        hidden = sorted(self.imported.get(module.search_path, ()))
        packages = [*_heavy_imports(module.source), *module.packages, *hidden]
        ahead = {"packages": packages, "folders": module.search_path}
        return frame(MODULE, json.dumps(ahead).encode())

    def _may_have_process(self, before: tuple[Any, ...] | None) -> bool:
        """Whether the module may have the process of the one before, another text of its file."""
        is_same_file = (
            before is not None and self.served is not None and before[1:] == self.served[1:]
        )
        return self.follows_edits and is_same_file and self.standing.level is Isolation.WASM

    async def _ask(
        self, request: dict[str, Any], seconds: float, replies: int = 1, before: bytes = b""
    ) -> list[bytes]:
        """The replies to `request`, as lines; each may take `seconds`. `before` is sent first."""
        try:
            await self._send(request, before)
            return await self.process.read(replies, seconds)
        except asyncio.CancelledError:
            self.kill()
            raise

    async def _send(self, request: dict[str, Any], before: bytes) -> None:
        await self.process.write(before + frame(REQUEST, json.dumps(request).encode()))


def _as_request(call: Call) -> dict[str, Any]:
    return {
        "text": call.text,
        "world": call.world,
        "measured": call.measured,
        "stays": call.stays,
    }


def _heavy_imports(source: str) -> list[str]:
    """Large packages and modules of them that a text seems to import."""
    statements = re.findall(r"^[ \t]*((?:import|from)[ \t][^\n]{1,300})", source, re.MULTILINE)
    origins = [statement.partition(" import ")[0] for statement in statements]
    names = [name for origin in origins for name in HEAVY_NAME.findall(origin)]
    names += ["asyncio"] if "async def" in source else []
    return list(dict.fromkeys(names))[:MOST_HEAVY]


def _lines_of(source: str) -> int:
    """How many lines a text has at most, whatever counts as the end of one."""
    return source.count("\n") + source.count("\r") + 1
