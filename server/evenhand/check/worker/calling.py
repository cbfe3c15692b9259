"""Make one call and describe everything that a caller can see of it."""

from __future__ import annotations

import ast
import builtins
import inspect
import io
import re
import sys
import traceback
import types
from typing import Any

from .freezing import Frozen
from .loading import OutOfTime, message, start_timer, stop_timer
from .outcomes import shown, tree
from .tripwire import BlockedEffect, Tripwire, refused
from .watching import Watcher

MAX_ITEMS = 1000
"""How much of a generator is taken."""
LAZY = frozenset({"map", "filter", "zip", "enumerate", "reversed", "islice"})


UNFIT = (
    TypeError, AttributeError, NameError, ImportError, SyntaxError, RecursionError, EOFError,
    NotImplementedError, IndexError, StopIteration, AssertionError, MemoryError, OverflowError,
)  # fmt: skip
"""Errors that say that the arguments do not fit the code, rather than that a person is refused."""


class Printed(io.TextIOBase):
    """A text stream that keeps the beginning of what is written to it."""

    def __init__(self, limit: int) -> None:
        self.parts: list[str] = []
        self.left = limit

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if self.left > 0 and text:
            self.parts.append(text[: self.left])
            self.left -= len(text)
        return len(text)

    def writable(self) -> bool:
        return True

    def close(self) -> None:
        """It stays open: later calls print too."""

    def reconfigure(self, **settings: Any) -> None:
        """Every setting is taken, and none is needed."""

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"

    @property
    def buffer(self) -> Bytes:
        return Bytes(self)

    @property
    def text(self) -> str:
        return "".join(self.parts)


class Bytes(io.RawIOBase):
    """The same stream for those who write bytes."""

    def __init__(self, out: Printed) -> None:
        self.out = out

    def write(self, data: Any) -> int:
        self.out.write(bytes(data).decode("utf-8", "replace"))
        return len(data)

    def writable(self) -> bool:
        return True


class Answers:
    """What `input()` returns, one after another."""

    def __init__(self, answers: list[str] | None, out: Printed) -> None:
        self.answers = list(answers or ())
        self.asked: list[str] = []
        self.out = out

    def __call__(self, prompt: object = "") -> str:
        self.asked.append(str(prompt))
        self.out.write(str(prompt))
        if not self.answers:
            raise EOFError("EOF when reading a line")
        return self.answers.pop(0)


