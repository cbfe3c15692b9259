"""Chance and time stand still, and the frozen things are still what they were."""

from __future__ import annotations

from typing import Any

import pytest
from asking import outcome, outcomes

from evenhand.check.outcomes.requests import OutcomeKind
from evenhand.check.sandbox import Worker

CHANCE = {
    "a generator of its own": "random.Random().random()",
    "seeding with nothing": "(random.seed(), random.random())[1]",
    "a generator of the system": "random.SystemRandom().choice(range(10**9))",
    "a token": "secrets.token_bytes(8)",
    "a secret choice": "secrets.choice(range(10**9))",
    "secret bits": "secrets.randbits(64)",
    "bytes of the system": "os.urandom(8)",
    "a random id": "uuid.uuid4().hex",
    "an id by time": "uuid.uuid1().hex",
    "a numpy generator": "np.random.default_rng().random()",
    "an old numpy generator": "np.random.RandomState().rand()",
    "a numpy bit generator": "np.random.Generator(np.random.PCG64()).random()",
    "numpy's own generator": "np.random.normal()",
    "a shuffled column": "pd.Series(range(99)).sample(3).tolist()",
    "now": "datetime.datetime.now().isoformat()",
    "now somewhere": "datetime.datetime.now(datetime.timezone.utc).isoformat()",
    "today": "datetime.date.today().isoformat() + str(datetime.datetime.today())",
    "utcnow": "datetime.datetime.utcnow().isoformat()",
    "the clock": "[time.time(), time.time_ns(), time.ctime(), time.asctime()]",
    "local time": "[tuple(time.localtime()), tuple(time.gmtime()), time.strftime('%H:%M:%S')]",
    "stop watches": "[time.perf_counter(), time.monotonic_ns(), time.process_time()]",
    "clocks of the system": "time.clock_gettime(time.CLOCK_REALTIME)",
    "pandas now": "[str(pd.Timestamp.now('UTC')), str(pd.Timestamp.today())]",
}
SETUP = """
import datetime, os, random, secrets, time, uuid
import numpy as np
import pandas as pd
"""


async def test_two_processes_agree_on_chance_and_time(worker: Worker) -> None:
    code = SETUP + "".join(f"def f{i}(): return {text}\n" for i, text in enumerate(CHANCE.values()))
    calls = [f"f{i}()" for i in range(len(CHANCE))]
    twin = await worker.twin()
    try:
        found = [await outcomes(w, code, *calls, *reversed(calls)) for w in (worker, twin)]
    finally:
        await twin.aclose()

    first, second = ({n: o.value for n, o in zip(CHANCE, f, strict=False)} for f in found)
    assert {o.kind for o in found[0]} == {OutcomeKind.RETURNED}
    assert first == second
    assert list(first.values()) == [o.value for o in reversed(found[0])][: len(CHANCE)]


async def test_chance_is_still_chance_within_one_call(worker: Worker) -> None:
    code = SETUP + (
        "def f(): return len({random.Random().random() for _ in range(9)}),"
        " len({uuid.uuid4() for _ in range(9)}), len({uuid.uuid1() for _ in range(9)}),"
        " len({np.random.default_rng().random() for _ in range(9)})"
    )

    assert (await outcome(worker, code)).value == {"t": "tuple", "v": [9, 9, 9, 9]}


async def test_a_seed_that_the_code_sets_counts(worker: Worker) -> None:
    code = (
        "import random\ndef f():\n    a, b = random.Random(7), random.Random(7)\n"
        "    random.seed(7)\n    return a.random() == b.random() == random.random()"
    )

    assert (await outcome(worker, code)).value is True


DATES: dict[str, tuple[str, Any]] = {
    "the exact type": ("type(date.today()) is date and type(datetime.now()) is datetime", True),
    "a subclass": ("type(Mine(2020, 1, 2)) is Mine and type(Stamp.now()) is Stamp", True),
    "no subclass": ("isinstance(date(2020, 1, 2), Mine)", False),
    "a pickle": ("pickle.loads(pickle.dumps(datetime(2020, 1, 2))).year", 2020),
    "a copy": ("copy.deepcopy(date(2020, 1, 2)).year", 2020),
    "a difference": ("(datetime.now() - datetime.now()).total_seconds()", 0),
    "a dispatch": ("kind(date(2020, 1, 2))", "date"),
    "the clock agrees": ("abs(datetime.now().timestamp() - time.time()) < 1e-3", True),
    "today agrees": ("date.today() == datetime.now().date()", True),
}


async def test_frozen_classes_are_the_classes_that_they_were(worker: Worker) -> None:
    code = (
        "import copy, functools, pickle, time\nfrom datetime import date, datetime\n"
        "class Mine(date): pass\nclass Stamp(datetime): pass\n"
        "@functools.singledispatch\ndef kind(x): return 'other'\n"
        "@kind.register(date)\ndef _(x): return 'date'\n"
    ) + "".join(f"def f{i}(): return {text}\n" for i, (text, _) in enumerate(DATES.values()))

    found = await outcomes(worker, code, *[f"f{i}()" for i in range(len(DATES))])

    expected = {n: value for n, (_, value) in DATES.items()}
    assert {n: o.value for n, o in zip(DATES, found, strict=True)} == expected


@pytest.mark.parametrize(
    "code",
    [
        "import time\ndef f():\n    time.sleep(10**6)\n    return 'done'",
        "import asyncio\nasync def f():\n    await asyncio.sleep(10**6)\n    return 'done'",
        "from asyncio import sleep\nasync def f(): return await sleep(10**6, 'done')",
        "import asyncio\nasync def g():\n    await asyncio.sleep(9)\n    return 'done'\n"
        "def f(): return asyncio.run(g())",
        "import asyncio\nasync def f():\n    told = []\n    async def tell(): told.append('done')\n"
        "    task = asyncio.create_task(tell())\n"
        "    while not told: await asyncio.sleep(0.1)\n    return told[0]",
        "import asyncio\nasync def one(): return 'do'\nasync def two(): return 'ne'\n"
        "async def f(): return ''.join(await asyncio.gather(one(), two()))",
    ],
)
async def test_nobody_waits(worker: Worker, code: str) -> None:
    assert (await outcome(worker, code)).value == "done"


async def test_the_clock_stands_where_it_was_set(worker: Worker) -> None:
    worker.now = 1_000_000_000.5

    found = await outcome(worker, "import datetime\ndef f(): return str(datetime.datetime.now())")

    assert found.value == "2001-09-09 01:46:40.500000"
