"""One warm worker: a supervisor process in the user's interpreter."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from evenhand.causes import Cause, Explanation
from evenhand.check.probing.requests import Call, Event, Loaded, Module, Outcome
from evenhand.check.sentences import explain
from evenhand.isolation import Isolation, Standing

START = Path(__file__).parent.parent / "worker" / "start.py"
MAX_LINE = 8_000_000
START_SECONDS = 30.0
SLACK_SECONDS = 5.0
"""Beyond what the supervisor allows the code: it may be waiting for the processor."""

MALFORMED = (ValueError, TypeError, AttributeError, LookupError, RecursionError)
"""What reading an answer raises that has not the form of a worker's."""
DETAILS: Mapping[str, Callable[[Any], Any]] = {
    "name": str,
    "message": str,
    "line": int,
    "seconds": float,
    "number": int,
    "python": str,
    "while_loading": bool,
}
"""The details of an explanation that a worker may send, each with how it is read."""


class WorkerError(Exception):
    """A worker could not be started or did not survive; the message is one sentence."""

    def __init__(self, explanation: Explanation) -> None:
        super().__init__(explanation)
        self.explanation = explanation

    def __str__(self) -> str:
        return explain(self.explanation)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one checked function may use."""

    call_seconds: float = 1.0
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

    process: asyncio.subprocess.Process
    python: str
    scratch: str
    limits: Limits
    hash_seed: int = 0
    wanted: Isolation = Isolation.AUTO
    standing: Standing = field(default_factory=Standing)
    python_version: str = ""
    now: float = field(default_factory=time.time)
    """The moment at which the clock of checked code stands."""
    alive: bool = True

    @classmethod
    async def start(
        cls,
        python: str,
        limits: Limits | None = None,
        hash_seed: int = 0,
        isolation: Isolation = Isolation.AUTO,
    ) -> Worker:
        """Start `python` and wait until it is ready; WorkerError says why it is not."""
        scratch = _new_scratch()
        try:
            process = await asyncio.create_subprocess_exec(
                os.path.abspath(python) if os.path.dirname(python) else python,
                "-s",
                str(START),
                scratch,
                isolation,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                cwd=os.path.dirname(scratch),
                env=_environment(scratch, hash_seed),
                start_new_session=True,
                limit=MAX_LINE,
            )
        except OSError as error:
            words = error.strerror or str(error)
            raise WorkerError(Explanation(Cause.NOT_STARTED, python, words)) from error
        except BaseException:  # cancelled: the process was started and is ended
            shutil.rmtree(scratch, ignore_errors=True)
            raise
        worker = cls(process, python, scratch, limits or Limits(), hash_seed, isolation)
        try:
            await worker._greeted()
        except BaseException:
            worker.kill()
            await asyncio.shield(worker.aclose())
            raise
        return worker

    async def _greeted(self) -> None:
        """Wait for the first words of the new process; WorkerError if they are no worker's."""
        try:
            hello = self._words(*await self._answers(1, START_SECONDS))
            problem = _explanation(hello["problem"]) if "problem" in hello else None
        except MALFORMED as error:
            raise self._not_a_worker() from error
        except WorkerError as error:
            why = Explanation(Cause.NOT_PYTHON, self.python, because=error.explanation)
            raise WorkerError(why) from error
        if problem is not None:
            raise WorkerError(Explanation(Cause.UNSUITABLE_PYTHON, self.python, because=problem))
        self.python_version = ".".join(map(str, hello["ready"]))
        self.standing = _standing(**hello["standing"])
        if self.wanted is Isolation.STRONG and self.standing.level is not Isolation.STRONG:
            problems = "; ".join(self.standing.problems)
            raise WorkerError(Explanation(Cause.WEAK_ISOLATION, message=problems))

    async def open(self, module: Module, *, watch: bool = True, deadline: float = 10.0) -> Loaded:
        """Load `module` in a process of its own; `deadline` in seconds bounds its loading."""
        limits = {**asdict(self.limits), "load_seconds": min(deadline, self.limits.load_seconds)}
        request = {**asdict(module), "do": "open", "watch": watch, "limits": limits}
        [line] = await self._ask({**request, "now": self.now}, deadline + SLACK_SECONDS)
        answer = self._words(line)
        try:
            return _loaded(answer)
        except MALFORMED as error:
            raise self._not_a_worker() from error

    async def run(
        self, calls: Sequence[Call], *, fresh: bool = False, watched: bool = True
    ) -> list[Outcome]:
        """Make calls one after another; one outcome each, whatever happens."""
        request = {
            "do": "run",
            "calls": [{"text": c.text, "answers": c.answers} for c in calls],
            "fresh": fresh,
            "watched": watched,
            "seconds": self.limits.call_seconds,
            "deaths": self.limits.deaths,
        }
        seconds = SLACK_SECONDS + self.limits.load_seconds + self.limits.call_seconds
        return [_outcome(line) for line in await self._ask(request, seconds, len(calls))]

    async def twin(self) -> Worker:
        """A second worker that hashes text differently; at the same frozen moment."""
        worker = await Worker.start(self.python, self.limits, self.hash_seed + 1, self.wanted)
        worker.now = self.now
        return worker

    def kill(self) -> None:
        """End the worker and everything that it started, at once."""
        if not self.alive:
            return
        self.alive = False
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self.process.kill()
            else:
                os.killpg(self.process.pid, signal.SIGKILL)
        shutil.rmtree(self.scratch, ignore_errors=True)

    async def aclose(self) -> None:
        """End the worker and wait until it is gone."""
        self.kill()
        await self.process.wait()
        shutil.rmtree(self.scratch, ignore_errors=True)  # it may have been made while it was killed
        transport = getattr(self.process, "_transport", None)
        if transport is not None:
            transport.close()

    async def _ask(self, request: dict[str, Any], seconds: float, answers: int = 1) -> list[bytes]:
        """The answers to `request`; each may take `seconds`."""
        assert self.process.stdin is not None
        if not self.alive:
            raise WorkerError(Explanation(Cause.WORKER_ENDED))
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            await self.process.stdin.drain()
            return await self._answers(answers, seconds)
        except asyncio.CancelledError:
            self.kill()
            raise
        except (BrokenPipeError, ConnectionResetError) as error:
            raise await self._lost() from error

    async def _answers(self, count: int, seconds: float) -> list[bytes]:
        assert self.process.stdout is not None
        lines: list[bytes] = []
        clock = asyncio.get_running_loop().time
        try:
            async with asyncio.timeout(seconds) as limit:
                while len(lines) < count:
                    lines.append(await self.process.stdout.readline())
                    if not lines[-1].endswith(b"\n"):
                        raise await self._lost()
                    limit.reschedule(clock() + seconds)
        except TimeoutError as error:
            self.kill()
            raise WorkerError(Explanation(Cause.NO_ANSWER, seconds=seconds)) from error
        return lines

    def _words(self, line: bytes) -> dict[str, Any]:
        """What the supervisor itself says; WorkerError where it is none."""
        words = _object(line)
        if words is None:
            raise self._not_a_worker()
        return words

    def _not_a_worker(self) -> WorkerError:
        self.kill()
        return WorkerError(Explanation(Cause.NOT_A_WORKER))

    async def _lost(self) -> WorkerError:
        self.kill()
        status = await self.process.wait()
        if status >= 0:
            return WorkerError(Explanation(Cause.EXITED, number=status))
        cause = Cause.KILLED if -status == signal.SIGKILL else Cause.SIGNALLED
        return WorkerError(Explanation(cause, number=-status))


