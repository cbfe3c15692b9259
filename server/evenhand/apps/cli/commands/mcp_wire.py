"""The two streams between an agent and this process: requests of a bounded size, one a line.

What is no request gets an error for an answer, and the next line is read.
"""

from __future__ import annotations

import io
import json
import os
import sys
import threading
from typing import TYPE_CHECKING, BinaryIO

from mcp_types import JSONRPCNotification, jsonrpc_message_adapter

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

MOST_BYTES = 16_000_000
"""Of one request; enough for 2,000,000 characters, each of them escaped."""
LONGEST_ID = 200
NOT_JSON, NO_REQUEST = -32700, -32600
"""Codes of JSON-RPC."""


class Answers(io.BufferedIOBase):
    """Writes whole lines, from whichever thread."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        """Write some lines, and let them out."""
        with self._lock:
            count = self._stream.write(data)
            self._stream.flush()
            return count

    def refuse(self, code: int, why: str, number: str | int | None = None) -> None:
        """Answer what is no request."""
        error = {"code": code, "message": why}
        answer = json.dumps({"jsonrpc": "2.0", "id": number, "error": error})
        self.write(f"{answer}\n".encode())


class Requests(io.BufferedIOBase):
    """Reads requests line by line, and answers every line that is none."""

    def __init__(self, stream: BinaryIO, answers: Answers) -> None:
        self._stream = stream
        self._answers = answers
        self._rest = b""

    def readable(self) -> bool:
        """It is."""
        return True

    def read1(self, size: int = -1, /) -> bytes:
        """Some bytes of the next request; nothing at the end of the stream."""
        self._rest = self._rest or self._next_request()
        end = size if size >= 0 else len(self._rest)
        part, self._rest = self._rest[:end], self._rest[end:]
        return part

    def _next_request(self) -> bytes:
        while line := self._stream.readline(MOST_BYTES + 1):
            if len(line) > MOST_BYTES:
                self._skip_rest(line)
                self._answers.refuse(NO_REQUEST, f"longer than {MOST_BYTES:,} bytes")
            elif line.strip() and self._is_request(line):
                return line
        return b""

    def _skip_rest(self, line: bytes) -> None:
        while line and not line.endswith(b"\n"):
            line = self._stream.readline(MOST_BYTES)

    def _is_request(self, line: bytes) -> bool:
        """Whether a line is a message of the protocol; it is answered if not."""
        try:
            line.decode("utf-8")
            message = jsonrpc_message_adapter.validate_json(line, by_name=False)
            # With an odd id, a request is taken for a notification, and gets no answer.
            is_odd = isinstance(message, JSONRPCNotification) and "id" in json.loads(line)
        except UnicodeDecodeError:
            self._answers.refuse(NOT_JSON, "not UTF-8")
            return False
        except (ValueError, RecursionError):
            is_odd = True

        if is_odd:
            self._refuse(line)
        return not is_odd

    def _refuse(self, line: bytes) -> None:
        try:
            number = _id_of(json.loads(line))
        except (ValueError, RecursionError):
            self._answers.refuse(NOT_JSON, "not JSON, or nested too deeply")
        else:
            self._answers.refuse(NO_REQUEST, "no request of JSON-RPC 2.0", number)


def take_streams() -> None:
    """Let the standard streams be the agent's, as long as this process lives.

    They go on under new descriptors. Whatever else prints in this process writes to standard
    error, and no child process can read what the agent sends.
    """
    answers = Answers(os.fdopen(os.dup(1), "wb"))
    requests = Requests(os.fdopen(os.dup(0), "rb"), answers)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)

    sys.stdin = io.TextIOWrapper(requests, encoding="utf-8")
    sys.stdout = io.TextIOWrapper(answers, encoding="utf-8")


def _id_of(message: object) -> str | int | None:
    """What an answer to something like a request may name."""
    number = message.get("id") if isinstance(message, dict) else None
    is_small = isinstance(number, (str, int)) and not isinstance(number, bool)
    return number if is_small and len(str(number)) <= LONGEST_ID else None
