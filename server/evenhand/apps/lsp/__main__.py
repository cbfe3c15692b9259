"""`python -m evenhand.apps.lsp`: serve one client over standard input and output."""

from __future__ import annotations

import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]  # the current folder may hold anything, above all the code to be checked

import argparse
import logging
import os
import signal
from collections.abc import Callable
from functools import partial
from io import BufferedReader, BufferedWriter, FileIO

from evenhand import __version__
from evenhand.apps.lsp.client_log import ClientLog
from evenhand.apps.lsp.documents.checker_processes import TextChecker
from evenhand.apps.lsp.handlers.handler_tables import COMMANDS, HANDLERS
from evenhand.apps.lsp.handlers.notifications.open_notebooks import SYNC
from evenhand.apps.lsp.server import EvenhandServer
from evenhand.check.cache.report_cache import user_cache
from evenhand.check.checking import Checker
from evenhand.doors.printable import printable

NO_CACHE = "EVENHAND_NO_CACHE"
LEVELS = ("debug", "info", "warning", "error")


def main(arguments: list[str] | None = None) -> None:
    """Serve until the client says goodbye or is gone. `arguments` are those of `sys.argv`."""
    parser = argparse.ArgumentParser(prog="evenhand.apps.lsp", description=__doc__)
    parser.add_argument("--stdio", action="store_true", help="as editors ask for it; the default")
    parser.add_argument("--trust", action="store_true", help="run code of all opened folders")
    parser.add_argument("--log-level", choices=LEVELS, default="info")
    parser.add_argument("--version", action="version", version=__version__)
    options = parser.parse_args(arguments)
    server = create_server(make_checker())
    settings = server.session.settings
    settings.trusted = settings.trust_is_said = options.trust
    sys.exit(serve(server, options.log_level))


def make_checker() -> Callable[[], TextChecker]:
    """What makes the server's checkers; they share the user's cache with the command line."""
    if os.environ.get(NO_CACHE):
        return Checker
    return partial(Checker, disk=user_cache(only_saved=True))


def create_server(checker_factory: Callable[[], TextChecker] = Checker) -> EvenhandServer:
    """A server with all its handlers, not yet started."""
    return EvenhandServer(checker_factory, HANDLERS, COMMANDS, SYNC)


def serve(server: EvenhandServer, log_level: str = "info") -> int:
    """Talk to the client over standard input and output; the exit status."""
    server.checker.start()
    _set_up_logs(server, log_level)
    # pygls would wait for another line of input after Ctrl+C; engines end with this process.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

    stdin, stdout = _private_channel()
    try:
        server.start_io(stdin, stdout)
    finally:
        server.checker.close()
    return 0 if server.asked_to_stop else 1


def _set_up_logs(server: EvenhandServer, level: str) -> None:
    """Our own messages go to the client, those of all others to standard error."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)

    one_line = logging.StreamHandler(sys.stderr)
    one_line.setFormatter(_OneLine("%(levelname)s: %(message)s"))
    pygls = logging.getLogger("pygls")
    pygls.addHandler(one_line)
    pygls.propagate = False

    own = logging.getLogger("evenhand")
    own.setLevel(level.upper())
    own.addHandler(ClientLog(server))
    own.propagate = False


class _OneLine(logging.Formatter):
    """Drops traces: a malformed message is the client's mistake, and no trace explains it."""

    def format(self, record: logging.LogRecord) -> str:
        return printable(super().format(record).partition("\n")[0])


class _Messages(BufferedReader):
    """What the client sends, with the one header that counts as pygls spells it."""

    def readline(self, size: int | None = -1) -> bytes:
        """The next line of a header, whose names are alike in small letters and in capitals."""
        line = super().readline(size)
        name, _, length = line.partition(b":")
        is_length = name.strip().lower() == b"content-length"
        return b"Content-Length: %s\r\n" % length.strip() if is_length else line


def _private_channel() -> tuple[BufferedReader, BufferedWriter]:
    """The client's two streams under new file descriptors.

    From here on, anything that prints in this process writes to standard error, and no child
    process can read what the client sends.
    """
    stdin, stdout = _Messages(FileIO(os.dup(0))), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return stdin, stdout


if __name__ == "__main__":
    main()
