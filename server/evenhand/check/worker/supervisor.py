"""Holds one module open, in processes that run it, and makes calls in them.

It never runs checked code itself, and answers in lines of JSON.
"""

from __future__ import annotations

import json
import os
import signal
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Callable

from . import child
from .children import GRACE, Child
from .compiling import LONGEST_MESSAGE
from .processes import Ended, Maker, Request
from .time_limits import PATIENCE

PORTION, PIPE_CHARS = 64, 8_000
"""Calls that are sent to a process at once, and their characters in all."""
MOMENT = 0.02
"""Seconds for which answers are held back, to be sent together: a request needs all of its own."""
AHEAD = 2
"""Processes that are made before their calls."""
EXPECTED = 3
"""Processes that are made for a module before it is opened: most replays take as many."""

FILE = ("source", "path", "search_path", "readable")
"""What a request says of the file."""
EARLY_DEATHS = 5
"""So many processes that stood ready may be found dead, as after the machine ran out of memory."""
PROFILED = getattr(signal, "SIGPROF", None)
"""The signal of the timer around the compiler."""

Answers = Iterator[list[bytes]]
"""Lines of JSON, as they come."""


class KilledEarly(Ended):
    """A process was killed before checked code ran in it."""


class Supervisor:
    """Holds the open module and the processes that have loaded it."""

    def __init__(self, out: int, walls: tuple[str, ...], maker: Maker) -> None:
        self.out, self.walls, self.maker = out, walls, maker
        self.child: Child | None = None
        self.ahead: deque[Child] = deque()
        """Processes of calls to come, which load the module meanwhile."""
        self.current: Request | None = None
        """The request that opened the present module."""
        self.expected: tuple[Request, deque[Child]] | None = None
        """The request that will open another one, and processes that load it meanwhile."""
        self.handlers: Mapping[str, Callable[[Request], Answers]] = {
            "expect": self.expect,
            "open": self.open,
            "run": self.run,
        }

    def answer(self, request: Request) -> None:
        """Do what a request asks for, and send what comes of it, at most a moment later."""
        waiting: list[bytes] = []
        last_sent = time.monotonic()
        for answers in self.handlers[request["do"]](request):
            waiting += answers
            if time.monotonic() - last_sent > MOMENT:
                self.write(waiting)
                waiting, last_sent = [], time.monotonic()
        if waiting:
            self.write(waiting)

    def write(self, lines: list[bytes]) -> None:
        """Send answers."""
        data = b"\n".join([*lines, b""])
        while data:
            data = data[os.write(self.out, data) :]

    def open(self, request: Request) -> Answers:
        """Compile a module, and load it in a process that knows of no other."""
        loaded = self._opened_again(request)
        if loaded is None:
            made = self._made_before(request)
            self._drop_all()
            loaded = self._opened(request, made)
        yield [json.dumps(loaded).encode()]
        self.maker.reap()  # they have had time to end

    def expect(self, request: Request) -> Answers:
        """Make processes for a module that will be opened by the same request; nothing answers."""
        self._drop_expected()
        opening = {**request, "do": "open"}
        if self.maker.makes_copies and self.maker.prepare(opening) is None:
            self.expected = opening, deque()
        return iter(())

    def make_expected(self) -> bool:
        """Make one of the processes for a module that is expected; whether one was missing."""
        if self.expected is None:
            return False
        request, made = self.expected
        if len(made) >= EXPECTED:
            return False

        with suppress(Ended):  # whoever opens the module will hear of it
            made.append(self._made(request))
            return True
        return False

    def _made_before(self, request: Request) -> deque[Child]:
        """The processes that were made for a request since it was expected."""
        if self.expected is None or self.expected[0] != request:
            return deque()
        _, made = self.expected
        self.expected = None
        return made

    def _opened_again(self, request: Request) -> dict[str, Any] | None:
        """What the present process reports, if it has this file and can load it anew."""
        if self.child is None or self.current is None or not _same_file(self.current, request):
            return None
        if not self.maker.has_again(self.child.process, {**request, "walls": self.walls}):
            return None

        self.current, again = request, Child(self.child.process)
        self.child = again
        try:
            return self._greeting(again)
        except Ended:  # a new one may fare better
            return None

    def _opened(self, request: Request, made: deque[Child]) -> dict[str, Any]:
        """What a new process reports, one of those already `made` if there are any."""
        self.current, self.ahead = None, made
        problem = self.maker.prepare(request)
        if problem is not None:
            return {"problem": problem}

        self.current = request
        try:
            self.child, loaded = self._start()
        except Ended as ended:
            loaded = {"problem": {**ended.explanation, "while_loading": True}}
        if "problem" in loaded:
            self.close()
            self.current = None
        return loaded

    def run(self, request: Request) -> Answers:
        """Make calls one after another; a process that ends is replaced for the next call."""
        deaths, done, calls = 0, 0, request["calls"]
        while done < len(calls):
            if deaths >= request["deaths"]:
                not_made = json.dumps(child.died("earlier_deaths")).encode()
                yield [not_made] * (len(calls) - done)
                return

            try:
                if request["fresh"]:
                    self._renew(len(calls) - done)
                for outcomes in self._calls(_portion(calls, done, request["fresh"]), request):
                    done += len(outcomes)
                    yield outcomes
            except Ended as ended:
                self.child = None
                deaths += 1
                done += 1
                yield [json.dumps(_outcome(ended)).encode()]

    def close(self) -> None:
        """End every process, and wait until all are gone."""
        self._drop_all()
        self.maker.reap()

    def _drop_all(self) -> None:
        """End every process, without waiting."""
        if self.child is not None:
            self.child.drop()
            self.child = None
        _drop(self.ahead)
        self._drop_expected()

    def _drop_expected(self) -> None:
        """Expect nothing any more."""
        if self.expected is not None:
            _drop(self.expected[1])
            self.expected = None

    def _calls(self, portion: list[dict[str, Any]], request: Request) -> Answers:
        if self.child is None:
            self.child, _ = self._start()

        messages = [{**call, "watched": request["watched"]} for call in portion]
        return self.child.ask(messages, PATIENCE * request["seconds"] + GRACE)

    def _renew(self, calls: int) -> None:
        """Drop a used process, and make those of the next calls, of which there are `calls`.

        One that can be as it was before does for all of them.
        """
        if self.child is not None and self.child.rewinds:
            self.child.rewind()
            return
        if self.child is not None and self.child.used:
            self.child.drop()
            self.child = None

        needed = calls - 1 if self.child is not None else calls
        while self.current is not None and len(self.ahead) < min(needed, AHEAD):
            self.ahead.append(self._made(self.current))

    def _start(self) -> tuple[Child, dict[str, Any]]:
        """A process that has loaded the module, and its report of that."""
        if self.current is None:
            raise Ended("died", "no_module")

        for left in reversed(range(EARLY_DEATHS)):
            started = self.ahead.popleft() if self.ahead else self._made(self.current)
            try:
                loaded = self._greeting(started)
                break
            except KilledEarly:
                if not left:
                    raise

        if "failed" in loaded and not started.is_set_up:
            started.end()
            cause, message = loaded["failed"]["cause"], loaded["failed"]["message"]
            raise Ended("died", cause, message=message[:LONGEST_MESSAGE])
        self.maker.note_imported(loaded.get("files", []))
        return started, loaded

    def _greeting(self, started: Child) -> dict[str, Any]:
        """What a process reports of its loading.

        Raises KilledEarly or another Ended that no code can cause if it did not come to any.
        """
        assert self.current is not None
        seconds = PATIENCE * self.current["limits"]["load_seconds"] + GRACE
        try:
            return started.greeting(seconds)
        except Ended as ended:
            if started.is_set_up:
                raise
            if ended.explanation["cause"] == "killed":
                raise KilledEarly(ended.kind, **ended.explanation) from None
            if not started.process.compiled:
                raise Ended("died", _why_not_compiled(ended)) from None
            message = f"it ended with {ended.explanation.get('number', 'no status')}"
            raise Ended("died", "not_set_up", message=message) from None

    def _made(self, request: Request) -> Child:
        try:
            return Child(self.maker.make({**request, "walls": self.walls}))
        except OSError as error:
            raise Ended("died", "not_forked", message=error.strerror or "") from None


