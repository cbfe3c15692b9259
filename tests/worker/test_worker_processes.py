"""Processes: what they write to each other, what ends them, and that nothing is left behind."""

from __future__ import annotations

import asyncio
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from asking import Lend, outcome, outcomes

from evenhand.check.outcomes.requests import Call, Module, OutcomeKind
from evenhand.check.sandbox import Limits, Worker, WorkerError, WorkerPool
from evenhand.check.sandbox.worker_process import START
from evenhand.check.sentences import explain

WELL = "\ndef well(): return 'well'\n"
SHORT = Limits(call_seconds=0.5)
PATIENCE_SECONDS = 120
PATIENT = Limits(call_seconds=120, memory_bytes=1 << 28)

ENDS = {
    "forges an answer": (
        "import os\ndef f():\n    for d in range(3, 300):\n        try:\n"
        '            os.write(d, b\'{"kind": "returned", "value": "forged", "number": 99}\\n\')\n'
        "        except OSError: pass\n    return 1",
        OutcomeKind.DIED,
        "wrote to the channel of its results",
    ),
    "answers twice": (
        "import os\ndef f():\n    for d in range(3, 300):\n        try:\n"
        '            os.write(d, b\'{"kind": "returned", "value": "forged", "number": 1}\\n\')\n'
        "        except OSError: pass\n    return 1",
        OutcomeKind.DIED,
        "wrote to the channel of its results",
    ),
    "floods the channel": (
        "import os\ndef f():\n    while True:\n        for d in range(200, 300):\n"
        "            try: os.write(d, b'x' * 10**6)\n            except OSError: pass\n",
        OutcomeKind.DIED,
        "gave a result too large to compare",
    ),
    "runs off the stack": (
        "import sys\ndef f():\n    sys.setrecursionlimit(10**9)\n"
        "    class A:\n        def __repr__(self): return repr(self)\n    return repr(A())",
        OutcomeKind.DIED,
        "worker ended by signal 11",
    ),
    "kills itself": (
        "import signal, os\ndef f(): return signal.raise_signal(9)",
        OutcomeKind.DIED,
        "worker ended by signal 9",
    ),
    "gives a huge value": (
        "def f(): return {i: ['x' * 20_000] for i in range(1_000)}",
        OutcomeKind.DIED,
        "gave a result too large to compare",
    ),
    "sleeps in C": (
        "import select\ndef f(): return select.select([], [], [], 99)",
        OutcomeKind.TIMEOUT,
        "out of time: ran longer than 0.5 s",
    ),
    "takes the bells away": (
        "import signal\ndef f():\n    signal.signal(signal.SIGALRM, signal.SIG_IGN)\n"
        "    signal.signal(signal.SIGPROF, signal.SIG_IGN)\n    return pow(7, 10**9)",
        OutcomeKind.TIMEOUT,
        "out of time: ran longer than 0.5 s",
    ),
    "prints for ever": (
        "import collections, itertools\n"
        "def f(): collections.deque(map(print, itertools.repeat('x' * 1000)), maxlen=0)",
        OutcomeKind.TIMEOUT,
        "out of time: ran longer than 0.5 s",
    ),
    "starts a thousand threads": (
        "import threading\ndef f():\n    for _ in range(1000):\n"
        "        try: threading.Thread(target=f).start()\n"
        "        except BaseException: pass",
        OutcomeKind.BLOCKED,
        "wants to start a thread",
    ),
    "forks a thousand times": (
        "import os\ndef f():\n    for _ in range(1000):\n        try: os.fork()\n"
        "        except BaseException: pass",
        OutcomeKind.BLOCKED,
        "wants to start or signal a process",
    ),
}


@pytest.mark.parametrize("what", ENDS)
async def test_a_function_that(lend: Lend, what: str) -> None:
    code, kind, reason = ENDS[what]

    async with lend(SHORT if kind == OutcomeKind.TIMEOUT else PATIENT) as worker:
        before, found, later = await outcomes(worker, code + WELL, "well()", "f()", "well()")

    assert (found.kind, explain(found.explanation)[: len(reason)]) == (kind, reason)
    assert (before.value, later.value) == ("well", "well")


@pytest.mark.parametrize(
    "code",
    [
        "def f():\n    held = []\n    while True: held.append(bytearray(10**7))",
        "def f(): return 'x' * 10**12",
        "import numpy as np\ndef f(): return np.ones(10**10)",
    ],
)
async def test_memory_ends_before_the_machine_does(lend: Lend, code: str) -> None:
    async with lend(PATIENT) as worker:
        found, later = await outcomes(worker, code + WELL, "f()", "well()")

    assert found.error is not None
    assert found.error[0].endswith("MemoryError")
    assert found.unfit
    assert later.value == "well"


async def test_processor_time_is_bounded(lend: Lend) -> None:
    code = "def f(): return pow(7, 10**9)" + WELL
    async with lend(Limits(call_seconds=120, cpu_seconds=1)) as worker:
        found, later = await outcomes(worker, code, "f()", "well()")

    assert (found.kind, explain(found.explanation)) == (
        OutcomeKind.TIMEOUT,
        "out of time: used too much processor time",
    )
    assert later.value == "well"


