"""Walls of the operating system: code that has put the tripwire out of action gets no further."""

from __future__ import annotations

import ctypes
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from asking import Lend, outcome, outcomes

from evenhand.check.outcomes.requests import Call, Module, OutcomeKind
from evenhand.check.sandbox import Limits, Worker, WorkerError
from evenhand.check.sentences import explain
from evenhand.isolation import Isolation

DISARM = """
import _thread, ctypes, os, socket, threading
def disarm():
    for cell in _thread.start_new_thread.__closure__:
        if hasattr(cell.cell_contents, "armed"):
            cell.cell_contents.armed = False
"""
libc = ctypes.CDLL(None)


@pytest_asyncio.fixture(loop_scope="session")
async def strong(lend: Lend) -> AsyncIterator[Worker]:
    """A worker behind walls; a kernel with both walls that shows none is an error."""
    async with lend(Limits()) as worker:
        assert (worker.standing.level, worker.standing.problems) == ("strong", ())
        yield worker


def _has_walls() -> bool:
    landlock = sys.platform == "linux" and libc.syscall(444, None, ctypes.c_size_t(0), 1) >= 1
    return landlock and Path("/proc/sys/kernel/seccomp/actions_avail").exists()


behind_walls = pytest.mark.skipif(not _has_walls(), reason="the kernel has no such walls")

ATTEMPTS = {
    "reads a file": "open('/etc/passwd').read()",
    "reads a file by its descriptor": "os.open('/etc/passwd', os.O_RDONLY)",
    "reads through its own process": "open('/proc/self/root/etc/passwd').read()",
    "reads its scratch folder": "os.listdir('.')",
    "lists a folder": "os.listdir('/')",
    "looks at its parent": "open(f'/proc/{os.getppid()}/environ').read()",
    "writes a file": "open('new', 'w')",
    "writes beside the interpreter": "open(os.__file__, 'r+')",
    "makes a folder": "os.mkdir('folder')",
    "makes a link": "os.symlink('/etc/passwd', 'link')",
    "makes a second name": "os.link('victim', 'name')",
    "makes a fifo": "os.mkfifo('fifo')",
    "renames a file": "os.rename('victim', 'victim')",
    "changes a mode": "os.chmod('victim', 0o644)",
    "changes a time": "os.utime('victim')",
    "changes an owner": "os.chown('victim', -1, -1)",
    "opens a TCP socket": "socket.socket()",
    "opens a UDP socket": "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
    "opens a local socket": "socket.socket(socket.AF_UNIX)",
    "opens a pair that can call others": "socket.socketpair(type=socket.SOCK_DGRAM)",
    "asks the kernel's own socket": "socket.socket(16, socket.SOCK_RAW)",
    "forks": "os.fork()",
    "becomes another program": "os.execv('/bin/true', ['true'])",
    "starts a program": "os.posix_spawn('/bin/true', ['true'], {})",
    "signals its parent": "os.kill(os.getppid(), 0)",
    "signals everybody": "os.kill(-1, 0)",
    "signals on behalf of a pipe": "__import__('fcntl').fcntl(os.pipe()[0], 8, os.getppid())",
    "locks a file": "__import__('fcntl').flock(os.open(os.__file__, os.O_RDONLY), 1)",
    "changes who it is": "os.setuid(os.getuid())",
    "becomes more important": "os.nice(-1)",
    "slows others down": "os.sched_setaffinity(os.getppid(), {0})",
    "makes a file in memory": "os.memfd_create('x')",
    "holds another process": "os.pidfd_open(os.getppid())",
    "deletes a file": "os.remove('victim')",
}
HIDES_A_SYSTEM_CALL = {
    "traces its parent": "101, 16, os.getppid(), 0, 0",
    "reads its parent's memory": "310, os.getppid(), 0, 0, 0, 0, 0",
    "sets up a ring of calls": "425, 8, 0",
    "makes a namespace": "272, 0x10000000",
    "opens by handle": "304, -100, 0, 0",
    "loads a program into the kernel": "321, 0, 0, 0",
    "forks by clone": "56, 17, 0, 0, 0, 0",
    "forks by clone3": "435, 0, 0",
    "lifts its limits": "160, 7, 0",
    "lifts its limits by an address past 4 GiB": "302, 0, 1, 1 << 32, 0",
    "lifts its limits by an address": "302, 0, 1, 4096, 0",
}


