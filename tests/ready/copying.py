"""Import everything, and become a copy for each order: `python -P copying.py SOCKET`.

It says "ready", and ends with its standard input. A copy whose asker is gone is killed.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import io
import marshal
import os
import pkgutil
import runpy
import selectors
import shutil
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

import evenhand.apps.cli
import evenhand.apps.lsp
from evenhand.check.cache.evenhand_version import version_stamp
from evenhand.check.catalogue import default_catalogue
from evenhand.check.catalogue.word_lists import lexicon
from evenhand.check.judging.scorecard import all_signals
from evenhand.check.rules.registry import all_rules

INT = 4
"""Bytes of a number on the way."""
UNABLE = 70
"""The exit status of a copy that would not be what was asked for."""
SEED = b"PYTHONHASHSEED"
ONCE = ("evenhand.__main__", "evenhand.apps.lsp.__main__")
"""What `python -m` runs, though others may have imported it."""


@dataclass
class Order:
    """What a copy is to be."""

    folder: bytes
    environment: dict[bytes, bytes]
    arguments: list[str]
    streams: list[int]


@dataclass
class Copies:
    """The copies that run: their processes (as files that can be waited for) and askers."""

    listener: socket.socket
    ready: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)
    askers: dict[int, socket.socket] = field(default_factory=dict)
    processes: dict[int, int] = field(default_factory=dict)

    def next_order(self) -> Order | None:
        """Wait for an order, in the process that is to become the copy; None at the end."""
        self.ready.register(0, selectors.EVENT_READ)
        self.ready.register(self.listener, selectors.EVENT_READ)
        while True:
            for key, _ in self.ready.select():
                if self.ready.get_map().get(key.fd) is not key:
                    continue  # What was ready before it has ended it.
                if key.fd == 0:
                    return None
                if key.fileobj is self.listener:
                    order = self._begun()
                    if order is not None:
                        return order
                elif key.fd in self.askers:
                    self._ended(key.fd)
                else:
                    os.kill(key.data, signal.SIGKILL)
                    self.ready.unregister(key.fileobj)

    def kill(self) -> None:
        """End all copies that still run."""
        for process in self.processes.values():
            os.kill(process, signal.SIGKILL)

    def _begun(self) -> Order | None:
        asker, _ = self.listener.accept()
        order = _received(asker)
        if order is None:
            asker.close()
            return None
        process = os.fork()
        if process == 0:
            asker.close()
            self._forget()
            return order
        for stream in order.streams:
            os.close(stream)
        handle = os.pidfd_open(process)
        self.askers[handle], self.processes[handle] = asker, process
        self.ready.register(handle, selectors.EVENT_READ)
        self.ready.register(asker, selectors.EVENT_READ, process)
        return None

    def _ended(self, handle: int) -> None:
        asker = self.askers.pop(handle)
        _, status = os.waitpid(self.processes.pop(handle), 0)
        self.ready.unregister(handle)
        os.close(handle)
        if asker.fileno() in self.ready.get_map():
            self.ready.unregister(asker)
            code = os.waitstatus_to_exitcode(status)
            with contextlib.suppress(ConnectionError):
                asker.send(code.to_bytes(INT, sys.byteorder, signed=True))
        asker.close()

    def _forget(self) -> None:
        self.ready.close()
        self.listener.close()
        for handle, asker in self.askers.items():
            os.close(handle)
            asker.close()


def main() -> None:
    _import_all()
    gc.collect()
    gc.freeze()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen(64)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    copies = Copies(listener)
    order = copies.next_order()
    if order is not None:
        _become(order)
    copies.kill()
    shutil.rmtree(os.path.dirname(sys.argv[1]))


def _import_all() -> None:
    for package in (evenhand.apps.cli, evenhand.apps.lsp):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    for read in (default_catalogue, lexicon, all_signals, all_rules, version_stamp):
        read()
    for name in ONCE:
        sys.modules.pop(name, None)


def _received(asker: socket.socket) -> Order | None:
    """The order of an asker; None if it ends before it has said all."""
    streams: list[int] = []
    try:
        length, streams, _, _ = socket.recv_fds(asker, INT, 3)
        data = b"".join(_parts(asker, int.from_bytes(length, sys.byteorder)))
        return Order(*marshal.loads(data), streams)
    except (EOFError, ConnectionError):
        for stream in streams:
            os.close(stream)
        return None


def _parts(asker: socket.socket, length: int) -> Iterator[bytes]:
    while length:
        part = asker.recv(length)
        if not part:
            raise EOFError
        yield part
        length -= len(part)


def _become(order: Order) -> NoReturn:
    if not _of_python(order.environment) <= _of_python(os.environb):
        os.write(order.streams[2], b"What PYTHON... variables say, a copy cannot follow.\n")
        os._exit(UNABLE)
    os.chdir(order.folder)
    os.environb.clear()
    os.environb.update(order.environment)
    for number, stream in enumerate(order.streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = sys.__stdin__ = _text(0, sys.stdin, "r")
    sys.stdout = sys.__stdout__ = _text(1, sys.stdout, "w")
    sys.stderr = sys.__stderr__ = _text(2, sys.stderr, "w")
    _leave(_ended(order.arguments))


def _of_python(environment: Mapping[bytes, bytes]) -> set[tuple[bytes, bytes]]:
    """What a Python reads of the environment when it starts, but for what each copy has anyway.

    Nothing depends on the seed of hashes, which Dask sets for good where it starts processes.
    """
    variables = {item for item in environment.items() if item[0].startswith(b"PYTHON")}
    had_anyway = {(b"PYTHONSAFEPATH", b"1"), (SEED, environment.get(SEED, b""))}
    return variables - had_anyway


def _text(number: int, like: io.TextIOWrapper, mode: str) -> io.TextIOWrapper:
    """A standard stream as Python opens it."""
    buffering = 1 if mode == "w" and (number == 2 or os.isatty(number)) else -1
    return open(number, mode, buffering, like.encoding, like.errors, closefd=False)


def _run(arguments: list[str]) -> None:
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        runpy.run_path(arguments[0], run_name="__main__")


def _ended(arguments: list[str]) -> int:
    """Run a program; its exit status."""
    try:
        _run(arguments)
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception:
        traceback.print_exc()
        return 1
    return 0


def _leave(status: int) -> NoReturn:
    """End without taking everything apart that was imported: that would copy all memory."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
