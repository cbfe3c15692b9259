"""`python -m evenhand.apps.lsp`: serve one client over standard input and output."""

from __future__ import annotations

import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]  # the current folder, which may hold anything, and what is checked above all

import argparse
import logging
import os
import signal
from collections.abc import Callable
from io import BufferedReader, BufferedWriter

from evenhand import __version__
from evenhand.apps.lsp.actions import repairing
from evenhand.apps.lsp.documents.checker_thread import Engine
from evenhand.apps.lsp.documents.session import AT_ONCE
from evenhand.apps.lsp.handlers import (
    commands,
    ledger_commands,
    provenance_notifications,
    requests,
    text_documents,
    workspace_notifications,
)
from evenhand.apps.lsp.server import ClientLog, EvenhandServer
from evenhand.check.checking import Checker

LEVELS = ("debug", "info", "warning", "error")


def _checker() -> Checker:
    return Checker(workers=AT_ONCE)


def main(arguments: list[str] | None = None) -> None:
    """Serve until the client says goodbye or is gone. `arguments` are those of `sys.argv`."""
    parser = argparse.ArgumentParser(prog="evenhand.apps.lsp", description=__doc__)
    parser.add_argument("--stdio", action="store_true", help="as editors ask for it; the default")
    parser.add_argument("--log-level", choices=LEVELS, default="info")
    parser.add_argument("--version", action="version", version=__version__)
    options = parser.parse_args(arguments)
    sys.exit(serve(create_server(), options.log_level))


def create_server(engine_factory: Callable[[], Engine] = _checker) -> EvenhandServer:
    """A server with all its handlers, not yet started."""
    server = EvenhandServer(engine_factory)
    for part in (
        text_documents,
        requests,
        workspace_notifications,
        commands,
        repairing,
        provenance_notifications,
        ledger_commands,
    ):
        part.register(server)
    return server


def serve(server: EvenhandServer, log_level: str = "info") -> int:
    """Talk to the client over standard input and output; the exit status."""
    _log(server, log_level)
    # pygls would wait for another line of input after Ctrl+C; workers end with this process.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    stdin, stdout = _private_channel()
    try:
        server.start_io(stdin, stdout)
    finally:
        server.engine.close()
    return 0 if server.asked_to_stop else 1


def _log(server: EvenhandServer, level: str) -> None:
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    brief = logging.StreamHandler(sys.stderr)
    brief.setFormatter(_Brief("%(levelname)s: %(message)s"))
    pygls = logging.getLogger("pygls")
    pygls.addHandler(brief)
    pygls.propagate = False
    own = logging.getLogger("evenhand")
    own.setLevel(level.upper())
    own.addHandler(ClientLog(server))
    own.propagate = False


class _Brief(logging.Formatter):
    """One line: a malformed message is the client's mistake, and no trace explains it."""

    def format(self, record: logging.LogRecord) -> str:
        return super().format(record).partition("\n")[0]


def _private_channel() -> tuple[BufferedReader, BufferedWriter]:
    """The client's two streams under new numbers.

    Whatever prints in this process writes to standard error, and no child process can read
    what the client says.
    """
    stdin, stdout = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return stdin, stdout


if __name__ == "__main__":
    main()
