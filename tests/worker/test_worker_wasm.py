"""Isolation `wasm`: the same answers as behind the walls of a system, and nothing gets out."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio
from asking import Lend, outcome, outcomes
from processes_of import below

import webassembly
from evenhand.check.outcomes.requests import Call, Module, Outcome, OutcomeKind
from evenhand.check.sandbox import Limits, Worker, WorkerError
from evenhand.check.sandbox.wasm_folder import VARIABLE
from evenhand.check.sandbox.wasm_snapshots import snapshot
from evenhand.check.sentences import explain
from evenhand.check.worker.deno import command, environment, folder_of
from evenhand.isolation import Isolation

PATIENT = Limits(call_seconds=120, load_seconds=120)
WITHOUT_WALLS = "os.uname = lambda: os.uname_result(('Linux', 'n', '1', '1', 'abacus'))"


@pytest_asyncio.fixture(loop_scope="session")
async def wasm(runtime: None, lend: Lend) -> AsyncIterator[Worker]:
    async with lend(PATIENT, Isolation.WASM) as worker:
        yield worker


@pytest.fixture
async def new_wasm(runtime: None) -> AsyncIterator[Worker]:
    """A worker whose processes are counted."""
    worker = await Worker.start(sys.executable, PATIENT, isolation=Isolation.WASM)
    yield worker
    await worker.aclose()


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> None:
    webassembly.provide(monkeypatch)


async def test_it_passes_its_own_test(wasm: Worker) -> None:
    standing = wasm.standing

    assert (standing.level, standing.walls) == (Isolation.WASM, ("webassembly",))
    assert standing.problems == ()
    assert wasm.python_version.startswith("3.14.")


SAME = """
import asyncio, collections, dataclasses, datetime, enum, random, re, time, uuid

class Rank(enum.Enum):
    LOW = 1

@dataclasses.dataclass
class Person:
    age: int
    names: set = dataclasses.field(default_factory=set)

SEEN = []

def compares(age, name):
    if age > 65 and name.startswith("K"):
        return {"fee": 10.5, "who": name}
    return None

def raises(age):
    raise ValueError(f"too young: {age}")

def prints(age):
    print("age", age)

def changes(person):
    person.age += 1
    person.names.add("x")
    return person

def draws():
    return [random.random(), uuid.uuid4().hex, time.time(), datetime.date.today().year]

def matches(text):
    return re.findall(r"\\d+", text), collections.Counter(text).most_common(1), Rank.LOW

def keeps():
    SEEN.append(1)
    return len(SEEN)

async def waits(age):
    await asyncio.sleep(60)
    return sum(await asyncio.gather(*map(one, range(age))))

async def one(number):
    return number

def runs(age):
    return asyncio.run(waits(age))

def yields():
    yield from range(3)

def waits_for_none():
    return asyncio.new_event_loop().run_until_complete(one(3))

def endless(age):
    while age:
        pass

def writes(age):
    open("pay.txt", "w").write(str(age))

def calls():
    import socket
    socket.create_connection(("127.0.0.1", 9))

def threads():
    import threading
    threading.Thread(target=print).start()
