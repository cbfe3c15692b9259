"""Serves one module in a process of its own, which compiles it and forks the processes that run it.

It reads requests on its standard input and answers on a private descriptor, in lines of JSON. It
never runs checked code itself. When another module comes, or its input ends, it ends, and its
children with it.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, Callable

from . import child
from .compiling import LONGEST_MESSAGE, Compiled, compile_module, mark
from .forking import GRACE, Abandoned, Child, Ended, reap
from .frames import MODULE, content_of, next_header
from .time_limits import PATIENCE
from .walls import within_limits

PORTION, PIPE_CHARS = 64, 8_000
"""Calls that are sent to a process at once, and their characters in all."""
AHEAD = 2
"""Processes that are forked before their calls."""
KEPT_MODULES = 8
"""Compiled modules that are kept."""
COMPILING, COMPILED, OPENED = b"(", b")", b"."
"""Notes to the process that forked this one: that it begins to compile, that it is done, and that
its module is open."""

Request = dict[str, Any]
Answers = Iterator[list[bytes]]
"""Lines of JSON, as they come."""


class Supervisor:
    """Holds the open module and the processes that have loaded it."""

    def __init__(self, out: int, walls: tuple[str, ...]) -> None:
        self.out, self.walls = out, walls
        self.notes = -1
        """The descriptor for notes to the process that forked this one."""
        self.child: Child | None = None
        self.ahead: deque[Child] = deque()
        """Processes of calls to come, which load the module meanwhile."""
        self.compiled: dict[tuple[str, str, bool], tuple[Compiled | None, dict[str, Any]]] = {}
        self.current: tuple[Compiled, Request] | None = None
        """The open module, and the request that opened it."""
        self.handlers: Mapping[str, Callable[[Request], Answers]] = {
            "open": self.open,
            "run": self.run,
        }

    def serve(self, notes: int) -> None:
        """Answer requests until the input ends, another module comes, or the reader has gone.

        The header of another module goes to `notes`, with what follows it not yet read.
        """
        self.notes = notes
        try:
            while (header := next_header()) is not None:
                if header.startswith(MODULE):
                    os.write(notes, header)
                    return

                request = json.loads(content_of(header))
                for answers in self.handlers[request["do"]](request):
                    self.write(answers)
                if request["do"] == "open":
                    os.write(notes, OPENED)
        except (Abandoned, BrokenPipeError):
            return
        finally:
            self.close()

    def write(self, lines: list[bytes]) -> None:
        """Send answers."""
        data = b"\n".join([*lines, b""])
        while data:
            data = data[os.write(self.out, data) :]

    def open(self, request: Request) -> Answers:
        """Compile a module, and load it in a new process."""
        self.close()
        yield [json.dumps(self._opened(request)).encode()]

    def _opened(self, request: Request) -> dict[str, Any]:
        compiled, problem = self._compiled(request)
        if compiled is None:
            self.current = None
            return {"problem": problem}

        self.current = (compiled, request)
        try:
            self.child, loaded = self._start()
        except Ended as ended:
            self.current = None
            return {"problem": {**ended.explanation, "while_loading": True}}
        return loaded

    def _compiled(self, request: Request) -> tuple[Compiled | None, dict[str, Any]]:
        key = (request["source"], request["path"], request["watch"])
        if key not in self.compiled:
            if len(self.compiled) > KEPT_MODULES:
                self.compiled.clear()
            os.write(self.notes, COMPILING)
            limits = request["limits"]
            with within_limits(limits["memory_bytes"], limits["load_seconds"]):
                self.compiled[key] = compile_module(*key)
            os.write(self.notes, COMPILED)

        compiled, problem = self.compiled[key]
        if compiled is not None and request["watch"]:
            mark(compiled, request["sites"])
        return compiled, problem

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
        if self.child is not None:
            self.ahead.append(self.child)
            self.child = None
        while self.ahead:
            self.ahead.pop().drop()
        reap()

    def _calls(self, portion: list[dict[str, Any]], request: Request) -> Answers:
        if self.child is None:
            self.child, _ = self._start()

        messages = [{**call, "watched": request["watched"]} for call in portion]
        return self.child.ask(messages, PATIENCE * request["seconds"] + GRACE)

    def _renew(self, calls: int) -> None:
        """Drop a used process, and fork those of the next calls, of which there are `calls`."""
        if self.child is not None and self.child.used:
            self.child.drop()
            self.child = None

        needed = calls - 1 if self.child is not None else calls
        while self.current is not None and len(self.ahead) < min(needed, AHEAD):
            self.ahead.append(self._forked())

    def _start(self) -> tuple[Child, dict[str, Any]]:
        """A process that has loaded the module, and its report of that."""
        if self.current is None:
            raise Ended("died", "no_module")

        started = self.ahead.popleft() if self.ahead else self._forked()
        _, request = self.current
        loaded = started.greeting(PATIENCE * request["limits"]["load_seconds"] + GRACE)
        if "unwalled" in loaded:
            started.end()
            raise Ended("died", "walls_down", message=str(loaded["unwalled"])[:LONGEST_MESSAGE])
        return started, loaded

    def _forked(self) -> Child:
        assert self.current is not None
        compiled, request = self.current
        try:
            return Child(compiled, {**request, "walls": self.walls})
        except OSError as error:
            raise Ended("died", "not_forked", message=error.strerror or "") from None


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
