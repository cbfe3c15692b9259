"""Code that hangs, dies, floods or reaches out: each gets its outcome, and the worker lives on."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from asking import outcome, outcomes

from evenhand.check.outcomes.requests import Call, Module, OutcomeKind
from evenhand.check.sandbox import Limits, Worker, WorkerError, WorkerPool
from evenhand.check.sentences import explain

WELL = "\ndef well(): return 'well'\n"
TIMEOUT = OutcomeKind.TIMEOUT

ENDS = {
    "never ends": ("def f():\n    while True: pass", TIMEOUT, "takes more than 200,000 steps"),
    "calls itself for ever": (
        "def f(n=40): return n if n < 2 else f(n - 1) + f(n - 2)",
        TIMEOUT,
        "takes more than 200,000 steps",
    ),
    "never ends in a comprehension": (
        "import itertools\ndef f(): return [None for _ in itertools.count()]",
        TIMEOUT,
        "takes more than 200,000 steps",
    ),
    "catches everything for ever": (
        "def f():\n    while True:\n        try:\n            while True: pass\n"
        "        except BaseException: pass",
        TIMEOUT,
        "takes more than 200,000 steps",
    ),
    "works in C for ever": (
        "def f(): return pow(7, 10**9)",
        TIMEOUT,
        "out of time: ran longer than 1 s",
    ),
    "backtracks for ever": (
        "import re\ndef f(): return re.match('(a+)+$', 'a' * 60 + 'b')",
        TIMEOUT,
        "out of time: ran longer than 1 s",
    ),
    "leaves": (
        "import os\ndef f(): os._exit(3)",
        OutcomeKind.DIED,
        "ended its process with status 3",
    ),
    "aborts": ("import os\ndef f(): os.abort()", OutcomeKind.DIED, "worker ended by signal 6"),
    "opens a file": (
        "def f(): return open('/etc/passwd').read()",
        OutcomeKind.BLOCKED,
        "wants to open",
    ),
    "opens a file and hides it": (
        "def f():\n    try: return open('people.csv').read()\n"
        "    except BaseException: return 'deny'",
        OutcomeKind.BLOCKED,
        "wants to open 'people.csv'",
    ),
    "writes a file": ("def f(): open('x.txt', 'w')", OutcomeKind.BLOCKED, "wants to write 'x.txt'"),
    "deletes a file": (
        "import os\ndef f(): os.remove('/tmp/x')",
        OutcomeKind.BLOCKED,
        "wants to change 'x'",
    ),
    "lists a folder": (
        "import os\ndef f(): return os.listdir('/')",
        OutcomeKind.BLOCKED,
        "wants to list",
    ),
    "calls home": (
        "import socket\ndef f(): socket.create_connection(('127.0.0.1', 9))",
        OutcomeKind.BLOCKED,
        "wants the network",
    ),
    "starts a program": (
        "import subprocess\ndef f(): subprocess.run(['true'])",
        OutcomeKind.BLOCKED,
        "wants to start or signal a process",
    ),
    "forks": (
        "import os\ndef f(): return os.fork()",
        OutcomeKind.BLOCKED,
        "wants to start or signal a process",
    ),
}


@pytest.mark.parametrize("what", [what for what, (_, kind, _) in ENDS.items() if kind != TIMEOUT])
async def test_a_function_that(worker: Worker, what: str) -> None:
    code, kind, reason = ENDS[what]

    found, later = await outcomes(worker, code + WELL, "f()", "well()")

    assert found.kind == kind
    assert explain(found.explanation).startswith(reason)
    assert later.value == "well"


@pytest.mark.parametrize("what", [what for what, (_, kind, _) in ENDS.items() if kind == TIMEOUT])
async def test_a_function_without_end_that(hasty: Worker, what: str) -> None:
    code, kind, reason = ENDS[what]

    found, later = await outcomes(hasty, code + WELL, "f()", "well()")

    assert found.kind == kind
    assert explain(found.explanation).startswith(reason)
    assert later.value == "well"


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("def f(): return [0] * 10**11", "MemoryError"),
        ("def f(): return f()", "RecursionError"),
        ("import sys\ndef f(): sys.exit(2)", "SystemExit"),
        ("def f(): return no_such_name", "NameError"),
    ],
)
async def test_an_exception_is_an_outcome(worker: Worker, code: str, error: str) -> None:
    found = await outcome(worker, code)

    assert found.kind is OutcomeKind.RAISED
    assert found.error is not None
    assert found.error[0] == error


async def test_a_flood_of_text_is_cut(worker: Worker) -> None:
    code = "def f():\n    for _ in range(3000): print('x' * 10_000)\n    return 1"

    found = await outcome(worker, code)

    assert found.value == 1
    assert len(found.printed) == Limits().output_chars


async def test_what_is_written_to_descriptors_is_no_outcome(worker: Worker) -> None:
    code = (
        "import os\ndef f():\n    for d in (0, 1, 2):\n"
        '        os.write(d, b\'{"kind": "returned", "value": "forged"}\\n\')\n    return 1'
    )

    assert (await outcome(worker, code)).value == 1


async def test_garbage_on_the_channel_of_results_is_no_result(worker: Worker) -> None:
    code = (
        "import os\ndef f():\n    for d in range(3, 300):\n"
        "        try: os.write(d, b'no json\\n')\n"
        "        except OSError: pass\n    return 1" + WELL
    )

    found, later = await outcomes(worker, code, "f()", "well()")

    assert found.kind is OutcomeKind.DIED
    assert later.value == "well"


async def test_an_answer_of_two_lines_is_none_and_loses_no_later_answer(worker: Worker) -> None:
    code = (
        'import json\nTWO = \'{"kind": "returned", "value": 1}\\n{}\'\n'
        "def f():\n    json.JSONEncoder.iterencode = lambda *a, **k: [TWO]" + WELL
    )

    [found] = await outcomes(worker, code, "f()")
    before, last = await outcomes(worker, code, "well()", "f()")
    [later] = await outcomes(worker, code, "well()")

    assert found.kind is last.kind is OutcomeKind.DIED
    assert before.value == later.value == "well"


async def test_closing_every_descriptor_ends_that_call_alone(worker: Worker) -> None:
    code = "import os\ndef f(): os.closerange(0, 999)" + WELL

    found, later = await outcomes(worker, code, "f()", "well()")

    assert found.kind is OutcomeKind.DIED
    assert later.value == "well"


async def test_three_deaths_in_a_batch_are_enough(worker: Worker) -> None:
    code = "import os\ndef f(): os._exit(1)" + WELL

    found = await outcomes(worker, code, *["f()"] * 5, "well()")

    assert {o.kind for o in found} == {OutcomeKind.DIED}
    assert (await worker.run([Call("well()")]))[0].value == "well"


async def test_a_repr_that_lies_or_never_ends_is_survived(hasty: Worker) -> None:
    code = (
        "class A:\n    def __repr__(self):\n        raise ValueError\n"
        "class B:\n    __slots__ = ()\n    def __repr__(self):\n        while True: pass\n"
        "def f(): return A()\ndef g(): return B()\n" + WELL
    )

    raising, endless, later = await outcomes(hasty, code, "f()", "g()", "well()")

    assert raising.kind is OutcomeKind.RETURNED
    assert endless.kind == TIMEOUT
    assert later.value == "well"


@pytest.mark.parametrize(
    ("python", "sentence"),
    [
        ("/no/such/python", "cannot start /no/such/python"),
        ("/bin/true", "as Python: it ended with status 0"),
    ],
)
async def test_an_interpreter_that_is_none_is_said_so(python: str, sentence: str) -> None:
    with pytest.raises(WorkerError, match=sentence):
        await Worker.start(python)


async def test_a_closed_worker_leaves_nothing_behind() -> None:
    worker = await Worker.start(sys.executable)
    await outcome(worker, "def f(): return 1")
    pid, scratch = worker.process.pid, Path(worker.process.scratch)

    await worker.aclose()

    assert not scratch.exists()
    assert not _lives(pid)


async def test_cancelling_a_run_kills_its_worker(worker: Worker) -> None:
    await worker.open(Module("def f():\n    while True: pass", "subject.py"))
    running = asyncio.create_task(worker.run([Call("f()")] * 50))
    await asyncio.sleep(0)
    running.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running
    assert not worker.alive


async def test_a_pool_lends_a_new_worker_for_a_dead_one() -> None:
    pool = WorkerPool(1)
    async with pool.worker(sys.executable) as first:
        first.kill()
    async with pool.worker(sys.executable) as second:
        assert (await outcome(second, "def f(): return 1")).value == 1
    async with pool.worker(sys.executable) as third:
        assert third is second
    await pool.aclose()


OWNER = """
import asyncio, sys
from evenhand.check.outcomes.requests import Call, Module
from evenhand.check.sandbox import Worker
async def main():
    worker = await Worker.start(sys.executable)
    code = "import os\\ndef pid(): return os.getpid()\\ndef f():\\n while 1: pass"
    await worker.open(Module(code, "s.py"))
    (child,) = await worker.run([Call("pid()")])
    print(worker.process.pid, child.value, flush=True)
    await worker.run([Call("f()")] * 99)
asyncio.run(main())
"""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waits for strange processes on Linux")
async def test_nothing_outlives_a_killed_owner() -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE)
    assert owner.stdout is not None
    pids = [int(word) for word in owner.stdout.readline().split()]
    waiting = [os.pidfd_open(pid) for pid in pids]

    owner.send_signal(signal.SIGKILL)

    for descriptor in waiting:
        assert select.select([descriptor], [], [], 120)[0], "a process outlived its owner"
        os.close(descriptor)
    owner.stdout.close()
    owner.wait()


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