async def test_many_large_results_are_all_answered(worker: Worker) -> None:
    found = await outcomes(worker, "def f(n): return [n] * 5_000", *[f"f({n})" for n in range(300)])

    assert [o.value["v"][4_999] for o in found] == list(range(300))


async def test_large_arguments_reach_the_function(worker: Worker) -> None:
    found = await outcomes(worker, "def f(x): return len(x)", f"f({'x' * 10**6!r})")

    assert found[0].value == 10**6


async def test_what_was_printed_before_the_end_counts(lend: Lend) -> None:
    async with lend(SHORT) as worker:
        found = await outcome(worker, "def f():\n    print('so far')\n    while True: pass")

    assert (found.kind, found.printed) == (OutcomeKind.TIMEOUT, "so far\n")


OLD = "sys.version_info = (3, 8, 18)"
NO_FORK = "import os; del os.fork"


def _interpreter(folder: Path, first: str) -> str:
    """This Python, and all that it starts as itself, changed by one statement at the start."""
    file = folder / "python"
    code = (
        f"import runpy, sys; sys.executable = '{file}'; {first}; sys.argv = sys.argv[2:];"
        " runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    file.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{code}" "$@"\n')
    file.chmod(0o755)
    return str(file)


async def test_an_interpreter_that_is_too_old_is_named(tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match=r"python is Python 3\.8, and 3\.9 is needed$"):
        await Worker.start(_interpreter(tmp_path, OLD))


async def test_a_system_without_fork_spawns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("EVENHAND_PROCESSES", raising=False)
    worker = await Worker.start(_interpreter(tmp_path, NO_FORK))
    try:
        [one] = await outcomes(worker, "import os\ndef f(): return hasattr(os, 'fork')", "f()")
        [alone] = await worker.run([Call("f()")], fresh=True)
    finally:
        await worker.aclose()

    assert worker.standing.processes == "spawn"
    assert (one.value, alone.value) == (False, False)


async def test_fork_is_not_replaced_for_who_asked_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVENHAND_PROCESSES", "fork")
    with pytest.raises(WorkerError, match=r"runs on a system without fork, which is needed$"):
        await Worker.start(_interpreter(tmp_path, NO_FORK))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("#!/bin/sh\necho hello", "as Python: its answers are not a worker's"),
        ("#!/bin/sh\necho '[1]'", "as Python: its answers are not a worker's"),
        ("#!/bin/sh\nexit 3", "as Python: it ended with status 3"),
        ("#!/bin/sh\nkill -9 $$", "as Python: it ended by signal 9"),
        ("no program", "Exec format error"),
    ],
)
async def test_a_file_that_is_no_interpreter_is_said_so(
    tmp_path: Path, text: str, sentence: str
) -> None:
    file = tmp_path / "python"
    file.write_text(text)
    file.chmod(0o755)

    with pytest.raises(WorkerError, match=f"^cannot start {file}.*{sentence}$"):
        await Worker.start(str(file))


async def test_a_folder_is_no_interpreter(tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match="Permission denied"):
        await Worker.start(str(tmp_path))


async def test_a_start_that_is_cancelled_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interpreter opens a fifo, so the test knows when it runs and when it is gone."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    file = tmp_path / "python"
    file.write_text(f"#!/bin/sh\nexec 9> {fifo}\nread never\nread never\n")
    file.chmod(0o755)
    starting = asyncio.create_task(Worker.start(str(file)))
    end = await asyncio.to_thread(os.open, fifo, os.O_RDONLY)

    starting.cancel()

    with pytest.raises(asyncio.CancelledError):
        await starting
    assert await asyncio.to_thread(os.read, end, 1) == b""
    os.close(end)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["fifo", "python"]


async def test_a_worker_whose_process_was_killed_says_so_and_is_replaced() -> None:
    pool = WorkerPool(1)
    async with pool.worker(sys.executable) as first:
        os.kill(first.process.pid, signal.SIGKILL)
        await first.process.wait()
        with pytest.raises(WorkerError, match="worker ended by signal 9"):
            await first.open(Module("x = 1", "s.py"))
        with pytest.raises(WorkerError, match="has ended"):
            await first.run([Call("f()")])
    async with pool.worker(sys.executable) as second:
        idle = second.process
    os.kill(idle.pid, signal.SIGKILL)
    await idle.wait()
    async with pool.worker(sys.executable) as third:
        assert (await outcome(third, "def f(): return 1")).value == 1
    await pool.aclose()


async def test_a_pool_keeps_to_its_size(tmp_path: Path) -> None:
    other = tmp_path / "python"
    other.symlink_to(sys.executable)
    pool = WorkerPool(2)
    processes = []
    async with pool.worker(sys.executable) as a, pool.worker(sys.executable) as b:
        processes += [a.process, b.process]
    async with pool.worker(sys.executable) as c, pool.worker(str(other)) as d:
        assert c.process in processes
        processes.append(d.process)
        assert sum(not p.has_ended for p in processes) == 2
    await pool.aclose()
    assert all(p.has_ended for p in processes)