def _new_scratch() -> str:
    """A folder for a worker, which makes it itself: so it is never there without its worker."""
    try:
        return os.path.join(tempfile.gettempdir(), f"evenhand-{secrets.token_hex(8)}")
    except OSError as error:
        raise WorkerError(Explanation(Cause.NO_TEMPORARY_FOLDER)) from error


def _standing(level: str, walls: Sequence[str], problems: Sequence[str]) -> Standing:
    return Standing(Isolation(level), tuple(walls), tuple(problems))


def _environment(scratch: str, hash_seed: int) -> dict[str, str]:
    """Nothing is inherited: no keys, no paths, the same hashes every time."""
    made = {
        "PATH": os.defpath,
        "HOME": scratch,
        "TMPDIR": scratch,
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
        "PYTHONHASHSEED": str(hash_seed),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        # pandas keeps texts in Arrow, whose own allocator wants more room than a call may have.
        "ARROW_DEFAULT_MEMORY_POOL": "system",
    }
    if sys.platform == "win32":
        made["SYSTEMROOT"] = os.environ.get("SYSTEMROOT", r"C:\Windows")
    return made


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _loaded(answer: dict[str, Any]) -> Loaded:
    problem = answer.get("problem")
    skipped = ((int(line), _explanation(why)) for line, why in answer.get("skipped", ()))
    return Loaded(_explanation(problem) if problem is not None else None, tuple(skipped))


def _explanation(fields: dict[str, Any]) -> Explanation:
    """An explanation as the worker sends it; raises one of `MALFORMED` if it is none."""
    details = {name: DETAILS[name](value) for name, value in fields.items() if name != "cause"}
    return Explanation(Cause(fields["cause"]), **details)


def _outcome(line: bytes) -> Outcome:
    """What one call gave; code that writes its own answers may write anything."""
    try:
        return _described(json.loads(line))
    except MALFORMED:
        return Outcome("died", explanation=Explanation(Cause.FORGED))


def _described(fields: dict[str, Any]) -> Outcome:
    error, why = fields.get("error"), fields.get("explanation")
    return Outcome(
        kind=str(fields["kind"]),
        value=fields.get("value"),
        error=(str(error[0]), str(error[1])) if error else None,
        error_line=fields.get("error_line"),
        unfit=bool(fields.get("unfit")),
        missing=fields.get("missing"),
        printed=str(fields.get("printed", "")),
        changed=tuple((str(n), t) for n, t in fields.get("changed", ())),
        explanation=_explanation(why) if why is not None else None,
        asked=tuple(fields.get("asked", ())),
        text=str(fields.get("text", "")),
        branches=frozenset(fields.get("branches", ())),
        events=tuple(Event(*e) for e in fields.get("events", ())),
    )
