"""Whatever an agent sends, it gets an answer, and the next request is read."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

pytest.importorskip("mcp")

from evenhand.apps.cli.commands import mcp_wire
from evenhand.apps.cli.commands.mcp_wire import NO_REQUEST, NOT_JSON, Answers, Requests

PING = b'{"jsonrpc":"2.0","id":77,"method":"ping"}\n'
DEEP = b'{"a":' * 5_000 + b"1" + b"}" * 5_000


def exchanged(sent: bytes) -> tuple[bytes, list[Any]]:
    """What goes on to the server, and what is answered at once."""
    out = io.BytesIO()
    requests = Requests(io.BytesIO(sent), Answers(out))
    passed = b"".join(iter(lambda: requests.read1(1_000), b""))
    return passed, [json.loads(line) for line in out.getvalue().split(b"\n") if line]


@pytest.mark.parametrize(
    ("line", "code", "number"),
    [
        (b"hello", NOT_JSON, None),
        (b"\0\0", NOT_JSON, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping\xff"}', NOT_JSON, None),
        (b"[" * 200_000, NOT_JSON, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":' + DEEP + b"}", NOT_JSON, None),
        (b'{"jsonrpc":"2.0","id":' + b"9" * 5_000 + b',"method":"ping"}', NOT_JSON, None),
        (b"[" + PING.strip() + b"]", NO_REQUEST, None),
        (b"1e999", NO_REQUEST, None),
        (b"null", NO_REQUEST, None),
        (b'{"id":1,"method":"ping"}', NO_REQUEST, 1),
        (b'{"jsonrpc":"2.0","id":"a","method":5}', NO_REQUEST, "a"),
        (b'{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}', NO_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', NO_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', NO_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":9,"method":"x","params":{"c":"\\ud800"}}', NO_REQUEST, 9),
    ],
)
def test_what_is_no_request_is_answered(line: bytes, code: int, number: object) -> None:
    passed, (answer,) = exchanged(line + b"\n" + PING)

    assert passed == PING
    assert answer["error"]["code"] == code
    assert answer["id"] == number


def test_a_request_that_is_too_long_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp_wire, "MOST_BYTES", 100)
    for length in (100, 101, 250, 1_000):
        passed, (answer,) = exchanged(b"x" * length + b"\n" + PING)
        assert passed == PING
        assert answer["error"]["code"] in {NO_REQUEST, NOT_JSON}
    assert exchanged(b"x" * 1_000)[0] == b""


def test_what_is_in_order_goes_on_as_it_is() -> None:
    notification = b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
    result = b'{"jsonrpc":"2.0","id":3,"result":{}}\r\n'
    sent = PING + b"\n  \n" + notification + result + PING.strip()
    assert exchanged(sent) == (PING + notification + result + PING.strip(), [])