@behind_walls
async def test_walls_stop_what_the_tripwire_no_longer_sees(strong: Worker) -> None:
    Path(strong.process.scratch, "victim").write_text("alive")
    code = DISARM + "".join(
        f"def f{i}():\n    disarm()\n    return str({text})\n"
        for i, text in enumerate(ATTEMPTS.values())
    )

    found = await outcomes(strong, code, *[f"f{i}()" for i in range(len(ATTEMPTS))])

    told = dict(zip(ATTEMPTS, found, strict=True))
    through = {
        what: (o.kind, o.value, o.error)
        for what, o in told.items()
        if o.kind is not OutcomeKind.BLOCKED
        and not (o.error and o.error[0] == "OSError" and _refused(o.error))
    }
    assert through == {}
    assert Path(strong.process.scratch, "victim").read_text() == "alive"


def _refused(error: tuple[str, str]) -> bool:
    """Of calls that a C library does without where they are not there."""
    return "Function not implemented" in error[1]


@behind_walls
@pytest.mark.skipif(os.uname().machine != "x86_64", reason="system calls by their numbers here")
async def test_walls_stop_system_calls_of_native_code(strong: Worker) -> None:
    code = DISARM + (
        "def f(*words):\n    disarm()\n    libc = ctypes.CDLL(None, use_errno=True)\n"
        "    result = libc.syscall(*[ctypes.c_long(w) for w in words])\n"
        "    return result, ctypes.get_errno()\n"
    )

    found = await outcomes(
        strong, f"{code}parent = os.getppid", *[f"f({a})" for a in HIDES_A_SYSTEM_CALL.values()]
    )

    refused = ({"t": "tuple", "v": [-1, 1]}, {"t": "tuple", "v": [-1, 38]})
    told = dict(zip(HIDES_A_SYSTEM_CALL, found, strict=True))
    assert {w: o for w, o in told.items() if o.value not in refused} == {}


@behind_walls
@pytest.mark.skipif(os.uname().machine != "x86_64", reason="this processor has one way only")
async def test_the_other_ways_into_the_kernel_are_shut(strong: Worker) -> None:
    """Calls numbered for x32, which a list of plain numbers would not know."""
    code = DISARM + (
        "def f():\n    disarm()\n    return ctypes.CDLL(None).syscall(ctypes.c_long(0x40000027))\n"
        "def well(): return 'well'"
    )

    found, later = await outcomes(strong, code, "f()", "well()")

    assert (found.kind, explain(found.explanation)) == (
        OutcomeKind.DIED,
        "worker ended by signal 31",
    )
    assert later.value == "well"


