"""Effects are stopped and named, also where the code hides them; harmless ones are let be."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import outcome, outcomes

from evenhand.check.outcomes.requests import Call, Module, OutcomeKind
from evenhand.check.sandbox import Worker
from evenhand.check.sentences import explain

PROCESS = "wants to start or signal a process"
BLOCKED = {
    "open('/usr/lib/../../etc/hostname').read()": "wants to open 'hostname'",
    "open('/etc/shadow')": "wants to open 'shadow'",
    "open('/proc/self/environ')": "wants to open 'environ'",
    "open('/proc/self/root/etc/passwd')": "wants to open 'passwd'",
    "pathlib.Path('people.csv').read_text()": "wants to open 'people.csv'",
    "pathlib.Path('out.csv').write_text('x')": "wants to write 'out.csv'",
    "os.open('new.txt', os.O_CREAT | os.O_WRONLY)": "wants to write 'new.txt'",
    "os.mkdir('new')": "wants to change 'new'",
    "os.rename('a', 'b')": "wants to change 'a'",
    "shutil.rmtree('gone')": "wants to change 'gone'",
    "os.chmod('a', 0)": "wants to change 'a'",
    "os.environ.update(KEY='v')": "wants to change 'KEY'",
    "tempfile.mkdtemp()": "wants to ",
    "os.scandir('/')": "wants to list ",
    "list(pathlib.Path('/').iterdir())": "wants to list ",
    "glob.glob('*.csv')": "wants to list '*.csv'",
    "sqlite3.connect('people.db')": "wants to open 'people.db'",
    "pd.read_csv('people.csv')": "wants to open 'people.csv'",
    "pd.DataFrame({'a': [1]}).to_csv(open('out.csv', 'w'))": "wants to write 'out.csv'",
    "np.load('people.npy')": "wants to open 'people.npy'",
    "urllib.request.urlopen('http://127.0.0.1:9')": "wants the network",
    "http.client.HTTPConnection('127.0.0.1', 9).request('GET', '/')": "wants the network",
    "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)": "wants the network",
    "socket.gethostbyname('localhost')": "wants the network",
    "asyncio.run(asyncio.open_connection('127.0.0.1', 9))": "wants the network",
    "os.system('true')": PROCESS,
    "os.popen('true').read()": PROCESS,
    "os.execv('/bin/true', ['true'])": PROCESS,
    "os.posix_spawn('/bin/true', ['true'], {})": PROCESS,
    "os.kill(os.getppid(), 9)": PROCESS,
    "os.forkpty()": PROCESS,
    "multiprocessing.get_context('spawn').Process(target=print).start()": "wants to ",
    "_posixsubprocess.fork_exec(*[None] * 23)": PROCESS,
    "threading.Thread(target=print).start()": "wants to start a thread",
    "_thread.start_new_thread(print, ())": "wants to start a thread",
    "concurrent.futures.ThreadPoolExecutor(1).submit(print)": "wants to start a thread",
}
MODULES = (
    "_posixsubprocess, _thread, asyncio, concurrent.futures, ctypes, glob, http.client,"
    " multiprocessing, os, pathlib, shutil, socket, sqlite3, sys, tempfile, threading,"
    " urllib.request"
)
SETUP = f"import {MODULES}\nimport numpy as np\nimport pandas as pd\n"


async def test_effects_are_named_and_cannot_be_hidden(worker: Worker) -> None:
    code = SETUP + "".join(
        f"def plain{i}(): {text}\n"
        f"def hidden{i}():\n    try: {text}\n    except BaseException: pass\n    return 'deny'\n"
        for i, text in enumerate(BLOCKED)
    )
    calls = [f"{how}{i}()" for i in range(len(BLOCKED)) for how in ("plain", "hidden")]

    found = await outcomes(worker, code, *calls)

    told = {c: (o.kind, explain(o.explanation)) for c, o in zip(calls, found, strict=True)}
    wrong = {
        text: (told[f"plain{i}()"], told[f"hidden{i}()"])
        for i, (text, reason) in enumerate(BLOCKED.items())
        if any(
            told[f"{how}{i}()"][0] != OutcomeKind.BLOCKED
            or not told[f"{how}{i}()"][1].startswith(reason)
            for how in ("plain", "hidden")
        )
    }
    assert wrong == {}


HARMLESS = {
    "sqlite3.connect(':memory:').execute('select 1').fetchone()[0]": 1,
    "open(os.__file__).read(1) in 'r\"'": True,
    "open('/dev/null').read()": "",
    "str(zoneinfo.ZoneInfo('Europe/Paris').utcoffset(datetime.datetime(2020, 1, 1)))": "1:00:00",
    "asyncio.run(asyncio.sleep(0, 'slept'))": "slept",
    "asyncio.new_event_loop().run_until_complete(asyncio.sleep(0, 'slept'))": "slept",
    "__import__('colorsys').rgb_to_hsv(0, 0, 0)[2]": 0,
    "os.environ.get('HOME') == os.getcwd()": True,
    "__import__('pyarrow').default_memory_pool().backend_name": "system",
    "sorted(k for k in os.environ if 'KEY' in k or 'TOKEN' in k)": {"t": "list", "v": []},
    "io.StringIO('a').read()": "a",
    "sys.stdin.read()": "",
    "LinearRegression().fit([[0], [1]], [0, 2]).predict([[2]]).round(6).tolist()": {
        "t": "list",
        "v": [4.0],
    },
}


async def test_what_harms_nobody_is_let_be(worker: Worker) -> None:
    code = (
        "import asyncio, datetime, io, os, sqlite3, sys, zoneinfo\n"
        "from sklearn.linear_model import LinearRegression\n"
    ) + "".join(f"def f{i}(): return {text}\n" for i, text in enumerate(HARMLESS))

    found = await outcomes(worker, code, *[f"f{i}()" for i in range(len(HARMLESS))])

    assert {t: o.value for t, o in zip(HARMLESS, found, strict=True)} == HARMLESS


async def test_only_the_named_folders_may_be_read(worker: Worker, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ages.csv").write_text("65")
    (tmp_path / "in-side").mkdir()
    (tmp_path / "in-side" / "ages.csv").write_text("66")
    (tmp_path / "in" / "link").symlink_to(tmp_path / "in-side")
    code = "def f(name): return open(name).read()"
    folder = str(tmp_path / "in")
    await worker.open(Module(code, f"{folder}/s.py", search_path=(folder,)))

    inside, beside, through = await worker.run(
        [
            Call(f"f({str(tmp_path / p)!r})")
            for p in ("in/ages.csv", "in-side/ages.csv", "in/link/ages.csv")
        ]
    )

    assert (inside.kind, inside.value) == (OutcomeKind.RETURNED, "65")
    assert (beside.kind, through.kind) == (OutcomeKind.BLOCKED, OutcomeKind.BLOCKED)


@pytest.mark.parametrize("stream", ["sys.stdout", "sys.stderr"])
async def test_every_way_to_print_is_seen_and_nothing_leaks_into_the_next_call(
    worker: Worker, stream: str
) -> None:
    code = (
        "import sys\ndef f():\n"
        f"    out = {stream}\n    out.reconfigure(encoding='utf-8')\n"
        "    out.write('a')\n    out.writelines(['b', 'c'])\n    print('d', file=out, flush=True)\n"
        "    out.buffer.write('\\u00e9'.encode())\n    out.close()\n"
        "    return out.isatty(), out.encoding, out.closed\ndef g(): print('g')"
    )

    first, second = await outcomes(worker, code, "f()", "g()")

    assert first.value == {"t": "tuple", "v": [False, "utf-8", False]}
    assert first.printed == "abcd\n\u00e9"
    assert second.printed == "g\n"


async def test_an_effect_while_the_result_is_described_is_stopped_too(worker: Worker) -> None:
    code = (
        "class A:\n    __slots__ = ()\n    def __repr__(self): return open('/etc/passwd').read()\n"
        "def f(): return A()"
    )

    found = await outcome(worker, code)

    assert (found.kind, explain(found.explanation)) == (
        OutcomeKind.BLOCKED,
        "wants to open 'passwd'",
    )