def _drop(children: deque[Child]) -> None:
    """End processes that are not needed any more, without waiting."""
    while children:
        children.pop().drop()


def _same_file(one: Request, other: Request) -> bool:
    """Whether they are about the same text, or `other` about a later state of the same file."""
    keys = FILE[1:] if other["edited"] else FILE
    return all(one[key] == other[key] for key in keys)


def _why_not_compiled(ended: Ended) -> str:
    cause, number = ended.explanation["cause"], ended.explanation.get("number")
    is_late = ended.kind == "timeout" or (cause == "signalled" and number == PROFILED)
    return "compiling_time" if is_late else "compiling_memory"


def _outcome(ended: Ended) -> dict[str, Any]:
    return {"kind": ended.kind, "explanation": ended.explanation}


def _portion(calls: list[dict[str, Any]], start: int, fresh: bool) -> list[dict[str, Any]]:
    """The next calls that are sent at once: one to a fresh process, otherwise what a pipe holds."""
    end, size = start + 1, _chars(calls[start])
    while not fresh and end < len(calls) and end - start < PORTION:
        size += _chars(calls[end])
        if size > PIPE_CHARS:
            break
        end += 1
    return calls[start:end]


def _chars(call: dict[str, Any]) -> int:
    """How long a call is as text."""
    return len(call["text"]) + sum(len(expression) for _, expression in call["world"])