class Caller:
    """Calls functions of one loaded module."""

    def __init__(
        self, module: types.ModuleType, path: str, watcher: Watcher, wire: Tripwire,
        seconds: float, output_chars: int, script: Any, frozen: Frozen,
    ) -> None:  # fmt: skip
        self.module, self.path, self.watcher, self.wire = module, path, watcher, wire
        self.seconds, self.output_chars, self.script = seconds, output_chars, script
        self.frozen = frozen

    def call(self, text: str, answers: list[str] | None, watched: bool) -> dict[str, Any]:
        """One call, as the fields of an `Outcome`; without events where it is not watched."""
        out = Printed(self.output_chars)
        ask = Answers(answers, out)
        self.frozen.restart()
        real = (sys.stdout, sys.stderr, builtins.input)
        sys.stdout = sys.stderr = out
        builtins.input = ask
        self.wire.tripped, self.wire.armed = None, True
        self.watcher.start(watched)
        start_timer(self.seconds)
        try:
            result = self._outcome(text)
        except OutOfTime:
            result = too_slow(self.seconds)
        except BlockedEffect as effect:
            result = _blocked(effect.explanation)
        finally:
            stop_timer()
            self.watcher.stop()
            self.wire.armed = False
            sys.stdout, sys.stderr, builtins.input = real
        if self.wire.tripped is not None:
            result = _blocked(self.wire.tripped)
        result["printed"], result["asked"] = out.text, ask.asked[:50]
        result["branches"] = sorted(self.watcher.branches)
        result["events"] = list(self.watcher.events.values())
        return result

    def _outcome(self, text: str) -> dict[str, Any]:
        if text.startswith("<module>"):
            return self._described(lambda: self.script(), [])
        try:
            function, receiver, args, kwargs = self._parts(text)
        except (OutOfTime, BlockedEffect):
            raise
        except BaseException as error:
            raised = self._raised(error)
            return raised if raised["kind"] == "blocked" else {**raised, "kind": "unbuilt"}
        seen = [(str(i), a) for i, a in enumerate(args)] + list(kwargs.items())
        if receiver is not None:
            seen.insert(0, ("self", receiver))
        return self._described(lambda: function(*args, **kwargs), seen)

    def _parts(self, text: str) -> tuple[Any, Any, tuple[Any, ...], dict[str, Any]]:
        """The function, the object that it is a method of, and the arguments of a call."""
        expression = ast.parse(text, mode="eval")
        call, method = expression.body, ""
        assert isinstance(call, ast.Call)
        called: Any = call.func
        if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Call):
            called, method = called.value, called.attr
        name = ast.copy_location(ast.Name("_evenhand_parts", ast.Load()), call.func)
        call.func, call.args = name, [called, *call.args]
        code = compile(expression, "<call>", "eval", dont_inherit=True)
        parts = {"_evenhand_parts": lambda *args, **kwargs: (args, kwargs)}
        (first, *args), kwargs = eval(code, self.module.__dict__, parts)
        if method:
            return getattr(first, method), first, tuple(args), kwargs
        return first, None, tuple(args), kwargs

    def _described(self, function: Any, seen: list[tuple[str, Any]]) -> dict[str, Any]:
        mutable = [
            (n, v) for n, v in seen if not isinstance(v, (str, int, float, bool, type(None)))
        ]
        before = {n: tree(v) for n, v in mutable}
        try:
            value = self._driven(function())
            result = {"kind": "returned", "value": tree(value), "text": shown(value)}
        except (OutOfTime, BlockedEffect):
            raise
        except BaseException as error:
            result = self._raised(error)
        after = {n: tree(v) for n, v in mutable}
        result["changed"] = [[n, after[n]] for n, _ in mutable if after[n] != before[n]]
        return result

    def _driven(self, value: Any) -> Any:
        """Coroutines and generators, driven to their end."""
        if inspect.iscoroutine(value):
            return self._driven(self._await(value))
        if inspect.isasyncgen(value):
            return self._await(_gathered(value))
        if inspect.isgenerator(value) or type(value).__name__ in LAZY:
            return [item for item, _ in zip(value, range(MAX_ITEMS))]
        return value

    def _await(self, coroutine: Any) -> Any:
        import asyncio

        return asyncio.run(_awaited(coroutine))

    def _raised(self, error: BaseException) -> dict[str, Any]:
        if isinstance(error, PermissionError) and error.errno is not None:  # the system's own
            return _blocked(refused(error.filename))
        words = message(error)
        name = type(error).__name__
        frames = traceback.walk_tb(error.__traceback__)
        lines = [line for frame, line in frames if frame.f_code.co_filename == self.path]
        return {
            "kind": "raised",
            "error": [name, words[:2000]],
            "unfit": isinstance(error, UNFIT),
            "error_line": lines[-1] if lines else None,
            "missing": _missing(error, words),
            "text": f"raises {name}({words[:300]!r})" if words else f"raises {name}",
        }


def too_slow(seconds: float) -> dict[str, Any]:
    """The outcome of a call that took more than its `seconds`."""
    return {"kind": "timeout", "explanation": {"cause": "ran_longer", "seconds": seconds}}


def _blocked(explanation: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "blocked", "explanation": explanation}


async def _awaited(waiting: Any) -> Any:
    return await waiting


async def _gathered(generator: Any) -> list[Any]:
    found: list[Any] = []
    async for item in generator:
        found.append(item)
        if len(found) >= MAX_ITEMS:
            break
    return found


def _missing(error: BaseException, words: str) -> str | None:
    if isinstance(error, KeyError):
        return str(error.args[0]) if error.args else None
    if isinstance(error, (AttributeError, NameError)):
        found = re.search(r"attribute '(\w+)'|name '(\w+)'", words)
        return next((g for g in found.groups() if g), None) if found else None
    return None