"""
CALLS = (
    "compares(70, 'Kim')", "compares(30, 'Kim')", "raises(3)", "prints(4)", "changes(Person(3))",
    "draws()", "matches('a1b22')", "keeps()", "keeps()", "waits(4)", "runs(4)", "yields()",
    "waits_for_none()", "compares('x', 'Kim')", "endless(1)", "writes(3)", "threads()", "no_name()",
)  # fmt: skip


async def test_answers_are_those_of_the_users_own_python(worker: Worker, wasm: Worker) -> None:
    worker.now = wasm.now

    expected = await outcomes(worker, SAME, *CALLS)
    found = await outcomes(wasm, SAME, *CALLS)

    for call, one, other in zip(CALLS, expected, found, strict=True):
        assert _plain(other) == _plain(one), call


def _plain(outcome: Outcome) -> Outcome:
    """An outcome without the time it took, and the words that Python changes."""
    error = (outcome.error[0], "") if outcome.error else None
    return replace(outcome, seconds=0.0, error=error, text="" if error else outcome.text)


async def test_calls_that_are_to_know_nothing_of_each_other_do_not(wasm: Worker) -> None:
    await outcomes(wasm, SAME, "keeps()")

    found = await wasm.run([Call("keeps()")] * 4 + [Call("changes(Person(3))")], fresh=True)

    assert [o.value for o in found[:4]] == [1] * 4
    assert found[4].text.startswith("Person(age=4")


async def test_a_twin_hashes_text_differently(wasm: Worker) -> None:
    code = "def f(): return hash('age')"
    twin = await wasm.twin()
    try:
        assert twin.standing.level is Isolation.WASM
        assert (await outcome(twin, code)).value != (await outcome(wasm, code)).value
        assert (await outcome(wasm, code)).value == (await outcome(wasm, code)).value
    finally:
        await twin.aclose()


ATTEMPTS = {
    "reads a file": "Deno.readTextFileSync('{victim}')",
    "reads what Evenhand has": "Deno.readTextFileSync(Deno.execPath())",
    "lists a folder": "Deno.readDirSync('/').next()",
    "writes a file": "Deno.writeTextFileSync('{victim}', 'dead')",
    "removes a file": "Deno.removeSync('{victim}')",
    "changes a mode": "Deno.chmodSync('{victim}', 0)",
    "starts a program": "Deno.Command.new('/bin/true').outputSync()",
    "reads the environment": "Deno.env.toObject()",
    "signals others": "Deno.kill(1, 'SIGTERM')",
    "calls native code": "Deno.dlopen('libc.so.6', to_js({{}}))",
    "runs a text as a program": "Deno.constructor.constructor('return 1')()",
    "runs a text by pyodide": "pyodide.code.run_js('1')",
    "mounts a folder": "pyodide_js.mountNodeFS('/victim', '{folder}')",
    "opens a file by its name": "open('{victim}').read()",
    "makes a socket": "socket.create_connection(('127.0.0.1', {port}))",
}


async def test_nothing_of_the_system_is_in_reach(wasm: Worker, tmp_path: Path) -> None:
    """The code goes past the tripwire, and straight to the program that runs WebAssembly."""
    victim = tmp_path / "victim.txt"
    victim.write_text("alive")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        texts = [t.format(victim=victim, folder=tmp_path, port=port) for t in ATTEMPTS.values()]
        found = await outcomes(wasm, _attacks(texts), *[f"f{i}()" for i in range(len(texts))])
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()

    told = dict(zip(ATTEMPTS, found, strict=True))
    assert {what: o.value for what, o in told.items() if o.value is not None} == {}
    assert victim.read_text() == "alive"


def _attacks(texts: list[str]) -> str:
    first = (
        "import _thread, js, pyodide.code, pyodide_js, socket\nfrom pyodide.ffi import to_js\n"
        "Deno = js.Deno\ndef disarm():\n    for cell in _thread.start_new_thread.__closure__:\n"
        "        if hasattr(cell.cell_contents, 'armed'):\n"
        "            cell.cell_contents.armed = False\n"
    )
    functions = [
        f"def f{i}():\n    disarm()\n    return str({text})\n" for i, text in enumerate(texts)
    ]
    return first + "".join(functions)


async def test_only_the_named_folders_can_be_read(wasm: Worker, tmp_path: Path) -> None:
    inside = tmp_path / "in"
    (inside / "package").mkdir(parents=True)
    (inside / "ages.csv").write_text("65")
    (inside / "package" / "__init__.py").write_text("from .limits import LIMIT")
    (inside / "package" / "limits.py").write_text("LIMIT = 67")
    (tmp_path / "beside.csv").write_text("66")
    (inside / "link.csv").symlink_to(tmp_path / "beside.csv")
    code = (
        "import os\nfrom package import LIMIT\ndef read(name): return open(name).read()\n"
        f"def names(): return os.listdir({str(inside)!r})\ndef limit(): return LIMIT\n"
        f"def there(): return os.path.isfile({str(inside / 'ages.csv')!r})"
    )
    await wasm.open(Module(code, str(inside / "subject.py"), search_path=(str(inside),)))

    names = ("in/ages.csv", "beside.csv", "in/../beside.csv", "in/link.csv")
    calls = [f"read({str(tmp_path / name)!r})" for name in names]
    asked = await wasm.run([Call(c) for c in (*calls, "names()", "limit()", "there()")])
    own, beside, above, linked, listed, limit, there = asked

    assert own.value == "65"
    assert [o.value for o in (beside, above, linked)] == [None] * 3
    assert sorted(listed.value["v"]) == ["ages.csv", "package"]
    assert (limit.value, there.value) == (67, True)
    assert wasm.files >= {str(inside / "ages.csv"), str(inside / "package" / "limits.py")}


async def test_what_takes_too_long_is_ended(runtime: None) -> None:
    worker = await Worker.start(sys.executable, Limits(call_seconds=0.5), isolation=Isolation.WASM)
    code = "import re\ndef matches(): return re.match('(a*)*b', 'a' * 40)\n"

    slow = await outcome(worker, code, "matches()")
    await worker.aclose()

    assert explain(slow.explanation) == "out of time: ran longer than 0.5 s"


async def test_what_takes_too_much_ends_alone(runtime: None) -> None:
    limits = replace(PATIENT, memory_bytes=1 << 28, deaths=9)
    worker = await Worker.start(sys.executable, limits, isolation=Isolation.WASM)
    code = (
        "import sys\ndef grows(): return len([0] * 10**9)\ndef well(): return 'well'\n"
        "def leaves(): __import__('os')._exit(7)\n"
        "def deep():\n    sys.setrecursionlimit(10**9)\n    return deep()\n"
    )

    large, first, left, second, sunk, third = await outcomes(
        worker, code, "grows()", "well()", "leaves()", "well()", "deep()", "well()"
    )
    await worker.aclose()

    assert large.error == ("MemoryError", "")
    assert explain(left.explanation) == "ended its process with status 7"
    assert sunk.kind in (OutcomeKind.DIED, OutcomeKind.RAISED)
    assert [o.value for o in (first, second, third)] == ["well"] * 3


async def test_a_file_that_is_loaded_again_knows_nothing_of_before(
    wasm: Worker, tmp_path: Path
) -> None:
    """In the same process, which also meets what has changed around the file."""
    (tmp_path / "limits.py").write_text("LIMIT = 65")
    code = (
        "import builtins, limits, json\nSEEN = []\n"
        "def f():\n    SEEN.append(json.loads('1'))\n    return [len(SEEN), limits.LIMIT]\n"
        "def tampers():\n    builtins.len = json.loads = lambda text: 99\n    return f()\n"
    )
    module = Module(code, str(tmp_path / "subject.py"), search_path=(str(tmp_path),))
    first = await outcomes_of(wasm, module, "f()", "f()", "tampers()")
    (tmp_path / "limits.py").write_text("LIMIT = 67")
    second = await outcomes_of(wasm, module, "f()", "f()")

    assert [o.text for o in first] == ["[1, 65]", "[2, 65]", "[99, 65]"]
    assert [o.text for o in second] == ["[1, 67]", "[2, 67]"]


async def test_a_later_state_of_a_file_has_its_process_and_knows_nothing_of_the_earlier(
    new_wasm: Worker, tmp_path: Path
) -> None:
    new_wasm.follows_edits = True
    path = str(tmp_path / "subject.py")
    before = Module("import json\ndef f():\n    json.loads = None\n    return 1\n", path)
    after = Module("import json\ndef f():\n    return json.loads('2')\n", path)
    broken = Module("def f(:\n", path)

    [first] = await outcomes_of(new_wasm, before, "f()")
    processes = below(new_wasm.process.pid)
    [second] = await outcomes_of(new_wasm, after, "f()")

    assert (first.value, second.value) == (1, 2)
    assert below(new_wasm.process.pid) == processes
    assert (await new_wasm.open(broken)).problem is not None
    [third] = await outcomes_of(new_wasm, after, "f()")
    assert third.value == 2


async def test_another_file_has_a_process_of_its_own(new_wasm: Worker, tmp_path: Path) -> None:
    new_wasm.follows_edits = True
    one, other = (Module("def f():\n    return 1\n", str(tmp_path / n)) for n in ("a.py", "b.py"))
    await outcomes_of(new_wasm, one, "f()")
    processes = below(new_wasm.process.pid)

    await outcomes_of(new_wasm, other, "f()")

    assert below(new_wasm.process.pid) - processes


def test_a_process_that_has_warmed_up_knows_nothing_of_it(runtime: None) -> None:
    code = "import sys\ndef f(x):\n    return sorted(sys.modules) if x > 1 else 0\n"

    modules = modules_after(3, code, "f(2)")
    assert "dataclasses" in modules
    assert modules == modules_after(0, code, "f(2)")


def modules_after(rounds: int, code: str, call: str) -> list[str]:
    """What a process answers to a call of a module, once it has warmed up."""
    host, file = snapshot(0)
    limits = {"call_seconds": 120, "load_seconds": 120, "cpu_seconds": 120, "output_chars": 9999}
    module = {
        "do": "open", "source": code, "path": "/f.py", "name": "f", "search_path": [], "sites": [],
        "readable": [], "watch": True, "endless": [], "walls": [], "now": 0.0,
        "limits": {**limits, "memory_bytes": 1 << 30},
    }  # fmt: skip
    asked = {
        "number": "1",
        "text": call,
        "world": [],
        "measured": False,
        "stays": False,
        "watched": True,
    }
    messages = [{"do": "warm_up"}] * rounds + [module, asked]
    ended = subprocess.run(
        command(host, "serve", file),
        input=b"".join(json.dumps(message).encode() + b"\n" for message in messages),
        stdout=subprocess.PIPE,
        env=environment(host, os.environ),
        cwd=folder_of(host),
        check=True,
    )
    *warmed_up, _set_up, _loaded, answer = ended.stdout.splitlines()
    assert warmed_up == [b"~"] * rounds
    modules: list[str] = json.loads(answer.removeprefix(b"1 "))["value"]["v"]
    return modules


async def outcomes_of(worker: Worker, module: Module, *calls: str) -> list[Outcome]:
    loaded = await worker.open(module, watch=False)
    assert loaded.problem is None
    return await worker.run([Call(c, stays=True) for c in calls])


async def test_it_has_no_packages_and_says_so(wasm: Worker) -> None:
    loaded = await wasm.open(Module("import numpy\ndef f(): return 1", "subject.py"))

    [(_, why)] = loaded.skipped
    assert explain(why) == "needs numpy (isolation `wasm` has no packages, `basic` has yours)"


async def test_a_syntax_error_is_said(wasm: Worker) -> None:
    loaded = await wasm.open(Module("def f(:\n", "subject.py"))

    assert loaded.problem is not None
    assert explain(loaded.problem).startswith("syntax error")


async def test_it_is_taken_where_the_system_has_no_wall(runtime: None, tmp_path: Path) -> None:
    worker = await Worker.start(_machine_without_walls(tmp_path))
    found = await outcome(worker, "def f(): return 1")
    await worker.aclose()

    assert worker.standing.level is Isolation.WASM
    assert any("no seccomp" in problem for problem in worker.standing.problems)
    assert found.value == 1


async def test_without_its_runtime_it_runs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "none"))

    with pytest.raises(WorkerError, match=r"not installed \(`evenhand sandbox install`\)"):
        await Worker.start(sys.executable, isolation=Isolation.WASM)


def _machine_without_walls(folder: Path) -> str:
    file = folder / "python"
    code = (
        f"import os, runpy, sys; sys.executable = '{file}'; {WITHOUT_WALLS};"
        " sys.argv = sys.argv[2:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    file.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{code}" "$@"\n')
    file.chmod(0o755)
    return str(file)
