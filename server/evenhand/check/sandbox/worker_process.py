"""A process of its own for a worker: how it is started, written to, read from and ended.

What differs between operating systems is here and in `worker`, not in `warm_worker`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from evenhand.causes import Cause, Explanation
from evenhand.check.sandbox.worker_error import WorkerError
from evenhand.isolation import Isolation, Processes

START = Path(__file__).parent.parent / "worker" / "start.py"
"""The program that runs in the process."""
VARIABLE = "EVENHAND_PROCESSES"
"""Says how processes of checked code are made, for tests: `fork` or `spawn`."""
NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""Windows opens a console for a program otherwise."""
MAX_LINE = 8_000_000
"""Bytes of one answer."""


@dataclass(slots=True)
class WorkerProcess:
    """A supervisor process, in a session of its own, with its folder for temporary files."""

    process: asyncio.subprocess.Process
    scratch: str
    """The folder; the process makes it itself, so that it is never there without it."""
    alive: bool = True

    @classmethod
    async def start(
        cls, python: str, isolation: Isolation, hash_seed: int, *snapshot: str
    ) -> WorkerProcess:
        """Start `python`, a path or the name of a program; WorkerError if that fails.

        `snapshot` is what processes in WebAssembly start from.
        """
        scratch = _new_scratch()
        is_path = bool(os.path.dirname(python))
        try:
            process = await asyncio.create_subprocess_exec(
                os.path.abspath(python) if is_path else python,
                "-s",
                str(START),
                scratch,
                isolation,
                _processes(),
                *snapshot,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                cwd=os.path.dirname(scratch),
                env=_environment(scratch, hash_seed),
                start_new_session=True,
                creationflags=NO_WINDOW,
                limit=MAX_LINE,
            )
        except OSError as error:
            message = error.strerror or str(error)
            raise WorkerError(Explanation(Cause.NOT_STARTED, python, message)) from error
        except BaseException:  # cancelled: asyncio ends a process that was already started
            shutil.rmtree(scratch, ignore_errors=True)
            raise

        return cls(process, scratch)

    @property
    def pid(self) -> int:
        """The number of the process; also that of its session."""
        return self.process.pid

    @property
    def has_ended(self) -> bool:
        """Whether the process ended by itself. The event loop hears of that a moment later."""
        if self.process.returncode is not None:
            return True
        if not hasattr(os, "waitid"):
            return False
        try:
            ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:  # the event loop is about to say so
            return True
        return ended is not None

    async def write(self, data: bytes) -> None:
        """Send a request; WorkerError if the process is gone."""
        assert self.process.stdin is not None
        if not self.alive:
            raise WorkerError(Explanation(Cause.WORKER_ENDED))

        try:
            self.process.stdin.write(data)
            await self.process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError) as error:
            raise await self._lost() from error

    async def read(self, count: int, seconds: float) -> list[bytes]:
        """The next `count` lines; WorkerError if one takes more than `seconds`."""
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
        except (BrokenPipeError, ConnectionResetError) as error:
            raise await self._lost() from error
        except ValueError as error:  # a line is too long
            self.kill()
            raise WorkerError(Explanation(Cause.NOT_A_WORKER)) from error
        except TimeoutError as error:
            self.kill()
            raise WorkerError(Explanation(Cause.NO_ANSWER, seconds=seconds)) from error

        return lines

    def kill(self) -> None:
        """End the process and everything that it started, at once."""
        if not self.alive:
            return

        self.alive = False
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self.process.kill()
            else:
                os.killpg(self.process.pid, signal.SIGKILL)
        shutil.rmtree(self.scratch, ignore_errors=True)

    async def wait(self) -> int:
        """Wait for the process to end; returns its status, or minus the number of a signal."""
        return await self.process.wait()

    async def aclose(self) -> None:
        """End the process and wait until it is gone."""
        self.kill()
        await self.wait()
        shutil.rmtree(self.scratch, ignore_errors=True)  # it may have been made while it was killed

        transport = getattr(self.process, "_transport", None)
        if transport is not None:
            transport.close()

    async def _lost(self) -> WorkerError:
        """Why the process is gone."""
        self.kill()
        status = await self.wait()
        if status >= 0:
            return WorkerError(Explanation(Cause.EXITED, number=status))

        cause = Cause.KILLED if -status == signal.SIGKILL else Cause.SIGNALLED
        return WorkerError(Explanation(cause, number=-status))


def _processes() -> str:
    """How processes of checked code are made, if the user says it."""
    wanted = os.environ.get(VARIABLE, "")
    return wanted if wanted in list(Processes) else "auto"


def _new_scratch() -> str:
    """The path of a new folder, which is not made yet."""
    try:
        return os.path.join(_temporary_folder(), f"evenhand-{secrets.token_hex(8)}")
    except OSError as error:
        raise WorkerError(Explanation(Cause.NO_TEMPORARY_FOLDER)) from error


def _temporary_folder() -> str:
    """The folder for temporary files, as `tempfile` chooses it; raises OSError if there is none.

    `tempfile` writes a file to try the folder, and a process that is killed then leaves it there.
    """
    named = [os.environ.get(name, "") for name in ("TMPDIR", "TEMP", "TMP")]
    for folder in (*named, "/tmp", "/var/tmp"):
        if os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK):
            return os.path.abspath(folder)
    return tempfile.gettempdir()


def _environment(scratch: str, hash_seed: int) -> dict[str, str]:
    """Nothing is inherited: no keys, no paths, the same hashes every time."""
    environment = {
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
        "NUMBA_DISABLE_JIT": "1",
        "POLARS_MAX_THREADS": "1",
        # pandas keeps texts in Arrow, whose own allocator wants more room than a call may have.
        "ARROW_DEFAULT_MEMORY_POOL": "system",
    }
    if sys.platform == "win32":
        environment["SYSTEMROOT"] = os.environ.get("SYSTEMROOT", r"C:\Windows")
        environment.update(dict.fromkeys(("TEMP", "TMP", "USERPROFILE"), scratch))
    return environment
