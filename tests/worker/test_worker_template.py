"""The process that forks all others holds no text, and survives what cannot be compiled."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from asking import outcome

from evenhand.causes import Cause
from evenhand.check.outcomes.requests import Call, Module
from evenhand.check.sandbox import Limits, Worker

MARK = "quite_private_" + "x" * 20
PRIVATE = f"{MARK} = '{MARK}'\ndef f(): return len({MARK})\n"


def nested(depth: int) -> str:
    """`finally` in `finally`: Python compiles each of them twice."""
    lines = ["def f():"]
    for level in range(1, depth + 1):
        indent = "    " * level
        lines += [f"{indent}try:", f"{indent}    pass", f"{indent}finally:"]
    return "\n".join([*lines, "    " * (depth + 1) + "return 1\n"])


def memory_of(pid: int) -> Iterator[bytes]:
    """All that a process may write to."""
    maps = Path(f"/proc/{pid}/maps").read_text()
    with open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps.splitlines():
            start, end, rights = re.match(r"(\w+)-(\w+) (\S+)", line).groups()  # type: ignore[union-attr]
            if rights.startswith("rw"):
                memory.seek(int(start, 16))
                yield memory.read(int(end, 16) - int(start, 16))


def processes_of_session(session: int) -> Iterator[int]:
    """The processes that a worker has made and not forgotten, those that have ended included."""
    parents = {session}
    for status in sorted(Path("/proc").glob("[0-9]*/stat"), key=lambda file: int(file.parent.name)):
        with suppress(OSError):
            _, _, after_name = status.read_text().rpartition(")")
            if int(after_name.split()[1]) in parents:
                parents.add(int(status.parent.name))
                yield int(status.parent.name)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems show no memory")
async def test_the_process_that_forks_has_seen_no_text(worker: Worker) -> None:
    assert (await outcome(worker, PRIVATE)).value == len(MARK)
    assert (await outcome(worker, "def f(): return 3")).value == 3

    assert not any(MARK.encode() in region for region in memory_of(worker.process.pid))


async def test_one_module_after_another(worker: Worker) -> None:
    for number in range(12):
        assert (await outcome(worker, f"def f(): return {number}")).value == number


async def test_the_same_module_again_needs_no_other_process(worker: Worker) -> None:
    module = Module("def f(): return 1", "subject.py")
    for watch in (True, False, True):
        assert (await worker.open(module, watch=watch)).problem is None
        [answer] = await worker.run([Call("f()")])
        assert answer.value == 1


async def test_what_is_expected_loads_beside_what_is_open(worker: Worker) -> None:
    module = Module("seen = []\ndef f():\n    seen.append(1)\n    return len(seen)", "s.py")
    call = Call("f()", stays=True)
    await worker.open(module)
    before = await worker.run([call, call])
    await worker.expect(module, watch=False, deadline=10.0, endless=())
    meanwhile = await worker.run([call])

    assert (await worker.open(module, watch=False)).problem is None
    after = await worker.run([call] * 5, fresh=True)
    assert [outcome.value for outcome in (*before, *meanwhile)] == [1, 2, 3]
    assert [outcome.value for outcome in after] == [1] * 5


async def test_what_is_expected_and_does_not_come_is_forgotten(worker: Worker) -> None:
    module = Module("def f(): return 1", "subject.py")
    await worker.open(module)
    await worker.expect(module, watch=False, deadline=10.0, endless=())
    assert (await outcome(worker, "def f(): return 2")).value == 2
    assert (await outcome(worker, "def f(): return 1")).value == 1


@pytest.mark.skipif(sys.platform != "linux", reason="other systems list no processes in files")
async def test_processes_that_are_needed_no_more_do_not_stay(worker: Worker) -> None:
    module = Module("def f(): return 1", "subject.py")
    for _ in range(8):
        await worker.open(module)
        await worker.expect(module, watch=False, deadline=10.0, endless=())
        await worker.expect(module, watch=False, deadline=10.0, endless=())
        await worker.open(module, watch=False)
        await worker.run([Call("f()")])

    assert len(list(processes_of_session(worker.process.pid))) < 12


async def test_only_modules_that_need_large_packages_find_them(worker: Worker) -> None:
    asked = "import sys\ndef f(): return 'numpy' in sys.modules"
    found = [(await outcome(worker, code)).value for code in (f"import numpy\n{asked}", asked) * 2]
    assert found == [True, False] * 2


async def test_large_packages_behind_an_import_are_there_for_the_next_module(
    worker: Worker, tmp_path: Path
) -> None:
    (tmp_path / "tables.py").write_text("import numpy\n", "utf-8")
    asked = "import sys\ndef f(): return 'numpy' in sys.modules"
    folders, found = (str(tmp_path),), list[object]()
    for code, search_path in ((f"import tables\n{asked}", folders), (asked, folders), (asked, ())):
        await worker.open(Module(code, f"{tmp_path}/s.py", search_path=search_path))
        found += [outcome.value for outcome in await worker.run([Call("f()")])]
    assert found == [True, True, False]


async def test_what_takes_too_much_memory_to_compile_is_skipped_alone() -> None:
    limits = Limits(memory_bytes=1 << 28, load_seconds=120)
    worker = await Worker.start(sys.executable, limits)
    try:
        source = f"{nested(19)}\ndef g(): return 3\n"
        loaded = await worker.open(Module(source, "deep.py"), deadline=120)
        [(line, explanation)] = loaded.skipped
        [answer] = await worker.run([Call("g()")])
    finally:
        await worker.aclose()

    assert (line, explanation.cause) == (1, Cause.COMPILING_MEMORY)
    assert answer.value == 3


async def test_what_takes_too_long_to_compile_takes_no_worker_along() -> None:
    worker = await Worker.start(sys.executable, Limits(load_seconds=0.01))
    try:
        for _ in range(2):
            loaded = await worker.open(Module(nested(16), "deep.py"), deadline=120)
            assert loaded.problem is not None
            assert loaded.problem.cause is Cause.COMPILING_TIME

        pid = worker.process.pid
        worker.limits = Limits(call_seconds=120, load_seconds=120)
        assert (await outcome(worker, "def f(): return 3")).value == 3
        assert worker.process.pid == pid
    finally:
        await worker.aclose()
