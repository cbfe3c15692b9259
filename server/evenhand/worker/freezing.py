"""The same answer twice: chance is seeded, the clock stands still, nobody sleeps."""

from __future__ import annotations

import datetime
import importlib
import os
import random
import sys
import time
import uuid
from typing import Any

SEED = 20_240_229


def freeze(now: float) -> None:
    """Stop the clock at `now` (seconds since 1970) and tame every source of chance."""
    _freeze_time(now)
    _freeze_dates(now)
    generator = random.Random(SEED)
    os.urandom = lambda size: generator.randbytes(size)
    uuid.uuid4 = lambda: uuid.UUID(int=generator.getrandbits(128), version=4)
    random.SystemRandom = random.Random  # type: ignore[assignment,misc]
    _reseed.generator = generator  # type: ignore[attr-defined]
    reseed()


def reseed() -> None:
    """Before every call: all generators start from the same point."""
    random.seed(SEED)
    if "secrets" in sys.modules:
        sys.modules["secrets"]._sysrand.seed(SEED)
    getattr(_reseed, "generator", random).seed(SEED)
    getattr(_reseed, "restart", random.getstate)()
    if "numpy" in sys.modules:  # numpy imports its generators at their first use
        importlib.import_module("numpy.random")
    numpy_random = sys.modules.get("numpy.random")
    if numpy_random is not None:
        numpy_random.seed(SEED % 2**32)
        _fix_generators(numpy_random)


def _reseed() -> None:
    """Holds the generator behind urandom, uuid4 and secrets."""


def _fix_generators(numpy_random: Any) -> None:
    """`default_rng()` and `RandomState()` without a seed get a fixed one."""
    known = numpy_random.default_rng
    if getattr(known, "evenhand", False):
        return

    def default_rng(seed: Any = None) -> Any:
        return known(SEED if seed is None else seed)

    default_rng.evenhand = True  # type: ignore[attr-defined]
    numpy_random.default_rng = default_rng


def _count_time() -> None:
    """Stop watches run by the count of looks at them: a millisecond each."""
    looks = [0]

    def seconds() -> float:
        looks[0] += 1
        return looks[0] / 1000

    def restart() -> None:
        looks[0] = 0

    _reseed.restart = restart  # type: ignore[attr-defined]
    for name in ("perf_counter", "monotonic", "process_time", "thread_time"):
        setattr(time, name, seconds)
        setattr(time, name + "_ns", lambda: int(seconds() * 1e9))


async def _no_sleep(delay: float = 0, result: Any = None) -> Any:
    return result


def _freeze_time(now: float) -> None:
    real_local, real_utc, real_format = time.localtime, time.gmtime, time.strftime
    time.time = lambda: now
    _count_time()
    time.time_ns = lambda: int(now * 1e9)
    time.sleep = lambda seconds: None
    asyncio_module = sys.modules.get("asyncio")
    if asyncio_module is not None:
        asyncio_module.sleep = _no_sleep  # type: ignore[attr-defined]
    time.localtime = lambda seconds=None: real_local(now if seconds is None else seconds)
    time.gmtime = lambda seconds=None: real_utc(now if seconds is None else seconds)

    def strftime(form: str, moment: Any = None) -> str:
        return real_format(form, real_local(now) if moment is None else moment)

    time.strftime = strftime


def _freeze_dates(now: float) -> None:
    real_date, real_datetime = datetime.date, datetime.datetime

    class OfDate(type):
        def __instancecheck__(cls, value: Any) -> bool:
            return isinstance(value, real_date)

        def __subclasscheck__(cls, kind: type) -> bool:
            return issubclass(kind, real_date)

    class OfDatetime(type):
        def __instancecheck__(cls, value: Any) -> bool:
            return isinstance(value, real_datetime)

        def __subclasscheck__(cls, kind: type) -> bool:
            return issubclass(kind, real_datetime)

    class date(real_date, metaclass=OfDate):  # type: ignore[valid-type,misc]
        def __new__(cls, *args: Any, **kwargs: Any) -> Any:
            return real_date(*args, **kwargs)

        @classmethod
        def today(cls) -> Any:
            return real_datetime.fromtimestamp(now).date()

    class frozen(real_datetime, metaclass=OfDatetime):  # type: ignore[valid-type,misc]
        def __new__(cls, *args: Any, **kwargs: Any) -> Any:
            return real_datetime(*args, **kwargs)

        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return real_datetime.fromtimestamp(now, tz)

        @classmethod
        def today(cls) -> Any:
            return real_datetime.fromtimestamp(now)

        @classmethod
        def utcnow(cls) -> Any:
            moment = real_datetime.fromtimestamp(now, datetime.timezone.utc)
            return moment.replace(tzinfo=None)

    frozen.__name__ = frozen.__qualname__ = "datetime"
    frozen.__module__ = date.__module__ = "datetime"
    for name in ("strptime", "fromisoformat", "fromtimestamp", "combine", "fromordinal"):
        setattr(frozen, name, getattr(real_datetime, name))
    for name in ("fromisoformat", "fromtimestamp", "fromordinal"):
        setattr(date, name, getattr(real_date, name))
    datetime.date, datetime.datetime = date, frozen  # type: ignore[misc]
