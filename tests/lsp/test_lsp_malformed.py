"""Messages that are none: the server goes on where it can, and ends cleanly where it cannot."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import IO, Any

import pytest

from editor import PATIENCE_SECONDS, REAL
from ready import copied

URI = "file:///nowhere/fees.py"
CODE = "def fee(age):\n    return age > 45\n"
TEXT = {"uri": URI, "languageId": "python", "version": 1, "text": CODE}
SURVIVED: dict[str, bytes | dict[str, Any]] = {
    "no JSON": b"Content-Length: 5\r\n\r\n{nope",
    "no object": b"Content-Length: 4\r\n\r\nnull",
    "a list": b"Content-Length: 2\r\n\r\n[]",
    "bytes that are no text": b"Content-Length: 4\r\n\r\n\xff\xfe\x00\x01",
    "an unknown request": {"id": 90, "method": "evenhand/nonsense", "params": {}},
    "an unknown notification": {"method": "evenhand/nonsense", "params": [1]},
    "a request without parameters": {"id": 91, "method": "textDocument/hover"},
    "parameters of a wrong type": {"id": 92, "method": "textDocument/hover", "params": "hover"},
    "a position before the text": {
        "id": 94,
        "method": "textDocument/hover",
        "params": {"textDocument": {"uri": URI}, "position": {"line": -1, "character": 0}},
    },
    "headers in small letters": b"content-length: 52\r\n\r\n"
    b'{"jsonrpc": "2.0", "id": 95, "method": "no/method/"}',
    "headers with more spaces": b"CONTENT-LENGTH :  52  \r\n\r\n"
    b'{"jsonrpc": "2.0", "id": 96, "method": "no/method/"}',
    "a document without a text": {"method": "textDocument/didOpen", "params": {"textDocument": {}}},
    "a change of what is not open": {
        "method": "textDocument/didChange",
        "params": {
            "textDocument": {"uri": "file:///closed.py", "version": 3},
            "contentChanges": [{"text": "x"}],
        },
    },
    "a version that goes backwards": {
        "method": "textDocument/didChange",
        "params": {
            "textDocument": {"uri": URI, "version": -7},
            "contentChanges": [{"text": "x = 1"}],
        },
    },
    "a range outside of the text": {
        "method": "textDocument/didChange",
        "params": {
            "textDocument": {"uri": URI, "version": 2},
            "contentChanges": [
                {
                    "range": {
                        "start": {"line": 900, "character": 900},
                        "end": {"line": 2**31 - 1, "character": 0},
                    },
                    "text": "y",
                }
            ],
        },
    },
    "a range that ends before it begins": {
        "method": "textDocument/didChange",
        "params": {
            "textDocument": {"uri": URI, "version": 3},
            "contentChanges": [
                {
                    "range": {
                        "start": {"line": 1, "character": 4},
                        "end": {"line": 0, "character": 0},
                    },
                    "text": "z",
                }
            ],
        },
    },
    "a URI that is none": {
        "method": "textDocument/didClose",
        "params": {"textDocument": {"uri": "\0"}},
    },
    "settings of a wrong type": {
        "method": "workspace/didChangeConfiguration",
        "params": {"settings": 7},
    },
    "a command with wrong arguments": {
        "id": 93,
        "method": "workspace/executeCommand",
        "params": {"command": "evenhand.checkWorkspace", "arguments": [{"a": [None]}, 1, 2]},
    },
    "an answer to no question": {"id": 12345, "result": None},
    "the end of a request that is not there": {"method": "$/cancelRequest", "params": {"id": 777}},
    "an enormous message": {"method": "evenhand/nonsense", "params": {"text": "x" * 20_000_000}},
    "trust of a wrong type": {"method": "evenhand/trust", "params": {"trusted": ["yes"]}},
}
"""After each of these the server answers a request."""


@pytest.fixture
def server() -> Iterator[subprocess.Popen[bytes]]:
    """A real server that has been greeted."""
    with subprocess.Popen(
        copied(REAL), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        _send(process, {"id": 1, "method": "initialize", "params": {"capabilities": {}}})
        _answer(process, 1)
        _send(process, {"method": "initialized", "params": {}})
        _send(process, {"method": "textDocument/didOpen", "params": {"textDocument": TEXT}})
        yield process
        process.kill()


def test_malformed_messages_are_survived(server: subprocess.Popen[bytes]) -> None:
    said: list[dict[str, Any]] = []
    for number, (what, message) in enumerate(SURVIVED.items(), 1000):
        _send(server, message)
        _send(server, {"id": number, "method": "textDocument/codeLens", "params": _of(URI)})
        said += _answer(server, number)
        assert server.poll() is None, what

    _send(server, {"id": 2, "method": "shutdown"})
    said += _answer(server, 2)
    _send(server, {"method": "exit"})
    _, log = server.communicate(timeout=PATIENCE_SECONDS)

    assert server.returncode == 0
    assert {90, 91, 92, 93, 94, 95, 96} <= {m.get("id") for m in said}
    assert [m for m in said if m.get("method") == "window/showMessage"] == []
    assert "Traceback" not in json.dumps(said)
    assert b"Traceback" not in log, log.decode()


@pytest.mark.parametrize(
    "broken",
    [
        b"Content-Length: 100\r\n\r\n{",
        b"Content-Length: -5\r\n\r\n{}",
        b"Content-Length: many\r\n\r\n{}",
        b"hello\r\n\r\n",
        b"\0" * 1000,
        b"",
    ],
)
def test_it_ends_when_the_stream_does(server: subprocess.Popen[bytes], broken: bytes) -> None:
    assert server.stdin is not None
    server.stdin.write(broken)

    _, log = server.communicate(timeout=PATIENCE_SECONDS)

    assert server.returncode == 1
    assert b"Traceback" not in log, log.decode()


def test_a_request_before_the_greeting_finds_nothing() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "evenhand.apps.lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        _send(process, {"id": 5, "method": "textDocument/codeLens", "params": _of(URI)})
        (answer,) = _answer(process, 5)[-1:]
        process.communicate(timeout=PATIENCE_SECONDS)

    assert not answer.get("result")


def _of(uri: str) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}}


def _send(process: subprocess.Popen[bytes], message: bytes | dict[str, Any]) -> None:
    assert process.stdin is not None
    if isinstance(message, dict):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        message = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    process.stdin.write(message)
    process.stdin.flush()


def _answer(process: subprocess.Popen[bytes], number: int) -> list[dict[str, Any]]:
    """All messages up to the answer to a request."""
    assert process.stdout is not None
    said = []
    while True:
        said.append(_message(process.stdout))
        if said[-1].get("id") == number and "method" not in said[-1]:
            return said


def _message(stream: IO[bytes]) -> dict[str, Any]:
    length = 0
    while (line := stream.readline()) not in (b"\r\n", b""):
        name, _, value = line.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    body = stream.read(length)
    assert body, "the server has ended"
    message: dict[str, Any] = json.loads(body)
    return message