async def test_closing_a_pool_ends_workers_that_are_lent() -> None:
    pool = WorkerPool(1)
    async with pool.worker(sys.executable) as lent:
        await lent.open(Module("def f():\n    while True: pass", "s.py"))
        running = asyncio.create_task(lent.run([Call("f()")] * 99))
        await asyncio.sleep(0)
        await pool.aclose()
        with pytest.raises(WorkerError, match="worker ended by signal 9"):
            await running
    assert lent.process.has_ended


async def test_killing_a_worker_ends_its_children(worker: Worker) -> None:
    code = "import os\ndef pid(): return os.getpid()\ndef f():\n    while True: pass"
    [child] = await outcomes(worker, code, "pid()")
    waiting = os.pidfd_open(child.value)
    running = asyncio.create_task(worker.run([Call("f()")] * 99))
    await asyncio.sleep(0)

    worker.kill()

    assert (await asyncio.to_thread(select.select, [waiting], [], [], PATIENCE_SECONDS))[0]
    os.close(waiting)
    with pytest.raises(WorkerError):
        await running


OWNER = """
import asyncio, sys
from evenhand.check.outcomes.requests import Call, Module
from evenhand.check.sandbox import Worker
async def main():
    worker = await Worker.start(sys.executable)
    await worker.open(Module("def f():\\n while 1: pass", "s.py"))
    print(worker.process.pid, worker.process.scratch, flush=True)
    if sys.argv[1] == "busy":
        await worker.run([Call("f()")] * 99)
    await asyncio.sleep(999)
asyncio.run(main())
"""


@pytest.mark.parametrize("state", ["busy", "idle"])
def test_a_killed_owner_leaves_no_folder(state: str) -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER, state], stdout=subprocess.PIPE)
    assert owner.stdout is not None
    pid, scratch = owner.stdout.readline().decode().split()
    supervisor = os.pidfd_open(int(pid))
    assert Path(scratch).is_dir()

    owner.kill()

    assert select.select([supervisor], [], [], PATIENCE_SECONDS)[0], "the worker outlived its owner"
    assert not Path(scratch).exists()
    os.close(supervisor)
    owner.stdout.close()
    owner.wait()


def test_an_owner_that_ends_before_its_worker_is_ready_leaves_no_folder(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    unread, out = os.pipe()
    os.close(unread)

    subprocess.run([sys.executable, START, scratch, "auto"], stdin=subprocess.DEVNULL, stdout=out)

    os.close(out)
    assert not scratch.exists()


LIMITED = """
import asyncio, sys
from evenhand.check.outcomes.requests import Call, Module
from evenhand.check.sandbox import Worker
async def main():
    worker = await Worker.start(sys.executable)
    await worker.open(Module("def f(): return 1", "s.py"))
    [outcome] = await worker.run([Call("f()")])
    print(outcome.kind, outcome.value)
    await worker.aclose()
asyncio.run(main())
"""


def test_lower_limits_of_the_machine_are_no_reason_to_fail() -> None:
    limits = "ulimit -c 0 -n 512 -t 100 -v 4000000 -u 500"
    limited = ["bash", "-c", f'{limits}; exec "$@"', "-", sys.executable, "-c", LIMITED]

    done = subprocess.run(limited, capture_output=True, text=True)

    assert done.stderr == ""
    assert done.stdout == "returned 1\n"


def _pythons() -> list[str]:
    """Every Python on this machine in which a worker can run; at least this one."""
    found = {sys.executable}
    for minor in range(9, 15):
        name = shutil.which(f"python3.{minor}")
        asked = [name or sys.executable, "-c", "import sys; print(sys.executable)"]
        told = subprocess.run(asked, capture_output=True, text=True)
        if told.returncode == 0:
            found.add(told.stdout.strip())
    return sorted(found)


ANYWHERE = """
import asyncio, datetime, json, random, uuid
from dataclasses import dataclass
@dataclass
class Person:
    age: int
def f(person, table={"b": 1}, first="a", second="b"):
    if 18 <= person.age < 65 and table.get(first) is None:
        print("adult", datetime.datetime.now(), uuid.uuid4(), random.random())
    return [person, table[second], json.dumps([person.age])]
async def g(): return await asyncio.sleep(9, "slept")
"""


@pytest.mark.parametrize("python", _pythons())
async def test_the_worker_runs_in(python: str) -> None:
    worker = await Worker.start(python)
    try:
        one, two, slept = await outcomes(worker, ANYWHERE, "f(Person(30))", "f(Person(30))", "g()")
    finally:
        await worker.aclose()

    assert one == two
    assert one.printed.startswith("adult ")
    assert [e.op for e in one.events if e.op != "truth"] == ["<=", "<", "[]", "[]"]
    assert slept.value == "slept"