@behind_walls
async def test_nothing_is_heard_on_the_machines_own_network(strong: Worker) -> None:
    """Not by a new socket, and not by one of those that the walls let code have."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        code = DISARM + (
            "def f(port):\n    disarm()\n    pair = socket.socketpair()[0]\n"
            "    pair.connect('/run/service')\n"
            "def g(port):\n    disarm()\n    socket.create_connection(('127.0.0.1', port))\n"
        )
        found = await outcomes(strong, code, f"f({port})", f"g({port})")
        listener.settimeout(0)
        with pytest.raises(BlockingIOError):
            listener.accept()

    assert {o.kind for o in found} == {OutcomeKind.BLOCKED}


@behind_walls
async def test_walls_stand_in_every_process(strong: Worker) -> None:
    """Also in one that replaces another, and in those of single calls."""
    code = DISARM + (
        "def leave(): os._exit(1)\ndef f():\n    disarm()\n    return open('/etc/passwd').read()\n"
    )

    left, replaced = await outcomes(strong, code, "leave()", "f()")
    [alone] = await strong.run([Call("f()")], fresh=True)
    unwatched = await strong.open(Module(code, "subject.py"), watch=False)
    [plain] = await strong.run([Call("f()")])

    assert (left.kind, unwatched.problem) == (OutcomeKind.DIED, None)
    assert {o.kind for o in (replaced, alone, plain)} == {OutcomeKind.BLOCKED}
    assert explain(replaced.explanation) == "wants to use 'passwd'"


@behind_walls
async def test_walls_stand_while_the_file_is_loaded(strong: Worker) -> None:
    code = DISARM + (
        "def read():\n    disarm()\n    return open('/etc/passwd').read()\nheld = read()"
    )

    loaded = await strong.open(Module(code, "subject.py"))

    assert [explain(why) for _, why in loaded.skipped] == [
        "PermissionError: [Errno 13] Permission denied: '/etc/passwd'"
    ]


@behind_walls
async def test_only_the_named_folders_can_be_read(strong: Worker, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ages.csv").write_text("65")
    (tmp_path / "beside.csv").write_text("66")
    code = DISARM + "def f(name):\n    disarm()\n    return open(name).read()"
    module = Module(code, "subject.py", search_path=(str(tmp_path / "in"),))
    await strong.open(module)

    inside, beside, above = await strong.run(
        [
            Call(f"f({str(tmp_path / name)!r})")
            for name in ("in/ages.csv", "beside.csv", "in/../beside.csv")
        ]
    )

    assert inside.value == "65"
    assert (beside.kind, above.kind) == (OutcomeKind.BLOCKED, OutcomeKind.BLOCKED)


WORKS = {
    "threads of packages": (
        "from concurrent.futures import ThreadPoolExecutor\nimport threading\n"
        "def f():\n    threads = [threading.Thread(target=print) for _ in range(3)]\n"
        "    for t in threads:\n        t.start()\n    for t in threads:\n        t.join()\n"
        "    return 3"
    ),
    "pandas": (
        "import pandas as pd\ndef f():\n"
        "    table = pd.DataFrame({'age': [30, 40, 50], 'pay': [1.0, 2.0, 3.0]})\n"
        "    return table.groupby(table.age > 35).pay.mean().to_dict()[True] + 0.5"
    ),
    "a trained model": (
        "import numpy as np\nfrom sklearn.ensemble import RandomForestClassifier\n"
        "def f():\n    x = np.arange(40).reshape(-1, 1)\n"
        "    model = RandomForestClassifier(n_estimators=5, random_state=0).fit(x, x[:, 0] > 19)\n"
        "    return int(model.predict([[39]])[0]) + 2"
    ),
    "an event loop": (
        "import asyncio\nasync def f():\n    return sum(await asyncio.gather(*map(g, (1, 2))))\n"
        "async def g(n): return await asyncio.sleep(1, n)"
    ),
    "late imports": (
        "def f():\n    import decimal, difflib, http.cookies, sqlite3, statistics, zoneinfo\n"
        "    sqlite3.connect(':memory:').execute('create table t (a)')\n"
        "    return statistics.mean([2, 4])"
    ),
}


@pytest.mark.parametrize("what", WORKS)
async def test_what_computes_still_works(worker: Worker, what: str) -> None:
    code = WORKS[what]
    if what == "threads of packages":
        code = f"{DISARM}{code.replace('    threads =', '    disarm(); threads =')}"

    found = await outcome(worker, code)

    assert (found.kind, found.error, found.value) == (OutcomeKind.RETURNED, None, 3)


@pytest.mark.parametrize(
    ("raised", "kind"),
    [
        ("PermissionError('too young')", OutcomeKind.RAISED),
        ("PermissionError(13, 'no', 'x')", OutcomeKind.BLOCKED),
    ],
)
async def test_a_permission_of_the_program_is_not_one_of_the_system(
    worker: Worker, raised: str, kind: OutcomeKind
) -> None:
    found = await outcome(worker, f"def f(): raise {raised}")

    assert found.kind == kind


async def test_an_answer_that_was_made_up_is_not_taken(worker: Worker) -> None:
    """It is written in time, and the process ends before it can say more."""
    code = (
        "import os\ndef f(number):\n    for d in range(3, 300):\n        try:\n"
        '            os.write(d, b\'{"kind": "returned", "value": 9, "number": %s}\\n\' % number)\n'
        "        except OSError: pass\n    os._exit(0)\ndef well(): return 'well'"
    )

    *found, later = await outcomes(worker, code, "f(b'1')", "f(b'2')", "well()")

    assert {(o.kind, explain(o.explanation)) for o in found} == {
        (OutcomeKind.DIED, "wrote to the channel of its results")
    }
    assert later.value == "well"


def _interpreter(folder: Path, first: str) -> str:
    file = folder / "python"
    code = (
        f"import os, runpy, sys; sys.executable = '{file}'; {first}; sys.argv = sys.argv[2:];"
        " runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    file.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{code}" "$@"\n')
    file.chmod(0o755)
    return str(file)


@asynccontextmanager
async def _started(python: str) -> AsyncIterator[Worker]:
    worker = await Worker.start(python)
    try:
        yield worker
    finally:
        await worker.aclose()


UNKNOWN = "os.uname = lambda: os.uname_result(('Linux', 'n', '1', '1', 'abacus'))"


async def test_a_machine_without_walls_says_so_and_still_checks(tmp_path: Path) -> None:
    async with _started(_interpreter(tmp_path, UNKNOWN)) as worker:
        found = await outcome(worker, "def f(): return 1")

        assert worker.standing.level == "basic"
        assert "no seccomp: no list of system calls for abacus" in worker.standing.problems
        assert found.value == 1


async def test_a_machine_without_walls_runs_nothing_for_who_asked_for_them(tmp_path: Path) -> None:
    python = _interpreter(tmp_path, UNKNOWN)

    with pytest.raises(WorkerError, match=r"below `strong`: no seccomp: no list .* for abacus$"):
        await Worker.start(python, isolation=Isolation.STRONG)


async def test_less_than_the_strongest_is_given_to_who_asked_for_it(lend: Lend) -> None:
    async with lend(Limits(), Isolation.BASIC) as worker:
        found = await outcome(worker, "def f(): return 1")

    assert (worker.standing.level, worker.standing.walls) == ("basic", ())
    assert found.value == 1


@behind_walls
async def test_where_walls_fall_after_the_self_test_nothing_runs(tmp_path: Path) -> None:
    """The second process to be forked finds itself on another machine."""
    count = "n = []; os.register_at_fork(before=lambda: n.append(1)); real = os.uname()"
    fall = "os.uname = lambda: real if len(n) < 2 else os.uname_result(tuple(real)[:4] + ('?',))"
    async with _started(_interpreter(tmp_path, f"{count}; {fall}")) as worker:
        assert worker.standing.level == "strong"

        loaded = await worker.open(Module("def f(): return 1", "subject.py"))
        [found] = await worker.run([Call("f()")])

    assert loaded.problem is not None
    assert "its walls do not stand (no list of system calls for ?)" in explain(loaded.problem)
    assert found.kind is OutcomeKind.DIED


NATIVE = (
    "import ctypes\nlibc = ctypes.CDLL(None)\ndef f(age): return libc.abs(-3) if age > 65 else 4"
)


@behind_walls
async def test_native_code_is_no_reason_behind_walls_that_hold_it(strong: Worker) -> None:
    loaded = await strong.open(Module(NATIVE, "s.py"))
    old, young = await strong.run([Call("f(70)"), Call("f(30)")])

    assert loaded.skipped == ()
    assert (old.value, young.value) == (3, 4)


async def test_native_code_is_called_nowhere_else(lend: Lend) -> None:
    code = "import ctypes\ndef f(): return ctypes.CDLL(None).getpid()\ndef g(): ctypes.string_at(0)"
    async with lend(Limits(), Isolation.BASIC) as worker:
        found = await outcomes(worker, code, "f()", "g()")

    assert [explain(o.explanation) for o in found] == ["wants to call native code"] * 2
