"""Makes calls repeatable: chance is seeded, the clock does not move, sleeping takes no time."""

from __future__ import annotations

import _random
import ctypes
import datetime
import gc
import os
import random
import sys
import time
import uuid
from collections.abc import Callable
from typing import Any

from . import table_values

SEED = 20_240_229
_plain_seed = _random.Random.seed
"""Bound before checked code can replace it."""
TICK = 0.001
"""Seconds between two readings of a stop watch."""


class Frozen:
    """The replacements of chance and time, which can be set back to their start."""

    def __init__(self, now: float, on_reading: Callable[[], object]) -> None:
        self.now = now
        self.on_reading = on_reading
        self.generator = random.Random(SEED)
        self.drawn = False
        """Whether something was drawn from the generator since it was seeded."""
        self.readings = 0

    def restart(self) -> None:
        """Let everything that is frozen start from the same point; called before every call."""
        self.readings = 0
        if self.drawn:
            _seed(self.generator)
            self.drawn = False
        _seed(random._inst)
        for name in ("_last_timestamp", "_last_timestamp_v6", "_last_timestamp_v7"):
            if hasattr(uuid, name):
                setattr(uuid, name, None)

        _freeze_asyncio()
        table_values.restart(SEED, self.moment)

    def urandom(self, size: int) -> bytes:
        """Stands in for `os.urandom`."""
        return self.bits(size * 8).to_bytes(size, "big")

    def bits(self, count: int) -> int:
        """As many bits, as if by chance."""
        self.drawn = True
        return self.generator.getrandbits(count)

    def moment(self) -> float:
        """The time of day, in seconds since 1970; that the code asked for it is noted."""
        self.on_reading()
        return self.now

    def seconds(self) -> float:
        """The time on every stop watch: it moves with each reading."""
        self.readings += 1
        return self.readings * TICK


def _seed(generator: random.Random) -> None:
    """Seed a generator without what Python does for other seeds; it is done before every call."""
    _plain_seed(generator, SEED)
    generator.gauss_next = None  # type: ignore[attr-defined]


def freeze(now: float, on_reading: Callable[[], object]) -> Frozen:
    """Stop the clock at `now` (seconds since 1970) and tame every source of chance.

    `on_reading` is called whenever the code asks for the time of day.
    """
    frozen = Frozen(now, on_reading)

    _freeze_chance(frozen)
    _freeze_time(frozen)
    _freeze_dates(frozen)

    frozen.restart()
    return frozen


def _freeze_chance(frozen: Frozen) -> None:
    """SystemRandom, secrets, uuid and numpy's unseeded generators all draw from `urandom`."""
    os.urandom = frozen.urandom
    random._urandom = frozen.urandom  # type: ignore[attr-defined]

    real_seed = random.Random.seed

    def seed(self: random.Random, a: Any = None, version: int = 2) -> None:
        real_seed(self, frozen.bits(64) if a is None else a, version)

    random.Random.seed = seed  # type: ignore[method-assign]
    random.seed = random._inst.seed

    for name in ("_generate_time_safe", "_UuidCreate"):  # uuid1 then asks the frozen clock
        setattr(uuid, name, None)
    uuid._node = SEED  # type: ignore[attr-defined]


def _freeze_time(frozen: Frozen) -> None:
    moment = frozen.moment
    local, utc = time.localtime, time.gmtime
    strftime, asctime = time.strftime, time.asctime

    time.time = moment
    time.time_ns = lambda: int(moment() * 1e9)
    time.sleep = lambda seconds: None

    for name in ("perf_counter", "monotonic", "process_time", "thread_time"):
        setattr(time, name, frozen.seconds)
        setattr(time, name + "_ns", lambda: int(frozen.seconds() * 1e9))

    time.localtime = lambda seconds=None: local(moment() if seconds is None else seconds)
    time.gmtime = lambda seconds=None: utc(moment() if seconds is None else seconds)
    time.strftime = lambda text, parts=None: strftime(text, parts or local(moment()))
    time.asctime = lambda parts=None: asctime(parts or local(moment()))
    time.ctime = lambda seconds=None: asctime(local(moment() if seconds is None else seconds))

    if hasattr(time, "clock_gettime"):
        time.clock_gettime = lambda clock: moment()
        time.clock_gettime_ns = lambda clock: int(moment() * 1e9)


def _freeze_dates(frozen: Frozen) -> None:
    """Change the class itself, so that subclasses, pickles and `type(x) is datetime` still work.

    `date.today` needs no change: it asks `time.time`.
    """

    def moment(cls: Any, tz: Any = None) -> Any:
        return cls.fromtimestamp(frozen.moment(), tz)

    def today(cls: Any) -> Any:
        return cls.fromtimestamp(frozen.moment())

    def utcnow(cls: Any) -> Any:
        utc = datetime.timezone.utc
        return cls.fromtimestamp(frozen.moment(), utc).replace(tzinfo=None)

    [members] = gc.get_referents(datetime.datetime.__dict__)  # the dict behind the read-only view
    for name, function in (("now", moment), ("today", today), ("utcnow", utcnow)):
        members[name] = classmethod(function)
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(datetime.datetime))


def _freeze_asyncio() -> None:
    """`asyncio.sleep` lets other tasks run, and does not wait."""
    tasks = sys.modules.get("asyncio.tasks")
    package = sys.modules.get("asyncio")
    if tasks is None or package is None or hasattr(tasks, "_evenhand_sleep"):
        return

    real = tasks.sleep

    async def sleep(delay: float, result: Any = None) -> Any:
        return await real(0, result)

    tasks._evenhand_sleep = real  # type: ignore[attr-defined]
    tasks.sleep = package.sleep = sleep  # type: ignore[attr-defined]
